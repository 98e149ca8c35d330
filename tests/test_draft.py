"""Drafts: what a step does, what it leaves unsaid, and why one cannot be done."""

import pickle

import pytest

from openkub.law.moves import Code
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.draft import Draft, ordered
from openkub.play.steps import NEXT, Add, Join, Lay, Slip, SlipCode, Split, Step, StepError, Swap, Take


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
        ("r5 * r7", "r6", Add(0, tiles("r6")), ["r5 r6 r7"], "*"),
        ("r4 r5 r6", "k1 k2", Add(0, tiles("k1 k2")), ["k1 k2 r4 r5 r6"], ""),
        ("k3 b3 *", "y3", Swap(0, Tile("y3")), ["k3 b3 y3"], "*"),
        ("r3 r4 r5 r6", "", Take(0, tiles("r3")), ["r4 r5 r6"], "r3"),
        ("r3 r4 r5", "", Take(0, tiles("r3 r4 r5")), [""], "r3 r4 r5"),
        ("r1 r2 r3 r4 r5 r6 r7", "", Take(0, tiles("r4")), ["r1 r2 r3", "r5 r6 r7"], "r4"),
        ("r1 r2 r3 r4", "", Split(0, 1), ["r1", "r2 r3 r4"], ""),
        ("r4 r5 r6 | r1 r2 r3", "", Join(0, 1), ["r1 r2 r3 r4 r5 r6", ""], ""),
        ("", "r11 r9 r10", Lay(NEXT, tiles("r11 r9 r10")), ["r9 r10 r11"], ""),
    ],
)
def test_what_a_step_leaves_unsaid_is_found(table: str, rack: str, step: Step, sets: list[str], hand: str) -> None:
    draft = drafted(table, rack, step)
    assert [str(meld) for meld in draft.sets] == sets
    assert str(draft.hand) == hand


def test_a_step_spelled_out_says_what_is_left() -> None:
    draft = drafted("r1 r2 r3 r4 r5 r6 r7", "")
    assert draft.spelled_out(Take(0, tiles("r4"))) == (
        Take(0, tiles("r4"), tiles("r1 r2 r3 r5 r6 r7")),
        Split(0, 3, 1, tiles("r1 r2 r3"), tiles("r5 r6 r7")),
    )


def test_a_step_that_says_all_is_done_as_it_says() -> None:
    draft = drafted("r4 r5 r6", "*", Add(0, tiles("*"), tiles("* r4 r5 r6")))
    assert str(draft.table) == "* r4 r5 r6"


S = SlipCode


@pytest.mark.parametrize(
    ("step", "slip"),
    [
        (Take(5, tiles("r5")), Slip(S.NO_SET, 5)),
        (Take(-1, tiles("r5")), Slip(S.NO_SET, -1)),
        (Take(0, tiles("k9")), Slip(S.NOT_IN_SET, 0, Tile("k9"))),
        (Take(0, tiles("r5"), tiles("r6")), Slip(S.DOES_NOT_ADD_UP, 0)),
        (Split(0, 0), Slip(S.NO_SPLIT, 0)),
        (Split(0, 3), Slip(S.NO_SPLIT, 0)),
        (Split(0, 1, 7, tiles("r5"), tiles("r6 r7")), Slip(S.DOES_NOT_ADD_UP, 0)),
        (Split(0, 3, 2, tiles("r5 r6 r7")), Slip(S.DOES_NOT_ADD_UP, 0)),
        (Swap(0, Tile("k1")), Slip(S.NO_JOKER, 0)),
        (Swap(1, Tile("y3")), Slip(S.NOT_HELD, tile=Tile("y3"))),
        (Swap(1, Tile("k1")), Slip(S.NOT_STOOD_FOR, 1, Tile("k1"))),
        (Swap(0, Tile("k1"), tiles("r5 r6 k1")), Slip(S.DOES_NOT_ADD_UP, 0)),
        (Add(0, tiles("r8")), Slip(S.NOT_HELD, tile=Tile("r8"))),
        (Add(0, tiles("k1"), tiles("r5 r6 r7")), Slip(S.DOES_NOT_ADD_UP, 0)),
        (Join(0, 0), Slip(S.ITSELF, 0)),
        (Join(0, 9), Slip(S.NO_SET, 9)),
        (Join(0, 1, tiles("r5 r6 r7")), Slip(S.DOES_NOT_ADD_UP, 0)),
        (Lay(NEXT, tiles("k1 k1")), Slip(S.NOT_HELD, tile=Tile("k1"))),
        (Lay(0, tiles("k1")), Slip(S.DOES_NOT_ADD_UP, 0)),
        (Lay(NEXT, Meld()), Slip(S.DOES_NOT_ADD_UP, 2)),
    ],
)
def test_what_cannot_be_done_has_a_code(step: Step, slip: Slip) -> None:
    with pytest.raises(StepError) as refused:
        drafted("r5 r6 r7 | k3 b3 *", "k1", step)
    assert refused.value.slip == slip
    assert pickle.loads(pickle.dumps(refused.value)).slip == slip


