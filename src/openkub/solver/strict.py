"""The heart of every answer: the largest gain, whatever the joker rules.

Where jokers are free this is one call of the kernel. Where sets with a joker may only be added to, or their joker
swapped for a rack tile (`jumbo_de`), the ways to swap are few and are tried one by one: what stays together is a core
that the kernel may only extend, and so is the least that a freed joker's new set must hold (`housing`).
Where that takes more effort than there is, the best play found by then stands. docs/solver.md gives the argument;
`openkub.law.jokers` is the law, and nothing is returned that it refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product, takewhile

from openkub.law.jokers import COMPANIONS, are_jokers_lawful, swaps
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.solver import kernel
from openkub.solver.calm import Calm, lay_calmly
from openkub.solver.effort import LIMIT, SOME, SWAP, VERDICT, WAY, Effort, goes_on
from openkub.solver.homes import Housed, Placed
from openkub.solver.housing import Housing
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


def can_lay(position: Position, effort: Effort) -> bool:
    """Whether any rack tile can be laid by one who has opened, as far as that is seen."""
    if lay_one(position.table, position.rack) is not None:
        return True
    if is_free(position):
        most = max(effort.left, 0) // 4
        share = Effort(most)
        seen = kernel.can_play_any(position.table.bag.bits, position.rack.bits, share)
        effort.left -= most - share.left
        if seen or share.exact:
            return seen
    # Where that takes long, the play of the most tiles is seen sooner.
    return lay_any(position, effort) is not None


def lay_any(position: Position, effort: Effort) -> Laid | None:
    """Return what a player who has opened can lay, whichever way is found first: the more of it the easier."""
    rules, table, rack = position.rules, position.table, position.rack
    terms = Terms(EACH_TILE, effort=effort)
    if not rack:
        return None
    if not is_free(position):
        return lay_one(table, rack) or _Strict(rules, table, rack, terms).first()
    found = lay(rules, table, rack, terms) or lay_one(table, rack)
    # Nothing was found in time; where no tile is worth more than another, it is found sooner.
    return found if found or effort.exact else lay_bag(table.bag, rack, _NO_GAIN, effort=Effort(SOME))


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
    def before(self) -> Table:
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
    def companions(self) -> int:
        """How many rack tiles each new set of a freed joker needs."""
        return COMPANIONS.get(self.rules.joker_reuse, 0)

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

    def is_lawful(self, found: Laid) -> bool:
        goes_on(self.terms.effort, VERDICT)
        return are_jokers_lawful(self.rules, self.before, found.table, found.laid)

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
        ways: Iterable[tuple[Meld, TileBag]] = swaps(meld)
        if self.rules.joker_set_split == "allowed":
            yield replace(way, loose=way.loose + meld.bag.minus(_JOKERS), freed=way.freed + meld.jokers)
            # A set without its jokers is an ordinary one, whose tiles lie where they like: nothing is given for them.
            ways = [(core, tiles) for core, tiles in ways if JOKER in core]
        for core, tiles in ways:
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
        housing = self._housing(way, beaten, doubts)
        bounds: list[_Bound] = []
        for cores in self._forms(way.cores):
            bound = self.lay(supply, rack, way.inside, housing.beaten, must=must, cores=cores, may_be_none=started)
            if bound is None or bound.gain <= housing.beaten:
                continue
            if housing.is_lawful(bound):
                housing.beaten = bound.gain
                yield bound
            elif housing.start.freed:
                bounds.append((cores, bound.gain))
            else:
                doubts.append(bound.gain)
        for cores, gain in bounds:
            yield from housing.plays(cores, gain)

    def _forms(self, cores: tuple[Meld, ...]) -> Iterator[tuple[Core, ...]]:
        """The cores with each that reads both as run and as group taken once as either; or left alone as it lies."""
        kept = self.terms.calm.sets if self.terms.calm else ()
        forms = ((None, *core.readings) if core in kept else core.readings for core in cores)
        yield from product(*([(core, form) for form in each] for core, each in zip(cores, forms, strict=True)))

    def _housing(self, way: _Way, beaten: int, doubts: list[int]) -> Housing:
        """The search for new sets, where freed jokers must lie in some."""
        # A tile given for a joker is a table tile from then on.
        given = way.given - way.inside
        freed = way.freed if self.rules.joker_reuse in COMPANIONS else 0
        start = Housed(way.loose + given, self.rack - way.given, freed, laid=given)
        # What the table could have given may be a companion all the same.
        idle = way.given if self.rules.joker_replacement_source == "rack" else _NONE
        return Housing(_Beside(self, way.inside), start, self.companions, idle, beaten, doubts)

    def lay(
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


@dataclass(frozen=True, slots=True)
class _Beside:
    """What homes for freed jokers ask of their turn, where these rack tiles were swapped into cores."""

    strict: _Strict
    swapped_in: TileBag

    @property
    def effort(self) -> Effort:
        """What it may cost."""
        return self.strict.terms.effort

    @property
    def before(self) -> Table:
        """All that lies there."""
        return self.strict.before

    @property
    def kept(self) -> Sequence[Meld]:
        """Sets that had better lie as they do."""
        calm = self.strict.terms.calm
        return calm.sets if calm else ()

    def rest(self, housed: Housed, cores: Placed, beaten: int) -> Laid | None:
        """The largest gain with these homes and cores, the freed jokers that are left anywhere.

        Where one of these needs companions, at least a tile more must be laid.
        """
        inside = self.swapped_in + housed.laid
        must = self.strict.terms.must.minus(inside)
        if not must <= housed.rack:
            return None
        loose = housed.loose + TileBag([JOKER] * housed.freed)
        started = bool(inside) or self.strict.may_be_none
        none = started and not (housed.freed and self.strict.companions)
        return self.strict.lay(loose, housed.rack, inside, beaten, must=must, cores=cores, may_be_none=none)

    def is_lawful(self, found: Laid) -> bool:
        """Whether the law accepts it."""
        return self.strict.is_lawful(found)
