"""Deals come in any order; they are counted in theirs, so that a result never depends on who was quicker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypedDict

from openkub.arena.deals import Deal
from openkub.arena.plan import Plan
from openkub.arena.sprt import Sprt, Verdict
from openkub.notation.text import amount


class Row(TypedDict):
    """One seat of one game."""

    deal: int
    game: int
    seat: int
    bot: str
    score: int
    won: float
    """1, 0, or the part of a win that was shared."""
    turns: int
    foul: str | None


@dataclass(slots=True, repr=False)
class Tally:
    """The deals played so far without a gap, and what the test says after them; printed, it is a table."""

    plan: Plan
    sprt: Sprt | None = None
    deals: list[Deal] = field(default_factory=list)
    ratio: float = 0.0
    verdict: Verdict | None = None
    _early: dict[tuple[int, int], Deal] = field(default_factory=dict)
    _counts: Counter[float] = field(default_factory=Counter)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is needed."""
        return self.verdict is not None or len(self.deals) == self.plan.deals * len(self.plan.lineups)

    def add(self, deal: Deal) -> None:
        """Count a deal, now or when those before it have come; after the verdict nothing counts any more."""
        self._early[deal.key] = deal
        while not self.is_over and (following := self._early.pop(self._next, None)):
            self.deals.append(following)
            self._judge(following)

    def rows(self) -> Iterator[Row]:
        """A row for every seat of every game, in their order: ready for pandas or polars."""
        for deal in self.deals:
            for number, game in enumerate(deal.games, 1):
                for seat, who in enumerate(game.seating):
                    yield Row(
                        deal=deal.number + 1,
                        game=number,
                        seat=seat + 1,
                        bot=self.plan.labels[who],
                        score=game.scores[seat],
                        won=game.share(seat),
                        turns=game.turns,
                        foul=str(game.foul) if game.foul and game.foul.seat == seat else None,
                    )

    def __str__(self) -> str:
        """The figures as a table."""
        from openkub.arena.summary import summary  # which counts tallies

        return "\n".join([str(summary(self)), *self._test()])

    def _test(self) -> Iterator[str]:
        if self.sprt is None:
            return
        low, high = f"{100 * self.sprt.low:g} %", f"{100 * self.sprt.high:g} %"
        better = f"{self.plan.labels[0]} is {'not ' * (self.verdict == 'low')}that much better"
        say = {
            None: f"not decided between {low} and {high}",
            "high": f"{high} rather than {low}: {better}",
            "low": f"{low} rather than {high}: {better}",
        }[self.verdict]
        yield f"SPRT after {amount(len(self.deals), 'deal')}: {say} (log ratio {self.ratio:+.2f})"

    def __repr__(self) -> str:
        """`<Tally of 2 deals: Mine, random>`."""
        return f"<Tally of {amount(len(self.deals), 'deal')}: {', '.join(self.plan.labels)}>"

    @property
    def _next(self) -> tuple[int, int]:
        number, lineup = divmod(len(self.deals), len(self.plan.lineups))
        return lineup, number

    def _judge(self, deal: Deal) -> None:
        score = deal.wins(0)
        if self.sprt is None or score is None:
            return
        self._counts[round(score, 9)] += 1
        self.ratio = self.sprt.ratio(self._counts)
        self.verdict = self.sprt.verdict(self.ratio)
