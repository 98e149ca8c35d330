"""The figures as a picture."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from openkub.arena.statistics import FEWEST_DEALS, Estimate, rate
from openkub.arena.summary import Line, Standing, Summary
from openkub.arena.tally import Tally
from openkub.arena.telling import percent
from openkub.cli.figures.tables import cross_table
from openkub.cli.trouble import Trouble

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#2b2d2f", "#c23b22", "#1f6fb4", "#c98a00", "#5b8c3a", "#7d4f9e")
CURVE_POINTS = 200
WIDE = 12.0


def plot(found: Summary, tally: Tally, path: Path) -> None:
    """Draw the result into a PNG file."""
    figure = figure_of(WIDE, 4.2)
    if len(found.standings) == 1:
        _one(figure, found, tally)
    else:
        _cross(figure, found)
    plan = found.plan
    deals = sum(standing.deals for standing in found.standings)
    figure.suptitle(f"{deals:,} deals, {plan.seats} seats, rules {plan.rules}", fontsize=10)
    figure.savefig(path, dpi=120)


def check_can_draw() -> None:
    """Refuse where there is nothing to draw with."""
    if find_spec("matplotlib") is None:
        raise Trouble("--plot needs the arena's extra, pip install 'openkub[arena]' (matplotlib is missing)")


def figure_of(wide: float, high: float) -> Figure:
    """An empty picture of that size in inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(wide, high), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _one(figure: Figure, found: Summary, tally: Tally) -> None:
    wins, points, course = figure.subplots(1, 3, width_ratios=(1, 1, 1.4))
    standing = found.standings[0]
    lines = sorted(standing.lines, key=lambda line: line.wins.mean)
    names = [_short(found.plan.labels[line.entrant]) for line in lines]
    _dots(wins, [line.wins.times(100) for line in lines], lines, names)
    wins.axvline(100 / found.plan.seats, color="0.6", linestyle="--", linewidth=1)
    wins.set_xlim(left=max(0, wins.get_xlim()[0]), right=min(100, wins.get_xlim()[1]))
    wins.set_xlabel("wins, % (dashed: equal strength)")
    _dots(points, [line.points for line in lines], lines, names)
    points.set_yticklabels([])
    points.axvline(0, color="0.6", linestyle="--", linewidth=1)
    points.set_xlabel("points a game")
    _course(course, standing, found, tally)


def _short(label: str) -> str:
    return label if len(label) <= 24 else f"…{label[-23:]}"


def _dots(axes: Axes, values: list[Estimate], lines: list[Line], names: list[str]) -> None:
    for place, (value, line) in enumerate(zip(values, lines, strict=True)):
        low, high = value.interval or (value.mean, value.mean)
        sides = [[value.mean - low], [high - value.mean]]
        axes.errorbar(value.mean, place, xerr=sides, fmt="o", capsize=4, color=_colour(line.entrant))
        axes.annotate(f"{value.mean:.1f}", (value.mean, place), (0, 7), textcoords="offset points", ha="center")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.margins(x=0.15)
    leave_plain(axes)


def _course(axes: Axes, standing: Standing, found: Summary, tally: Tally) -> None:
    """How the win rates settled, deal by deal."""
    deals = [deal for deal in tally.deals if deal.games]
    marks = sorted({max(FEWEST_DEALS, round(len(deals) * step / CURVE_POINTS)) for step in range(1, CURVE_POINTS + 1)})
    for line in standing.lines if len(deals) >= FEWEST_DEALS else ():
        scores = [deal.wins(line.entrant) or 0.0 for deal in deals]
        values = [rate(scores[:mark]).times(100) for mark in marks]
        axes.plot(marks, [value.mean for value in values], color=_colour(line.entrant), linewidth=1.5)
        low, high = zip(*(value.interval or (value.mean, value.mean) for value in values), strict=True)
        axes.fill_between(marks, low, high, color=_colour(line.entrant), alpha=0.15, linewidth=0)
    axes.axhline(100 / found.plan.seats, color="0.6", linestyle="--", linewidth=1)
    last = [100 * line.wins.mean for line in standing.lines]
    axes.set_ylim(max(0, min(last) - 20), min(100, max(last) + 20))
    axes.set_xlabel("deals")
    axes.set_ylabel("wins so far, %, with 95 % interval")
    leave_plain(axes)


def _cross(figure: Figure, found: Summary) -> None:
    """A cross table in colours: blue wins more than its share, red less."""
    labels = found.plan.labels
    figure.set_size_inches(2.4 + 1.0 * len(labels), 1.6 + 0.7 * len(labels))
    axes = figure.subplots()
    share = 100 / found.plan.seats
    cells = cross_table(found)
    grid = [[_rate(cells, row, column) for column in range(len(labels))] for row in range(len(labels))]
    axes.imshow(grid, cmap="RdBu", vmin=-share / 2, vmax=5 * share / 2, aspect="auto")
    for (row, column), line in cells.items():
        text = percent(line.wins).replace(" % ", "\n")
        strong = abs(100 * line.wins.mean - share) > 0.9 * share
        axes.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if strong else "black")
    axes.set_xticks(range(len(labels)), [_short(label) for label in labels], rotation=30, ha="right")
    axes.set_yticks(range(len(labels)), [_short(label) for label in labels])
    axes.set_ylabel("wins, %, of one of these")
    axes.set_xlabel(f"against {found.plan.seats - 1 if found.plan.seats > 2 else 'one'} of these")


def _rate(cells: dict[tuple[int, int], Line], row: int, column: int) -> float:
    return 100 * cells[row, column].wins.mean if (row, column) in cells else float("nan")


def _colour(entrant: int) -> str:
    return COLOURS[entrant % len(COLOURS)]


def leave_plain(axes: Axes) -> None:
    """No frame where none is needed, and a faint grid."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="both", color="0.92")
    axes.set_axisbelow(True)
