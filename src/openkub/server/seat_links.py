"""Make and check one-time links to a seat: a bearer secret in a URL. The log keeps its hash, its expiry and its user.

Only a seat that a person has taken, in a game that is being played, gets a link. A newer link replaces an older one.

>>> len(new_secret(lambda size, purpose: bytes(size))), link_to("https://kub.example.org/", "GAME", 1, "SECRET")
(43, 'https://kub.example.org/g/GAME#seat=2.SECRET')
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode

from openkub.server import entries
from openkub.server.chance import Chance
from openkub.server.room import Room
from openkub.server.store import Phase
from openkub.server.tokens import hashed
from openkub.server.wire.refusals import Refusal, Refused

__all__ = ["DAYS", "hashed", "link_to", "new_secret", "offered", "taken"]

DAYS = 7
"""Days until an unused link expires."""
_DAY_MS = 86_400_000
_PLAYED = (Phase.DEALING, Phase.PLAYING, Phase.BETWEEN)


def new_secret(chance: Chance) -> str:
    """Return 256 random bits as text for a URL."""
    return urlsafe_b64encode(chance(32, "seat link")).decode().rstrip("=")


def link_to(base: str, game: str, seat: int, secret: str) -> str:
    """Return the link. Browsers send no fragment, so the secret reaches no log, proxy or link preview."""
    return f"{base.rstrip('/')}/g/{game}#seat={seat + 1}.{secret}"


def offered(room: Room, seat: int, secret: str, now: int) -> entries.SeatOffered:
    """Return the entry that makes this link valid; `Refused` if the seat can have none."""
    _check_played(room)
    if seat >= len(room.seats):
        raise Refused(Refusal.NO_SUCH_SEAT, "there is no such seat")
    if room.seats[seat].player is None and not room.seats[seat].dismissed:
        raise Refused(Refusal.NO_SUCH_SEAT, "a bot has had this seat from the start")
    return entries.SeatOffered(seat, hashed(secret), now + DAYS * _DAY_MS)


def taken(room: Room, player: str, secret: str, now: int) -> entries.SeatTaken:
    """Return the entry by which this player takes the seat of a link; `Refused` if the link is not valid."""
    _check_played(room)
    seat = _seat_of(room, hashed(secret), now)
    if seat is None:
        raise Refused(Refusal.BAD_SEAT_LINK, f"this link was used, replaced, or is older than {DAYS} days")
    if room.seat_of(player) not in (None, seat):
        raise Refused(Refusal.ALREADY_SEATED, "you have another seat at this table: open the link in another browser")
    return entries.SeatTaken(seat, player)


def _check_played(room: Room) -> None:
    if room.phase not in _PLAYED:
        raise Refused(Refusal.WRONG_PHASE, f"a seat cannot be given back while the game is {room.phase}")


def _seat_of(room: Room, link: str, now: int) -> int | None:
    for number, seat in enumerate(room.seats):
        if seat.link and hmac.compare_digest(seat.link[0], link) and now < seat.link[1]:
            return number
    return None
