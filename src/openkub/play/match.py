"""Several rounds: the score sheet, who starts next, who has won.

>>> match = Match(Rules(rounds=2), seats=2).record(Outcome("rack_empty", (0,), (24, -24)))
>>> match.record(Outcome("rack_empty", (1,), (-5, 5))).ranking
((0,), (1,))
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from openkub.law.rules import Rules
from openkub.law.score import Outcome
from openkub.play.shuffle import round_key
from openkub.play.state import State


@dataclass(frozen=True, slots=True)
class Match:
    """The rounds played so far; over after the agreed number, with an agreed total, or when somebody stopped it."""

    rules: Rules
    seats: int
    sheet: tuple[Outcome, ...] = ()
    first_starter: int = 0
    stopped: bool = False

    def __post_init__(self) -> None:
        self.rules.check_seats(self.seats)

    @property
    def over(self) -> bool:
        """Whether no further round is played."""
        rounds, points = self.rules.rounds, self.rules.match_points
        if self.stopped or (rounds is not None and len(self.sheet) >= rounds):
            return True
        return points is not None and max(self.totals) >= points

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's sum so far."""
        return totals([outcome.scores for outcome in self.sheet], self.seats)

    @property
    def wins(self) -> tuple[int, ...]:
        """How many rounds every seat has won; a shared win counts for each."""
        return tuple(sum(seat in outcome.winners for outcome in self.sheet) for seat in range(self.seats))

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from best to worst, by totals or first by rounds won; who is equal shares a place.

        >>> match = Match(Rules(match_winner="rounds_won"), seats=2)
        >>> for scores in ((50, -50), (-20, 20), (-20, 20)):
        ...     match = match.record(Outcome("rack_empty", (scores.index(max(scores)),), scores))
        >>> match.totals, match.wins, match.ranking
        ((10, -10), (1, 2), ((1,), (0,)))
        """
        wins = self.wins if self.rules.match_winner == "rounds_won" else (0,) * self.seats
        held = list(zip(wins, self.totals, strict=True))
        places = sorted(set(held), reverse=True)
        return tuple(tuple(s for s in range(self.seats) if held[s] == place) for place in places)

    def deal(self, key: bytes) -> State:
        """The next round, dealt from the match's key."""
        if self.over:
            raise ValueError("the match is over")
        number = len(self.sheet) + 1
        return State.deal(self.rules, self.seats, round_key(key, number), starter=self._next_starter)

    @property
    def _next_starter(self) -> int | None:
        """Who starts the next round, or None if it is drawn for; the first round always is."""
        if not self.sheet or self.rules.next_starter == "draw":
            return None
        if self.rules.next_starter == "winner":
            return self.sheet[-1].winners[0]
        return (self.first_starter + len(self.sheet)) % self.seats

    def record(self, outcome: Outcome, starter: int = 0) -> Match:
        """The match with one more round on its sheet; `starter` is who began that round."""
        if self.over:
            raise ValueError("the match is over")
        check_scores(outcome.scores, self.seats)
        first = self.first_starter if self.sheet else starter
        return replace(self, sheet=(*self.sheet, outcome), first_starter=first)

    def stop(self) -> Match:
        """The match ended by agreement."""
        return replace(self, stopped=True)


def totals(rounds: list[tuple[int, ...]], seats: int) -> tuple[int, ...]:
    """The sums of a score sheet, seat by seat."""
    return tuple(sum(scores[seat] for scores in rounds) for seat in range(seats))


def check_scores(scores: tuple[int, ...], seats: int) -> None:
    """Refuse a line of the sheet in which the winners did not get exactly what the losers lost."""
    if len(scores) != seats or sum(scores) != 0:
        raise ValueError(f"{scores} is no line of a score sheet for {seats}: it must sum to zero")
