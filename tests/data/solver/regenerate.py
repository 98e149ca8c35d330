"""Counts the plays of the positions in perft.jsonl again: `.venv/bin/python -m tests.data.solver.regenerate`.

The positions stay; the figures behind them are written anew. A change in them is reviewed like a change of code.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.solver import LIMIT, best, frontier, place
from tests.solver.brute import parts

FILE = Path(__file__).parent / "perft.jsonl"
AMPLE = 50 * LIMIT
"""The figures are those of a search that nothing cuts short."""


def position_of(row: dict[str, Any]) -> Position:
    """The position of a row."""
    return Position(Rules.parse(row["rules"]), Table.parse(row["table"]), TileBag.parse(row["rack"]), row["opened"])


def counted(position: Position) -> dict[str, Any]:
    """How many parts of the rack can be laid, the best by tiles and by value, the fewest, and value by count."""
    tiles, value = best(position, "tiles", limit=AMPLE), best(position, "value", limit=AMPLE)
    by_count = {count: answer.value for count, answer in frontier(position, limit=AMPLE).items()}
    return {
        "subsets": sum(place(position, part, limit=AMPLE) is not None for part in parts(position.rack) if part),
        "tiles": tiles.count if tiles else 0,
        "value": value.value if value else 0,
        "fewest": min(by_count, default=0),
        "frontier": [by_count.get(count) for count in range(1, len(position.rack) + 1)],
    }


def rows() -> list[dict[str, Any]]:
    """The rows of the golden file."""
    return [json.loads(line) for line in FILE.read_text().splitlines()]


def main() -> None:
    """Write all figures anew."""
    kept = ("rules", "opened", "table", "rack")
    fresh = [{key: row[key] for key in kept} | counted(position_of(row)) for row in rows()]
    FILE.write_text("".join(json.dumps(row) + "\n" for row in fresh))


if __name__ == "__main__":
    main()
