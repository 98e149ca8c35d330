"""The report of an analysis, turn by turn and player by player: dataclasses with the fields of its JSON.

docs/analysis.md describes every field. msgspec writes, reads and describes the same types for the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum
from typing import Literal

from openkub.analysis.chances import Verdict
from openkub.analysis.looking import Best, Look
from openkub.play.record import Record

FORMAT = "openkub analysis 1"
SMALL, LARGE, CLEAR = 0.02, 0.05, 2.0
"""A loss of chance that counts, one that is a miss, and the standard errors by which it must be sure."""
TURN = 0.15
"""Minimum rise of the winner's chance at a turning point."""


class Mark(StrEnum):
    """How good a decision was."""

    BEST = "best"
    GOOD = "good"
    MISSED = "missed"


class Opening(StrEnum):
    """A turn and the opening of its player."""

    OPENED = "opened"
    DELAYED = "delayed"
    MISSED = "missed"


Better = Literal["best", "advice", "wait"]
"""The alternative that was better than what was done."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The play of the most tiles, then of the most points."""

    laid: str
    tiles: int
    points: int
    table: str
    proven: bool


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn with its mark; docs/analysis.md explains every field. Seats and turns are counted from 1."""

    turn: int
    seat: int
    move: str
    laid: str
    points: int
    drawn: str
    rack: str
    left: str
    best: BestPlay | None
    advice: str
    chances: tuple[float, ...] | None
    after: tuple[float, ...] | None
    loss: float | None
    better: Better | None
    mark: Mark | None
    turning_point: bool
    opening: Opening | None
    missed_going_out: bool
    waiting_was_right: bool
    jokers_wasted: int


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """The turns of a round, and the chances of all seats before the first turn and after every turn."""

    round: int
    end: str
    curve: tuple[tuple[float, ...] | None, ...]
    turns: tuple[JudgedTurn, ...]


@dataclass(frozen=True, slots=True)
class JudgedPlayer:
    """A player's game in figures."""

    seat: int
    name: str
    turns: int
    tiles: int
    points: int
    drawn: int
    best: int
    good: int
    missed: int
    lost: float
    could_open: tuple[int, ...]
    missed_going_out: int
    waited_rightly: int
    jokers_wasted: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a finished match: `openkub analyse --json` prints it, and the server sends it."""

    format: str
    rules: str
    playouts: int
    players: tuple[JudgedPlayer, ...]
    rounds: tuple[JudgedRound, ...]

    @property
    def turns(self) -> tuple[JudgedTurn, ...]:
        """The turns of all rounds."""
        return tuple(turn for round_ in self.rounds for turn in round_.turns)


Judged = tuple[Verdict, JudgedTurn]
"""A turn before and after it was written down."""


def report(record: Record, judged: Sequence[Judged], playouts: int) -> Analysis:
    """Return the analysis of a match from its judged turns."""
    players = tuple(_player(seat, name, judged) for seat, name in enumerate(record.seats))
    rounds = tuple(_round(number, str(round_.outcome), judged) for number, round_ in enumerate(record.rounds, 1))
    return Analysis(FORMAT, str(record.rules), playouts, players, rounds)


def _round(number: int, end: str, judged: Sequence[Judged]) -> JudgedRound:
    turns = tuple(turn for verdict, turn in judged if verdict.look.round == number)
    curve = (*(turn.chances for turn in turns), *(turn.after for turn in turns[-1:]))
    return JudgedRound(number, end, curve, turns)


def _player(seat: int, name: str, judged: Sequence[Judged]) -> JudgedPlayer:
    own = [(verdict, turn) for verdict, turn in judged if verdict.look.seat == seat]
    looks, turns = [verdict.look for verdict, _ in own], [turn for _, turn in own]
    marks = {str(mark): sum(turn.mark is mark for turn in turns) for mark in Mark}
    return JudgedPlayer(
        seat=seat + 1,
        name=name,
        turns=len(turns),
        tiles=sum(len(look.laid) for look in looks),
        points=sum(turn.points for turn in turns),
        drawn=sum(len(look.drawn) for look in looks),
        **marks,
        lost=round(fsum(_loss(verdict) or 0.0 for verdict, turn in own if turn.mark is Mark.MISSED), 3),
        could_open=tuple(look.number for look in looks if look.could_open),
        missed_going_out=sum(turn.missed_going_out for turn in turns),
        waited_rightly=sum(turn.waiting_was_right for turn in turns),
        jokers_wasted=sum(turn.jokers_wasted for turn in turns),
    )


def judge(
    verdict: Verdict, chances: Sequence[float] | None, after: Sequence[float] | None, *, is_turning_point: bool
) -> Judged:
    """Return a turn with its mark, as far as the playouts say."""
    look, mark, loss = verdict.look, _mark(verdict), _loss(verdict)
    turn = JudgedTurn(
        turn=look.number,
        seat=look.seat + 1,
        move=str(look.move),
        laid=str(look.laid),
        points=look.laid.points(look.before.rules.joker_penalty),
        drawn=str(look.drawn),
        rack=str(look.before.racks[look.seat]),
        left=str(look.after.racks[look.seat]),
        best=_best(look.best) if look.best else None,
        advice=str(look.advice),
        chances=_rounded(chances),
        after=_rounded(after),
        loss=None if loss is None else round(loss, 3),
        better=_better(verdict) if mark in (Mark.GOOD, Mark.MISSED) else None,
        mark=mark,
        turning_point=is_turning_point,
        opening=_opening(look, mark),
        missed_going_out=look.could_go_out and bool(look.after.racks[look.seat]),
        waiting_was_right=look.has_choice and look.is_idle and mark is not Mark.MISSED,
        jokers_wasted=look.jokers_wasted,
    )
    return verdict, turn


def _best(best: Best) -> BestPlay:
    return BestPlay(str(best.laid), len(best.laid), best.points, str(best.table), best.is_proven)


def _rounded(chances: Sequence[float] | None) -> tuple[float, ...] | None:
    return None if chances is None else tuple(round(chance, 3) for chance in chances)


def _loss(verdict: Verdict) -> float | None:
    """Return what the best alternative was worth above what was done; None until there are playouts."""
    found = verdict.best
    if found is None:
        return 0.0
    return max(0.0, found[1].mean) if found[1].count else None


def _opening(look: Look, mark: Mark | None) -> Opening | None:
    """Return whether the player opened, or could have: a delay if it did no harm."""
    if look.opens:
        return Opening.OPENED
    if not look.could_open or look.is_redeal:
        return None
    return Opening.MISSED if mark is Mark.MISSED else Opening.DELAYED


def _is_sound(look: Look) -> bool:
    """Return whether this is no mistake: it lays the most, or what the strongest bot would lay, or goes out."""
    return look.is_exact or look.is_advised or not look.after.racks[look.seat]


def _mark(verdict: Verdict) -> Mark | None:
    """Return how good the decision was; None where nothing could be laid, so that there was none."""
    look, found = verdict.look, verdict.best
    if found is None or not found[1].count:
        return Mark.BEST if look.has_choice and _is_sound(look) else None
    lead = found[1]
    is_ahead = lead.mean > SMALL and lead.mean > lead.error
    if lead.mean > LARGE and lead.mean > CLEAR * lead.error:
        return Mark.GOOD if _is_sound(look) else Mark.MISSED
    return Mark.GOOD if is_ahead else Mark.BEST


def _better(verdict: Verdict) -> Better | None:
    """Return the name of the best alternative."""
    look, found = verdict.look, verdict.best
    if found is None:
        return None
    choice, _ = found
    if not choice.laid:
        return "wait"
    return "best" if look.best and choice.laid.bag == look.best.laid else "advice"
