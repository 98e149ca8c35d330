"""The opening: which points the rack tiles of a turn come to by themselves.

A joker counts as what it stands for where it lies. Where the same turn may rearrange sets with a joker, the tiles count
as they could have lain, for the joker may have been moved since. Where nothing may be altered in the turn of the
opening, the new sets count as they lie; where sets with a joker stay together, those of the opening must lie there
still, at most added to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from openkub.law.jokers import joker_parts, keeps_sets
from openkub.law.rules import Rules
from openkub.pieces.melds import LARGEST_GROUP, SHORTEST, Meld, Table
from openkub.pieces.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile, TileBag


def points_as_laid(rules: Rules, before: Table, after: Table) -> int | None:
    """What the new sets count as they lie, or None if a set of the table before was touched."""
    if before.not_in(after):
        return None
    return _together(rules, [after[index].value(rules.opening_joker_value) for index in after.not_in(before)])


def counted_points(rules: Rules, before: Table, after: Table, supply: TileBag) -> int:
    """What the referee counts towards the opening when all sets of `after` are valid; `supply` came from the rack."""
    if rules.opening_turn_manipulation == "forbidden":
        return _together(rules, [meld.value(rules.opening_joker_value) for meld in _own_sets(before, after, supply)])
    if rules.joker_set_split == "forbidden":
        anyhow = replace(rules, joker_reuse="same_turn_anywhere", joker_replacement_source="any")
        return max(
            points
            for points, sets in _openings(rules, before, after, supply)
            if _lie(anyhow, sets, before, after, supply)
        )
    as_laid = points_as_laid(rules, before, after) or 0
    return as_laid if as_laid >= rules.opening_min_points else best_points(rules, supply)


def opens(rules: Rules, before: Table, after: Table, supply: TileBag) -> bool:
    """Whether the tiles of the rack reach the points of the opening; it looks no further than it must."""
    needed, as_laid = rules.opening_min_points, points_as_laid(rules, before, after)
    if rules.opening_turn_manipulation == "forbidden":
        return as_laid is not None and as_laid >= needed
    if rules.joker_set_split == "forbidden":
        openings = _openings(rules, before, after, supply)
        return any(points >= needed and _lie(rules, sets, before, after, supply) for points, sets in openings)
    return (as_laid is not None and as_laid >= needed) or reaches(rules, supply, needed)


def _own_sets(before: Table, after: Table, supply: TileBag) -> Iterator[Meld]:
    """The new sets that are made of rack tiles alone."""
    for index in after.not_in(before):
        if after[index].bag <= supply:
            supply -= after[index].bag
            yield after[index]


def _openings(rules: Rules, before: Table, after: Table, supply: TileBag) -> Iterator[tuple[int, tuple[Meld, ...]]]:
    """What the opening may have counted: sets with a joker, which lie in the table still, and the best of the rest."""
    value = rules.opening_joker_value
    parts = {part for part in joker_parts(before, after) if part.is_valid and part.bag <= supply}
    ordered = sorted(parts, key=lambda part: (-part.value(value), part))

    def further(first: int, sets: tuple[Meld, ...], left: TileBag) -> Iterator[tuple[int, tuple[Meld, ...]]]:
        for index in range(first, len(ordered)):
            if ordered[index].bag <= left:
                yield from further(index, (*sets, ordered[index]), left - ordered[index].bag)
        numbered = left.minus(TileBag([JOKER] * left.count(JOKER)))
        yield _together(rules, [best_points(rules, numbered), *(meld.value(value) for meld in sets)]), sets

    return further(0, (), supply)


def _lie(rules: Rules, sets: tuple[Meld, ...], before: Table, after: Table, supply: TileBag) -> bool:
    return not sets or keeps_sets(rules, before, after, supply, sets)


def _together(rules: Rules, values: list[int]) -> int:
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
