"""What both doors, HTTP and socket, say about a game. The page's TypeScript types are generated from these.

Tiles, sets, tables and moves are texts in the notation of docs/notation.md; seats are counted from 0.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openkub.server.store import Phase

Level = Literal["novice", "casual", "steady", "sharp", "expert"]
LONGEST_NAME = 24
"""Maximum characters of a player's name."""
Name = Annotated[
    str,
    Meta(min_length=1, max_length=LONGEST_NAME, description="How a player is called at the table.", examples=["Anna"]),
]
RulesText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=800,
        description="An edition and any options behind it.",
        examples=["default", "jumbo_de joker_penalty=25"],
    ),
]
TableText = Annotated[str, Meta(max_length=1200, description="Sets parted by |.", examples=["r5 * r7 | k9 b9 y9"])]
TilesText = Annotated[str, Meta(max_length=1200, description="Tiles parted by blanks.", examples=["r8 k3 *"])]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]


class Message(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Anything that goes over the wire: closed, immutable, and without cycles that anybody would have to look for."""


class TurnClock(Message, tag_field="kind", tag="turn", frozen=True):
    """So many seconds for every turn."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class BankClock(Message, tag_field="kind", tag="bank", frozen=True):
    """A bank of seconds for the whole round, and a few more after every turn."""

    seconds: Annotated[int, Meta(ge=30, le=7200)]
    increment: Annotated[int, Meta(ge=0, le=120)] = 0


class DelayClock(Message, tag_field="kind", tag="delay", frozen=True):
    """Every turn has its own `delay` of seconds, which are not saved up; what is used beyond is taken from a bank."""

    seconds: Annotated[int, Meta(ge=30, le=7200, description="The bank, for the whole round.")]
    delay: Annotated[int, Meta(ge=5, le=3600)]


Clock = TurnClock | BankClock | DelayClock


class Wanted(Message, frozen=True):
    """What a new table is to be like."""

    rules: RulesText = "default"
    seats: Annotated[int, Meta(ge=2, le=6, description="How many can play.")] = 2
    clock: Annotated[
        Clock | UnsetType | None,
        Meta(description="Left out: the clock of the edition, where that has one; null: none, whatever it says."),
    ] = UNSET
    listed: Annotated[bool, Meta(description="Whether the lobby shows it while it waits.")] = False
    hints: Annotated[bool, Meta(description="Whether players may ask for hints.")] = True
    start: Annotated[
        Literal["full", "host"], Meta(description="Whether it begins when all seats are taken, or when the host says.")
    ] = "full"
    stand_in: Annotated[Level, Meta(description="The bot that plays for somebody who has left or is away.")] = "steady"


class Settings(Wanted, frozen=True):
    """What was agreed on when the game was opened; the rules tell the seconds of the clock, where it has other ones."""

    clock: Clock | None = None


class SeatView(Message, frozen=True):
    """Who sits there. A human seat with a `bot` is played by that bot until its owner comes back."""

    name: str
    human: bool
    bot: Level | None
    host: bool
    here: bool
    ready: bool


class OutcomeView(Message, frozen=True):
    """How a round ended; the scores sum to zero."""

    ended: Literal["rack_empty", "pool_empty"]
    winners: list[int]
    scores: list[int]


class Sheet(Message, frozen=True):
    """The score sheet: the rounds that are over, the sums, and the seats from best to worst, equals together."""

    rounds: list[OutcomeView]
    totals: list[int]
    ranking: list[list[int]]


class Position(Message, frozen=True):
    """The round as this seat sees it: its own rack, null for a spectator; all racks once the round is over."""

    round: int
    table: str
    rack: str | None
    racks: list[str] | None
    counts: list[int]
    opened: list[bool]
    pool: int
    turn: int
    starter: int
    passes: int
    has_drawn: Annotated[
        bool,
        Meta(description="True between a draw and the end of its turn (`play_after_draw`): `play` or `pass` follows."),
    ]
    may_redeal: Annotated[
        bool, Meta(description="Whether you may ask for a new deal when your turn comes; nobody else gets to know.")
    ]
    turns: Annotated[
        int, Meta(description="Turns taken in all rounds; a draft names it, so that a late one is ignored.")
    ]
    outcome: OutcomeView | None


class ClockView(Message, frozen=True):
    """The clocks, in milliseconds, as they stand now."""

    left: Annotated[int | None, Meta(description="What is left of the running turn, all in all.")]
    banks: Annotated[
        list[int] | None, Meta(description="Every seat's bank, as it was when the running turn began; null: no banks.")
    ]
    delay: Annotated[
        int | None,
        Meta(description="What is left of the turn's own seconds; at 0 the bank runs. Null where turns have none."),
    ]


class StartDraw(Message, frozen=True):
    """A tile that somebody drew to see who begins."""

    seat: int
    tile: str


class LastPlay(Message, frozen=True):
    """The last turn that changed the table."""

    seat: int
    before: str
    after: str
    n: Annotated[int, Meta(description="The number of its event, which `show_steps` names.")]


class Step(Message, frozen=True):
    """One human move; sets have the index of the table before, new ones the next free number."""

    kind: Literal["take", "split", "swap", "add", "join", "lay"]
    set: int
    result: str
    tiles: str | None = None
    new: int | None = None
    right: str | None = None
    other: int | None = None


class SeatDraft(Message, frozen=True):
    """How the table looks while a player rearranges it."""

    seat: int
    turns: int
    table: str


class GameView(Message, frozen=True):
    """All that one seat, or a spectator, may know about a game."""

    id: str
    code: str | None
    phase: Phase
    settings: Settings
    seats: list[SeatView]
    you: int | None
    commitment: Annotated[str, Meta(description="SHA-256 of the house's secret.")]
    seals: Annotated[
        list[str | None] | None, Meta(description="SHA-256 of every seat's nonce, once nobody can choose one any more.")
    ]
    nonces: Annotated[list[str] | None, Meta(description="Shown with the tiles, by seat, of those who gave one.")]
    secret: Annotated[str | None, Meta(description="Shown when the game is over: the deal can then be checked.")]
    position: Position | None
    start_draws: Annotated[
        list[StartDraw], Meta(description="Who drew what for the start of this round, in order; empty if nobody did.")
    ]
    clock: ClockView | None
    sheet: Sheet
    last: LastPlay | None
    draft: SeatDraft | None
    rack_order: Annotated[str | None, Meta(description="Your own rack as you arranged it; nobody else gets it.")]
    closed: Literal["stopped", "abandoned"] | None
    rematch: str | None
    watching: Annotated[int, Meta(description="How many look on without a seat.")]
    bot_after: Annotated[
        int, Meta(description="For how long a player must be away before a bot may sit in, in milliseconds.")
    ] = 20_000
    played_on: Annotated[
        bool,
        Meta(description="Whether it began with a position of another game; it is not counted."),
    ] = False
