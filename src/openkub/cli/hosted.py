"""The games that a server keeps, as its host's commands ask for them."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

import typer

from openkub.cli.folders import default_database
from openkub.cli.trouble import Trouble, printable, reason

if TYPE_CHECKING:
    from openkub.server.entries import Happening
    from openkub.server.room import Room
    from openkub.server.store import Listing, Phase, Store

T = TypeVar("T")

PAGE = 500
END_OF_TIME = 2**63 - 1
"""Milliseconds since 1970: the greatest number of both databases."""
UNKNOWN = "unknown"
"""The phase of a game that is known by its id only."""


class Unreadable(Trouble):
    """One game is broken; others may be well."""

    def __init__(self, game: str, why: str) -> None:
        super().__init__(f"the log of {printable(game, 40)} cannot be read: {printable(why)}", 1)


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A game as the list tells it."""

    game: str
    phase: str
    touched: str
    players: list[str]
    seats: int
    rules: str
    listed: bool

    @classmethod
    def of(cls, game: str, touched: int, listing: Listing) -> HostedGame:
        """From what is known of a game without replaying it."""
        from openkub.server.summary import Kept, known_of

        phase, when = listing.phase.value, moment(touched)
        known = known_of(listing, Kept)
        if known is None:
            return cls(game, phase, when, ["(cannot be read)"], 0, "", listing.listed)
        return cls(game, phase, when, known.players, known.settings.seats, known.settings.rules, listing.listed)

    @classmethod
    def nameless(cls, game: str) -> HostedGame:
        """A game of which only the id can be read."""
        return cls(game, UNKNOWN, "?", ["(cannot be read)"], 0, "", False)

    @property
    def has_proper_id(self) -> bool:
        """Whether the server has made this id: it may be the name of a file."""
        return re.fullmatch("[A-Za-z0-9_-]{22}", self.game) is not None

    def __str__(self) -> str:
        names = ", ".join(printable(name) for name in self.players)
        return f"{printable(self.game, 40)}  {self.phase:7}  {self.touched}  {names}"

    def as_json(self) -> str:
        """A line for programs."""
        return json.dumps(asdict(self))


def moment(ms: int) -> str:
    """A time as it is told; a question mark for what no calendar knows."""
    try:
        return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError):
        return "?"


@contextmanager
def telling_errors() -> Iterator[None]:
    """Raise `Trouble` for every error of a database."""
    try:
        from openkub.server.store import CannotOpen, Damaged, Unavailable
    except ModuleNotFoundError as error:
        raise Trouble(str(error)) from None
    try:
        yield
    except CannotOpen as error:
        raise Trouble(str(error)) from None
    except Damaged as error:
        raise Trouble(f"the database is damaged: {error}") from None
    except Unavailable as error:
        raise Trouble(f"the database does not answer: {error}") from None
    except sqlite3.Error as error:
        raise Trouble(f"the file cannot be used: {error}") from None


def with_store(database: str | None, work: Callable[[Store], Coroutine[None, None, T]]) -> T:
    """Return what `work` finds in the store."""

    async def visit() -> T:
        from openkub.server.store.addresses import visit_store

        store = await visit_store(database or default_database())
        try:
            return await work(store)
        finally:
            await store.close()

    logging.getLogger("openkub").addHandler(logging.NullHandler())  # what a server would log, a command tells itself
    with telling_errors():
        return asyncio.run(visit())


def with_backup(work: Callable[[ModuleType], int]) -> int:
    """Return how many games were written or put back."""
    with telling_errors():
        from openkub.server.store import backup

        try:
            return work(backup)
        except OSError as error:
            raise Trouble(f"{printable(str(error.filename or 'the database'))}: {reason(error)}") from None


async def all_games(store: Store, phase: Phase | None = None) -> AsyncIterator[HostedGame]:
    """Every game, those touched last first; where the list of them is broken, the others by their ids."""
    from openkub.server.store import Damaged

    told: set[str] = set()
    try:
        async for game in _by_time(store, phase):
            told.add(game.game)
            yield game
    except Damaged as error:
        names = await store.names()
        typer.echo(f"openkub: the list of games is damaged, the others are named by their ids: {error}", err=True)
        for name in names:
            if name not in told:
                yield HostedGame.nameless(name)


async def _by_time(store: Store, phase: Phase | None) -> AsyncIterator[HostedGame]:
    before = END_OF_TIME
    while page := await store.games(phase, before, PAGE):
        for row in page:
            yield HostedGame.of(*row)
        before = page[-1][1]


async def find_game(store: Store, named: str) -> str:
    """The id of the game that was named by its id or, while it is open, by its short code."""
    if named in await store.last([named]):
        return named
    game = await store.by_code(named.upper())
    if game is None:
        raise Trouble(f"there is no game {printable(named, 40)}", 1)
    return game


async def find_all(store: Store, named: Iterable[str]) -> list[str]:
    """The ids of games that were named, each once."""
    return list(dict.fromkeys([await find_game(store, name) for name in named]))


async def read_room(store: Store, game: str) -> Room:
    """A game as it stands."""
    from openkub.server.replaying import replayed
    from openkub.server.store import Damaged

    try:
        log = await store.load(game)
    except Damaged as error:
        raise Unreadable(game, str(error)) from None
    if not log:
        if game in await store.last([game]):
            raise Unreadable(game, "nothing of it is left")
        raise Trouble(f"there is no game {printable(game, 40)} any more", 1)
    try:
        return replayed(game, log)
    except Exception as error:  # there are many ways not to be a log
        raise Unreadable(game, str(error)) from None


async def time_of(store: Store) -> int:
    """What the clock says that counts for the games: the database's, if it has one, and not that of this machine."""
    from openkub.server.clock import wall_clock

    return await store.time() or wall_clock()


async def let_happen(store: Store, game: str, make: Callable[[Room], Happening]) -> Room:
    """Write what is to happen in a game as its next entry; a server that runs takes it in within seconds.

    What follows by itself is due at once: when it really is, a server knows by its own pace, and puts it off till then.
    """
    from openkub.server.entries import to_bytes
    from openkub.server.store import Append, Appended, Entry, Phase
    from openkub.server.summary import listing

    while True:
        room = await read_room(store, game)
        happening = make(room)
        entry = Entry(room.n + 1, max(await time_of(store), room.at), to_bytes(happening))
        after = room.after(entry, happening)
        told = listing(after, None if after.phase is Phase.OVER else entry.at)
        if await store.append(Append(game, entry, told)) is Appended.WRITTEN:
            return after


def export_text(room: Room, *, with_secret: bool) -> str:
    """Its record, with the secret if the game is over or the host insists."""
    from openkub.server.records import public_record, text_of, whole_record
    from openkub.server.wire.refusals import Refused

    try:
        return text_of(room, whole_record(room) if with_secret else public_record(room))
    except Refused as refused:
        raise Trouble(f"{room.id}: {refused.trouble.message}", 1) from None


def parse_phase(text: str | None) -> Phase | None:
    """A phase as it is typed."""
    from openkub.server.store import Phase

    if text is not None and text not in set(Phase):
        raise Trouble(f"--phase: {printable(text, 20)!r} is none of {', '.join(Phase)}")
    return None if text is None else Phase(text)
