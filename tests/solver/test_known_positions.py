"""Positions whose best play is known: from games, and small ones on which common shortcuts lose tiles."""

import json
from pathlib import Path
from typing import Any

import pytest

from openkub.law.turns import Position
from openkub.solver import EACH_TILE, best, can_play, face_value, frontier
from tests.solver.asking import most_by_program
from tests.workshop.positions import position

DATA = Path(__file__).parent.parent / "data" / "solver"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def position_of(row: dict[str, Any]) -> Position:
    return position(" | ".join(" ".join(meld) for meld in row["table"]), " ".join(row["rack"]))


ROWS = [
    (file, i, row) for file in ("positions", "tricky", "more_tricky") for i, row in enumerate(rows(f"{file}.jsonl"))
]
EACH_ROW = pytest.mark.parametrize("row", [pytest.param(row, id=f"{file} {i}") for file, i, row in ROWS])


@EACH_ROW
def test_the_known_optimum_is_reached_and_the_referee_accepts_it(row: dict[str, Any]) -> None:
    position = position_of(row)
    by_tiles, by_value = best(position, "tiles"), best(position, "value")
    assert (by_tiles.count if by_tiles else 0) == row["opt_tiles"]
    assert (by_value.value if by_value else 0) == row["opt_value"]
    for answer in filter(None, (by_tiles, by_value)):
        assert position.play_problem(answer.table) is None
        assert answer.table.bag == position.table.bag + answer.laid
    assert can_play(position) == (row["opt_tiles"] > 0)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["why"]) for row in rows("more_tricky.jsonl")])
def test_the_integer_program_says_the_same_of_our_own_tricky_positions(row: dict[str, Any]) -> None:
    position = position_of(row)
    assert most_by_program(position, EACH_TILE) == row["opt_tiles"]
    assert most_by_program(position, face_value(30)) == row["opt_value"]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["why"]) for row in rows("more_tricky.jsonl")])
def test_the_frontier_of_a_tricky_position_is_that_of_the_integer_program(row: dict[str, Any]) -> None:
    position = position_of(row)
    value = face_value(30)
    found = {count: answer.gain for count, answer in frontier(position).items()}
    wanted = {count: most_by_program(position, value, exactly=count) for count in range(1, len(position.rack) + 1)}
    assert found == {count: gain for count, gain in wanted.items() if gain is not None}
