"""Time that passes while no server runs: whoever is started next finds all that was written so much older.

By the clock of the machine, or of the database, it took no time; but neither of them is written down anywhere.
"""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing

import asyncpg

GAMES = {"games": ("begun", "at", "due"), "events": ("at",)}
LIVES = {"beats": ("at",), "outages": ('"begin"', '"end"')}


def pass_time(address: str, ms: int) -> None:
    """So long nobody was there."""
    _make_older(address, ms, {**GAMES, **LIVES})


def pass_lived_time(address: str, ms: int) -> None:
    """So much longer a server was there, and saw nobody do anything: only that it lived is as new as it was."""
    _make_older(address, ms, GAMES)


def _make_older(address: str, ms: int, moments: Mapping[str, tuple[str, ...]]) -> None:
    is_file = address.startswith("sqlite")
    rooms = "" if is_file else "openkub."
    older = {name: ", ".join(f"{when} = {when} - {ms}" for when in whens) for name, whens in moments.items()}
    script = "".join(f"UPDATE {rooms}{name} SET {changes};\n" for name, changes in older.items())
    if is_file:
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as connection, connection:
            connection.executescript(script)
    else:
        asyncio.run(_run(address, script))


async def _run(address: str, script: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(script)
    await connection.close()
