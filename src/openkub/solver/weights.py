"""What a play is to be good at: gains per kind and copy, and combinations of them.

>>> most_tiles_then_value = EACH_TILE.then(face_value(joker=30))
>>> jokers_for_nothing = Weights.of({Tile("*"): 0}, otherwise=1)
>>> second_copies_for_less = Weights.of({Tile("r7"): (5, 1)}, otherwise=5)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from openkub.pieces.tiles import TILES as KINDS
from openkub.pieces.tiles import Tile, TileBag
from openkub.solver import kernel

Gain = int | Sequence[int]
_COPIES = 7
_LARGEST = 1 << 61


@dataclass(frozen=True)
class Weights:
    """For every kind the gain of laying one, two, three … rack tiles of it: never negative, never falling."""

    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if len(self.rows) != len(KINDS) or any(len(row) != _COPIES for row in self.rows):
            raise ValueError("weights have a row of seven gains for each of the 53 kinds")
        if any(row[0] < 0 or list(row) != sorted(row) for row in self.rows):
            raise ValueError("gains are not negative, and more copies do not gain less")
        if self.bound > _LARGEST:
            raise ValueError("these gains are too large to be added up")

    @classmethod
    def of(cls, gains: Mapping[Tile, Gain] | Mapping[str, Gain], otherwise: int = 0) -> Weights:
        """Gains per tile: one number for each copy alike, or the gain of the first, second, … copy.

        >>> Weights.of({"r9": 1}).gain(TileBag("r9 k4")), Weights.of({"r9": 1}) == Weights.of({Tile("r9"): 1})
        (1, True)
        """
        told = {Tile(tile) if isinstance(tile, str) else tile: gain for tile, gain in gains.items()}
        return cls(tuple(_row(told.get(tile, otherwise)) for tile in KINDS))

    def then(self, second: Weights) -> Weights:
        """This first; where two plays are equal in it, the second decides."""
        scale = second.bound + 1
        pairs = zip(self.rows, second.rows, strict=True)
        return Weights(tuple(tuple(scale * a + b for a, b in zip(x, y, strict=True)) for x, y in pairs))

    @property
    def bound(self) -> int:
        """More than any play can gain: three copies of every tile and four jokers."""
        return sum(row[2] for row in self.rows[:-1]) + self.rows[-1][3]

    @cached_property
    def compiled(self) -> kernel.Weights:
        """The same as the kernel wants it."""
        return kernel.Weights(self.rows)

    @cached_property
    def always_gain(self) -> bool:
        """Whether every tile that is laid gains something."""
        return all(row[0] > 0 for row in self.rows)

    @cached_property
    def is_linear(self) -> bool:
        """Whether every copy of a tile gains the same."""
        return all(gain == copies * row[0] for row in self.rows for copies, gain in enumerate(row, 1))

    def gain(self, laid: TileBag) -> int:
        """What laying these tiles gains."""
        return sum(self.rows[tile][laid.count(tile) - 1] for tile in laid.kinds())

    def after(self, laid: TileBag) -> Weights:
        """What further tiles gain when these are laid already."""
        if not laid or self.is_linear:
            return self
        rows = list(self.rows)
        for tile in laid.kinds():
            start, row = laid.count(tile), rows[tile]
            further = row[start:] or row[-1:]
            rows[tile] = tuple(further[min(copy, len(further) - 1)] - row[start - 1] for copy in range(_COPIES))
        return Weights(tuple(rows))


def _row(gains: int | Sequence[int]) -> tuple[int, ...]:
    each = [gains] * _COPIES if isinstance(gains, int) else [*gains, *[0] * _COPIES][:_COPIES]
    return tuple(sum(each[: copy + 1]) for copy in range(_COPIES))


EACH_TILE = Weights.of({}, otherwise=1)
"""Every tile counts one."""


@lru_cache(8)
def face_value(joker: int) -> Weights:
    """Every tile counts its number, a joker what is said."""
    return Weights.of({tile: tile.number or joker for tile in KINDS})
