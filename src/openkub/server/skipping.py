"""Rounds that are over need not be played again: how each ended is told with the deal of the next.

A log that does not tell it, or in which that makes no sense, is played from its first turn on; a test holds both side
by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from msgspec.structs import replace

from openkub.law.moves import Move, Redeal
from openkub.law.score import Outcome
from openkub.play.game import Game
from openkub.play.match import Match
from openkub.play.record import Record, Round
from openkub.server.entries import Began, Happening, Moved
from openkub.server.room import Room
from openkub.server.store import Entry

Told = tuple[Entry, Happening]
SeatsMove = tuple[int, Move]
REDEAL = str(Redeal())


class Unread(Sequence[SeatsMove]):
    """The turns of a round that is over, as the log has them: they are read when somebody wants to see them."""

    __slots__ = ("_moved", "_turns")

    def __init__(self, moved: Sequence[Moved]) -> None:
        self._moved = moved
        self._turns: tuple[SeatsMove, ...] | None = None

    def _read(self) -> tuple[SeatsMove, ...]:
        if self._turns is None:
            self._turns = tuple((moved.seat, Move.parse(moved.move)) for moved in self._moved)
        return self._turns

    def __len__(self) -> int:
        """How many turns it had."""
        return len(self._moved)

    @overload
    def __getitem__(self, index: int) -> SeatsMove: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[SeatsMove, ...]: ...

    def __getitem__(self, index: int | slice) -> SeatsMove | tuple[SeatsMove, ...]:
        """A turn, or some."""
        return self._read()[index]

    def __iter__(self) -> Iterator[SeatsMove]:
        """Turn by turn."""
        return iter(self._read())

    def __eq__(self, other: object) -> bool:
        """Whether the same turns were taken."""
        return self._read() == tuple(other) if isinstance(other, Unread | tuple) else NotImplemented

    def __hash__(self) -> int:
        """By its turns."""
        return hash(self._read())


def last_deal(told: Sequence[Told]) -> int | None:
    """The place of the entry with which the last round was dealt, if one before it is over."""
    deals = [place for place, (_, happening) in enumerate(told) if isinstance(happening, Began)]
    return deals[-1] if len(deals) > 1 else None


def at_deal(room: Room, told: Sequence[Told]) -> Room:
    """The room as the last of these entries deals a round, not its first; `ValueError` if only playing could tell."""
    rounds, moved, starters, lefts = list[Round](), list[Moved](), list[int](), list[int | None]()
    for number, (entry, happening) in enumerate(told, room.n + 1):
        if entry.n != number:
            raise ValueError(f"entries are missing behind {number - 1}")
        if isinstance(happening, Moved):
            moved.append(happening)
            lefts.append(None if happening.move == REDEAL else happening.left)
            room = room.after_turn_of(happening)
        elif not isinstance(happening, Began):
            room = room.with_happening(happening, entry.at)
        elif moved:
            rounds.append(Round(Unread(moved), Outcome.parse(happening.ended or "", len(room.seats))))
            starters.append(happening.starter)
            moved = []
    room = room.dealt(_game(room, rounds, starters), entry.at)
    return replace(room, n=entry.n, at=entry.at, lefts=tuple(lefts) if room.banks else ())


def _game(room: Room, rounds: Sequence[Round], starters: Sequence[int]) -> Game:
    """The game with these rounds behind it, and the next one dealt."""
    match, shuffle = Match(room.rules, len(room.seats)), room.shuffle
    for round_, starter in zip(rounds, starters, strict=True):
        if round_.outcome:
            match = match.record(round_.outcome, starter)
    record = Record(room.rules, room.names, shuffle, (*rounds, Round()), start=room.start)
    return Game(record, match, match.deal(shuffle.key))
