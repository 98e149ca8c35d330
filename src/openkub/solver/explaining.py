"""`explain`: how to get from one table to another, in the fewest human moves found.

>>> before, after = Table.parse("b8 b9 b10"), Table.parse("b9 b10 b11 | k8 b8 y8")
>>> for step in explain(before, after):
...     print(type(step).__name__, step.result)
Take b9 b10
Add b9 b10 b11
Lay k8 b8 y8
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from openkub.pieces.melds import Meld, Reading, Run, Table
from openkub.play.steps import Add, Join, Lay, Split, Step, Swap, Take


def explain(before: Table | str, after: Table | str) -> tuple[Step, ...]:
    """The shortest list of steps found; a `Draft` after them shows the table after, with its sets in any order."""
    before, after = (Table(table) if isinstance(table, str) else table for table in (before, after))
    plans = (_Plan(before, after, prefer) for prefer in (_longest, _whole_sets, _nearest_size))
    return min((tuple(plan.steps()) for plan in plans), key=len)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Tiles that go together from an old set to a new one: pairs of their places there and here."""

    old: int
    new: int
    places: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.places)


_Preference = Callable[[_Piece, Meld, Meld], tuple[int, ...]]
"""How good a piece is, given the old set and the new one: the best is fixed first."""


def _longest(piece: _Piece, old: Meld, new: Meld) -> tuple[int, ...]:
    return len(piece), len(piece) == len(old), -len(new)


def _whole_sets(piece: _Piece, old: Meld, new: Meld) -> tuple[int, ...]:
    return len(piece) == len(old), len(piece), -len(new)


def _nearest_size(piece: _Piece, old: Meld, new: Meld) -> tuple[int, ...]:
    return -(len(old) + len(new) - 2 * len(piece)), len(piece)


class _Plan:
    """One way to say where every tile of the changed sets goes, and the steps that do it."""

    def __init__(self, before: Table, after: Table, prefer: _Preference) -> None:
        self.before, self.after = before, after
        self.old, self.new = before.not_in(after), after.not_in(before)
        self.pieces = list(self._pieces(prefer))
        self.next_set = len(before)
        self.home: dict[int, int] = {}
        """The set, by its number, that becomes each new set; a new set without one is laid."""
        self.has: dict[int, set[int]] = {index: set() for index in self.new}
        """The places of each new set that its home holds already."""

    def _pieces(self, prefer: _Preference) -> Iterator[_Piece]:
        old = {index: set(range(len(self.before[index]))) for index in self.old}
        new = {index: set(range(len(self.after[index]))) for index in self.new}
        kinds = {n: frozenset(self.after[n]) for n in self.new}
        changed = [(o, n) for o in self.old for n in self.new if not kinds[n].isdisjoint(self.before[o])]
        found = dict.fromkeys(changed, _Piece(0, 0, ()))
        while True:
            for o, n in changed:
                found[o, n] = _Piece(o, n, _overlap(self.before[o], old[o], self.after[n], new[n]))
            there = [piece for piece in found.values() if piece.places]
            if not there:
                return
            best = max(there, key=lambda piece: prefer(piece, self.before[piece.old], self.after[piece.new]))
            old[best.old] -= {place for place, _ in best.places}
            new[best.new] -= {place for _, place in best.places}
            changed = [(o, n) for o, n in found if o == best.old or n == best.new]
            yield best

    def steps(self) -> Iterator[Step]:
        """Sets are opened up first, then jokers swapped, then everything is laid."""
        swaps: list[Swap] = []
        joining: list[tuple[_Piece, int]] = []
        for index in self.old:
            yield from self._open_up(index, swaps, joining)
        yield from swaps
        for index in self.new:
            yield from self._lay(index, [(piece, number) for piece, number in joining if piece.new == index])

    def _open_up(self, index: int, swaps: list[Swap], joining: list[tuple[_Piece, int]]) -> Iterator[Step]:
        """What happens to one old set: the pieces that stay are parted, the others taken."""
        pieces = [piece for piece in self.pieces if piece.old == index]
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

    def _settle(self, piece: _Piece, number: int) -> None:
        self.home[piece.new] = number
        self.has[piece.new] |= {place for _, place in piece.places}

    def _split(self, index: int, left: _Piece, right: _Piece) -> Split:
        number, self.next_set = self.next_set, self.next_set + 1
        self._settle(left, index)
        self._settle(right, number)
        parts = [self._part(index, [place for place, _ in piece.places]) for piece in (left, right)]
        return Split(index, len(parts[0]), number, *parts)

    def _is_home(self, piece: _Piece) -> bool:
        """Whether this is what its new set is built on: its largest piece, if that is more than a tile of many."""
        rivals = [other for other in self.pieces if other.new == piece.new]
        largest = max(rivals, key=len)
        return largest is piece and (len(piece) > 1 or len(self.before[piece.old]) == 1)

    def _is_alone(self, piece: _Piece) -> bool:
        """Whether nothing else of its new set lies on the table for it to be pushed up to."""
        return not any(other.new == piece.new and self._is_home(other) for other in self.pieces)

    def _swap(self, index: int, stays: _Piece, kept: list[int]) -> Swap | None:
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

    def _lay(self, index: int, joining: list[tuple[_Piece, int]]) -> Iterator[Step]:
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


def _is_apart(piece: _Piece, other: _Piece) -> bool:
    """Whether the pieces lie side by side in their set, not mixed."""
    mine, theirs = [place for place, _ in piece.places], [place for place, _ in other.places]
    return max(mine) < min(theirs) or max(theirs) < min(mine)


def _overlap(old: Meld, free: set[int], new: Meld, open_: set[int]) -> tuple[tuple[int, int], ...]:
    """The most tiles that can go together from what is free in one set to what is open in the other."""
    runs = [_as_run(old), _as_run(new)]
    if runs[0] and runs[1] and runs[0].colour == runs[1].colour:
        shift = runs[0].first - runs[1].first
        same = [p for p in sorted(free) if p + shift in open_ and old[p] == new[p + shift]]
        bridges = {p for p in range(len(old)) if old[p].is_joker and 0 <= p + shift < len(new)}
        if same:
            return tuple((place, place + shift) for place in _longest_stretch(same, bridges))
        # All that is left to go from one run to the other is a joker that changes its place.
    pairs, left = [], set(open_)
    for place in sorted(free):
        match = next((other for other in sorted(left) if new[other] == old[place]), None)
        if match is not None:
            left.remove(match)
            pairs.append((place, match))
    return tuple(pairs)


def _as_run(meld: Meld) -> Run | None:
    readings: tuple[Reading, ...] = meld.readings
    return next((reading for reading in readings if isinstance(reading, Run)), None)


def _longest_stretch(places: list[int], bridges: set[int]) -> list[int]:
    """The longest part of a rising list without gaps, but for bridges: a joker that is swapped parts nothing."""
    stretches: list[list[int]] = [[]]
    for place in places:
        if stretches[-1] and not bridges.issuperset(range(stretches[-1][-1] + 1, place)):
            stretches.append([])
        stretches[-1].append(place)
    return max(stretches, key=len)
