"""Results of simulations on disk: a folder of Parquet files, written part by part; needs the extra `report`.

A part is a file for each table, the one of `games` last: where it is there, the part is whole. A run that was stopped,
however rudely, goes on with the batches that no whole part has.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.lab.rows import COLUMNS, Columns

FORMAT = 1
HEAD = "run.json"
GAMES_A_PART = 100_000
SECONDS_A_PART = 15.0


def arrow() -> Any:
    """pyarrow, or a line that says how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadRequest("Parquet files need pyarrow: pip install 'hordes[report]'.") from None
    return pyarrow


def schema(table: str) -> Any:
    """The Parquet schema of a table."""
    pa = arrow()
    kinds = {
        "int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(), "int64": pa.int64(), "bool": pa.bool_(),
        "float": pa.float32(), "text": pa.dictionary(pa.int32(), pa.string()), "list<int8>": pa.list_(pa.int8()),
        "list<int32>": pa.list_(pa.int32()), "list<text>": pa.list_(pa.string()),
    }  # fmt: skip
    return pa.schema([(name, kinds[kind]) for name, kind in COLUMNS[table].items()])


class Results:
    """A folder with the results of one run, while it is written."""

    def __init__(self, folder: Path, head: dict[str, Any]) -> None:
        self.folder = folder
        self.pa = arrow()
        self.tables: list[str] = head["tables"]
        self.size: int = head["batch"]
        self.done: dict[int, int] = {}
        self.part = 0
        self.waiting: list[tuple[range, dict[str, Columns]]] = []
        self.games = 0
        self.written = time.monotonic()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._open({"format": FORMAT, **head})
        except OSError as problem:
            raise BadRequest(f"{folder} cannot be used for results: {problem.strerror or problem}.") from None

    def _open(self, head: dict[str, Any]) -> None:
        path = self.folder / HEAD
        if not path.exists():
            if any(self.folder.iterdir()):
                raise BadRequest(f"{self.folder} holds other files; results need a folder of their own.")
            path.write_text(json.dumps(head, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            return
        found = read_head(self.folder)
        for key in sorted({*found, *head} - {"games"}):
            if found.get(key) != json.loads(json.dumps(head.get(key))):
                raise BadRequest(f"{self.folder} holds another run: its {key} differ. Choose another --out.")
        for file in parts(self.folder, "games"):
            for first, stop in batches_of(file):
                self._note(range(first, stop))
            self.part = max(self.part, int(file.stem.rpartition("-")[2]) + 1)
        for leftover in self.folder.glob("*/part-*"):
            if leftover.suffix != ".parquet" or not (self.folder / "games" / leftover.name).exists():
                leftover.unlink()
        path.write_text(json.dumps(head, indent=1, sort_keys=True) + "\n", encoding="utf-8")

    def _note(self, indices: range) -> None:
        """These games are kept: a batch is played from its first game on."""
        for first in range(indices.start - indices.start % self.size, indices.stop, self.size):
            batch, stop = first // self.size, min(first + self.size, indices.stop)
            self.done[batch] = max(stop, self.done.get(batch, 0))

    def missing(self, games: int) -> Iterator[range]:
        """The batches, or what is left of one, that are still to be played."""
        for first in range(0, games, self.size):
            begin, stop = self.done.get(first // self.size, first), min(first + self.size, games)
            if begin < stop:
                yield range(begin, stop)

    def add(self, indices: range, tables: dict[str, Columns]) -> None:
        """Keep a finished batch; now and then a part is written."""
        self.waiting.append((indices, tables))
        self.games += len(indices)
        if self.games >= GAMES_A_PART or time.monotonic() > self.written + SECONDS_A_PART:
            self.flush()

    def flush(self) -> None:
        """Write all finished batches as a part; raises `BadRequest` when the disk refuses."""
        if not self.waiting:
            return
        name = f"part-{self.part:05}.parquet"
        try:
            for table in [*[t for t in self.tables if t != "games"], "games"]:
                self._write(table, self.folder / table / name)
        except OSError as problem:
            kept = f"what was written before is safe in {self.folder}"
            raise BadRequest(f"Results cannot be written: {problem.strerror or problem}; {kept}.") from None
        for indices, _ in self.waiting:
            self._note(indices)
        self.part += 1
        self.games = 0
        self.waiting = []
        self.written = time.monotonic()

    def _write(self, table: str, path: Path) -> None:
        pa = self.pa
        path.parent.mkdir(exist_ok=True)
        numbers = json.dumps(joined([indices for indices, _ in self.waiting]))
        shape = schema(table).with_metadata({"hordes": json.dumps({"format": FORMAT}), "batches": numbers})
        draft = path.with_suffix(".draft")
        try:
            batches = [pa.RecordBatch.from_pydict(tables[table], schema=shape) for _, tables in self.waiting]
            pa.parquet.write_table(pa.Table.from_batches(batches).unify_dictionaries(), draft, compression="zstd")
            draft.rename(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def joined(pieces: list[range]) -> list[list[int]]:
    """Pieces of the numbers of games as firsts and ends, neighbours as one.

    >>> joined([range(4, 8), range(0, 4), range(12, 13)])
    [[0, 8], [12, 13]]
    """
    found: list[list[int]] = []
    for piece in sorted(pieces, key=lambda piece: piece.start):
        if found and found[-1][1] == piece.start:
            found[-1][1] = piece.stop
        else:
            found.append([piece.start, piece.stop])
    return found


def read_head(folder: Path) -> dict[str, Any]:
    """What was played: game, options, bots, seed and so on."""
    try:
        found = json.loads((folder / HEAD).read_text(encoding="utf-8"))
        if found["format"] == FORMAT and isinstance(found["tables"], list):
            return dict(found)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise BadRequest(f"{folder} holds no results of `hordes simulate`: its {HEAD} is missing or spoilt.")


def parts(folder: Path, table: str) -> list[Path]:
    """The files of a table, in order."""
    return sorted((folder / table).glob("part-*.parquet"))


def batches_of(file: Path) -> list[tuple[int, int]]:
    """Which games a part holds, as first ones and ends."""
    pa = arrow()
    try:
        found = json.loads(pa.parquet.read_schema(file).metadata[b"batches"])
        return [(int(first), int(stop)) for first, stop in found]
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException):
        raise BadRequest(
            f"{file} is spoilt: it is no Parquet file that can be read. Remove it to play it anew."
        ) from None


def read(folder: Path, table: str, columns: list[str] | None = None) -> Iterator[dict[str, list[Any]]]:
    """The rows of a table in pieces, so that any number of them fits into memory."""
    pa = arrow()
    for path in parts(folder, table):
        try:
            with pa.parquet.ParquetFile(path) as file:
                for batch in file.iter_batches(65_536, columns=columns):
                    yield batch.to_pydict()
        except (OSError, ValueError, pa.ArrowException):
            raise BadRequest(f"{path} is spoilt: it is no Parquet file that can be read.") from None
