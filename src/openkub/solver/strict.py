"""The heart of every answer: the largest gain, whatever the joker rules.

Where jokers are free this is one call of the kernel. Where sets with a joker may only be added to, or their joker
swapped for a rack tile (`jumbo_de`), the ways to swap are few and are tried one by one: what stays together is a core
that the kernel may only extend; a freed joker's new set is tried in every form, and the rest is the kernel's again.
Where that takes more effort than there is, the best play found by then stands. docs/solver.md gives the argument;
`openkub.law.jokers` is the law, and nothing is returned that it refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, product, takewhile
from typing import Any

from openkub.law.jokers import are_jokers_lawful, swaps
from openkub.law.rules import Rules
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.pieces.within import melds_through, melds_within
from openkub.solver import kernel
from openkub.solver.effort import HOME, LIMIT, SOME, SWAP, VERDICT, WAY, Effort, goes_on
from openkub.solver.laying import Core, Laid, lay_bag
from openkub.solver.simple import lay_one
from openkub.solver.weights import EACH_TILE, Weights

_NONE = TileBag()
_NO_GAIN = Weights.of({})
_JOKERS = TileBag([JOKER] * 7)


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms tiles are laid: for which gain, these among them, exactly so many.

    `homes` bounds how many new sets for freed jokers are tried; None is all, and exact. `beside` are sets that lie
    beside the table, and stay as they are: they may lend a tile for a joker and get it back. `effort` is what it may
    cost, and tells afterwards whether anything was cut short.
    """

    weights: Weights
    must: TileBag = _NONE
    count: int | None = None
    homes: int | None = None
    beside: Table = Table()
    effort: Effort = field(default_factory=lambda: Effort(LIMIT), compare=False)


def lay(rules: Rules, table: Table, rack: TileBag, terms: Terms, *, may_be_none: bool = False) -> Laid | None:
    """The largest gain from at least one rack tile, unless it `may_be_none`; None if these terms cannot be met."""
    bag = table.bag
    if rules.jokers_are_free or JOKER not in bag:
        weights, must, count, effort = terms.weights, terms.must, terms.count, terms.effort
        return lay_bag(bag, rack, weights, must=must, count=count, may_be_none=may_be_none, effort=effort)
    return _Strict(rules, table, rack, terms, may_be_none).best()


def can_lay(rules: Rules, table: Table, rack: TileBag, effort: Effort) -> bool:
    """Whether any rack tile can be laid by one who has opened, as far as that is seen."""
    if lay_one(table, rack) is not None:
        return True
    if rules.jokers_are_free or JOKER not in table.bag:
        return kernel.can_play_any(table.bag.bits, rack.bits, effort)
    return lay_any(rules, table, rack, effort) is not None


