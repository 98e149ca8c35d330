"""The messages of the socket: JSON objects whose `type` names them.

What changes the game carries a `key` that the client made up: it is acknowledged once it is durable, and sent again
with the same key it is answered, not done twice. Events have numbers without gaps; who may not see one gets its number.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.json import Encoder

from openkub.server.store import Phase
from openkub.server.wire.game import (
    ClockView,
    GameView,
    Level,
    Message,
    Position,
    SeatNumber,
    SeatView,
    Sheet,
    StartDraw,
    Step,
    TableText,
)
from openkub.server.wire.refusals import Trouble

encode = Encoder().encode
"""A message as it is sent."""
PROTOCOL = 2
"""Counted up when a client of before would no longer understand what is said here."""
Key = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{8,64}(?!\n)$",
        description="Unique for this wish; made up by the client.",
        examples=["my-move-17"],
    ),
]
_NONCE = "0a" * 16
"""The example of a nonce."""
SeatChange = Literal["joined", "left", "bot", "replaced", "returned"]
Number = Annotated[int, Meta(ge=-1, le=1_000_000_000)]


class Emote(StrEnum):
    """What players may say to each other."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    OOPS = "oops"
    THINKING = "thinking"
    HURRY = "hurry"
    GOOD_GAME = "good_game"


# --- from the client ---


class FromClient(Message, tag_field="type", tag=str.lower, frozen=True):
    """A message of a client."""


class Hello(FromClient, tag="hello", frozen=True):
    """The first message: the last event that the client has, or null for a full view."""

    last: Number | None = None
    steps: Annotated[
        bool, Meta(description="Whether to be told how the last play was done, and every later one: `show_steps`.")
    ] = False
    protocol: Annotated[
        Number | None, Meta(description="The protocol that the client speaks; one newer than the server's is refused.")
    ] = None
    format: Annotated[
        Number | None, Meta(description="The newest format of games that the client knows; the same holds for it.")
    ] = None


class Move(FromClient, tag="move", frozen=True):
    """One whole turn: `play` and the table as it lies then, `draw` or `pass`; `redeal` asks for a new deal."""

    key: Key
    move: Annotated[str, Meta(max_length=1200, examples=["play r5 r6 r7 | k9 b9 y9", "draw", "pass", "redeal"])]


class Draft(FromClient, tag="draft", frozen=True):
    """How the table looks now, in the turn with this number; null: nothing is touched any more."""

    turns: Number
    table: TableText | None


class Rack(FromClient, tag="rack", frozen=True):
    """How I arranged my rack, in a form of the client's own; the server keeps it for my other tabs and for later."""

    order: Annotated[str, Meta(max_length=1200, examples=["r7 r8 r9 / k3 *"])]


class Seal(FromClient, tag="seal", frozen=True):
    """The SHA-256 of my share of the shuffle, 16 random bytes made after the house's commitment was seen."""

    key: Key
    seal: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$", examples=[sha256(bytes.fromhex(_NONCE)).hexdigest()])]


class Nonce(FromClient, tag="nonce", frozen=True):
    """My share of the shuffle, the 16 bytes that I have sealed; told when `sealed` says that all have."""

    key: Key
    nonce: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}(?!\n)$", examples=[_NONCE])]


class Start(FromClient, tag="start", frozen=True):
    """The host: begin now, without the seats that are empty."""

    key: Key


class SeatBot(FromClient, tag="seat_bot", frozen=True):
    """The host, before the start: a bot takes the next empty seat. In play: a bot takes the seat of one who is away."""

    key: Key
    level: Level
    seat: SeatNumber | None = None


class Unseat(FromClient, tag="unseat", frozen=True):
    """The host, before the start: this seat is empty again."""

    key: Key
    seat: SeatNumber


class Leave(FromClient, tag="leave", frozen=True):
    """I go; once the game has begun a bot plays my tiles until I come back."""

    key: Key


class ComeBack(FromClient, tag="come_back", frozen=True):
    """I take my seat back from the bot."""

    key: Key


class Ready(FromClient, tag="ready", frozen=True):
    """I have seen the score sheet; the next round may begin."""

    key: Key


class Stop(FromClient, tag="stop", frozen=True):
    """The host, between rounds: the match ends here."""

    key: Key


class Rematch(FromClient, tag="rematch", frozen=True):
    """Once more with the same people."""

    key: Key


class SendEmote(FromClient, tag="emote", frozen=True):
    """Say this to the table."""

    emote: Emote


class AskView(FromClient, tag="view", frozen=True):
    """Send me the full view."""


class Ping(FromClient, tag="ping", frozen=True):
    """Are you there?"""


Talk = Hello | Draft | Rack | SendEmote | AskView | Ping
"""What is no wish, and stands in no log."""

