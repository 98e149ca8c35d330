"""A record of the arena, played again: each seat draws from its own pile, so the rules alone do not know the draws."""

from __future__ import annotations

from collections.abc import Iterator

from openkub.arena.faults import Foul
from openkub.arena.games import make_move
from openkub.arena.piles import Piles
from openkub.match import Match
from openkub.record import Record
from openkub.state import State


class ReplayError(ValueError):
    """A record that cannot have happened in the arena."""


def replay(record: Record) -> Iterator[State]:
    """The state at the start and after every turn; `ReplayError` at the first that could not have happened."""
    state = Match(record.rules, len(record.seats)).deal(record.shuffle.key)
    piles = Piles.dealt(state.pool, state.seats)
    yield state
    for number, (seat, move) in enumerate(record.rounds[0].turns, 1):
        if seat != state.turn:
            raise ReplayError(f"turn {number}: it was the turn of seat {state.turn + 1}")
        try:
            state, piles = make_move(state, piles, move)
        except Foul as foul:
            raise ReplayError(f"turn {number}: {foul}") from None
        yield state
    if state.outcome != record.rounds[0].outcome:
        raise ReplayError("the record ends otherwise")
