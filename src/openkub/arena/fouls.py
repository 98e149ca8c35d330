"""What a bot can do wrong, and asking one so that nothing else goes wrong with it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from openkub.bots.protocol import Bot, Clock, Timekeeper
from openkub.bots.stdio import Malformed
from openkub.law.moves import Move, Play, TimeOut
from openkub.notation.text import quoted
from openkub.pieces.melds import Meld
from openkub.pieces.tiles import Tile
from openkub.play.view import View

LONGEST_REASON = 200
GRACE = 0.5
"""Seconds after which a bot that did not stop by itself is interrupted."""


class Kind(StrEnum):
    """The ways to lose a game at the referee's desk."""

    ILLEGAL = "illegal"
    LATE = "late"
    CRASHED = "crashed"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Foul:
    """A bot's failure: whose, which, and why. It costs the bot the game and nobody anything else."""

    seat: int
    kind: Kind
    why: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", " ".join(self.why.split())[:LONGEST_REASON])

    def __str__(self) -> str:
        """For the other seats."""
        return f"seat {self.seat + 1} {self.kind}: {self.why}"


class _TooLate(BaseException):
    """Raised by the alarm inside a bot, which must not be able to catch it by `except Exception`."""


def watched_seconds(bot: Bot, clock: Clock) -> float | None:
    """How long the arena waits for a bot; None if the bot watches the clock itself."""
    return None if isinstance(bot, Timekeeper) and bot.keeps_time else clock.seconds


def ask(bot: Bot, view: View, clock: Clock, watched: float | None) -> Move | Foul:
    """The bot's move, or the foul that it was; whether the move is legal is for the game to say."""
    start = time.monotonic()
    try:
        with _alarm(watched):
            move: object = bot.choose(view, clock)
    except (_TooLate, TimeoutError):
        return _late(view, clock)
    except Malformed as error:
        return Foul(view.turn, Kind.MALFORMED, str(error))
    except Exception as error:  # the bot is foreign code: whatever it raises is its own failure
        return Foul(view.turn, Kind.CRASHED, f"{type(error).__name__}: {error}")
    if watched is not None and time.monotonic() - start > watched:
        return _late(view, clock)
    if isinstance(move, TimeOut) or not isinstance(move, Move) or not _is_sound(move):
        return Foul(view.turn, Kind.ILLEGAL, f"a bot plays, draws or passes; this was {quoted(move)}")
    return move


def _late(view: View, clock: Clock) -> Foul:
    return Foul(view.turn, Kind.LATE, f"no move within {clock.seconds:g} seconds")


def _is_sound(move: Move) -> bool:
    """Whether there are sets of tiles in the move, and nothing else; a type is only a promise."""
    table: Iterable[object] = move.table if isinstance(move, Play) else ()
    return all(isinstance(meld, Meld) and all(isinstance(tile, Tile) for tile in meld) for meld in table)


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Interrupts Python code that takes longer, where the system can; elsewhere it is only measured afterwards."""
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not can:
        yield
        return

    def ring(_number: int, _frame: object) -> None:
        raise _TooLate

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds + GRACE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
