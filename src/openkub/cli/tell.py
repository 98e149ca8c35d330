"""What happened in a turn, in words."""

from __future__ import annotations

from rich.text import Text

from openkub.cli.paint import tiles_text
from openkub.melds import Table
from openkub.moves import Draw, Pass, Play, TimeOut
from openkub.view import Turn


def turn_text(name: str, before: Table, turn: Turn) -> Text:
    """`Bot lays r9 r10 r11.`, `Bot draws.`"""
    match turn.move:
        case Play(after):
            return Text.assemble(f"{name} lays ", tiles_text(after.bag.minus(before.bag)), _changes(before, after), ".")
        case Draw():
            return Text(f"{name} draws.")
        case Pass():
            return Text(f"{name} passes.")
        case TimeOut():
            drawn = f" and draws {turn.drawn}" if turn.drawn else ""
            return Text(f"{name} runs out of time{drawn}.")


def _changes(before: Table, after: Table) -> str:
    """How much of the table was touched."""
    kept = (before.keys & after.keys).total()
    touched, new = len(before) - kept, len(after) - kept
    if not touched:
        return f": {new} new sets" if new > 1 else " as a new set"
    if touched == new == 1:
        place = next(number for number, meld in enumerate(before, 1) if meld.key not in after.keys)
        return f" onto set {place}"
    return f"; {touched} of the sets became {new}"
