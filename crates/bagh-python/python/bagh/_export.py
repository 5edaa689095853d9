"""Whole classes of positions as Parquet or Arrow files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
    to move; of positions equivalent under a symmetry, only one. A name that ends with `.arrow`
    gives an Arrow file, every other one Parquet. One lot is in memory at a time. Columns: `tigers`
    and `goats` (uint32, one bit a point), `value` (int8, as `Tables.values` has it); what is the same
    for all is in the metadata of the schema. Needs pyarrow: `pip install bagh[export]`.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError("bagh.export needs pyarrow: pip install bagh[export]") from error
    path = Path(path)
    game = tables.game
    fields = [("tigers", pa.uint32()), ("goats", pa.uint32()), ("value", pa.int8())]
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
    # Under another name first, so that an interrupted export leaves no file that looks whole.
    unfinished = path.with_name(path.name + ".part")
    try:
        _write(unfinished, schema, _batches(pa, schema, reader), arrow=path.suffix == ".arrow")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return len(reader)


def _batches(pa: Any, schema: Any, reader: ClassReader) -> Iterator[Any]:
    for positions, values in reader:
        columns = [pa.array(positions[:, 0]), pa.array(positions[:, 1]), pa.array(values)]
        yield pa.record_batch(columns, schema=schema)


def _write(path: Path, schema: Any, batches: Iterator[Any], *, arrow: bool) -> None:
    if arrow:
        import pyarrow as pa

        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
            for batch in batches:
                writer.write_batch(batch)
        return
    import pyarrow.parquet as pq

    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(batch)
