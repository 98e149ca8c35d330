"""The opening: which points the rack tiles of a turn come to by themselves.

A joker counts as what it stands for where it lies. Where the same turn may rearrange sets with a joker, the tiles count
as they could have lain, for the joker may have been moved since. Where nothing may be altered in the turn of the
opening, the new sets count as they lie; where sets with a joker stay together, those of the opening must lie there
still, at most added to.

What the tiles could come to is counted by the solver, for whom they are mere numbers: exactly, and soon, also where
somebody lays forty tiles that almost come to a hundred points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from openkub.law.jokers import joker_parts, keeps_sets
from openkub.law.rules import Rules
from openkub.pieces.melds import JokerValue, Meld, Table
from openkub.pieces.tiles import HIGHEST, JOKER, MOST_OF_A_KIND, TileBag
from openkub.pieces.within import largest_melds, most_of_one

MOST_WAYS = 32
"""In how many ways, those of the most points first, sets with a joker are looked for in what lies there."""
ANY = 10_000
"""More points than there are."""
WAYS_SHOWN = 12
"""In how many to say what a draft that is no opening yet comes to."""
JOKERS = TileBag([JOKER] * MOST_OF_A_KIND)
"""All that there can be."""


def points_as_laid(rules: Rules, before: Table, after: Table) -> int | None:
    """What the new sets count as they lie, or None if a set of the table before was touched."""
    if gone(rules, before, after):
        return None
    return _together(rules, [after[index].value(rules.opening_joker_value) for index in gone(rules, after, before)])


def gone(rules: Rules, table: Table, other: Table) -> tuple[int, ...]:
    """The sets of a table that do not lie on the other. Where nothing may be altered, they must lie exactly so."""
    return table.not_in(other, exactly=rules.opening_turn_manipulation == "forbidden" and rules.referee > 2)


def counted_points(rules: Rules, before: Table, after: Table, supply: TileBag) -> int:
    """What the referee counts towards the opening when all sets of `after` are valid; `supply` came from the rack."""
    if rules.opening_turn_manipulation == "forbidden":
        own = _own_sets(rules, before, after, supply)
        return _together(rules, [meld.value(rules.opening_joker_value) for meld in own])
    if rules.joker_set_split == "forbidden":
        anyhow = replace(rules, joker_reuse="same_turn_anywhere", joker_replacement_source="any")
        most = best_points(rules, supply.minus(JOKERS))
        for sets, rest in islice(_openings(rules, before, after, supply), WAYS_SHOWN):
            if _at_most(rules, sets, rest) > most:
                points = _points_with(rules, sets, rest)
                if points > most and _lie(anyhow, sets, before, after, supply):
                    most = points
        return most
    as_laid = points_as_laid(rules, before, after) or 0
    needed = rules.opening_min_points
    if as_laid >= needed or rules.opening_sets == "one":
        return as_laid if as_laid >= needed else max(as_laid, best_single(rules, supply))
    below = ANY if reaches(rules, supply, needed) else needed
    return max(as_laid, _most_points(supply.bits, rules.opening_joker_value == "face", below))


def opens(rules: Rules, before: Table, after: Table, supply: TileBag) -> bool:
    """Whether the tiles of the rack reach the points of the opening; it looks no further than it must."""
    needed, as_laid = rules.opening_min_points, points_as_laid(rules, before, after)
    if rules.opening_turn_manipulation == "forbidden":
        return as_laid is not None and as_laid >= needed
    if as_laid is not None and as_laid >= needed:
        return True
    if rules.joker_set_split == "forbidden":
        if reaches(rules, supply.minus(JOKERS), needed):
            return True
        return reaches(rules, supply, needed) and _opens_with_jokers(rules, before, after, supply)
    return reaches(rules, supply, needed)


def _opens_with_jokers(rules: Rules, before: Table, after: Table, supply: TileBag) -> bool:
    """Whether sets with a joker that lie in the table still make up an opening, with the numbered tiles beside."""
    needed = rules.opening_min_points
    ways = islice(_openings(rules, before, after, supply, needed=needed), MOST_WAYS)
    return any(
        _reaches_with(rules, sets, rest, needed) and _lie(rules, sets, before, after, supply) for sets, rest in ways
    )


def _own_sets(rules: Rules, before: Table, after: Table, supply: TileBag) -> Iterator[Meld]:
    """The new sets that are made of rack tiles alone."""
    for index in gone(rules, after, before):
        if after[index].bag <= supply:
            supply -= after[index].bag
            yield after[index]


def _openings(
    rules: Rules, before: Table, after: Table, supply: TileBag, *, needed: int = 0
) -> Iterator[tuple[tuple[Meld, ...], TileBag]]:
    """What the opening may have been: sets with a joker, which lie in the table still, and numbered tiles beside.

    Those that cannot come to the points needed are left out; numbered tiles alone are known not to.
    """
    value, most = rules.opening_joker_value, HIGHEST if rules.opening_joker_value == "face" else 0
    single = rules.opening_sets == "one"
    enough = needed if single else 0
    lying = (part for part in joker_parts(before, after) if not enough or _value(part, value) >= enough)
    ordered = sorted((-_value(part, value), part) for part in {part for part in lying if part.bag <= supply})
    takes = [(-less, part, part.bag, part.bag.points(0), most * part.jokers) for less, part in ordered]

    def further(
        first: int, sets: tuple[Meld, ...], own: int, left: TileBag, beside: tuple[int, int]
    ) -> Iterator[tuple[tuple[Meld, ...], TileBag]]:
        numbers, jokers = (0, 0) if sets and single else beside
        if own + numbers + jokers < needed:
            return
        for index in range(first, 0 if sets and single else len(takes)):
            points, part, bag, fewer, less = takes[index]
            if bag <= left:
                then = numbers - fewer, jokers - less
                yield from further(index, (*sets, part), own + points, left - bag, then)
        if own + (0 if single else numbers) >= needed:
            yield sets, left.minus(JOKERS)

    return further(0, (), 0, supply, (supply.points(0), most * supply.count(JOKER)))


@lru_cache(1 << 10)
def _value(part: Meld, joker: JokerValue) -> int:
    return part.value(joker)


def _at_most(rules: Rules, sets: tuple[Meld, ...], rest: TileBag) -> int:
    """No more than that."""
    return rest.points(0) + sum([meld.value(rules.opening_joker_value) for meld in sets])


def _points_with(rules: Rules, sets: tuple[Meld, ...], rest: TileBag) -> int:
    """What these sets and the best of the rest count together."""
    return _together(rules, [best_points(rules, rest), *(meld.value(rules.opening_joker_value) for meld in sets)])


def _reaches_with(rules: Rules, sets: tuple[Meld, ...], rest: TileBag, points: int) -> bool:
    own = _together(rules, [meld.value(rules.opening_joker_value) for meld in sets])
    return own >= points or reaches(rules, rest, points if rules.opening_sets == "one" else points - own)


def _lie(rules: Rules, sets: tuple[Meld, ...], before: Table, after: Table, supply: TileBag) -> bool:
    return not sets or keeps_sets(rules, before, after, supply, sets)


def _together(rules: Rules, values: list[int]) -> int:
    return max(values, default=0) if rules.opening_sets == "one" else sum(values)


def best_points(rules: Rules, laid: TileBag) -> int:
    """The most that any sets count which can be made of some of these tiles and nothing else."""
    if rules.opening_sets == "one":
        return best_single(rules, laid)
    return _most_points(laid.bits, rules.opening_joker_value == "face", ANY)


def reaches(rules: Rules, laid: TileBag, points: int) -> bool:
    """Whether sets of these tiles alone come to so many points; it looks no further than it must."""
    if rules.opening_sets == "one":
        return best_single(rules, laid) >= points
    face = rules.opening_joker_value == "face"
    if laid.points(HIGHEST if face else 0) < points:
        return False
    return _reaches(laid.bits, face, points)


@lru_cache(1 << 10)
def _most_points(tiles: int, face: bool, below: int) -> int:
    from openkub.solver.fast import Counts, Opening

    return Opening(0, face).points(Counts(tiles), below=below)


@lru_cache(1 << 10)
def _reaches(tiles: int, face: bool, points: int) -> bool:
    from openkub.solver.fast import Counts, Opening

    return Opening(points, face).is_reached(Counts(tiles))


def best_single(rules: Rules, laid: TileBag) -> int:
    """The most that one set of these tiles counts."""
    return most_of_one(laid, rules.opening_joker_value)


def best_single_set(rules: Rules, laid: TileBag) -> Meld | None:
    """The one set of these tiles that counts most: a joker only where a tile is missing, or as a group's fourth."""
    return max(largest_melds(laid), key=lambda meld: meld.value(rules.opening_joker_value), default=None)
