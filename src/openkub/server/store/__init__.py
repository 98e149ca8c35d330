"""What every store can do. The log is the game: one row an event, and whoever writes row n first has written it.

`sqlite` keeps it in one file for one process, `postgres` in a database for any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from msgspec import Struct

NO_END = 2**31 - 1
"""The number of no entry: all come before it."""
GAP_MS = 1_500
"""Workers beat once a second; a longer silence of all of them is an outage."""


class CannotOpen(Exception):
    """There is no store to work with at this place; the text says why, for the host."""


class Unavailable(Exception):
    """The store could not do it, and nothing of it was done: full disk, lost database. Try again.

    One doubt remains: a database that vanishes in the moment of a commit and stays away. Who tries again with the same
    key learns the truth, as `Repeat`; without a key the number is `TAKEN`.
    """


class Damaged(Unavailable):
    """What is kept is broken, and to try again is of no use; whatever is kept elsewhere may be well."""


class Phase(StrEnum):
    """How far a game is."""

    WAITING = "waiting"
    DEALING = "dealing"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class Entry(Struct, frozen=True, gc=False):
    """One row of a game's log: its number from 0 on, when it was written (ms since 1970), and what happened."""

    n: int
    at: int
    data: bytes
    key: str | None = None


class Listing(Struct, frozen=True, gc=False):
    """What is known of a game without replaying it, as it is after its last entry.

    `due` is when something must happen by itself (ms since 1970): a time-out, a bot's turn, the end of waiting.
    `code` is the short code that finds the game, while it waits for players. `host` is the hashed token of who opened
    it. Both stay as the first entry gave them; later ones change the rest. If not `changed`, nothing but `due` differs
    from what the entry before has left, and nothing else need be written.
    """

    phase: Phase
    listed: bool
    due: int | None
    code: str | None
    host: str
    summary: bytes
    changed: bool = True


Listed = tuple[str, int, Listing]
"""A game, the time of its last entry, and what is known of it."""


class Append(Struct, frozen=True, gc=False):
    """The wish to write the next entry of a game; with number 0 it is the game's first.

    Wish for n + 1 only when entry n is known to be written: the store cannot know on which entry n a wish was built.
    """

    game: str
    entry: Entry
    listing: Listing


class Appended(StrEnum):
    """What became of a wish to append, unless the same key had been written before."""

    WRITTEN = "written"
    TAKEN = "taken"
    """Somebody else wrote this number first, or the game is deleted: read the log again."""
    CODE_TAKEN = "code_taken"
    """Only for a first entry: another game that waits has this short code."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same game has an entry of the same key already, here; nothing was written."""

    n: int


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which no worker was alive or none could write; clocks give it back."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Census:
    """How many games are kept in each phase that has any, and how many bytes all of it takes."""

    games: Mapping[Phase, int]
    size: int


class Due(NamedTuple):
    """When something must happen in a game by itself, as it is after entry n."""

    game: str
    n: int
    due: int | None


class Kept(NamedTuple):
    """All that is kept of a game: its log, and what was noted for each seat."""

    log: Sequence[Entry]
    notes: Mapping[int, str]


class Told(Protocol):
    """Who waits to be told what became of a wish: a future, or something like one. Told in the event loop."""

    def done(self) -> bool:
        """Whether it waits no longer."""

    def set_result(self, outcome: Appended | Repeat, /) -> None:
        """This became of it."""

    def set_exception(self, error: Unavailable, /) -> None:
        """It could not be done."""


