"""The opening turn: enough points from the rack alone, and what may be laid with them.

Whether an opening is there at all, the kernel says in microseconds. Where the table may be rearranged in the same turn,
the best play is searched by branch and bound: a play that happens to hold an opening is the best of its branch, and
otherwise one more set of the opening is forced onto the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from openkub.jokers import joker_problem, swaps_from_rack
from openkub.melds import Table
from openkub.opening import best_single, melds_within
from openkub.rules import Rules
from openkub.solver import kernel
from openkub.solver.laying import Laid
from openkub.solver.strict import Terms, lay
from openkub.tiles import JOKER, TileBag
from openkub.turns import Position


def opening_points(rules: Rules, tiles: TileBag) -> int:
    """The most that sets of these tiles count towards the opening."""
    if rules.opening_sets == "one":
        return best_single(rules, tiles)
    return kernel.opening_value(tiles.bits, rules.opening_joker_value == "face")[0]


def lay_opening(position: Position, terms: Terms) -> Laid | None:
    """The opening turn of largest gain, with whatever the rules allow beside the opening itself."""
    best: Laid | None = None
    for start in _starts(position):
        found = start.best(terms)
        if found and (best is None or found.gain > best.gain):
            best = found
    return best


def _starts(position: Position) -> Iterator[_Start]:
    """The table as it lies; and, where jokers may be exchanged before the opening, every way to do so first."""
    rules, table, rack = position.rules, position.table, position.rack
    ways = [(table, TileBag())] if rules.joker_needs_opened else swaps_from_rack(table, rack)
    for swapped, given in ways:
        start = _Start(position, swapped, given)
        if opening_points(rules, start.supply) >= rules.opening_min_points:
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
        first = search.laid(TileBag())
        if first and search.opens(first):
            return first
        if first:
            search.branch(0, TileBag(), 0)
        return search.best

    def laid(self, forced: TileBag, terms: Terms) -> Laid | None:
        """The best turn in which the tiles given and these are laid, opening or not."""
        rules, table, rack, freed = self.position.rules, self.position.table, self.position.rack, self.freed
        if rules.opening_turn_manipulation == "allowed":
            return lay(rules, table, rack, replace(terms, must=self.given + forced.minus(freed)))
        # The table may not be touched: the new sets, made of the supply, are a table of their own.
        weights = terms.weights.after(self.given).without(freed)
        alone = lay(rules, Table(), self.supply, replace(terms, weights=weights, must=forced | freed))
        if alone is None:
            return None
        whole, tiles = Table((*self.swapped, *alone.table)), alone.tiles - freed + self.given
        lawful = joker_problem(rules, table, whole, tiles) is None
        return Laid(terms.weights.gain(tiles), tiles, whole) if lawful else None


class _Search:
    """The opening sets forced so far, and the best turn found."""

    def __init__(self, start: _Start, terms: Terms) -> None:
        self.start, self.terms = start, terms
        self.rules = start.position.rules
        self.best: Laid | None = None

    @cached_property
    def sets(self) -> list[tuple[int, TileBag]]:
        """What an opening may be made of, with its points."""
        return list(_opening_sets(self.rules, self.start.supply))

    def laid(self, forced: TileBag) -> Laid | None:
        """The best turn with these tiles."""
        return self.start.laid(forced, self.terms)

    def opens(self, laid: Laid) -> bool:
        """Whether the tiles of a turn come to enough points."""
        supply = laid.tiles - self.start.given + self.start.freed
        return opening_points(self.rules, supply) >= self.rules.opening_min_points

    def branch(self, first: int, opening: TileBag, points: int) -> None:
        """Force each further set that fits; go deeper, best first, where that is not yet an opening."""
        deeper = []
        for index in range(first, len(self.sets)):
            value, tiles = self.sets[index]
            if not tiles <= self.start.supply - opening:
                continue
            forced = opening + tiles
            found = self.laid(forced)
            if found is None or (self.best and found.gain <= self.best.gain):
                continue
            if points + value >= self.rules.opening_min_points or self.opens(found):
                self.best = found
            elif self.rules.opening_sets == "one_or_more":
                deeper.append((found.gain, index, forced, points + value))
        for gain, index, forced, reached in sorted(deeper, key=lambda node: -node[0]):
            if self.best is None or gain > self.best.gain:
                self.branch(index, forced, reached)


def _opening_sets(rules: Rules, rack: TileBag) -> Iterator[tuple[int, TileBag]]:
    """The sets within the rack with what they count, best first; none that holds another that is enough by itself."""
    values: dict[TileBag, int] = {}
    for meld in melds_within(rack):
        values[meld.bag] = max(values.get(meld.bag, 0), meld.value(rules.opening_joker_value))
    enough = [tiles for tiles, value in values.items() if value >= rules.opening_min_points]
    for tiles, value in sorted(values.items(), key=lambda item: -item[1]):
        smaller = any(other <= tiles and other != tiles for other in enough)
        if not (value >= rules.opening_min_points and smaller):
            yield value, tiles
