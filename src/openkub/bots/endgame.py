"""The end-game of two with an empty pool: nothing is hidden any more, so it is searched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from openkub.bots.going_out import fitting
from openkub.bots.playout import Ground
from openkub.solver import kernel
from openkub.tiles import JOKER

_WON = 300
"""What winning is worth beside the points."""
_PRICES = (1, 4, 25)
"""The work of one position with no, one, two or more jokers among the tiles to be laid."""
_VALUE = kernel.value_weights(30)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two racks and the table, as counts in one int; the first rack is that of the player to move."""

    table: int
    racks: tuple[int, int]
    opened: tuple[bool, bool]
    passed: bool = False

    def after(self, laid: int) -> Duel:
        """The other player's turn, when these tiles were laid (0: a pass)."""
        mine, theirs = self.racks
        opened = (self.opened[1], self.opened[0] or bool(laid))
        return Duel(self.table + laid, (theirs, mine - laid), opened, not laid)


@dataclass(slots=True)
class Search:
    """Alpha and beta over plays worth a thought, as long as the work lasts."""

    ground: Ground
    work: int
    known: dict[tuple[Duel, int], int] = field(default_factory=dict)
    outs: dict[int, bool] = field(default_factory=dict)

    def best(self, duel: Duel, plays: list[int]) -> int:
        """The best of these plays (0: pass), looked at deeper and deeper."""
        choice = plays[0]
        for depth in range(1, 9):
            values = self._values(duel, plays, depth)
            if values is None:
                break
            choice = max(values, key=lambda laid: values[laid])
            plays = sorted(plays, key=lambda laid: -values[laid])
        return choice

    def _values(self, duel: Duel, plays: list[int], depth: int) -> dict[int, int] | None:
        """What each play is worth at that depth, None if the work did not last; the first glance is always taken."""
        values: dict[int, int] = {}
        alpha = -9999
        for laid in plays:
            values[laid] = self._after(duel, laid, depth - 1, alpha, 9999)
            alpha = max(alpha, values[laid])
            if self.work <= 0 and depth > 1:
                return None
        return values

    def _after(self, duel: Duel, laid: int, depth: int, alpha: int, beta: int) -> int:
        """What a move is worth to the player who makes it."""
        if laid and laid == duel.racks[0]:
            return _WON + self.ground.points(duel.racks[1])
        if not laid and duel.passed:
            return self._counted(duel)
        return -self.value(duel.after(laid), depth, -beta, -alpha)

    def _goes_out(self, duel: Duel) -> bool:
        """Whether the player to move can lay everything; that is asked once, and dear where jokers lie."""
        whole = duel.table + duel.racks[0]
        if whole not in self.outs:
            self.work -= _PRICES[min(2, whole >> 4 * JOKER & 7)]
            self.outs[whole] = kernel.can_go_out(duel.table, duel.racks[0])
        return self.outs[whole] and (duel.opened[0] or self._opens(duel.racks[0]))

    def _opens(self, rack: int) -> bool:
        return bool(kernel.opening_value(rack, self.ground.face)[0] >= self.ground.minimum)

    def _counted(self, duel: Duel) -> int:
        """Both have passed: the lower rack wins what the other holds."""
        mine, theirs = map(self.ground.points, duel.racks)
        if mine == theirs:
            return 0
        return _WON + theirs if mine < theirs else -_WON - mine

    def value(self, duel: Duel, depth: int, alpha: int, beta: int) -> int:
        """What the position is worth to the player to move."""
        if self._goes_out(duel):
            return _WON + self.ground.points(duel.racks[1])
        if depth <= 0 or self.work <= 0:
            mine, theirs = map(self.ground.points, duel.racks)
            return theirs - mine
        key = (duel, depth)
        if key in self.known:
            return self.known[key]
        best = -9999
        for laid in plays(self.ground, duel):
            best = max(best, self._after(duel, laid, depth - 1, max(alpha, best), beta))
            if best >= beta:
                return best
        self.known[key] = best
        return best


def plays(ground: Ground, duel: Duel) -> Iterator[int]:
    """Passing, and plays worth a thought: single tiles; sets from the rack, alone and together; all that goes."""
    yield 0
    rack = duel.racks[0]
    if not duel.opened[0]:
        yield from openings(ground, rack)
        return
    seen = {0}
    for laid in (*_singles(duel.table, rack), *_sets(rack), _most(duel.table, rack)):
        if laid not in seen:
            seen.add(laid)
            yield laid


def openings(ground: Ground, rack: int) -> Iterator[int]:
    """The smallest opening, and the largest from the rack alone."""
    for found in (
        kernel.opening_fewest(rack, ground.face, ground.minimum),
        kernel.opening_best(rack, kernel.TILES, ground.face, ground.minimum),
    ):
        if found:
            yield found[1]


def _singles(table: int, rack: int) -> list[int]:
    """The tiles that can be laid alone, the dearest first; a joker is not thrown away so."""
    return [1 << 4 * kind for kind in fitting(table, rack)]


def _sets(rack: int) -> list[int]:
    """The sets that the rack comes to by itself: each alone, and the dearest together."""
    found = kernel.solve(0, rack, _VALUE)
    if not found:
        return []
    bags = sorted((_bag(meld) for meld in found[2]), key=lambda bag: bag[0])
    alone = [bag for _, bag in bags]
    together = [sum(alone[:count]) for count in range(2, len(alone) + 1)]
    return alone + together


def _bag(meld: bytes) -> tuple[int, int]:
    value = sum((kind >> 2) + 1 for kind in meld if kind != JOKER)
    return -value, sum(1 << 4 * kind for kind in meld)


def _most(table: int, rack: int) -> int:
    found = kernel.solve(table, rack, _VALUE) if kernel.can_play_any(table, rack) else None
    return int(found[1]) if found else 0
