"""A picture of what an answer costs as rack, table and jokers grow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from statistics import median

from lib.positions import DEFAULT, LARGE, random_position
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.solver import best

SAMPLE = 60
Measure = Callable[[Callable[[Position], object], Iterable[Position]], list[float]]
Panel = tuple[str, list[int], Callable[[int], list[Position]]]
WAYS: tuple[tuple[str, str, Callable[[Position], object]], ...] = (
    ("first best play (tidy=False)", "tab:blue", lambda position: best(position, tidy=False)),
    ("least disturbance (default)", "tab:orange", best),
)


def panels() -> list[Panel]:
    """What grows along each picture's axis, and the positions there; the rest is held still."""
    rack, table, jokers = [2, *range(5, 41, 5)], list(range(0, 81, 10)), list(range(5))
    return [
        ("tiles on the rack\n(40 on the table, 2 jokers)", rack, lambda n: _sample(DEFAULT, 40, n, 2)),
        ("tiles on the table\n(14 on the rack, 2 jokers)", table, lambda n: _sample(DEFAULT, n, 14, 2)),
        ("jokers in play\n(160 tiles: 60 on the table, 14 on the rack)", jokers, lambda n: _sample(LARGE, 60, 14, n)),
    ]


def _sample(rules: Rules, tiles: int, rack: int, jokers: int) -> list[Position]:
    rng = Random(f"{rules.tile_set} {tiles} {rack} {jokers}")
    return [random_position(rng, tiles=tiles, rack=rack, jokers=jokers, rules=rules) for _ in range(SAMPLE)]


def write_plot(path: Path, measure: Measure) -> None:
    """Median, 95th percentile and slowest of random positions, in microseconds on a scale of powers of ten."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(13, 4.2), sharey=True, layout="constrained")
    for axis, (label, sizes, positions) in zip(axes, panels(), strict=True):
        for name, colour, question in WAYS:
            costs = [sorted(measure(question, positions(size))) for size in sizes]
            middle, high = [median(c) for c in costs], [c[int(len(c) * 0.95)] for c in costs]
            axis.plot(sizes, middle, color=colour, marker="o", markersize=4, label=f"{name}: median")
            axis.fill_between(
                sizes, middle, high, color=colour, alpha=0.18, linewidth=0, label="to the 95th percentile"
            )
            axis.plot(sizes, [c[-1] for c in costs], color=colour, linestyle=":", linewidth=1.2, label="slowest")
        axis.set_yscale("log")
        axis.set_xlabel(label)
        axis.set_xticks(sizes)
        axis.grid(visible=True, which="major", alpha=0.3)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("CPU time of one answer")
    axes[0].set_yticks([10, 100, 1000, 10_000, 100_000], ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms"])
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False)
    figure.suptitle(f"{SAMPLE} random positions a point; random tables are harder than those of games")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
    print(f"wrote {path.name}")
