"""How a game comes to be: its id, its short code, its clock, its first entries."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace

from msgspec import UNSET
from msgspec.structs import replace as with_changes

from openkub.law.options import RulesError
from openkub.law.rules import OPTIONS, REFEREE, Rules
from openkub.notation.errors import NotationError
from openkub.play.shuffle import KEY_LENGTH
from openkub.server import entries
from openkub.server.chance import Chance
from openkub.server.room import Room
from openkub.server.store import Phase
from openkub.server.wire.game import BankClock, Clock, DelayClock, Level, Settings, TurnClock, Wanted
from openkub.server.wire.refusals import Refusal, Refused
from openkub.server.wire.socket import PROTOCOL

CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without those that are taken for others when they are read aloud or written down."""
CODE_LENGTH = 6


def _id(raw: bytes) -> str:
    """Random bytes as they stand in a link. One bit is given up: a command line takes a dash in front for an option."""
    return urlsafe_b64encode(bytes([raw[0] & 0x7F]) + raw[1:16]).decode().rstrip("=")


def new_id(chance: Chance, host: str) -> str:
    """An id that nobody can guess, for a game of this host."""
    return _id(chance(16, f"game of {host}"))


def new_code(chance: Chance, game: str) -> str:
    """A short code to read to a friend."""
    number = int.from_bytes(chance(16, f"code of {game}"))  # so large that no letter is likelier than another
    letters = ""
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[letter]
    return letters


def new_secret(chance: Chance, game: str) -> str:
    """What the tiles of a game follow from: the house chooses it before anybody gives a nonce."""
    return chance(KEY_LENGTH, f"secret of {game}").hex()


def own_clock(rules: Rules) -> Clock | None:
    """The clock that belongs to these rules, where they are always played by one."""
    if rules.time_limit_mode != "mandatory" or rules.time_limit_s is None:
        return None
    return DelayClock(rules.time_bank_s, rules.time_limit_s) if rules.time_bank_s else TurnClock(rules.time_limit_s)


def timed(rules: Rules, clock: Clock | None) -> Rules:
    """The rules as they are played by this clock, or by none: what differs from the edition is told as changed."""
    if clock is None:
        return replace(rules, time_limit_mode="none") if rules.time_limit_mode == "mandatory" else rules
    mode = "optional" if rules.time_limit_mode == "none" else rules.time_limit_mode
    match clock:
        case TurnClock(seconds):
            return replace(rules, time_limit_s=seconds, time_bank_s=None, time_limit_mode=mode)
        case DelayClock(seconds, delay):
            return replace(rules, time_limit_s=delay, time_bank_s=seconds, time_limit_mode=mode)
        case BankClock():  # no turn has seconds of its own
            return replace(rules, time_limit_s=None, time_bank_s=None, time_limit_mode="optional")


def judged_today(rules: Rules) -> Rules:
    """Return the rules with the referee of today: a new game is not judged as older ones were."""
    return replace(rules, referee=REFEREE)


def checked(wanted: Wanted, bots: Sequence[Level]) -> Settings:
    """Settings that make sense, with the clock that the table asks for, or the edition's own."""
    try:
        rules = judged_today(Rules.parse(wanted.rules))
        rules.check_seats(wanted.seats)
    except (NotationError, RulesError) as error:
        raise Refused(Refusal.BAD_SETTINGS, str(error), where="$.settings.rules") from None
    if len(bots) >= wanted.seats:
        raise Refused(Refusal.BAD_SETTINGS, "one seat at least is for you", where="$.bots")
    clock = own_clock(rules) if wanted.clock is UNSET else wanted.clock
    agreed = str(timed(rules, clock)), wanted.seats, clock, wanted.listed, wanted.hints, wanted.start
    return Settings(*agreed, wanted.stand_in)


def spelled_out(rules: str) -> dict[str, str | int | bool | None]:
    """The value of every option of these rules, and their referee."""
    read = Rules.parse(rules)
    return {name: getattr(read, name) for name in (*OPTIONS, "referee")}


def dated(first: entries.Opened) -> entries.Opened:
    """A first entry that says what it means today: format, protocol, and the value of every option of its rules."""
    options = spelled_out(first.settings.rules)
    return with_changes(first, format=entries.FORMAT, options=options, protocol=PROTOCOL)


def rematch_id(room: Room, key: bytes) -> str:
    """The id of the game in which these people meet again: the same, whoever asks and however often.

    It follows from the key of the house, which is never told, so nobody knows it before those who play.
    """
    return _id(hmac.digest(key, b"rematch " + room.id.encode(), "sha256"))


def check_rematch(room: Room, player: str | None) -> int:
    """The seat of whoever asks for a rematch; `Refused` if there cannot be one."""
    seat = room.seat_of(player)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED, "you have no seat at this table")
    if room.phase != Phase.OVER or room.rematch or room.game is None:
        raise Refused(Refusal.WRONG_PHASE, "there is one already, or the game is not over or never began")
    return seat


def rematch(room: Room, player: str | None, chance: Chance, key: bytes) -> entries.Opened:
    """The same table again; who asked sits down, the others are invited."""
    game = rematch_id(room, key)
    own = room.seats[check_rematch(room, player)]
    people = tuple(other.player for other in room.seats if other.player)
    clock, rules = room.settings.clock, str(timed(judged_today(room.rules), room.settings.clock))
    settings = with_changes(room.settings, rules=rules, seats=len(room.seats), clock=clock, listed=False, start="full")
    bots = tuple(other.bot for other in room.seats if other.player is None and other.bot)
    secret, code = new_secret(chance, game), new_code(chance, game)
    return dated(entries.Opened(settings, secret, own.player or "", code, own.name, bots, people))
