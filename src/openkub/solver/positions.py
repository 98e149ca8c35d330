"""Positions that people type: checked before the solver is asked, with an error that names the tile or set."""

from __future__ import annotations

from openkub.law.rules import Rules
from openkub.law.turns import Position, PositionError
from openkub.notation.errors import NotationError
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag

__all__ = ["PositionError", "checked_position"]


def checked_position(rules: Rules, table: Table, rack: TileBag, *, opened: bool) -> Position:
    """The position, if every set of the table is valid and the kit holds so many of each tile."""
    kit = rules.kit(2)
    if sum(map(len, table)) + len(rack) > kit:
        raise PositionError(f"{sum(map(len, table)) + len(rack)} tiles, but the kit has {kit.value}")
    if table.why_invalid:
        raise PositionError(table.why_invalid)
    try:
        lack = kit.lacks(table.bag + rack)
    except NotationError as error:
        raise PositionError(str(error)) from None
    if lack:
        raise PositionError(lack)
    return Position(rules, table, rack, opened)
