"""Every play: all parts of the rack that can be laid, each once; how many; and what fits beside a choice.

>>> here = Position("default", "r4 r5 r6 | k6 b6 y6", "k7 r7 b7 y9", opened=True)
>>> [str(tiles) for tiles in plays(here)]
['k7 r7 b7', 'r7']
>>> count_plays(here).plays
2
>>> beside = mask(here, "k7")
>>> [str(tile) for tile in beside.tiles], beside.is_play
(['r7', 'b7'], False)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from openkub.law.turns import Position
from openkub.pieces.tiles import TILES, Tile, TileBag
from openkub.solver import kernel
from openkub.solver.answers import Where, position_of
from openkub.solver.candidates import ANY_NUMBER, NO_GAIN, Candidates, edges_within, lay_all, opens_freely
from openkub.solver.effort import LIMIT, WAY, Effort, Limit, effort_of, goes_on
from openkub.solver.openings import lay_turn
from openkub.solver.strict import Terms, is_free
from openkub.solver.weights import Weights

_LISTED = 10_000
"""So many plays are listed at most where each has to be tried."""
_SHOWN = 1000
"""So many where there are too many to be counted, to say that there are at least these."""
_KEPT = 100_000
"""The edges of a graph that is kept for further masks."""
_LOOK = 100
_MASKED = 10
"""What a mask costs, in the successors that the kernel could look at; so many edges cost one."""
_OPENINGS = 30_000
"""What it may cost to list the smallest openings of a rack."""
_NO_TILES = TileBag()
_GUARDS = sum(8 << 4 * kind for kind in range(53))


@dataclass(frozen=True, slots=True)
class Count:
    """How many plays there are, by their number of tiles; at least so many, where it is not `exact`."""

    by_tiles: tuple[int, ...]
    exact: bool = True

    @property
    def plays(self) -> int:
        """All of them."""
        return sum(self.by_tiles)


@dataclass(frozen=True, slots=True)
class Mask:
    """What fits beside a choice of rack tiles: the kinds of which one more can be laid, as bits by their number.

    `is_play` says whether the choice can be laid as it is. Where it is not `exact`, more may fit than was seen.
    """

    bits: int
    is_play: bool
    exact: bool = True

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The kinds themselves."""
        return tuple(tile for tile in TILES if self.bits >> tile & 1)

    def __contains__(self, tile: object) -> bool:
        """Whether one more of this kind can be laid."""
        return isinstance(tile, Tile) and bool(self.bits >> tile & 1)


class Plays:
    """All plays one after the other, found as they are asked for; `place` gives the table of one.

    It ends early where the next play costs more than the limit; then it is not `exact`.
    """

    __slots__ = ("_effort", "_found")

    def __init__(self, found: Iterator[TileBag], effort: Effort) -> None:
        self._found, self._effort = found, effort

    def __iter__(self) -> Iterator[TileBag]:
        """The plays that are still to come."""
        return self._found

    def __next__(self) -> TileBag:
        """The next play."""
        return next(self._found)

    @property
    def exact(self) -> bool:
        """Whether none was left out so far."""
        return self._effort.exact


def plays(
    where: Where,
    *,
    holding: TileBag | str = _NO_TILES,
    at_most: int | None = None,
    opening: bool | None = None,
    limit: Limit = LIMIT,
) -> Plays:
    """Every part of the rack that can be laid in this turn, `holding` these tiles and with `at_most` so many.

    `opening` asks for the plays of one who has not opened yet, or who has, whatever the position says. The limit is for
    each further play; an `Effort` is for all of them.
    """
    effort = effort_of(limit)
    renew = None if effort is limit else effort.left
    if holding is not _NO_TILES or at_most is not None or opening is not None:
        return Plays(_candidates(where, holding, at_most, opening, effort).plays(renew), effort)
    position = position_of(where)
    candidates, position = None, position.layable
    if position.opened and is_free(position):
        # As nearly always: a short list is had in one call.
        most = edges_within(effort.left)
        found = kernel.few_plays(position.table.bag.bits, position.rack.bits, None, most, effort)
        if type(found) is list:
            return Plays(map(TileBag.from_bits, found), effort)
        candidates = Candidates(position, _NO_TILES, ANY_NUMBER, effort)
        candidates.take(found)
    return Plays((candidates or Candidates(position, _NO_TILES, ANY_NUMBER, effort)).plays(renew), effort)


