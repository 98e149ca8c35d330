"""Means with intervals, counted in deals: games of one deal share their tiles, so they are no independent witnesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95
_FIRST_T = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469)
"""Student's t for one to six degrees of freedom, where the series below is too coarse."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half the width of its 95 % interval; infinite when one deal says nothing about the spread."""

    mean: float
    half: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values and its interval.

    >>> shown = estimate([0.0, 0.5, 0.5, 1.0])
    >>> round(shown.mean, 3), round(shown.half, 3)
    (0.5, 0.65)
    """
    if len(values) < 2:
        return Estimate(values[0] if values else 0.0, inf)
    return Estimate(fmean(values), student_t(len(values) - 1) * stdev(values) / sqrt(len(values)))


def rate(values: Sequence[float]) -> Estimate:
    """The mean of shares between 0 and 1; where none or all was won, three in n may still come (the rule of three).

    >>> rate([1.0] * 100)
    Estimate(mean=1.0, half=0.03)
    """
    found = estimate(values)
    at_an_end = len(values) > 1 and found.half == 0 and found.mean in (0.0, 1.0)
    return Estimate(found.mean, min(1.0, 3 / len(values))) if at_an_end else found


def student_t(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's distribution, to about three digits (a series around the normal one)."""
    if freedom <= len(_FIRST_T):
        return _FIRST_T[freedom - 1]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
