"""Writes turns.json anew: `.venv/bin/python tests/data/turns.py`.

Turns of players with a table, a rack and a table as it is left, and whether the referee takes it: plays of the solver,
and the same with a tile astray. The page's own judge of exercises, puzzles and the coach must say the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from openkub.law.moves import Play
from openkub.law.rules import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile
from openkub.play.state import State
from openkub.solver import best_play

FILE = Path(__file__).with_suffix(".json")
GAMES, TURNS = 2, 40


def positions(edition: str) -> Iterator[Position]:
    """What players see who follow the solver's advice."""
    for game in range(GAMES):
        state = State.deal(EDITIONS[edition], seats=2, seed=f"turns {edition} {game}")
        for _ in range(TURNS):
            if state.outcome:
                break
            seat = state.turn
            yield Position(state.rules, state.table, state.racks[seat], state.opened[seat])
            state = state.apply(best_play(state.view(seat)) or state.idle)


def turns(position: Position, chance: Random) -> Iterator[Table]:
    """A good turn, and some that a hand may try instead."""
    best = best_play(position)
    if not isinstance(best, Play):
        return
    yield best.table
    free = Position("default", position.table, position.rack, opened=True)
    other = best_play(free)
    if isinstance(other, Play) and other.table != best.table:
        yield other.table
    yield astray(best.table, chance)


def astray(table: Table, chance: Random) -> Table:
    """The table with one tile in another set."""
    sets: list[list[Tile]] = [list(meld) for meld in table]
    start, end = (chance.randrange(len(sets)) for _ in range(2))
    tile = sets[start].pop(chance.choice([0, -1]))
    sets[end].insert(chance.choice([0, len(sets[end])]), tile)
    return Table(Meld(meld) for meld in sets if meld)


def rows() -> Iterator[dict[str, str | bool]]:
    """Every turn with its verdict."""
    chance = Random("turns")
    for edition in EDITIONS:
        for position in positions(edition):
            for after in turns(position, chance):
                yield {
                    "rules": edition,
                    "table": str(position.table),
                    "rack": str(position.rack),
                    "opened": position.opened,
                    "after": str(after),
                    "legal": position.play_problem(after) is None,
                }


if __name__ == "__main__":
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows()) + "\n]\n")
