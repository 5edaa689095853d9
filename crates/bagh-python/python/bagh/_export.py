"""Whole classes of positions as Parquet or Arrow files."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from ._bagh import ClassReader, Tables


def export(
    tables: Tables,
    path: str | Path,
    *,
    placed: int,
    captured: int,
    turn: str,
    lot: int = 262_144,
) -> int:
    """Writes a class of positions with their values to a file, and returns how many there are.

    A class has the positions with the same numbers of goats placed and captured and the same side
    to move, those that `ClassReader` gives: of places of the tigers that are equivalent under a
    symmetry only one, with all herds around it. A name that ends with `.arrow` gives an Arrow file,
    every other one Parquet. One lot is in memory at a time. Columns: `tigers` and `goats` (uint32,
    one bit a point), `value` (int8, as `Tables.values` has it); what is the same for all is in the
    metadata of the schema. Needs pyarrow: `pip install bagh[export]`.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError("bagh.export needs pyarrow: pip install bagh[export]") from error
    path = Path(path)
    game = tables.game
    types = {"tigers": pa.uint32(), "goats": pa.uint32(), "value": pa.int8()}
    fields = [pa.field(name, kind, nullable=False) for name, kind in types.items()]
    metadata = {
        "game": game.name,
        "captures_to_win": str(game.captures),
        "placed": str(placed),
        "captured": str(captured),
        "turn": turn,
        "points": " ".join(game.points),
    }
    schema = pa.schema(fields, metadata=metadata)
    reader = ClassReader(tables, placed=placed, captured=captured, turn=turn, lot=lot)
    batches = _batches(pa, schema, reader)
    with _replacing(path) as sink:
        _write(sink, schema, batches, arrow=path.suffix == ".arrow")
    return len(reader)


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of another one when it is whole.

    It has a name of its own until then, so that an interrupted export leaves no file that looks
    whole, and two exports at once do not mix.
    """
    target = path.resolve()
    unfinished = target.with_name(f"{target.name}.{os.getpid()}-{threading.get_ident()}.part")
    unfinished.unlink(missing_ok=True)  # Left by a process with this number that was killed.
    try:
        with unfinished.open("xb") as sink:
            yield sink
            sink.flush()
            os.fsync(sink.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _batches(pa: Any, schema: Any, reader: ClassReader) -> Iterator[Any]:
    for positions, values in reader:
        columns = [pa.array(positions[:, 0]), pa.array(positions[:, 1]), pa.array(values)]
        yield pa.record_batch(columns, schema=schema)


def _write(sink: IO[bytes], schema: Any, batches: Iterator[Any], *, arrow: bool) -> None:
    if arrow:
        import pyarrow as pa

        with pa.ipc.new_file(sink, schema) as writer:
            for batch in batches:
                writer.write_batch(batch)
        return
    import pyarrow.parquet as pq

    with pq.ParquetWriter(sink, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(batch)
