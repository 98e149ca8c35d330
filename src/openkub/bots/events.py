"""A game as one seat may know it, told as events: docs/protocol.md. Made from a `View`, so nothing else can leak."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from openkub.bots.asking import MOST_QUESTIONS, QUESTIONS
from openkub.law.moves import Move, Play, TimeOut
from openkub.law.rules import Rules
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.public import Turn
from openkub.play.view import View
from openkub.solver import Answer, best, frontier, smallest_opening

PROTOCOL = 1
Event = dict[str, Any]


def line(event: Event) -> str:
    """An event as it is sent and logged."""
    return json.dumps(event, separators=(",", ":"))


def hello(rules: Rules) -> Event:
    """The first line: which protocol, and every option of the rules."""
    options = {option.name: getattr(rules, option.name) for option in fields(rules)}
    told = {"type": "hello", "protocol": PROTOCOL, "rules": {"text": str(rules), **options}}
    return told | {"questions": list(QUESTIONS), "most_questions": MOST_QUESTIONS}


class Story:
    """What a seat has been told of a game, so that everything is told once."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._told = -1
        self._table = Table()
        self._rack = TileBag()

    def news(self, view: View) -> Iterator[Event]:
        """All that happened since the last time; at first, the start and the deal."""
        if self._told < 0:
            yield from (_start(view, self._seed), _deal(view))
            self._told, self._rack = 0, view.rack
        last = len(view.history) - 1
        for number in range(self._told, len(view.history)):
            yield self._move(view, view.history[number], is_last=number == last)
        self._told, self._rack = len(view.history), view.rack

    def _move(self, view: View, turn: Turn, *, is_last: bool) -> Event:
        """One turn; which tiles were drawn is told to whoever drew them."""
        table = _table_after(turn, self._table, view, is_last=is_last)
        self._table = table or self._table
        event = {"type": "move", "seat": turn.seat + 1, "move": str(turn.move), "drawn": turn.drawn}
        if table is not None:
            event["table"] = str(table)
        if turn.seat == view.seat and turn.drawn:
            event["tiles"] = str(view.rack.minus(self._rack))
        return event


def _table_after(turn: Turn, before: Table, view: View, *, is_last: bool) -> Table | None:
    """What lay after a turn; after a time-out only the present table is known."""
    if is_last:
        return view.table
    match turn.move:
        case Play(table):
            return table
        case TimeOut():
            return None
    return before


def _start(view: View, seed: int) -> Event:
    seats = {"seat": _own_seat(view) + 1, "seats": len(view.counts), "starter": view.starter + 1}
    return {"type": "start", **seats, "kit": int(view.kit), "seed": seed}


def _deal(view: View) -> Event:
    size, seats = view.rules.deal_size, len(view.counts)
    racks = [str(view.rack) if seat == view.seat else f"?{size}" for seat in range(seats)]
    return {"type": "deal", "racks": racks, "pool": view.kit - size * seats}


def _own_seat(view: View) -> int:
    if view.seat is None:
        raise ValueError("a spectator does not play")
    return view.seat


def your_turn(view: View, seconds: float | None, *, with_moves: bool) -> Event:
    """The question: all that the seat sees now, its clock, and moves to choose from if it asked for them."""
    event = {
        "type": "turn",
        "seat": _own_seat(view) + 1,
        "clock": seconds,
        "rack": str(view.rack),
        "table": str(view.table),
        "counts": list(view.counts),
        "opened": list(view.opened),
        "shown": [str(bag) for bag in view.shown],
        "pool": view.pool,
        "passes": view.passes,
        "has_drawn": view.has_drawn,
    }
    if with_moves:
        event["moves"] = [str(move) for move in possible_moves(view)]
    return event


def possible_moves(view: View) -> list[Move]:
    """Legal moves to choose from: plays, those of the most tiles first; then drawing or passing, where allowed."""
    plays: list[Move] = [answer.play for answer in sorted(_plays(view), key=lambda a: (-a.count, -a.value))]
    must_play = plays and view.must_lay
    return plays if must_play else [*plays, view.idle]


def _plays(view: View) -> Iterable[Answer]:
    """For every number of tiles the most valuable play; of openings the largest, the dearest and the smallest."""
    if view.has_opened:
        return frontier(view).values()
    found = (best(view, "tiles", tidy=False), best(view, "value", tidy=False), smallest_opening(view))
    return {answer.table: answer for answer in found if answer}.values()


def the_end(view: View, scores: tuple[int, ...], foul: str) -> Event:
    """How it ended; all racks, unless a foul ended it."""
    racks = [f"?{n}" if rack is None else str(rack) for rack, n in zip(view.racks, view.counts, strict=True)]
    event: Event = {"type": "end", "ended": "foul", "scores": list(scores), "racks": racks}
    if view.outcome and not foul:
        return event | {"ended": view.outcome.ended, "winners": [seat + 1 for seat in view.outcome.winners]}
    return event | {"why": foul}
