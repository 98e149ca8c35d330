"""How hard a play is: what makes it so, and that the five bots find the harder ones more rarely."""

from itertools import pairwise
from statistics import mean

import pytest

from openkub.law.turns import Position
from openkub.solver import Difficulty, difficulty
from tests.workshop.puzzling import Success, success

HERE = Position("default", "r4 r5 r6 | k6 b6 y6 | * b8 b9 | y1 y2 y3 y4", "k1 k2 k3 k7 b7 r7 y5 b10 r1 b1", opened=True)


def graded(added: str, *changed: str) -> Difficulty:
    """The difficulty of a play that lays these sets instead of those of the table that hold their tiles."""
    kept = [meld for meld in str(HERE.table).split(" | ") if meld not in changed]
    return difficulty(HERE, " | ".join([*kept, added]))


def test_a_set_from_the_rack_is_the_easiest() -> None:
    found = graded("k1 k2 k3")
    assert (found.method, found.steps, found.sets, found.jokers) == ("laying", 1, 0, 0)
    assert found.grade == 1


def test_adding_to_a_set_comes_next() -> None:
    found = graded("r4 r5 r6 r7", "r4 r5 r6")
    assert (found.method, found.steps, found.sets) == ("adding", 1, 1)
    assert found.grade == 2


def test_taking_from_a_set_is_harder() -> None:
    found = graded("y2 y3 y4 | y1 r1 b1", "y1 y2 y3 y4")
    assert found.method == "rearranging"
    assert found.grade == 3


def test_a_joker_makes_it_harder() -> None:
    plain, wild = graded("r4 r5 r6 r7", "r4 r5 r6"), graded("* b8 b9 b10", "* b8 b9")
    assert wild.jokers == 1
    assert wild.number == plain.number + 1


def test_each_set_that_changes_makes_it_harder() -> None:
    one = graded("r4 r5 r6 r7", "r4 r5 r6")
    two = graded("r4 r5 r6 r7 | y1 y2 y3 y4 y5", "r4 r5 r6", "y1 y2 y3 y4")
    assert two.number == one.number + 2


def test_what_is_no_play_has_no_difficulty() -> None:
    for table in ("r4 r5 r6", HERE.table):
        with pytest.raises(ValueError, match="at least one more"):
            difficulty(HERE, table)


def falls(found: Success, least: float) -> bool:
    """Whether the bots together solve fewer puzzles from grade to grade, and none of them more."""
    shares = [share for _, share in found.values()]
    all_fall = all(mean(easy.values()) - mean(hard.values()) >= least for easy, hard in pairwise(shares))
    return all_fall and all(easy[name] >= hard[name] for easy, hard in pairwise(shares) for name in easy)


@pytest.mark.heavy
def test_the_bots_success_falls_from_grade_to_grade() -> None:
    assert falls(success(seed=1, each=40), least=0.0)


@pytest.mark.slow
def test_the_bots_success_falls_from_grade_to_grade_in_many_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    found = success(seed=2, each=150)
    with capsys.disabled():
        print("\n", found)
    assert falls(found, least=0.002)
