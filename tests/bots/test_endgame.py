"""The search of the end-game: its values are those of plain minimax, and what it may choose is legal."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import inf
from random import Random
from typing import Any

import pytest

from openkub.bots.endgame import Duel, Search, plays
from openkub.bots.expert import last_moves
from openkub.bots.rollout import WIN, Ground
from openkub.law.moves import Move
from openkub.law.rules import EDITIONS, Rules
from openkub.law.score import ran_dry, unopened_pay, went_out
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.state import State
from openkub.solver import can_play
from openkub.solver.fast import NONE, Counts, goes_out
from tests.workshop.dealing import random_position
from tests.workshop.positions import bag, rules

LAWS = pytest.mark.parametrize("law", ["only_if_unable", "free"])
"""Who may pass when the pool is empty."""
SMALL = rules(opening_min_points=7, joker_penalty=7)
VARIANTS: list[dict[str, Any]] = [
    {"opening_turn_manipulation": "forbidden", "unopened_penalty": 20, "unopened_able_penalty": 40},
    {"pool_empty_winner_plus": "difference"},
    {},
]


def ends(seed: str, held: int, law: str) -> Iterator[tuple[Rules, Ground, Duel]]:
    """Little end-games without end: some sets, two racks, players who have opened or have not."""
    rng = Random(f"{seed} {law}")
    while True:
        chosen = replace(SMALL, empty_pool_pass=law, **rng.choice(VARIANTS))
        start = random_position(rng, sets=rng.randint(3, 6), rack=2 * held, numbers=range(2, 11), joker_share=0.02)
        tiles = rng.sample(list(start.rack), len(start.rack))
        racks = (Counts.of(TileBag(tiles[:held])), Counts.of(TileBag(tiles[held:])))
        opened = (rng.random() < 0.7, rng.random() < 0.7)
        if all(racks):
            yield chosen, Ground.of(chosen), Duel(Counts.of(start.table.bag), racks, opened, rng.random() < 0.2)


def end_of(rules: Rules, duel: Duel) -> float:
    """What the rules say of two racks at the end of a round, to the first of them."""
    racks = [rack.bag for rack in duel.racks]
    fixed = unopened_pay(rules, racks, duel.opened, lambda rack: can_play(Position(rules, Table(), rack, opened=False)))
    over = all(racks)
    outcome = ran_dry(rules, racks, fixed=fixed) if over else went_out(rules, racks, duel.racks.index(NONE), fixed)
    share = (0 in outcome.winners) / len(outcome.winners)
    return outcome.scores[0] + WIN * (share - 0.5)


def out(ground: Ground, duel: Duel) -> Iterator[Counts]:
    """The whole rack, if it can go."""
    rack, opened = duel.racks[0], duel.opened[0]
    table = NONE if ground.opens_apart and not opened else duel.table
    if goes_out(table, rack) and (opened or ground.opening.is_reached(rack)):
        yield rack


def plays_of(ground: Ground, duel: Duel) -> Iterator[Counts]:
    """The plays that the player to move thinks of."""
    return plays(ground, duel.table, duel.racks[0], opened=duel.opened[0])


def minimax(rules: Rules, ground: Ground, duel: Duel, depth: int) -> float:
    """The value by looking at everything: no table, no window."""
    going = list(out(ground, duel))
    if not depth and not going:
        mine, theirs = (ground.cost(rack, opened=has) for rack, has in zip(duel.racks, duel.opened, strict=True))
        return theirs - mine
    moves = going if not depth else [*going, *plays_of(ground, duel)]
    return max(-after(rules, ground, duel, laid, depth - 1) for laid in moves)


def after(rules: Rules, ground: Ground, duel: Duel, laid: Counts, depth: int) -> float:
    """The value of a move to the other player."""
    following = duel.after(laid)
    if not following.racks[1] or (not laid and duel.passed):
        return end_of(rules, following)
    return minimax(rules, ground, following, depth)


@LAWS
@pytest.mark.parametrize(("held", "depth", "games"), [(4, 99, 24), (5, 3, 60), (6, 2, 60)])
def test_a_value_is_that_of_plain_minimax(law: str, held: int, depth: int, games: int) -> None:
    for chosen, ground, duel in islice(ends("value", held, law), games):
        search = Search(ground)
        assert search.value(duel, depth, -inf, inf) == minimax(chosen, ground, duel, depth), duel
        assert search.value(duel, depth, -inf, inf) == minimax(chosen, ground, duel, depth), "a second look"


@LAWS
def test_a_value_outside_the_window_is_a_bound_and_is_kept_as_one(law: str) -> None:
    for chosen, ground, duel in islice(ends("window", 5, law), 60):
        search, true = Search(ground), minimax(chosen, ground, duel, 2)
        assert search.value(duel, 2, true + 10, true + 20) >= true
        assert search.value(duel, 2, true - 20, true - 10) <= true
        assert search.value(duel, 2, -inf, inf) == true


@LAWS
def test_the_best_play_is_the_best_of_plain_minimax(law: str) -> None:
    for chosen, ground, duel in islice(ends("best", 4, law), 12):
        moves = [*out(ground, duel), *plays_of(ground, duel)]
        values = {laid: -after(chosen, ground, duel, laid, 99) for laid in moves}
        assert values[Search(ground).best(duel, moves)] == max(values.values())


R8 = Counts.parse("r8")
DUEL = Duel(Counts.parse("r5 r6 r7"), (Counts.parse("r8 k1"), Counts.parse("k2")), (True, True))


def test_who_can_lay_passes_only_where_that_is_free() -> None:
    assert list(plays_of(Ground.of(rules(empty_pool_pass="free")), DUEL)) == [NONE, R8]
    assert list(plays_of(Ground.of(rules(empty_pool_pass="only_if_unable")), DUEL)) == [R8]


def test_who_can_lay_nothing_passes() -> None:
    assert list(plays_of(Ground.of(rules()), DUEL.after(R8))) == [NONE]


def test_a_short_search_still_chooses() -> None:
    assert Search(Ground.of(rules()), work=0).best(DUEL, [R8]) == R8


@pytest.mark.parametrize("edition", [name for name in EDITIONS if EDITIONS[name].pool_empty_rule == "play_on"])
@LAWS
def test_every_move_that_the_expert_looks_at_is_legal(edition: str, law: str) -> None:
    rng, legal = Random(edition + law), 0
    for _ in range(60):
        held = random_position(rng, rules(edition, empty_pool_pass=law), sets=8, rack=12, joker_share=0.1)
        racks = [held.rack, bag("k1 k2")]
        state = State.of(held.rules, held.table, racks, opened=[rng.random() < 0.8, True])
        moves = last_moves(state.view(0))
        assert all(state.check(move) is None for move in moves.values()), str(state)
        assert all(laid_by(state, move) == laid for laid, move in moves.items())
        legal += len(moves)
    assert legal > 200


def laid_by(state: State, move: Move) -> Counts:
    """The rack tiles that a move lays."""
    return Counts.of(state.racks[0] - state.apply(move).racks[0])