def test_a_slip_says_where() -> None:
    assert str(StepError(Slip(S.NOT_IN_SET, 0, Tile("k9")))) == "not_in_set (set 0, tile k9)"
    assert str(StepError(Slip(S.NO_SET))) == "no_set"


def test_emptied_sets_leave_a_gap_and_new_ones_come_behind() -> None:
    draft = drafted("r1 r2 r3 | r4 r5 r6", "k1 k2 k3", Join(0, 1), Lay(NEXT, tiles("k1 k2 k3")))
    assert draft.numbers == (0, 2)
    assert [draft.is_touched(number) for number in draft.numbers] == [True, True]
    assert str(draft.laid) == "k1 k2 k3"
    assert draft.problem is None


def test_a_draft_knows_what_is_wrong_with_it() -> None:
    draft = drafted("r4 r5 r6 r7", "k1", Take(0, tiles("r4")))
    assert draft.problem is not None
    assert draft.problem.code is Code.TABLE_TILE_TAKEN
    assert draft.is_changed


def test_the_opening_is_counted_as_the_referee_does() -> None:
    start = Draft.start(Position(Rules(), Table(), TileBag.parse("r9 r10 r11"), opened=False))
    assert [start.opening_points, start.apply(Lay(NEXT, tiles("r9 r10 r11"))).opening_points] == [0, 30]


@pytest.mark.parametrize(
    ("relaid", "sets"),
    [
        ("b8 b9 b10 | y3 b3 k3 | r4 r5 r6", ["k3 b3 y3", "r4 r5 r6", "b8 b9 b10"]),
        ("b8 b9 b10 | r3 r4 r5 r6", ["", "r3 r4 r5 r6", "b8 b9 b10"]),
        ("r1 r2 r3 | b8 b9 b10", ["", "", "b8 b9 b10", "r1 r2 r3"]),
        ("r4 | r5 r6", ["", "r5 r6", "", "r4"]),
        ("", ["", "", ""]),
    ],
)
def test_a_table_laid_anew_keeps_the_numbers(relaid: str, sets: list[str]) -> None:
    draft = drafted("k3 b3 y3 | r4 r5 r6 | b8 b9 b10", "r1 r2 r3").relaid(Table.parse(relaid))
    assert [str(meld) for meld in draft.sets] == sets


def test_a_table_with_foreign_tiles_is_not_laid() -> None:
    with pytest.raises(StepError) as refused:
        drafted("r4 r5 r6", "k1").relaid(Table.parse("r4 r5 r6 | y9"))
    assert refused.value.slip == Slip(S.FOREIGN, tile=Tile("y9"))


def test_tiles_that_are_no_set_are_sorted() -> None:
    assert str(ordered(tiles("* r9 k2"))) == "k2 r9 *"
