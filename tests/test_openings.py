"""One number: what counts towards the opening. `data/openings.json` is read by the page's tests too."""

import json
from pathlib import Path
from typing import Any

import pytest

from openkub.law import rules
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.play.draft import Draft
from tests.data.openings import EDITIONS, LAWS, points_of, rows
from tests.workshop.positions import table

ROWS = json.loads((Path(__file__).parent / "data" / "openings.json").read_text(encoding="utf-8"))
NAMES = list(dict.fromkeys([*EDITIONS, *LAWS]))


def of(name: str) -> list[Any]:
    return [row for row in ROWS if row["rules"] == name]


@pytest.mark.parametrize("name", NAMES)
def test_the_referee_counts_what_the_file_says(name: str) -> None:
    for row in of(name):
        assert points_of(name, row["table"], row["draft"]) == row["points"], row


@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_shows_what_the_referee_counts(name: str) -> None:
    for row in of(name):
        before, sets = table(row["table"]), table(row["draft"])
        position = Position(Rules.parse(name), before, sets.bag.minus(before.bag), opened=False)
        assert Draft(position, tuple(sets)).opening_points == row["points"], row


@pytest.mark.heavy
def test_the_file_is_what_its_script_writes_and_knows_every_edition() -> None:
    assert list(rows()) == ROWS
    assert set(EDITIONS) == set(rules.EDITIONS)
    assert sum("*" in row["draft"] for row in ROWS) > len(ROWS) / 2 > 400
