"""The opening: which points the rack tiles of a turn come to by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from openkub.melds import LARGEST_GROUP, SHORTEST, Meld, Table
from openkub.rules import Rules
from openkub.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile, TileBag


def points_as_laid(rules: Rules, before: Table, after: Table) -> int | None:
    """What the new sets count as they lie, or None if a set of the table before was touched."""
    if before.not_in(after):
        return None
    values = [after[index].value(rules.opening_joker_value) for index in after.not_in(before)]
    return max(values, default=0) if rules.opening_sets == "one" else sum(values)


def best_points(rules: Rules, laid: TileBag) -> int:
    """The most that any sets count which can be made of some of these tiles and nothing else."""
    if rules.opening_sets == "one":
        return best_single(rules, laid)

    @cache
    def best(tiles: TileBag) -> int:
        first = next(iter(tiles), JOKER)
        if first.is_joker:
            return 0
        found = best(tiles - TileBag([first]))
        for meld in melds_with_lowest(first, tiles):
            found = max(found, meld.value(rules.opening_joker_value) + best(tiles - meld.bag))
        return found

    return best(laid)


def reaches(rules: Rules, laid: TileBag, points: int) -> bool:
    """Whether sets of these tiles alone come to so many points; it looks no further than it must."""
    if rules.opening_sets == "one":
        return best_single(rules, laid) >= points
    numbered = TileBag(tile for tile in laid if not tile.is_joker)
    return _reaches(rules, numbered, points) or (numbered != laid and _reaches(rules, laid, points))


def _reaches(rules: Rules, laid: TileBag, points: int) -> bool:
    values: dict[TileBag, int] = {}
    for meld in melds_within(laid):
        values[meld.bag] = max(values.get(meld.bag, 0), meld.value(rules.opening_joker_value))
        if values[meld.bag] >= points:
            return True
    joker = HIGHEST if rules.opening_joker_value == "face" else 0
    sets = [(bag, value, bag.points(joker)) for bag, value in sorted(values.items(), key=lambda item: -item[1])]

    def search(start: int, tiles: TileBag, needed: int, most: int) -> bool:
        """Sets in falling order of value; `most` is what the tiles left could come to if all of them lay in sets."""
        if most < needed:
            return False
        for index in range(start, len(sets)):
            bag, value, used = sets[index]
            if bag <= tiles and (value >= needed or search(index, tiles - bag, needed - value, most - used)):
                return True
        return False

    return search(0, laid, points, laid.points(joker))


def best_single(rules: Rules, laid: TileBag) -> int:
    """The most that one set of these tiles counts."""
    return max((meld.value(rules.opening_joker_value) for meld in melds_within(laid)), default=0)


def melds_within(tiles: TileBag) -> Iterator[Meld]:
    """Every valid set that can be made of these tiles; of a group's orders, one."""
    for tile in tiles.kinds():
        if not tile.is_joker:
            yield from melds_with_lowest(tile, tiles)


def melds_with_lowest(tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    """The sets within `tiles` whose first numbered tile, by number and colour, is this one."""
    yield from _runs(tile, tiles)
    yield from _groups(tile, tiles)


def _runs(tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    jokers = tiles.count(JOKER)
    for before in range(min(jokers, tile.number - LOWEST) + 1):
        yield from _longer([JOKER] * before + [tile], tile.number, tile.colour, tiles, jokers - before)


def _longer(run: list[Tile], number: int, colour: Colour, tiles: TileBag, jokers: int) -> Iterator[Meld]:
    """The run itself, if long enough, and every way to go on to the right."""
    if len(run) >= SHORTEST:
        yield Meld(run)
    if number == HIGHEST:
        return
    following = Tile.of(colour, number + 1)
    if following in tiles:
        yield from _longer([*run, following], number + 1, colour, tiles, jokers)
    if jokers:
        yield from _longer([*run, JOKER], number + 1, colour, tiles, jokers - 1)


def _groups(tile: Tile, tiles: TileBag) -> Iterator[Meld]:
    later = [Tile.of(c, tile.number) for c in Colour if c.index > tile.colour.index]
    for chosen in _subsets([t for t in later if t in tiles]):
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
