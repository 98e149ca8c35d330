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
            return Text.assemble(_does(name, "lay"), " ", _laid(before, after), ".")
        case Draw():
            return Text(f"{_does(name, 'draw')}.")
        case Pass():
            return Text(f"{_does(name, 'pass')}.")
        case TimeOut():
            drawn = f", {turn.drawn} drawn" if turn.drawn else ""
            return Text(f"{_does(name, 'run')} out of time{drawn}.")


def _does(name: str, verb: str) -> str:
    """`Bot lays`, `You lay`."""
    ending = "" if name == "You" else "es" if verb.endswith("s") else "s"
    return f"{name} {verb}{ending}"


def _laid(before: Table, after: Table) -> Text:
    """The new sets, if no other was touched; else the tiles, and how much of the table was changed for them."""
    gone, come = before.keys - after.keys, after.keys - before.keys
    if not gone:
        return Text(" | ").join(tiles_text(meld) for meld in come.elements())
    tiles = tiles_text(after.bag.minus(before.bag))
    if gone.total() == come.total() == 1:
        place = max(number for number, meld in enumerate(before, 1) if meld.key in gone)
        return Text.assemble(tiles, f" onto set {place}")
    return Text.assemble(tiles, f", turning {gone.total()} sets into {come.total()}")
