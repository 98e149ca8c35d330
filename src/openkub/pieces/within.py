"""The sets that can be made of some tiles.

>>> sorted(str(meld) for meld in melds_within(TileBag("r5 r6 r7 b5 k5")))
['k5 r5 b5', 'r5 r6 r7']
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from openkub.pieces.melds import LARGEST_GROUP, SHORTEST, JokerValue, Meld
from openkub.pieces.tiles import HIGHEST, JOKER, LOWEST, TILES, Colour, Tile, TileBag

COLOURS = len(Colour)
_KIND_BITS = 4
_NUMBER_BITS = _KIND_BITS * COLOURS
"""The bits of a bag that count one kind, and those that count the tiles of one number."""
_EACH_NUMBER = sum(1 << _NUMBER_BITS * place for place in range(HIGHEST))


@lru_cache(1 << 12)
def _longest_spans(row: int, jokers: int) -> tuple[tuple[int, int], ...]:
    """Where the longest runs of a colour begin and end that the jokers can fill, one from every place at most.

    The row has a bit for each number that is there, as a bag has them.
    """
    there = [row >> _NUMBER_BITS * place & 1 for place in range(HIGHEST)]
    spans = []
    for first in range(HIGHEST - SHORTEST + 1):
        last, left = first, jokers
        while last < HIGHEST and (there[last] or left):
            left -= 1 - there[last]
            last += 1
        if last - first >= SHORTEST and any(there[first:last]):
            spans.append((first, last))
    return tuple(spans)


def _rows(tiles: TileBag) -> list[int]:
    """Of each colour a bit for every number that is there."""
    bits = tiles.bits
    there = bits | bits >> 1 | bits >> 2
    return [there >> _KIND_BITS * colour & _EACH_NUMBER for colour in range(COLOURS)]


def _group_jokers(colours: int, jokers: int) -> int | None:
    """How many jokers the largest group with so many colours of its own takes; None if it is no set."""
    taken = min(jokers, LARGEST_GROUP - colours)
    return taken if colours and colours + taken >= SHORTEST else None


def largest_melds(tiles: TileBag) -> Iterator[Meld]:
    """The longest run from every number of every colour, and the largest group of every number."""
    jokers = tiles.count(JOKER)
    for colour, row in enumerate(_rows(tiles)):
        kinds = TILES[colour:JOKER:COLOURS]
        for first, last in _longest_spans(row, jokers):
            yield Meld([tile if tile in tiles else JOKER for tile in kinds[first:last]])
    for first in range(0, JOKER, COLOURS):
        there = [tile for tile in TILES[first : first + COLOURS] if tile in tiles]
        taken = _group_jokers(len(there), jokers)
        if taken is not None:
            yield Meld([*there, *[JOKER] * taken])


@lru_cache(1 << 10)
def most_of_one(tiles: TileBag, joker: JokerValue) -> int:
    """What the best of the `largest_melds` counts, without making any of them.

    >>> most_of_one(TileBag("r11 r12 b5 k5 y5 *"), "face"), most_of_one(TileBag("r11 r12 b5 k5 y5 *"), "zero")
    (36, 23)
    """
    rows, jokers = _rows(tiles), tiles.count(JOKER)
    most = max([_most_in_row(row, jokers, joker) for row in rows])
    colours = sum(rows)  # a digit for every number
    for number in range(LOWEST, HIGHEST + 1):
        own = colours >> _NUMBER_BITS * (number - LOWEST) & LARGEST_GROUP * 2 - 1
        taken = _group_jokers(own, jokers) if own else None
        if taken is not None:
            most = max(most, number * (own + taken if joker == "face" else own))
    return most


@lru_cache(1 << 12)
def _most_in_row(row: int, jokers: int, joker: JokerValue) -> int:
    counted = [
        n if joker == "face" or row >> _NUMBER_BITS * (n - LOWEST) & 1 else 0 for n in range(LOWEST, HIGHEST + 1)
    ]
    return max([sum(counted[first:last]) for first, last in _longest_spans(row, jokers)], default=0)


def melds_within(tiles: TileBag) -> Iterator[Meld]:
    """Every valid set that can be made of these tiles; of a group's orders, one."""
    for tile in tiles.kinds():
        if not tile.is_joker:
            yield from _with_lowest(tile, tiles)


def _with_lowest(tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    """The sets within `tiles` whose first numbered tile, by number and colour, is this one."""
    yield from _runs_from(tile, tiles)
    yield from _groups(tile, [Tile.of(c, tile.number) for c in Colour if c.index > tile.colour.index], tiles)


def _runs_from(tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    for before in range(min(tiles.count(JOKER), tile.number - LOWEST) + 1):
        yield from _longer([JOKER] * before + [tile], range(tile.number + 1, HIGHEST + 1), tile, tiles)


def _there(tile: Tile, numbers: range, tiles: TileBag) -> list[Tile | None]:
    """The tiles of these numbers and the tile's colour, where they are there."""
    kinds = (TILES[tile + COLOURS * (number - tile.number)] for number in numbers)
    return [one if one in tiles else None for one in kinds]


def _longer(run: list[Tile], numbers: range, tile: Tile, tiles: TileBag) -> list[Meld]:
    """The run itself, if long enough, and every way to go on through these numbers of the tile's colour."""
    runs: list[Meld] = []
    _go_on(run, _there(tile, numbers, tiles), tiles.count(JOKER) - run.count(JOKER), runs)
    return runs


def _go_on(run: list[Tile], there: list[Tile | None], jokers: int, runs: list[Meld]) -> None:
    """Add the run, if long enough, and what goes on with the tiles that are there, or with jokers."""
    if len(run) >= SHORTEST:
        runs.append(Meld(run))
    if not there:
        return
    if there[0] is not None:
        _go_on([*run, there[0]], there[1:], jokers, runs)
    if jokers:
        _go_on([*run, JOKER], there[1:], jokers - 1, runs)


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
