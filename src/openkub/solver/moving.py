"""Which tiles go together from one table to another: the pieces of old sets that new sets are made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from openkub.pieces.melds import Meld, Reading, Run, Table
from openkub.solver.effort import Effort, goes_on

_OVERLAP = 160
"""What it costs to see what two sets have in common, in the successors that the kernel could look at."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Tiles that go together from an old set to a new one: pairs of their places there and here."""

    old: int
    new: int
    places: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.places)


Preference = Callable[[Piece, Meld, Meld], tuple[int, ...]]
"""How good a piece is, given the old set and the new one: the best is fixed first."""


class Moving:
    """The sets that change between two tables, and for every two of them what could go together.

    Where the effort is too small for that, nothing goes together.
    """

    def __init__(self, before: Table, after: Table, effort: Effort) -> None:
        self.before, self.after, self.effort = before, after, effort
        self.old, self.new = before.not_in(after), after.not_in(before)
        kinds = {n: frozenset(after[n]) for n in self.new}
        pairs = [(o, n) for o in self.old for n in self.new if not kinds[n].isdisjoint(before[o])]
        enough = goes_on(effort, _OVERLAP * len(pairs))
        self._whole = [self._piece(o, n, range(len(before[o])), range(len(after[n]))) for o, n in pairs if enough]

    def pieces(self, prefer: Preference) -> Iterator[Piece]:
        """The best of all; then the best of what is left, and so on until every tile that stays has its place."""
        free = {index: set(range(len(self.before[index]))) for index in self.old}
        open_ = {index: set(range(len(self.after[index]))) for index in self.new}
        pieces, seen = list(self._whole), [0] * len(self._whole)
        near: dict[tuple[str, int], list[int]] = {}
        for place, piece in enumerate(pieces):
            near.setdefault(("old", piece.old), []).append(place)
            near.setdefault(("new", piece.new), []).append(place)
        waiting = [(self._rank(piece, prefer), place, 0) for place, piece in enumerate(pieces)]
        heapify(waiting)
        while waiting:
            _, place, when = heappop(waiting)
            if seen[place] != when:
                continue  # it has become smaller since
            best = pieces[place]
            yield best
            free[best.old] -= {there for there, _ in best.places}
            open_[best.new] -= {here for _, here in best.places}
            for other in {*near["old", best.old], *near["new", best.new]}:
                piece = pieces[other]
                # What has lost none of its tiles is still the most that can go together.
                if any(there not in free[piece.old] or here not in open_[piece.new] for there, here in piece.places):
                    self.effort.left -= _OVERLAP
                    pieces[other] = self._piece(piece.old, piece.new, free[piece.old], open_[piece.new])
                    seen[other] += 1
                    if pieces[other].places:
                        heappush(waiting, (self._rank(pieces[other], prefer), other, seen[other]))

    def _rank(self, piece: Piece, prefer: Preference) -> tuple[int, ...]:
        return tuple([-worth for worth in prefer(piece, self.before[piece.old], self.after[piece.new])])

    def _piece(self, old: int, new: int, free: Collection[int], open_: Collection[int]) -> Piece:
        return Piece(old, new, _overlap(self.before[old], free, self.after[new], open_))


def _overlap(old: Meld, free: Collection[int], new: Meld, open_: Collection[int]) -> tuple[tuple[int, int], ...]:
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
