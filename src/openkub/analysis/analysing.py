"""`analyse`: from a record to what can be learnt from it, coarse first and then finer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from random import Random

from openkub.analysis.chances import Chances, Curve, Verdict, orders, result
from openkub.analysis.looking import looks
from openkub.analysis.report import TURN, Analysis, judge, report
from openkub.play.game import Game, replay
from openkub.play.record import Record

PLAYOUTS = 40
"""So many playouts a position and a choice, unless something else is said."""
FIRST = 5
"""So many make the first curve; every further one has twice as many."""

Tick = Callable[[float], None]
"""Is told which part of the work is done."""


class AnalysisCode(StrEnum):
    """Why there is no analysis."""

    NOT_OVER = "not_over"
    NO_TURN = "no_turn"


class AnalysisError(ValueError):
    """What was asked cannot be answered; the code says why."""

    def __init__(self, code: AnalysisCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def analyse(record: Record, playouts: int = PLAYOUTS, seed: int = 0, tick: Tick | None = None) -> Analysis:
    """All that `refine` comes to in the end; with no playouts, what the solver says alone."""
    *_, last = refine(record, playouts, seed, tick)
    return last


def refine(record: Record, playouts: int = PLAYOUTS, seed: int = 0, tick: Tick | None = None) -> Iterator[Analysis]:
    """Ever finer analyses of a finished match: exact plays first, then chances by more and more playouts.

    The record is verified first (`RecordError`); one that is not over is refused (`AnalysisError`): while a game is
    played nobody may ask this. The same record, playouts and seed give the same analyses on any machine.
    """
    verdicts = [Verdict(look) for look in looks(_finished(record))]
    curves = [Curve(verdict.look.before) for verdict in verdicts]
    yield _report(record, verdicts, curves, 0)
    done = 0
    while done < playouts:
        more = min(max(FIRST, done), playouts - done)
        for part in _more(verdicts, curves, more, f"{seed} {done}"):
            if tick:
                tick((done + more * part) / playouts)
        done += more
        yield _report(record, verdicts, curves, done)


def _finished(record: Record) -> list[Game]:
    games = list(replay(record))
    if not games[-1].over:
        raise AnalysisError(AnalysisCode.NOT_OVER, "the round is not over yet")
    return games


def _more(verdicts: Sequence[Verdict], curves: Sequence[Curve], more: int, seed: str) -> Iterator[float]:
    """So many more playouts for everything; what comes is which part of them is done."""
    for place, (verdict, curve) in enumerate(zip(verdicts, curves, strict=True)):
        look = verdict.look
        curve.add(orders(look.before, more, Random(f"{seed} pool of round {look.round}")))
        verdict.add(more, Random(f"{seed} turn {look.number}"))
        yield (place + 1) / len(verdicts)


def _report(record: Record, verdicts: Sequence[Verdict], curves: Sequence[Curve], playouts: int) -> Analysis:
    chances = [curve.chances for curve in curves]
    after = [
        result(verdict.look.after) if verdict.look.after.outcome else following
        for verdict, following in zip(verdicts, [*chances[1:], None], strict=True)
    ]
    turning = _turning_points(verdicts, chances, after)
    judged = [
        judge(verdict, chances[place], after[place], is_turning_point=place in turning)
        for place, verdict in enumerate(verdicts)
    ]
    return report(record, judged, playouts)


def _turning_points(verdicts: Sequence[Verdict], chances: Sequence[Chances], after: Sequence[Chances]) -> set[int]:
    """Of every round the turn by which its winner's chance rose most, if that is much."""
    rises: dict[int, tuple[float, int]] = {}
    for place, (verdict, old, new) in enumerate(zip(verdicts, chances, after, strict=True)):
        round_ = verdict.look.round
        outcome = next(v.look.after.outcome for v in verdicts if v.look.round == round_ and v.look.after.outcome)
        if old is not None and new is not None:
            rise = new[outcome.winners[0]] - old[outcome.winners[0]]
            rises[round_] = max(rises.get(round_, (0.0, -1)), (rise, place))
    return {place for rise, place in rises.values() if rise >= TURN}


def play_on(record: Record, turn: int, against: str | None = None) -> Game:
    """The game before that turn of a finished match (from 1), to be played on from there.

    With `against`, whoever had that turn is a person, and such a bot sits wherever no bot sat.
    """
    played = 0
    for game in _finished(record):
        if not game.over and played == turn - 1:
            return _seated(game, against) if against else game
        played += not game.over
    raise AnalysisError(AnalysisCode.NO_TURN, f"there are {played} turns, so there is no turn {turn}")


def _seated(game: Game, bot: str) -> Game:
    others = (seat for seat in range(game.state.seats) if seat != game.state.turn)
    bots = tuple((seat, game.record.bot(seat) or bot) for seat in others)
    return replace(game, record=replace(game.record, bots=bots))