class Store(Protocol):
    """Where games are kept. Every call may raise `Unavailable`; a write that returns is durable."""

    @property
    def damage(self) -> str | None:
        """What the database said when it found that something in it is broken, if it ever did."""

    async def append(self, wish: Append) -> Appended | Repeat:
        """Write one entry and the game's new listing, both or neither; many wishes share one commit.

        A text with a NUL or half a surrogate pair is a ValueError: no database takes it.
        """

    def append_for(self, wish: Append, told: Told) -> None:
        """The same for who does not wait for it but is told."""

    async def load(self, game: str, after: int = -1, until: int = NO_END) -> Sequence[Entry]:
        """The entries behind number `after`, as far as `until`, in order; none if there is no such game."""

    async def load_all(self, games: Sequence[str]) -> Mapping[str, Kept]:
        """The logs and notes of those of these games that are not over, with few questions."""

    async def find(self, game: str, key: str) -> int | None:
        """The number of the entry with this key."""

    async def last(self, games: Iterable[str]) -> Mapping[str, int]:
        """The number of the last entry of each of these games that exists."""

    async def by_code(self, code: str) -> str | None:
        """The game with this short code that waits for players."""

    async def lobby(self, limit: int, since: int = 0) -> Sequence[tuple[str, Listing]]:
        """The listed games that wait for players and in which something happened since then, newest first."""

    async def time(self) -> int | None:
        """What the clock of the database says, which counts for all workers; None if there is only the machine's."""

    async def claim_due(self, worker: str, *, now: int, late: int, limit: int, ms: int) -> Sequence[str]:
        """Games in which something should have happened `late` ago, longest overdue first, and which nobody is at.

        From now on this worker is, for so many milliseconds. A database with a clock of its own knows `now` better.
        """

    async def put_off(self, whens: Sequence[Due]) -> None:
        """In these games something must happen by itself when they say so, and not before.

        Where there is an entry behind the one that it was reckoned from, that one knows better.
        """

    async def claim(self, worker: str, whats: Iterable[str], ms: int) -> frozenset[str]:
        """Be at these things for so long, or so much longer; those of them that no other worker is at."""

    async def open_games(self, host: str) -> int:
        """How many games of this host are not over."""

    async def played(self, player: str, before: int, limit: int) -> Sequence[tuple[str, int, Listing]]:
        """The games of this player that were over before `before`, newest first, with the time of their last entry."""

    async def keep_analysis(self, game: str, data: bytes) -> None:
        """Keep what was found in a game; the latest wins, and it goes when the game goes."""

    async def analysis(self, game: str) -> bytes | None:
        """What was found in a game, if anybody looked."""

    def note(self, game: str, seat: int, text: str) -> None:
        """Keep a seat's draft and rack order, soon; the latest wins, nobody waits, and losing one loses no turn.

        They are kept until the game is over.
        """

    async def notes(self, game: str) -> Mapping[int, str]:
        """What was noted for each seat of a game."""

    async def beat(self, worker: str, now: int) -> int:
        """Store a heartbeat of this worker. A silence of all workers longer than `GAP_MS` is stored as an outage.

        The newest heartbeat of all workers is returned: time does not run backwards, whatever a machine's clock says.
        Outages that ended more than a day ago are forgotten.
        """

    async def outages(self, since: int) -> Sequence[Outage]:
        """The outages that ended after `since`, in order."""

    async def workers(self, since: int) -> Sequence[str]:
        """The workers that have said so since then."""

    async def ban(self, player: str, until: int) -> None:
        """This player is not wanted before that time; in the past, it is forgiven."""

    async def banned(self, now: int) -> Mapping[str, int]:
        """The players who are not wanted now, and until when."""

    async def house_key(self, fresh: bytes) -> bytes:
        """The key of this house, which is kept from the first time on: then it is the fresh one."""

    async def games(self, phase: Phase | None, before: int, limit: int) -> Sequence[Listed]:
        """For the host's eyes: games last touched before `before`, newest first, with the time of their last entry.

        Games touched at the same time come together, if need be more than `limit`: the last time of one page is the
        `before` of the next.
        """

    async def names(self) -> Sequence[str]:
        """For the host's eyes: the ids of all games, also where nothing else can be read of them."""

    async def census(self) -> Census:
        """For the host's eyes: how much is kept here. It counts every game, so it may take a while."""

    async def delete(self, game: str) -> bool:
        """Remove a game with its log; whether it was there."""

    async def close(self) -> None:
        """Write what is waiting, and let go."""
