"""Tables at which something was due and could not be done: however many they are, they are told of in one line."""

from __future__ import annotations

import logging

from openkub.server.store import Unavailable
from openkub.server.wire.refusals import Refused

log = logging.getLogger("openkub.server")


class HeldUp:
    """Those since the last round, and what was in the way."""

    def __init__(self) -> None:
        self._games: dict[str, Unavailable | Refused] = {}

    def note(self, game: str, error: Unavailable | Refused) -> None:
        """What was due in this game could not be done; it is tried again."""
        log.debug("%s: %s; trying again", game[:6], error)
        self._games[game] = error

    def tell(self, error: Unavailable | None = None) -> None:
        """A round is over, or was ended by this."""
        games, self._games = self._games, {}
        if error is not None:
            log.warning(
                "the store cannot be reached: %s%s", error, f"; tables that wait: {len(games)}" if games else ""
            )
        elif games:
            first = next(iter(games))
            log.warning("tables that wait: %d, among them %s: %s; trying again", len(games), first[:6], games[first])
