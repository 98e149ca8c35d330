"""Questions that are asked by the thousand: tiles as counts in one int, and no table is built for an answer.

For programs that play rounds in thought: jokers are free, and nothing is checked that a kit makes sure of.

>>> table, rack = Counts.parse("r5 r6 r7"), Counts.parse("r8 k1 y1")
>>> can_play(table, rack), goes_out(table, rack), str(lays(table, rack).bag)
(True, False, 'r8')
>>> [str(tile) for tile in fits(table, rack)]
['r8']
>>> Opening(30, face=True).is_reached(Counts.parse("r10 b10 *"))
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from openkub.law.rules import Rules
from openkub.pieces.melds import Meld
from openkub.pieces.tiles import HIGHEST, JOKER, TILES, Colour, Tile, TileBag
from openkub.solver import kernel
from openkub.solver.effort import LIMIT, Effort, Limit, effort_of
from openkub.solver.laying import meld_of
from openkub.solver.weights import EACH_TILE, Weights

_NUMBERED = (1 << 4 * JOKER) - 1
_EACH = 7
"""The most of one kind that four bits are trusted with."""
_ROW = 4 * len(Colour)
"""The bits of one number."""
SOON, SOME = LIMIT // 60, LIMIT // 4 * 3
"""The work after which an opening is looked for in another way."""
NEAR = (6, 18, 36, 60)
"""So many points below the most that there can be, an opening of the most is looked for first."""
_ONES = sum(1 << 4 * tile for tile in TILES)
"""One of every kind."""


class Counts(int):
    """How many tiles of each kind: the bits of a `TileBag` without its care. It is false when there are none.

    >>> Counts.parse("r7 r7 *").points(30), Counts.parse("r7").plus(Counts.one(Tile("k1"))).bag
    (44, TileBag('k1 r7'))
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Counts:
        """Tiles in any order, parted by spaces."""
        return cls(TileBag.parse(text).bits)

    @classmethod
    def of(cls, bag: TileBag) -> Counts:
        """The tiles of a bag."""
        return cls(bag.bits)

    @classmethod
    def one(cls, tile: Tile) -> Counts:
        """A single tile."""
        return _SINGLES[tile]

    @classmethod
    def joined(cls, parts: Iterable[Counts]) -> Counts:
        """All these in one."""
        return cls(sum(parts))

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(self + other)

    def minus(self, other: Counts) -> Counts:
        """What is left when these, which must be there, are taken out."""
        return Counts(self - other)

    def count(self, tile: Tile) -> int:
        """How many of one kind."""
        return self >> 4 * tile & _EACH

    def has(self, single: Counts) -> bool:
        """Whether there is a tile like this single one."""
        return bool(self & _EACH * single)

    @property
    def size(self) -> int:
        """How many tiles there are."""
        return sum((self & bit * _ONES).bit_count() * bit for bit in (1, 2, 4))

    def kinds(self) -> Iterator[Tile]:
        """Each kind that occurs, once."""
        bits = int(self)
        while bits:
            kind = ((bits & -bits).bit_length() - 1) >> 2
            yield TILES[kind]
            bits &= ~(15 << 4 * kind)

    def points(self, joker: int) -> int:
        """The sum of the numbers, each joker counted as `joker`."""
        total, bits = joker * self.count(JOKER), self & _NUMBERED
        while bits:
            kind = ((bits & -bits).bit_length() - 1) >> 2
            total += ((kind >> 2) + 1) * (bits >> 4 * kind & _EACH)
            bits &= ~(15 << 4 * kind)
        return total

    @property
    def bag(self) -> TileBag:
        """The same as a bag."""
        return TileBag.from_bits(self)


NONE = Counts(0)
_SINGLES = tuple(Counts(1 << 4 * tile) for tile in TILES)


def goes_out(table: Counts, rack: Counts) -> bool:
    """Whether the whole rack can be laid."""
    return kernel.can_go_out(table, rack)


def out(table: Counts, rack: Counts) -> list[Meld] | None:
    """The sets of the table when the whole rack is laid, or None."""
    sets = kernel.go_out(table, rack)
    return None if sets is None else list(map(meld_of, sets))


def can_play(table: Counts, rack: Counts) -> bool:
    """Whether at least one tile can be laid."""
    return kernel.can_play_any(table, rack)


