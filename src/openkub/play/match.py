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
    """The rounds played so far; over when the agreed number is played or somebody stopped it."""

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
        return self.stopped or (self.rules.rounds is not None and len(self.sheet) >= self.rules.rounds)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's sum so far."""
        return totals([outcome.scores for outcome in self.sheet], self.seats)

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from best to worst total; who is equal shares a place."""
        places = sorted(set(self.totals), reverse=True)
        return tuple(tuple(s for s in range(self.seats) if self.totals[s] == total) for total in places)

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
