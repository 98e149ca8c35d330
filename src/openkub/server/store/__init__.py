"""The interface of the store: an event log per game, with an index row that describes the game without a replay.

Appends use optimistic concurrency: of several writers of event n, the first one wins. `sqlite` serves one process,
`postgres` any number of workers; `queries` implements the interface for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from msgspec import Struct

NO_END = 2**31 - 1
"""Greater than every entry number."""
GAP_MS = 1_500
"""Milliseconds without a heartbeat of any worker that make an outage; workers send one per second."""


class CannotOpen(Exception):
    """The database cannot be opened. The text tells the host why."""


class Unavailable(Exception):
    """Nothing was read or written, for example because the disk is full or the database is lost. A retry may succeed.

    One doubt remains: the database may be lost during a commit, and stay away. A retry with the same key then returns
    `Repeat` if the commit succeeded; a retry without a key returns `TAKEN`.
    """


class Damaged(Unavailable):
    """The data that was asked for is broken. A retry is of no use; other games may be intact."""


class Phase(StrEnum):
    """The stage of a game."""

    WAITING = "waiting"
    DEALING = "dealing"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class Entry(Struct, frozen=True, gc=False):
    """One event of a game: its number from 0 on, its time (ms since 1970), its content and its idempotency key."""

    n: int
    at: int
    data: bytes
    key: str | None = None


class Listing(Struct, frozen=True, gc=False):
    """The index row of a game after its last entry.

    `due` is the time of the next event that no player causes: a time-out, a bot's turn, the end of waiting.
    `code` is the short code of a waiting game. `host` is the hashed token of the player who opened the game. The first
    entry sets both for good. Without `changed`, only `due` differs from the row before, and nothing else is written.
    """

    phase: Phase
    listed: bool
    due: int | None
    code: str | None
    host: str
    summary: bytes
    changed: bool = True


Listed = tuple[str, int, Listing]
"""The id of a game, the time of its last entry, and its index row."""


class Append(Struct, frozen=True, gc=False):
    """A request to write the next entry of a game; entry 0 creates the game.

    Append n + 1 only after entry n is durable: the store cannot tell on which entry n a request was based.
    """

    game: str
    entry: Entry
    listing: Listing


class Appended(StrEnum):
    """The outcome of an append with a new key."""

    WRITTEN = "written"
    TAKEN = "taken"
    """This number is written already, or the game is deleted: read the log again."""
    CODE_TAKEN = "code_taken"
    """Another waiting game has this short code; only for entry 0."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """The game has an entry `n` with this key already; nothing was written."""

    n: int


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which no worker was alive or could write. It does not count on clocks."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Census:
    """The number of games in each phase that has any, and the bytes that the database takes."""

    games: Mapping[Phase, int]
    size: int


class Due(NamedTuple):
    """The due time of a game after entry n."""

    game: str
    n: int
    due: int | None


class Kept(NamedTuple):
    """The log of a game and the note of each seat."""

    log: Sequence[Entry]
    notes: Mapping[int, str]


class Told(Protocol):
    """Receives the outcome of an append in the event loop; an `asyncio.Future`, or an object like one."""

    def done(self) -> bool:
        """Whether an outcome was set, or none is wanted any more."""

    def set_result(self, outcome: Appended | Repeat, /) -> None:
        """Receive the outcome."""

    def set_exception(self, error: Unavailable, /) -> None:
        """Receive the error."""


class Store(Protocol):
    """The database of all games. Every call may raise `Unavailable`; a write that returns is durable."""

    @property
    def damage(self) -> str | None:
        """The first error by which the database reported damage."""

    async def append(self, wish: Append) -> Appended | Repeat:
        """Write one entry and the game's index row, both or neither; concurrent appends share a commit.

        Raises `ValueError` for a text with a NUL or an unpaired surrogate: no database takes it.
        """

    def append_for(self, wish: Append, told: Told) -> None:
        """Append without waiting; `told` receives the outcome."""

    async def load(self, game: str, after: int = -1, until: int = NO_END) -> Sequence[Entry]:
        """Return the entries numbered from `after` + 1 to `until`, in order; none if there is no such game."""

    async def load_all(self, games: Sequence[str]) -> Mapping[str, Kept]:
        """Return the logs and notes of several games, in two queries."""

    async def find(self, game: str, key: str) -> int | None:
        """Return the number of the entry with this idempotency key."""

    async def last(self, games: Iterable[str]) -> Mapping[str, int]:
        """Return the number of the last entry of each of these games that exists."""

    async def by_code(self, code: str) -> str | None:
        """Return the waiting game with this short code."""

    async def lobby(self, limit: int, since: int = 0) -> Sequence[tuple[str, Listing]]:
        """Return the listed waiting games that were changed since then, newest first."""

    async def time(self) -> int | None:
        """Return the time of the database's clock, which is the clock of all workers. SQLite has none."""

    async def claim_due(self, worker: str, *, now: int, late: int, limit: int, ms: int) -> Sequence[str]:
        """Lease games whose due time passed `late` ms ago, longest overdue first. Leased games are left out.

        A lease lasts `ms` milliseconds. PostgreSQL uses its own clock instead of `now`.
        """

    async def put_off(self, whens: Sequence[Due]) -> None:
        """Set the due times of games. A game that has a newer entry than the one stated is left as it is."""

    async def claim(self, worker: str, whats: Iterable[str], ms: int) -> frozenset[str]:
        """Acquire or renew leases for `ms` milliseconds. Return those granted to this worker."""

    async def open_games(self, host: str) -> int:
        """Count the games of this host that are not over."""

    async def played(self, player: str, before: int, limit: int) -> Sequence[Listed]:
        """Return the games of this player that ended before `before`, newest first."""

    async def keep_analysis(self, game: str, data: bytes) -> None:
        """Write or replace the analysis of a game. It is deleted with the game."""

    async def analysis(self, game: str) -> bytes | None:
        """Return the analysis of a game."""

    def note(self, game: str, seat: int, text: str) -> None:
        """Write behind, within about a second, the draft and rack order of a seat; the latest replaces earlier ones.

        Notes are deleted when the game is over.
        """

    async def notes(self, game: str) -> Mapping[int, str]:
        """Return the note of each seat of a game."""

    async def beat(self, worker: str, now: int) -> int:
        """Write a heartbeat of this worker, and an outage if no worker had one for more than `GAP_MS`.

        Return the newest heartbeat of all workers. Outages that ended more than a day ago are deleted.
        """

    async def outages(self, since: int) -> Sequence[Outage]:
        """Return the outages that ended after `since`, in order."""

    async def workers(self, since: int) -> Sequence[str]:
        """Return the workers with a heartbeat since then."""

    async def ban(self, player: str, until: int) -> None:
        """Ban a player until that time; a time in the past lifts the ban."""

    async def banned(self, now: int) -> Mapping[str, int]:
        """Return the players who are banned now, and until when."""

    async def house_key(self, fresh: bytes) -> bytes:
        """Return the server's secret key; the first call writes `fresh`."""

    async def games(self, phase: Phase | None, before: int, limit: int) -> Sequence[Listed]:
        """Return a page of games that were last changed before `before`, newest first, for the host.

        Games of equal time share a page, which then exceeds `limit`: the last time of one page is the next `before`.
        """

    async def names(self) -> Sequence[str]:
        """Return the ids of all games from their index, which may be intact where the rows are damaged."""

    async def census(self) -> Census:
        """Count all games, for the host. It reads every row."""

    async def delete(self, game: str) -> bool:
        """Delete a game with its log. Return whether it existed."""

    async def close(self) -> None:
        """Write what waits, then disconnect."""