def count_plays(
    where: Where,
    *,
    holding: TileBag | str = _NO_TILES,
    at_most: int | None = None,
    opening: bool | None = None,
    limit: Limit = LIMIT,
) -> Count:
    """How many plays there are; where jokers are free they are counted without being listed."""
    candidates = _candidates(where, holding, at_most, opening, effort_of(limit))
    counts = candidates.counts()
    if counts is not None:
        return Count((0, *counts[1:]))
    counts = [0] * (len(candidates.position.rack) + 1)
    for tiles in islice(candidates.plays(), _SHOWN if candidates.are_all_plays else _LISTED):
        counts[len(tiles)] += 1
    candidates.effort.exact = candidates.is_through
    return Count(tuple(counts), candidates.is_through)


def mask(where: Where, chosen: TileBag | str, *, opening: bool | None = None, limit: Limit = LIMIT) -> Mask:
    """Which tiles can be added to the chosen ones so that some play holds them all, and whether they are one."""
    asked, effort = _asked(where, opening), effort_of(limit)
    tiles, position = _on_rack(chosen, asked), asked.layable
    found = _mask(position, tiles, effort) if tiles <= position.rack else Mask(0, is_play=False)
    effort.exact = effort.exact and found.exact
    return found


def _mask(position: Position, tiles: TileBag, effort: Effort) -> Mask:
    if position.opened and is_free(position):
        graph = _graph_of(position, effort)
        if graph is None:
            return _asked_one_by_one(position, tiles, effort)
        more, is_play = graph.mask(tiles.bits)
        return Mask(more, is_play and bool(tiles))
    openings = _openings_of(position, effort)
    if openings is None:
        most = effort.left * 2 // 3
        known, left = _all_plays(position, most)
        effort.left -= most - left
        return _asked_one_by_one(position, tiles, effort) if known is None else _looked_up(known, tiles)
    graph = _graph_of(position, effort) if openings else None
    if graph is None:
        return _asked_one_by_one(position, tiles, effort) if openings else Mask(0, is_play=False)
    return _with_openings(graph, openings, tiles.bits, effort)


def _asked(where: Where, opening: bool | None) -> Position:
    position = position_of(where)
    return position if opening is None or opening != position.opened else replace(position, opened=not opening)


def _on_rack(tiles: TileBag | str, position: Position) -> TileBag:
    tiles = TileBag(tiles) if isinstance(tiles, str) else tiles
    if tiles and not tiles <= position.rack:
        raise ValueError(f"{tiles.minus(position.rack)} is not on the rack")
    return tiles


def _candidates(
    where: Where, holding: TileBag | str, at_most: int | None, opening: bool | None, effort: Effort
) -> Candidates:
    position = position_of(where) if opening is None else _asked(where, opening)
    tiles = holding if holding is _NO_TILES else _on_rack(holding, position)
    if not tiles <= position.layable.rack:
        position, tiles, at_most = replace(position, rack=TileBag()), TileBag(), 0
    return Candidates(position.layable, tiles, ANY_NUMBER if at_most is None else at_most, effort)


@lru_cache(32)
def _graph(table: int, rack: int, edges: int) -> kernel.Graph | None:
    """The graph, kept while the same turn goes on; None if it is too large for that."""
    return kernel.all_plays(table, rack, None, edges)


@lru_cache(32)
def _all_plays(position: Position, limit: int) -> tuple[tuple[int, ...] | None, int]:
    """The bits of all plays, or None if there are too many; and what is left of the limit."""
    candidates = Candidates(position, _NO_TILES, ANY_NUMBER, Effort(limit))
    known = tuple(tiles.bits for tiles in islice(candidates.plays(), _LISTED))
    return known if candidates.is_through else None, candidates.effort.left


@lru_cache(2)
def _large_graph(table: int, rack: int, edges: int) -> kernel.Graph | None:
    """The same for the few that are larger."""
    return kernel.all_plays(table, rack, None, edges)


def forget() -> None:
    """Give the memory of the turns that are kept for masks back."""
    _graph.cache_clear()
    _large_graph.cache_clear()
    _all_plays.cache_clear()
    _openings.cache_clear()


