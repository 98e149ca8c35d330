"""A turn that is being thought about: the table as a player has changed it so far, step by step.

>>> from openkub.law.rules import Rules
>>> turn = Position(Rules(), Table.parse("b8 b9 b10"), TileBag.parse("b11 k8 y8"), opened=True)
>>> draft = Draft.start(turn).after(Add(0, Meld.parse("b11")), Take(0, Meld.parse("b8")))
>>> print(draft.table, "and in the hand", draft.hand)
b9 b10 b11 and in the hand b8
>>> draft = draft.apply(Lay(NEXT, Meld.parse("k8 b8 y8")))
>>> print(draft.table)
b9 b10 b11 | k8 b8 y8
>>> draft.problem is None
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from openkub.law.moves import Problem
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.play.steps import NEXT, Add, Join, Lay, Slip, SlipCode, Split, Step, StepError, Swap, Take

NOTHING = Meld()
"""A set of which no tile lies there."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The position before the turn, and the sets now.

    Sets keep their numbers until the turn is over; one that was emptied stays behind as a gap.
    """

    position: Position
    sets: tuple[Meld, ...]

    @classmethod
    def start(cls, position: Position) -> Draft:
        """The beginning of a turn."""
        return cls(position, tuple(position.table))

    @property
    def before(self) -> Table:
        """The table as it lay when the turn began."""
        return self.position.table

    @property
    def table(self) -> Table:
        """The sets that lie there now."""
        return Table(meld for meld in self.sets if meld)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each set of `table`."""
        return tuple(number for number, meld in enumerate(self.sets) if meld)

    @property
    def hand(self) -> TileBag:
        """Tiles of the table that are lifted and lie nowhere."""
        return self.before.bag.minus(self.table.bag)

    @property
    def rack(self) -> TileBag:
        """What is on the rack now."""
        return self.position.rack.minus(self.laid)

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
        return number >= len(self.before) or self.sets[number] != self.before[number]

    @property
    def problem(self) -> Problem | None:
        """What is wrong with ending the turn like this, or None."""
        return self.position.play_problem(self.table)

    @property
    def opening_points(self) -> int:
        """What the referee counts towards the opening as the table lies now."""
        return self.position.opening_points(self.table)

    def after(self, *steps: Step) -> Draft:
        """The draft after several steps."""
        draft = self
        for step in steps:
            draft = draft.apply(step)
        return draft

    def apply(self, step: Step) -> Draft:
        """The draft after this step; `StepError` if it cannot be done."""
        draft = self
        for full in self.spelled_out(step):
            draft = draft._carried_out(full)
        return draft

    def spelled_out(self, step: Step) -> tuple[Step, ...]:
        """The step with all said that it left open; a run that is torn in two valid runs is split as well."""
        match step:
            case Take(set=number, tiles=tiles) if not step.result:
                return self._taking(number, tiles)
            case Split(set=number, at=at) if not step.result:
                return (self._splitting(number, at),)
            case Swap(set=number, tile=tile) if not step.result:
                return (self._swapping(number, tile),)
            case Add(set=number, tiles=tiles) if not step.result:
                return (self._adding(number, tiles),)
            case Join(set=number, other=other) if not step.result:
                return (Join(number, other, ordered([*self._set(number), *self._set(other)])),)
            case Lay(set=number, result=tiles) if number == NEXT:
                return (Lay(len(self.sets), ordered(tiles)),)
        return (step,)

    def _taking(self, number: int, tiles: Meld) -> tuple[Step, ...]:
        left = list(self._set(number))
        for tile in tiles:
            if tile not in left:
                raise StepError(Slip(SlipCode.NOT_IN_SET, number, tile))
            # From the right, if the same kind lies there twice: what is left then most likely stays a set.
            at = len(left) - 1 - left[::-1].index(tile)
            del left[at]
        take = Take(number, tiles, Meld(left))
        parts = (Meld(left[:at]), Meld(left[at:])) if len(tiles) == 1 else ()
        if not parts or not all(part.is_valid for part in parts):
            return (take,)
        return take, Split(number, at, len(self.sets), *parts)

    def _splitting(self, number: int, at: int) -> Split:
        meld = self._set(number)
        if not 0 < at < len(meld):
            raise StepError(Slip(SlipCode.NO_SPLIT, number))
        return Split(number, at, len(self.sets), Meld(meld[:at]), Meld(meld[at:]))

    def _swapping(self, number: int, tile: Tile) -> Swap:
        meld = self._set(number)
        if JOKER not in meld:
            raise StepError(Slip(SlipCode.NO_JOKER, number))
        self._check_free(TileBag([tile]))
        swapped = _swapped(meld, tile)
        if not swapped:
            raise StepError(Slip(SlipCode.NOT_STOOD_FOR, number, tile))
        return Swap(number, tile, swapped)

    def _adding(self, number: int, tiles: Meld) -> Add | Swap:
        """The tiles where they fit; a tile that fits only in a joker's place takes it."""
        meld = self._set(number)
        longer = ordered([*meld, *tiles], keep=meld)
        fits = longer.is_valid and _holds(longer, meld)
        swapped = _swapped(meld, tiles[0]) if len(tiles) == 1 and not fits else None
        return Swap(number, tiles[0], swapped) if swapped else Add(number, tiles, longer)

    def _carried_out(self, step: Step) -> Draft:
        """The draft after a step that says all; its arithmetic must be right."""
        old = NOTHING if isinstance(step, Lay) else self._set(step.set)
        sets = list(self.sets)
        match step:
            case Take(tiles=tiles, result=result):
                adds_up = result.bag + tiles.bag == old.bag
            case Split(at=at, new=new, result=result, right=right):
                adds_up = (old[:at], old[at:], new) == (result, right, len(sets)) and 0 < at < len(old)
                sets.append(right)
            case Swap(tile=tile, result=result):
                self._check_free(TileBag([tile]))
                adds_up = result.bag + TileBag([JOKER]) == old.bag + TileBag([tile])
            case Add(tiles=tiles, result=result):
                self._check_free(tiles.bag)
                adds_up = old.bag + tiles.bag == result.bag
            case Join(other=other, result=result):
                if other == step.set:
                    raise StepError(Slip(SlipCode.ITSELF, other))
                adds_up = old.bag + self._set(other).bag == result.bag
                sets[other] = NOTHING
            case _:  # a new set
                result = step.result
                self._check_free(result.bag)
                adds_up = step.set == len(sets) and bool(result)
                sets.append(NOTHING)
        if not adds_up:
            raise StepError(Slip(SlipCode.DOES_NOT_ADD_UP, step.set))
        sets[step.set] = result
        return replace(self, sets=tuple(sets))

    def relaid(self, table: Table) -> Draft:
        """The whole table laid anew; sets that lay there keep their numbers."""
        foreign = table.bag.minus(self.before.bag + self.position.rack)
        if foreign:
            raise StepError(Slip(SlipCode.FOREIGN, tile=next(iter(foreign))))
        return replace(self, sets=_renumbered(table, self.before, self.sets))

    def _set(self, number: int) -> Meld:
        if number not in self.numbers:
            raise StepError(Slip(SlipCode.NO_SET, number))
        return self.sets[number]

    def _check_free(self, tiles: TileBag) -> None:
        """Refuse tiles that are neither on the rack nor in the hand."""
        missing = next(iter(tiles.minus(self.rack + self.hand)), None)
        if missing is not None:
            raise StepError(Slip(SlipCode.NOT_HELD, tile=missing))


