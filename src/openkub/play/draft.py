"""A turn in progress: the table as a player has changed it so far, step by step.

>>> from openkub.play.steps import Lay
>>> turn = Position("default", "b8 b9 b10", "b11 k8 y8", opened=True)
>>> draft = Draft.start(turn).after(Add(0, Meld.parse("b11")), Take(0, Meld.parse("b8")))
>>> print(draft.table, "and in the hand", draft.hand)
b9 b10 b11 and in the hand b8
>>> draft = draft.apply(Lay(NEXT, Meld.parse("k8 b8 y8")))
>>> print(draft.table)
b9 b10 b11 | k8 b8 y8
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.pieces.within import melds_within
from openkub.play.steps import NEXT, Add, Join, Split, Step, StepError, Swap, Take


@dataclass(frozen=True, slots=True)
class Draft:
    """The position before the turn, and the sets now.

    Sets keep their numbers until the turn is over. A set that was emptied stays as a gap.
    """

    position: Position
    sets: tuple[Meld, ...]

    @classmethod
    def start(cls, position: Position) -> Draft:
        """Return the draft at the beginning of a turn."""
        return cls(position, tuple(position.table))

    @property
    def before(self) -> Table:
        """The table at the beginning of the turn."""
        return self.position.table

    @property
    def table(self) -> Table:
        """The sets on the table now."""
        return Table(meld for meld in self.sets if meld)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each set of `table`."""
        return tuple(number for number, meld in enumerate(self.sets) if meld)

    @property
    def hand(self) -> TileBag:
        """Tiles taken from the table that are not laid again yet."""
        return self.before.bag.minus(self.table.bag)

    @property
    def rack(self) -> TileBag:
        """The tiles on the rack now."""
        return self.position.rack.minus(self.table.bag.minus(self.before.bag))

    @property
    def is_changed(self) -> bool:
        """True if the table differs from the table before."""
        return self.table != self.before

    def is_touched(self, number: int) -> bool:
        """Return True if this set is new or changed."""
        return number >= len(self.before) or self.sets[number] != self.before[number]

    @property
    def opening_points(self) -> int:
        """The points that this table counts towards the opening."""
        return self.position.opening_points(self.table)

    def after(self, *steps: Step) -> Draft:
        """Return the draft after several steps."""
        return reduce(Draft.apply, steps, self)

    def apply(self, step: Step) -> Draft:
        """Return the draft after this step. Raise `StepError` if the step cannot be done.

        Where the step leaves its result open, the tiles are put in an order in which they make a set.
        """
        match step:
            case Take(set=number, tiles=tiles, result=result):
                old = self._set(number)
                missing = next(iter(tiles.bag.minus(old.bag)), None)
                if missing is not None:
                    raise StepError(f"There is no {missing} in set {number + 1}.")
                return self._with(number, result or _without(old, tiles), old.bag - tiles.bag)
            case Split():
                return self._split(step)
            case Swap():
                return self._swap(step)
            case Add(set=number, tiles=tiles, result=result):
                old = self._set(number)
                self._check_free(tiles.bag)
                return self._with(number, result or ordered([*old, *tiles]), old.bag + tiles.bag)
            case Join(set=number, other=other, result=result):
                old, pushed = self._set(number), self._set(other)
                if other == number:
                    raise StepError("A set cannot be joined to itself.")
                both = self._with(number, result or ordered([*old, *pushed]), old.bag + pushed.bag)
                return both._with(other, Meld(), TileBag())
            case _:  # a new set
                self._check_free(step.result.bag)
                if step.set != NEXT:
                    return self._with(step.set, step.result, step.result.bag)
                return self._with(len(self.sets), ordered(step.result), step.result.bag)

    def _split(self, step: Split) -> Draft:
        old, new = self._set(step.set), len(self.sets)
        if not 0 < step.at < len(old):
            raise StepError(f"Set {step.set + 1} has {len(old)} tiles; it cannot be split behind tile {step.at}.")
        left, right = Meld(old[: step.at]), Meld(old[step.at :])
        if step.result and (step.result, step.right, step.new) != (left, right, new):
            raise StepError(f"Set {step.set + 1} cannot become {step.result} and {step.right}.")
        return self._with(step.set, left, left.bag)._with(new, right, right.bag)

    def _swap(self, step: Swap) -> Draft:
        old, tile = self._set(step.set), step.tile
        self._check_free(TileBag([tile]))
        places = [place for place in range(len(old)) if old[place].is_joker and tile in old.stands_for(place)]
        if not places:
            raise StepError(f"No joker in set {step.set + 1} stands for {tile}.")
        found = Meld((*old[: places[0]], tile, *old[places[0] + 1 :]))
        return self._with(step.set, step.result or found, found.bag)

    def _set(self, number: int) -> Meld:
        if number not in self.numbers:
            known = ", ".join(str(known + 1) for known in self.numbers)
            raise StepError(f"There is no set {number + 1}; {f'there are {known}' if known else 'the table is empty'}.")
        return self.sets[number]

    def _check_free(self, tiles: TileBag) -> None:
        """Refuse tiles that are neither on the rack nor in the hand."""
        missing = next(iter(tiles.minus(self.rack + self.hand)), None)
        if missing is not None:
            places = [number for number in self.numbers if missing in self.sets[number]]
            hint = f" Set {places[0] + 1} holds one: '{places[0] + 1} - {missing}' takes it." if places else ""
            raise StepError(f"Your rack lacks {missing}.{hint}")

    def _with(self, number: int, result: Meld, tiles: TileBag) -> Draft:
        """Return the draft with `result` as this set. It must consist of these tiles."""
        if result.bag != tiles or number > len(self.sets):
            raise StepError(f"Set {number + 1} cannot become {result}.")
        return replace(self, sets=(*self.sets[:number], result, *self.sets[number + 1 :]))


def _without(meld: Meld, tiles: Meld) -> Meld:
    """Return what is left of a set; of two equal tiles the last one goes, so that the rest most likely stays a set."""
    left = list(meld)
    for tile in tiles:
        del left[len(left) - 1 - left[::-1].index(tile)]
    return Meld(left)


def ordered(tiles: Iterable[Tile]) -> Meld:
    """Return these tiles as a valid set, as given if that is one; else sorted.

    >>> str(ordered(Meld.parse("r7 r5 r6"))), str(ordered(Meld.parse("r5 r7 *")))
    ('r5 r6 r7', 'r5 * r7')
    """
    meld = Meld(tiles)
    sets = (meld,) if meld.is_valid else melds_within(meld.bag)
    return next((found for found in sets if len(found) == len(meld)), Meld(meld.bag))
