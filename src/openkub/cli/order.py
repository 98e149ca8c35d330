"""The order in which tiles make a set, whatever the order in which they were typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openkub.melds import Meld
from openkub.tiles import JOKER, Tile

NOTHING = Meld()


def ordered(tiles: Sequence[Tile], keep: Meld = NOTHING) -> Meld:
    """These tiles as a valid set, as typed if that is one; best with `keep` left as it lies; else sorted.

    >>> str(ordered(Meld.parse("r7 r5 r6"))), str(ordered(Meld.parse("r5 r7 *")))
    ('r5 r6 r7', 'r5 * r7')
    >>> str(ordered(Meld.parse("b6 b7 * b9"), keep=Meld.parse("b6 b7 *")))
    'b6 b7 * b9'
    """
    typed = Meld(tiles)
    found = [meld for meld in (typed, *_runs(tiles)) if meld.is_valid]
    kept = [meld for meld in found if holds(meld, keep)]
    return next(iter(kept or found), _sorted(tiles))


def holds(meld: Meld, part: Meld) -> bool:
    """Whether these tiles lie side by side in the set, so that no joker has changed its meaning."""
    return any(meld[i : i + len(part)] == part for i in range(len(meld) - len(part) + 1))


def _runs(tiles: Sequence[Tile]) -> Iterator[Meld]:
    """The tiles by number, jokers in the gaps, what is left of them behind or in front."""
    numbered = sorted(tile for tile in tiles if not tile.is_joker)
    filled: list[Tile] = []
    for tile in numbered:
        gap = tile.number - _last_number(filled, tile) - 1
        filled += [JOKER] * max(0, min(gap, 13)) + [tile]
    spare = len(tiles) - len(filled)
    for front in range(spare + 1):
        yield Meld([JOKER] * front + filled + [JOKER] * (spare - front))


def _last_number(filled: list[Tile], first: Tile) -> int:
    """The number behind which the next tile belongs."""
    return filled[-1].number if filled else first.number - 1


def _sorted(tiles: Sequence[Tile]) -> Meld:
    """Tiles that are no set yet, so that a person finds them."""
    return Meld(sorted(tiles, key=lambda tile: (tile.is_joker, tile)))
