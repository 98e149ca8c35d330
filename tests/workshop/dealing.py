"""Positions to be solved: random ones of any size, and those of games in which every seat plays its best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import cycle, islice, pairwise
from random import Random

from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TILES, Colour, Tile, TileBag
from openkub.play.state import State
from openkub.solver import Weights, best_play
from openkub.solver.answers import Objective

OBJECTIVES: tuple[Objective, ...] = ("tiles", "value", "fewest")


def random_set(rng: Random, numbers: range) -> list[Tile]:
    """A group or a run without jokers."""
    if rng.random() < 0.45 or len(numbers) < 3:
        number = rng.choice(numbers)
        return [Tile.of(colour, number) for colour in rng.sample(list(Colour), rng.choice((3, 3, 4)))]
    length = min(rng.choice((3, 3, 3, 4, 5, 6, 8, 13)), len(numbers))
    first = rng.choice(numbers[: len(numbers) - length + 1])
    colour = rng.choice(list(Colour))
    return [Tile.of(colour, first + i) for i in range(length)]


def random_position(
    rng: Random,
    rules: Rules = EDITIONS["default"],
    *,
    kit: Kit = Kit.OFFICIAL,
    jokers: int = 2,
    sets: int = 12,
    rack: int = 14,
    numbers: range = range(1, 14),
    joker_share: float = 0.15,
    opened: bool = True,
) -> Position:
    """Random sets as long as tiles last, some tiles of them jokers; then a rack of what is left of these numbers."""
    left = Counter({tile: kit.copies for tile in TILES if tile.number in numbers})
    left[JOKER] = min(jokers, kit.jokers)
    table: list[Meld] = []
    for _ in range(4 * sets):
        tiles = random_set(rng, numbers)
        for place in range(len(tiles)):
            joker_left = tiles.count(JOKER) < left[JOKER] and len(tiles) - tiles.count(JOKER) > 1
            if rng.random() < joker_share and joker_left:
                tiles[place] = JOKER
        if Counter(tiles) <= left and len(table) < sets:
            left -= Counter(tiles)
            table.append(Meld(tiles))
    pool = sorted(left.elements())
    return Position(rules, Table(table), TileBag(rng.sample(pool, min(rack, len(pool)))), opened)


def good_game(rules: Rules, seats: int, rng: Random, turns: int = 300) -> Iterator[State]:
    """Every state of a round in which seats play their best, most tiles or most value, and now and then just draw."""
    state = State.deal(rules, seats, f"{rng.random()}")
    lazy = rng.choice((0.0, 0.1, 0.5))
    for _ in range(turns):
        if state.outcome:
            return
        yield state
        idle = state.idle
        if rng.random() < lazy and not rules.must_lay(len(state.pool)):
            state = state.apply(idle)
        else:
            play = best_play(state.view(state.turn), rng.choice(OBJECTIVES[:2]), tidy=rng.random() < 0.5)
            state = state.apply(play or idle)


def games(editions: Iterable[str], rng: Random, seats: Iterable[int] = (2, 3, 4)) -> Iterator[State]:
    """States of one game after the other, endlessly, with all kits."""
    for edition, count, kit in zip(cycle(editions), cycle(seats), cycle(Kit), strict=False):
        rules = replace(EDITIONS[edition], tile_set=kit.value)
        yield from good_game(rules, min(count, rules.most_players), rng)


def position_in(state: State) -> Position:
    """What the seat whose turn it is looks at."""
    return Position(state.rules, state.table, state.racks[state.turn], state.opened[state.turn])


def positions_of_games(editions: Iterable[str], rng: Random, count: int, every: int = 1) -> Iterator[Position]:
    """Positions of players who are to move."""
    return islice(map(position_in, games(editions, rng)), 0, count * every, every)


def random_weights(rng: Random) -> Weights:
    """Gains that differ by kind and copy, many of them nothing."""
    top = rng.choice((1, 3, 100))
    return Weights.of({tile: [rng.randrange(top + 1) for _ in range(4)] for tile in TILES})


def gains_of(weights: Weights) -> dict[int, list[int]]:
    """What every copy gains, as the integer program wants it."""
    gains = {}
    for kind, row in enumerate(weights.rows):
        gains[kind] = [row[0], *(after - before for before, after in pairwise(row))]
    return gains


def mixed(rng: Random, rules: Rules = EDITIONS["default"]) -> Iterator[Position]:
    """Random positions without end: every kit, no joker to four, sparse and crowded."""
    for kit in cycle(Kit):
        jokers = rng.randrange(kit.jokers + 1)
        low = rng.randrange(1, 9) if rng.random() < 0.4 else 1
        numbers = range(low, 14 if low == 1 else low + rng.randrange(3, 6))
        position = random_position(
            rng,
            rules,
            kit=kit,
            jokers=jokers,
            sets=rng.randrange(26 if rng.random() < 0.3 else 10),
            rack=rng.randrange(1, 24),
            numbers=numbers,
        )
        if position.rack:
            yield position


def some_positions(seed: int, count: int) -> list[Position]:
    """So many of games, and half as many random ones."""
    rng = Random(seed)
    return [*positions_of_games(EDITIONS, rng, count), *islice(mixed(rng), count // 2)]
