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
from enum import StrEnum

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


class SlipCode(StrEnum):
    """Everything that can be wrong with a step."""

    NO_SET = "no_set"
    NOT_IN_SET = "not_in_set"
    NOT_HELD = "not_held"
    NO_SPLIT = "no_split"
    NO_JOKER = "no_joker"
    NOT_STOOD_FOR = "not_stood_for"
    ITSELF = "itself"
    FOREIGN = "foreign"
    DOES_NOT_ADD_UP = "does_not_add_up"


@dataclass(frozen=True, slots=True)
class Slip:
    """Why a step cannot be done, and where: the number of the set, and the tile at fault."""

    code: SlipCode
    set: int | None = None
    tile: Tile | None = None


class StepError(ValueError):
    """Raised when a step is taken that cannot be."""

    def __init__(self, slip: Slip) -> None:
        where = [f"set {slip.set}"] if slip.set is not None else []
        where += [f"tile {slip.tile}"] if slip.tile is not None else []
        super().__init__(f"{slip.code} ({', '.join(where)})" if where else slip.code)
        self.slip = slip

    def __reduce__(self) -> tuple[type[StepError], tuple[Slip]]:
        """Pickled by its slip."""
        return StepError, (self.slip,)
