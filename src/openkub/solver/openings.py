"""The opening turn: enough points from the rack alone, and what may be laid with them.

Whether an opening is there at all, the kernel says in microseconds. The best turn is searched by branch and bound: a
turn that the referee takes for an opening is the best of its branch, and otherwise one more set of the opening is laid
first. Where sets with a joker are free, only its tiles are bound to be laid; where they are not, those sets stay; where
nothing may be altered in the turn, all of them do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, lru_cache

from openkub.law.opening import best_single, best_single_set
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Run, Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.pieces.within import melds_within
from openkub.solver import kernel
from openkub.solver.calm import disturbance
from openkub.solver.effort import PAIR, SINGLE, VERDICT, WAY, Effort, goes_on
from openkub.solver.fast import Counts, Opening
from openkub.solver.laying import Laid, meld_of
from openkub.solver.strict import Terms, lay


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
    if not goes_on(terms.effort, WAY) or not can_open(position.rules, position.rack, terms.effort):
        return None
    return _Search(position, terms).run()


class _Search:
    """Branch and bound over the sets that make up the opening; `best` is the best turn found so far."""

    def __init__(self, position: Position, terms: Terms) -> None:
        self.position, self.terms = position, terms
        self.rules = position.rules
        self.best: Laid | None = None

    def run(self) -> Laid | None:
        """Return the best turn."""
        first = self.laid(())
        if first and self.opens(first):
            return first
        if first:
            self.branch(0, (), 0)
        return self.best

    @cached_property
    def sets(self) -> list[tuple[int, Meld]]:
        """What an opening may be made of, with its points."""
        return list(_opening_sets(self.rules, self.position.rack, self.terms.effort))

    def laid(self, sets: tuple[Meld, ...]) -> Laid | None:
        """The best turn in which these sets of the opening are laid, opening or not."""
        if self.rules.opening_turn_manipulation == "forbidden":
            return self._beside(sets)
        if self.rules.joker_set_split == "forbidden":
            return self._on_top(sets)
        must = TileBag.joined(meld.bag for meld in sets)
        return lay(self.rules, self.position.table, self.position.rack, replace(self.terms, must=must))

    def _on_top(self, sets: tuple[Meld, ...]) -> Laid | None:
        """Sets with a joker stay together: those of the opening lie on the table before anything else is done."""
        stay = tuple(meld for meld in sets if JOKER in meld)
        must = TileBag.joined(meld.bag for meld in sets if JOKER not in meld)
        return self._rest(self.position.table, TileBag.joined(meld.bag for meld in stay), must, self.terms, stay)

    def _beside(self, sets: tuple[Meld, ...]) -> Laid | None:
        """The table may not be touched: these sets, and what else the rack gives, are a table of their own."""
        calm, tiles = self.terms.calm, TileBag.joined(meld.bag for meld in sets)
        alone = self._rest(Table(), tiles, TileBag(), replace(self.terms, calm=None))
        if alone is None or (calm and alone.gain < calm.gain):
            return None
        table = Table((*self.position.table, *sets, *map(at_its_best, alone.table)))
        return Laid(-disturbance(calm.sets, table) if calm else alone.gain, alone.laid, table)

    def _rest(
        self, table: Table, fixed: TileBag, must: TileBag, terms: Terms, kept: tuple[Meld, ...] = ()
    ) -> Laid | None:
        """What is laid beside the rack tiles that are fixed, which count too."""
        rest = terms.after(fixed, must)
        if rest.count is not None and rest.count < 0:
            return None
        found = lay(self.rules, table, self.position.rack - fixed, rest, may_be_none=bool(fixed), kept=kept)
        if found is None:
            return None
        tiles = found.laid + fixed
        return Laid(found.gain if terms.calm else terms.weights.gain(tiles), tiles, found.table)

    def opens(self, laid: Laid) -> bool:
        """Whether the referee takes this turn for an opening."""
        goes_on(self.terms.effort, VERDICT)
        return self.position.allows(laid.table)

    def branch(self, first: int, opening: tuple[Meld, ...], points: int) -> None:
        """Lay each further set that fits; go deeper, best first, where that is not yet an opening."""
        deeper, tried = [], False
        left = self.position.rack.minus(TileBag.joined(meld.bag for meld in opening))
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


def _opening_sets(rules: Rules, rack: TileBag, effort: Effort) -> Iterator[tuple[int, Meld]]:
    """The sets within the rack with what they count, best first.

    Of those that can grow into others afterwards none is left that holds another which is enough by itself.
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
        if not any(other is not meld and _grows_into(other, meld, stays=stays) for other in enough):
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
