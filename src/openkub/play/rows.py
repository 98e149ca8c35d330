"""A record as a table of figures: one row a turn, ready for pandas, polars or a spreadsheet.

>>> game = Game.new("default", ["Anna", "Bruno"], "kitchen").play("b3 b4 b5 b6 | b11 b12 b13").draw()
>>> for row in rows(game.record):
...     print(row.seat, row.move, row.laid, row.drawn, row.rack)
0 play b3 b4 b5 b6 b11 b12 b13 0 7
1 draw  1 15
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from openkub.play.game import Game, replay
from openkub.play.record import Record


@dataclass(frozen=True, slots=True)
class Row:
    """One turn: who took it, what it did, and how it stood afterwards. Counting begins at 0, as in Python."""

    round: int
    turn: int
    seat: int
    player: str
    bot: str | None
    move: str
    """play, draw, pass, redeal or timeout."""
    laid: str
    """The tiles that went from the rack to the table."""
    count: int
    """How many they are."""
    drawn: int
    opened: bool
    """Whether the seat has opened, after this turn."""
    rack: int
    """Tiles on the rack of the seat, after this turn."""
    racks: tuple[int, ...]
    """Tiles on every rack, after this turn."""
    pool: int
    table: str
    points: int | None
    """What the seat scored in the round, in its last turn; None before."""


def rows(record: Record) -> Iterator[Row]:
    """One row for every turn of a record; `RecordError` at the first that could not have happened."""
    for before, after in pairwise(replay(record)):
        if len(before.record.rounds) == len(after.record.rounds):
            yield _row(before, after)


def _row(before: Game, after: Game) -> Row:
    seat = before.state.turn
    *_, (_, move) = after.record.rounds[-1].turns
    laid = after.state.table.bag.minus(before.state.table.bag)
    racks = tuple(map(len, after.state.racks))
    outcome = after.state.outcome
    return Row(
        round=len(after.record.rounds) - 1,
        turn=len(after.record.rounds[-1].turns) - 1,
        seat=seat,
        player=after.record.seats[seat],
        bot=after.record.bot(seat),
        move=str(move).partition(" ")[0],
        laid=str(laid),
        count=len(laid),
        drawn=after.state.history[-1].drawn,
        opened=after.state.opened[seat],
        rack=racks[seat],
        racks=racks,
        pool=len(after.state.pool),
        table=str(after.state.table),
        points=outcome.scores[seat] if outcome else None,
    )
