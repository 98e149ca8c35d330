"""What a bot can do wrong, and asking one so that nothing else goes wrong with it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum

from openkub.bots.protocol import Bot, Clock
from openkub.bots.stdio import Malformed
from openkub.law.moves import IllegalMove, Move, Play, TimeOut
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


class Foul(Exception):
    """A bot's failure; it costs the bot the game and nobody anything else."""

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = " ".join(why.split())[:LONGEST_REASON]


class _TooLate(BaseException):
    """Raised by the alarm inside a bot, which must not be able to catch it by `except Exception`."""


def ask(bot: Bot, view: View, clock: Clock) -> Move:
    """The bot's move, or the `Foul` that it was; whether the move is legal is for the state to say."""
    start = time.monotonic()
    seconds = None if getattr(bot, "keeps_time", False) else clock.seconds
    try:
        with _alarm(seconds):
            move: object = bot.choose(view, clock)
    except (_TooLate, TimeoutError):
        raise _late(clock) from None
    except Malformed as error:
        raise Foul(Kind.MALFORMED, str(error)) from None
    except Exception as error:  # the bot is foreign code: whatever it raises is its own failure
        raise Foul(Kind.CRASHED, f"{type(error).__name__}: {error}") from error
    if seconds is not None and time.monotonic() - start > seconds:
        raise _late(clock)
    if isinstance(move, TimeOut) or not isinstance(move, Move) or not _is_sound(move):
        raise Foul(Kind.ILLEGAL, f"a bot plays, draws or passes; this was {quoted(move)}")
    return move


def _is_sound(move: Move) -> bool:
    """Whether there are sets of tiles in the move, and nothing else; a type is only a promise."""
    table: Iterable[object] = move.table if isinstance(move, Play) else ()
    return all(isinstance(meld, Meld) and all(isinstance(tile, Tile) for tile in meld) for meld in table)


def _late(clock: Clock) -> Foul:
    """The foul of a move that did not come in time."""
    return Foul(Kind.LATE, f"no move within {clock.seconds:g} seconds")


def illegal(error: IllegalMove, move: Move) -> Foul:
    """The foul of a move that the rules refuse."""
    return Foul(Kind.ILLEGAL, f"{error}: {move}")


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
