"""What an analysis says: turn by turn, in marks; and player by player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum
from typing import Any

from openkub.analysis.chances import Choice, Lead, Verdict
from openkub.analysis.looking import Look
from openkub.play.record import Record

FORMAT = "openkub analysis 1"
SMALL, LARGE, CLEAR = 0.02, 0.05, 2.0
"""A loss of chance that counts, one that is a miss, and the standard errors by which it must be sure."""
TURN = 0.15
"""By so much the winner's chance rises at a turning point."""


class Mark(StrEnum):
    """How good a decision was."""

    BEST = "best"
    GOOD = "good"
    MISSED = "missed"


class Opening(StrEnum):
    """What a turn has to do with the opening."""

    OPENED = "opened"
    DELAYED = "delayed"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn with its mark; chances are None until the first playouts are over."""

    look: Look
    chances: tuple[float, ...] | None
    """Every seat's chance to win before the turn, by all racks."""
    after: tuple[float, ...] | None
    """The same after it."""
    loss: float | None
    """What the best alternative would have been worth above what was done, by what the player could know."""
    better: str | None
    """The alternative that was better: `best`, `advice` or `wait`."""
    mark: Mark | None
    """None where nothing could be laid, so that there was nothing to decide."""
    is_turning_point: bool = False

    @property
    def waiting_was_right(self) -> bool:
        """Whether something could be laid, nothing was, and that was no mistake."""
        return self.look.has_choice and self.look.is_idle and self.mark is not Mark.MISSED

    @property
    def missed_going_out(self) -> bool:
        """Whether the whole rack could be laid, and was not."""
        return self.look.could_go_out and bool(self.look.after.racks[self.look.seat])

    @property
    def opening(self) -> Opening | None:
        """Whether the player opened, or could have: a delay if it did no harm."""
        if self.look.opens:
            return Opening.OPENED
        if not self.look.could_open or self.look.is_redeal:
            return None
        return Opening.MISSED if self.mark is Mark.MISSED else Opening.DELAYED

    def plain(self) -> dict[str, Any]:
        """As JSON has it; docs/analysis.md describes it."""
        look = self.look
        return {
            "turn": look.number,
            "seat": look.seat + 1,
            "move": str(look.move),
            "laid": str(look.laid),
            "points": look.laid.points(look.before.rules.joker_penalty),
            "drawn": str(look.drawn),
            "rack": str(look.before.racks[look.seat]),
            "left": str(look.after.racks[look.seat]),
            "best": look.best.plain() if look.best else None,
            "advice": str(look.advice),
            "chances": _rounded(self.chances),
            "after": _rounded(self.after),
            "loss": None if self.loss is None else round(self.loss, 3),
            "better": self.better,
            "mark": self.mark and str(self.mark),
            "turning_point": self.is_turning_point,
            "opening": self.opening and str(self.opening),
            "missed_going_out": self.missed_going_out,
            "waiting_was_right": self.waiting_was_right,
            "jokers_wasted": look.jokers_wasted,
        }


def _rounded(chances: tuple[float, ...] | None) -> list[float] | None:
    return None if chances is None else [round(chance, 3) for chance in chances]


