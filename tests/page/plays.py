"""Plays as a hand lays them: new sets from the rack, and tiles added at the ends of sets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from openkub.play.state import State
from openkub.solver import best_play
from tests.page.tables import Story

SHORT = "default deal_size=5 opening_min_points=1 rounds=1"
SECRET = 3168
"""With these tiles the first seat draws, lays sets, adds to others, and wins within a few turns."""


@dataclass(frozen=True)
class Lay:
    """A new set."""

    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Add:
    """A tile beside another one, at the left or right end of its set."""

    kind: str
    beside: str
    side: str


def short_game() -> Any:
    """A whole game for two who follow the solver's advice."""
    return Story("Anna", "Bruno", rules=SHORT, secret=SECRET).dealt()


def advice(state: State) -> Any:
    """The best play of the player to move; None if there is none."""
    return best_play(state.view(state.turn))


def steps(before: Any, after: Any) -> Iterator[Any]:
    """How a hand gets from one table to the other."""
    old = [list(map(str, before[number])) for number in before.not_in(after)]
    for number in after.not_in(before):
        new = list(map(str, after[number]))
        known = next((meld for meld in old if _within(meld, new) is not None), None)
        if known is None:
            yield Lay(tuple(new))
        else:
            yield from _adds(known, new)


def _within(short: Any, long: Any) -> Any:
    """Where a set goes on unbroken in a longer one."""
    places = range(len(long) - len(short) + 1)
    return next((place for place in places if long[place : place + len(short)] == short), None)


def _adds(known: Any, new: Any) -> Iterator[Any]:
    start = _within(known, new)
    for place in range(start - 1, -1, -1):
        yield Add(new[place], new[place + 1], "left")
    for place in range(start + len(known), len(new)):
        yield Add(new[place], new[place - 1], "right")
