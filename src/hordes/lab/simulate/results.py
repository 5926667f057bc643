"""Simulation results on disk: a folder of Parquet files, written in parts; needs the extra `report`.

A part consists of one file per table; the file of `games` is written last and marks the part as complete. A run that
was stopped at any moment resumes with the batches that no complete part contains.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.lab.simulate.rows import COLUMNS, TableColumns

FORMAT = 1
METADATA_FILE = "run.json"
GAMES_PER_PART = 100_000
ROWS_PER_GROUP = 2**18
"""Rows of a table that are written at once: what is held in memory, a few megabytes."""
SECONDS_PER_PART = 15.0


def import_pyarrow() -> Any:
    """Import pyarrow; raises `BadRequest` if it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadRequest("Parquet files need pyarrow: pip install 'hordes[report]'.") from None
    return pyarrow


@cache
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
        import_pyarrow()
        self.tables: list[str] = metadata["tables"]
        self.size: int = metadata["batch"]
        self.done: dict[int, int] = {}
        self.part: PartWriter | None = None
        self.next_part = 0
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
            self.next_part = max(self.next_part, int(file.stem.rpartition("-")[2]) + 1)
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

    def add(self, indices: range, batches: dict[str, Any]) -> None:
        """Write the rows of a finished batch; raises `BadRequest` on disk errors."""
        with self._discard_part_on_errors():
            if self.part is None:
                self.part = PartWriter(self.folder, self.tables, self.next_part)
            self.part.add(indices, batches)
        if self.part.games >= GAMES_PER_PART or time.monotonic() > self.last_write + SECONDS_PER_PART:
            self.flush()

    def flush(self) -> None:
        """Complete the part; raises `BadRequest` on disk errors."""
        if self.part is None:
            return
        with self._discard_part_on_errors():
            self.part.complete()
        for indices in self.part.indices:
            self._mark_done(indices)
        self.part = None
        self.next_part += 1
        self.last_write = time.monotonic()

    @contextmanager
    def _discard_part_on_errors(self) -> Iterator[None]:
        try:
            yield
        except BaseException as problem:
            if self.part is not None:
                self.part.discard()
                self.part = None
            if not isinstance(problem, OSError):
                raise
            kept = f"what was written before is safe in {self.folder}"
            raise BadRequest(f"Results cannot be written: {problem.strerror or problem}; {kept}.") from None


class PartWriter:
    """Writes one part: a draft of a file for every table, whose rows are written as they come.

    A file is renamed when it is complete, that of `games` last: the part is complete once that file exists.
    """

    def __init__(self, folder: Path, tables: list[str], number: int) -> None:
        self.pa = import_pyarrow()
        self.indices: list[range] = []
        self.games = 0
        self.waiting: dict[str, list[Any]] = {table: [] for table in tables}
        self.paths = {table: folder / table / f"part-{number:05}.parquet" for table in tables}
        self.writers: dict[str, Any] = {}

    def add(self, indices: range, batches: dict[str, Any]) -> None:
        """Add the rows of some games."""
        self.indices.append(indices)
        self.games += len(indices)
        for table, waiting in self.waiting.items():
            waiting.append(batches[table])
            if sum(batch.num_rows for batch in waiting) >= ROWS_PER_GROUP:
                self._write_group(table)

    def _write_group(self, table: str) -> None:
        """Write the rows that wait as a row group."""
        if table not in self.writers:
            path = self.paths[table]
            path.parent.mkdir(exist_ok=True)
            self.writers[table] = self.pa.parquet.ParquetWriter(draft_of(path), schema(table), compression="zstd")
        rows = self.pa.Table.from_batches(self.waiting[table], schema(table)).unify_dictionaries()
        self.writers[table].write_table(rows)
        self.waiting[table] = []

    def complete(self) -> None:
        """Write what waits, and put every file in its place."""
        numbers = {"hordes": json.dumps({"format": FORMAT}), "batches": json.dumps(merge_ranges(self.indices))}
        for table in [*[name for name in self.waiting if name != "games"], "games"]:
            if self.waiting[table] or table not in self.writers:
                self._write_group(table)
            self.writers[table].add_key_value_metadata(numbers)
            self.writers[table].close()
            draft_of(self.paths[table]).rename(self.paths[table])

    def discard(self) -> None:
        """Remove the drafts."""
        for table, writer in self.writers.items():
            with suppress(OSError):  # the disk that is full, again
                writer.close()
            draft_of(self.paths[table]).unlink(missing_ok=True)


def draft_of(path: Path) -> Path:
    """Where a file is written until it is complete."""
    return path.with_suffix(".draft")


def record_batch(table: str, rows: TableColumns) -> Any:
    """Rows of a table as a record batch."""
    return import_pyarrow().RecordBatch.from_pydict(rows.columns, schema=schema(table))


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
        ranges = json.loads(pa.parquet.read_metadata(file).metadata[b"batches"])
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
