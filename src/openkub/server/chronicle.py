"""What a host reads of the games: the turning points, a line each, at level info; no names, no tiles, no moves."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from openkub.server import entries
from openkub.server.entries import Happening
from openkub.server.room import Room
from openkub.server.store import Phase

logger = logging.getLogger("openkub.games")


def chronicle(room: Room, happening: Happening) -> None:
    """Say what has just become durable, if it is worth a line, as `event` and `game` too for who reads JSON."""
    if logger.isEnabledFor(logging.INFO):
        for event, words in turning_points(room, happening):
            logger.info("%s %s", room.id[:6], words, extra={"event": event, "game": room.id[:6]})


def turning_points(room: Room, happening: Happening) -> Iterator[tuple[str, str]]:
    """What kind of turning point this was, and in words; `room` is as it is afterwards."""
    match happening:
        case entries.Opened(settings):
            yield "opened", f"opened: {settings.rules}, {settings.seats} seats"
        case entries.Began():
            yield "dealt", f"dealt: round {len(room.playing.record.rounds)}, {len(room.seats)} players"
        case entries.Moved() if room.playing.state.outcome:
            ended = room.playing.state.outcome.ended
            yield "round_over", f"round over: {ended} after {len(room.playing.state.history)} turns"
        case entries.Replaced(seat, level):
            yield "replaced", f"seat {seat + 1} is played by {level}"
        case entries.Returned(seat):
            yield "returned", f"seat {seat + 1} is back"
        case entries.SeatTaken(seat):
            yield "seat_taken", f"seat {seat + 1} is taken by its link"
        case entries.Rested():
            yield "rested", "rests: nobody is there"
        case entries.WentOn():
            yield "went_on", "goes on"
    if isinstance(happening, entries.Ended):
        yield "over", f"over: {happening.reason}"
    elif room.phase == Phase.OVER and isinstance(happening, entries.Moved):
        yield "over", "over: played to its end"
