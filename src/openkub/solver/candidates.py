"""What comes into question as a play, and how each of these is tried.

All that can be laid where jokers are free is listed by the kernel's graph. Other joker laws, and the opening, only take
some of it away. In an opening that may not touch the table the tiles lie in sets of their own: the graph of the rack
alone lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.tiles import HIGHEST, JOKER, Tile, TileBag
from openkub.solver import kernel
from openkub.solver.anything import lay_soonest, may_lead_nowhere
from openkub.solver.effort import LIMIT, SOME, WAY, Effort, goes_on
from openkub.solver.laying import Laid
from openkub.solver.listing import Listing, WorkIsOverError
from openkub.solver.openings import can_open, lay_turn
from openkub.solver.simple import lay_one
from openkub.solver.strict import Terms, is_free
from openkub.solver.weights import EACH_TILE, Weights

_LOOK = 100
"""What it costs to look at a part of the rack at all, in the successors that the kernel could look at."""
_TRIALS = 10
"""Into a single part of the rack goes at most such a part of the effort, unless there are fewer of them."""
_BESIDE = 2000
"""So much may go into looking whether it lies beside the sets with a joker, before anything else is thought of."""
_FEW = 5000
"""So much may go into counting them; where that is too little, they are many."""
_MOST_EDGES = 4_000_000
"""No graph has more, whatever it may cost."""
_FIRST, _LARGEST = 8, 1_700_000
"""After so many plays that were found one by one a graph with so many edges is drawn, which takes less than 0.1 s."""
_NO_TILES = TileBag()
ANY_NUMBER = 1 << 9
"""No rack has so many tiles."""
NO_GAIN = Weights.of({})
"""No tile is worth more than another: whether anything can be laid is seen soonest."""


def edges_within(limit: int) -> int:
    """The edges that a graph may have: two thirds of the work, each as much as a successor."""
    edges = limit * 2 // 3
    return edges if edges < _MOST_EDGES else _MOST_EDGES


def opens_freely(rules: Rules) -> bool:
    """Whether all that holds enough points of the rack, and lies with the table in any way, opens."""
    freely = rules.opening_turn_manipulation == "allowed" and rules.opening_sets == "one_or_more"
    return freely and rules.jokers_are_free


def lay_all(position: Position, effort: Effort) -> Laid | None:
    """The whole rack laid, as far as that is seen to be possible."""
    goes_on(effort, WAY)
    return lay_turn(position, Terms(EACH_TILE, count=len(position.rack), effort=effort))


@dataclass(slots=True)
class Candidates:
    """The plays of a position that hold certain tiles and at most so many, and what it may cost to find them.

    Where that is not enough the list ends; where too much would go into a single one, it is left out. Then it is not
    `exact`; but where none was seen, one is looked for that is near at hand.
    """

    position: Position
    holding: TileBag
    at_most: int
    effort: Effort
    is_through: bool = field(default=False, init=False)
    lying: Laid | None = field(default=None, init=False)
    """How the last play lies, where it had to be laid to see that it is one."""
    _found: list[int] | Listing | None = field(default=None, init=False)
    _was_drawn: bool = field(default=False, init=False)
    _others: int | None = field(default=None, init=False)
    """The tiles of the sets without a joker."""
    _untried: int = field(default=_TRIALS, init=False)
    """How many parts of the rack are still to be tried; what many of them may cost goes by the first few."""

    @property
    def exact(self) -> bool:
        """Whether none was left out so far."""
        return self.effort.exact

    def plays(self, renew: int | None = None) -> Iterator[TileBag]:
        """Each play as it is found; the effort is for all of them, or renewed for the next one."""
        if self.are_all_plays and isinstance(drawn := self._drawn(), list):
            if drawn:
                yield from self._few(drawn)
            self.is_through = self.effort.exact
            return
        effort, found = self.effort, False
        try:
            for tiles in () if self._is_hopeless() else self._listed(renew):
                if not self.are_all_plays and not self._is_play(tiles):
                    continue
                found = True
                yield tiles
                if renew is not None:
                    effort.left = renew
        except WorkIsOverError:
            effort.exact = False
        self.is_through = effort.exact
        if not found and not effort.exact:
            yield from self._any()

    def _any(self) -> Iterator[TileBag]:
        """What is seen soonest, where the list has none: nobody comes back empty-handed."""
        position = self.position
        # Bound jokers take longer.
        most = LIMIT if may_lead_nowhere(position) else SOME
        rest = Effort(most)
        laid = lay_one(position.table, position.rack) if position.opened else None
        if not laid or not self._is_wanted(laid.laid):
            laid = lay_soonest(position, rest)
        self.effort.left -= most - rest.left
        if laid and self._is_wanted(laid.laid):
            self.lying = laid
            yield laid.laid

    def _is_wanted(self, tiles: TileBag) -> bool:
        return self.holding <= tiles and len(tiles) <= self.at_most

    def counts(self) -> list[int] | None:
        """How many plays lay no tile, one tile, two …; None if that costs too much, or plays have to be tried."""
        drawn = self._drawn() if self.are_all_plays else None
        if isinstance(drawn, list):
            sizes = [len(tiles) for tiles in map(TileBag.from_bits, drawn)]
            return [sizes.count(size) for size in range(max(sizes, default=0) + 1)][: self.at_most + 1]
        return None if drawn is None else self._counted(drawn, self.effort.left // 2)

    @property
    def are_all_plays(self) -> bool:
        """Whether all that the graph lists is a play."""
        position = self.position
        return position.opened and (position.rules.jokers_are_free or is_free(position))

    def _is_hopeless(self) -> bool:
        """Whether the whole rack is not enough for an opening."""
        position = self.position
        return not position.opened and not can_open(position.rules, position.rack, self.effort)

    @property
    def _lies_apart(self) -> bool:
        """Whether the tiles of an opening lie in sets of their own."""
        return not self.position.opened and self.position.rules.opening_turn_manipulation == "forbidden"

    def _is_play(self, tiles: TileBag) -> bool:
        """Whether a part of the rack that the graph lists is seen to be a play, for a part of the effort."""
        if not goes_on(self.effort, _LOOK):
            raise WorkIsOverError
        most = max(1, self.effort.left // min(_TRIALS, max(1, self._untried)))
        trial = Effort(most)
        is_play = self._can_be_laid(tiles, trial)
        self._untried -= 1
        self.effort.left -= most - trial.left
        if not is_play and not trial.exact:
            self.effort.exact = False
        return is_play

    def _can_be_laid(self, tiles: TileBag, effort: Effort) -> bool:
        rules = self.position.rules
        face = rules.opening_joker_value == "face"
        is_opening = not self.position.opened
        if is_opening and tiles.points(HIGHEST if face else 0) < rules.opening_min_points:
            return False
        goes_on(effort, _LOOK)
        if not is_opening and self._lies_beside(tiles, effort):
            return True
        if not is_opening or rules.opening_sets == "one":
            return self._is_laid(tiles, effort)
        if self._lies_apart:
            found = kernel.opening_best(tiles.bits, kernel.EACH_TILE, face, rules.opening_min_points, effort)
            return found is not None and found[0] == len(tiles)
        return can_open(rules, tiles, effort) and (rules.jokers_are_free or self._is_laid(tiles, effort))

    def _is_laid(self, tiles: TileBag, effort: Effort) -> bool:
        self.lying = lay_all(replace(self.position, rack=tiles), effort)
        return self.lying is not None

    def _lies_beside(self, tiles: TileBag, effort: Effort) -> bool:
        """Whether tiles are seen to lie beside the sets with a joker, which stay as they are: that is always lawful."""
        if self._others is None:
            self._others = TileBag.joined(meld.bag for meld in self.position.table if JOKER not in meld).bits
        share = Effort(min(_BESIDE, max(0, effort.left)))
        most = share.left
        lies = kernel.can_go_out(self._others, tiles.bits, share)
        effort.left -= most - share.left
        return lies

    def _drawn(self) -> list[int] | Listing | None:
        """All that can be laid, as bits, where it is little; else the graph, ready to be listed; None if too large."""
        if self._was_drawn:
            return self._found
        rack, effort = self.position.rack, self.effort
        most = edges_within(effort.left)
        return self.take(kernel.few_plays(self._table, rack.bits, self.holding.bits or None, most, effort))

    def take(self, found: list[int] | kernel.Graph | None) -> list[int] | Listing | None:
        """What was drawn: it need not be again."""
        self._was_drawn = True
        self._found = found if found is None or isinstance(found, list) else Listing(found, self.position.rack)
        return self._found

    def _few(self, few: list[int]) -> Iterator[TileBag]:
        """What was found at once, without what is too large."""
        bags = map(TileBag.from_bits, few)
        return bags if self.at_most == ANY_NUMBER else filter(self._is_wanted, bags)

    @property
    def _table(self) -> int:
        position = self.position
        return position.table.bag.bits if position.opened or not self._lies_apart else 0

    def _listed(self, renew: int | None) -> Iterator[TileBag]:
        """What the graph lists."""
        listing = self._drawn()
        if isinstance(listing, list):
            self._untried = len(listing)
            return self._few(listing)
        if listing is None:
            one_by_one = self._asked_for(list(self.position.rack.kinds()), _NO_TILES)
            return self._hastened(one_by_one, renew) if renew and self.are_all_plays else one_by_one
        if not self.are_all_plays:
            counts = self._counted(listing, min(_FEW, self.effort.left))
            self._untried = sum(counts[1:]) if counts else _FEW
        return listing.plays(self.at_most, self.effort)

    def _counted(self, listing: Listing, most: int) -> list[int] | None:
        """How many the graph lists, by their tiles, if that does not cost more than so much."""
        share = Effort(most)
        try:
            return listing.counts(share)[: self.at_most + 1]
        except WorkIsOverError:
            return None
        finally:
            self.effort.left -= most - share.left

    def _hastened(self, plays: Iterator[TileBag], renew: int) -> Iterator[TileBag]:
        """Plays one by one, until what they have left of their limits is enough for a graph that lists the others."""
        first = set[TileBag]()
        for tiles in islice(plays, _FIRST):
            yield tiles
            first.add(tiles)
        listing = None
        if len(first) == _FIRST:
            most = min(_FIRST * edges_within(renew), _LARGEST)
            graph = kernel.all_plays(self._table, self.position.rack.bits, self.holding.bits or None, most)
            listing = None if graph is None else Listing(graph, self.position.rack)
        if listing is None:
            yield from plays
        else:
            yield from (tiles for tiles in listing.plays(self.at_most, self.effort) if tiles not in first)

    def _asked_for(self, kinds: list[Tile], laid: TileBag) -> Iterator[TileBag]:
        """The same where the graph is too large: kind by kind, as long as the solver says that a play goes on so."""
        if not kinds:
            if laid:
                yield laid
            return
        tile, *others = kinds
        rack = self.position.rack
        rest = TileBag(t for t in rack if t in others)
        for count in range(self.holding.count(tile), rack.count(tile) + 1):
            more = laid + TileBag([tile] * count)
            must = more + TileBag(t for t in self.holding if t in others)
            if len(must) <= self.at_most and self._goes_on(more + rest, must):
                yield from self._asked_for(others, more)

    def _goes_on(self, rack: TileBag, must: TileBag) -> bool:
        """Whether the kernel sees a play with these tiles; where it was too long for it, one may have been left out."""
        if not goes_on(self.effort, WAY):
            raise WorkIsOverError
        most = self.effort.left // 3
        trial = Effort(most)
        found = kernel.solve(self._table, rack.bits, NO_GAIN.compiled, must=must.bits, effort=trial)
        self.effort.left -= most - trial.left
        if found is None and not trial.exact:
            self.effort.exact = False
        return found is not None
