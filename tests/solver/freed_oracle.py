"""An integer program for turns under the laws of freed jokers. It knows the law, and nothing of the solver.

For every way to treat the sets with a joker there is one program, which asks for a table of more gain than is known. It
asks for a little less than the law: a new set may hold an old one where there are tiles enough for both. So where no
program has an answer, nothing gains more; where one has, the referee judges its table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

from openkub.law.jokers import COMPANIONS, swaps
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import SHORTEST, Group, Meld, Run, Table
from openkub.pieces.tiles import JOKER, TILES, TileBag
from openkub.solver import Weights
from tests.solver.brute import possible_sets
from tests.solver.oracle import NODES, Model
from tests.workshop.dealing import gains_of

LONGEST = 5
"""A longer run is some shorter ones."""
BESIDE = 2
"""Numbered tiles that a run may have beside what must be in it; with one more, they are a set of their own."""


@dataclass(frozen=True)
class Way:
    """How the joker sets are treated: those that are kept and may grow, the tiles swapped in, the jokers freed."""

    kept: tuple[Meld, ...] = ()
    swapped: TileBag = TileBag()
    freed: int = 0


def better_tables(position: Position, weights: Weights, gain: int, nodes: int = NODES) -> Iterator[Table]:
    """A table of more gain for every way to treat the joker sets that has one; `UndecidedError` if that takes long."""
    sets = list(possible_sets(position.table.bag + position.rack))
    for way in _ways(position.rules, [meld for meld in position.table if JOKER in meld]):
        if position.rules.joker_replacement_source != "rack" or way.swapped <= position.rack:
            table = _Program(position, way, sets).table(weights, gain, nodes)
            if table is not None:
                yield table


def _ways(rules: Rules, joker_sets: list[Meld]) -> Iterator[Way]:
    seen = set[Way]()
    for steps in product(*(list(_treated(rules, meld)) for meld in joker_sets)):
        kept = tuple(sorted((meld for step in steps for meld in step.kept), key=str))
        way = Way(kept, TileBag.joined(step.swapped for step in steps), sum(step.freed for step in steps))
        if way not in seen:
            seen.add(way)
            yield way


def _treated(rules: Rules, meld: Meld) -> Iterator[Way]:
    for core, tiles in swaps(meld):
        if JOKER in core:
            yield Way((core,), tiles, len(tiles))
        elif rules.joker_set_split == "forbidden":
            yield Way((), tiles, len(tiles))
    if rules.joker_set_split == "allowed":
        yield Way((), TileBag(), meld.jokers)


class _Program:
    """A turn in which the joker sets are treated like that; a column for every set and role."""

    def __init__(self, position: Position, way: Way, sets: list[Meld]) -> None:
        self.position, self.way = position, way
        self.model, self.melds = Model(), dict[int, Meld]()
        rack, table = position.rack, position.table.bag
        self.supply = {tile: self.model.row(table.count(tile), table.count(tile)) for tile in TILES}
        self.laid = {tile: self.model.column({self.supply[tile]: -1}, upper=rack.count(tile)) for tile in rack.kinds()}
        self._ordinary(sets)
        self._kept(sets)
        if way.freed:
            self._homes(sets)

    def _set(self, meld: Meld, entries: dict[int, int]) -> None:
        needs = {self.supply[tile]: meld.bag.count(tile) for tile in meld.bag.kinds()}
        self.melds[self.model.column(needs | entries)] = meld

    def _ordinary(self, sets: list[Meld]) -> None:
        short = {meld.bag: meld for meld in sets if len(meld) <= LONGEST}
        for meld in short.values():
            self._set(meld, {})

    def _kept(self, sets: list[Meld]) -> None:
        """Each lies in a set of its own, which has grown by little."""
        for core in self.way.kept:
            once = self.model.row(1, 1)
            for meld in {core, *sets}:
                if _holds(meld, core):
                    self._set(meld, {once: 1})

    def _homes(self, sets: list[Meld]) -> None:
        """New sets for the freed jokers, each with its companions."""
        rules, rack = self.position.rules, self.position.rack
        given, companions = self._given(), COMPANIONS[rules.joker_reuse]
        housed = self.model.row(self.way.freed, None)
        # Fewer tiles are spare than were laid, and than the rack has beside those that were given.
        least = given if rules.joker_replacement_source == "rack" else TileBag()
        spare = {tile: self.model.row(None, -least.count(tile)) for tile in rack.kinds()}
        for tile, row in spare.items():
            self.model.entry(row, self.laid[tile], -1)
        for meld in sets:
            if JOKER in meld and self._is_new(meld):
                for own in map(TileBag, dict.fromkeys(combinations(meld.bag, companions))):
                    jokers = meld.jokers - own.count(JOKER)
                    if jokers and own <= rack.minus(given) and _is_tight(meld, own):
                        self._set(meld, {housed: jokers} | {spare[tile]: own.count(tile) for tile in own.kinds()})

    def _given(self) -> TileBag:
        """The rack tiles that were given for jokers."""
        if self.position.rules.joker_replacement_source == "rack":
            return self.way.swapped
        return self.way.swapped.minus(TileBag.joined(meld.bag for meld in self.position.table if JOKER not in meld))

    def _is_new(self, meld: Meld) -> bool:
        """Return whether every old set in it has tiles enough to lie elsewhere, as often as it did."""
        table = self.position.table
        whole = table.bag + self.position.rack
        for old in table:
            if old.bag <= meld.bag:
                left, times = whole - meld.bag, table.keys[old.key]
                if any(left.count(tile) < times * old.bag.count(tile) for tile in old.bag.kinds()):
                    return False
        return True

    def table(self, weights: Weights, gain: int, nodes: int) -> Table | None:
        """A table that gains more than that."""
        gained, some = self.model.row(gain + 1, None), self.model.row(1, None)
        rack, gains = self.position.rack, gains_of(weights)
        for tile in rack.kinds():
            self.model.entry(some, self.laid[tile], 1)
            copies = [self.model.column({gained: gains[tile][copy]}, upper=1) for copy in range(rack.count(tile))]
            switched = self.model.row(0, 0)
            self.model.entry(switched, self.laid[tile], -1)
            for copy, column in enumerate(copies):
                self.model.entry(switched, column, 1)
                if copy:
                    order = self.model.row(0, None)
                    self.model.entry(order, copies[copy - 1], 1)
                    self.model.entry(order, column, -1)
        if self.way.swapped and self.position.rules.joker_replacement_source == "rack":
            for tile in self.way.swapped.kinds():
                least = self.model.row(self.way.swapped.count(tile), None)
                self.model.entry(least, self.laid[tile], 1)
        if self.model.solved(nodes) is None:
            return None
        return Table(meld for column, meld in self.melds.items() for _ in range(self.model.values[column]))


def _holds(meld: Meld, core: Meld) -> bool:
    """Return whether a set is the core, grown by so little that nothing could be cut off."""
    for one, other in product(meld.readings, core.readings):
        if isinstance(one, Group) and isinstance(other, Group) and core.bag <= meld.bag:
            return True
        if isinstance(one, Run) and isinstance(other, Run) and one.colour == other.colour:
            start, more = other.first - one.first, len(meld) - len(core)
            ends = meld[: max(start, 0)], meld[start + len(core) :] if start >= 0 else ()
            if 0 <= start <= more and meld[start : start + len(core)] == tuple(core) and all(map(_stays, ends)):
                return True
    return False


def _stays(end: tuple[object, ...]) -> bool:
    return len(end) <= BESIDE or all(tile == JOKER for tile in end)


def _is_tight(meld: Meld, own: TileBag) -> bool:
    """Return whether a run has so little beside its jokers and companions that nothing could be cut off."""
    if len(meld) < 2 * SHORTEST or not any(isinstance(reading, Run) for reading in meld.readings):
        return True
    places = [place for place, tile in enumerate(meld) if tile == JOKER or tile in own]
    return places[0] <= BESIDE and len(meld) - 1 - places[-1] <= BESIDE


def as_free(position: Position) -> Position:
    """Return the position with free jokers."""
    return replace(position, rules=replace(position.rules, joker_set_split="allowed", joker_reuse="same_turn_anywhere"))
