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
            return Text.assemble(f"{name} lays ", _laid(before, after), ".")
        case Draw():
            return Text(f"{name} draws.")
        case Pass():
            return Text(f"{name} passes.")
        case TimeOut():
            drawn = f" and draws {turn.drawn}" if turn.drawn else ""
            return Text(f"{name} runs out of time{drawn}.")


def _laid(before: Table, after: Table) -> Text:
    """The new sets, if no other was touched; else the tiles, and how much of the table was changed for them."""
    gone, come = before.keys - after.keys, after.keys - before.keys
    if not gone:
        return Text(" | ").join(tiles_text(meld) for meld in come.elements())
    tiles = tiles_text(after.bag.minus(before.bag))
    if gone.total() == come.total() == 1:
        place = max(number for number, meld in enumerate(before, 1) if meld.key in gone)
        return Text.assemble(tiles, f" onto set {place}")
    return Text.assemble(tiles, f" and changes {gone.total()} sets into {come.total()}")
