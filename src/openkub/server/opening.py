"""How a game comes to be: its id, its short code, its first entries."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from openkub.record import seat_name
from openkub.rules import Rules, RulesError
from openkub.server import entries
from openkub.server.chance import Chance
from openkub.server.room import Room
from openkub.server.store import Phase
from openkub.server.wire.game import Level, Settings
from openkub.server.wire.refusals import Refusal, Refused
from openkub.shuffle import KEY_LENGTH
from openkub.tiles import NotationError

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


def checked(settings: Settings, bots: Sequence[Level]) -> Settings:
    """Settings that make sense; with a clock the rules know what a time-out costs."""
    try:
        rules = Rules.parse(settings.rules)
        rules.check_seats(settings.seats)
    except (NotationError, RulesError) as error:
        raise Refused(Refusal.BAD_SETTINGS, str(error), where="$.settings.rules") from None
    if not rules.voluntary_draw and (rules.joker_set_split, rules.joker_reuse) != ("allowed", "same_turn_anywhere"):
        # Whether anything can be played is then a search that may take minutes, at every draw.
        reason = "who can play must only goes with jokers that may be taken and laid freely"
        raise Refused(Refusal.BAD_SETTINGS, reason, where="$.settings.rules")
    if len(bots) >= settings.seats:
        raise Refused(Refusal.BAD_SETTINGS, "one seat at least is for you", where="$.bots")
    if settings.clock and rules.time_limit_mode == "none":
        rules = replace(rules, time_limit_mode="optional")
    return Settings(str(rules), settings.seats, settings.clock, settings.listed, settings.hints, settings.start)


def checked_name(name: str) -> str:
    """A name that may stand in a record."""
    try:
        return seat_name(" ".join(name.split()))
    except NotationError as error:
        raise Refused(Refusal.BAD_SETTINGS, str(error), where="$.name") from None


def rematch_id(room: Room) -> str:
    """The id of the game in which these people meet again: the same, whoever asks and however often."""
    return _id(sha256(b"rematch" + room.secret).digest())


def check_rematch(room: Room, player: str | None) -> int:
    """The seat of whoever asks for a rematch; `Refused` if there cannot be one."""
    seat = room.seat_of(player)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED, "you have no seat at this table")
    if room.phase != Phase.OVER or room.rematch or room.game is None:
        raise Refused(Refusal.WRONG_PHASE, "there is one already, or the game is not over or never began")
    return seat


def rematch(room: Room, player: str | None, chance: Chance) -> entries.Opened:
    """The same table again; who asked sits down, the others are invited."""
    game = rematch_id(room)
    own = room.seats[check_rematch(room, player)]
    people = tuple(other.player for other in room.seats if other.player)
    settings = Settings(
        room.settings.rules, len(room.seats), room.settings.clock, listed=False, hints=room.settings.hints, start="full"
    )
    bots = tuple(other.bot for other in room.seats if other.player is None and other.bot)
    secret, code = new_secret(chance, game), new_code(chance, game)
    return entries.Opened(settings, secret, own.player or "", code, own.name, bots, people)
