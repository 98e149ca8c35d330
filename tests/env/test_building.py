"""A turn built tile by tile: what is legal leads to a play, and every play can be built."""

from random import Random

import pytest

from openkub.env import DONE, IDLE, Building
from openkub.law.moves import Play
from openkub.law.rules import EDITIONS
from openkub.pieces.tiles import Tile
from openkub.solver import best_play
from tests.workshop.positions import round_of


def play_at_random(building: Building, rng: Random, most: int = 4000) -> int:
    steps = 0
    while not building.over and steps < most:
        building.act(rng.choice(building.actions()))
        steps += 1
    return steps


@pytest.mark.parametrize("edition", [*EDITIONS, "default play_after_draw=True"])
def test_whatever_is_legal_leads_to_the_end_of_the_round(edition: str) -> None:
    building = Building(f"{edition}", 2, f"random {edition}")
    play_at_random(building, Random(edition))
    assert building.over


@pytest.mark.parametrize("seats", [3, 5])
def test_a_play_of_the_solver_can_be_built_tile_by_tile(seats: int) -> None:
    building = Building("default", seats, "built")
    laid = 0
    while not building.over:
        play = best_play(building.state.view(building.turn))
        if play is None:
            building.act(IDLE)
            continue
        tiles = play.table.bag - building.state.table.bag
        assert not any(building.act(int(tile)) for tile in tiles)
        assert building.chosen == tiles
        assert building.act(DONE)
        assert isinstance(building.state.history[-1].move, Play)
        laid += 1
    assert laid >= 5


def test_a_tile_that_no_play_holds_cannot_be_chosen() -> None:
    building = Building.at(round_of("r8 k1 / y2", "r5 r6 r7", empty_pool_pass="free"))
    assert building.actions() == [int(Tile("r8")), IDLE]
    building.act(int(Tile("r8")))
    assert building.actions() == [DONE]


def test_who_must_lay_cannot_idle() -> None:
    assert Building.at(round_of("r8 k1 / y2", "r5 r6 r7", voluntary_draw=False)).actions() == [int(Tile("r8"))]
    assert Building.at(round_of("k1 / y2", "r5 r6 r7", voluntary_draw=False)).actions() == [IDLE]


@pytest.mark.parametrize("action", [-1, 1, DONE, 55])
def test_an_action_that_is_not_legal_is_refused(action: int) -> None:
    building = Building.at(round_of("r8 k1 / y2", "r5 r6 r7", empty_pool_pass="free"))
    with pytest.raises(ValueError, match="is none of the legal actions"):
        building.act(action)
    assert not building.chosen


def test_after_a_draw_that_does_not_end_the_turn_idling_ends_it() -> None:
    building = Building.at(round_of("r9 k1 / y2", "r5 r6 r7", "r8 y1", play_after_draw=True))
    assert building.actions() == [IDLE]
    assert building.act(IDLE)
    assert (building.turn, building.actions()) == (0, [int(Tile("r8")), int(Tile("r9")), IDLE])
    building.act(int(Tile("r8")))
    assert building.actions() == [int(Tile("r9")), DONE]
    building.act(DONE)
    assert (building.turn, [str(turn) for turn in building.state.history]) == (
        1,
        ["1 draw +1", "1 play r5 r6 r7 r8"],
    )


def test_who_has_drawn_need_not_lay_where_who_can_must() -> None:
    building = Building.at(round_of("k1 / y2", "r5 r6 r7", "r8", play_after_draw=True, voluntary_draw=False))
    building.act(IDLE)
    assert building.actions() == [int(Tile("r8")), IDLE]
    building.act(IDLE)
    assert building.turn == 1