def _graph_of(position: Position, effort: Effort) -> kernel.Graph | None:
    """The graph of the turn; None if it is too large. It costs as much as if it were not kept."""
    both, most = (position.table.bag.bits, position.rack.bits), edges_within(effort.left)
    graph = _graph(*both, min(_KEPT, most))
    if graph is None and most > _KEPT:
        graph = _large_graph(*both, most)
    effort.left -= most if graph is None else _LOOK + graph.size
    return graph


def _openings_of(position: Position, effort: Effort) -> tuple[int, ...] | None:
    """The smallest openings where they are all that it takes; None where it is not so, or there are too many."""
    rules = position.rules
    if position.opened or not opens_freely(rules) or effort.left < _OPENINGS:
        return None
    effort.left -= _OPENINGS
    return _openings(position.rack.bits, rules.opening_min_points, rules.opening_joker_value == "face")


def _with_openings(graph: kernel.Graph, openings: tuple[int, ...], chosen: int, effort: Effort) -> Mask:
    """The mask of an opening: beside the choice a play must hold one of these."""
    most, lies = graph.mask(chosen)
    more = 0
    missing = [_more(opening, chosen) for opening in openings]
    if 0 in missing:
        return Mask(most, lies)
    for lacks in missing:
        if more == most:
            break
        if effort.left < 0:
            return Mask(more, is_play=False, exact=False)
        effort.left -= _LOOK + graph.size // _MASKED
        further, whole = graph.mask(chosen + lacks)
        if further or whole:
            more |= further | _kinds(lacks)
    return Mask(more, is_play=False)


def _more(tiles: int, than: int) -> int:
    """What the first counts have beyond the second."""
    rest = (tiles | _GUARDS) - than
    larger = rest & _GUARDS
    return rest & (larger - (larger >> 3))


def _kinds(counts: int) -> int:
    """The kinds that occur, a bit each."""
    kinds = 0
    while counts:
        kind = (counts & -counts).bit_length() - 1 >> 2
        kinds |= 1 << kind
        counts &= ~(15 << 4 * kind)
    return kinds


@lru_cache(32)
def _openings(rack: int, minimum: int, face: bool) -> tuple[int, ...] | None:
    """The smallest openings, kept while the same turn goes on; None if there are too many."""
    found = kernel.openings(rack, minimum, face)
    return None if found is None else tuple(found)


def _looked_up(known: tuple[int, ...], chosen: TileBag) -> Mask:
    """The mask where all plays are known."""
    more, bits = 0, chosen.bits
    for play in known:
        rest = (play | _GUARDS) - bits
        if rest & _GUARDS == _GUARDS:
            more |= rest
    return Mask(_kinds(more & ~_GUARDS), bits in known)


def _asked_one_by_one(position: Position, chosen: TileBag, effort: Effort) -> Mask:
    """The mask where there are too many plays: a question for every kind that no play has shown yet, as far as seen."""
    kinds = list((position.rack - chosen).kinds())
    each = max(0, effort.left) // (len(kinds) + 1)
    share = Effort(each)
    is_play = bool(chosen) and lay_all(replace(position, rack=chosen), share) is not None
    effort.left -= each - share.left
    seen, exact = set[Tile](), is_play or share.exact
    for tile in kinds:
        if tile in seen:
            continue
        share = Effort(max(0, min(each, effort.left)))
        before = share.left
        laid = _laid_with(position, chosen + TileBag([tile]), share) if before else None
        effort.left -= before - share.left
        seen.update((laid - chosen).kinds() if laid else ())
        exact = exact and (laid is not None or (share.exact and before > 0))
    return Mask(sum(1 << tile for tile in seen), is_play, exact)


def _laid_with(position: Position, tiles: TileBag, effort: Effort) -> TileBag | None:
    """What a play lays that holds these tiles, if one is seen: nothing else gains anything."""
    if position.opened and is_free(position):
        laid = lay_turn(position, Terms(NO_GAIN, must=tiles, effort=effort))
        return laid.laid if laid else None
    goes_on(effort, WAY)
    gains = Weights.of({tile: [1] * tiles.count(tile) for tile in tiles.kinds()})
    laid = lay_turn(position, Terms(gains, effort=effort))
    return laid.laid if laid and laid.gain == len(tiles) else None
