"""What a bot is: something that looks at a `View` and chooses a move, and sees nothing else; what else it may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from openkub.law.moves import Move
from openkub.play.view import View


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a bot may think about this move, in seconds; None is as long as it likes."""

    seconds: float | None = None


@runtime_checkable
class Bot(Protocol):
    """A player. It may keep what it computed, but must choose the same in the same view with the same seed."""

    @property
    def name(self) -> str:
        """How it is called in the arena."""

    def choose(self, view: View, clock: Clock) -> Move:
        """A legal move for the seat that looks, which is always the seat whose turn it is."""


@runtime_checkable
class Follower(Protocol):
    """A bot that wants to know how the game ended; `foul` is empty, or says which seat lost it and why."""

    def over(self, view: View, scores: tuple[int, ...], foul: str) -> None:
        """The game is over."""


@runtime_checkable
class Timekeeper(Protocol):
    """A bot that watches the clock itself, because not all that takes it time is thinking."""

    keeps_time: bool


@runtime_checkable
class Scribe(Protocol):
    """A bot that keeps what was said to it and by it."""

    @property
    def transcript(self) -> list[str]:
        """Every line of the game in both directions, without ends of line."""
