"""`openkub replay`: a game, turn by turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from openkub.cli.paint import by_colour, console, in_columns, meld_text, tiles_text
from openkub.cli.reading import fault_sentence, parse_record, record_text
from openkub.cli.table.sheet import score_sheet
from openkub.cli.table.tell import call_text, start_text, turn_text
from openkub.cli.trouble import Trouble, printable
from openkub.cli.words import amount
from openkub.play.game import Game, RecordError, replay
from openkub.play.record import Record


def replay_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game: .kub, or its JSON twin.")],
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", "-t", min=0, help="Only the position after this turn of the match; 0 is the first deal."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the record as JSON instead.")] = False,
) -> int:
    """Show a game turn by turn: who did what, the table, all racks.

    On a terminal Enter goes on and q leaves; into a pipe everything is printed at once.
    """
    text = record_text(file)
    record = parse_record(file, text)
    if as_json:
        print(record.to_json())
        return 0
    shown = _number_steps(file, record, _comments(text))
    if turn is not None:
        shown = _pick(file, shown, turn)
    return _show(console(), shown)


Step = tuple[int, Game | None, Game, str]
"""How many turns were played, the game before the last of them (none right after a deal), the game now, a comment."""


def _comments(text: str) -> dict[int, str]:
    """What the file says behind ` ;`, by line: a server writes there what the turn left of a bank of seconds."""
    lines = enumerate(text.split("\n"), 1)
    return {number: said.strip() for number, line in lines if (said := line.partition(" ;")[2])}


def _number_steps(file: Path, record: Record, comments: Mapping[int, str]) -> Iterator[Step]:
    turns, before = 0, None
    try:
        for game in replay(record):
            dealt = not game.record.rounds[-1].turns
            turns += not dealt
            *_, now = game.record.rounds
            line = record.rounds[len(game.record.rounds) - 1].line_of(len(now.turns)) if record.rounds else 0
            yield turns, None if dealt else before, game, comments.get(line, "")
            before = game
    except RecordError as error:
        raise Trouble(f"{file}, line {error.fault.line}: {fault_sentence(error.fault)}", 1) from None


def _pick(file: Path, steps: Iterator[Step], wanted: int) -> Iterator[Step]:
    turns = -1
    for step in steps:
        turns = step[0]
        if turns == wanted:
            yield step
            return
    raise Trouble(f"{file}: it has {amount(turns, 'turn')}, so there is no turn {wanted}", 1)


def _show(screen: Console, steps: Iterator[Step]) -> int:
    stepping = sys.stdin.isatty() and screen.is_terminal
    last = next(steps)
    for step in steps:
        _show_step(screen, *last)
        if stepping and not _wants_more():
            return 0
        last = step
    _show_step(screen, *last)
    return 0


def _wants_more() -> bool:
    try:
        return not input("Enter: next, q: leave > ").strip().lower().startswith("q")
    except EOFError:
        print()
        return False


def _show_step(screen: Console, turns: int, before: Game | None, now: Game, comment: str) -> None:
    state, names = now.state, now.record.seats
    screen.print(Text(f"Round {len(now.record.rounds)}, turn {turns}, pool {len(state.pool)}", "bold"))
    if before:
        seat = before.state.turn
        screen.print(turn_text(names[seat], before.state.table, state.history[-1]))
    else:
        screen.print(Text.assemble("The tiles are dealt. ", start_text(names, now)))
    if comment:
        screen.print(Text(printable(comment, 60), "dim"))
    cells = [Text.assemble((f"{number:2} ", "dim"), meld_text(meld)) for number, meld in enumerate(state.table, 1)]
    for line in in_columns(cells, screen.width):
        screen.print(line)
    for name, rack, opened in zip(names, state.racks, state.opened, strict=True):
        tiles = Text("  ").join(map(tiles_text, by_colour(rack)))
        screen.print(Text.assemble((f"{name} ({len(rack)}{'' if opened else ', not opened'}): ", "dim"), tiles))
    if state.outcome:
        if state.outcome.ended == "rack_empty":
            screen.print(call_text(names[state.outcome.winners[0]]))
        screen.print(score_sheet(names, now.match))
    screen.print()
