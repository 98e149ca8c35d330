"""The opening turn: enough points from the rack alone, and what may be laid with them.

Whether an opening is there at all, the kernel says in microseconds. The best turn is searched by branch and bound: a
turn that the referee takes for an opening is the best of its branch, and otherwise one more set of the opening is laid
first. Where sets with a joker are free, only its tiles are bound to be laid; where they are not, those sets stay; where
nothing may be altered in the turn, all of them do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from openkub.law.jokers import most_swaps, swaps_from_rack
from openkub.law.opening import WORK, Work, best_single, best_single_set, opens
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Run, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.pieces.within import melds_within
from openkub.solver import kernel
from openkub.solver.calm import disturbance
from openkub.solver.effort import PAIR, SINGLE, START, VERDICT, WAY, Effort, goes_on
from openkub.solver.fast import Counts, Opening
from openkub.solver.laying import Laid, meld_of
from openkub.solver.strict import Terms, lay

LEAST = 20_000
"""What a verdict on an opening may always cost."""


def opening_points(rules: Rules, tiles: TileBag) -> int:
    """The most that sets of these tiles count towards the opening."""
    tiles = Position(rules, Table(), tiles, opened=False).layable.rack
    if rules.opening_sets == "one":
        return best_single(rules, tiles)
    return kernel.opening_value(tiles.bits, rules.opening_joker_value == "face")[0]


def can_open(rules: Rules, tiles: TileBag, effort: Effort) -> bool:
    """Whether sets of these tiles count enough for the opening, as far as that is seen."""
    if rules.opening_sets == "one":
        goes_on(effort, SINGLE)
        return best_single(rules, tiles) >= rules.opening_min_points
    return Opening.of(rules).is_reached(Counts(tiles.bits), effort)


def lay_alone(position: Position, effort: Effort) -> Laid | None:
    """An opening from the rack alone, beside the table as it lies, whichever is found first."""
    rules, rack = position.rules, position.rack
    if rules.opening_sets == "one":
        goes_on(effort, VERDICT)
        single = best_single_set(rules, rack)
        sets = [single] if single and single.value(rules.opening_joker_value) >= rules.opening_min_points else []
    else:
        face = rules.opening_joker_value == "face"
        found = kernel.opening_any(rack.bits, rules.opening_min_points, face, effort)
        sets = [at_its_best(meld_of(kinds)) for kinds in found[2]] if found else []
    laid = TileBag.joined(meld.bag for meld in sets)
    return Laid(len(laid), laid, Table((*position.table, *sets))) if sets else None


def lay_turn(position: Position, terms: Terms) -> Laid | None:
    """The turn of largest gain, by one who has opened or not."""
    if not position.opened:
        return lay_opening(position, terms)
    return lay(position.rules, position.table, position.rack, terms)


def lay_opening(position: Position, terms: Terms) -> Laid | None:
    """The opening turn of largest gain, with whatever the rules allow beside the opening itself."""
    best: Laid | None = None
    for start in _starts(position, terms):
        found = start.best(terms)
        if found and (best is None or found.gain > best.gain):
            best = found
    return best


def _starts(position: Position, terms: Terms) -> Iterator[_Start]:
    """The table as it lies; and, where jokers may be exchanged before the opening, every way to do so first."""
    rules, table, rack, effort = position.rules, position.table, position.rack, terms.effort
    if rules.joker_needs_opened:
        if goes_on(effort, WAY) and can_open(rules, rack, effort):
            yield _Start(position, table, TileBag())
        return
    seen = set[tuple[TileBag, frozenset[tuple[tuple[Tile, ...], int]]]]()
    for swapped, given in swaps_from_rack(table, rack):
        if not goes_on(effort, WAY):
            return
        like = given, frozenset(swapped.keys.items())
        if like in seen:
            continue
        seen.add(like)
        start = _Start(position, swapped, given)
        if can_open(rules, start.supply, effort):
            yield start


@dataclass(frozen=True, slots=True)
class _Start:
    """A position to open from, when `given` was exchanged for as many jokers, which left the table `swapped`."""

    position: Position
    swapped: Table
    given: TileBag

    @property
    def freed(self) -> TileBag:
        """The jokers got for the tiles given: they must be laid, and may be laid in the opening."""
        return TileBag([JOKER] * len(self.given))

    @property
    def supply(self) -> TileBag:
        """All that the opening may be made of."""
        return self.position.rack - self.given + self.freed

    def best(self, terms: Terms) -> Laid | None:
        """Branch and bound over the sets that make up the opening."""
        search = _Search(self, terms)
        first = search.laid(())
        if first and search.opens(first):
            return first
        if first:
            search.branch(0, (), 0)
        return search.best

    def laid(self, sets: tuple[Meld, ...], terms: Terms) -> Laid | None:
        """The best turn in which the tiles given and these sets of the opening are laid, opening or not."""
        rules = self.position.rules
        if rules.opening_turn_manipulation == "forbidden":
            return self._beside(sets, terms)
        if rules.joker_set_split == "forbidden":
            return self._on_top(sets, terms)
        forced = TileBag.joined(meld.bag for meld in sets).minus(self.freed)
        return lay(rules, self.position.table, self.position.rack, replace(terms, must=self.given + forced))

    def _on_top(self, sets: tuple[Meld, ...], terms: Terms) -> Laid | None:
        """Sets with a joker stay together: those of the opening lie on the table before anything else is done."""
        stay = [meld for meld in sets if JOKER in meld]
        forced = TileBag.joined(meld.bag for meld in sets if JOKER not in meld)
        return self._rest(self.swapped, TileBag.joined(meld.bag for meld in stay), forced, terms, tuple(stay))

    def _beside(self, sets: tuple[Meld, ...], terms: Terms) -> Laid | None:
        """The table may not be touched: these sets, and what else the supply gives, are a table of their own."""
        calm, tiles = terms.calm, TileBag.joined(meld.bag for meld in sets)
        alone = self._rest(Table(), tiles, TileBag(), replace(terms, calm=None))
        if alone is None or (calm and alone.gain < calm.gain):
            return None
        table = Table((*self.swapped, *sets, *map(at_its_best, alone.table)))
        return Laid(-disturbance(calm.sets, table) if calm else alone.gain, alone.laid, table)

    def _rest(
        self, table: Table, fixed: TileBag, forced: TileBag, terms: Terms, kept: tuple[Meld, ...] = ()
    ) -> Laid | None:
        """What is laid beside the tiles given and those that are fixed, all of which count; freed jokers must be."""
        own, freed = fixed.minus(self.freed), self.freed.minus(fixed)
        rest = _beside_freed(terms.after(self.given + own, freed + forced), freed)
        if rest.count is not None and rest.count < 0:
            return None
        started = bool(own or self.given)
        found = lay(self.position.rules, table, self.supply - fixed, rest, may_be_none=started, kept=kept)
        if found is None:
            return None
        tiles = found.laid - freed + own + self.given
        return Laid(found.gain if terms.calm else terms.weights.gain(tiles), tiles, found.table)


def _beside_freed(terms: Terms, freed: TileBag) -> Terms:
    """The terms where these jokers, which are not the rack's, are laid as if they were."""
    if not freed:
        return terms
    weights = terms.weights.without(freed)
    count = None if terms.count is None else terms.count + len(freed)
    calm = replace(terms.calm, gain=terms.calm.gain + weights.gain(freed)) if terms.calm else None
    return replace(terms, weights=weights, count=count, calm=calm)


