"""Wishes that wait together, sorted so that a whole round of them can be written at once."""

from __future__ import annotations

import logging
from asyncio import Future
from collections.abc import Iterable, Sequence
from concurrent.futures import Future as ThreadFuture
from typing import Any

from msgspec import Struct

from openkub.server.store import Append, Listed, Phase, Told, Unavailable

log = logging.getLogger("openkub.server")

MOST = 2_000
"""So many wishes share a commit at most: who comes first should not wait for all who come after."""

FORGOTTEN_MS = 86_400_000
"""A worker that was silent for so long will not come back under its name; and no turn with a clock is as old as an
outage that ended so long ago."""


class Waiting(Struct, frozen=True):
    """A wish and who waits for its outcome."""

    wish: Append
    told: Told


def check_text(*texts: str | None) -> None:
    """Refuse what no database takes, before it can spoil the commit of others."""
    for text in texts:
        if text is not None and "\0" in text:
            raise ValueError("a text may not contain NUL")
        if text is not None and not text.isascii():
            text.encode()


def code_of(wish: Append) -> str | None:
    """The short code that a game holds after this entry, if it is the first."""
    return wish.listing.code if wish.listing.phase is Phase.WAITING else None


def rounds(batch: Sequence[Waiting]) -> Sequence[Sequence[Waiting]]:
    """The same wishes in order; within a round no two want the same game, or the same code for a new one."""
    if batch and 0 not in [one.wish.entry.n for one in batch] and len({one.wish.game for one in batch}) == len(batch):
        return [batch]  # as nearly always
    found: list[list[Waiting]] = []
    turn: dict[str, int] = {}
    for waiting in batch:
        wish = waiting.wish
        names = [f"game {wish.game}"]
        if wish.entry.n == 0 and wish.listing.code is not None:
            names.append(f"code {wish.listing.code}")
        number = max(turn.get(name, 0) for name in names)
        turn.update(dict.fromkeys(names, number + 1))
        if number == len(found):
            found.append([])
        found[number].append(waiting)
    return found


def settle(told: Iterable[tuple[Told | Future[Any] | ThreadFuture[Any], Any]]) -> None:
    """Tell everybody who still waits; whatever comes of it for one, the others hear theirs."""
    for future, outcome in told:
        if future.done():
            continue
        try:
            if isinstance(outcome, Unavailable):
                future.set_exception(Unavailable(*outcome.args))
            else:
                future.set_result(outcome)
        except Exception:
            log.exception("what the store has told was not understood")


def page(found: Iterable[Listed], limit: int) -> Sequence[Listed]:
    """The newest of these games, and all that are as old as the last of them."""
    games = sorted(found, key=lambda game: (-game[1], game[0]))
    return games if len(games) <= limit else [game for game in games if game[1] >= games[limit - 1][1]]
