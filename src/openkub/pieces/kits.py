"""The kits that tiles come in.

>>> len(Kit.BIG.bag), Kit.OFFICIAL.jokers
(160, 2)
"""

from __future__ import annotations

from enum import IntEnum

from openkub.pieces.tiles import JOKER, TILES, TileBag


class Kit(IntEnum):
    """The tiles of a box: the official 106, the big box with all 160, and the big box's short game of 108."""

    OFFICIAL = 106
    SHORT = 108
    BIG = 160

    @property
    def copies(self) -> int:
        """How often each numbered tile occurs."""
        return 3 if self is Kit.BIG else 2

    @property
    def jokers(self) -> int:
        """How many jokers there are."""
        return 2 if self is Kit.OFFICIAL else 4

    @property
    def bag(self) -> TileBag:
        """All tiles of the kit."""
        return _KIT_BAGS[self]

    def lacks(self, tiles: TileBag) -> str | None:
        """Of which tile there are more than in the box, as a sentence; None if they may all be of it.

        >>> Kit.OFFICIAL.lacks(TileBag("r1 r1 r1"))
        '3 tiles r1, but the kit of 106 has 2'
        """
        if tiles <= self.bag:
            return None
        tile = next(iter(tiles.minus(self.bag)))
        return f"{tiles.count(tile)} tiles {tile}, but the kit of {self.value} has {self.bag.count(tile)}"

    @property
    def stacks(self) -> tuple[int, int]:
        """How many stacks of seven and of eight the pool is piled in before the deal; odd tiles go on top."""
        odd = self % 7
        return self // 7 - odd, odd


_KIT_BAGS = {
    kit: TileBag([tile for tile in TILES[:52] for _ in range(kit.copies)] + [JOKER] * kit.jokers) for kit in Kit
}
