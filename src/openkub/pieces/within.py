"""The sets that can be made of some tiles.

>>> sorted(str(meld) for meld in melds_within(TileBag("r5 r6 r7 b5 k5")))
['k5 r5 b5', 'r5 r6 r7']
"""

from __future__ import annotations

from collections.abc import Iterator

from openkub.pieces.melds import LARGEST_GROUP, SHORTEST, Meld
from openkub.pieces.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile, TileBag


def _largest_runs(tiles: TileBag) -> Iterator[Meld]:
    """From every number of every colour, the longest run that the jokers can fill."""
    for colour in Colour:
        there = [Tile.of(colour, number) for number in range(LOWEST, HIGHEST + 1)]
        places = [tile if tile in tiles else JOKER for tile in there]
        for first in range(len(places) - SHORTEST + 1):
            last, jokers = first, tiles.count(JOKER)
            while last < len(places) and (jokers := jokers - places[last].is_joker) >= 0:
                last += 1
            meld = Meld(places[first:last])
            if meld.is_valid:
                yield meld


def _largest_groups(tiles: TileBag) -> Iterator[Meld]:
    for number in range(LOWEST, HIGHEST + 1):
        there = [tile for tile in (Tile.of(colour, number) for colour in Colour) if tile in tiles]
        meld = Meld([*there, *[JOKER] * min(tiles.count(JOKER), LARGEST_GROUP - len(there))])
        if meld.is_valid:
            yield meld


def largest_melds(tiles: TileBag) -> Iterator[Meld]:
    """The longest run from every number of every colour, and the largest group of every number."""
    yield from _largest_runs(tiles)
    yield from _largest_groups(tiles)


def melds_within(tiles: TileBag) -> Iterator[Meld]:
    """Every valid set that can be made of these tiles; of a group's orders, one."""
    for tile in tiles.kinds():
        if not tile.is_joker:
            yield from _with_lowest(tile, tiles)


def melds_through(tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    """The sets within `tiles` that hold this one, which is no joker: its runs, the shortest first, then its groups.

    >>> [str(meld) for meld in melds_through(Tile("r6"), TileBag("r5 r6 r7 r8 b6 k6"))]
    ['r5 r6 r7', 'r6 r7 r8', 'r5 r6 r7 r8', 'r6 k6 b6']
    """
    for size in range(SHORTEST, HIGHEST + 1):
        yield from _runs_through(tile, size, tiles)
    yield from _groups(tile, [Tile.of(c, tile.number) for c in Colour if c != tile.colour], tiles)


def _with_lowest(tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    """The sets within `tiles` whose first numbered tile, by number and colour, is this one."""
    yield from _runs_from(tile, tiles)
    yield from _groups(tile, [Tile.of(c, tile.number) for c in Colour if c.index > tile.colour.index], tiles)


def _runs_from(tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    for before in range(min(tiles.count(JOKER), tile.number - LOWEST) + 1):
        yield from _longer([JOKER] * before + [tile], range(tile.number + 1, HIGHEST + 1), tile, tiles)


def _runs_through(tile: Tile, size: int, tiles: TileBag) -> Iterator[Meld]:
    """The runs of exactly this size that hold the tile."""
    for first in range(max(LOWEST, tile.number - size + 1), min(tile.number, HIGHEST - size + 1) + 1):
        numbers = range(first, first + size)
        yield from (run for run in _longer([], numbers, tile, tiles) if len(run) == size and tile in run)


def _longer(run: list[Tile], numbers: range, tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    """The run itself, if long enough, and every way to go on through these numbers of the tile's colour."""
    if len(run) >= SHORTEST:
        yield Meld(run)
    if not numbers:
        return
    following = Tile.of(tile.colour, numbers[0])
    if following in tiles:
        yield from _longer([*run, following], numbers[1:], tile, tiles)
    if run.count(JOKER) < tiles.count(JOKER):
        yield from _longer([*run, JOKER], numbers[1:], tile, tiles)


def _groups(tile: Tile, others: list[Tile], tiles: TileBag) -> Iterator[Meld]:
    for chosen in _subsets([other for other in others if other in tiles]):
        for jokers in range(tiles.count(JOKER) + 1):
            if SHORTEST <= 1 + len(chosen) + jokers <= LARGEST_GROUP:
                yield Meld([tile, *chosen, *[JOKER] * jokers])


def _subsets(tiles: list[Tile]) -> Iterator[list[Tile]]:
    if not tiles:
        yield []
        return
    for rest in _subsets(tiles[1:]):
        yield rest
        yield [tiles[0], *rest]
