"""Simulation results on disk: a folder of Parquet files, written in parts; needs the extra `report`.

A part consists of one file per table; the file of `games` is written last and marks the part as complete. A run that
was stopped at any moment resumes with the batches that no complete part contains.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.lab.simulate.rows import COLUMNS, Columns

FORMAT = 1
METADATA_FILE = "run.json"
GAMES_PER_PART = 100_000
SECONDS_PER_PART = 15.0


def import_pyarrow() -> Any:
    """Import pyarrow; raises `BadRequest` if it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadRequest("Parquet files need pyarrow: pip install 'hordes[report]'.") from None
    return pyarrow


def schema(table: str) -> Any:
    """The Parquet schema of a table."""
    pa = import_pyarrow()
    kinds = {
        "int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(), "int64": pa.int64(), "bool": pa.bool_(),
        "float": pa.float32(), "text": pa.dictionary(pa.int32(), pa.string()), "list<int8>": pa.list_(pa.int8()),
        "list<int32>": pa.list_(pa.int32()), "list<text>": pa.list_(pa.string()),
    }  # fmt: skip
    return pa.schema([(name, kinds[kind]) for name, kind in COLUMNS[table].items()])


class ResultsWriter:
    """Writes the results of one run into a folder."""

    def __init__(self, folder: Path, metadata: dict[str, Any]) -> None:
        self.folder = folder
        self.pa = import_pyarrow()
        self.tables: list[str] = metadata["tables"]
        self.size: int = metadata["batch"]
        self.done: dict[int, int] = {}
        self.part = 0
        self.pending: list[tuple[range, dict[str, Columns]]] = []
        self.pending_games = 0
        self.last_write = time.monotonic()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._open({"format": FORMAT, **metadata})
        except OSError as problem:
            raise BadRequest(f"{folder} cannot be used for results: {problem.strerror or problem}.") from None

    def _open(self, metadata: dict[str, Any]) -> None:
        path = self.folder / METADATA_FILE
        if not path.exists():
            if any(self.folder.iterdir()):
                raise BadRequest(f"{self.folder} holds other files; results need a folder of their own.")
            path.write_text(json.dumps(metadata, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            return
        stored = read_metadata(self.folder)
        if stored.get("game") == metadata["game"] and stored.get("rules") != metadata["rules"]:
            raise BadRequest(
                f"{self.folder} holds games by version {stored.get('rules')} of the rules, and this program plays by "
                f"version {metadata['rules']}: one run does not mix them. Choose another --out."
            )
        for key in sorted({*stored, *metadata} - {"games"}):
            if stored.get(key) != json.loads(json.dumps(metadata.get(key))):
                raise BadRequest(f"{self.folder} holds another run: its {key} differ. Choose another --out.")
        for file in part_files(self.folder, "games"):
            for first, stop in batches_in_part(file):
                self._mark_done(range(first, stop))
            self.part = max(self.part, int(file.stem.rpartition("-")[2]) + 1)
        # files of a part whose `games` file was never written
        for leftover in self.folder.glob("*/part-*"):
            if leftover.suffix != ".parquet" or not (self.folder / "games" / leftover.name).exists():
                leftover.unlink()
        path.write_text(json.dumps(metadata, indent=1, sort_keys=True) + "\n", encoding="utf-8")

    def _mark_done(self, indices: range) -> None:
        """Mark these games as stored; every batch is played from its first game on."""
        for first in range(indices.start - indices.start % self.size, indices.stop, self.size):
            batch, stop = first // self.size, min(first + self.size, indices.stop)
            self.done[batch] = max(stop, self.done.get(batch, 0))

    def missing(self, games: int) -> Iterator[range]:
        """The batches, or rests of batches, still to be played."""
        for first in range(0, games, self.size):
            begin, stop = self.done.get(first // self.size, first), min(first + self.size, games)
            if begin < stop:
                yield range(begin, stop)

    def add(self, indices: range, tables: dict[str, Columns]) -> None:
        """Add a finished batch; writes a part from time to time."""
        self.pending.append((indices, tables))
        self.pending_games += len(indices)
        if self.pending_games >= GAMES_PER_PART or time.monotonic() > self.last_write + SECONDS_PER_PART:
            self.flush()

    def flush(self) -> None:
        """Write all pending batches as a part; raises `BadRequest` on disk errors."""
        if not self.pending:
            return
        name = f"part-{self.part:05}.parquet"
        try:
            # the order matters: a part is complete once its `games` file exists
            for table in [*[t for t in self.tables if t != "games"], "games"]:
                self._write(table, self.folder / table / name)
        except OSError as problem:
            kept = f"what was written before is safe in {self.folder}"
            raise BadRequest(f"Results cannot be written: {problem.strerror or problem}; {kept}.") from None
        for indices, _ in self.pending:
            self._mark_done(indices)
        self.part += 1
        self.pending_games = 0
        self.pending = []
        self.last_write = time.monotonic()

    def _write(self, table: str, path: Path) -> None:
        pa = self.pa
        path.parent.mkdir(exist_ok=True)
        numbers = json.dumps(merge_ranges([indices for indices, _ in self.pending]))
        shape = schema(table).with_metadata({"hordes": json.dumps({"format": FORMAT}), "batches": numbers})
        # written under another name and renamed, so that a part file is never half written
        draft = path.with_suffix(".draft")
        try:
            batches = [pa.RecordBatch.from_pydict(tables[table], schema=shape) for _, tables in self.pending]
            pa.parquet.write_table(pa.Table.from_batches(batches).unify_dictionaries(), draft, compression="zstd")
            draft.rename(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def merge_ranges(pieces: list[range]) -> list[list[int]]:
    """Ranges as [start, stop] pairs, adjacent ones merged.

    >>> merge_ranges([range(4, 8), range(0, 4), range(12, 13)])
    [[0, 8], [12, 13]]
    """
    merged: list[list[int]] = []
    for piece in sorted(pieces, key=lambda piece: piece.start):
        if merged and merged[-1][1] == piece.start:
            merged[-1][1] = piece.stop
        else:
            merged.append([piece.start, piece.stop])
    return merged


def read_metadata(folder: Path) -> dict[str, Any]:
    """Read the metadata of a run: game, options, bots, seed and so on."""
    try:
        metadata = json.loads((folder / METADATA_FILE).read_text(encoding="utf-8"))
        if metadata["format"] == FORMAT and isinstance(metadata["tables"], list):
            return dict(metadata)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise BadRequest(f"{folder} holds no results of `hordes simulate`: its {METADATA_FILE} is missing or spoilt.")


def part_files(folder: Path, table: str) -> list[Path]:
    """The files of a table, in order."""
    return sorted((folder / table).glob("part-*.parquet"))


def batches_in_part(file: Path) -> list[tuple[int, int]]:
    """Ranges of games in a part."""
    pa = import_pyarrow()
    try:
        ranges = json.loads(pa.parquet.read_schema(file).metadata[b"batches"])
        return [(int(first), int(stop)) for first, stop in ranges]
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException):
        raise BadRequest(
            f"{file} is spoilt: it is no Parquet file that can be read. Remove it to play it anew."
        ) from None


def read_rows(folder: Path, table: str, columns: list[str] | None = None) -> Iterator[dict[str, list[Any]]]:
    """Read a table in chunks, so that any number of rows fits into memory."""
    pa = import_pyarrow()
    for path in part_files(folder, table):
        try:
            with pa.parquet.ParquetFile(path) as file:
                for batch in file.iter_batches(65_536, columns=columns):
                    yield batch.to_pydict()
        except (OSError, ValueError, pa.ArrowException):
            raise BadRequest(f"{path} is spoilt: it is no Parquet file that can be read.") from None
