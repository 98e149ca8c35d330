"""A SQLite file in which many games are finished already, put there past the server: that is quicker by far."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from openkub.server.store.sqlite_file import prepare

EVENTS = 3
"""So many entries each: what counts is that the trees are high, and a real log would fill the disk."""

NUMBERS = "WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1)"
GAMES = f"""{NUMBERS}
INSERT INTO games (id, name, n, begun, at, phase, listed, due, code, host, summary)
SELECT i, lower(hex(randomblob(11))), {EVENTS - 1}, i, 1600000000000 + i, 'over', 0, NULL, NULL,
    lower(hex(randomblob(32))), zeroblob(200) FROM numbers"""
ENTRIES = f"""{NUMBERS}
INSERT INTO events (game, n, at, data, key)
SELECT (i - 1) / {EVENTS} + 1, (i - 1) % {EVENTS}, 1600000000000, zeroblob(60), printf('move-%08d', (i - 1) % {EVENTS})
FROM numbers"""


def with_finished_games(file: Path, games: int) -> None:
    """Make the file and fill it."""
    prepare(file)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;")
    connection.execute("BEGIN")
    connection.execute(GAMES, (games,))
    connection.execute(ENTRIES, (games * EVENTS,))
    connection.executescript("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE);")  # this commits first
    connection.close()
