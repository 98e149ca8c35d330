"""`openkub analyse`: a finished game, looked back at."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openkub.cli.trouble import Trouble, read_record, reason, record_trouble
from openkub.play.game import RecordError

if TYPE_CHECKING:
    from openkub.analysis import Analysis
    from openkub.play.record import Record


def analyse_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a finished game: .kub, or its JSON.")],
    *,
    playouts: Annotated[
        int, typer.Option(metavar="N", min=0, max=10_000, help="Playouts a position; 0 leaves the chances out.")
    ] = 40,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number gives other guesses.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Draw the curve of winning chances.")] = None,
) -> int:
    """Say of every turn what could have been laid, and what it was worth.

    A table shows what was laid and the best play, a mark (best, good, missed), the chances to win, and what was missed.
    The exact plays are there at once; the chances come from playouts, which take some seconds.
    """
    record = read_record(file)
    if plot:
        _check_plot(plot)
    try:
        return _show(_watch(record, playouts, seed), as_json=as_json, plot=plot)
    except RecordError as error:
        raise record_trouble(file, error) from None
    except ValueError as error:  # the game is not over
        raise Trouble(f"{file}: {error}", 1) from None


def _check_plot(path: Path) -> None:
    from openkub.cli.figures.plot import check_can_draw

    if not path.resolve().parent.is_dir():
        raise Trouble(f"{path}: there is no folder {path.parent}")
    check_can_draw()


def _watch(record: Record, playouts: int, seed: int) -> Analysis:
    """The analysis; a bar shows the way there on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from openkub.analysis import analyse

    terminal = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal) as bar:
        going = bar.add_task("playouts", total=1.0)
        return analyse(record, playouts, seed, lambda part: bar.update(going, completed=part))


def _show(found: Analysis, *, as_json: bool, plot: Path | None) -> int:
    if plot:
        from openkub.cli.figures.plot import plot_chances

        try:
            plot_chances(found, plot)
        except OSError as error:
            raise Trouble(f"{plot}: {reason(error)}") from None
    if as_json:
        json.dump(asdict(found), sys.stdout, ensure_ascii=False)
        print()
        return 0
    from openkub.cli.figures.turns import analysis_text
    from openkub.cli.paint import console

    console().print(analysis_text(found))
    return 0
