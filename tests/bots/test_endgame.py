"""The search of the end-game: its values are those of plain minimax, and what it may choose is legal."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import inf
from random import Random

import pytest
from tests.positions import bag, rules, table
from tests.solver.deals import random_position

from openkub.bots.endgame import Duel, Search, plays
from openkub.bots.expert import facing, last_moves
from openkub.bots.ground import WIN, Ground
from openkub.rules import Rules
from openkub.score import ran_dry, went_out
from openkub.solver import kernel
from openkub.state import State
from openkub.tiles import TileBag

LAWS = [True, False]
"""Whether who can lay must."""
SEVEN = rules(opening_min_points=7, joker_penalty=7)


def ends(seed: str, held: int, law: bool) -> Iterator[tuple[Rules, Ground, Duel]]:
    """Little end-games without end: some sets, two racks, players who have opened or have not."""
    rng = Random(f"{seed} {law}")
    while True:
        chosen = replace(SEVEN, opening_turn_manipulation=rng.choice(["allowed", "forbidden"]))
        ground = replace(Ground.of(chosen), must_play_dry=law)
        start = random_position(rng, sets=rng.randint(3, 6), rack=2 * held, numbers=range(2, 11), joker_share=0.02)
        tiles = rng.sample(list(start.rack), len(start.rack))
        racks = (TileBag(tiles[:held]).bits, TileBag(tiles[held:]).bits)
        opened = (rng.random() < 0.7, rng.random() < 0.7)
        if all(racks):
            yield chosen, ground, Duel(start.table.bag.bits, racks, opened, rng.random() < 0.2)


def end_of(rules: Rules, duel: Duel) -> float:
    """What the rules say of two racks at the end of a round, to the first of them."""
    racks = [TileBag.from_bits(rack) for rack in duel.racks]
    outcome = ran_dry(rules, racks) if all(racks) else went_out(rules, racks, duel.racks.index(0))
    share = (0 in outcome.winners) / len(outcome.winners)
    return outcome.scores[0] + WIN * (share - 0.5)


def out(ground: Ground, duel: Duel) -> Iterator[int]:
    """The whole rack, if it can go."""
    rack, opened = duel.racks[0], duel.opened[0]
    table = 0 if ground.opens_apart and not opened else duel.table
    if kernel.can_go_out(table, rack) and (opened or ground.opens(rack)):
        yield rack


def minimax(rules: Rules, ground: Ground, duel: Duel, depth: int) -> float:
    """The value by looking at everything: no table, no window."""
    if not duel.racks[1] or (duel.passed and duel.racks == (0, 0)):
        return end_of(rules, duel)
    going = list(out(ground, duel))
    if not depth and not going:
        return ground.points(duel.racks[1]) - ground.points(duel.racks[0])
    moves = going if not depth else [*going, *plays(ground, duel)]
    return max(-after(rules, ground, duel, laid, depth - 1) for laid in moves)


def after(rules: Rules, ground: Ground, duel: Duel, laid: int, depth: int) -> float:
    """The value of a move to the other player."""
    following = duel.after(laid)
    if not following.racks[1] or (not laid and duel.passed):
        return end_of(rules, following)
    return minimax(rules, ground, following, depth)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("held", "depth", "games"), [(4, 99, 24), (5, 3, 60), (6, 2, 60)])
def test_a_value_is_that_of_plain_minimax(law: bool, held: int, depth: int, games: int) -> None:
    for chosen, ground, duel in islice(ends("value", held, law), games):
        search = Search(ground)
        assert search.value(duel, depth, -inf, inf) == minimax(chosen, ground, duel, depth), duel
        assert search.value(duel, depth, -inf, inf) == minimax(chosen, ground, duel, depth), "a second look"


@pytest.mark.parametrize("law", LAWS)
def test_a_value_outside_the_window_is_a_bound_and_is_kept_as_one(law: bool) -> None:
    for chosen, ground, duel in islice(ends("window", 5, law), 60):
        search, true = Search(ground), minimax(chosen, ground, duel, 2)
        assert search.value(duel, 2, true + 10, true + 20) >= true
        assert search.value(duel, 2, true - 20, true - 10) <= true
        assert search.value(duel, 2, -inf, inf) == true


@pytest.mark.parametrize("law", LAWS)
def test_the_best_play_is_the_best_of_plain_minimax(law: bool) -> None:
    for chosen, ground, duel in islice(ends("best", 4, law), 12):
        moves = [*out(ground, duel), *plays(ground, duel)]
        values = {laid: -after(chosen, ground, duel, laid, 99) for laid in moves}
        assert values[Search(ground).best(duel, moves)] == max(values.values())


def test_who_can_lay_does_not_pass_where_that_is_the_law() -> None:
    free = Ground.of(Rules())
    duel = Duel(table("r5 r6 r7").bag.bits, (bag("r8 k1").bits, bag("k2").bits), (True, True))
    assert 0 in plays(replace(free, must_play_dry=False), duel)
    assert list(plays(replace(free, must_play_dry=True), duel)) == [bag("r8").bits]


def test_a_short_search_still_chooses() -> None:
    ground = Ground.of(Rules())
    duel = Duel(table("r5 r6 r7").bag.bits, (bag("r8 r9 k1").bits, bag("k2").bits), (True, True))
    assert Search(ground, work=0).best(duel, list(plays(ground, duel))) in plays(ground, duel)
