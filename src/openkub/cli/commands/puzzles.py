"""`openkub puzzles`: puzzles to solve, and how they are made."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from openkub.cli.paint import console, in_columns, meld_text, tiles_text
from openkub.cli.reading import parse_rules
from openkub.cli.step_words import step_text
from openkub.cli.trouble import Trouble, read_text, reason
from openkub.cli.words import amount
from openkub.play.record import seed_text

if TYPE_CHECKING:
    from openkub.analysis.puzzles import Collection, Puzzle

app = typer.Typer(help="Puzzles: solve one, take that of the day, or make new ones from games of bots.")

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of words, the solution with it.")]
Solution = Annotated[bool, typer.Option("--solution", help="Show the solution too.")]


@app.command("show")
def show(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[NUMBER]", min=1, help="Which puzzle; without one, and with --json, all."),
    ] = None,
    *,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="Out of a file that `make` has written.")] = None,
    solution: Solution = False,
    as_json: Json = False,
) -> int:
    """Show a puzzle of those that come with openkub."""
    from openkub.analysis.puzzles import load_puzzles

    puzzles = _read(file).puzzles if file else load_puzzles()
    if number is None and as_json:
        return _print_json(enumerate(puzzles, 1))
    if number is None or number > len(puzzles):
        raise Trouble(f"there are {amount(len(puzzles), 'puzzle')}: name one by its number")
    return _show(number, puzzles[number - 1], solution=solution, as_json=as_json)


@app.command("daily")
def show_daily(
    day: Annotated[str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="Of another day than today.")] = None,
    *,
    solution: Solution = False,
    as_json: Json = False,
) -> int:
    """Show the puzzle of the day, which is the same for everybody; days change at midnight UTC."""
    from openkub.analysis.puzzles import load_puzzles, number_of_the_day

    try:
        wanted = date.fromisoformat(day) if day else datetime.now(UTC).date()
    except ValueError:
        raise Trouble(f"--date: {day!r} is no date such as 2026-12-24") from None
    number = number_of_the_day(wanted)
    return _show(number, load_puzzles()[number - 1], solution=solution, as_json=as_json)


@app.command("make")
def make(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where they go; one that exists is gone on with.")],
    *,
    count: Annotated[int, typer.Option(metavar="N", min=1, help="So many in all, each kind as often.")] = 100,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same text gives the same puzzles.")] = "openkub",
    rules: Annotated[str, typer.Option("--rules", "--edition", metavar="TEXT", help="By which rules.")] = "default",
) -> int:
    """Make puzzles from games of bots: each proven to be the best there is, with one choice of tiles.

    A run that was interrupted goes on where it was: the same command again ends with the same file.
    """
    from openkub.analysis.puzzles import Collection

    wanted = Collection(parse_rules(rules), seed_text(seed))
    try:
        begun = _begin(file, wanted)
        _watch(file, begun, count)
    except OSError as error:
        raise Trouble(f"{file}: {reason(error)}") from None
    print(f"{file}: {amount(len(_read(file).puzzles), 'puzzle')}")
    return 0


def _read(file: Path) -> Collection:
    from openkub.analysis.puzzles import Collection

    try:
        return Collection.parse(read_text(file))
    except ValueError as error:
        raise Trouble(f"{file}: {error}", 1) from None


def _begin(file: Path, wanted: Collection) -> Collection:
    """What the file has of whole games; a new file is begun, one of other puzzles refused."""
    from openkub.analysis.puzzling import drop_last_game

    found = wanted
    if file.exists():
        text = read_text(file)
        file.write_text(text[: text.rfind("\n") + 1], encoding="utf-8", newline="\n")  # a last line may be cut short
        found = drop_last_game(_read(file))
        if found.heading != wanted.heading:
            raise Trouble(f"{file} holds other puzzles: {', '.join(found.heading[1:])}")
    file.write_text(str(found), encoding="utf-8", newline="\n")
    return found


def _watch(file: Path, begun: Collection, count: int) -> None:
    """Write what every game brings; a bar shows the way on a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from openkub.analysis.puzzling import make_puzzles

    terminal = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        file.open("a", encoding="utf-8", newline="\n") as out,
        Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal) as bar,
    ):
        going = bar.add_task("puzzles", total=count, completed=len(begun.puzzles))
        for game, found in make_puzzles(begun, count):
            out.write("".join(f"{puzzle}\n" for puzzle in found))
            out.flush()
            os.fsync(out.fileno())
            bar.update(going, advance=len(found), description=f"game {game:,}")


def _print_json(puzzles: Iterable[tuple[int, Puzzle]]) -> int:
    for number, puzzle in puzzles:
        print(json.dumps({"number": number, **puzzle.plain()}))
    return 0


def _show(number: int, puzzle: Puzzle, *, solution: bool, as_json: bool) -> int:
    if as_json:
        return _print_json([(number, puzzle)])
    out = console()
    for line in _lines(number, puzzle, out.width):
        out.print(line)
    if solution:
        out.print("\nThe solution:")
        for place, step in enumerate(puzzle.steps, 1):
            out.print(Text.assemble(f"{place:3}. ", step_text(step)))
    return 0


def _lines(number: int, puzzle: Puzzle, width: int) -> Iterator[Text]:
    yield Text(f"Puzzle {number}, grade {puzzle.grade} of 5: {_goal(puzzle)}", "bold")
    yield Text("The table:" if puzzle.position.table else "The table is empty.")
    yield from in_columns([Text.assemble("  ", meld_text(meld)) for meld in puzzle.position.table], width)
    yield Text.assemble("The rack: ", tiles_text(puzzle.position.rack))
    yield Text(f"Found by {', '.join(puzzle.found_by) or 'none of the bots'}.", "dim")


def _goal(puzzle: Puzzle) -> str:
    return {
        "out": "lay everything",
        "lay": f"lay {amount(puzzle.need, 'tile')}",
        "open": f"open with {puzzle.position.rules.opening_min_points} points or more",
        "joker": f"free a joker and lay {amount(puzzle.need, 'tile')}",
    }[puzzle.kind]
