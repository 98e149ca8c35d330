"""What players want, and whether they may: a wish becomes an entry of the log, or is refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence

from openkub.law.moves import Draw, TimeOut
from openkub.notation.errors import NotationCode, NotationError
from openkub.play.shuffle import commitment as seal_of
from openkub.server import entries
from openkub.server.clock import lost
from openkub.server.names import free_name
from openkub.server.room import Room, read_move
from openkub.server.store import Outage, Phase
from openkub.server.timetable import bank_left
from openkub.server.wire import socket
from openkub.server.wire.refusals import Refusal, Refused

Wish = (
    socket.Move
    | socket.Seal
    | socket.Nonce
    | socket.Start
    | socket.SeatBot
    | socket.Unseat
    | socket.Leave
    | socket.ComeBack
    | socket.Ready
    | socket.Stop
)


SENT_AWAY_MS = 60_000
"""Whom the host has sent away does not sit down again for so long."""


def sit_down(room: Room, player: str, name: str, now: int) -> entries.Sat:
    """A player wants to sit down."""
    if room.seat_of(player) is not None:
        raise Refused(Refusal.ALREADY_SEATED, "you sit at this table already")
    _in_phase(room, Phase.WAITING)
    if room.full:
        raise Refused(Refusal.SEATS_FULL, "all seats are taken")
    if room.invited and player not in room.invited:
        raise Refused(Refusal.NOT_INVITED, "this game is kept for those who played the last one")
    if any(other == player and now < at + SENT_AWAY_MS for other, at in room.sent_away):
        raise Refused(Refusal.NOT_INVITED, "the host has sent you away: come again in a minute")
    return entries.Sat(player, free_name(name, room.names))


def granted(
    room: Room, player: str | None, wish: Wish, *, here: Sequence[bool], outages: Sequence[Outage], now: int
) -> entries.Happening:
    """The entry that fulfils a wish; `Refused` if that cannot be."""
    seat = room.seat_of(player)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED, "you have no seat at this table")
    match wish:
        case socket.Move(_, text):
            return moved(room, seat, text, outages, now)
        case socket.Seal() | socket.Nonce():
            return _seal(room, seat, wish.seal) if isinstance(wish, socket.Seal) else _nonce(room, seat, wish.nonce)
        case socket.Start():
            return _start(room, player)
        case socket.SeatBot():
            return _seat_bot(room, player, seat, wish, here)
        case socket.Unseat(_, other):
            return _unseat(room, player, seat, other)
        case socket.Leave():
            return _leave(room, seat)
        case socket.ComeBack():
            _in_phase(room, Phase.DEALING, Phase.PLAYING, Phase.BETWEEN)
            if not room.seats[seat].bot:
                raise Refused(Refusal.WRONG_PHASE, "nobody plays for you")
            return entries.Returned(seat)
        case socket.Ready():
            _in_phase(room, Phase.BETWEEN)
            if room.seats[seat].ready:
                raise Refused(Refusal.WRONG_PHASE, "you have said so already")
            return entries.SaidReady(seat)
        case socket.Stop():
            _host(room, player)
            _in_phase(room, Phase.BETWEEN)
            return entries.Ended("stopped")


def _in_phase(room: Room, *phases: Phase) -> None:
    if room.phase not in phases:
        raise Refused(Refusal.WRONG_PHASE, f"that cannot be done while the game is {room.phase}")


def _host(room: Room, player: str | None) -> None:
    if player != room.host:
        raise Refused(Refusal.NOT_HOST, "only the host may do that")


def moved(room: Room, seat: int, text: str, outages: Sequence[Outage], now: int) -> entries.Moved:
    """The turn that a player takes with this move; `Refused` if it cannot be."""
    _in_phase(room, Phase.PLAYING)
    state = room.playing.state
    if state.turn != seat:
        raise Refused(Refusal.NOT_YOUR_TURN, "it is not your turn")
    if room.seats[seat].bot:
        raise Refused(Refusal.NOT_YOUR_TURN, "a bot plays for you: come back first")
    try:
        move = read_move(text)
        if isinstance(move, TimeOut):
            raise NotationError(NotationCode.CLOCK_ONLY)
    except NotationError as error:
        raise Refused(Refusal.BAD_MESSAGE, str(error), where="$.move") from None
    problem = state.check(move)
    if problem:
        raise Refused(Refusal.ILLEGAL_MOVE, str(problem.code), problem=problem)
    if room.banks and room.rules.play_after_draw and isinstance(move, Draw):
        return entries.Moved(seat, str(move), "player", room.banks[seat])  # the bank is charged when the turn ends
    left = bank_left(room, now - room.began - lost(outages, room.began, now)) if room.banks else None
    return entries.Moved(seat, str(move), "player", left)


def _seal(room: Room, seat: int, seal: str) -> entries.Sealed:
    _in_phase(room, Phase.WAITING, Phase.DEALING)
    if room.sealed or room.seats[seat].seal or room.seats[seat].nonce:
        raise Refused(Refusal.WRONG_PHASE, "you have sealed your nonce already, or it is too late for it")
    return entries.Sealed(seat, seal)


def _nonce(room: Room, seat: int, nonce: str) -> entries.Gave:
    """Nonces are told when all of them are sealed, so that nobody can fit one to what others gave."""
    _in_phase(room, Phase.DEALING)
    own = room.seats[seat]
    if not room.sealed or own.seal is None or own.nonce:
        raise Refused(Refusal.WRONG_PHASE, "a nonce is sealed first, told when all are sealed, and told once")
    if seal_of(bytes.fromhex(nonce)) != own.seal:
        raise Refused(Refusal.BAD_MESSAGE, "this is not the nonce that was sealed", where="$.nonce")
    return entries.Gave(seat, nonce)


def _start(room: Room, player: str | None) -> entries.Complete:
    _host(room, player)
    _in_phase(room, Phase.WAITING)
    if len(room.seats) < 2:
        raise Refused(Refusal.TOO_FEW_PLAYERS, "it takes two to play")
    return entries.Complete()


def _seat_bot(
    room: Room, player: str | None, seat: int, wish: socket.SeatBot, here: Sequence[bool]
) -> entries.BotSat | entries.Replaced:
    if room.phase == Phase.WAITING:
        _host(room, player)
        if room.full:
            raise Refused(Refusal.SEATS_FULL, "all seats are taken")
        return entries.BotSat(wish.level)
    other = wish.seat
    _in_phase(room, Phase.PLAYING, Phase.BETWEEN)
    if other is None or other >= len(room.seats):
        raise Refused(Refusal.NO_SUCH_SEAT, "there is no such seat", where="$.seat")
    if other == seat or here[other] or room.seats[other].bot:
        raise Refused(Refusal.NOT_AWAY, "that player is there, or was a moment ago")
    return entries.Replaced(other, room.settings.stand_in)


def _unseat(room: Room, player: str | None, seat: int, other: int) -> entries.Rose:
    _host(room, player)
    _in_phase(room, Phase.WAITING)
    if other >= len(room.seats) or other == seat:
        raise Refused(Refusal.NO_SUCH_SEAT, "there is nobody else in that seat", where="$.seat")
    return entries.Rose(other, sent_away=True)


def _leave(room: Room, seat: int) -> entries.Happening:
    """Before the start the seat is free again; later a bot plays on, unless nobody is left to play with."""
    others = [number for number in room.people if number != seat]
    if room.phase == Phase.WAITING:
        return entries.Rose(seat) if others else entries.Ended("abandoned")
    _in_phase(room, Phase.DEALING, Phase.PLAYING, Phase.BETWEEN)
    if room.seats[seat].bot:
        raise Refused(Refusal.WRONG_PHASE, "you have left already")
    return entries.Replaced(seat, room.settings.stand_in) if others else entries.Ended("abandoned")


def is_stood_in_for(room: Room, player: str | None) -> bool:
    """Whether a bot plays for this player just now."""
    seat = room.seat_of(player)
    return seat is not None and room.seats[seat].bot is not None and room.phase in (Phase.PLAYING, Phase.BETWEEN)