class _Search:
    """The opening sets laid first so far, and the best turn found."""

    def __init__(self, start: _Start, terms: Terms) -> None:
        self.start, self.terms = start, terms
        self.rules = start.position.rules
        self.best: Laid | None = None

    @cached_property
    def sets(self) -> list[tuple[int, Meld]]:
        """What an opening may be made of, with its points."""
        bound = bool(self.start.given) and self.rules.joker_reuse != "same_turn_anywhere"
        return list(_opening_sets(self.rules, self.start.supply, self.terms.effort, bound=bound))

    def laid(self, sets: tuple[Meld, ...]) -> Laid | None:
        """The best turn with these sets."""
        return self.start.laid(sets, self.terms)

    def opens(self, laid: Laid) -> bool:
        """Whether the referee takes this turn for an opening."""
        position = self.start.position
        # Where jokers may be exchanged first, the referee looks at every way to do so, and tells what that cost, but
        # for the mere sight of the sets where they count as they lie.
        as_it_lies = self.rules.opening_turn_manipulation == "forbidden" and not self.rules.joker_needs_opened
        if as_it_lies and not self._has_points(laid):
            return False
        goes_on(self.terms.effort, VERDICT + START * (as_it_lies and most_swaps(position.table, laid.laid)))
        work = Work(min(WORK, max(self.terms.effort.left, LEAST)))
        opens = position.allows(laid.table, work)
        goes_on(self.terms.effort, work.spent)
        if not opens and work.spent >= work.most:
            self.terms.effort.exact = False
        return opens

    def _has_points(self, laid: Laid) -> bool:
        """Whether the sets count enough as they lie, if jokers were exchanged as here; soon seen, and mostly not so."""
        goes_on(self.terms.effort, START)
        start = self.start
        return opens(self.rules, start.swapped, laid.table, laid.laid - start.given + start.freed)

    def branch(self, first: int, opening: tuple[Meld, ...], points: int) -> None:
        """Lay each further set that fits; go deeper, best first, where that is not yet an opening."""
        deeper, tried = [], False
        left = self.start.supply.minus(TileBag.joined(meld.bag for meld in opening))
        for index in range(first, len(self.sets)):
            value, meld = self.sets[index]
            if not meld.bag <= left or not (opening or self._may_be_first(value)):
                continue
            if not goes_on(self.terms.effort, WAY):
                return
            tried, found = True, self.laid((*opening, meld))
            if found is None or (self.best and found.gain <= self.best.gain):
                continue
            if self.opens(found):
                self.best = found
            elif self._may_go_on(points + value):
                deeper.append((found.gain, index, (*opening, meld), points + value))
        enough = points >= self.rules.opening_min_points
        if opening and not tried and enough and not self.rules.jokers_are_free:
            # It has points enough and was refused as it lies; with another turn of these sets it might not be.
            self.terms.effort.exact = False
        for gain, index, sets, reached in sorted(deeper, key=lambda node: -node[0]):
            if self.best is None or gain > self.best.gain:
                self.branch(index, sets, reached)

    def _may_be_first(self, points: int) -> bool:
        """Whether a set may be the first of an opening: where it has to be a single one, with points enough."""
        return self.rules.opening_sets == "one_or_more" or points >= self.rules.opening_min_points

    def _may_go_on(self, points: int) -> bool:
        """Whether one more set may make an opening of a turn that is none."""
        enough = points >= self.rules.opening_min_points
        if enough:
            # Only joker rules can have something against it: another freed joker may have to be bound.
            return not self.rules.jokers_are_free
        return self.rules.opening_sets == "one_or_more"


