"""What a game's log says: everything that ever happens to a game is one of these, and the game is their sum."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from openkub.server.wire.game import Level, Settings

FORMAT = 3
"""What is written today: counted up when an openkub of before would misread it. What is newer than this is not read."""


class What(Struct, frozen=True, gc=False, tag_field="what", omit_defaults=True):
    """Something that happened. The log is for the house alone: it holds the secret and the players' hashed tokens."""


class Opened(What, tag="opened", frozen=True):
    """Somebody opened a game; the house has chosen its secret. With `invited`, only those may sit down.

    The host sits down under this name, and the bots after that: a game is opened whole or not at all.
    """

    settings: Settings
    secret: str
    host: str
    code: str
    name: str = ""
    bots: tuple[Level, ...] = ()
    invited: tuple[str, ...] = ()
    format: int = 1
    """What entries mean, and the names of editions in its rules: 1 as in openkub 0.1.0, whose logs do not say it.

    Up to 2 the referee counted every time-out with an empty pool as a pass.
    """
    options: dict[str, str | int | bool | None] | None = None
    """Every option of its rules: whatever an edition is in a later openkub, this game stays as it was opened."""
    past: str | None = None
    """The position that this game is played on from, as the text of a state without its pool, which is mixed anew."""
    protocol: int | None = None
    """What was spoken at the sockets of the server that opened it, for whoever looks; older logs do not say it."""


class Sat(What, tag="sat", frozen=True):
    """A player took the next empty seat."""

    player: str
    name: str


class BotSat(What, tag="bot_sat", frozen=True):
    """A bot took the next empty seat."""

    level: Level


class Rose(What, tag="rose", frozen=True):
    """A seat was left before the start, or its player sent away by the host; those behind it move up."""

    seat: int
    sent_away: bool = False


class Sealed(What, tag="sealed", frozen=True):
    """A player gave the SHA-256 of a nonce for the shuffle, and can no longer choose another."""

    seat: int
    seal: str


class AllSealed(What, tag="all_sealed", frozen=True):
    """No more seals are taken: whoever gave one opens it, and the house waits for that, for a short time."""


class Gave(What, tag="gave", frozen=True):
    """A player gave a nonce for the shuffle, the one that was sealed; in openkub 0.1.0 none was."""

    seat: int
    nonce: str


class Complete(What, tag="complete", frozen=True):
    """Nobody else comes: the house waits for the seals that are missing, for a short time."""


class Began(What, tag="began", frozen=True):
    """The tiles were dealt for the next round. Its fields tell the end of the round before; a replay ignores them."""

    ended: str | None = None
    """The outcome of the round before this one, which follows from its turns; logs of openkub 0.1.0 do not say it."""
    starter: int = 0
    """Who had begun that round."""


class Moved(What, tag="moved", frozen=True):
    """A move was made; `left` is what the seat's bank held then, in milliseconds.

    With `play_after_draw`, a draw has an entry of its own, and the same seat's play, pass or time-out follows.
    """

    seat: int
    move: str
    by: Literal["player", "bot", "clock"]
    left: int | None = None


class SaidReady(What, tag="ready", frozen=True):
    """A player has seen the score sheet."""

    seat: int


class Replaced(What, tag="replaced", frozen=True):
    """A bot plays for this seat from now on."""

    seat: int
    level: Level


class Returned(What, tag="returned", frozen=True):
    """The owner of this seat is back."""

    seat: int


class Dismissed(What, tag="dismissed", frozen=True):
    """The server's host has taken this seat from its player for good: the table's bot plays on."""

    seat: int


class SeatOffered(What, tag="seat_offered", frozen=True):
    """The server's host made a one-time link by which a person takes this seat; `link` is the hash of its secret."""

    seat: int
    link: str
    until: int
    """When the link expires (ms since 1970)."""


class SeatTaken(What, tag="seat_taken", frozen=True):
    """A player took this seat by its link; the former player and a bot that stood in lose it."""

    seat: int
    player: str


class Rested(What, tag="rested", frozen=True):
    """No player was there for a long time: clocks and bots stand still."""


class WentOn(What, tag="went_on", frozen=True):
    """A player is there again: the turn that was being played, or the pause, begins anew."""


class Ended(What, tag="ended", frozen=True):
    """The game ended before its last round."""

    reason: Literal["stopped", "abandoned"]


class Again(What, tag="again", frozen=True):
    """The same people meet again in another game."""

    game: str


AtTheTable = Sat | BotSat | Rose | Replaced | Returned | Dismissed | SeatOffered | SeatTaken
Shuffling = Sealed | Complete | AllSealed | Gave | Began
Happening = AtTheTable | Shuffling | Opened | Moved | SaidReady | Rested | WentOn | Ended | Again

_encoder = Encoder()
_decoder: Decoder[Happening] = Decoder(Happening)


def to_bytes(happening: Happening) -> bytes:
    """As it stands in the log."""
    return _encoder.encode(happening)


def from_bytes(data: bytes) -> Happening:
    """What stands in the log."""
    return _decoder.decode(data)
