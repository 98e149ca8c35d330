"""The golden counts of fifty positions: how many parts of the rack can be laid, and what is best."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from openkub.solver import face_value
from tests.solver.brute import Brute

SCRIPT = Path(__file__).parent.parent / "data" / "solver" / "regenerate.py"


def script() -> Any:
    """The script that counts, as a module."""
    spec = spec_from_file_location("regenerate_perft", SCRIPT)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


PERFT = script()
EACH_ROW = pytest.mark.parametrize("row", [pytest.param(row, id=str(i)) for i, row in enumerate(PERFT.rows())])


def test_there_are_fifty_positions_of_every_edition_opened_and_not() -> None:
    rows = PERFT.rows()
    assert len(rows) == 50
    assert {row["rules"].split()[0] for row in rows} >= {"default", "jumbo_de", "original_es", "original_fr"}
    assert {row["opened"] for row in rows} == {True, False}
    assert sum(row["subsets"] > 0 for row in rows) >= 45


@EACH_ROW
def test_the_counts_are_those_of_the_golden_file(row: dict[str, Any]) -> None:
    figures = PERFT.counted(PERFT.position_of(row))
    assert figures == {key: row[key] for key in figures}


@pytest.mark.heavy
@EACH_ROW
def test_the_golden_counts_are_those_of_brute_force(row: dict[str, Any]) -> None:
    position = PERFT.position_of(row)
    brute = Brute(position, limit=150_000)
    value = face_value(position.rules.joker_penalty)
    by_count = brute.frontier(value)
    assert len(brute.plays) == row["subsets"]
    assert max(map(len, brute.plays), default=0) == row["tiles"]
    assert (brute.best(value) or 0) == row["value"]
    assert min(map(len, brute.plays), default=0) == row["fewest"]
    assert [by_count.get(count) for count in range(1, len(position.rack) + 1)] == row["frontier"]
