"""New sets for freed jokers: the least that each must hold, how it can grow, and where the old sets lie that it holds.

A set is new if it holds no whole set of the table before, unless that one lies elsewhere as well: beside the others, in
a set that stays together, or in one that grows until it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from openkub.pieces.melds import LARGEST_GROUP, SHORTEST, Group, Meld, Reading, Run, Table
from openkub.pieces.tiles import HIGHEST, JOKER, LOWEST, TILES, Colour, Tile, TileBag
from openkub.pieces.within import melds_within
from openkub.solver.laying import Core

_JOKERS = TileBag([JOKER] * 7)
_NONE = TileBag()
Placed = tuple[Core, ...]
"""What stays together, old sets that must lie elsewhere among it."""


class Home(NamedTuple):
    """The least of a new set for freed jokers, which may grow: the jokers, and their companions, tiles of the rack.

    Whatever such a set is, it holds one of these: all from the first to the last of its jokers and companions, and
    three tiles at least. `own` are the companions, beside which there are so many jokers and the `others`.
    """

    core: Core
    own: TileBag
    jokers: int
    others: TileBag

    @classmethod
    def of(cls, core: Core, companions: tuple[Tile, ...]) -> Home:
        """A set with these tiles for companions."""
        own = TileBag(companions)
        rest = core[0].bag - own
        return cls(core, own, rest.count(JOKER), rest.minus(_JOKERS))


class Housed(NamedTuple):
    """What is left of table and rack, freed jokers to go, homes that the others have, and the rack tiles in these."""

    loose: TileBag
    rack: TileBag
    freed: int
    homes: tuple[Core, ...] = ()
    laid: TileBag = _NONE

    @property
    def supply(self) -> TileBag:
        """Table and rack together."""
        return self.loose + self.rack

    def with_home(self, home: Home) -> Housed | None:
        """One more of them, with table tiles before rack tiles; None where there are none for it."""
        lacking = home.others.minus(self.loose)
        from_rack = home.own + lacking if lacking else home.own
        freed = home.jokers
        if freed > self.freed:
            freed = self.freed
            from_rack += TileBag([JOKER] * (home.jokers - freed))
        if not from_rack <= self.rack:
            return None
        loose = self.loose - (home.others - lacking if lacking else home.others)
        return Housed(loose, self.rack - from_rack, self.freed - freed, (*self.homes, home.core), self.laid + from_rack)


def least_homes(start: Housed, companions: int) -> Iterator[Home]:
    """Every least home with so many companions: few jokers first, for each choice of them what takes little besides.

    A tile that the table does not have comes from the rack wherever it lies, so such tiles are the companions first.
    """
    jokers = start.freed + start.rack.count(JOKER)
    on_table, on_rack = (frozenset(bag.minus(_JOKERS).kinds()) for bag in (start.loose, start.rack))
    seen: set[object] = set()
    for count in range(1, jokers + 1):
        for chosen in dict.fromkeys(combinations(start.rack, companions)):
            cores = _least(chosen, count, on_table | on_rack)
            for meld, reading in sorted(cores, key=lambda core: sum([tile not in on_rack for tile in core[0]])):
                own = [tile for tile in meld if not tile.is_joker and tile not in on_table]
                if sum(tile in own for tile in chosen) < min(len(own), companions):
                    continue
                if own and len(own) >= companions:
                    # Which of its own tiles are meant makes no difference, nor does the order of a group.
                    alike = meld if isinstance(reading, Run) else meld.bag, reading
                    if alike in seen:
                        continue
                    seen.add(alike)
                yield Home.of((meld, reading), chosen)


def _least(companions: tuple[Tile, ...], jokers: int, there: frozenset[Tile]) -> Iterator[Core]:
    """The least sets of what is there that hold these companions and so many jokers, those companions included."""
    numbered = [tile for tile in companions if not tile.is_joker]
    numbers, colours = {tile.number for tile in numbered}, {tile.colour for tile in numbered}
    if jokers <= len(companions) - len(numbered):
        return
    if len(numbers) == len(numbered) and len(colours) <= 1:
        for colour in colours or Colour:
            yield from _least_runs(colour, numbers, jokers, there)
    if len(colours) == len(numbered) and len(numbers) <= 1:
        for number in numbers or range(LOWEST, HIGHEST + 1):
            yield from _least_groups(number, numbered, jokers, there)


def _least_groups(number: int, own: list[Tile], jokers: int, there: frozenset[Tile]) -> Iterator[Core]:
    """Groups of these tiles and so many jokers; where they are too few, or jokers alone, with others beside them."""
    kinds = [Tile.of(colour, number) for colour in Colour]
    others = [tile for tile in kinds if tile in there and tile not in own]
    lacking = max(SHORTEST - len(own) - jokers, 0 if own else 1)
    for more in combinations(others, lacking):
        meld = Meld([*own, *more, *[JOKER] * jokers])
        yield from ((meld, reading) for reading in meld.readings if isinstance(reading, Group))


def _least_runs(colour: Colour, own: set[int], jokers: int, there: frozenset[Tile]) -> Iterator[Core]:
    """Runs from the first to the last of so many jokers and own numbers; where these are too few, with more."""
    row = TILES[colour.index : JOKER : len(Colour)]
    shortest = max(SHORTEST, jokers + max(len(own), 1))
    for first in range(LOWEST, HIGHEST - SHORTEST + 2):
        lacking: set[int] = set()
        others: list[int] = []
        for last in range(first, HIGHEST + 1):
            if last not in own:
                (others.append if row[last - LOWEST] in there else lacking.add)(last)
            if len(lacking) > jokers:
                break
            if last - first + 1 < shortest or not own.issubset(range(first, last + 1)):
                continue
            # The least that holds them begins and ends with one of them, unless that were too few.
            forced = lacking if last - first + 1 == shortest else lacking | ({first, last} - own)
            free = [number for number in others if number not in forced]
            for more in combinations(free, jokers - len(forced)) if len(forced) <= jokers else ():
                run = range(first, last + 1)
                tiles = [JOKER if number in forced or number in more else row[number - LOWEST] for number in run]
                yield Meld(tiles), Run(colour, first, len(tiles))


def grown(core: Core, supply: TileBag) -> Iterator[Core]:
    """The set as it is, and with whatever of a supply can be added to it, the smallest first.

    >>> core = Meld("r6 * r8")
    >>> [str(meld) for meld, _ in grown((core, core.readings[0]), TileBag("r5 r9 r10"))]
    ['r6 * r8', 'r6 * r8 r9', 'r5 r6 * r8', 'r6 * r8 r9 r10', 'r5 r6 * r8 r9', 'r5 r6 * r8 r9 r10']
    """
    meld, reading = core
    if isinstance(reading, Run):
        numbers = range(reading.first - 1, LOWEST - 1, -1), range(_end(reading), HIGHEST + 1)
        sides = ([Tile.of(reading.colour, number) for number in side] for side in numbers)
        rows = [list(_rows(side, supply, supply.count(JOKER))) for side in sides]
        for before, after in sorted(product(*rows), key=lambda both: len(both[0]) + len(both[1])):
            if TileBag((*before, *after)) <= supply:
                run = Meld((*before[::-1], *meld, *after))
                yield run, Run(reading.colour, reading.first - len(before), len(run))
    elif reading:
        missing = (Tile.of(colour, reading.number) for colour in reading.missing)
        kinds = [*(tile for tile in missing if tile in supply), *[JOKER] * supply.count(JOKER)]
        for size in range(LARGEST_GROUP - len(meld) + 1):
            for more in dict.fromkeys(combinations(kinds, size)):
                group = Meld((*meld, *more))
                yield from ((group, form) for form in group.readings if isinstance(form, Group))


def _rows(tiles: Sequence[Tile], supply: TileBag, jokers: int) -> Iterator[tuple[Tile, ...]]:
    """What can be added to a run on one side: no tile, one, two …, each itself or one of so many jokers."""
    yield ()
    if tiles and tiles[0] in supply:
        yield from ((tiles[0], *row) for row in _rows(tiles[1:], supply, jokers))
    if tiles and jokers:
        yield from ((JOKER, *row) for row in _rows(tiles[1:], supply, jokers - 1))


Old = tuple[Meld, int, TileBag, int]
"""A set of the table before: its size, its tiles, how often it lies there."""
Wanted = tuple[Meld, int]
"""An old set that lies in new ones, and in how many others it must lie as well."""


def old_sets(before: Table) -> list[Old]:
    """Each set of the table once, as `wanted` wants to have it."""
    times = before.keys
    return [(meld, len(meld), meld.bag, times[meld.key]) for meld in {meld.key: meld for meld in before}.values()]


def wanted(olds: list[Old], homes: tuple[Meld, ...]) -> list[Wanted]:
    """The old sets that these new ones hold: such a one is new only if they lie elsewhere as often as before."""
    # Few are held by any, and one home at a time is soon looked at.
    held = [entry for home in homes for entry in _held(olds, len(home), home.bag)]
    return [(old, times + 1 - held.count((old, times))) for old, times in dict.fromkeys(held)]


def _held(olds: list[Old], length: int, bag: TileBag) -> list[Wanted]:
    return [(old, times) for old, size, tiles, times in olds if size <= length and tiles <= bag]


def elsewhere(cores: tuple[Core, ...], olds: list[Wanted], supply: TileBag, kept: Sequence[Meld]) -> Iterator[Placed]:
    """Every way to have these old sets lie elsewhere, out of so many tiles: inside a core, in one that grows, alone.

    A core that only touches an old set could as well lie beside it.
    """
    lacking = [old for old, times in olds if sum(old.bag <= core.bag for core, _ in cores) < times]
    if not lacking:
        yield cores
    for old in lacking:
        for meld in _around(old, supply) if old.bag <= supply else ():
            for reading in (None, *meld.readings) if meld in kept else meld.readings:
                yield from elsewhere((*cores, (meld, reading)), olds, supply - meld.bag, kept)
        for place, core in enumerate(cores):
            for larger in _grown_around(core, old, supply):
                left = supply - (larger[0].bag - core[0].bag)
                yield from elsewhere((*cores[:place], larger, *cores[place + 1 :]), olds, left, kept)


def _around(old: Meld, supply: TileBag) -> Iterator[Meld]:
    """An old set; or, if it holds a joker, which may lie elsewhere then, each set with the same tiles and more."""
    if JOKER not in old:
        return iter((old,))
    return (meld for meld in melds_within(supply) if old.bag <= meld.bag)


def _grown_around(core: Core, old: Meld, supply: TileBag) -> Iterator[Core]:
    """A core with what it lacks of an old set that shares tiles with it, in every least way.

    >>> core = Meld("* b7 b8")
    >>> [str(meld) for meld, _ in _grown_around((core, core.readings[0]), Meld("b7 b8 b9"), TileBag("b9 b10"))]
    ['* b7 b8 b9']
    """
    more = old.bag.minus(core[0].bag)
    if not more or len(more) == len(old) or not more <= supply or not may_hold(core[1], old):
        return
    found: list[TileBag] = []
    for larger in grown(core, supply):
        bag = larger[0].bag
        if old.bag <= bag and not any(smaller <= bag for smaller in found):
            if bag.count(JOKER) == core[0].jokers:  # else it matters where the joker lies
                found.append(bag)
            yield larger


def may_lie_across(cores: tuple[Core, ...], olds: list[Wanted]) -> bool:
    """Whether two cores could become one run that holds an old set between them, which nobody looks for."""
    runs = [(core, reading) for core, reading in cores if isinstance(reading, Run)]
    return any(
        sum(may_hold(reading, old) and len(old.bag.minus(core.bag)) < len(old) for core, reading in runs) > 1
        for old, times in olds
        if times > 0
    )


def may_hold(reading: Reading | None, old: Meld) -> bool:
    """Whether a set that reads so could grow until it holds the tiles of another."""
    numbered = [tile for tile in old if not tile.is_joker]
    if isinstance(reading, Run):
        return all(tile.colour == reading.colour for tile in numbered)
    return reading is not None and all(tile.number == reading.number for tile in numbered)


def _end(run: Run) -> int:
    return run.first + run.length
