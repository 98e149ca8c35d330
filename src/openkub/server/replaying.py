"""From a log to its room, quickly: turns that follow on each other are taken together.

What comes of it is what `Room.after` makes of one entry after the other; a test holds them side by side. The log is
trusted: every turn was judged before it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from openkub.law.moves import Move, Play
from openkub.server.entries import Moved, from_bytes
from openkub.server.room import PLAY, Room, Seat
from openkub.server.store import Entry, Phase

PLAIN = ("play ", "draw", "pass")
Turn = tuple[Entry, Moved]


def replayed(game: str, log: Iterable[Entry]) -> Room:
    """The room that a whole log has come to."""
    first, *rest = log
    return after_all(Room.opened(game, first), rest)


def after_all(room: Room, log: Iterable[Entry]) -> Room:
    """The room after many more entries."""
    turns: list[Turn] = []
    for entry in log:
        happening = from_bytes(entry.data)
        if isinstance(happening, Moved) and happening.move.startswith(PLAIN):
            turns.append((entry, happening))
        else:
            room = _after_turns(room, turns).after(entry, happening)
            turns.clear()
    return _after_turns(room, turns)


def _after_turns(room: Room, turns: Sequence[Turn]) -> Room:
    """The room after these plays, draws and passes; how it stands in between nobody wants to know."""
    if not turns:
        return room
    *most, last = turns
    if most:
        _check_order(room, most)
        room = _soon_after(room, most)
    return room.after(*last)


def _check_order(room: Room, turns: Sequence[Turn]) -> None:
    """Refuse a log with a gap, or in which somebody moves out of turn."""
    seat, seats = room.playing.state.turn, len(room.seats)
    in_turn = all(moved.seat == (seat + place) % seats for place, (_, moved) in enumerate(turns))
    if room.phase != Phase.PLAYING or not in_turn:
        raise ValueError(f"somebody moves out of turn after entry {room.n}")
    if any(entry.n != room.n + place for place, (entry, _) in enumerate(turns, 1)):
        raise ValueError(f"entries are missing behind {room.n}")


def _soon_after(room: Room, turns: Sequence[Turn]) -> Room:
    moves = [Move.parse(moved.move) for _, moved in turns]
    table, change, lies = room.playing.state.table, room.last_change, room.lies
    for (_, moved), move in zip(turns, moves, strict=True):
        if isinstance(move, Play):
            change, table, lies = (moved.seat, table), move.table, moved.move.removeprefix(PLAY)
    entry, _ = turns[-1]
    return replace(
        room,
        n=entry.n,
        at=entry.at,
        game=room.playing.after(*moves),
        lies=lies,
        last_change=change,
        seats=_punctual(room.seats, {moved.seat for _, moved in turns}),
        banks=_spent(room.banks, turns) if room.banks else None,
        lefts=(*room.lefts, *(moved.left for _, moved in turns)) if room.banks else room.lefts,
    )


def _punctual(seats: tuple[Seat, ...], moved: set[int]) -> tuple[Seat, ...]:
    """The seats; who has moved has not let the clock run out."""
    if not any(seats[number].timeouts for number in moved):
        return seats
    return tuple(replace(seat, timeouts=0) if number in moved else seat for number, seat in enumerate(seats))


def _spent(banks: tuple[int, ...], turns: Sequence[Turn]) -> tuple[int, ...]:
    left = {moved.seat: moved.left for _, moved in turns if moved.left is not None}
    return tuple(left.get(seat, bank) for seat, bank in enumerate(banks))
