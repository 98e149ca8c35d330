"""A sequential test that stops as soon as the deals have said enough.

The generalised sequential probability ratio test of Stockfish's fishtest and of fastchess: how much likelier are the
deal scores if the true win rate is HIGH than if it is LOW? With two seats a deal scores 0, ¼, ½, ¾ or 1: the
"pentanomial" model. With more seats there are more scores, and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum, log
from typing import Literal

ALPHA = BETA = 0.05
EMPTY = 1e-3
"""How often a score that never occurred is taken to have occurred."""

Verdict = Literal["low", "high"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """Is the win rate of the first bot `low`, or `high`? Both between 0 and 1; `games` is how many make a deal."""

    low: float
    high: float
    games: int = 2

    def ratio(self, counts: Mapping[float, int]) -> float:
        """The logarithm of the likelihood ratio, from how often every deal score came."""
        if not counts:
            return 0.0
        possible = {step / (2 * self.games): EMPTY for step in range(2 * self.games + 1)}
        return log_ratio({**possible, **counts}, self.low, self.high)

    def verdict(self, ratio: float) -> Verdict | None:
        """What a ratio decides, with five errors in a hundred either way; None: go on."""
        if ratio >= log((1 - BETA) / ALPHA):
            return "high"
        return "low" if ratio <= log(BETA / (1 - ALPHA)) else None


def log_ratio(counts: Mapping[float, float], low: float, high: float) -> float:
    """The logarithm of (likelihood if the mean is `high`) / (likelihood if it is `low`), each at its best.

    >>> round(log_ratio({0: 10, 0.25: 20, 0.5: 40, 0.75: 20, 1: 20}, 0.5, 0.55), 3)
    1.258
    """
    total = fsum(counts.values())
    shares = {score: count / total for score, count in counts.items()}
    lows, highs = _likeliest(shares, low), _likeliest(shares, high)
    return total * fsum(share * log(highs[score] / lows[score]) for score, share in shares.items())


def _likeliest(shares: dict[float, float], mean: float) -> dict[float, float]:
    """Of all distributions with that mean, the one under which these shares are likeliest.

    It is share / (1 + x · (score - mean)), with the x for which it sums to one.
    """
    below, above = mean - min(shares), max(shares) - mean
    low, high = -1 / above, 1 / below
    for _ in range(60):
        x = (low + high) / 2
        slope = fsum(share * (score - mean) / (1 + x * (score - mean)) for score, share in shares.items())
        low, high = (x, high) if slope > 0 else (low, x)
    x = (low + high) / 2
    return {score: share / (1 + x * (score - mean)) for score, share in shares.items()}