def _opening_sets(rules: Rules, rack: TileBag, effort: Effort, *, bound: bool) -> Iterator[tuple[int, Meld]]:
    """The sets within the rack with what they count, best first.

    Of those that can grow into others afterwards none is left that holds another which is enough by itself; but where
    jokers are `bound` to new sets, one more of them in a set may be what makes it lawful.
    """
    best: dict[object, tuple[int, Meld]] = {}
    stays = rules.joker_set_split == "forbidden"
    for meld in melds_within(rack):
        if not goes_on(effort, WAY):
            break
        value = meld.value(rules.opening_joker_value)
        # One with two jokers may read as a group and, each way round, as another run.
        kind: object = (meld.key, _run_in(meld)) if stays and JOKER in meld else meld.bag
        if value > best.get(kind, (-1, meld))[0]:
            best[kind] = value, meld
    enough = [meld for value, meld in best.values() if value >= rules.opening_min_points]
    if rules.opening_turn_manipulation == "forbidden":
        enough = []
    for value, meld in sorted(best.values(), key=lambda item: -item[0]):
        if not goes_on(effort, PAIR * len(enough)):
            return
        smaller = [other for other in enough if not bound or other.jokers == meld.jokers]
        if not any(other is not meld and _grows_into(other, meld, stays=stays) for other in smaller):
            yield value, meld


def _run_in(meld: Meld) -> Run | None:
    """What it is as a run, if it is one."""
    return next((reading for reading in meld.readings if isinstance(reading, Run)), None)


def _grows_into(small: Meld, large: Meld, *, stays: bool) -> bool:
    if not (small.bag <= large.bag and small.bag != large.bag):
        return False
    if not stays or JOKER not in small:
        return not (stays and JOKER in large)
    spans = range(len(large) - len(small) + 1)
    return any(large[at : at + len(small)] == tuple(small) for at in spans)


@lru_cache(1 << 12)
def at_its_best(meld: Meld) -> Meld:
    """The same tiles in the order that counts most.

    >>> str(at_its_best(Meld.parse("* r9 r10")))
    'r9 r10 *'
    """
    if JOKER not in meld:
        return meld
    orders = (other for other in melds_within(meld.bag) if len(other) == len(meld))
    return max(orders, key=lambda other: other.value())
