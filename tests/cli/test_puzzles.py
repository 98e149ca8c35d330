"""`openkub puzzles`: one to solve, that of the day, and new ones."""

import json
from pathlib import Path

import pytest

from tests.workshop.commands import Run


def test_a_puzzle_is_shown_and_its_solution_when_asked_for(openkub: Run) -> None:
    assert "The solution" not in openkub("puzzles", "show", 17).out
    shown = openkub("puzzles", "show", 17, "--solution").out
    assert "Puzzle 17, grade" in shown
    assert "  1. " in shown


def test_the_puzzle_of_a_day_is_the_same_for_everybody(openkub: Run) -> None:
    first = json.loads(openkub("puzzles", "daily", "--date", "2026-01-02", "--json").out)
    assert first["number"] == 618
    assert "Puzzle " in openkub("puzzles", "daily").out


@pytest.mark.heavy
def test_all_of_them_as_json(openkub: Run) -> None:
    lines = openkub("puzzles", "show", "--json").out.splitlines()
    assert [json.loads(line)["number"] for line in (lines[0], lines[-1])] == [1, len(lines)]


def test_puzzles_are_made_and_an_interrupted_run_goes_on(openkub: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    assert "8 puzzles" in openkub("puzzles", "make", file, "--count", 8, "--seed", "mine").out
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[: len(whole) // 2], encoding="utf-8")
    openkub("puzzles", "make", file, "--count", 8, "--seed", "mine")
    assert file.read_text(encoding="utf-8") == whole
    assert "Puzzle 1," in openkub("puzzles", "show", 1, "--file", file).out
    assert "holds other puzzles" in openkub("puzzles", "make", file, "--seed", "yours").err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show"], "name one by its number"),
        (["show", "99999"], "name one by its number"),
        (["daily", "--date", "tomorrow"], "is no date"),
        (["show", "1", "--file", "nowhere.txt"], "cannot be read"),
    ],
)
def test_what_cannot_be_shown_is_told(openkub: Run, arguments: list[str], complaint: str) -> None:
    assert complaint in openkub("puzzles", *arguments).err
