"""Everything that can be refused, at both doors: closed codes, and where the trouble is."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from openkub.law.moves import Code
from openkub.law.moves import Problem as RuleProblem
from openkub.server.wire.game import Message


class Refusal(StrEnum):
    """Why something was not done."""

    ILLEGAL_MOVE = "illegal_move"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    NOT_HOST = "not_host"
    NOT_INVITED = "not_invited"
    BAD_SEAT_LINK = "bad_seat_link"
    """The one-time link to a seat was used, has expired or was replaced by a newer one."""
    WRONG_PHASE = "wrong_phase"
    SEATS_FULL = "seats_full"
    TOO_FEW_PLAYERS = "too_few_players"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_GAME = "no_such_game"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    BAD_MESSAGE = "bad_message"
    OTHER_PROTOCOL = "other_protocol"
    """The client speaks a newer protocol than this server."""
    BAD_SETTINGS = "bad_settings"
    BAD_NAME = "bad_name"
    """This name cannot be used: nothing of it is seen, it is too wide, or a bot is called so."""
    BAD_POSITION = "bad_position"
    BAD_RECORD = "bad_record"
    """This is no record, or it tells of a game that could not have happened."""
    HINTS_OFF = "hints_off"
    NOT_AWAY = "not_away"
    TOO_FAST = "too_fast"
    TOO_LARGE = "too_large"
    TOO_MANY_GAMES = "too_many_games"
    TOO_HARD = "too_hard"
    FORBIDDEN_ORIGIN = "forbidden_origin"
    UNAUTHORISED = "unauthorised"
    UNREADABLE = "unreadable"
    """The log of this game makes no sense to this server: its host has to look at it."""
    UNAVAILABLE = "unavailable"
    """Not accepted, try again: the store could not keep it."""


class ProblemView(Message, frozen=True):
    """Which rule a move breaks, and where: the set by its index, the tile, the points of an opening."""

    code: Code
    meld: int | None = None
    tile: str | None = None
    points: int | None = None

    @classmethod
    def of(cls, problem: RuleProblem) -> ProblemView:
        """A problem of the rules, for the wire."""
        return cls(problem.code, problem.meld, None if problem.tile is None else str(problem.tile), problem.points)


class Trouble(Message, frozen=True):
    """What was refused, why in English, and where in the message or the position."""

    code: Refusal
    message: str
    where: Annotated[
        str | None,
        Meta(
            description="The field of the body; with an index, the character of its text, counted from 0.",
            examples=["$.settings.clock", "$.rack[4]"],
        ),
    ] = None
    problem: ProblemView | None = None


class Refused(Exception):
    """Raised inside the house; both doors turn it into a `Trouble`."""

    retry_after: int | None = None
    """In how many seconds it makes sense to try again, where that is known."""

    def __init__(
        self, code: Refusal, message: str, *, where: str | None = None, problem: RuleProblem | None = None
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.trouble = Trouble(code, message, where, ProblemView.of(problem) if problem else None)
