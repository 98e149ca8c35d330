"""Drafts: what a step does, what it leaves unsaid, and why one cannot be done."""

import pickle

import pytest

from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.draft import Draft, ordered
from openkub.play.steps import NEXT, Add, Join, Lay, Split, Step, StepError, Swap, Take


def drafted(table: str, rack: str, *steps: Step) -> Draft:
    """The draft after these steps of a player who has opened."""
    return Draft.start(Position(Rules(), Table.parse(table), TileBag.parse(rack), opened=True)).after(*steps)


def tiles(text: str) -> Meld:
    return Meld.parse(text)


@pytest.mark.parametrize(
    ("table", "rack", "step", "sets", "hand"),
    [
        ("r4 r5 r6", "r3", Add(0, tiles("r3")), ["r3 r4 r5 r6"], ""),
        ("r5 * r7", "r8", Add(0, tiles("r8")), ["r5 * r7 r8"], ""),
        ("b6 b7 *", "b4", Add(0, tiles("b4")), ["b4 * b6 b7"], ""),
        ("r5 * r7", "r6", Add(0, tiles("r6")), ["r5 r6 r7 *"], ""),
        ("r4 r5 r6", "k1 k2", Add(0, tiles("k1 k2")), ["k1 k2 r4 r5 r6"], ""),
        ("k3 b3 *", "y3", Swap(0, Tile("y3")), ["k3 b3 y3"], "*"),
        ("r3 r4 r5 r6", "", Take(0, tiles("r3")), ["r4 r5 r6"], "r3"),
        ("r3 r4 r5", "", Take(0, tiles("r3 r4 r5")), [""], "r3 r4 r5"),
        ("r1 r2 r3 r4 r5 r6 r7", "", Take(0, tiles("r4")), ["r1 r2 r3 r5 r6 r7"], "r4"),
        ("r1 r5 r5 r6", "", Take(0, tiles("r5")), ["r1 r5 r6"], "r5"),
        ("r1 r2 r3 r4", "", Split(0, 1), ["r1", "r2 r3 r4"], ""),
        ("r4 r5 r6 | r1 r2 r3", "", Join(0, 1), ["r1 r2 r3 r4 r5 r6", ""], ""),
        ("", "r11 r9 r10", Lay(NEXT, tiles("r11 r9 r10")), ["r9 r10 r11"], ""),
    ],
)
def test_what_a_step_leaves_unsaid_is_found(table: str, rack: str, step: Step, sets: list[str], hand: str) -> None:
    draft = drafted(table, rack, step)
    assert [str(meld) for meld in draft.sets] == sets
    assert str(draft.hand) == hand


def test_a_step_that_says_all_is_done_as_it_says() -> None:
    draft = drafted("r4 r5 r6", "*", Add(0, tiles("*"), tiles("* r4 r5 r6")))
    assert str(draft.table) == "* r4 r5 r6"


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (Take(5, tiles("r5")), "There is no set 6; there are 1, 2."),
        (Take(-1, tiles("r5")), "There is no set 0; there are 1, 2."),
        (Take(0, tiles("k9")), "There is no k9 in set 1."),
        (Take(0, tiles("r5"), tiles("r6")), "Set 1 cannot become r6."),
        (Split(0, 0), "Set 1 has 3 tiles; it cannot be split behind tile 0."),
        (Split(0, 3), "Set 1 has 3 tiles; it cannot be split behind tile 3."),
        (Split(0, 1, 7, tiles("r5"), tiles("r6 r7")), "Set 1 cannot become r5 and r6 r7."),
        (Split(0, 1, 2, tiles("r5 r6"), tiles("r7")), "Set 1 cannot become r5 r6 and r7."),
        (Swap(0, Tile("k1")), "No joker in set 1 stands for k1."),
        (Swap(1, Tile("y3")), "Your rack lacks y3."),
        (Swap(1, Tile("r3")), "Your rack lacks r3."),
        (Swap(1, Tile("k1")), "No joker in set 2 stands for k1."),
        (Add(0, tiles("r6")), "Your rack lacks r6. Set 1 holds one: '1 - r6' takes it."),
        (Add(0, tiles("k1"), tiles("r5 r6 r7")), "Set 1 cannot become r5 r6 r7."),
        (Join(0, 0), "A set cannot be joined to itself."),
        (Join(0, 9), "There is no set 10; there are 1, 2."),
        (Join(0, 1, tiles("r5 r6 r7")), "Set 1 cannot become r5 r6 r7."),
        (Lay(NEXT, tiles("k1 k1")), "Your rack lacks k1."),
        (Lay(7, tiles("k1")), "Set 8 cannot become k1."),
    ],
)
def test_what_cannot_be_done_is_said(step: Step, sentence: str) -> None:
    with pytest.raises(StepError) as refused:
        drafted("r5 r6 r7 | k3 b3 *", "k1", step)
    assert str(refused.value) == sentence
    assert str(pickle.loads(pickle.dumps(refused.value))) == sentence


def test_emptied_sets_leave_a_gap_and_new_ones_come_behind() -> None:
    draft = drafted("r1 r2 r3 | r4 r5 r6", "k1 k2 k3", Join(0, 1), Lay(NEXT, tiles("k1 k2 k3")))
    assert draft.numbers == (0, 2)
    assert [draft.is_touched(number) for number in draft.numbers] == [True, True]
    assert draft.position.play_problem(draft.table) is None


def test_a_draft_without_a_tile_of_the_table_is_changed() -> None:
    assert drafted("r4 r5 r6 r7", "k1", Take(0, tiles("r4"))).is_changed


def test_the_opening_is_counted_as_the_referee_does() -> None:
    start = Draft.start(Position(Rules(), Table(), TileBag.parse("r9 r10 r11"), opened=False))
    assert [start.opening_points, start.apply(Lay(NEXT, tiles("r9 r10 r11"))).opening_points] == [0, 30]


def test_tiles_that_are_no_set_are_sorted() -> None:
    assert str(ordered(tiles("* r9 k2"))) == "k2 r9 *"
