"""One game between bots, to its end or to the first foul."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openkub.arena.fouls import Foul, Kind, ask, watched_seconds
from openkub.bots.protocol import Bot, Clock, Follower
from openkub.law.moves import IllegalMove, Move
from openkub.play.game import Game

FINE = 100
"""What a bot that fouls pays to every other seat."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it came, and the foul that ended it, if one did."""

    game: Game
    foul: Foul | None = None

    @property
    def scores(self) -> tuple[int, ...]:
        """What every seat gets; after a foul the offender pays every other seat the fine."""
        if self.foul:
            seats = self.game.state.seats
            return tuple(-FINE * (seats - 1) if seat == self.foul.seat else FINE for seat in range(seats))
        assert self.game.state.outcome
        return self.game.state.outcome.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won; after a foul all the others."""
        if self.foul:
            return tuple(seat for seat in range(self.game.state.seats) if seat != self.foul.seat)
        assert self.game.state.outcome
        return self.game.state.outcome.winners


def play_game(game: Game, bots: Sequence[Bot], clock: Clock) -> Played:
    """Play a round to its end, or to the first foul, and tell those who want to know."""
    played, watched = Played(game), [watched_seconds(bot, clock) for bot in bots]
    while not played.foul and not played.game.over:
        seat = played.game.state.turn
        played = _after(played.game, ask(bots[seat], played.game.view, clock, watched[seat]))
    for seat, bot in enumerate(bots):
        if isinstance(bot, Follower):
            bot.over(played.game.state.view(seat), played.scores, str(played.foul or ""))
    return played


def _after(game: Game, answer: Move | Foul) -> Played:
    """The game after what a bot said; an illegal move is a foul."""
    if isinstance(answer, Foul):
        return Played(game, answer)
    try:
        return Played(game.apply(answer))
    except IllegalMove as error:
        return Played(game, Foul(game.state.turn, Kind.ILLEGAL, f"{error}: {answer}"))
