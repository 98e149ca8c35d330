"""Tiles, sets and racks as coloured text; without colour, the letters say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from openkub.messages.steps import parts
from openkub.pieces.melds import Meld
from openkub.pieces.tiles import Colour, Tile
from openkub.play.steps import Step

STYLES = {Colour.BLACK: "bold", Colour.RED: "bold red", Colour.BLUE: "bold bright_blue", Colour.YELLOW: "bold yellow"}
JOKER_STYLE = "bold magenta"


def console() -> Console:
    """Where a command prints; nothing in its text is taken for markup."""
    return Console(highlight=False, markup=False, emoji=False)


def tile_text(tile: Tile) -> Text:
    """One tile in its colour."""
    return Text(str(tile), JOKER_STYLE if tile.is_joker else STYLES[tile.colour])


def tiles_text(tiles: Iterable[Tile]) -> Text:
    """Tiles in a row."""
    return Text(" ").join(map(tile_text, tiles))


def meld_text(meld: Meld) -> Text:
    """A set; behind each joker, what it stands for.

    >>> str(meld_text(Meld.parse("r5 * r7"))), str(meld_text(Meld.parse("k9 b9 *")))
    ('r5 *=r6 r7', 'k9 b9 *=r9/y9')
    """
    return Text(" ").join(_tile_in(meld, place) for place in range(len(meld)))


def _tile_in(meld: Meld, place: int) -> Text:
    text = tile_text(meld[place])
    meant = meld.stands_for(place) if meld[place].is_joker else ()
    return Text.assemble(text, ("=" + "/".join(map(str, meant)), "magenta")) if meant else text


def step_text(step: Step) -> Text:
    """Return a step as a sentence; sets are counted from 1."""
    return Text.assemble(*(part if isinstance(part, str) else meld_text(part) for part in parts(step)))


def by_colour(tiles: Iterable[Tile]) -> list[list[Tile]]:
    """Tiles sorted for runs: the colours one after the other, jokers last."""
    ordered = sorted(tiles, key=lambda t: (t.is_joker, t if t.is_joker else (t.colour.index, t.number)))
    return [list(part) for _, part in groupby(ordered, key=lambda t: None if t.is_joker else t.colour)]


def by_number(tiles: Iterable[Tile]) -> list[list[Tile]]:
    """Tiles sorted for groups: the numbers one after the other, jokers last."""
    return [list(part) for _, part in groupby(sorted(tiles), key=lambda t: t.number)]


def flow(parts: Iterable[Text], width: int, gap: int = 3) -> Iterator[Text]:
    """Pieces side by side in lines of that width, none of them broken unless it is too long alone."""
    line = Text()
    for part in parts:
        if line and line.cell_len + gap + part.cell_len > width:
            yield line
            line = Text()
        line = Text.assemble(line, " " * gap if line else "", part)
    if line:
        yield line


def in_columns(cells: Sequence[Text], width: int, column: int = 26) -> Iterator[Text]:
    """Cells in columns that line up; a long cell takes several.

    >>> [str(line) for line in in_columns([Text("a"), Text("b" * 9), Text("c"), Text("d")], 24, column=8)]
    ['a       bbbbbbbbb', 'c       d']
    """
    column = max(1, min(column, width))
    line, used = Text(), 0
    for cell in cells:
        span = -(-(cell.cell_len + 1) // column)
        if used and (used + span) * column > width:
            yield line
            line, used = Text(), 0
        line.append(" " * (used * column - line.cell_len))
        line.append_text(cell)
        used += span
    if used:
        yield line
