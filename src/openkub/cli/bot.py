"""A simple opponent: lays whole sets from its rack and single tiles onto the table, else draws. It sees a `View`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from openkub import solver
from openkub.cli.order import holds, ordered
from openkub.melds import Meld, Table
from openkub.moves import Draw, Move, Pass, Play, TimeOut
from openkub.opening import melds_with_lowest, melds_within
from openkub.rules import Rules
from openkub.tiles import JOKER, TileBag
from openkub.view import View

Found = tuple[int, tuple[Meld, ...]]


def wishes(view: View) -> Iterator[Move]:
    """Moves in the order in which the bot would make them; at least one is legal."""
    play = simple_play(view)
    if play:
        yield play
    yield Draw() if view.pool else Pass()
    forced = forced_play(view)
    if forced:
        yield forced
    yield TimeOut()


def simple_play(view: View) -> Play | None:
    """Sets from the rack alone, and tiles added to what lies there; None before the opening is in hand."""
    if not view.has_opened:
        opening = opening_sets(view.rules, view.rack)
        return Play(Table((*view.table, *opening))) if opening else None
    new = most_tiles(view.rack)
    table, rack = Table((*view.table, *new)), view.rack - Table(new).bag
    table = _with_single_tiles(table, rack)
    return Play(table) if len(table.bag) > len(view.table.bag) else None


def opening_sets(rules: Rules, rack: TileBag) -> tuple[Meld, ...]:
    """The sets to open with, or none if they do not come to the points."""
    if rules.opening_sets == "one":
        worth = [(meld.value(rules.opening_joker_value), meld) for meld in melds_within(rack)]
        best, meld = max(worth, default=(0, Meld()))
        return (meld,) if best >= rules.opening_min_points and meld else ()

    @cache
    def best_of(tiles: TileBag) -> Found:
        first = next(iter(tiles), JOKER)
        if first.is_joker:
            return 0, ()
        found = best_of(tiles - TileBag([first]))
        for meld in melds_with_lowest(first, tiles):
            points, others = best_of(tiles - meld.bag)
            found = max(found, (points + meld.value(rules.opening_joker_value), (meld, *others)))
        return found

    points, sets = best_of(rack)
    return sets if points >= rules.opening_min_points else ()


def most_tiles(rack: TileBag) -> tuple[Meld, ...]:
    """The sets that take most tiles off a rack."""
    return _most(rack, TileBag())[1]


def forced_play(view: View) -> Play | None:
    """Any play at all, for editions in which who can play must; the solver's, once it offers one."""
    if hasattr(solver, "best_play"):
        best: Play | None = solver.best_play(view)
        return best
    if not view.has_opened:
        return None
    _, sets = _most(view.table.bag + view.rack, view.table.bag)
    return Play(Table(sets)) if sets else None


def _most(everything: TileBag, required: TileBag) -> Found:
    """The sets that hold most of these tiles, and all of the required ones."""

    @cache
    def most(tiles: TileBag, needed: TileBag) -> Found:
        first = next(iter(tiles), JOKER)
        if first.is_joker:
            return (-1000 if JOKER in needed else 0), ()
        found: Found = (-1000, ())
        if tiles.count(first) > needed.count(first):
            found = most(tiles - TileBag([first]), needed)
        for meld in melds_with_lowest(first, tiles):
            count, others = most(tiles - meld.bag, needed.minus(meld.bag))
            found = max(found, (count + len(meld), (meld, *others)))
        return found

    return most(everything, required)


def _with_single_tiles(table: Table, rack: TileBag) -> Table:
    """The table with every rack tile added that fits somewhere as it is; jokers are kept."""
    for tile in rack.kinds():
        for index, meld in enumerate(table):
            longer = ordered([*meld, tile], keep=meld)
            if not tile.is_joker and longer.is_valid and holds(longer, meld):
                further = Table((*table[:index], longer, *table[index + 1 :]))
                return _with_single_tiles(further, rack - TileBag([tile]))
    return table
