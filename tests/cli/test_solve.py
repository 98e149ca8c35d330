"""`openkub solve`: one position, many positions, and what is no position."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.workshop.commands import Run


def answers(openkub: Run, *rows: Any, options: Sequence[Any] = ()) -> Any:
    """What a file of these rows is answered with."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    ran = openkub("solve", "--jsonl", "-", *options, stdin="".join(f"{line}\n" for line in lines))
    return ran.status, [json.loads(line) for line in ran.out.splitlines()]


def test_a_position_is_solved_and_explained(openkub: Run) -> None:
    shown = openkub("solve", "--table", "b8 b9 b10 | k4 r4 b4 y4", "--rack", "y5 y6 k8 y8 b11 r1").out
    assert "Lay 5 of 6 tiles, worth 38: y5 y6 k8 y8 b11" in shown
    assert "lay y4 y5 y6 as set 3" in shown


def test_one_tile_is_one_tile(openkub: Run) -> None:
    assert "Lay 1 of 1 tile, worth" in openkub("solve", "--table", "r4 r5 r6", "--rack", "r7").out


def test_every_play_is_a_line(openkub: Run) -> None:
    ran = openkub("solve", "--table", "r4 r5 r6 | k6 b6 y6", "--rack", "k7 r7 b7 y9", "--all")
    assert (ran.status, sorted(ran.out.splitlines())) == (0, ["k7 r7 b7", "r7"])


def test_every_play_goes_neither_with_json_nor_with_many_positions(openkub: Run) -> None:
    for option in (["--json"], ["--jsonl", "-"]):
        ran = openkub("solve", *(["--rack", "r7"] if "--json" in option else []), "--all", *option)
        assert ran.status == 2
        assert "--all answers for one position" in ran.err


def test_a_position_is_solved_under_the_rules_given(openkub: Run) -> None:
    position = ["--table", "* r6 r7 r8 | k9 b9 y9", "--rack", "k8 b8"]
    assert "Lay 2 of 2 tiles" in openkub("solve", *position).out
    assert "Nothing can be played here." in openkub("solve", *position, "--rules", "jumbo_de").out


def test_a_line_in_and_a_line_out(openkub: Run) -> None:
    status, lines = answers(
        openkub,
        {"table": [["r5", "*", "r7"]], "rack": ["r8"]},
        {"table": "r5 r6 r7", "rack": "r8"},
        "",
        {"rack": ["k9", "b9", "y9"], "opened": False},
    )
    assert status == 0
    us = [line.pop("us") for line in lines]
    assert all(isinstance(time, float) for time in us)
    assert lines == [
        {"tiles": 1, "value": 8, "laid": ["r8"], "table": [["r5", "*", "r7", "r8"]]},
        {"tiles": 1, "value": 8, "laid": ["r8"], "table": [["r5", "r6", "r7", "r8"]]},
        {"tiles": 0, "value": 0, "laid": [], "table": []},
    ]


def test_a_line_may_have_rules_of_its_own(openkub: Run) -> None:
    row = {"table": "* r6 r7 r8 | k9 b9 y9", "rack": "k8 b8"}
    status, lines = answers(openkub, row, row | {"rules": "jumbo_de"})
    assert (status, [line["tiles"] for line in lines]) == (0, [2, 0])
    status, lines = answers(openkub, row, row | {"rules": "default"}, options=["--rules", "jumbo_de"])
    assert (status, [line["tiles"] for line in lines]) == (0, [0, 2])


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ({}, "a position is an object"),
        ({"opened": True}, "a position is an object"),
        ({"rack": "r1", "tabel": []}, "'tabel' is none of table, rack, opened, rules"),
        ({"rack": "r1", "edition": "default"}, "'edition' is none of table, rack, opened, rules"),
        ({"rack": "r1", "rules": "nope"}, "rules, column 1: "),
        ({"rack": "r1", "rules": 5}, "rules is written as text"),
        ({"rack": "r1", "opened": "no"}, "opened is true or false"),
        ({"rack": 5}, "table and rack are texts"),
        ({"rack": [["r1"]]}, "table and rack are texts"),
        ({"table": {}}, "table and rack are texts"),
        ({"table": [[4, 8, 12]]}, "table and rack are texts"),
        ({"table": [["r1", "r2", "r3"], ["r4", "q5"]]}, "'q5' is no tile"),
        ({"table": "r1 r2 r3 | r4 q5"}, "'q5' is no tile"),
        ({"table": ["r1 r2"]}, "set 1 (r1 r2) is no valid set"),
        ({"rack": ["r1"] * 9}, "more than 7"),
        ({"rack": ["r1"] * 3}, "3 tiles r1"),
        ("nonsense", "this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ("1" * 10_000, "this is not JSON"),
        ("[]", "a position is an object"),
    ],
)
def test_a_line_that_is_no_position_is_told_once_and_stops_nothing(
    openkub: Run, row: dict[str, Any] | str, complaint: str
) -> None:
    status, lines = answers(openkub, {"rack": "r1"}, row, {"rack": "r1"})
    assert status == 1
    assert [sorted(line) for line in lines[::2]] == [["laid", "table", "tiles", "us", "value"]] * 2
    assert lines[1]["line"] == 2
    assert complaint in lines[1]["error"]
    assert "line" not in lines[1]["error"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "what is to be solved?"),
        (["--jsonl", "-", "--rack", "r1"], "leave --table and --rack out"),
        (["--jsonl", "-", "--table", ""], "leave --table and --rack out"),
        (["--jsonl", "missing"], "missing: cannot be read"),
        (["--rack", "r1", "--rules", "jumbo"], "did you mean jumbo_de?"),
        (["--rack", "r1 q1"], "--rack, column 4"),
        (["--table", "r1 r2"], "no valid set"),
    ],
)
def test_options_that_make_no_sense(openkub: Run, arguments: list[Any], complaint: str) -> None:
    ran = openkub("solve", *arguments)
    assert ran.status == 2
    assert complaint in ran.err


def test_the_known_positions_are_solved_as_they_stand_in_their_file(openkub: Run) -> None:
    data = Path(__file__).parents[1] / "data" / "solver"
    for name in ("positions.jsonl", "tricky.jsonl"):
        rows = [json.loads(line) for line in (data / name).read_text().splitlines()]
        for goal in ("tiles", "value"):
            ran = openkub("solve", "--jsonl", data / name, "--objective", goal)
            answers = [json.loads(line) for line in ran.out.splitlines()]
            assert ran.status == 0
            assert [answer[goal] for answer in answers] == [row[f"opt_{goal}"] for row in rows]
