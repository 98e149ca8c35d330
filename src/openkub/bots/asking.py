"""What a program may ask the solver while it is its turn: docs/protocol.md. Answered from its own `View` alone.

A question costs what its `limit` says, at most the solver's own, and a turn has so many of them; the program's clock
runs meanwhile. What is wrong with a question is said in its answer, and loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from openkub.law.moves import Move, Play
from openkub.notation.errors import NotationError
from openkub.notation.text import quoted
from openkub.pieces.tiles import TileBag
from openkub.play.view import View
from openkub.solver import (
    LIMIT,
    Answer,
    Effort,
    Weights,
    best,
    can_go_out,
    can_play,
    frontier,
    mask,
    place,
    plays,
    takes,
)
from openkub.solver.answers import Objective

MOST_QUESTIONS = 100
"""In one turn."""
MOST_PLAYS = 1000
"""Listed at once."""

Question = Mapping[str, Any]
Told = dict[str, Any]


class Misasked(ValueError):
    """A question that cannot be answered; the message says what is wrong with it."""


def answer_to(view: View, question: Question) -> Told:
    """The answer as an event; `error` in it says what is wrong with a question."""
    name = question.get("question")
    told: Told = {"type": "answer", "question": name if isinstance(name, str) else None}
    if isinstance(question.get("id"), int | str):
        told["id"] = question["id"]
    try:
        if not isinstance(name, str) or name not in QUESTIONS:
            raise Misasked(f"there is no question {quoted(name)}; there are {', '.join(QUESTIONS)}")
        return told | QUESTIONS[name](view, question)
    except (Misasked, NotationError) as error:
        return told | {"error": str(error)}


def _best(view: View, question: Question) -> Told:
    objective, tidy = _objective(question), question.get("tidy", False) is True
    found = best(view, objective, tidy=tidy, limit=_effort(question))
    return _told(found) if found else {"move": None}


def _can_play(view: View, question: Question) -> Told:
    effort = _effort(question)
    return {"yes": can_play(view, limit=effort), "exact": effort.exact}


def _can_go_out(view: View, question: Question) -> Told:
    effort = _effort(question)
    return {"yes": can_go_out(view, limit=effort), "exact": effort.exact}


def _frontier(view: View, question: Question) -> Told:
    found = frontier(view, limit=_effort(question))
    return {"plays": [_told(answer) for answer in found.values()], "exact": found.exact}


def _takes(view: View, question: Question) -> Told:
    found = takes(view, limit=_effort(question))
    return {"tiles": str(TileBag(found)), "exact": found.exact}


def _plays(view: View, question: Question) -> Told:
    most = _number(question, "most", 100, MOST_PLAYS)
    found = plays(view, limit=_effort(question))
    listed = [str(tiles) for tiles in islice(found, most)]
    return {"plays": listed, "exact": found.exact and len(listed) < most}


def _mask(view: View, question: Question) -> Told:
    found = mask(view, _own_tiles(view, question), limit=_effort(question))
    return {"tiles": str(TileBag(found.tiles)), "is_play": found.is_play, "exact": found.exact}


def _place(view: View, question: Question) -> Told:
    effort = _effort(question)
    found = place(view, _own_tiles(view, question), tidy=False, limit=effort)
    return {"move": str(found) if found else None, "exact": effort.exact}


def _check(view: View, question: Question) -> Told:
    move = Move.parse(question.get("move", ""))
    if not isinstance(move, Play):
        raise Misasked("only a play can be checked")
    problem = view.position.play_problem(move.table)
    return {"legal": problem is None, "code": problem and str(problem.code)}


QUESTIONS: Mapping[str, Callable[[View, Question], Told]] = MappingProxyType(
    {
        "best": _best,
        "can_play": _can_play,
        "can_go_out": _can_go_out,
        "frontier": _frontier,
        "takes": _takes,
        "plays": _plays,
        "mask": _mask,
        "place": _place,
        "check": _check,
    }
)
"""What can be asked, by name."""


def _told(answer: Answer) -> Told:
    laid = {"move": str(answer.play), "tiles": str(answer.laid), "count": answer.count}
    return {**laid, "value": answer.value, "gain": answer.gain, "exact": answer.exact}


def _objective(question: Question) -> Objective:
    weights, objective = question.get("weights"), question.get("objective", "tiles")
    if weights is not None:
        return _weights(weights)
    if objective not in ("tiles", "value", "fewest"):
        raise Misasked(f"an objective is tiles, value or fewest, not {quoted(objective)}")
    return objective  # type: ignore[no-any-return]  # one of the three


def _weights(given: object) -> Weights:
    """Gains by tile, `*` for a joker; whatever is not named gains nothing."""
    if not isinstance(given, dict) or not all(type(gain) is int for gain in given.values()):
        raise Misasked('weights are whole numbers by tile: {"r7": 5, "*": 1}')
    try:
        return Weights.of(given)
    except ValueError as error:
        raise Misasked(str(error)) from None


def _effort(question: Question) -> Effort:
    return Effort(_number(question, "limit", LIMIT, LIMIT))


def _number(question: Question, name: str, otherwise: int, most: int) -> int:
    number = question.get(name, otherwise)
    if type(number) is not int or not 1 <= number <= most:
        raise Misasked(f"{name} is a whole number from 1 to {most}")
    return number


def _own_tiles(view: View, question: Question) -> TileBag:
    tiles = TileBag.parse(question.get("tiles", ""))
    if not tiles <= view.rack:
        raise Misasked(f"{tiles.minus(view.rack)} is not on the rack")
    return tiles
