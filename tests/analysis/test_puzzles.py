"""Puzzles: those that come with the package are proven, those that are made too."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from openkub import EDITIONS, Position, Table, TileBag
from openkub.analysis import puzzles as room
from openkub.analysis.proving import frees_a_joker, is_only_choice, needs_every_tile
from openkub.analysis.puzzles import (
    DAILY,
    Collection,
    Kind,
    Puzzle,
    PuzzleFault,
    find_daily,
    load_puzzles,
    number_of_the_day,
)
from openkub.analysis.puzzling import drop_last_game, make_puzzles
from openkub.play.draft import Draft

SHIPPED = load_puzzles()
ROOT = Path(__file__).parents[2]
FILE = Path(room.__file__).with_name("puzzles.txt")


def position(table: str, rack: str, *, opened: bool = True) -> Position:
    return Position("default", table, rack, opened)


def bag(text: str) -> TileBag:
    return TileBag.parse(text)


def test_a_thousand_and_more_come_with_the_package_in_two_megabytes() -> None:
    assert len(SHIPPED) >= 1000
    assert FILE.stat().st_size <= 2_000_000
    assert len({(puzzle.position.table, puzzle.position.rack) for puzzle in SHIPPED}) == len(SHIPPED)


def test_the_puzzle_of_a_day_is_the_one_that_the_page_chooses() -> None:
    days = json.loads((Path(__file__).parents[1] / "data/puzzle_days.json").read_text())
    assert {day: number_of_the_day(date.fromisoformat(day)) for day, _ in days} == dict(days)


@pytest.mark.heavy
def test_the_page_has_the_same_puzzles() -> None:
    done = subprocess.run(
        [sys.executable, "web/scripts/puzzles.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_of_every_kind_there_are_many_and_of_every_grade_some() -> None:
    assert min(Counter(puzzle.kind for puzzle in SHIPPED).values()) >= 200
    assert {puzzle.grade for puzzle in SHIPPED[::7]} == {1, 2, 3, 4, 5}


def test_all_that_comes_with_the_package_is_proven() -> None:
    assert [puzzle for puzzle in SHIPPED if puzzle.find_fault()] == []
    assert all(puzzle.is_solved_by(puzzle.solution) for puzzle in SHIPPED)


@pytest.mark.parametrize("puzzle", SHIPPED[::50], ids=lambda puzzle: f"game {puzzle.game} turn {puzzle.turn}")
def test_the_steps_lead_to_the_solution(puzzle: Puzzle) -> None:
    draft = Draft.start(puzzle.position)
    for step in puzzle.steps:
        draft = draft.apply(step)
    assert draft.table.same_sets(puzzle.solution)


def test_the_file_reads_and_writes_itself() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert str(Collection.parse(text)) == text


def test_every_day_has_its_puzzle_and_a_thousand_days_have_a_thousand() -> None:
    days = [date(2026, 6, 1) + timedelta(days=day) for day in range(DAILY)]
    assert len({id(find_daily(day)) for day in days}) == DAILY
    assert find_daily(days[0]) == find_daily(days[0] + timedelta(days=DAILY))
    assert find_daily(date(1990, 1, 1)).solution


def made(seed: str, count: int) -> Collection:
    begun = Collection(EDITIONS["default"], seed)
    return replace(begun, puzzles=tuple(puzzle for _, found in make_puzzles(begun, count) for puzzle in found))


@pytest.mark.heavy
def test_what_is_made_is_proven_and_the_same_again_however_often_it_was_interrupted() -> None:
    whole = made("again", 8)
    assert [puzzle.find_fault() for puzzle in whole.puzzles] == [None] * 8
    begun = drop_last_game(replace(whole, puzzles=whole.puzzles[:3]))
    more = [puzzle for _, found in make_puzzles(begun, 8) for puzzle in found]
    assert (*begun.puzzles, *more) == whole.puzzles


def test_a_choice_of_tiles_is_the_only_one_or_not() -> None:
    assert is_only_choice(position("r5 r6 r7", "r8 k1"), bag("r8"))
    assert not is_only_choice(position("r5 r6 r7 | k5 k6 k7", "r5 r6 r7 k5 k6 k7"), bag("r5 r6 r7"))
    assert not is_only_choice(position("r3 r4 r5 | k9 b9 y9", "r2 r2 r9"), bag("r2"))
    assert is_only_choice(position("k9 b9 y9", "r9 k1"), bag("r9"))


def test_an_opening_needs_every_tile_or_not() -> None:
    assert needs_every_tile(position("", "r11 r12 r13 k1", opened=False), bag("r11 r12 r13"))
    assert not needs_every_tile(position("", "r10 r11 r12 r13", opened=False), bag("r11 r12 r13"))


def test_a_joker_must_be_freed_or_need_not_be() -> None:
    assert frees_a_joker(position("r5 * r7", "r6 k12 k13"), 3)
    assert not frees_a_joker(position("r5 * r7", "r8 k12"), 1)
    assert not frees_a_joker(position("r5 r6 r7", "r8"), 1)


@pytest.mark.parametrize(
    ("kind", "need", "rack", "table", "solution", "fault"),
    [
        (Kind.LAY, 1, "r8 k1", "r5 r6 r7", "r5 r6 r7 k1", PuzzleFault.ILLEGAL),
        (Kind.LAY, 2, "r8 k1", "r5 r6 r7", "r5 r6 r7 r8", PuzzleFault.TOO_FEW),
        (Kind.OUT, 1, "r8 k1", "r5 r6 r7", "r5 r6 r7 r8", PuzzleFault.NOT_ALL),
        (Kind.LAY, 1, "r8 r9", "r5 r6 r7", "r5 r6 r7 r8", PuzzleFault.NOT_THE_MOST),
        (Kind.LAY, 1, "r8 k8", "r5 r6 r7 | k5 k6 k7", "r5 r6 r7 r8 | k5 k6 k7", PuzzleFault.NOT_THE_MOST),
        (Kind.JOKER, 1, "r8 k1", "r5 * r7", "r5 * r7 r8", PuzzleFault.NO_JOKER_FREED),
        (Kind.OPEN, 3, "r10 r11 r12 r13", "", "r11 r12 r13", PuzzleFault.NOT_THE_ONLY_CHOICE),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_found(  # noqa: PLR0917  # a row of the table
    kind: Kind, need: int, rack: str, table: str, solution: str, fault: PuzzleFault
) -> None:
    where = position(table, rack, opened=kind is not Kind.OPEN)
    assert Puzzle(kind, need, where, Table(solution), (), 1, 1).find_fault() is fault


@pytest.mark.parametrize("text", ["", "puzzles", "openkub puzzles 1\nrules: default\nseed: x\nlay 4 / r1"])
def test_what_is_no_file_of_puzzles_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="puzzle"):
        Collection.parse(text)


def test_the_script_continues_an_interrupted_run_and_refuses_other_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"

    def make(seed: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "scripts/make_puzzles.py", str(file), "--count", "8", "--seed", seed]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert "8 puzzles" in make("mine").stdout
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[: len(whole) // 2], encoding="utf-8")
    make("mine")
    assert file.read_text(encoding="utf-8") == whole
    assert "holds other puzzles" in make("yours").stderr
