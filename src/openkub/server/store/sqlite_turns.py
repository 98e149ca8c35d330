"""Ordinary turns, written to SQLite in two statements: of a game only its last number and its times change.

Rows are bound, not parsed; a few sizes of statement serve all batches, filled up with rows that fit no game.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache

from openkub.server.store import Append

MOST, STEP = 496, 16
"""So many rows one statement has at most; beyond the first few, sizes differ by a step."""


class Unusual(Exception):
    """One of these turns is not its game's next, or not new: what was written of them must not stay."""


def write_turns(connection: sqlite3.Connection, wishes: Sequence[Append]) -> None:
    """Write all of these, each of another game; or raise `Unusual`, and whoever began the commit takes all of it back.

    That is rare, and a savepoint would keep a copy of every page for it.
    """
    for start in range(0, len(wishes), MOST):
        if not _write(connection, wishes[start : start + MOST]):
            raise Unusual


def _write(connection: sqlite3.Connection, wishes: Sequence[Append]) -> bool:
    games: list[object] = []
    events: list[object] = []
    for wish in wishes:
        entry = wish.entry
        games += (wish.game, entry.n, entry.at, wish.listing.due)
        events += (wish.game, entry.n, entry.at, entry.data, entry.key)
    size = len(wishes) if len(wishes) <= STEP else -(-len(wishes) // STEP) * STEP
    empty = size - len(wishes)
    if connection.execute(_games(size), games + [None] * 4 * empty).rowcount != len(wishes):
        return False
    try:
        return connection.execute(_events(size), events + [None] * 5 * empty).rowcount == len(wishes)
    except sqlite3.IntegrityError:  # one of the keys is known
        return False


@cache
def _games(size: int) -> str:
    rows = ",".join(["(?,?,?,?)"] * size)
    return f"""UPDATE games SET n = w.column2, at = w.column3, due = w.column4 FROM (VALUES {rows}) AS w
        WHERE games.name = w.column1 AND games.n = w.column2 - 1"""


@cache
def _events(size: int) -> str:
    rows = ",".join(["(?,?,?,?,?)"] * size)
    return f"""INSERT INTO events (game, n, at, data, key)
        SELECT g.id, w.column2, w.column3, w.column4, w.column5
        FROM (VALUES {rows}) AS w CROSS JOIN games AS g ON g.name = w.column1"""
