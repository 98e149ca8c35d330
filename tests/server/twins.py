"""Games and their twins: rooms that differ only in what one pair of eyes cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_state
from random import Random

from msgspec.structs import replace

from openkub.law.moves import Move, Redeal, TimeOut
from openkub.law.rules import EDITIONS, Rules
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.state import State, sample
from openkub.server import entries, founding
from openkub.server.entries import Happening
from openkub.server.room import Room
from openkub.server.store import Phase
from openkub.server.wire.game import BankClock, DelayClock, Settings, TurnClock
from openkub.solver import best_play
from tests.server.rooms import happen, room

EDITION_NAMES = sorted(EDITIONS)
CLOCKS = (TurnClock(15), BankClock(30, 2), DelayClock(30, 5))


def game(rng: Random) -> Iterator[tuple[Room, Happening, Room]]:
    """Everything that happens in a made-up game: the room before, what happened, the room after."""
    rules = f"{rng.choice(EDITION_NAMES)} rounds=2 redeal_doubles={rng.choice(['none', 1])}"
    rules += f" play_after_draw={rng.choice([True, False])}"
    most = min(4, Rules.parse(rules).most_players)
    people = rng.randint(1, min(3, most))
    bots = rng.randint(0 if people > 1 else 1, most - people)
    settings = founding.checked(Settings(rules, people + bots, rng.choice(CLOCKS), start="host"), ())
    where = room(settings=settings)
    while where.phase != Phase.OVER and where.n < 400:
        happening = _next(where, people, rng)
        after = happen(where, [happening])
        yield where, happening, after
        where = after


def _next(where: Room, people: int, rng: Random) -> Happening:
    if where.phase == Phase.WAITING:
        return _arrival(where, people, rng)
    if where.phase == Phase.DEALING:
        return _opening(where, rng)
    if where.phase == Phase.BETWEEN:
        return entries.Began()
    seat = where.playing.state.turn
    if where.seats[seat].player and rng.random() < 0.1:
        return entries.Returned(seat) if where.seats[seat].bot else entries.Replaced(seat, "casual")
    by = "bot" if where.seats[seat].bot else "player"
    move = _move(where.playing.state, rng)
    return entries.Moved(seat, str(move), "clock" if isinstance(move, TimeOut) else by)


def _arrival(where: Room, people: int, rng: Random) -> Happening:
    number = len(where.seats)
    if number < people:
        return entries.Sat(f"{number + 10:064x}" if number else where.host, f"Guest {number + 1}")
    silent = [seat for seat in range(people) if not where.seats[seat].seal]
    if silent and rng.random() < 0.8:
        return entries.Sealed(rng.choice(silent), rng.randbytes(32).hex())
    return entries.Complete() if where.full else entries.BotSat("steady")


def _opening(where: Room, rng: Random) -> Happening:
    """Seals are opened, by most of those who gave one."""
    silent = [number for number, seat in enumerate(where.seats) if seat.seal and not seat.nonce]
    if not where.sealed:
        return entries.AllSealed()
    return (
        entries.Gave(rng.choice(silent), rng.randbytes(16).hex()) if silent and rng.random() < 0.9 else entries.Began()
    )


def _move(state: State, rng: Random) -> Move:
    """A sensible turn, or one that the clock ends with tiles on the table; a new deal by who may have one."""
    if state.check(Redeal()) is None and rng.random() < 0.5:
        return Redeal()
    play = best_play(state.view(state.turn))
    if play and rng.random() < 0.2:
        ended = TimeOut(Table(tuple(play.table)[:-1])) if rng.random() < 0.5 else TimeOut(play.table)
        return ended if state.check(ended) is None else play
    idle = state.view(state.turn).idle
    return play if play and (rng.random() < 0.8 or state.check(idle)) else idle


def twin(where: Room, seat: int | None, rng: Random) -> Room:
    """The same room to this seat; everything that it cannot see is different, as far as it can be."""
    others = {
        other.player: rng.randbytes(32).hex() for n, other in enumerate(where.seats) if n != seat and other.player
    }
    seats = tuple(
        own
        if number == seat
        else replace(
            own,
            player=others.get(own.player),
            nonce=_other_nonce(where, own.nonce, rng),
            seal=_other_seal(where, own.seal, rng),
        )
        for number, own in enumerate(where.seats)
    )
    secret = where.secret if where.phase == Phase.OVER else rng.randbytes(32)
    changed = replace(where, seats=seats, host=others.get(where.host, where.host), secret=secret)
    if where.game is None:
        return changed
    hidden = sample(where.game.state.view(seat), rng)
    assert len(hidden.pool) < 2 or hidden.pool != where.game.state.pool or len(TileBag(hidden.pool)) < 4
    return replace(changed, game=with_state(where.game, state=hidden))


def _other_nonce(where: Room, nonce: bytes | None, rng: Random) -> bytes | None:
    return rng.randbytes(16) if nonce and where.game is None else nonce


def _other_seal(where: Room, seal: str | None, rng: Random) -> str | None:
    return rng.randbytes(32).hex() if seal and not where.sealed else seal
