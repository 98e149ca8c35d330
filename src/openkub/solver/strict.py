"""The heart of every answer: the largest gain, whatever the joker rules.

Where jokers are free this is one call of the kernel. Where sets with a joker may only be added to, or their joker
swapped for a rack tile (`jumbo_de`), the ways to swap are few and are tried one by one: what stays together is a core
that the kernel may only extend; a freed joker's new set is tried in every form, and the rest is the kernel's again.
Where that takes more effort than there is, the best play found by then stands. docs/solver.md gives the argument;
`openkub.law.jokers` is the law, and nothing is returned that it refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product, takewhile

from openkub.law.jokers import are_jokers_lawful, swaps
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.solver import kernel
from openkub.solver.calm import Calm, lay_calmly
from openkub.solver.effort import HOME, LAID, LIMIT, MELD, SOME, SWAP, VERDICT, WAY, Effort, goes_on
from openkub.solver.homes import Homes, Wanted, elsewhere, joker_melds, may_be_missed, old_sets, wanted, without_doubles
from openkub.solver.laying import Core, Laid, lay_bag
from openkub.solver.simple import lay_one
from openkub.solver.weights import EACH_TILE, Weights

_NONE = TileBag()
_NO_GAIN = Weights.of({})
_JOKERS = TileBag([JOKER] * 7)


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms tiles are laid: for which gain, these among them, exactly so many.

    With `calm` the gain is given, and the least disturbance is looked for instead. `effort` is what it may cost, and
    tells afterwards whether anything was cut short.
    """

    weights: Weights
    must: TileBag = _NONE
    count: int | None = None
    calm: Calm | None = None
    effort: Effort = field(default_factory=lambda: Effort(LIMIT), compare=False)

    def after(self, laid: TileBag, must: TileBag, beaten: int | None = None) -> Terms:
        """The terms for the rest when these tiles are laid already, and what `must` be is known, and what is beaten."""
        count = None if self.count is None else self.count - len(laid)
        calm = self.calm
        if calm:
            calm = Calm(calm.sets, calm.gain - self.weights.gain(laid), calm.less if beaten is None else -beaten)
        return Terms(self.weights.after(laid), must, count, calm, self.effort)


def is_free(position: Position) -> bool:
    """Whether the joker laws have nothing to say here to one who has opened."""
    return position.rules.jokers_are_free or JOKER not in position.table.bag


def lay(
    rules: Rules,
    table: Table,
    rack: TileBag,
    terms: Terms,
    *,
    may_be_none: bool = False,
    kept: tuple[Meld, ...] = (),
) -> Laid | None:
    """The largest gain from at least one rack tile, unless it `may_be_none`; None if these terms cannot be met.

    What is `kept` lies there too, has a joker, and may only be added to.
    """
    bag = table.bag
    if not kept and (rules.jokers_are_free or JOKER not in bag):
        return _lay_on(bag, rack, terms, (), may_be_none=may_be_none)
    return _Strict(rules, table, rack, terms, may_be_none, kept).best()


