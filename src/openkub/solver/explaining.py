"""`explain`: how to get from one table to another, in the fewest human moves found.

>>> before, after = Table.parse("b8 b9 b10"), Table.parse("b9 b10 b11 | k8 b8 y8")
>>> for step in explain(before, after):
...     print(type(step).__name__, step.result)
Take b9 b10
Add b9 b10 b11
Lay k8 b8 y8
"""

from __future__ import annotations

from collections.abc import Iterator

from openkub.pieces.melds import Meld, Table
from openkub.play.steps import Add, Join, Lay, Split, Step, Swap, Take
from openkub.solver.effort import LIMIT, Limit, effort_of, goes_on
from openkub.solver.moving import Moving, Piece, Preference


def explain(before: Table | str, after: Table | str, *, limit: Limit = LIMIT) -> tuple[Step, ...]:
    """The shortest list of steps found; a `Draft` after them shows the table after, with its sets in any order.

    Where the limit is small fewer plans are tried; where it is too small for one, all that changes is laid anew.
    """
    before, after = (Table(table) if isinstance(table, str) else table for table in (before, after))
    effort = effort_of(limit)
    moving, found = Moving(before, after, effort), list[tuple[Step, ...]]()
    for prefer in (_longest, _whole_sets, _nearest_size):
        if not found or goes_on(effort, 0):
            found.append(tuple(_Plan(moving, prefer).steps()))
    return min(found, key=len)


def _longest(piece: Piece, old: Meld, new: Meld) -> tuple[int, ...]:
    return len(piece), len(piece) == len(old), -len(new)


def _whole_sets(piece: Piece, old: Meld, new: Meld) -> tuple[int, ...]:
    return len(piece) == len(old), len(piece), -len(new)


def _nearest_size(piece: Piece, old: Meld, new: Meld) -> tuple[int, ...]:
    return -(len(old) + len(new) - 2 * len(piece)), len(piece)


class _Plan:
    """One way to say where every tile of the changed sets goes, and the steps that do it."""

    def __init__(self, moving: Moving, prefer: Preference) -> None:
        self.before, self.after = moving.before, moving.after
        self.old, self.new = moving.old, moving.new
        self.leaving: dict[int, list[Piece]] = {index: [] for index in self.old}
        """The pieces of each old set."""
        self.coming: dict[int, list[Piece]] = {index: [] for index in self.new}
        """The pieces of each new set."""
        for piece in moving.pieces(prefer):
            self.leaving[piece.old].append(piece)
            self.coming[piece.new].append(piece)
        self.next_set = len(self.before)
        self.home: dict[int, int] = {}
        """The set, by its number, that becomes each new set; a new set without one is laid."""
        self.has: dict[int, set[int]] = {index: set() for index in self.new}
        """The places of each new set that its home holds already."""

    def steps(self) -> Iterator[Step]:
        """Sets are opened up first, then jokers swapped, then everything is laid."""
        swaps: list[Swap] = []
        joining: list[tuple[Piece, int]] = []
        for index in self.old:
            yield from self._open_up(index, swaps, joining)
        yield from swaps
        for index in self.new:
            yield from self._lay(index, [(piece, number) for piece, number in joining if piece.new == index])

    def _open_up(self, index: int, swaps: list[Swap], joining: list[tuple[Piece, int]]) -> Iterator[Step]:
        """What happens to one old set: the pieces that stay are parted, the others taken."""
        pieces = self.leaving[index]
        homes = [piece for piece in pieces if self._is_home(piece)]
        if not homes:
            if len(pieces) == 1 and not self._is_alone(pieces[0]):
                joining.append((pieces[0], index))
            else:
                yield Take(index, self.before[index], Meld())
            return
        stays, *others = sorted(homes, key=lambda piece: -len(piece))
        parts = [stays, *(piece for piece in others if len(piece) > 1 and _is_apart(piece, stays))][:2]
        kept = sorted(place for piece in parts for place, _ in piece.places)
        swap = self._swap(index, stays, kept) if len(parts) == 1 else None
        taken = [place for place in range(len(self.before[index])) if place not in kept]
        if swap:
            swaps.append(swap)
            taken = [place for place in taken if not self.before[index][place].is_joker]
            kept = sorted(set(range(len(self.before[index]))) - set(taken))
        if taken:
            yield Take(index, self._part(index, taken), self._part(index, kept))
        self._settle(stays, index)
        if len(parts) == 2:
            yield self._split(index, *sorted(parts, key=lambda piece: piece.places[0][0]))

    def _part(self, index: int, places: list[int]) -> Meld:
        return Meld(self.before[index][place] for place in sorted(places))

    def _settle(self, piece: Piece, number: int) -> None:
        self.home[piece.new] = number
        self.has[piece.new] |= {place for _, place in piece.places}

    def _split(self, index: int, left: Piece, right: Piece) -> Split:
        number, self.next_set = self.next_set, self.next_set + 1
        self._settle(left, index)
        self._settle(right, number)
        parts = [self._part(index, [place for place, _ in piece.places]) for piece in (left, right)]
        return Split(index, len(parts[0]), number, *parts)

    def _is_home(self, piece: Piece) -> bool:
        """Whether this is what its new set is built on: its largest piece, if that is more than a tile of many."""
        largest = max(self.coming[piece.new], key=len)
        return largest is piece and (len(piece) > 1 or len(self.before[piece.old]) == 1)

    def _is_alone(self, piece: Piece) -> bool:
        """Whether nothing else of its new set lies on the table for it to be pushed up to."""
        return not any(self._is_home(other) for other in self.coming[piece.new])

    def _swap(self, index: int, stays: Piece, kept: list[int]) -> Swap | None:
        """The swap, if all that leaves this set is one joker whose place a tile takes."""
        old, new = self.before[index], self.after[stays.new]
        gone = [place for place in range(len(old)) if place not in kept]
        jokers = [place for place in gone if old[place].is_joker]
        if len(jokers) != 1:
            return None
        held = {place for _, place in stays.places}
        for place, tile in enumerate(new):
            if place not in held and tile in old.stands_for(jokers[0]) and not tile.is_joker:
                swapped = Meld(tile if p == jokers[0] else old[p] for p in sorted([*kept, jokers[0]]))
                if swapped.is_valid or len(swapped) < 3:
                    self.has[stays.new].add(place)
                    return Swap(index, tile, swapped)
        return None

    def _lay(self, index: int, joining: list[tuple[Piece, int]]) -> Iterator[Step]:
        """The steps that finish one new set."""
        meld, has = self.after[index], self.has[index]
        if index not in self.home:
            number, self.next_set = self.next_set, self.next_set + 1
            yield Lay(number, meld)
            return
        for piece, number in joining:
            has |= {place for _, place in piece.places}
            yield Join(self.home[index], number, Meld(meld[place] for place in sorted(has)))
        missing = [place for place in range(len(meld)) if place not in has]
        if missing:
            yield Add(self.home[index], Meld(meld[place] for place in missing), meld)


def _is_apart(piece: Piece, other: Piece) -> bool:
    """Whether the pieces lie side by side in their set, not mixed."""
    mine, theirs = [place for place, _ in piece.places], [place for place, _ in other.places]
    return max(mine) < min(theirs) or max(theirs) < min(mine)