@dataclass(frozen=True, slots=True)
class Player:
    """A player's game in figures."""

    seat: int
    name: str
    turns: int
    tiles: int
    """Tiles laid."""
    points: int
    """Points laid."""
    drawn: int
    marks: tuple[tuple[Mark, int], ...]
    lost: float
    """The sum of the chances that misses cost."""
    could_open: tuple[int, ...]
    """The turns in which this player could have opened, up to that in which it did."""
    missed_going_out: int
    waited_rightly: int
    jokers_wasted: int

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "seat": self.seat + 1,
            "name": self.name,
            "turns": self.turns,
            "tiles": self.tiles,
            "points": self.points,
            "drawn": self.drawn,
            **{str(mark): count for mark, count in self.marks},
            "lost": round(self.lost, 3),
            "could_open": list(self.could_open),
            "missed_going_out": self.missed_going_out,
            "waited_rightly": self.waited_rightly,
            "jokers_wasted": self.jokers_wasted,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """A finished match, looked back at; `playouts` says how fine the chances are, 0 that there are none yet."""

    record: Record
    turns: tuple[Judged, ...]
    playouts: int

    @property
    def players(self) -> tuple[Player, ...]:
        """A summary for each."""
        return tuple(_player(seat, name, self.turns) for seat, name in enumerate(self.record.seats))

    def curve(self, round_: int) -> tuple[tuple[float, ...] | None, ...]:
        """The chances of all seats in a round (from 1), before its first turn and after every turn."""
        turns = [turn for turn in self.turns if turn.look.round == round_]
        return (*(turn.chances for turn in turns), *(turn.after for turn in turns[-1:]))

    def plain(self) -> dict[str, Any]:
        """As JSON has it; docs/analysis.md describes it."""
        rounds = [
            {
                "round": number,
                "end": str(round_.outcome),
                "curve": [_rounded(chances) for chances in self.curve(number)],
                "turns": [turn.plain() for turn in self.turns if turn.look.round == number],
            }
            for number, round_ in enumerate(self.record.rounds, 1)
        ]
        head = {"format": FORMAT, "rules": str(self.record.rules), "playouts": self.playouts}
        return {**head, "players": [player.plain() for player in self.players], "rounds": rounds}


def _player(seat: int, name: str, turns: Sequence[Judged]) -> Player:
    own = [turn for turn in turns if turn.look.seat == seat]
    laid = [turn.look.laid for turn in own]
    joker = own[0].look.before.rules.joker_penalty if own else 0
    return Player(
        seat=seat,
        name=name,
        turns=len(own),
        tiles=sum(map(len, laid)),
        points=sum(bag.points(joker) for bag in laid),
        drawn=sum(len(turn.look.drawn) for turn in own),
        marks=tuple((mark, sum(turn.mark is mark for turn in own)) for mark in Mark),
        lost=fsum(turn.loss or 0.0 for turn in own if turn.mark is Mark.MISSED),
        could_open=tuple(turn.look.number for turn in own if turn.look.could_open),
        missed_going_out=sum(turn.missed_going_out for turn in own),
        waited_rightly=sum(turn.waiting_was_right for turn in own),
        jokers_wasted=sum(turn.look.jokers_wasted for turn in own),
    )


def judged(
    verdict: Verdict, chances: tuple[float, ...] | None, after: tuple[float, ...] | None, *, is_turning_point: bool
) -> Judged:
    """A turn with its mark, as far as the playouts say."""
    look, found = verdict.look, verdict.best
    if found is None or not found[1].count:
        mark = Mark.BEST if look.has_choice and _is_sound(look) else None
        return Judged(look, chances, after, None if found else 0.0, None, mark, is_turning_point)
    choice, lead = found
    mark = _mark(look, lead)
    better = None if mark is Mark.BEST else _name(look, choice)
    return Judged(look, chances, after, max(0.0, lead.mean), better, mark, is_turning_point)


def _is_sound(look: Look) -> bool:
    """Whether nobody could call this a mistake: it lays the most, or what the strongest bot would lay, or goes out."""
    return look.is_exact or look.is_advised or not look.after.racks[look.seat]


def _mark(look: Look, lead: Lead) -> Mark:
    is_ahead = lead.mean > SMALL and lead.mean > lead.error
    if lead.mean > LARGE and lead.mean > CLEAR * lead.error:
        return Mark.GOOD if _is_sound(look) else Mark.MISSED
    return Mark.GOOD if is_ahead else Mark.BEST


def _name(look: Look, choice: Choice) -> str:
    if not choice.laid:
        return "wait"
    return "best" if look.best and choice.laid.bag == look.best.laid else "advice"