def _lay_on(table: TileBag, rack: TileBag, terms: Terms, cores: tuple[Core, ...], *, may_be_none: bool) -> Laid | None:
    weights, must, count, effort = terms.weights, terms.must, terms.count, terms.effort
    if terms.calm:
        return lay_calmly(table, rack, weights, terms.calm, must=must, cores=cores, effort=effort)
    return lay_bag(table, rack, weights, must=must, count=count, cores=cores, may_be_none=may_be_none, effort=effort)


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

    `inside` are those given tiles that lie in a core, `borrowed` the table tiles that do; `lent` are table tiles that
    took the place of a joker in a set that has become ordinary.
    """

    cores: tuple[Meld, ...]
    loose: TileBag
    given: TileBag
    inside: TileBag
    freed: int
    borrowed: TileBag = _NONE
    lent: TileBag = _NONE


_Bound = tuple[tuple[Core, ...], int]
"""What is gained at most with these cores."""


@dataclass(frozen=True, slots=True)
class _Strict:
    """A turn under joker rules that keep sets together or send freed jokers into new sets."""

    rules: Rules
    table: Table
    rack: TileBag
    terms: Terms
    may_be_none: bool = False
    kept: tuple[Meld, ...] = ()

    @property
    def _before(self) -> Table:
        """All that lies there."""
        return Table((*self.table, *self.kept)) if self.kept else self.table

    def best(self) -> Laid | None:
        """The best over all ways to treat the joker sets, the ways with the fewest swaps first."""
        best: Laid | None = None
        doubts: list[int] = []
        for way in self._in_order():
            if not goes_on(self.terms.effort, WAY):
                break
            for laid in self._tries(way, best.gain if best else self._worst, doubts):
                best = laid
        if any(doubt > (best.gain if best else self._worst) for doubt in doubts):
            self.terms.effort.exact = False
        return best

    @property
    def _worst(self) -> int:
        """What gains no more than that is not looked for."""
        return -self.terms.calm.less if self.terms.calm else -1

    def first(self) -> Laid | None:
        """The first lawful play."""
        ways = takewhile(lambda _: goes_on(self.terms.effort, WAY), self._in_order())
        doubts: list[int] = []
        found = next((laid for way in ways for laid in self._tries(way, self._worst, doubts)), None)
        if doubts and not found:
            self.terms.effort.exact = False
        return found

    def _is_lawful(self, found: Laid) -> bool:
        goes_on(self.terms.effort, VERDICT)
        return are_jokers_lawful(self.rules, self._before, found.table, found.laid)

    def _in_order(self) -> Iterator[_Way]:
        """All ways, each when it is asked for: those that free no joker, one joker, two …"""
        ordinary = TileBag.joined(meld.bag for meld in self.table if JOKER not in meld)
        start = _Way(self.kept, ordinary, _NONE, _NONE, 0)
        bound = tuple(meld for meld in self.table if JOKER in meld)
        for freed in range(sum(meld.jokers for meld in bound) + 1):
            yield from self._ways(start, bound, freed)

    def _ways(self, way: _Way, melds: tuple[Meld, ...], freed: int) -> Iterator[_Way]:
        """The ways that go on from this one over these sets, and free exactly so many jokers in all."""
        if not melds:
            if way.borrowed + way.lent <= way.loose:
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
            cores, inside = (*way.cores, core), way.inside + given
            return _Way(cores, way.loose, way.given + given, inside, freed, borrowed, way.lent)
        loose, lent = way.loose + meld.bag.minus(_JOKERS), way.lent + (tiles - given)
        return _Way(way.cores, loose, way.given + given, way.inside, freed, way.borrowed, lent)

    def _tries(self, way: _Way, beaten: int, doubts: list[int]) -> Iterator[Laid]:
        """What this way leads to and the law accepts, as long as each gains more than the one before, or `beaten`.

        Doubts are the gains of tables that it does not accept, where as much may be possible with another table.
        """
        # A rack tile that was swapped into a core lies there already: it counts, but is not the kernel's to lay.
        rack, must = self.rack - way.inside, (self.terms.must | way.given).minus(way.inside)
        supply, started = way.loose + TileBag([JOKER] * way.freed), bool(way.inside) or self.may_be_none
        bounds: list[_Bound] = []
        for cores in self._forms(way.cores):
            bound = self._lay(supply, rack, way.inside, beaten, must=must, cores=cores, may_be_none=started)
            if bound is None or bound.gain <= beaten:
                continue
            if self._is_lawful(bound):
                beaten = bound.gain
                yield bound
            elif way.freed and self.rules.joker_reuse != "same_turn_anywhere":
                bounds.append((cores, bound.gain))
            else:
                doubts.append(bound.gain)
        yield from self._with_homes(way, bounds, beaten, doubts)

    def _forms(self, cores: tuple[Meld, ...]) -> Iterator[tuple[Core, ...]]:
        """The cores with each that reads both as run and as group taken once as either; or left alone as it lies."""
        kept = self.terms.calm.sets if self.terms.calm else ()
        forms = ((None, *core.readings) if core in kept else core.readings for core in cores)
        yield from product(*([(core, form) for form in each] for core, each in zip(cores, forms, strict=True)))

    def _with_homes(self, way: _Way, bounds: list[_Bound], beaten: int, doubts: list[int]) -> Iterator[Laid]:
        """The freed jokers laid into new sets first, in every form; then the rest, for cores that may gain so much."""
        # A tile given for a joker is a table tile from then on.
        given = way.given - way.inside
        start = Homes((), way.loose + given, self.rack - way.given, given, way.freed)
        before = old_sets(self._before) if bounds else []

        def leads_on(homes: Homes) -> bool:
            """Whether more can be gained beside these homes if the other freed jokers may lie anywhere."""
            loose, inside = homes.loose + TileBag([JOKER] * homes.freed), way.inside + homes.laid
            rack, must = self.rack - inside, self.terms.must.minus(inside)
            forms = (cores for cores, bound in bounds if bound > beaten)
            tries = (self._lay(loose, rack, inside, beaten, must=must, cores=c, may_be_none=True) for c in forms)
            return goes_on(self.terms.effort, LAID) and any(found and found.gain > beaten for found in tries)

        for homes in without_doubles(self._all_homes(start, leads_on)) if bounds else ():
            olds = wanted(before, homes.melds)
            for cores, bound in bounds:
                if bound <= beaten:
                    continue
                if not goes_on(self.terms.effort, HOME):
                    return
                if olds and may_be_missed(cores, olds, homes.loose + homes.rack):
                    doubts.append(bound)
                for laid in self._rest(cores, homes, way.inside, olds, beaten):
                    if laid.gain <= beaten:
                        continue
                    if self._is_lawful(laid):
                        beaten = laid.gain
                        yield laid
                    else:
                        doubts.append(laid.gain)
            if all(bound <= beaten for _, bound in bounds):
                return

    def _all_homes(self, homes: Homes, leads_on: Callable[[Homes], bool]) -> Iterator[Homes]:
        if homes.freed == 0:
            yield from homes.with_companions()
            return
        if not homes.rack or (homes.melds and not leads_on(homes)):
            return
        supply = homes.loose + TileBag([JOKER] * homes.freed) + homes.rack
        for meld in joker_melds(supply, homes.rack):
            if not goes_on(self.terms.effort, MELD):
                return
            for further in homes.with_home(meld):
                self.terms.effort.left -= WAY - MELD
                yield from self._all_homes(further, leads_on)

    def _rest(
        self,
        cores: tuple[Core, ...],
        homes: Homes,
        swapped_in: TileBag,
        olds: list[Wanted],
        beaten: int,
    ) -> Iterator[Laid]:
        """Everything but the homes, whose rack tiles count as laid; old sets inside a home must lie elsewhere too."""
        kept = self.terms.calm.sets if self.terms.calm else ()
        for placed in elsewhere(cores, olds, homes.loose + homes.rack, kept) if olds else (cores,):
            added = _tiles(placed) - _tiles(cores) if olds else _NONE
            from_rack = added.minus(homes.loose)
            inside = swapped_in + homes.laid + from_rack
            # What an old set takes from the rack is laid, and may be what a home needs.
            must = self.terms.must.minus(inside) | homes.needed.minus(from_rack)
            loose, rack = homes.loose.minus(added), self.rack.minus(inside)
            if not inside <= self.rack or not must <= rack:
                continue
            if olds and not goes_on(self.terms.effort, WAY):
                return
            found = self._lay(loose, rack, inside, beaten, must=must, cores=placed, may_be_none=True)
            if found:
                yield replace(found, table=Table((*homes.melds, *found.table)))

    def _lay(
        self,
        table: TileBag,
        rack: TileBag,
        inside: TileBag,
        beaten: int,
        *,
        must: TileBag,
        cores: tuple[Core, ...],
        may_be_none: bool,
    ) -> Laid | None:
        """What can be laid beside the rack tiles that lie inside already."""
        terms = self.terms.after(inside, must, beaten)
        if terms.count is not None and terms.count < 0:
            return None
        found = _lay_on(table, rack, terms, cores, may_be_none=may_be_none)
        if found is None or not inside:
            return found
        gain = found.gain if terms.calm else found.gain + self.terms.weights.gain(inside)
        return Laid(gain, found.laid + inside, found.table)


def _tiles(cores: tuple[Core, ...]) -> TileBag:
    return TileBag.joined(core.bag for core, _ in cores)
