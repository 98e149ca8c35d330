"""What cannot be done with what was typed, in words."""

from __future__ import annotations

from dataclasses import replace

from openkub.law.moves import Code, Problem
from openkub.messages import message
from openkub.play.draft import Draft
from openkub.play.steps import Slip, SlipCode


class Complaint(ValueError):
    """Something typed that cannot be done; the sentence says why, and often what to type instead."""


def slip_text(slip: Slip, draft: Draft) -> str:
    """Why a step cannot be done; sets are counted from 1."""
    tile, number = slip.tile, (slip.set or 0) + 1
    match slip.code:
        case SlipCode.NO_SET:
            known = ", ".join(str(known + 1) for known in draft.numbers)
            return f"There is no set {number}" + (f"; there are {known}." if known else ": the table is empty.")
        case SlipCode.NOT_IN_SET:
            return f"There is no {tile} in set {number}."
        case SlipCode.NOT_HELD:
            return _not_held(slip, draft)
        case SlipCode.NO_SPLIT:
            return _no_split(number, len(draft.sets[number - 1]))
        case SlipCode.NO_JOKER:
            return f"Set {number} holds no joker."
        case SlipCode.NOT_STOOD_FOR:
            return f"No joker in set {number} stands for {tile}."
        case SlipCode.ITSELF:
            return "A set cannot be joined to itself."
        case SlipCode.FOREIGN:
            return f"Neither the table nor your rack holds {tile}."
        case SlipCode.DOES_NOT_ADD_UP:
            return f"That is not what would be left of set {number}."


def _no_split(number: int, size: int) -> str:
    if size == 1:
        return f"Set {number} is one tile: there is nothing to split."
    return f"Set {number} has {size} tiles; it can be split behind tile 1 to {size - 1}."


def _not_held(slip: Slip, draft: Draft) -> str:
    """That a tile is neither on the rack nor in the hand, and where one is."""
    tile = slip.tile
    has = f"only one {tile}" if tile in draft.rack + draft.hand else f"no {tile}"
    places = [number for number, meld in enumerate(draft.sets, 1) if tile in meld]
    hint = f" Set {places[0]} holds one: '{places[0]} - {tile}' takes it." if places else ""
    return f"You have {has}.{hint}"


_BEFORE = (Code.INVALID_BEFORE, Code.JOKER_SET_SPLIT, Code.JOKER_SOURCE)
"""Problems that count the sets as they lay before the turn; until it is over, they keep those numbers."""


def refusal(problem: Problem, draft: Draft, language: str) -> str:
    """Why the rules refuse a turn, by the numbers that the player sees: gaps are counted there."""
    edition, meld = draft.position.rules.edition, problem.meld
    if meld is None:
        return message(problem, language, edition)
    if problem.code in _BEFORE:  # how it lay: on the screen it has changed, or is gone
        return f"{message(problem, language, edition)} ({draft.before[meld]})"
    return message(replace(problem, meld=draft.numbers[meld]), language, edition)
