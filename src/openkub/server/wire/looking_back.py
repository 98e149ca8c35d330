"""What both doors say about games that are over: every turn with all racks, and what an analysis makes of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from openkub.server.wire.game import Message, Name, OutcomeView, SeatNumber, Sheet, StartDraw, Step

LARGEST_RECORD = 256 * 1024
"""The bytes of a record that somebody may show; ten long rounds of four take half of it."""


RecordText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LARGEST_RECORD,
        examples=["openkub 3\nrules: default\nseat: Anna\nseat: Bruno\nseed: demo\n\nround 1\n2 draw\n"],
    ),
]


class ShowRecord(Message, frozen=True):
    """A record: a `.kub` file or its JSON twin. It is read, replayed, and not kept."""

    record: RecordText


class AskAnalysis(Message, frozen=True):
    """An analysis of a finished game; there is nothing to be said about it."""


class PlayOn(Message, frozen=True):
    """Play on from before a turn of a record, alone against bots. The tiles in the pool are shuffled again."""

    record: RecordText
    name: Name
    turn: Annotated[int, Meta(ge=1, le=1_000_000, description="Of all rounds, counted from 1.")]
    seat: Annotated[
        SeatNumber | None, Meta(description="Whose tiles you take; left out: those of the player whose turn it was.")
    ] = None


class PastSeat(Message, frozen=True):
    """Who sat there; `bot` names the bot, if one played to the end."""

    name: str
    bot: str | None


class PastTurn(Message, frozen=True):
    """A turn, and how everything lay behind it: the table, all racks, the pool."""

    seat: int
    did: Literal["play", "draw", "pass", "redeal", "timeout"]
    laid: Annotated[str, Meta(description="Rack tiles that went onto the table.")]
    drawn: Annotated[str, Meta(description="Tiles that came from the pool; after a new deal, none.")]
    table: str
    racks: list[str]
    opened: list[bool]
    pool: int
    steps: Annotated[list[Step] | None, Meta(description="How a play was done; null where nothing was laid.")]


class PastRound(Message, frozen=True):
    """A round from the deal to its end; one that was stopped has no outcome."""

    starter: int
    start_draws: list[StartDraw]
    racks: Annotated[list[str], Meta(description="What everybody was dealt.")]
    table: Annotated[str, Meta(description="Empty, but where a game began with a position of another one.")]
    opened: list[bool]
    pool: int
    turns: list[PastTurn]
    outcome: OutcomeView | None


class Promise(Message, frozen=True):
    """What the deal followed from."""

    commitment: str
    nonces: list[str]
    secret: str


class Review(Message, frozen=True):
    """A game that is over, with all that was hidden while it was played."""

    rules: str
    tiles: Annotated[int, Meta(description="Tiles of the kit.")]
    joker: Annotated[int, Meta(description="Points that a joker left on the rack costs.")]
    seats: list[PastSeat]
    promise: Annotated[Promise | None, Meta(description="Null where the deal came from a seed.")]
    rounds: list[PastRound]
    sheet: Sheet
    over: Annotated[bool, Meta(description="Whether the last round was played to its end: only then it is analysed.")]
    played_on: Annotated[bool, Meta(description="Whether it began with a position of another game.")] = False


class Progress(Message, frozen=True):
    """How far an analysis is; when `playouts` has grown, there is a finer one to be had."""

    id: str
    state: Annotated[
        Literal["unasked", "waiting", "working", "done", "failed"],
        Meta(description="Unasked: nobody has asked for it, or it is forgotten."),
    ]
    ahead: Annotated[int, Meta(description="How many games are looked at before this one.")]
    done: Annotated[float, Meta(description="Which part of the work is done, from 0 to 1.")]
    playouts: Annotated[
        int | None, Meta(description="Null: nothing is known yet; 0: the exact plays; else how fine the chances are.")
    ]


class MyGame(Message, frozen=True):
    """A game that you have finished: who played, where you sat, and the sums of the score sheet."""

    id: str
    at: Annotated[int, Meta(description="When it ended, in milliseconds since 1970.")]
    rules: str
    players: list[str]
    you: Annotated[int | None, Meta(description="Your seat, where that is known.")]
    totals: list[int]
    rounds: int
    closed: Annotated[bool, Meta(description="Whether it was stopped before its last round was over.")]
    played_on: Annotated[bool, Meta(description="Whether it began with a position of another game.")] = False
    winners: Annotated[
        list[int] | None, Meta(description="The seats that won. Null for older games, which the best total has won.")
    ] = None


class MyGames(Message, frozen=True):
    """Your finished games, newest first."""

    games: list[MyGame]
