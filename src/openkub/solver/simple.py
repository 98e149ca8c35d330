"""The simplest plays, seen without any search: a rack tile added to a set of the table."""

from __future__ import annotations

from functools import lru_cache

from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TILES, Tile, TileBag
from openkub.solver.laying import Laid


@lru_cache(1 << 14)
def added_to(meld: Meld) -> tuple[tuple[Tile, Meld], ...]:
    """The tiles that can be added to a set as it lies, each with the set then; its jokers stay what they are."""
    numbered = next(tile for tile in meld if not tile.is_joker)
    near = [tile for tile in TILES if tile.is_joker or tile.colour == numbered.colour or tile.number == numbered.number]
    grown = ((tile, larger) for tile in near for larger in (Meld((*meld, tile)), Meld((tile, *meld))))
    return tuple((tile, larger) for tile, larger in grown if larger.is_valid)


def lay_one(table: Table, rack: TileBag) -> Laid | None:
    """A rack tile, a joker last of all, added to a set of the table."""
    found: Laid | None = None
    for index, meld in enumerate(table):
        for tile, larger in added_to(meld):
            if tile in rack and (found is None or JOKER in found.laid):
                found = Laid(1, TileBag([tile]), Table((*table[:index], *table[index + 1 :], larger)))
        if found and JOKER not in found.laid:
            return found
    return found