def lays(table: Counts, rack: Counts, weights: Weights = EACH_TILE) -> Counts:
    """The tiles of the play of largest gain, at least one; none if nothing can be laid."""
    found = kernel.solve(table, rack, weights.compiled)
    if found and not found[1] and not weights.always_gain:
        found = kernel.solve(table, rack, weights.compiled, at_least_one=True)
    return Counts(found[1]) if found else NONE


def sets_of(rack: Counts, weights: Weights = EACH_TILE) -> list[Counts]:
    """The sets of largest gain that a rack comes to by itself."""
    found = kernel.solve(NONE, rack, weights.compiled)
    return [Counts.of(meld_of(tiles).bag) for tiles in found[2]] if found else []


def fits(table: Counts, rack: Counts) -> Iterator[Tile]:
    """The kinds of a rack, but for jokers, of which the table would take a tile at any time, the highest first.

    They are found as they are asked for.
    """
    numbered = reversed([tile for tile in rack.kinds() if tile != JOKER])
    return (tile for tile in numbered if kernel.can_go_out(table, Counts.one(tile)))


@dataclass(frozen=True, slots=True)
class Opening:
    """What opens, from the rack alone: so many points, a joker counted as what it stands for (`face`) or as nothing."""

    minimum: int
    face: bool
    jokers: bool = True
    """Whether jokers of the rack may be laid in that turn."""

    @classmethod
    def of(cls, rules: Rules) -> Opening:
        """As the rules want it."""
        return cls(rules.opening_min_points, rules.opening_joker_value == "face", rules.opening_joker == "allowed")

    def layable(self, rack: Counts) -> Counts:
        """The tiles of a rack that may be laid in that turn."""
        return rack if self.jokers else Counts(rack & _NUMBERED)

    def goes_out(self, rack: Counts) -> bool:
        """Whether a whole rack may be laid in that turn, if the table takes it."""
        return self.layable(rack) == rack and self.is_reached(rack)

    def points(self, rack: Counts, limit: Limit = SOME, below: int = HIGHEST * 160) -> int:
        """The most that sets of these tiles come to, as far as that is seen; fewer than `below` are known to be all."""
        rack = self.layable(rack)
        effort, most = effort_of(limit), min(self.at_most(rack), below - 1)
        # What is looked for near the most that there can be is found sooner.
        for fewer in (*NEAR, most):
            found = kernel.opening_value(rack, self.face, effort, max(most - fewer, 0))[0]
            if found or most <= fewer or effort.left <= 0:
                return found
        return 0

    def at_most(self, rack: Counts) -> int:
        """No sets of these tiles come to more: a joker is at best one higher than the highest tile or joker before it.

        >>> Opening(30, face=True).at_most(Counts.parse("r3 r4 b12 * *"))
        45
        """
        jokers, highest = self.face * rack.count(JOKER), ((rack & _NUMBERED).bit_length() + _ROW - 1) // _ROW
        return rack.points(0) + sum(min(HIGHEST, highest + nth + 1) for nth in range(jokers))

    def is_reached(self, rack: Counts, limit: Limit = LIMIT) -> bool:
        """Whether a rack can open; what is not seen within the limit cannot."""
        rack = self.layable(rack)
        if self.at_most(rack) < self.minimum:
            return False
        effort = effort_of(limit)
        # What is found is found soon, but for jokers that have to lie very well: those come to light when the most
        # points are looked for.
        for look, most in ((self._finds, SOON), (self._counts, SOME), (self._finds, effort.left)):
            share = Effort(min(most, effort.left))
            before, found = share.left, look(rack, share)
            effort.left -= before - share.left
            if found or share.exact:
                return found
        effort.exact = False
        return False

    def _finds(self, rack: Counts, effort: Effort) -> bool:
        return kernel.opening_any(rack, self.minimum, self.face, effort) is not None

    def _counts(self, rack: Counts, effort: Effort) -> bool:
        return kernel.opening_value(rack, self.face, effort, self.minimum)[0] >= self.minimum

    def most(self, rack: Counts, weights: Weights = EACH_TILE) -> Counts:
        """The tiles of the opening of largest gain; none if there is none."""
        found = kernel.opening_best(self.layable(rack), weights.compiled, self.face, self.minimum)
        return Counts(found[1]) if found else NONE

    def fewest(self, rack: Counts) -> Counts:
        """The tiles of the smallest opening; none if there is none."""
        found = kernel.opening_fewest(self.layable(rack), self.face, self.minimum)
        return Counts(found[1]) if found else NONE
