"""Jokers exchanged before an opening: which openings there are then, and which of them no turn can have.

No set is new that holds all tiles of another which went with the exchange, unless that one lies elsewhere as well. So a
set with freed jokers that holds such a one is of use only if there are tiles enough for both, or if it is the old set
itself, which has grown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product, takewhile

from openkub.law.jokers import exchanged, swaps
from openkub.law.opening import WORK, Work
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Run, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.pieces.within import melds_within
from openkub.solver import kernel
from openkub.solver.effort import MELD, PAIR, SINGLE, WAY, Effort, goes_on
from openkub.solver.homes import may_hold
from openkub.solver.laying import Laid
from openkub.solver.openings import LEAST, lay_alone

_STORIES = 1000
"""What a verdict on how jokers came to lie where they do costs, in the successors that the kernel could look at."""


@dataclass(frozen=True)
class Exchange:
    """Tiles given for as many jokers, which left the sets that had held the jokers like this."""

    position: Position
    given: TileBag
    sets: tuple[Meld, ...]

    @cached_property
    def freed(self) -> TileBag:
        """The jokers that were got."""
        return TileBag([JOKER] * len(self.given))

    @cached_property
    def start(self) -> Position:
        """The position after it."""
        position = self.position
        rack = position.rack - self.given + self.freed
        return replace(position, table=exchanged(position.table, self.sets), rack=rack)

    @cached_property
    def gone(self) -> list[Meld]:
        """The sets that went, of those of which the rack could make a set that holds all their tiles."""
        before, start = self.position.table, self.start
        return [before[place] for place in before.not_in(start.table) if before[place].bag <= start.rack]

    @property
    def may_lie_otherwise(self) -> bool:
        """Whether an opening counts as its tiles could lie, so that no set of it need lie on the table."""
        rules = self.position.rules
        return rules.opening_turn_manipulation == "allowed" and rules.joker_set_split == "allowed"

    def houses_all(self, sets: Sequence[Meld]) -> bool:
        """Whether all jokers that were got lie in these sets."""
        return sum(meld.jokers for meld in sets) >= len(self.given)

    def judged(self, sets: Sequence[Meld], effort: Effort) -> Laid | None:
        """The turn that lays these sets beside the table, if the referee accepts it."""
        table = Table((*self.start.table, *sets))
        work = Work(min(WORK, max(effort.left, LEAST)))
        is_allowed = self.position.allows(table, work)
        goes_on(effort, _STORIES + work.spent)
        if not is_allowed:
            return None
        laid = table.bag - self.position.table.bag
        return Laid(len(laid), laid, table)

    def soon_seen(self, effort: Effort) -> Iterator[Sequence[Meld]]:
        """Openings that do without a tile of each set that went, and so hold none of them."""
        for without in product(*([tile for tile in old if not tile.is_joker] for old in self.gone)):
            rack = TileBag(tile for tile in self.start.rack if tile not in without)
            alone = lay_alone(replace(self.start, table=Table(), rack=rack), effort) if goes_on(effort, WAY) else None
            if alone and self.houses_all(alone.table):
                yield tuple(alone.table)

    def least_laid(self, effort: Effort) -> Iterator[TileBag]:
        """The rack tiles of its smallest openings, with those that were given: whatever opens like that lays some."""
        rules, supply = self.position.rules, self.start.rack
        goes_on(effort, SINGLE)
        if rules.opening_sets == "one":
            melds = takewhile(lambda _: goes_on(effort, MELD), melds_within(supply))
            enough = rules.opening_min_points
            bags = [meld.bag for meld in melds if meld.value(rules.opening_joker_value) >= enough]
        else:
            face = rules.opening_joker_value == "face"
            found = kernel.openings(supply.bits, rules.opening_min_points, face)
            bags = list(map(TileBag.from_bits, found or ()))
            effort.exact = effort.exact and found is not None
        for bag in bags if goes_on(effort, PAIR * len(bags)) else ():
            yield self.given + bag.minus(self.freed)

    def openings(self, effort: Effort) -> Iterator[Sequence[Meld]]:
        """Every opening that houses all jokers that were got, but for those that no turn can have.

        In such a turn more jokers than the rack has would lie in sets that are not new, whatever else is done. Of
        sets without a joker beside the others only the first are seen: the law has nothing against any.
        """
        rules, rack = self.position.rules, self.start.rack
        best: dict[object, tuple[int, int, Meld]] = {}
        for meld in melds_within(rack):
            if not goes_on(effort, MELD):
                return
            if JOKER in meld:
                points, idle = meld.value(rules.opening_joker_value), self._idle(meld)
                if points > best.get((meld.bag, idle), (0, -1))[1]:
                    best[meld.bag, idle] = idle, points, meld
        homes = sorted(best.values(), key=lambda home: (home[0], -home[1]))
        if rules.opening_sets == "one":
            singles = ((meld,) for _, points, meld in homes if points >= rules.opening_min_points)
            yield from (sets for sets in singles if self.houses_all(sets) and self._may_be(sets))
        else:
            yield from self._together([meld for *_, meld in homes], (), rack, effort)

    def _together(
        self, homes: list[Meld], sets: tuple[Meld, ...], rack: TileBag, effort: Effort
    ) -> Iterator[Sequence[Meld]]:
        """The same where these sets are part of it already."""
        rules = self.position.rules
        lacking = rules.opening_min_points - sum(meld.value(rules.opening_joker_value) for meld in sets)
        more: Sequence[Meld] = ()
        if not goes_on(effort, WAY):
            return
        if lacking > 0:
            numbered = TileBag(tile for tile in rack if not tile.is_joker)
            needed = replace(rules, opening_min_points=lacking)
            tries = [numbered, rack] if self.houses_all(sets) else [rack]
            found = (lay_alone(Position(needed, Table(), tiles, opened=False), effort) for tiles in tries)
            alone = next((laid.table for laid in found if laid), None)
            if alone is None:
                return
            more = tuple(alone)
        if self.houses_all((*sets, *more)) and self._may_be((*sets, *more)):
            yield (*sets, *more)
        for place, home in enumerate(homes):
            if home.bag <= rack and self._may_be((*sets, home)):
                yield from self._together(homes[place:], (*sets, home), rack - home.bag, effort)

    def _may_be(self, sets: Sequence[Meld]) -> bool:
        """Whether no more jokers than the rack has lie in sets that are not new, whatever else is done."""
        own = self.position.rack.count(JOKER)
        return sum([self._idle(meld) for meld in sets if JOKER in meld]) <= own

    def _idle(self, meld: Meld) -> int:
        """How many jokers lie in a set that cannot become new, and were in none that it could have grown from."""
        if all(self._may_lie_beside(old, meld) for old in self.gone if old.bag <= meld.bag):
            return 0
        return meld.jokers - sum(jokers_held(old, meld) for old in self.position.table if JOKER in old)

    def _may_lie_beside(self, old: Meld, meld: Meld) -> bool:
        """Whether there are tiles enough for the set that went to lie in others, as often as it did, beside this."""
        position, times = self.position, self.position.table.keys[old.key]
        if position.rules.opening_turn_manipulation == "forbidden":
            # Nothing of the table may go into a new set; some may hold it as they lie.
            supply, times = self.start.rack, times - sum(old.bag <= other.bag for other in self.start.table)
        else:
            bound = sum(other.jokers - self._loose_jokers(other, old) for other in position.table if JOKER in other)
            supply = (position.table.bag + position.rack) - TileBag([JOKER] * bound)
        left = supply.minus(meld.bag)
        return all(left.count(tile) >= times * old.bag.count(tile) for tile in old.bag.kinds())

    def _loose_jokers(self, held: Meld, old: Meld) -> int:
        """How many jokers of a set may come to lie with the tiles of another."""
        rules, rack = self.position.rules, self.position.rack
        if rules.joker_set_split == "allowed" or any(may_hold(reading, old) for reading in held.readings):
            return held.jokers
        anything = rules.joker_replacement_source != "rack"
        return max(len(tiles) for _, tiles in swaps(held) if anything or tiles <= rack)


def jokers_held(old: Meld, meld: Meld) -> int:
    """How many jokers of a set may be those of an old one that it holds, some of its jokers swapped, as it will grow.

    >>> [jokers_held(Meld("* b8 b9"), Meld(text)) for text in ("b8 b9 *", "* b8 b9 *", "b5 * b7 * *")]
    [0, 1, 0]
    """
    cores = (core for core, _ in swaps(old) if JOKER in core)
    pairs = ((one, other) for core in cores for one in _places(core) for other in _places(meld))
    return max((_shared(one, other) for one, other in pairs), default=0)


def _shared(one: dict[object, Tile], other: dict[object, Tile]) -> int:
    """The jokers that lie in both, if both can lie in one set."""
    both = one.keys() & other.keys()
    return sum(one[place].is_joker for place in both) if all(one[place] == other[place] for place in both) else 0


def _places(meld: Meld) -> Iterator[dict[object, Tile]]:
    """What lies where, for each reading; a group's tiles have no order, so its jokers may be any."""
    for reading in meld.readings:
        if isinstance(reading, Run):
            yield {(reading.colour, reading.first + place): tile for place, tile in enumerate(meld)}
        else:
            yield {(reading.number, place): JOKER for place in range(meld.jokers)}
