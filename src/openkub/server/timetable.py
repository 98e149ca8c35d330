"""What happens in a room by itself, and when: time-outs, bots' turns, the next round, the end of forgotten games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openkub.law.moves import Play, TimeOut
from openkub.pieces.melds import Table
from openkub.server import entries
from openkub.server.clock import GRACE_MS, allowance, lost, spent_bank
from openkub.server.room import Room
from openkub.server.store import Outage, Phase
from openkub.server.wire.game import BankClock, DelayClock

LONGEST = 20_000
"""So many entries the log of a game has; then it is stopped. A match of fifty long rounds has fewer."""
PATIENCE = 2
"""After so many time-outs in a row a bot takes the seat of a player who is not there."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the house waits, in milliseconds."""

    bot_pause: int = 1_200
    """Before a bot's move, so that people can follow."""
    nonces: int = 5_000
    """For players whose seal is missing, and then for nonces; who gives none has no part in the shuffle."""
    away: int = 20_000
    """For a player whose line is broken; then a bot may take the seat."""
    between: int = 45_000
    """Between rounds, for players who do not say that they are ready."""
    rest: int = 5 * 60_000
    """For anybody to be there, once all players are away; then the game rests, and no bot plays on."""
    waiting: int = 2 * 3_600_000
    """For players to come, from the last thing that happened."""
    idle: int = 7 * 86_400_000
    """For a move where no clock runs, or for somebody to come back where the game rests; then it is abandoned."""


def deadline(room: Room, outages: Sequence[Outage], now: int) -> int | None:
    """When the time for the present turn ends; what nobody could use is given back."""
    if room.phase is not Phase.PLAYING or room.settings.clock is None:
        return None
    time = allowance(room.settings.clock, room.banks, room.playing.state.turn)
    return None if time is None else room.began + time + lost(outages, room.began, now)


def bot_to_move(room: Room) -> bool:
    """Whether a bot is expected to move."""
    return room.rested is None and room.phase == Phase.PLAYING and room.seats[room.playing.state.turn].bot is not None


def due(room: Room, pace: Pace, outages: Sequence[Outage], now: int) -> int | None:
    """When something must happen here by itself."""
    if room.rested is not None and room.phase != Phase.OVER:
        return room.rested + pace.idle
    if room.phase is Phase.PLAYING:  # as nearly always
        if room.seats[room.playing.state.turn].bot is not None:
            return room.began + room.used + pace.bot_pause  # one that steps in pauses first, too
        end = None if room.settings.clock is None else deadline(room, outages, now)
        return room.at + pace.idle if end is None else end + GRACE_MS
    match room.phase:
        case Phase.WAITING:
            return room.at if _complete(room) else room.at + pace.waiting
        case Phase.DEALING:
            done = _all_gave(room) if room.sealed else _all_sealed(room)
            return room.at if done else room.began + pace.nonces
        case Phase.BETWEEN:
            return room.at if _all_ready(room) else room.began + pace.between
    return None


def _complete(room: Room) -> bool:
    return room.full and room.settings.start == "full"


def _all_sealed(room: Room) -> bool:
    return all(seat.seal or seat.nonce for seat in room.seats if seat.player)


def _all_gave(room: Room) -> bool:
    return all(seat.nonce for seat in room.seats if seat.seal)


def _all_ready(room: Room) -> bool:
    return all(room.seats[number].ready for number in room.people)


def can_wait(room: Room) -> bool:
    """Whether nothing but the time of the present turn decides what happens here next."""
    for seat in room.seats:
        if seat.timeouts >= PATIENCE:
            return False
    return room.rested is None and room.n < LONGEST


def next_by_itself(
    room: Room,
    pace: Pace,
    outages: Sequence[Outage],
    now: int,
    *,
    draft: Table | None,
    here: Sequence[bool],
    deserted: bool = False,
) -> entries.Happening | None:
    """What happens here now by itself, a bot's move excepted; `deserted` says that no player is there for long."""
    when = due(room, pace, outages, now)
    if room.n >= LONGEST and room.phase != Phase.OVER:
        return entries.Ended("stopped")
    if room.rested is not None:
        return entries.Ended("abandoned") if when is not None and when <= now else None
    if deserted and room.phase in (Phase.PLAYING, Phase.BETWEEN):
        return entries.Rested()
    away = _given_up(room, here)
    if away is not None:
        return entries.Replaced(away, room.settings.stand_in)
    if when is None or when > now:
        return None
    match room.phase:
        case Phase.WAITING:
            return entries.Complete() if _complete(room) else entries.Ended("abandoned")
        case Phase.DEALING if not room.sealed:
            return entries.AllSealed()
        case Phase.DEALING | Phase.BETWEEN:
            return room.next_deal
        case Phase.PLAYING if bot_to_move(room):
            return None
    if deadline(room, outages, now) is None:
        return entries.Ended("abandoned")
    return _timed_out(room, draft)


def _given_up(room: Room, here: Sequence[bool]) -> int | None:
    """A seat whose player is gone and has let the clock run out too often."""
    if room.phase != Phase.PLAYING:
        return None
    gone = (number for number in room.people if room.seats[number].timeouts >= PATIENCE and not here[number])
    return next(gone, None)


def _timed_out(room: Room, draft: Table | None) -> entries.Moved:
    """A draft that is a legal play counts as the turn; otherwise the edition's rule for time-outs decides."""
    state = room.playing.state
    played = Play(draft) if draft is not None else None
    if played and state.check(played) is None:
        move: Play | TimeOut = played
    else:
        move = TimeOut(draft)
        if state.check(move) is not None:  # a draft that cannot be: tiles from nowhere
            move = TimeOut()
    time = allowance(room.settings.clock, room.banks, state.turn) or 0
    return entries.Moved(state.turn, str(move), "clock", bank_left(room, time))


def bank_left(room: Room, used: int) -> int | None:
    """The bank of the seat whose turn it is, after it has used so much time."""
    clock = room.settings.clock
    if not room.banks or not isinstance(clock, BankClock | DelayClock):
        return None
    return spent_bank(clock, room.banks[room.playing.state.turn], used)
