"""Playing on from a turn of a game that is over: alone against bots, from that position, with a pool mixed anew.

Whoever looks back has seen all racks and what was drawn. So the game is nobody else's, nothing is counted of it, and
what will be drawn follows from a new secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from msgspec import Struct

from openkub.law.rules import Rules
from openkub.play.game import replay
from openkub.play.record import Record
from openkub.play.state import State
from openkub.server.wire.game import Level, Wanted
from openkub.server.wire.refusals import Refusal, Refused

OPPONENT: Level = "sharp"
"""Who sits where a person sat."""


class Past(Struct, frozen=True):
    """How a game that is played on begins: its table, its bots, and the position as it stands in the log."""

    wanted: Wanted
    bots: tuple[Level, ...]
    position: str


def past_of(record: Record, turn: int, seat: int | None) -> Past:
    """The position before that turn of a record (from 1), seen from a seat, or from the one whose turn it is.

    Who plays on is always the first at the new table, so all seats move up together.
    """
    state = _before(record, turn)
    own = state.turn if seat is None else seat
    if own >= state.seats:
        raise Refused(Refusal.NO_SUCH_SEAT, "there is no such seat", where="$.seat")
    order = [(own + place) % state.seats for place in range(state.seats)]
    wanted = Wanted(str(replace(record.rules, rounds=1)), state.seats, clock=None)
    position = str(_without_pool(_turned(state, order)))
    return Past(wanted, tuple(_level(record, other) for other in order[1:]), position)


def _before(record: Record, turn: int) -> State:
    played = 0
    for game in replay(record):
        if not game.over and played == turn - 1:
            return game.state
        played += not game.over
    raise Refused(Refusal.BAD_POSITION, f"there are {played} turns", where="$.turn")


def _level(record: Record, seat: int) -> Level:
    return next((level for level in get_args(Level) if level == record.bot(seat)), OPPONENT)


def _turned(state: State, order: Sequence[int]) -> State:
    """The same position with its seats in another order, which is the same around the table."""
    new = {old: place for place, old in enumerate(order)}
    return replace(
        state,
        racks=tuple(state.racks[old] for old in order),
        opened=tuple(state.opened[old] for old in order),
        shown=tuple(state.shown[old] for old in order),
        turn=new[state.turn],
        starter=new[state.starter],
        history=tuple(replace(turn, seat=new[turn.seat]) for turn in state.history),
    )


def _without_pool(state: State) -> State:
    """What the log keeps: nothing of the pool, and nothing of the rules, which it spells out elsewhere."""
    return replace(state, rules=Rules(), pool=())
