"""Going out: the question that is asked every turn, with a quick no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from openkub.law.moves import Play
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TILES, TileBag
from openkub.play.view import View
from openkub.solver import best, kernel


def outright(view: View) -> Play | None:
    """The play that lays the whole rack, if there is one."""
    # Where jokers are not free, or the player has not opened, this is not enough, but no less is needed.
    if not kernel.can_go_out(view.table.bag.bits, view.rack.bits):
        return None
    if _is_plain(view):
        return _beside(view) or _rearranged(view)
    answer = best(view, tidy=False)
    return answer.play if answer and answer.count == len(view.rack) else None


def _is_plain(view: View) -> bool:
    """Whether any way to lay the whole rack will do."""
    opening = TileBag() if view.has_opened else view.rack
    if not view.rules.jokers_are_free and JOKER in view.table.bag + opening:
        return False
    if view.has_opened:
        return True
    rules = view.rules
    face = rules.opening_joker_value == "face"
    enough = kernel.opening_value(view.rack.bits, face)[0] >= rules.opening_min_points
    return enough and rules.opening_sets == "one_or_more" and rules.opening_turn_manipulation == "allowed"


def fitting(table: int, rack: int) -> Iterator[int]:
    """The kinds of a rack, but for jokers, of which the table would take a tile at any time, the highest first."""
    return (kind for kind in range(51, -1, -1) if rack >> 4 * kind & 7 and kernel.can_go_out(table, 1 << 4 * kind))


def _beside(view: View) -> Play | None:
    """Out with sets of the rack alone, which are easy to follow."""
    sets = kernel.go_out(0, view.rack.bits)
    return Play(Table((*view.table, *_melds(sets)))) if sets else None


def _rearranged(view: View) -> Play | None:
    """Out with the help of the table."""
    sets = kernel.go_out(view.table.bag.bits, view.rack.bits)
    return Play(Table(_melds(sets))) if sets else None


def _melds(sets: Iterable[bytes]) -> Iterable[Meld]:
    return (Meld(TILES[kind] for kind in kinds) for kinds in sets)
