"""The curve of winning chances as a picture."""

from __future__ import annotations

from pathlib import Path

from openkub.analysis import Analysis, Mark
from openkub.cli.figures.plot import COLOURS, figure_of, leave_plain

WIDE, HIGH = 12.0, 3.6


def plot_curve(found: Analysis, path: Path) -> None:
    """Draw the chances of all seats, turn by turn, a row a round, into a PNG file."""
    rounds = len(found.record.rounds)
    figure = figure_of(WIDE, HIGH * rounds)
    for number, axes in enumerate(figure.subplots(rounds, 1, squeeze=False)[:, 0], 1):
        curve = [chances for chances in found.curve(number) if chances]
        turns = [turn for turn in found.turns if turn.look.round == number]
        first = turns[0].look.number - 1
        for seat, name in enumerate(found.record.seats):
            colour = COLOURS[seat % len(COLOURS)]
            axes.plot(range(first, first + len(curve)), [100 * row[seat] for row in curve], color=colour, label=name)
            missed = [turn for turn in turns if turn.mark is Mark.MISSED and turn.look.seat == seat and turn.chances]
            heights = [100 * turn.chances[seat] for turn in missed if turn.chances]
            axes.plot([turn.look.number - 1 for turn in missed], heights, "x", color=colour)
        for turn in turns:
            if turn.is_turning_point:
                axes.axvline(turn.look.number, color="0.6", linestyle="--", linewidth=1)
        axes.set_ylim(0, 100)
        axes.set_xlabel("turns (crosses: missed; dashed: the turning point)")
        axes.set_ylabel("chance to win, %")
        axes.legend(loc="upper left", fontsize=8)
        leave_plain(axes)
    figure.suptitle(f"{len(found.turns)} turns, rules {found.record.rules}", fontsize=10)
    figure.savefig(path, dpi=120)
