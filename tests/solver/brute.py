"""Brute force by the referee: every table that a small position could lead to, and those that it accepts.

Every part of the rack is tried with every way to deal it and the table out into sets. What the edition has against a
result, only `Position.play_problem` says. From the parts that can be laid everything else follows by looking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product

from openkub.law.moves import Code
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TILES, Tile, TileBag
from openkub.solver import Weights

_GUARDS = sum(8 << (4 * kind) for kind in range(53))
_FOR_THE_TILES_ALONE = {Code.NOT_OPENED, Code.OPENING_POINTS}
"""Where jokers may be moved after the opening, these depend on the tiles, not on their places."""


class TooLargeError(Exception):
    """There are more tables than anybody wants to look at."""


def _fits(part: int, whole: int) -> bool:
    return ((whole | _GUARDS) - part) & _GUARDS == _GUARDS


@dataclass
class Brute:
    """All that can be laid in a position, found by trying everything."""

    position: Position
    limit: int = 4000
    looked_at: int = 0
    _coverable: dict[int, bool] = field(default_factory=lambda: {0: True})

    @cached_property
    def plays(self) -> dict[TileBag, Table]:
        """Every part of the rack that can be laid, with the first table that was accepted."""
        found = {}
        for part in parts(self.position.rack):
            table = next(self.tables(part), None) if part else None
            if table is not None:
                found[part] = table
        return found

    def tables(self, part: TileBag) -> Iterator[Table]:
        """Every table that is left when this part of the rack is laid and that the referee accepts."""
        whole = self.position.table.bag.bits + part.bits
        for melds in self._partitions(whole, 0, -1):
            self.looked_at += 1
            if self.looked_at > self.limit:
                raise TooLargeError
            after = Table(melds)
            problem = self.position.play_problem(after)
            if problem is None:
                yield after
            elif problem.code in _FOR_THE_TILES_ALONE and self._places_do_not_matter:
                return

    @property
    def _places_do_not_matter(self) -> bool:
        rules = self.position.rules
        return rules.opening_turn_manipulation == "allowed" and rules.joker_set_split == "allowed"

    def _partitions(self, tiles: int, lowest: int, index: int) -> Iterator[tuple[Meld, ...]]:
        """Every way to deal tiles out into sets; those with the same lowest tile come in the order of the list."""
        if not tiles:
            yield ()
            return
        kind = ((tiles & -tiles).bit_length() - 1) >> 2
        if not self._can_be_covered(tiles):
            return
        start = index if kind == lowest else 0
        sets = self._sets.get(kind, [])
        for place in range(max(start, 0), len(sets)):
            bits, meld = sets[place]
            if _fits(bits, tiles):
                for others in self._partitions(tiles - bits, kind, place):
                    yield (meld, *others)

    def _can_be_covered(self, tiles: int) -> bool:
        if tiles not in self._coverable:
            kind = ((tiles & -tiles).bit_length() - 1) >> 2
            different = {bits for bits, _ in self._sets.get(kind, [])}
            self._coverable[tiles] = any(
                _fits(bits, tiles) and self._can_be_covered(tiles - bits) for bits in different
            )
        return self._coverable[tiles]

    @cached_property
    def _sets(self) -> dict[int, list[tuple[int, Meld]]]:
        """The sets that table and rack could hold, by their lowest tile, those that lie there first."""
        there = self.position.table.keys
        sets: dict[int, list[tuple[int, Meld]]] = {}
        possible = [*possible_sets(self.position.table.bag + self.position.rack), *self.position.table]
        for meld in {
            meld.key: meld for meld in possible
        }.values():  # what lies there lies in the order in which it does
            bits = meld.bag.bits
            sets.setdefault(int(min(meld)), []).append((bits, meld))
        for some in sets.values():
            some.sort(key=lambda entry: (-there[entry[1].key], len(entry[1])))
        return sets

    # What follows from the plays.

    def best(self, weights: Weights) -> int | None:
        """The largest gain, or None if nothing can be laid."""
        return max(map(weights.gain, self.plays), default=None)

    def frontier(self, weights: Weights) -> dict[int, int]:
        """The largest gain for every number of tiles."""
        gains: dict[int, int] = {}
        for laid in self.plays:
            gains[len(laid)] = max(gains.get(len(laid), -1), weights.gain(laid))
        return gains


def parts(rack: TileBag) -> Iterator[TileBag]:
    """Every part of a rack, the empty one and the whole one too."""
    kinds = list(rack.kinds())
    for counts in product(*(range(rack.count(tile) + 1) for tile in kinds)):
        yield TileBag(tile for tile, count in zip(kinds, counts, strict=True) for _ in range(count))


def possible_sets(tiles: TileBag) -> Iterable[Meld]:
    """Every set that can be made of some of these tiles; of a group's orders one, of a run's jokers all places."""
    jokers = tiles.count(JOKER)
    found: dict[tuple[Tile, ...], Meld] = {}
    for meld in [*_groups(tiles, jokers), *_runs(tiles, jokers)]:
        found.setdefault(meld.key, meld)
    return found.values()


def _groups(tiles: TileBag, jokers: int) -> Iterator[Meld]:
    for number in range(13):
        colours = [TILES[4 * number + colour] for colour in range(4) if TILES[4 * number + colour] in tiles]
        for size in range(1, len(colours) + 1):
            for chosen in combinations(colours, size):
                for wild in range(max(0, 3 - size), min(jokers, 4 - size) + 1):
                    yield Meld([*chosen, *[JOKER] * wild])


def _runs(tiles: TileBag, jokers: int) -> Iterator[Meld]:
    for first in range(52):
        line = TILES[first:52:4]
        for length in range(3, len(line) + 1):
            run = line[:length]
            missing = {place for place, tile in enumerate(run) if tile not in tiles}
            for wild in range(len(missing), min(jokers, length - 1) + 1):
                others = [place for place in range(length) if place not in missing]
                for more in combinations(others, wild - len(missing)):
                    yield Meld(JOKER if p in missing or p in more else tile for p, tile in enumerate(run))
