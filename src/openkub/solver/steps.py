"""Human moves: the steps in which a person changes one table into another.

Sets are named by stable numbers: those of the table before by their index, new ones by the next free number. Tiles
taken are in the hand until they are laid; what is laid and not in the hand comes from the rack. Every step says what
the set looks like afterwards, so that a page can animate it and `replayed` can check it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openkub.melds import Meld, Table
from openkub.tiles import JOKER, Tile, TileBag


@dataclass(frozen=True, slots=True)
class Take:
    """Take tiles out of a set into the hand; nothing may be left of it."""

    set: int
    tiles: Meld
    result: Meld


@dataclass(frozen=True, slots=True)
class Split:
    """Part a set in two; the right part becomes the set `new`."""

    set: int
    new: int
    result: Meld
    right: Meld


@dataclass(frozen=True, slots=True)
class Swap:
    """Put the tile that a joker stands for in its place and take the joker into the hand."""

    set: int
    tile: Tile
    result: Meld


@dataclass(frozen=True, slots=True)
class Add:
    """Add tiles from hand or rack to a set."""

    set: int
    tiles: Meld
    result: Meld


@dataclass(frozen=True, slots=True)
class Join:
    """Push a whole set up to another."""

    set: int
    other: int
    result: Meld


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a new set from hand and rack."""

    set: int
    result: Meld


Step = Take | Split | Swap | Add | Join | Lay


class StepError(ValueError):
    """A step that cannot be taken where it stands."""


def replayed(before: Table, steps: Iterable[Step], rack: TileBag) -> Table:
    """The table that the steps lead to; `StepError` if a step does not fit or a tile stays in the hand."""
    sets = dict(enumerate(before))
    hand, left = TileBag(), rack
    for step in steps:
        needs, gives = _exchange(step, sets)
        from_hand = needs.minus(needs.minus(hand))
        if not needs - from_hand <= left:
            raise StepError(f"{needs - from_hand} is neither in the hand nor on the rack")
        hand, left = hand - from_hand + gives, left - (needs - from_hand)
        _carry_out(step, sets)
    if hand:
        raise StepError(f"{hand} stays in the hand")
    return Table(meld for meld in sets.values() if meld)


def _exchange(step: Step, sets: dict[int, Meld]) -> tuple[TileBag, TileBag]:
    """The tiles that a step needs and those that it puts into the hand; its arithmetic must be right."""
    none = TileBag()
    old = TileBag() if isinstance(step, Lay) else _known(step.set, sets).bag
    match step:
        case Take(tiles=tiles, result=result):
            needs, gives, whole = none, tiles.bag, old.minus(tiles.bag) == result.bag and tiles.bag <= old
        case Split(result=result, right=right):
            needs, gives, whole = none, none, result.bag + right.bag == old
        case Swap(tile=tile, result=result):
            needs, gives = TileBag([tile]), TileBag([JOKER])
            whole = result.bag + gives == old + needs
        case Add(tiles=tiles, result=result):
            needs, gives, whole = tiles.bag, none, old + tiles.bag == result.bag
        case Join(other=other, result=result):
            needs, gives, whole = none, none, old + _known(other, sets).bag == result.bag
        case Lay(result=result):
            needs, gives, whole = result.bag, none, step.set not in sets
    if not whole:
        raise StepError(f"{step} does not add up")
    return needs, gives


def _known(number: int, sets: dict[int, Meld]) -> Meld:
    if number not in sets:
        raise StepError(f"there is no set {number}")
    return sets[number]


def _carry_out(step: Step, sets: dict[int, Meld]) -> None:
    sets[step.set] = step.result
    if isinstance(step, Split):
        sets[step.new] = step.right
    elif isinstance(step, Join):
        del sets[step.other]
    if not sets[step.set]:
        del sets[step.set]
