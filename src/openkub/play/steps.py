"""The steps in which a person changes a table, and what may be wrong with one.

Sets are named by stable numbers, from 0: those of the table before by their index, new ones by the next free number.
Tiles taken are in the hand until they are laid; what is laid and not in the hand comes from the rack. A step may leave
unsaid what the set looks like afterwards: `Draft` finds where the tiles fit. `explain` always says it, so that a page
can animate its steps.

>>> Add(2, Meld.parse("r12")).result == UNSAID
True
"""

from __future__ import annotations

from dataclasses import dataclass

from openkub.pieces.melds import Meld
from openkub.pieces.tiles import Tile

NEXT = -1
"""The next free number."""
UNSAID = Meld()
"""However it fits."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take tiles out of a set into the hand; nothing may be left of it."""

    set: int
    tiles: Meld
    result: Meld = UNSAID


@dataclass(frozen=True, slots=True)
class Split:
    """Part a set in two behind its n-th tile; the right part becomes the set `new`."""

    set: int
    at: int
    new: int = NEXT
    result: Meld = UNSAID
    right: Meld = UNSAID


@dataclass(frozen=True, slots=True)
class Swap:
    """Put the tile that a joker stands for in its place and take the joker into the hand."""

    set: int
    tile: Tile
    result: Meld = UNSAID


@dataclass(frozen=True, slots=True)
class Add:
    """Add tiles from hand or rack to a set."""

    set: int
    tiles: Meld
    result: Meld = UNSAID


@dataclass(frozen=True, slots=True)
class Join:
    """Push a whole set up to another."""

    set: int
    other: int
    result: Meld = UNSAID


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a new set from hand and rack."""

    set: int
    result: Meld


Step = Take | Split | Swap | Add | Join | Lay


class StepError(ValueError):
    """Raised when a step cannot be done. The message says why, in English; sets are counted from 1."""
