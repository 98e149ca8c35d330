"""How workers tell each other what changed. One process needs to tell nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[str, bytes], None]
"""Called with a game and the message of another worker about it, in the event loop."""


class Bus(Protocol):
    """A loud-speaker between workers: soon, in order from one speaker, perhaps lost; the store is the truth."""

    def say(self, game: str, message: bytes) -> None:
        """Tell all other workers; never waits."""

    async def listen(self, hear: Hear) -> None:
        """Begin to hear what other workers say."""

    async def close(self) -> None:
        """Stop."""


class Silence:
    """The bus of a single process."""

    def say(self, game: str, message: bytes) -> None:
        """Nobody is there to hear it."""

    async def listen(self, hear: Hear) -> None:
        """Nobody will speak."""

    async def close(self) -> None:
        """Nothing to stop."""
