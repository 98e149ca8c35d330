"""CPU time of small things, and tables of it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from statistics import median
from time import process_time, process_time_ns

SAMPLE_S = 0.002


def cpu_us(action: Callable[[], object], samples: int = 51) -> float:
    """The median CPU time of an action in microseconds, over samples that are long enough for the clock."""
    action()
    once = _timed(action, 1)
    repeats = max(1, round(SAMPLE_S / max(once, 1e-7)))
    gc.disable()
    try:
        return median(_timed(action, repeats) / repeats for _ in range(samples)) * 1e6
    finally:
        gc.enable()


def spent_us(action: Callable[[], object]) -> float:
    """Return the CPU time of one call in microseconds."""
    start = process_time_ns()
    action()
    return (process_time_ns() - start) / 1000


def _timed(action: Callable[[], object], repeats: int) -> float:
    start = process_time()
    for _ in range(repeats):
        action()
    return process_time() - start


def print_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """A table for people and for Markdown: the first column to the left, the others to the right."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    head, *body = (_row(line, widths) for line in lines)
    rule = "|".join(["", "-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:]), ""])
    print(head, rule, *body, sep="\n")


def _row(cells: list[str], widths: list[int]) -> str:
    return "|".join(["", *_padded(cells, widths), ""])


def _padded(cells: list[str], widths: list[int]) -> Iterator[str]:
    for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        yield f" {cell:>{width}} " if place else f" {cell:<{width}} "


def beside(text: str, value: float, target: float) -> str:
    """A figure, and whether it is as small as it is to be."""
    return f"{text}: {'kept' if value <= target else 'MISSED'}"


def human_us(us: float) -> str:
    """`86 µs`, `4.2 ms`."""
    if us < 1000:
        return f"{us:.{0 if us >= 10 else 1}f} µs"
    return f"{us / 1000:.1f} ms"