ClientMessage = (
    Hello
    | Move
    | Draft
    | Rack
    | Seal
    | Nonce
    | Start
    | SeatBot
    | Unseat
    | Leave
    | ComeBack
    | Ready
    | Stop
    | Rematch
    | SendEmote
    | AskView
    | Ping
)


# --- from the server ---


class FromServer(Message, tag_field="type", tag=str.lower, frozen=True):
    """A message of the server."""


class Welcome(FromServer, tag="welcome", frozen=True):
    """Everything, as of event `n`; a page that speaks an older `protocol` should be loaded again.

    `format` is that of the game's log: 1 for one that was opened by openkub 0.1.0, and is played by the rules of then.
    """

    n: int
    game: GameView
    format: int
    protocol: int = PROTOCOL


class Seated(FromServer, tag="seated", frozen=True):
    """Somebody sat down, left, was replaced by a bot or came back."""

    n: int
    what: SeatChange
    seat: int
    seats: list[SeatView]
    you: int | None
    phase: Phase


class Dealing(FromServer, tag="dealing", frozen=True):
    """The table is complete: the house waits for everybody's seal."""

    n: int


class Sealed(FromServer, tag="sealed", frozen=True):
    """No more seals are taken, here are all of them by seat: whoever gave one tells the `nonce`."""

    n: int
    seals: list[str | None]


class Dealt(FromServer, tag="dealt", frozen=True):
    """A round begins; the nonces that shuffled are shown with the first."""

    n: int
    nonces: list[str] | None
    seats: list[SeatView]
    position: Position
    start_draws: list[StartDraw]
    clock: ClockView | None


class Moved(FromServer, tag="moved", frozen=True):
    """A turn was taken: by its player, by the bot in the seat, or by the clock. `drawn` counts tiles from the pool.

    After a `redeal` the position is that of a new deal: everybody has other tiles, and who began begins again.
    """

    n: int
    seat: int
    move: str
    by: Literal["player", "bot", "clock"]
    drawn: int
    phase: Phase
    position: Position
    clock: ClockView | None
    sheet: Sheet | None
    secret: str | None


class IsReady(FromServer, tag="is_ready", frozen=True):
    """This seat waits for the next round."""

    n: int
    seat: int


class Rested(FromServer, tag="rested", frozen=True):
    """No player was there for a long time: the game rests until one is."""

    n: int


class WentOn(FromServer, tag="went_on", frozen=True):
    """A player is there again: the game goes on, and the turn that was being played begins anew."""

    n: int
    clock: ClockView | None


class Closed(FromServer, tag="closed", frozen=True):
    """The game ended before its last round."""

    n: int
    reason: Literal["stopped", "abandoned"]
    sheet: Sheet
    secret: str


class RematchOpen(FromServer, tag="rematch_open", frozen=True):
    """The same people meet again there."""

    n: int
    game: str


class Hidden(FromServer, tag="hidden", frozen=True):
    """Something that is not for these eyes."""

    n: int


class Ack(FromServer, tag="ack", frozen=True):
    """What was sent with this key is done and durable, as event `n`."""

    key: str
    n: int


class NotDone(FromServer, tag="refused", frozen=True):
    """What was sent (with this key, if it had one) was not done."""

    key: str | None
    trouble: Trouble
    protocol: Annotated[int | None, Meta(description="With `other_protocol`: the one that is spoken here.")] = None
    retry_after: Annotated[
        int | None, Meta(description="With `too_fast`: in how many seconds to try again, where that is known.")
    ] = None


class ShowDraft(FromServer, tag="show_draft", frozen=True):
    """Another player rearranges; null: the table lies as before."""

    seat: int
    turns: int
    table: str | None


class ShowSteps(FromServer, tag="show_steps", frozen=True):
    """How the play of event `n` was done, in human moves; null if nobody found out in time."""

    n: int
    steps: list[Step] | None


class ShowRack(FromServer, tag="show_rack", frozen=True):
    """Another tab of yours arranged the rack."""

    order: str


class Presence(FromServer, tag="presence", frozen=True):
    """Who is connected, and how many look on."""

    here: list[bool]
    watching: int


class SetClock(FromServer, tag="clock", frozen=True):
    """Time was given back: the clocks as they stand now."""

    clock: ClockView | None


class ShowEmote(FromServer, tag="show_emote", frozen=True):
    """A player says something."""

    seat: int
    emote: Emote


class Pong(FromServer, tag="pong", frozen=True):
    """Yes; the last event is `n`."""

    n: int


Event = Seated | Dealing | Sealed | Dealt | Moved | IsReady | Rested | WentOn | Closed | RematchOpen | Hidden
Aside = ShowDraft | ShowSteps | ShowRack | Presence | SetClock | ShowEmote | Pong
ServerMessage = Event | Welcome | Ack | NotDone | Aside
