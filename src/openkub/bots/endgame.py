"""The end-game of two with an empty pool: nothing is hidden any more, so it is searched.

The values are those of minimax over the plays worth a thought, no further than the depth: sure of nothing else. In
thought sets with jokers are handled freely, and openings stay apart from the table unless the whole rack goes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from math import inf

from openkub.bots.rollout import Ground
from openkub.solver.fast import NONE, Counts, can_play, fits, goes_out, lays, sets_of


@dataclass(frozen=True, slots=True)
class Duel:
    """Two racks and the table; the first rack is that of the player to move."""

    table: Counts
    racks: tuple[Counts, Counts]
    opened: tuple[bool, bool]
    passed: bool = False

    def after(self, laid: Counts) -> Duel:
        """The other player's turn, when these tiles were laid (none: a pass)."""
        mine, theirs = self.racks
        opened = (self.opened[1], self.opened[0] or bool(laid))
        return Duel(self.table.plus(laid), (theirs, mine.minus(laid)), opened, not laid)


@dataclass(frozen=True, slots=True)
class Known:
    """What a search found out about a value: it lies between these; `cut` if the depth has a part in that."""

    low: float = -inf
    high: float = inf
    cut: bool = False


@dataclass(slots=True)
class Search:
    """Alpha and beta over plays worth a thought, as long as the work lasts."""

    ground: Ground
    work: float = inf
    """So many moves are looked at."""
    known: dict[tuple[Duel, int], Known] = field(default_factory=dict)
    outs: dict[Counts, bool] = field(default_factory=dict)
    cut: bool = False
    """Whether anything was judged before its end, because of the depth."""

    def best(self, duel: Duel, plays: list[Counts]) -> Counts:
        """The best of these plays (none: a pass), looked at deeper and deeper until all ends are seen."""
        choice = plays[0]
        for depth in count(1):
            self.cut = False
            values = self._values(duel, plays, depth)
            if values is None:
                break
            choice = max(values, key=lambda laid: values[laid])
            plays = sorted(plays, key=lambda laid: -values[laid])
            if not self.cut:
                break
        return choice

    def _values(self, duel: Duel, plays: list[Counts], depth: int) -> dict[Counts, float] | None:
        """The value of the best play at that depth, and for the others no less than theirs; None if work is short.

        The first glance is always taken.
        """
        values: dict[Counts, float] = {}
        alpha = -inf
        for laid in plays:
            values[laid] = self._after(duel, laid, depth - 1, alpha, inf)
            alpha = max(alpha, values[laid])
            if self.work <= 0 and depth > 1:
                return None
        return values

    def _after(self, duel: Duel, laid: Counts, depth: int, alpha: float, beta: float) -> float:
        """What a move is worth to the player who makes it."""
        self.work -= 1
        if (laid and laid == duel.racks[0]) or (not laid and duel.passed):
            return -self._end_worth(duel.after(laid))
        return -self.value(duel.after(laid), depth, -beta, -alpha)

    def _end_worth(self, duel: Duel) -> float:
        return self.ground.worths(duel.racks, duel.opened)[0]

    def _goes_out(self, duel: Duel) -> bool:
        """Whether the player to move can lay everything; asked once of the same tiles."""
        mine = duel.racks[0]
        if not duel.opened[0] and not self.ground.opening.goes_out(mine):
            return False
        table = NONE if self.ground.opens_apart and not duel.opened[0] else duel.table
        whole = table.plus(mine)
        if whole not in self.outs:
            self.outs[whole] = goes_out(table, mine)
        return self.outs[whole]

    def value(self, duel: Duel, depth: int, alpha: float, beta: float) -> float:
        """What the position is worth to the player to move, or a bound of it on the same side of the window."""
        if self._goes_out(duel):
            return -self._end_worth(duel.after(duel.racks[0]))
        if depth <= 0 or self.work <= 0:
            self.cut = True
            mine, theirs = (self.ground.cost(r, opened=o) for r, o in zip(duel.racks, duel.opened, strict=True))
            return theirs - mine
        known = self.known.get((duel, depth), Known())
        if known.low >= beta or known.high <= alpha or known.low == known.high:
            self.cut |= known.cut
            return known.low if known.low >= beta else known.high
        return self._search(duel, depth, alpha, beta, known)

    def _search(self, duel: Duel, depth: int, alpha: float, beta: float, known: Known) -> float:
        """The value from the plays, kept for the next time as what it is: the value itself, or a bound."""
        before, self.cut = self.cut, False
        best = -inf
        for laid in plays(self.ground, duel.table, duel.racks[0], opened=duel.opened[0]):
            best = max(best, self._after(duel, laid, depth - 1, max(alpha, best), beta))
            if best >= beta:
                break
        low = best if best > alpha else known.low
        high = best if best < beta else known.high
        self.known[duel, depth] = Known(low, high, self.cut or known.cut)
        self.cut |= before
        return best


def plays(ground: Ground, table: Counts, rack: Counts, *, opened: bool) -> Iterator[Counts]:
    """Plays worth a thought: single tiles; sets from the rack, alone and together; all that goes; a pass if allowed.

    They are found as they are asked for: who has seen enough need not wait for the others.
    """
    if not ground.must_play_dry:
        yield NONE
    found: set[Counts] = set()
    for laid in _lay_something(ground, table, rack) if opened else _open(ground, rack):
        if laid not in found:
            found.add(laid)
            yield laid
    if ground.must_play_dry and not found:
        yield NONE


def _lay_something(ground: Ground, table: Counts, rack: Counts) -> Iterator[Counts]:
    if can_play(table, rack):
        yield from map(Counts.one, fits(table, rack))  # a joker is not thrown away so
        yield from _lay_sets(ground, rack)
        yield lays(table, rack, ground.dearest)


def _open(ground: Ground, rack: Counts) -> Iterator[Counts]:
    """The smallest opening, and the largest from the rack alone."""
    yield from filter(None, (ground.opening.fewest(rack), ground.opening.most(rack)))


def _lay_sets(ground: Ground, rack: Counts) -> list[Counts]:
    """The sets that the rack comes to by itself: each alone, and the dearest together."""
    alone = sorted(sets_of(rack, ground.dearest), key=lambda one: -one.points(ground.joker))
    together = [Counts.joined(alone[:some]) for some in range(2, len(alone) + 1)]
    return alone + together