def lay_any(rules: Rules, table: Table, rack: TileBag, effort: Effort) -> Laid | None:
    """What one who has opened can lay, whichever way is found first: the more of it the easier."""
    terms = Terms(EACH_TILE, effort=effort)
    if rules.jokers_are_free or JOKER not in table.bag:
        found = lay(rules, table, rack, terms) or lay_one(table, rack)
        # Nothing was found in time; where no tile is worth more than another, it is found sooner.
        return found if found or effort.exact else lay_bag(table.bag, rack, _NO_GAIN, effort=Effort(SOME))
    return lay_one(table, rack) or _Strict(rules, table, rack, terms).first()


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to treat the joker sets: what stays together, what becomes ordinary, the rack tiles given for jokers.

    `inside` are those given tiles that lie in a core, `borrowed` the table tiles that do.
    """

    cores: tuple[Meld, ...]
    loose: TileBag
    given: TileBag
    inside: TileBag
    freed: int
    borrowed: TileBag = _NONE


@dataclass(frozen=True, slots=True)
class _Strict:
    """A turn under joker rules that keep sets together or send freed jokers into new sets."""

    rules: Rules
    table: Table
    rack: TileBag
    terms: Terms
    may_be_none: bool = False

    def best(self) -> Laid | None:
        """The best over all ways to treat the joker sets, the ways with the fewest swaps first."""
        best: Laid | None = None
        for way in self._in_order():
            if not goes_on(self.terms.effort, WAY):
                break
            for laid in self._tries(way, best.gain if best else -1):
                if (best is None or laid.gain > best.gain) and self._is_lawful(laid):
                    best = laid
        return best

    def first(self) -> Laid | None:
        """The first lawful play."""
        ways = takewhile(lambda _: goes_on(self.terms.effort, WAY), self._in_order())
        return next((laid for way in ways for laid in self._tries(way, -1) if self._is_lawful(laid)), None)

    def _is_lawful(self, found: Laid) -> bool:
        goes_on(self.terms.effort, VERDICT)
        beside = self.terms.beside
        before, after = Table((*beside, *self.table)), Table((*beside, *found.table))
        return are_jokers_lawful(self.rules, before, after, found.laid)

    def _in_order(self) -> Iterator[_Way]:
        """All ways, each when it is asked for: those that free no joker, one joker, two …"""
        ordinary = TileBag.joined(meld.bag for meld in self.table if JOKER not in meld)
        start = _Way((), ordinary, _NONE, _NONE, 0)
        bound = tuple(meld for meld in self.table if JOKER in meld)
        for freed in range(sum(meld.jokers for meld in bound) + 1):
            yield from self._ways(start, bound, freed)

    def _ways(self, way: _Way, melds: tuple[Meld, ...], freed: int) -> Iterator[_Way]:
        """The ways that go on from this one over these sets, and free exactly so many jokers in all."""
        if not melds:
            if way.borrowed <= way.loose:
                yield replace(way, loose=way.loose - way.borrowed)
            return
        meld, *others = melds
        least = freed - sum(other.jokers for other in others)
        for further in self._treated(meld, way):
            if least <= further.freed <= freed:
                yield from self._ways(further, tuple(others), freed)

    def _treated(self, meld: Meld, way: _Way) -> Iterator[_Way]:
        if self.rules.joker_set_split == "allowed":
            yield replace(way, loose=way.loose + meld.bag.minus(_JOKERS), freed=way.freed + meld.jokers)
        for core, tiles in swaps(meld):
            for given in self._sources(tiles):
                self.terms.effort.left -= SWAP
                if way.given + given <= self.rack:
                    yield self._swapped(way, meld, core, tiles, given)

    def _sources(self, tiles: TileBag) -> Iterator[TileBag]:
        """Which of the tiles swapped in come from the rack: all, or any where the table may give them too."""
        if self.rules.joker_replacement_source == "rack":
            yield tiles
            return
        for count in range(len(tiles) + 1):
            yield from map(TileBag, combinations(tiles, count))

    @staticmethod
    def _swapped(way: _Way, meld: Meld, core: Meld, tiles: TileBag, given: TileBag) -> _Way:
        freed = way.freed + len(tiles)
        if JOKER in core:
            borrowed = way.borrowed + (tiles - given)
            return _Way((*way.cores, core), way.loose, way.given + given, way.inside + given, freed, borrowed)
        loose = way.loose + meld.bag.minus(_JOKERS)
        return _Way(way.cores, loose, way.given + given, way.inside, freed, way.borrowed)

    def _tries(self, way: _Way, beaten: int) -> Iterator[Laid]:
        """Tables that this way leads to, as long as they can gain more than `beaten`."""
        # A rack tile that was swapped into a core lies there already: it counts, but is not the kernel's to lay.
        rack, weights, base = (
            self.rack - way.inside,
            self.terms.weights.after(way.inside),
            self.terms.weights.gain(way.inside),
        )
        if (self._left(way.inside) or 0) < 0:
            return
        must = (self.terms.must | way.given).minus(way.inside)
        freed = TileBag([JOKER] * way.freed)
        for cores in _readings(way.cores):
            left, started = self._left(way.inside), bool(way.inside) or self.may_be_none
            bound = self._lay(way.loose + freed, rack, weights, must=must, count=left, cores=cores, may_be_none=started)
            if bound is None or bound.gain + base <= beaten:
                continue
            whole = Laid(bound.gain + base, bound.laid + way.inside, bound.table)
            yield whole
            if way.freed and self.rules.joker_reuse != "same_turn_anywhere" and not self._is_lawful(whole):
                yield from self._with_homes(way, cores, whole.gain)

    def _with_homes(self, way: _Way, cores: tuple[Core, ...], bound: int) -> Iterator[Laid]:
        """The freed jokers laid into new sets first, in every form; then the rest."""
        # A tile given for a joker is a table tile from then on.
        given = way.given - way.inside
        start = _Homes((), way.loose + given, self.rack - way.given, given, way.freed)
        # A joker set that stays together does lie elsewhere.
        olds = [(old, old.bag) for old in self.table if old not in way.cores]
        for homes in islice(_without_doubles(self._all_homes(start)), self.terms.homes):
            if not goes_on(self.terms.effort, HOME):
                return
            laid = self._rest(cores, homes, way.inside, olds)
            if laid:
                yield laid
                if laid.gain >= bound and self._is_lawful(laid):
                    return

    def _all_homes(self, homes: _Homes) -> Iterator[_Homes]:
        if homes.freed == 0:
            yield homes
            return
        supply = homes.loose + TileBag([JOKER] * homes.freed) + homes.rack
        for meld in joker_melds(supply, homes.rack):
            if not goes_on(self.terms.effort, WAY):
                return
            for further in homes.with_home(meld):
                yield from self._all_homes(further)

    def _rest(
        self, cores: tuple[Core, ...], homes: _Homes, swapped_in: TileBag, before: list[tuple[Meld, TileBag]]
    ) -> Laid | None:
        """Everything but the homes, whose rack tiles count as laid; old sets inside a home must lie elsewhere too."""
        bags = [home.bag for home in homes.melds]
        inside_homes = [old for old, tiles in before if any(tiles <= bag for bag in bags)]
        doubles = TileBag.joined(old.bag for old in inside_homes)
        olds = tuple((old, old.readings[0]) for old in inside_homes)
        if not doubles <= homes.loose + homes.rack or JOKER in doubles:
            return None
        from_rack = doubles.minus(homes.loose)
        inside = swapped_in + homes.laid + from_rack
        weights = self.terms.weights.after(inside)
        must = self.terms.must.minus(inside) | homes.needed
        loose, rack, count = homes.loose.minus(doubles), self.rack.minus(inside), self._left(inside)
        if not inside <= self.rack or not must <= rack or (count is not None and count < 0):
            return None
        found = self._lay(loose, rack, weights, must=must, count=count, cores=cores + olds, may_be_none=True)
        if not found:
            return None
        table = Table((*homes.melds, *found.table))
        return Laid(found.gain + self.terms.weights.gain(inside), found.laid + inside, table)

    def _lay(self, table: TileBag, rack: TileBag, weights: Weights, **terms: Any) -> Laid | None:
        return lay_bag(table, rack, weights, **terms, effort=self.terms.effort)

    def _left(self, inside: TileBag) -> int | None:
        """How many tiles are still to be laid when these are."""
        return None if self.terms.count is None else self.terms.count - len(inside)


@dataclass(frozen=True, slots=True)
class _Homes:
    """New sets for freed jokers: the sets, what is left of table and rack, the rack tiles laid so far, jokers to go.

    `needed` are the rack tiles that must be laid so that a new set which takes its tiles from the table holds one of
    its kind.
    """

    melds: tuple[Meld, ...]
    loose: TileBag
    rack: TileBag
    laid: TileBag
    freed: int
    needed: TileBag = TileBag()

    def with_home(self, meld: Meld) -> Iterator[_Homes]:
        """One more set: table tiles before rack tiles, and at least one of its kinds laid from the rack."""
        for freed in range(1, min(meld.jokers, self.freed) + 1):
            rack_jokers = TileBag([JOKER] * (meld.jokers - freed))
            numbered = meld.bag.minus(_JOKERS)
            from_rack = numbered.minus(self.loose) + rack_jokers
            if not from_rack <= self.rack:
                continue
            rest = _Homes(
                (*self.melds, meld),
                self.loose.minus(numbered),
                self.rack - from_rack,
                self.laid + from_rack,
                self.freed - freed,
                self.needed,
            )
            if from_rack:
                yield rest
                continue
            for tile in numbered.kinds():
                if tile in self.rack:
                    yield replace(rest, needed=rest.needed + TileBag([tile]))


def _without_doubles(all_homes: Iterator[_Homes]) -> Iterator[_Homes]:
    """Of those that leave the same tiles behind, the first: the order of the tiles in a new set makes no difference."""
    seen: set[tuple[TileBag, ...]] = set()
    for homes in all_homes:
        kind = (homes.loose, homes.rack, homes.needed, *sorted((home.bag for home in homes.melds), key=_bits))
        if kind not in seen:
            seen.add(kind)
            yield homes


def _bits(bag: TileBag) -> int:
    return bag.bits


def _readings(cores: tuple[Meld, ...]) -> Iterator[tuple[Core, ...]]:
    """The cores with each that reads both as run and as group taken once as either."""
    yield from product(*([(core, reading) for reading in core.readings] for core in cores))


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
