"""Positions to be solved, always the same: rows of a file, the turns of greedy games, random ones of a given size."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from lib import ROOT
from openkub import EDITIONS, Rules, State, Table, Tile, TileBag
from openkub.law.turns import Position
from openkub.pieces.melds import Meld
from openkub.pieces.tiles import JOKER, TILES, Colour
from openkub.solver import best_play

DEFAULT = EDITIONS["default"]
LARGE = replace(DEFAULT, tile_set=160)
FILES = ROOT / "tests" / "data" / "solver"


@dataclass(frozen=True, slots=True)
class Row:
    """A position of the file, with the most tiles that can be laid; `hard` ones have two jokers and crowded tables."""

    position: Position
    tiles: int
    hard: bool


def rows(file: str = "positions.jsonl") -> list[Row]:
    return [_row(json.loads(line)) for line in (FILES / file).read_text().splitlines()]


def _row(data: dict[str, Any]) -> Row:
    table, rack = Table(Meld(map(Tile, meld)) for meld in data["table"]), TileBag(map(Tile, data["rack"]))
    return Row(Position(DEFAULT, table, rack, opened=True), data["opt_tiles"], data.get("hard", False))


def greedy_states(rules: Rules, seats: int, seed: str, *, tidy: bool = False) -> Iterator[State]:
    """Every state of a round in which all seats lay as many tiles as they can, its end too."""
    state = State.deal(rules, seats, seed)
    yield state
    while not state.outcome:
        play = best_play(state.view(state.turn), tidy=tidy)
        state = state.apply(play or state.idle)
        yield state


def positions_of_games(rules: Rules, seats: int, games: int) -> list[Position]:
    """What the seats of some greedy games look at when it is their turn."""
    states = (state for game in range(games) for state in greedy_states(rules, seats, f"solver {game}"))
    return [
        Position(state.rules, state.table, state.racks[state.turn], state.opened[state.turn])
        for state in states
        if not state.outcome
    ]


def random_position(rng: Random, *, tiles: int, rack: int, jokers: int, rules: Rules = DEFAULT) -> Position:
    """At least so many tiles on the table in random sets, so many on the rack; the jokers lie anywhere among them."""
    kit = rules.kit(2)
    left = Counter({tile: kit.copies for tile in TILES if not tile.is_joker})
    wild = set(rng.sample(range(tiles + rack), jokers)) if tiles + rack else set()
    on_table, table = sum(place < tiles for place in wild), list[Meld]()
    for _ in range(1000):
        if sum(map(len, table)) >= tiles:
            break
        meld = _random_set(rng)
        joker = rng.randrange(len(meld)) if on_table else None
        if joker is not None:
            meld[joker] = JOKER
        needs = Counter(tile for tile in meld if not tile.is_joker)
        if needs <= left:
            left -= needs
            on_table -= joker is not None
            table.append(Meld(meld))
    pool = sorted(left.elements())
    on_rack = min(jokers - sum(place < tiles for place in wild) + on_table, rack)
    racked = rng.sample(pool, min(rack - on_rack, len(pool)))
    return Position(rules, Table(table), TileBag([*racked, *[JOKER] * on_rack]), opened=True)


def _random_set(rng: Random) -> list[Tile]:
    """Of its own, not the tests': figures are compared with earlier ones, so the positions stay."""
    if rng.random() < 0.5:
        number = rng.randrange(1, 14)
        return [Tile.of(colour, number) for colour in rng.sample(list(Colour), rng.choice((3, 3, 4)))]
    length, colour = rng.choice((3, 3, 3, 4, 4, 5, 6)), rng.choice(list(Colour))
    first = rng.randrange(1, 15 - length)
    return [Tile.of(colour, first + place) for place in range(length)]
