"""Moves, and what may be wrong with them."""

from typing import Any

import pytest

from openkub.law.moves import Code, Draw, IllegalMove, Move, Pass, Play, Problem, TimeOut
from openkub.messages import message
from openkub.notation.errors import NotationError
from openkub.pieces.tiles import Tile
from tests.workshop.positions import table


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", Draw()),
        ("pass", Pass()),
        ("play r5 r6 r7 | k9 b9 *", Play(table("r5 r6 r7 | k9 b9 *"))),
        ("play", Play(table(""))),
        ("timeout", TimeOut()),
        ("timeout r5 r6 | k9", TimeOut(table("r5 r6 | k9"))),
    ],
)
def test_a_move_is_one_line_of_text(text: str, move: Draw | Pass | Play | TimeOut) -> None:
    assert Move.parse(text) == move
    assert str(move) == text
    assert Move.parse(text.upper()) == Move.parse(text.capitalize()) == move


@pytest.mark.parametrize("text", ["", "fly", "draw 2", "pass r5", " draw", "draw\n", "playr5", "timeouts"])
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="write play, draw, pass, redeal or timeout"):
        Move.parse(text)


@pytest.mark.parametrize("verb", ["play", "timeout"])
def test_a_wrong_tile_in_a_move_is_named_with_its_place(verb: str) -> None:
    with pytest.raises(NotationError, match="'z9' is no tile") as error:
        Move.parse(f"{verb} r5 r6 r7 | z9")
    assert error.value.position == len(f"{verb} r5 r6 r7 | ")


def test_the_table_of_a_move_may_be_given_as_text() -> None:
    assert Play("r5 r6 r7") == Play(table("r5 r6 r7"))
    assert TimeOut("r5 | k9") == TimeOut(table("r5 | k9"))
    assert Play([["r5", "r6", "r7"], "krb9"]) == Play("r5 r6 r7 | k9 r9 b9")
    with pytest.raises(NotationError, match="'z9' is no tile"):
        Play("r5 z9")


@pytest.mark.parametrize("made_of", [[], 7, ((5,),), (7,), [[]]])
def test_a_move_holds_a_table_and_nothing_else(made_of: int | str | list[Any] | tuple[Any, ...]) -> None:
    for kind in (Play, TimeOut):
        with pytest.raises(NotationError, match="the table of a move is a Table"):
            kind(made_of)


def test_a_move_shows_itself_as_it_is_made() -> None:
    for move in (Play("r5 r6 r7"), Draw(), Pass(), TimeOut(), TimeOut("r5 r6 | k9"), TimeOut("")):
        assert eval(repr(move)) == move


def test_a_time_out_without_a_draft_is_not_one_with_all_tiles_in_the_hand() -> None:
    untouched, lifted = TimeOut(), TimeOut(table(""))
    assert untouched != lifted
    assert (str(untouched), str(lifted)) == ("timeout", "timeout -")
    assert (Move.parse("timeout"), Move.parse("timeout -")) == (untouched, lifted)
    with pytest.raises(NotationError):
        Play(None)


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (Problem(Code.MUST_PLAY), "must_play"),
        (Problem(Code.INVALID_SET, meld=0), "invalid_set (set 1)"),
        (Problem(Code.JOKER_KEPT, tile=Tile("*")), "joker_kept (tile *)"),
        (Problem(Code.OPENING_POINTS, points=0), "opening_points (0 points)"),
        (Problem(Code.NOT_YOUR_TILE, 2, Tile("r5")), "not_your_tile (set 3, tile r5)"),
    ],
)
def test_a_refusal_says_what_and_where_in_short_and_in_a_sentence(problem: Problem, says: str) -> None:
    error = IllegalMove(problem)
    assert (str(problem), error.problem) == (says, problem)
    assert str(error) == f"{problem.code}: {message(problem, 'en')}"


def test_codes_are_their_own_text() -> None:
    assert all(code == code.name.lower() for code in Code)
