"""A turn that is being thought about: the table as the player has changed it so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from openkub.cli.numbering import renumbered
from openkub.cli.order import holds, ordered
from openkub.melds import Meld, Table
from openkub.tiles import JOKER, Tile, TileBag
from openkub.view import View


class Slip(ValueError):
    """Something typed that cannot be done; the sentence says why, and often what to type instead."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The table before the turn, the rack, and the sets now.

    Sets keep their numbers until the turn is over; one that was emptied stays behind as a gap.

    >>> draft = Draft.of(Table.parse("b8 b9 b10"), TileBag.parse("b11 k8 y8"))
    >>> draft = draft.add(1, [Tile("b11")]).take(1, [Tile("b8")])
    >>> str(draft.hand), str(draft.lay([Tile("b8"), Tile("k8"), Tile("y8")]).table)
    ('b8', 'b9 b10 b11 | b8 k8 y8')
    """

    before: Table
    rack: TileBag
    sets: tuple[Meld, ...]

    @classmethod
    def of(cls, table: Table, rack: TileBag) -> Draft:
        """The beginning of a turn."""
        return cls(table, rack, tuple(table))

    @classmethod
    def start(cls, view: View) -> Draft:
        """The beginning of the turn of the seat that looks."""
        return cls.of(view.table, view.rack)

    @property
    def table(self) -> Table:
        """The sets that lie there now."""
        return Table(meld for meld in self.sets if meld)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each set of `table`."""
        return tuple(number for number, meld in enumerate(self.sets, 1) if meld)

    @property
    def hand(self) -> TileBag:
        """Tiles of the table that are lifted and lie nowhere."""
        return self.before.bag.minus(self.table.bag)

    @property
    def left(self) -> TileBag:
        """What is on the rack now."""
        return self.rack.minus(self.laid)

    @property
    def laid(self) -> TileBag:
        """What came from the rack."""
        return self.table.bag.minus(self.before.bag)

    @property
    def is_changed(self) -> bool:
        """Whether anything was moved."""
        return self.table != self.before

    def is_touched(self, number: int) -> bool:
        """Whether this set is new or was changed."""
        return number > len(self.before) or self.sets[number - 1] != self.before[number - 1]

    def lay(self, tiles: Sequence[Tile]) -> Draft:
        """A new set from rack and hand."""
        self._check_free(tiles)
        return replace(self, sets=(*self.sets, ordered(tiles)))

    def add(self, number: int, tiles: Sequence[Tile]) -> Draft:
        """Tiles from rack and hand to a set, where they fit; a tile that fits only in a joker's place takes it."""
        meld = self._set(number)
        self._check_free(tiles)
        longer = ordered([*meld, *tiles], keep=meld)
        if longer.is_valid and holds(longer, meld):
            return self._with(number, longer)
        swapped = _swapped(meld, tiles[0]) if len(tiles) == 1 else None
        return self._with(number, swapped or longer)

    def swap(self, number: int, tile: Tile) -> Draft:
        """A tile in the place of a joker, which comes into the hand."""
        meld = self._set(number)
        if JOKER not in meld:
            raise Slip(f"Set {number} holds no joker.")
        self._check_free([tile])
        swapped = _swapped(meld, tile)
        if not swapped:
            raise Slip(f"No joker in set {number} stands for {tile}.")
        return self._with(number, swapped)

    def take(self, number: int, tiles: Sequence[Tile]) -> Draft:
        """Tiles from a set into the hand; a run that is torn in two valid runs becomes two sets."""
        left = list(self._set(number))
        for tile in tiles:
            if tile not in left:
                raise Slip(f"There is no {tile} in set {number}.")
            # From the right, if the same kind lies there twice: what is left then most likely stays a set.
            at = len(left) - 1 - left[::-1].index(tile)
            parts = Meld(left[:at]), Meld(left[at + 1 :])
            if len(tiles) == 1 and all(part.is_valid for part in parts):
                return replace(self._with(number, parts[0]), sets=(*self._with(number, parts[0]).sets, parts[1]))
            del left[at]
        return self._with(number, Meld(left))

    def split(self, number: int, at: int) -> Draft:
        """A set in two, behind its n-th tile; the second part becomes the last set."""
        meld = self._set(number)
        if len(meld) == 1:
            raise Slip(f"Set {number} is one tile: there is nothing to split.")
        if not 0 < at < len(meld):
            raise Slip(f"Set {number} has {len(meld)} tiles; it can be split behind tile 1 to {len(meld) - 1}.")
        whole = self._with(number, Meld(meld[:at]))
        return replace(whole, sets=(*whole.sets, Meld(meld[at:])))

    def join(self, numbers: Sequence[int]) -> Draft:
        """Several sets in one, which keeps the number of the first."""
        if len(set(numbers)) < len(numbers):
            raise Slip("A set cannot be joined to itself.")
        draft = self
        for number in numbers[1:]:
            draft = draft._with(number, Meld())
        return draft._with(numbers[0], ordered([tile for number in numbers for tile in self._set(number)]))

    def relaid(self, table: Table) -> Draft:
        """The whole table anew; sets that lay there keep their numbers."""
        foreign = table.bag.minus(self.before.bag + self.rack)
        if foreign:
            raise Slip(f"Neither the table nor your rack holds {foreign}.")
        return replace(self, sets=renumbered(table, self.before, self.sets))

    def _set(self, number: int) -> Meld:
        if not 1 <= number <= len(self.sets) or not self.sets[number - 1]:
            known = ", ".join(map(str, self.numbers))
            raise Slip(f"There is no set {number}" + (f"; there are {known}." if known else ": the table is empty."))
        return self.sets[number - 1]

    def _with(self, number: int, meld: Meld) -> Draft:
        self._set(number)
        return replace(self, sets=(*self.sets[: number - 1], meld, *self.sets[number:]))

    def _check_free(self, tiles: Sequence[Tile]) -> None:
        """Refuse tiles that are neither on the rack nor in the hand, and say where they are."""
        missing = next(iter(TileBag(tiles).minus(self.left + self.hand)), None)
        if missing is None:
            return
        one = f"one {missing}" if missing in self.left + self.hand else f"no {missing}"
        places = [number for number, meld in enumerate(self.sets, 1) if missing in meld]
        hint = f" Set {places[0]} holds one: '{places[0]} - {missing}' takes it." if places else ""
        raise Slip(f"You have {'only ' if one.startswith('one') else ''}{one}.{hint}")


def _swapped(meld: Meld, tile: Tile) -> Meld | None:
    """The set with this tile in the place of a joker that stands for it."""
    for place, there in enumerate(meld):
        if there.is_joker and tile in meld.stands_for(place):
            return Meld((*meld[:place], tile, *meld[place + 1 :]))
    return None
