"""A simple opponent: lays whole sets from its rack and single tiles onto the table, else draws. It sees a `View`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from openkub.cli.order import holds, ordered
from openkub.melds import Meld, Table
from openkub.moves import Draw, Move, Pass, Play
from openkub.opening import melds_with_lowest, melds_within
from openkub.rules import Rules
from openkub.solver import best_play
from openkub.tiles import JOKER, TileBag
from openkub.view import View


def wishes(view: View) -> Iterator[Move]:
    """Moves in the order in which the bot would make them; at least one is legal."""
    play = simple_play(view)
    if play:
        yield play
    yield Draw() if view.pool else Pass()
    # Where who can play must, the draw is refused when there is a play that this bot does not see.
    forced = best_play(view)
    if forced:
        yield forced


def simple_play(view: View) -> Play | None:
    """Sets from the rack alone, and tiles added to what lies there; None before the opening is in hand."""
    if not view.has_opened:
        opening = opening_sets(view.rules, view.rack)
        return Play(Table((*view.table, *opening))) if opening else None
    new = _best_sets(view.rack, len)
    table, rack = Table((*view.table, *new)), view.rack - Table(new).bag
    table = _with_single_tiles(table, rack)
    return Play(table) if len(table.bag) > len(view.table.bag) else None


def opening_sets(rules: Rules, rack: TileBag) -> tuple[Meld, ...]:
    """The sets to open with, or none if they do not come to the points."""

    def points(meld: Meld) -> int:
        return meld.value(rules.opening_joker_value)

    sets = _best_sets(rack, points)
    if rules.opening_sets == "one":
        sets = tuple(sorted(melds_within(rack), key=points)[-1:])
    return sets if sum(map(points, sets)) >= rules.opening_min_points else ()


def _best_sets(rack: TileBag, worth: Callable[[Meld], int]) -> tuple[Meld, ...]:
    """The sets, made of these tiles alone, that are worth most together."""

    @cache
    def best(tiles: TileBag) -> tuple[int, tuple[Meld, ...]]:
        first = next(iter(tiles), JOKER)
        if first.is_joker:
            return 0, ()
        found = best(tiles - TileBag([first]))
        for meld in melds_with_lowest(first, tiles):
            others, sets = best(tiles - meld.bag)
            found = max(found, (others + worth(meld), (meld, *sets)))
        return found

    return best(rack)[1]


def _with_single_tiles(table: Table, rack: TileBag) -> Table:
    """The table with every rack tile added that fits somewhere as it is; jokers are kept."""
    for tile in rack.kinds():
        for index, meld in enumerate(table):
            longer = ordered([*meld, tile], keep=meld)
            if not tile.is_joker and longer.is_valid and holds(longer, meld):
                further = Table((*table[:index], longer, *table[index + 1 :]))
                return _with_single_tiles(further, rack - TileBag([tile]))
    return table
