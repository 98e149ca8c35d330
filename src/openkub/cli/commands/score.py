"""`openkub score`: the score sheet of a table of wood, kept in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openkub.cli.paint import console
from openkub.cli.reading import parse_rules
from openkub.cli.table.sheet import score_sheet
from openkub.cli.trouble import Trouble, place_of, printable, read_text, reason
from openkub.law.rules import Rules
from openkub.law.score import Outcome, ran_dry, unopened_pay, went_out
from openkub.law.turns import Position
from openkub.notation.errors import NotationError
from openkub.notation.lines import Lines, numbered
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.match import Match
from openkub.play.record import seat_name
from openkub.solver import can_play

FORMAT = "openkub score 1"
OUT, UNOPENED = "-", "!"
"""How a rack is written on which nothing is left; what stands before the rack of somebody who has not opened."""


def score(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The sheet; one that does not exist is begun.")],
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME...]", help="Who plays, to begin a sheet.")] = None,
    *,
    left: Annotated[
        str | None,
        typer.Option(
            "--round", "-r", metavar="RACKS", help='A round: what each has left, `"- / r5 k9 / * b3"`; `-` went out.'
        ),
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last round off the sheet.")] = False,
    rules: Annotated[
        str, typer.Option("--rules", "--edition", metavar="TEXT", help="By which rules a new sheet is kept.")
    ] = "default",
) -> int:
    """Keep the score of a game that is played with real tiles.

    Begin a sheet with the names, then add a round when it is over: what is left on each rack, in their order, parted
    by slashes. `!` before a rack says that its player has not opened. If nobody went out, the pool was empty and
    the lowest rack wins. The points are counted by the rules of the sheet. Without options the sheet is shown.
    """
    if file.exists():
        if names:
            raise Trouble(f"{file} exists already; leave the names out to go on with it")
        sheet, seats, match = _read(file)
    else:
        if not names:
            raise Trouble(f"there is no {file} yet: name the players to begin it")
        sheet, seats, match = _begin(names, parse_rules(rules))
    if undo:
        sheet, match = _without_last(sheet, match)
    if left is not None:
        sheet, match = [*sheet, f"round: {left}"], match.record(_outcome(left, match, "--round"))
    _write(file, sheet)
    console().print(score_sheet(seats, match))
    return 0


Sheet = tuple[list[str], tuple[str, ...], Match]
"""The lines of the file, who plays, and the rounds."""


def _begin(names: list[str], rules: Rules) -> Sheet:
    try:
        seats = tuple(map(seat_name, names))
        match = Match(rules, len(seats))
    except ValueError as error:
        raise Trouble(str(error)) from None
    return [FORMAT, f"rules: {rules}", *(f"seat: {name}" for name in seats)], seats, match


def _read(file: Path) -> Sheet:
    text = read_text(file)
    try:
        lines = list(numbered(text))
        if not lines or lines[0][1] != FORMAT:
            raise Trouble(f"{file}: a score sheet begins with {FORMAT!r}", 1)
        found = Lines.of(lines[1:], {"rules", "seat", "round"})
        seats = found.all_of("seat", seat_name)
        match = Match(found.one("rules", Rules.parse), len(seats))
        for left in found.all_of("round", str):
            match = match.record(_outcome(left, match, str(file)))
    except NotationError as error:
        raise Trouble(f"{file}, {place_of(error)}: {error}", 1) from None
    except ValueError as error:
        raise Trouble(f"{file}: {error}", 1) from None
    return [line for _, line in lines], seats, match


def _outcome(left: str, match: Match, where: str) -> Outcome:
    """How a round ended, from what is left on every rack."""
    parts = [part.strip() for part in left.split("/")]
    if len(parts) != match.seats:
        raise Trouble(f"{where}: {len(parts)} racks for {match.seats} players: {printable(left, 60)}")
    if match.over:
        raise Trouble(f"{where}: the match is over after {len(match.sheet)} rounds, as the rules want")
    try:
        racks = [TileBag() if part == OUT else TileBag.parse(part.removeprefix(UNOPENED).strip()) for part in parts]
    except NotationError as error:
        raise Trouble(f"{where}: {error} (in {printable(left, 60)})") from None
    empty = [seat for seat, rack in enumerate(racks) if not rack]
    if len(empty) > 1:
        raise Trouble(f"{where}: only one can go out: {printable(left, 60)}")
    rules, opened = match.rules, [not part.startswith(UNOPENED) for part in parts]
    fixed = unopened_pay(rules, racks, opened, lambda rack: can_play(Position(rules, Table(), rack, opened=False)))
    return went_out(rules, racks, empty[0], fixed) if empty else ran_dry(rules, racks, 0, fixed)


def _without_last(sheet: list[str], match: Match) -> tuple[list[str], Match]:
    if not match.sheet:
        raise Trouble("there is no round on the sheet yet")
    fresh = Match(match.rules, match.seats)
    for outcome in match.sheet[:-1]:
        fresh = fresh.record(outcome)
    return sheet[:-1], fresh


def _write(file: Path, lines: list[str]) -> None:
    try:
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    except OSError as error:
        raise Trouble(f"{file}: {reason(error)}") from None
