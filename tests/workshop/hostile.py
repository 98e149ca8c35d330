"""Positions made to be slow: long racks, many jokers, full tables, and rules that no leaflet has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TILES, Tile, TileBag
from openkub.pieces.within import melds_within
from openkub.solver import best
from openkub.solver.fast import Counts, Opening

OPTIONS = {
    "tile_set": (106, 108, 160, 160),
    "opening_min_points": (1, 30, 50, 100, 100),
    "opening_sets": ("one_or_more", "one_or_more", "one"),
    "opening_joker_value": ("face", "zero"),
    "opening_turn_manipulation": ("allowed", "allowed", "forbidden"),
    "joker_replacement_source": ("rack", "rack_or_table", "any"),
    "joker_set_split": ("allowed", "forbidden"),
    "joker_reuse": ("same_turn_anywhere", "new_set", "new_set_with_rack_tiles", "new_set_with_two_rack_tiles"),
}
BANDS = (range(1, 14), range(1, 14), range(1, 6), range(4, 11), range(9, 14))


def hostile_positions(rng: Random) -> Iterator[Position]:
    """One after the other, endlessly."""
    while True:
        rules = replace(Rules(), **{name: rng.choice(values) for name, values in OPTIONS.items()})
        yield hostile_position(rng, rules)


def hostile_position(rng: Random, rules: Rules) -> Position:
    """A table of up to 120 tiles and a rack of up to 100, with as many jokers as there are."""
    left = rules.kit(2).bag
    table: list[Meld] = []
    wanted = rng.choice((0, 0, 9, 20, 40, 60, 90, 120))
    for _ in range(300):
        meld = _any_set(rng)
        if sum(map(len, table)) < wanted and meld.is_valid and meld.bag <= left:
            table.append(meld)
            left -= meld.bag
    band, thin = rng.choice(BANDS), rng.choice((1.0, 1.0, 0.6))
    numbered = [tile for tile in left if tile.number in band and rng.random() < thin]
    rng.shuffle(numbered)
    jokers = rng.randint(0, left.count(JOKER))
    rack = TileBag([*numbered[: rng.choice((7, 14, 25, 40, 55, 70, 85, 96))], *[JOKER] * jokers])
    return Position(rules, Table(table), rack, opened=rng.random() < 0.5)


def _any_set(rng: Random) -> Meld:
    """A run or a group, some of its tiles jokers; perhaps no valid set."""
    if rng.random() < 0.5:
        colour, first = rng.randrange(4), rng.randrange(11)
        kinds = range(first * 4 + colour, min(52, (first + rng.choice((3, 3, 4, 5, 6, 9))) * 4), 4)
        tiles = [TILES[kind] for kind in kinds]
    else:
        first = rng.randrange(13) * 4
        tiles = rng.sample(TILES[first : first + 4], rng.choice((3, 4)))
    return Meld(_or_joker(rng, tile) for tile in tiles)


def _or_joker(rng: Random, tile: Tile) -> Tile:
    return JOKER if rng.random() < 0.1 else tile


def hostile_plays(rng: Random) -> Iterator[tuple[Position, Table]]:
    """Openings that almost suffice, or just so: low tiles of the large box with jokers, beside a table or in it."""
    while True:
        rules = replace(Rules(), **{name: rng.choice(values) for name, values in OPTIONS.items()})
        rules = replace(rules, tile_set=160, opening_joker_value=rng.choice(("face", "face", "zero")))
        left, highest = list(rules.kit(2).bag), rng.choice((4, 4, 5, 5, 6, 7, 9, 13))
        low = TileBag([tile for tile in left if tile.is_joker or tile.number <= highest])
        before = _low_sets(rng, low, rng.choice((0, 0, 3, 9, 18, 30)))
        rest = list(low - before.bag)
        numbered = [tile for tile in rest if not tile.is_joker]
        rng.shuffle(numbered)
        jokers = [JOKER] * rng.randint(0, rest.count(JOKER))
        rack = TileBag([*numbered[: rng.randint(15, 60)], *jokers])
        laid = best(Position(Rules(tile_set=160), before, rack, opened=True), tidy=False, limit=60_000)
        after = laid.table if laid and rng.random() < 0.5 else Table((*before, *_low_sets(rng, rack, 60)))
        supply = Counts(after.bag.minus(before.bag).bits)
        points = Opening(0, rules.opening_joker_value == "face").points(supply) + rng.choice((-3, -1, 0, 1, 1, 2, 5))
        rules = replace(rules, opening_min_points=max(1, min(points, 100)))
        yield Position(rules, before, rack, opened=False), after


def _low_sets(rng: Random, tiles: TileBag, wanted: int) -> Table:
    """Sets of some of these tiles, about so many tiles in all."""
    sets: list[Meld] = []
    for _ in range(60 * (wanted > 0)):
        made = list(islice(melds_within(TileBag(rng.sample(list(tiles), min(len(tiles), 14)))), 200))
        if not made or sum(map(len, sets)) >= wanted:
            break
        sets.append(rng.choice(made))
        tiles -= sets[-1].bag
    return Table(sets)
