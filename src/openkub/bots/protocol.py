"""What a bot is: something that looks at a `View` and chooses a move, and sees nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from openkub.law.moves import Move
from openkub.play.view import View


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a bot may think about this move, in seconds; None is as long as it likes."""

    seconds: float | None = None


class Bot(Protocol):
    """A player. It may keep what it computed, but must choose the same in the same view with the same seed."""

    @property
    def name(self) -> str:
        """How it is called in the arena."""

    def choose(self, view: View, clock: Clock) -> Move:
        """A legal move for the seat that looks, which is always the seat whose turn it is."""
