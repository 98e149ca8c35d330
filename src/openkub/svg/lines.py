"""Things side by side, in lines; none of them is broken.

>>> in_lines([3, 3, 4, 3], limit=10, gap=1)
((0, 1), (2, 3))
"""

from __future__ import annotations

from collections.abc import Sequence

Lines = tuple[tuple[int, ...], ...]
"""What stands on each line, by its index."""


def in_lines(widths: Sequence[float], limit: float, gap: float) -> Lines:
    """As few lines as the limit allows, and those as short as they can be; what is too wide has a line of its own."""
    lines = _filled(widths, limit, gap)
    while lines:
        shorter = _filled(widths, line_width(widths, lines, gap) - 0.5, gap)
        if len(shorter) > len(lines) or line_width(widths, shorter, gap) >= line_width(widths, lines, gap):
            break
        lines = shorter
    return lines


def line_width(widths: Sequence[float], lines: Lines, gap: float) -> float:
    """The width of the widest line."""
    return max((sum(widths[index] + gap for index in line) - gap for line in lines), default=0)


def _filled(widths: Sequence[float], limit: float, gap: float) -> Lines:
    lines: list[list[int]] = []
    left = 0.0
    for index, width in enumerate(widths):
        if not lines or left < gap + width:
            lines.append([])
            left = limit + gap
        lines[-1].append(index)
        left -= gap + width
    return tuple(map(tuple, lines))
