"""Positions that people type: checked before the solver is asked, with an error that names the tile or set."""

from __future__ import annotations

from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.notation.errors import NotationError
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag


class PositionError(ValueError):
    """A position that cannot be: the message says which set or tile is at fault."""


def checked_position(rules: Rules, table: Table, rack: TileBag, *, opened: bool) -> Position:
    """The position, if every set of the table is valid and the kit holds so many of each tile."""
    kit = rules.kit(2)
    if sum(map(len, table)) + len(rack) > kit:
        raise PositionError(f"{sum(map(len, table)) + len(rack)} tiles, but the kit has {kit.value}")
    if table.first_invalid is not None:
        index = table.first_invalid
        raise PositionError(f"set {index + 1} ({table[index]}) is no valid set")
    try:
        everything = table.bag + rack
    except NotationError as error:
        raise PositionError(str(error)) from None
    for tile in everything.kinds():
        if everything.count(tile) > kit.bag.count(tile):
            raise PositionError(
                f"{everything.count(tile)} tiles {tile}, but the kit of {kit.value} has {kit.bag.count(tile)}"
            )
    return Position(rules, table, rack, opened)
