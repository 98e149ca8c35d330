"""The bodies of requests and answers over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from openkub.server.wire.game import Level, Message, Name, RulesText, Settings, Step, TableText, TilesText, Wanted
from openkub.server.wire.refusals import ProblemView

LanguageCode = Literal["de", "en", "es", "fr", "nl", "pt"]


class NewPlayer(Message, frozen=True):
    """A new player; with `bearer` the token is returned for a program, otherwise it is set as a cookie."""

    bearer: bool = False


class Player(Message, frozen=True):
    """The token, if it was asked for: keep it, the server has only its hash."""

    token: str | None


class Addresses(Message, frozen=True):
    """Under which addresses others reach the page; both are empty where nobody has said so."""

    public: str | None
    network: list[str]


class NewGame(Message, frozen=True):
    """Open a game and sit down at it."""

    name: Name
    settings: Wanted = Wanted()
    bots: Annotated[tuple[Level, ...], Meta(max_length=5, description="Bots that sit down at once.")] = ()


class SitDown(Message, frozen=True):
    """Take the next empty seat."""

    name: Name


class TakeSeat(Message, frozen=True):
    """Take a seat by the one-time link that the server's host has made for it."""

    secret: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description="What stands in the link behind the seat's number.",
            examples=["JNrtDcdFmRAhbHMM40Bnfg"],
        ),
    ]


class LobbyGame(Message, frozen=True):
    """A game that waits for players."""

    id: str
    settings: Settings
    players: list[str]


class Lobby(Message, frozen=True):
    """The listed games, newest first."""

    games: list[LobbyGame]


class Found(Message, frozen=True):
    """The game of a short code."""

    id: str


class AskHint(Message, frozen=True):
    """A hint for my own turn: 1 which tiles, 2 also which sets change, 3 the whole play."""

    strength: Literal[1, 2, 3] = 1


class HintView(Message, frozen=True):
    """What to lay; null if nothing can be laid."""

    tiles: str | None
    sets: list[int] | None = None
    table: str | None = None
    steps: list[Step] | None = None


class Solve(Message, frozen=True):
    """What could be played here?"""

    rack: TilesText
    table: TableText = ""
    rules: RulesText = "default"
    opened: bool = True
    objective: Literal["tiles", "value", "fewest"] = "tiles"


class Solution(Message, frozen=True):
    """The best play; without one, `table` is null."""

    tiles: int
    value: int
    laid: str
    table: str | None
    steps: list[Step]


class Judge(Message, frozen=True):
    """Is this turn legal? `pool` tells whether tiles are left to draw."""

    rack: TilesText
    move: Annotated[str, Meta(max_length=1200, examples=["play r5 r6 r7", "draw", "pass"])]
    table: TableText = ""
    rules: RulesText = "default"
    opened: bool = False
    pool: bool = True
    language: LanguageCode = "en"


class Verdict(Message, frozen=True):
    """Legal, or which rule is broken, where, and in the words of the edition."""

    legal: bool
    problem: ProblemView | None
    message: str | None


class OptionView(Message, frozen=True):
    """An option of the rules: what it takes, and where each leaflet speaks of it."""

    name: str
    sentence: str
    choices: list[str | int | bool] | None
    low: int | None
    high: int | None
    may_be_none: bool
    sources: dict[str, str]


class EditionView(Message, frozen=True):
    """A preset: the value of every option."""

    name: str
    title: str
    options: dict[str, str | int | bool | None]


class RulesView(Message, frozen=True):
    """Everything that can be set."""

    editions: list[EditionView]
    options: list[OptionView]


class Health(Message, frozen=True):
    """Whether turns can be accepted."""

    ok: bool
    version: str
    damaged: bool = False
    """Whether some games cannot be read: the host has to look at the log, and perhaps for a backup."""
