"""Least disturbance where there is more to be kept than the gain: bound jokers, an opening, a number of tiles.

The best play is known. The same question is asked once more, now for less disturbance at the same gain. Where so many
tiles are to be laid it is asked for every choice of tiles that gains as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from openkub.law.jokers import joker_sets_lend
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.solver import kernel
from openkub.solver.calm import Calm, disturbance
from openkub.solver.effort import PAIR, goes_on
from openkub.solver.laying import Laid
from openkub.solver.openings import lay_turn
from openkub.solver.strict import Terms
from openkub.solver.weights import EACH_TILE, Weights


def tidied(position: Position, found: Laid, terms: Terms) -> tuple[Laid, bool]:
    """An equal play that disturbs the table least, as far as the effort goes; and whether that is proven."""
    least = disturbance(position.table, found.table)
    for rack, weights, gain in _equals(position, found, terms) if least else ():
        calm = Calm(position.table, gain, least)
        calmer = lay_turn(replace(position, rack=rack), Terms(weights, calm=calm, effort=terms.effort))
        if calmer:
            found = Laid(terms.weights.gain(calmer.laid), calmer.laid, calmer.table)
            least = disturbance(position.table, found.table)
        if not least or not goes_on(terms.effort, 0):
            break
    gains = found.gain > 0 or terms.count is not None
    proven = gains and terms.effort.exact and not _may_lend(position)
    return _in_place(position.table, found), not least or proven


def _may_lend(position: Position) -> bool:
    """Whether a set with a joker may lend a tile to another and lie there again, which is not looked through."""
    return joker_sets_lend(position.rules) and sum(JOKER in meld for meld in position.table) > 1


def _in_place(before: Table, found: Laid) -> Laid:
    """The same with the sets that are kept as they lay, before the others."""
    gone, kept, others = before.not_in(found.table), list[Meld](), list(found.table)
    for index, meld in enumerate(before):
        if index not in gone:
            there = meld if meld in others else next(other for other in others if other.key == meld.key)
            others.remove(there)
            # One that reads as a run as well may count less the other way round.
            kept.append(there if len(meld.readings) > 1 else meld)
    return Laid(found.gain, found.laid, Table((*kept, *others)))


def _equals(position: Position, found: Laid, terms: Terms) -> Iterator[tuple[TileBag, Weights, int]]:
    """From what to lay how much: the whole rack, or each choice of so many tiles by itself, those found first."""
    if terms.count is None and found.gain > 0:
        yield position.rack, terms.weights, found.gain
        return
    yield found.laid, EACH_TILE, len(found.laid)
    if terms.count is None or terms.count == len(position.rack):
        return
    table, laid = position.table.bag.bits, found.laid
    for tiles in _choices(position.rack, terms, found.gain):
        if tiles != laid and kernel.can_go_out(table, tiles.bits, terms.effort):
            yield tiles, EACH_TILE, len(tiles)


def _choices(rack: TileBag, terms: Terms, gain: int) -> Iterator[TileBag]:
    """Every choice of so many tiles of the rack that gains so much, where each copy gains the same."""
    each = {tile: terms.weights.rows[tile][0] for tile in rack.kinds()}
    tiles = sorted(rack, key=lambda tile: (-each[tile], tile))
    sums = [0, *accumulate(each[tile] for tile in tiles)]

    def chosen(first: int, count: int, left: int) -> Iterator[tuple[Tile, ...]]:
        # Of the tiles from here on, the dearest come first and the cheapest last.
        most, least = sums[first + count : first + count + 1], sums[-1] - sums[len(tiles) - count]
        if not goes_on(terms.effort, PAIR) or not most or not least <= left <= most[0] - sums[first]:
            return
        if count == 0:
            yield ()
            return
        yield from ((tiles[first], *others) for others in chosen(first + 1, count - 1, left - each[tiles[first]]))
        yield from chosen(first + rack.count(tiles[first]) - tiles[:first].count(tiles[first]), count, left)

    yield from map(TileBag, chosen(0, terms.count or 0, gain))
