"""Bots that do one thing, for the tests; the arena loads them as `little_bots.py:Name`."""

import os
import time
from typing import Any

from openkub.law.moves import Play, TimeOut
from openkub.pieces.melds import Meld, Table
from openkub.solver import best_play


class Most:
    """Most tiles, every turn."""

    name = "most"

    def __init__(self, seed: int = 0, think: Any = None) -> None:
        self.seed = seed

    def choose(self, view: Any, clock: Any) -> Any:
        return best_play(view, tidy=False) or self.idle(view)

    def idle(self, view: Any) -> Any:
        return view.idle


class Moody(Most):
    """Skips a turn now and then, as its seed has it."""

    def choose(self, view: Any, clock: Any) -> Any:
        skips = view.pool and (self.seed + len(view.history)) % 3 == 0
        return self.idle(view) if skips else super().choose(view, clock)


class Unhurried(Moody):
    """Watches the clock itself, or says so: the machine may be crowded, but it is not late."""

    keeps_time = True


class Curious(Most):
    """Writes down how its game ended."""

    def __init__(self, seed: int = 0, think: Any = None) -> None:
        super().__init__(seed)
        self.transcript: list[str] = []

    def over(self, view: Any, scores: tuple[int, ...], foul: str) -> None:
        self.transcript.append(f"{scores} {foul}")


class Lazy(Most):
    """Never plays."""

    def choose(self, view: Any, clock: Any) -> Any:
        return self.idle(view)


class Crashing(Most):
    """Falls over at its fourth turn."""

    def choose(self, view: Any, clock: Any) -> Any:
        if len(view.history) > 6:
            raise KeyError("nothing there")
        return super().choose(view, clock)


class Cheat(Most):
    """Plays the whole rack as one set."""

    def choose(self, view: Any, clock: Any) -> Play:
        return Play(Table((*view.table, Meld(view.rack))))


class Sloppy(Most):
    """Plays something that only looks like a table."""

    def choose(self, view: Any, clock: Any) -> Play:
        play = Play(view.table)
        object.__setattr__(play, "table", (*view.table, ("k1", "k2", 3)))
        return play


class Mute(Most):
    """Says nothing that is a move."""

    def choose(self, view: Any, clock: Any) -> str:
        return "draw"


class Sulking(Most):
    """Lets the clock run out on purpose."""

    def choose(self, view: Any, clock: Any) -> TimeOut:
        return TimeOut()


class Slow(Most):
    """Thinks for an hour, and does not want to be disturbed."""

    def choose(self, view: Any, clock: Any) -> None:
        while True:
            try:
                time.sleep(3600)
            except Exception:
                continue


class Deadly(Most):
    """Takes its whole process down in some deals."""

    def choose(self, view: Any, clock: Any) -> Any:
        if self.seed % 3 == 0:
            os._exit(9)
        return super().choose(view, clock)


class Broken(Most):
    """Has not found what it needs."""

    def __init__(self) -> None:
        raise RuntimeError("no model")


def no_bot() -> Any:
    """Makes a name, and no bot."""
    return "steady"