def _swapped(meld: Meld, tile: Tile) -> Meld | None:
    """The set with this tile in the place of a joker that stands for it."""
    for place, there in enumerate(meld):
        if there.is_joker and tile in meld.stands_for(place):
            return Meld((*meld[:place], tile, *meld[place + 1 :]))
    return None


# --- the order in which tiles make a set ---


def ordered(tiles: Sequence[Tile], keep: Meld = NOTHING) -> Meld:
    """These tiles as a valid set, as given if that is one; best with `keep` left as it lies; else sorted.

    >>> str(ordered(Meld.parse("r7 r5 r6"))), str(ordered(Meld.parse("r5 r7 *")))
    ('r5 r6 r7', 'r5 * r7')
    >>> str(ordered(Meld.parse("b6 b7 * b9"), keep=Meld.parse("b6 b7 *")))
    'b6 b7 * b9'
    """
    found = [meld for meld in (Meld(tiles), *_runs(tiles)) if meld.is_valid]
    kept = [meld for meld in found if _holds(meld, keep)]
    return next(iter(kept or found), Meld(sorted(tiles, key=lambda tile: (tile.is_joker, tile))))


def _holds(meld: Meld, part: Meld) -> bool:
    """Whether these tiles lie side by side in the set, so that no joker has changed its meaning."""
    return any(meld[i : i + len(part)] == part for i in range(len(meld) - len(part) + 1))


def _runs(tiles: Sequence[Tile]) -> Iterator[Meld]:
    """The tiles by number, jokers in the gaps, what is left of them behind or in front."""
    filled: list[Tile] = []
    for tile in sorted(tile for tile in tiles if not tile.is_joker):
        gap = tile.number - filled[-1].number - 1 if filled else 0
        filled += [JOKER] * gap + [tile]
    spare = len(tiles) - len(filled)
    for front in range(spare + 1):
        yield Meld([JOKER] * front + filled + [JOKER] * (spare - front))


# --- which number a set has when the whole table is laid anew ---


def _renumbered(table: Table, before: Sequence[Meld], now: Sequence[Meld]) -> tuple[Meld, ...]:
    """The sets of a table in their places; where none lies there is an empty one.

    A set that lay there at the start of the turn, or lies there now, keeps its number; one that was changed takes the
    number of the set of which it holds most; new ones come behind.
    """
    left = list(table)
    places: dict[int, Meld] = {}
    for lying in (before, now):
        for place, meld in enumerate(lying):
            same = next((new for new in left if new.key == meld.key), None)
            if same is not None and place not in places:
                left.remove(same)
                places[place] = meld
    for _, place, new in sorted(_likenesses(left, before), key=lambda likeness: -likeness[0]):
        if place not in places and new in left:
            left.remove(new)
            places[place] = new
    behind = (place for place in range(len(before), len(before) + len(table)) if place not in places)
    places.update(zip(behind, left, strict=False))
    last = max([len(before) - 1, *places])
    return tuple(places.get(place, NOTHING) for place in range(last + 1))


def _likenesses(sets: Sequence[Meld], before: Sequence[Meld]) -> list[tuple[int, int, Meld]]:
    """How many tiles a set shares with one that lay there, the place of that one, and the set."""
    shared = [(len(old.bag) - len(old.bag.minus(new.bag)), at, new) for new in sets for at, old in enumerate(before)]
    return [likeness for likeness in shared if likeness[0]]
