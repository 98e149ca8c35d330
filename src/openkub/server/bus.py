"""How workers tell each other what changed. One process needs to tell nobody."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

Hear = Callable[[str, bytes], None]
"""Called with a game and the message of another worker about it, in the event loop."""


class Bus(Protocol):
    """A loud-speaker between workers: soon, in order from one speaker, perhaps lost; the store is the truth."""

    gaps: int
    """How often it was broken: what others said meanwhile was not heard."""

    def say(self, game: str, message: bytes, to: Collection[str] | None = None) -> None:
        """Tell all other workers, or only these; never waits."""

    async def listen(self, me: str, hear: Hear) -> None:
        """Begin to hear what other workers say to all, or to this one."""

    async def close(self) -> None:
        """Stop."""


class Silence:
    """The bus of a single process."""

    gaps = 0

    def say(self, game: str, message: bytes, to: Collection[str] | None = None) -> None:
        """Nobody is there to hear it."""

    async def listen(self, me: str, hear: Hear) -> None:
        """Nobody will speak."""

    async def close(self) -> None:
        """Nothing to stop."""
