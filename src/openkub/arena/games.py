"""One game between bots, to its end or to the first foul."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from openkub.arena.faults import Foul, Kind, ask, illegal
from openkub.bots.protocol import Bot, Clock
from openkub.law.moves import IllegalMove
from openkub.play.piles import Piles
from openkub.play.state import State
from openkub.play.view import View

FINE = 100
"""What a bot that fouls pays to every other seat."""


@runtime_checkable
class Follower(Protocol):
    """A bot that wants to know how the game ended; `foul` is empty, or says which seat lost it and why."""

    def over(self, view: View, scores: tuple[int, ...], foul: str) -> None:
        """The game is over."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Who fouled, and how."""

    seat: int
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: the last state, and the foul that ended it, if one did."""

    state: State
    lost: Lost | None = None

    @property
    def scores(self) -> tuple[int, ...]:
        """What every seat gets; after a foul the offender pays every other seat the fine."""
        if self.lost:
            seats = self.state.seats
            return tuple(-FINE * (seats - 1) if seat == self.lost.seat else FINE for seat in range(seats))
        assert self.state.outcome
        return self.state.outcome.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won; after a foul all the others."""
        if self.lost:
            return tuple(seat for seat in range(self.state.seats) if seat != self.lost.seat)
        assert self.state.outcome
        return self.state.outcome.winners


def play_game(state: State, bots: Sequence[Bot], clock: Clock) -> Played:
    """Play a fresh round to its end, every seat drawing from its own pile."""
    piles = Piles.dealt(state.pool, state.seats)
    lost = None
    while not state.outcome and not lost:
        seat = state.turn
        try:
            move = ask(bots[seat], state.view(seat), clock)
            state, piles = piles.apply(state, move)
        except IllegalMove as error:
            lost = Lost(seat, Kind.ILLEGAL, illegal(error, move).why)
        except Foul as foul:
            lost = Lost(seat, foul.kind, foul.why)
    played = Played(state, lost)
    _tell_all(played, bots)
    return played


def _tell_all(played: Played, bots: Sequence[Bot]) -> None:
    foul = f"seat {played.lost.seat + 1} {played.lost.kind}: {played.lost.why}" if played.lost else ""
    for seat, bot in enumerate(bots):
        if isinstance(bot, Follower):
            bot.over(played.state.view(seat), played.scores, foul)
