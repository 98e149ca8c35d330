"""What comes into question as a play, and how each of these is tried.

All that can be laid where jokers are free is listed by the kernel's graph. Other joker laws, and the opening, only take
some of it away. In an opening that may not touch the table the tiles lie in sets of their own: the graph of the rack
alone lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.tiles import HIGHEST, JOKER, Tile, TileBag
from openkub.solver import kernel
from openkub.solver.effort import LIMIT, Effort, goes_on
from openkub.solver.listing import Listing, WorkIsOverError
from openkub.solver.openings import can_open, lay_opening
from openkub.solver.strict import Terms, lay
from openkub.solver.weights import EACH_TILE

_LOOK = 10
"""What it costs to look at a part of the rack at all, in the successors that the kernel could look at."""
EDGES = 2
"""So many edges of the graph cost one."""
_TRIALS = 10
"""Into a single part of the rack goes at most such a part of the effort."""
_NO_TILES = TileBag()


def is_free(position: Position) -> bool:
    """Whether the joker laws leave every play of the graph as it is."""
    return position.rules.jokers_are_free or JOKER not in position.table.bag


def opens_freely(rules: Rules) -> bool:
    """Whether all that holds enough points of the rack, and lies with the table in any way, opens."""
    freely = rules.opening_turn_manipulation == "allowed" and rules.opening_sets == "one_or_more"
    return freely and rules.jokers_are_free and rules.joker_needs_opened


def lays_all(position: Position, effort: Effort) -> bool:
    """Whether the whole rack can be laid, as far as that is seen."""
    terms = Terms(EACH_TILE, count=len(position.rack), effort=effort)
    if not position.opened:
        return lay_opening(position, terms) is not None
    return lay(position.rules, position.table, position.rack, terms) is not None


@dataclass(slots=True)
class Candidates:
    """The plays of a position that hold certain tiles and at most so many, and what it may cost to find them.

    Where that is not enough the list ends; where too much would go into a single one, it is left out. Then it is not
    `exact`.
    """

    position: Position
    holding: TileBag
    at_most: int
    limit: int
    effort: Effort = field(init=False)
    is_through: bool = field(default=False, init=False)
    asking: int = field(default=0, init=False)
    """What may still be spent on questions where the graph is too large."""

    def __post_init__(self) -> None:
        self.effort = Effort(self.limit)
        self.asking = max(self.limit, LIMIT)

    @property
    def exact(self) -> bool:
        """Whether none was left out so far."""
        return self.effort.exact

    def plays(self, *, renew: bool) -> Iterator[TileBag]:
        """Each play as it is found; the effort is for all of them, or renewed for the next one."""
        effort = self.effort
        for tiles in () if self._is_hopeless() else self._listed():
            if self.are_all_plays:
                yield tiles
                if renew:
                    self.asking = max(self.limit, LIMIT)
                continue
            if not goes_on(effort, _LOOK):
                return
            if self._is_play(tiles):
                yield tiles
                if renew:
                    effort.left = self.limit
        self.is_through = effort.exact

    def counts(self) -> list[int] | None:
        """How many plays lay no tile, one tile, two …; None if that costs too much, or plays have to be tried."""
        if not self.are_all_plays:
            return None
        graph = self._graph()
        if graph is None:
            return None
        try:
            return Listing(graph, self.position.rack).counts(self.effort.left)[: self.at_most + 1]
        except WorkIsOverError:
            return None

    @property
    def are_all_plays(self) -> bool:
        """Whether all that the graph lists is a play."""
        return self.position.opened and is_free(self.position)

    def _is_hopeless(self) -> bool:
        """Whether the whole rack is not enough for an opening."""
        position, rules = self.position, self.position.rules
        if position.opened or not rules.joker_needs_opened:
            return False
        return not can_open(rules, position.rack, self.effort)

    @property
    def _lies_apart(self) -> bool:
        """Whether the tiles of an opening lie in sets of their own."""
        rules = self.position.rules
        return not self.position.opened and rules.opening_turn_manipulation == "forbidden" and rules.joker_needs_opened

    def _is_play(self, tiles: TileBag) -> bool:
        """Whether a part of the rack that the graph lists is seen to be a play, for a part of the effort."""
        trial = Effort(max(1, self.limit // _TRIALS))
        is_play = self._can_be_laid(tiles, trial)
        self.effort.left -= max(1, self.limit // _TRIALS) - trial.left
        if not is_play and not trial.exact:
            self.effort.exact = False
        return is_play

    def _can_be_laid(self, tiles: TileBag, effort: Effort) -> bool:
        rules, position = self.position.rules, replace(self.position, rack=tiles)
        if position.opened or not rules.joker_needs_opened:
            return lays_all(position, effort)
        face = rules.opening_joker_value == "face"
        if tiles.points(HIGHEST if face else 0) < rules.opening_min_points:
            return False
        if rules.opening_sets == "one":
            return lays_all(position, effort)
        if self._lies_apart:
            found = kernel.opening_best(tiles.bits, kernel.EACH_TILE, face, rules.opening_min_points, effort)
            return found is not None and found[0] == len(tiles)
        return can_open(rules, tiles, effort) and (rules.jokers_are_free or lays_all(position, effort))

    def _graph(self) -> kernel.Graph | None:
        table = 0 if self._lies_apart else self.position.table.bag.bits
        must = self.holding.bits or None
        graph = kernel.all_plays(table, self.position.rack.bits, must, EDGES * self.limit)
        self.effort.left -= 0 if graph is None else graph.size // EDGES
        return graph

    def _listed(self) -> Iterator[TileBag]:
        """What the graph lists."""
        graph = self._graph()
        if graph is None:
            return self._asked_for(list(self.position.rack.kinds()), _NO_TILES)
        return Listing(graph, self.position.rack).plays(self.at_most)

    def _asked_for(self, kinds: list[Tile], laid: TileBag) -> Iterator[TileBag]:
        """The same where the graph is too large: kind by kind, as long as the solver says that a play goes on so."""
        if not kinds:
            if laid:
                yield laid
            return
        tile, *others = kinds
        rack, table = self.position.rack, 0 if self._lies_apart else self.position.table.bag.bits
        rest = TileBag(t for t in rack if t in others)
        for count in range(self.holding.count(tile), rack.count(tile) + 1):
            more = laid + TileBag([tile] * count)
            must = more + TileBag(t for t in self.holding if t in others)
            if len(must) <= self.at_most and self._goes_on(table, more + rest, must):
                yield from self._asked_for(others, more)

    def _goes_on(self, table: int, rack: TileBag, must: TileBag) -> bool:
        """Whether the kernel sees a play with these tiles; where it was too long for it, one may have been left out."""
        trial = Effort(max(self.asking, 0))
        found = kernel.solve(table, rack.bits, must=must.bits, effort=trial)
        self.asking = trial.left
        if found is None and not trial.exact:
            self.effort.exact = False
        return found is not None
