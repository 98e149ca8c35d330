"""Deals come in any order; they are counted in theirs, so that a result never depends on who was quicker."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from openkub.arena.deals import Deal
from openkub.arena.plan import Plan
from openkub.arena.sprt import Sprt, Verdict


@dataclass(slots=True)
class Tally:
    """The deals played so far without a gap, and what the test says after them."""

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
