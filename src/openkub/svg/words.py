"""What is in a picture, for those who hear it.

>>> describe_table(Table.parse("r5 * r7 | k9 b9 *"))
'Set 1: red 5, joker as red 6, red 7. Set 2: black 9, blue 9, joker as red 9 or yellow 9.'
"""

from __future__ import annotations

from collections.abc import Iterable

from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile
from openkub.svg.seats import Seat, counted

__all__ = ["Table", "counted", "describe_meld", "describe_seats", "describe_table", "describe_tiles"]


def describe_table(sets: Iterable[Meld]) -> str:
    """Every set with its number."""
    told = [f"Set {number}: {describe_meld(meld)}." for number, meld in enumerate(sets, 1)]
    return " ".join(told) or "The table is empty."


def describe_meld(meld: Meld) -> str:
    """Its tiles in their order, and that it is no valid set if it is none."""
    tiles = [_as_tile(meld, place) if tile.is_joker else _name(tile) for place, tile in enumerate(meld)]
    return ", ".join(tiles) + ("" if meld.is_valid else " (no valid set)")


def describe_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles of a rack."""
    return ", ".join(map(_name, tiles)) or "no tiles"


def describe_seats(seats: Iterable[Seat], pool: int) -> str:
    """Who holds how many tiles, and how many are left."""
    return " ".join(f"{seat}." for seat in seats) + f" {counted(pool, 'tile').capitalize()} in the pool."


def _name(tile: Tile) -> str:
    return "joker" if tile.is_joker else f"{tile.colour.name.lower()} {tile.number}"


def _as_tile(meld: Meld, place: int) -> str:
    meanings = " or ".join(map(_name, meld.stands_for(place)))
    return f"joker as {meanings}" if meanings else "joker"
