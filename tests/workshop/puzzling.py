"""Puzzles: positions of games in which exactly the tiles of the best play are on the rack; and who solves them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from openkub import EDITIONS
from openkub.bots import LEVELS, Clock, make_bot
from openkub.law.moves import Play
from openkub.play.state import State
from openkub.solver import best, difficulty
from tests.workshop.dealing import good_game

Success = dict[int, tuple[int, dict[str, float]]]
"""By grade: how many puzzles there were, and which share of them every bot solved."""


def puzzles(rng: Random) -> Iterator[tuple[State, int]]:
    """States in which the player can go out, with the grade of the play that disturbs least; without end."""
    while True:
        for state in good_game(EDITIONS["default"], rng.choice((2, 3, 4)), rng):
            seat = state.turn
            view = state.view(seat)
            answer = best(view) if state.opened[seat] and state.table else None
            if answer:
                racks = tuple(answer.laid if other == seat else rack for other, rack in enumerate(state.racks))
                rest = state.racks[seat] - answer.laid
                yield replace(state, racks=racks, pool=(*state.pool, *rest)), difficulty(view, answer.table).grade


def success(seed: int, each: int) -> Success:
    """Give so many puzzles of every grade to the five levels."""
    bots = {name: make_bot(name) for name in LEVELS}
    solved: dict[int, Counter[str]] = {grade: Counter() for grade in range(1, 6)}
    for state, grade in puzzles(Random(seed)):
        if all(counts["puzzles"] >= each for counts in solved.values()):
            break
        if solved[grade]["puzzles"] < each:
            solved[grade]["puzzles"] += 1
            for name, bot in bots.items():
                solved[grade][name] += goes_out(state, bot.choose(state.view(state.turn), Clock()))
    return {
        grade: (counts["puzzles"], {name: counts[name] / counts["puzzles"] for name in bots})
        for grade, counts in solved.items()
    }


def goes_out(state: State, move: object) -> bool:
    """Whether a move lays the whole rack."""
    return isinstance(move, Play) and move.table.bag == state.table.bag + state.racks[state.turn]
