"""`openkub draw`: a position as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypedDict

import typer

from openkub import svg
from openkub.cli.trouble import Trouble, parse_typed, read_record, record_trouble, write_file
from openkub.notation.text import amount
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.game import Game, RecordError, replay


class Look(TypedDict):
    """How a picture is to look."""

    width: int
    dark: bool
    numbers: bool


def draw(
    what: Annotated[
        str, typer.Argument(metavar="TABLE|FILE", help='The sets on the table, `"r5 * r7 | k9 b9 y9"`, or a record.')
    ],
    *,
    rack: Annotated[str | None, typer.Option(metavar="TEXT", help='A rack below the table: `"r8 k3 *"`.')] = None,
    before: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The table as it was: what has changed since is marked.")
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", "-t", min=0, help="Of a record, the position after this turn; else the last."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=1, max=6, help="Of a record, what this seat sees; else what a spectator does.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there, not to standard output.")
    ] = None,
    width: Annotated[
        int, typer.Option(min=svg.WIDTHS.start, max=svg.WIDTHS.stop - 1, help="The most pixels from left to right.")
    ] = 720,
    dark: Annotated[bool, typer.Option("--dark", help="In the colours of the night.")] = False,
    numbers: Annotated[bool, typer.Option("--numbers", help="Number the sets.")] = False,
) -> int:
    """Draw a table, a rack or a turn of a game as SVG.

    Tiles are written as colour and number (k black, r red, b blue, y yellow; `*` is a joker), sets are parted by `|`.
    A file is told from a table by the dot in its name. Of a record, what the turn has changed is marked.
    """
    look = Look(width=width, dark=dark, numbers=numbers)
    is_file = turn is not None or seat is not None or any(sign in what for sign in "./\\")
    if is_file and (rack is not None or before is not None):
        raise Trouble("a record brings its own racks and tables: leave --rack and --before out")
    picture = _draw_turn(Path(what), turn, seat, look) if is_file else _draw_text(what, rack, before, look)
    _write(picture, output)
    return 0


def _draw_text(table: str, rack: str | None, before: str | None, look: Look) -> svg.Picture:
    sets = parse_typed(Table.parse, table, "the table")
    bag = None if rack is None else parse_typed(TileBag.parse, rack, "--rack")
    old = None if before is None else parse_typed(Table.parse, before, "--before")
    try:
        marked = () if old is None else svg.changes(old, sets)
        return svg.table(sets, marked=marked, **look) if bag is None else svg.position(sets, bag, marked=marked, **look)
    except ValueError as error:  # more tiles than any game has
        raise Trouble(str(error)) from None


def _draw_turn(file: Path, turn: int | None, seat: int | None, look: Look) -> svg.Picture:
    before, game = _after(file, turn)
    names = game.record.seats
    if seat is not None and seat > len(names):
        raise Trouble(f"{file}: it has {amount(len(names), 'seat')}, so there is no seat {seat}", 1)
    marked = svg.changes(before.state.table, game.state.table) if before else ()
    return svg.view(game.state.view(None if seat is None else seat - 1), names=names, marked=marked, **look)


def _after(file: Path, wanted: int | None) -> tuple[Game | None, Game]:
    """The game after so many turns, and before the last of them (none right after a deal)."""
    turns, before, now = -1, None, None
    try:
        for game in replay(read_record(file)):
            dealt = not game.record.rounds[-1].turns
            turns += not dealt or now is None
            before, now = None if dealt else now, game
            if turns == wanted:
                return before, now
    except RecordError as error:
        raise record_trouble(file, error) from None
    if now is None or wanted is not None:
        raise Trouble(f"{file}: it has {amount(turns, 'turn')}, so there is no turn {wanted}", 1)
    return before, now


def _write(picture: svg.Picture, output: Path | None) -> None:
    written = f"{picture}\n".encode()
    typer.echo(written, nl=False) if output is None else write_file(output, written)
