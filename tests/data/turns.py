"""Writes turns.json anew: `.venv/bin/python tests/data/turns.py`.

Turns of players with a table, a rack and a table as it is left, and whether the referee takes it: plays of the solver,
and the same with a tile astray. The page's own judge of exercises, puzzles and the coach must say the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from openkub.law.moves import Play
from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, Tile
from openkub.play.state import State
from openkub.solver import best_play
from tests.workshop.dealing import random_position

FILE = Path(__file__).with_suffix(".json")
GAMES, TURNS = 2, 40
HOUSE_RULES = tuple(
    f"{edition} joker_reuse={reuse}"
    for edition in ("default", "jumbo_de")
    for reuse in ("new_set", "new_set_with_rack_tiles", "new_set_with_two_rack_tiles")
    if f"{edition} {reuse}" != "jumbo_de new_set_with_rack_tiles"
)
"""House rules for freed jokers."""
FREED = 40
"""Number of positions with a joker on the table, for each of these rules."""


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


def with_jokers(rules: str) -> Iterator[Position]:
    """Small positions in which a joker of the table can be exchanged, as a rule."""
    chance = Random(f"turns {rules}")
    while True:
        low = chance.randrange(1, 10)
        numbers = range(low, low + 4)
        position = random_position(
            chance, Rules.parse(rules), jokers=2, sets=3, rack=6, numbers=numbers, joker_share=0.3
        )
        if JOKER in position.table.bag:
            yield position


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
            yield from (row(edition, position, after) for after in turns(position, chance))
    for rules in HOUSE_RULES:
        for position in islice(with_jokers(rules), FREED):
            yield from (row(rules, position, after) for after in turns(position, chance))


def row(rules: str, position: Position, after: Table) -> dict[str, str | bool]:
    """A turn with its verdict."""
    return {
        "rules": rules,
        "table": str(position.table),
        "rack": str(position.rack),
        "opened": position.opened,
        "after": str(after),
        "legal": position.play_problem(after) is None,
    }


if __name__ == "__main__":
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows()) + "\n]\n")
