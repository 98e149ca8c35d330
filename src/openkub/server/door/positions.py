"""Positions that come over the wire: read from their texts, with an error that names the field and the character."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.notation.errors import NotationError
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.server.wire.refusals import Refusal, Refused
from openkub.solver.positions import PositionError, checked_position

T = TypeVar("T")


def read(parse: Callable[[str], T], text: str, field: str) -> T:
    """What a field says; `where` is the character of its text that cannot be read, counted from 0: `$.rack[4]`."""
    try:
        return parse(text)
    except NotationError as error:
        raise Refused(Refusal.BAD_POSITION, str(error), where=f"$.{field}[{error.position}]") from None


def position(rules: str, table: str, rack: str, *, opened: bool) -> Position:
    """A position from its texts: of the kit's tiles, the table in valid sets."""
    wanted = read(Rules.parse, rules, "rules")
    sets, tiles = read(Table.parse, table, "table"), read(TileBag.parse, rack, "rack")
    return checked(wanted, sets, tiles, opened=opened)


def checked(rules: Rules, table: Table, rack: TileBag, *, opened: bool = True, field: str = "table") -> Position:
    """The position, if it can be; `field` names what is at fault if not."""
    try:
        return checked_position(rules, table, rack, opened=opened)
    except PositionError as error:
        raise Refused(Refusal.BAD_POSITION, str(error), where=f"$.{field}") from None
