"""New sets for freed jokers: every one that there could be, and where the old sets lie that they hold.

A set is new if it holds no whole set of the table before, unless that one lies elsewhere as well: beside the others, in
a set that stays together, or in one that grows until it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from openkub.pieces.melds import Group, Meld, Run, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.pieces.within import melds_through, melds_within
from openkub.solver.laying import Core

_JOKERS = TileBag([JOKER] * 7)
Placed = tuple[Core, ...]
"""What stays together, old sets that must lie elsewhere among it."""


@dataclass(frozen=True, slots=True)
class Homes:
    """New sets for freed jokers: the sets, what is left of table and rack, the rack tiles laid so far, jokers to go.

    Each set has a companion for its joker, a tile from the rack of its own: `companions` are the kinds that it could
    be, `spare` the rack tiles in the sets. `needed` are those that must be laid besides, where table tiles fill a set.
    """

    melds: tuple[Meld, ...]
    loose: TileBag
    rack: TileBag
    laid: TileBag
    freed: int
    companions: tuple[tuple[Tile, ...], ...] = ()
    spare: TileBag = TileBag()
    needed: TileBag = TileBag()

    def with_home(self, meld: Meld) -> Iterator[Homes]:
        """One more set, table tiles before rack tiles."""
        numbered = meld.bag.minus(_JOKERS)
        for freed in range(1, min(meld.jokers, self.freed) + 1):
            rack_jokers = TileBag([JOKER] * (meld.jokers - freed))
            from_rack = numbered.minus(self.loose) + rack_jokers
            if not from_rack <= self.rack:
                continue
            companions = tuple([tile for tile in (numbered + rack_jokers).kinds() if tile in self.rack])
            if not companions:
                continue
            yield Homes(
                (*self.melds, meld),
                self.loose.minus(numbered),
                self.rack - from_rack,
                self.laid + from_rack,
                self.freed - freed,
                (*self.companions, companions),
                self.spare + from_rack,
            )

    def with_companions(self) -> Iterator[Homes]:
        """The same with what must be laid for the companions, in every way that needs no more than another."""
        if len(self.melds) == 1 and self.spare:
            yield self
            return
        needs = dict.fromkeys(TileBag(chosen).minus(self.spare) for chosen in product(*self.companions))
        for need in needs:
            if need <= self.rack and not any(other <= need and other != need for other in needs):
                yield replace(self, needed=need)


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

    A core that only touches an old set could as well lie beside it. No core grows around an old set with a joker.
    """
    lacking = [old for old, times in olds if sum(old.bag <= core.bag for core, _ in cores) < times]
    if not lacking:
        yield cores
    for old in lacking:
        for meld in _around(old, supply) if old.bag <= supply else ():
            for reading in (None, *meld.readings) if meld in kept else meld.readings:
                yield from elsewhere((*cores, (meld, reading)), olds, supply - meld.bag, kept)
        if JOKER in old:
            continue
        for place, core in enumerate(cores):
            more = old.bag.minus(core[0].bag)
            larger = _grown(core, old) if more and more <= supply else None
            if larger:
                yield from elsewhere((*cores[:place], larger, *cores[place + 1 :]), olds, supply - more, kept)


def _around(old: Meld, supply: TileBag) -> Iterator[Meld]:
    """An old set; or, if it holds a joker, which may lie elsewhere then, each set with the same tiles and more."""
    if JOKER not in old:
        return iter((old,))
    return (meld for meld in melds_within(supply) if old.bag <= meld.bag)


def may_be_missed(cores: tuple[Core, ...], olds: list[Wanted], supply: TileBag) -> bool:
    """Whether a core could grow around an old set with a joker, which nobody looks for."""
    bound = [old for old, times in olds if JOKER in old and times > 0]
    return any(old.bag <= core.bag + supply and not old.bag <= core.bag for old in bound for core, _ in cores)


def _grown(core: Core, old: Meld) -> Core | None:
    """A core with what it lacks of an old set that shares tiles with it, if that makes a set.

    >>> grown = _grown((Meld("* b7 b8"), Meld("* b7 b8").readings[0]), Meld("b7 b8 b9"))
    >>> grown and str(grown[0])
    '* b7 b8 b9'
    """
    meld, reading = core
    other = old.readings[0]
    if isinstance(reading, Run) and isinstance(other, Run) and reading.colour == other.colour:
        first, end = min(reading.first, other.first), max(_end(reading), _end(other))
        shared = range(max(reading.first, other.first), min(_end(reading), _end(other)))
        if not shared or any(meld[number - reading.first].is_joker for number in shared):
            return None
        there = {reading.first + place: tile for place, tile in enumerate(meld)}
        tiles = [there.get(number) or Tile.of(reading.colour, number) for number in range(first, end)]
        return Meld(tiles), Run(reading.colour, first, end - first)
    if isinstance(reading, Group) and isinstance(other, Group) and reading.number == other.number:
        larger = Meld((*meld, *old.bag.minus(meld.bag)))
        return next(((larger, form) for form in larger.readings if isinstance(form, Group)), None)
    return None


def _end(run: Run) -> int:
    return run.first + run.length


def without_doubles(all_homes: Iterator[Homes]) -> Iterator[Homes]:
    """Of those that leave the same tiles behind, the first: the order of the tiles in a new set makes no difference."""
    seen: set[tuple[TileBag, ...]] = set()
    for homes in all_homes:
        kind = (homes.loose, homes.rack, homes.needed, *sorted((home.bag for home in homes.melds), key=_bits))
        if kind not in seen:
            seen.add(kind)
            yield homes


def _bits(bag: TileBag) -> int:
    return bag.bits


def joker_melds(supply: TileBag, wanted: TileBag) -> Iterator[Meld]:
    """The sets with a joker that can be made of the supply and hold one of the kinds wanted; of a group, one order."""
    seen: set[tuple[Tile, ...]] = set()
    for tile in wanted.kinds():
        for meld in _holding_joker(supply) if tile.is_joker else melds_through(tile, supply):
            if JOKER in meld and meld.key not in seen:
                seen.add(meld.key)
                yield meld


def _holding_joker(supply: TileBag) -> Iterator[Meld]:
    """A rack joker is wanted: any set with two jokers may hold it beside the freed one."""
    return (meld for meld in melds_within(supply) if meld.jokers > 1)
