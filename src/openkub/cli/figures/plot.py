"""Plots as PNG files: win rates of bots in an arena, and the winning chances in an analysed game."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from openkub.analysis import Analysis, Mark
from openkub.arena.statistics import FEWEST_DEALS, Estimate, percent, rate
from openkub.arena.summary import Standing, Summary
from openkub.arena.tally import Tally
from openkub.cli.trouble import Trouble

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#2b2d2f", "#c23b22", "#1f6fb4", "#c98a00", "#5b8c3a", "#7d4f9e")
CURVE_POINTS = 200


def check_can_draw() -> None:
    """Raise `Trouble` without matplotlib."""
    if find_spec("matplotlib") is None:
        raise Trouble("--plot needs the arena's extra, pip install 'openkub[arena]' (matplotlib is missing)")


def plot_arena(found: Summary, tally: Tally, path: Path) -> None:
    """Draw win rates, points and their course by deals; for many line-ups a cross table of win rates."""
    one = len(found.standings) == 1
    figure = _figure(12.0, 4.2 if one else 1.6 + 0.7 * len(found.plan.labels))
    _line_up(figure, found.standings[0], found, tally) if one else _cross_table(figure, found)
    figure.suptitle(found.heading, fontsize=10)
    figure.savefig(path, dpi=120)


def plot_chances(found: Analysis, path: Path) -> None:
    """Draw the winning chances of all seats turn by turn, a row for each round."""
    figure = _figure(12.0, 3.6 * len(found.rounds))
    for round_, axes in zip(found.rounds, figure.subplots(len(found.rounds), 1, squeeze=False)[:, 0], strict=True):
        curve = [chances for chances in round_.curve if chances]
        first = round_.turns[0].turn - 1
        for seat, player in enumerate(found.players):
            axes.plot(
                range(first, first + len(curve)),
                [100 * row[seat] for row in curve],
                color=COLOURS[seat],
                label=player.name,
            )
            missed = [turn for turn in round_.turns if turn.mark is Mark.MISSED and turn.seat == seat + 1]
            heights = [100 * turn.chances[seat] for turn in missed if turn.chances]
            axes.plot([turn.turn - 1 for turn in missed if turn.chances], heights, "x", color=COLOURS[seat])
        for turn in round_.turns:
            if turn.turning_point:
                axes.axvline(turn.turn, color="0.6", linestyle="--", linewidth=1)
        axes.set(ylim=(0, 100), xlabel="turns (crosses: missed; dashed: the turning point)", ylabel="chance to win, %")
        axes.legend(loc="upper left", fontsize=8)
    figure.suptitle(f"{len(found.turns)} turns, rules {found.rules}", fontsize=10)
    figure.savefig(path, dpi=120)


def _figure(width: float, height: float) -> Figure:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _line_up(figure: Figure, standing: Standing, found: Summary, tally: Tally) -> None:
    wins, points, course = figure.subplots(1, 3, width_ratios=(1, 1, 1.4))
    lines = sorted(standing.lines, key=lambda line: line.wins.mean)
    share = 100 / found.plan.seats
    _estimates(wins, [line.wins.times(100) for line in lines], share, "wins, % (dashed: equal strength)")
    wins.set_yticks(range(len(lines)), [found.plan.labels[line.entrant][-24:] for line in lines])
    _estimates(points, [line.points for line in lines], 0, "points a game")
    deals = [deal for deal in tally.deals if deal.games]
    marks = sorted({max(FEWEST_DEALS, round(len(deals) * step / CURVE_POINTS)) for step in range(1, CURVE_POINTS + 1)})
    for line in lines if len(deals) >= FEWEST_DEALS else ():
        scores = [deal.wins(line.entrant) or 0.0 for deal in deals]
        values = [rate(scores[:mark]).times(100) for mark in marks]
        low, high = zip(*(value.interval or (value.mean, value.mean) for value in values), strict=True)
        [curve] = course.plot(marks, [value.mean for value in values])
        course.fill_between(marks, low, high, color=curve.get_color(), alpha=0.15, linewidth=0)
    course.axhline(share, color="0.6", linestyle="--", linewidth=1)
    course.set(xlabel="deals", ylabel="wins so far, %, with 95 % interval")


def _estimates(axes: Axes, values: list[Estimate], equal: float, label: str) -> None:
    for place, value in enumerate(values):
        low, high = value.interval or (value.mean, value.mean)
        axes.errorbar(value.mean, place, xerr=[[value.mean - low], [high - value.mean]], fmt="o", capsize=4)
        axes.annotate(f"{value.mean:.1f}", (value.mean, place), (0, 7), textcoords="offset points", ha="center")
    axes.axvline(equal, color="0.6", linestyle="--", linewidth=1)
    axes.set(ylim=(-0.6, len(values) - 0.4), yticks=[], xlabel=label)
    axes.margins(x=0.15)


def _cross_table(figure: Figure, found: Summary) -> None:
    """Colour a cell blue where the row's bot wins more than its share, red where less."""
    labels, axes, share = found.plan.labels, figure.subplots(), 100 / found.plan.seats
    grid = [[float("nan")] * len(labels) for _ in labels]
    for standing in found.standings:
        for line in standing.lines[: 2 if len(standing.lineup) == 2 else 1]:
            row, column = standing.lineup[0], standing.lineup[-1]
            if line.entrant != row:
                row, column = column, row
            grid[row][column] = 100 * line.wins.mean
            axes.text(column, row, percent(line.wins).replace(" % ", "\n"), ha="center", va="center", fontsize=8)
    axes.imshow(grid, cmap="RdBu", vmin=-share / 2, vmax=5 * share / 2, aspect="auto")
    axes.set_xticks(range(len(labels)), [label[-24:] for label in labels], rotation=30, ha="right")
    axes.set_yticks(range(len(labels)), [label[-24:] for label in labels])
    axes.set(ylabel="wins, %, of one of these", xlabel="against these")
