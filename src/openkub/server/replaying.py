"""From a log to its room, quickly: turns that follow on each other are taken together.

What comes of it is what `Room.after` makes of one entry after the other; a test holds them side by side. The log is
trusted: every turn was judged before it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from openkub.law.moves import Draw, Move, Pass, Play
from openkub.play.game import EXCHANGED, may_be_exchange
from openkub.server.entries import Moved, from_bytes
from openkub.server.room import PLAY, Room, Seat, had_exchanges, read_move
from openkub.server.skipping import Told, at_deal, last_deal
from openkub.server.store import Entry, Phase

SHORT: Mapping[str, Move] = {"draw": Draw(), "pass": Pass()}
PLAIN = (PLAY, *SHORT)
Turn = tuple[Entry, Moved]


def replayed(game: str, log: Iterable[Entry]) -> Room:
    """The room that a whole log has come to."""
    first, *rest = log
    room, told = Room.opened(game, first), _read(rest)
    if had_exchanges(first):
        return _without_exchanges(room, told)
    place = last_deal(told)
    if place is not None:
        with suppress(ValueError):  # how rounds have ended is not told, or makes no sense: then they are played again
            room, told = at_deal(room, told[: place + 1]), told[place + 1 :]
    return _after_told(room, told)


def _without_exchanges(room: Room, told: Sequence[Told]) -> Room:
    """The room, unless a joker was exchanged before an opening, which today's rules cannot judge."""
    for entry, happening in told:
        if isinstance(happening, Moved) and may_be_exchange(room.playing.state, read_move(happening.move)):
            raise ValueError(f"entry {entry.n}: {EXCHANGED}")
        room = room.after(entry, happening)
    return room


def after_all(room: Room, log: Iterable[Entry]) -> Room:
    """The room after many more entries."""
    return _after_told(room, _read(log))


def _read(log: Iterable[Entry]) -> Sequence[Told]:
    return [(entry, from_bytes(entry.data)) for entry in log]


def _after_told(room: Room, told: Sequence[Told]) -> Room:
    turns: list[Turn] = []
    for entry, happening in told:
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
    if room.rules.play_after_draw:
        for entry, moved in turns:
            room = room.after(entry, moved)
        return room
    *most, last = turns
    return (_soon_after(room, most) if most else room).after(*last)


def _soon_after(room: Room, turns: Sequence[Turn]) -> Room:
    state, number, seat, seats = room.playing.state, room.n, room.playing.state.turn, len(room.seats)
    table, change, lies, moves = state.table, room.last_change, room.lies, list[Move]()
    if room.phase is not Phase.PLAYING:
        raise ValueError(f"nobody can move after entry {room.n}")
    for entry, moved in turns:
        number += 1
        if entry.n != number:
            raise ValueError(f"entries are missing behind {room.n}")
        if moved.seat != seat:
            raise ValueError(f"somebody moves out of turn after entry {room.n}")
        move = SHORT.get(moved.move)
        if move is None:
            lies = moved.move.removeprefix(PLAY)
            move = Play(lies)
            change, table = (seat, table, number), move.table
        moves.append(move)
        seat = (seat + 1) % seats
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
