"""Figures as people read them, and tables of them as plain text.

>>> print(columns([["bot", "wins"], ["steady", "7.5 %"], ["Mine", "92.5 %"]]))
bot       wins
steady   7.5 %
Mine    92.5 %
"""

from __future__ import annotations

from collections.abc import Sequence

from openkub.arena.statistics import ROUNDING, Estimate


def percent(value: Estimate) -> str:
    """`54.2 % ± 1.3`; where the interval was cut at 0 or 100 %, the other side alone.

    >>> percent(Estimate(0.5416, (0.5284, 0.5548))), percent(Estimate(0.98, (0.9, 1.0))), percent(Estimate(0.5, None))
    ('54.2 % ± 1.3', '98.0 % -8.0', '50.0 % ± –')
    """
    value = value.times(100)
    return f"{value.mean:.1f} %{sides(value)}"


def signed(value: Estimate) -> str:
    """`+3.2 ± 1.0`."""
    return f"{value.mean + 0.0:+.1f}{sides(value)}"


def sides(value: Estimate) -> str:
    """What stands behind a mean: its interval."""
    if value.interval is None:
        return " ± –"
    below, above = value.mean - value.interval[0], value.interval[1] - value.mean
    if abs(above - below) < ROUNDING:
        return f" ± {above:.1f}"
    return f" +{above:.1f}" if above > below else f" -{below:.1f}"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows below each other: the first column begins at the left, the others end at the right."""
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ([row[0].ljust(first), *map(str.rjust, row[1:], others)] for row in rows)
    return "\n".join("  ".join(line) for line in lines)
