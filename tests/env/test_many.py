"""Many rounds at once agree with the rounds of the referee at every step, and show no more."""

from random import Random
from typing import Any

import numpy as np
import pytest

from openkub.env import ACTIONS, DONE, IDLE, Building, ManyEnv, to_array
from openkub.env.arrays import SIZE
from openkub.env.seats import Reward, bit_array, rewards_of
from openkub.law.options import RulesCode, RulesError
from openkub.law.rules import EDITIONS, Rules
from openkub.pieces.tiles import TileBag
from openkub.play.state import State
from openkub.solver.rounds import Rounds

LAWS = (
    ("default", 2),
    ("sabra6", 5),
    ("sabra_xxl tile_set=160", 4),
    ("original_es tile_set=108", 3),
    ("default voluntary_draw=False opening_min_points=50", 2),
    ("default pool_empty_rule=immediate_lowest deal_size=20", 3),
    ("default empty_pool_pass=free pool_empty_winner_plus=difference", 4),
)
"""Rules and seats."""


def building_of(env: ManyEnv, lane: int) -> Building:
    return Building(env.rules, env.seats, env.seed_of(lane))


def chosen_action(rng: Random, building: Building) -> int:
    """At random, though seldom a draw where something can be laid, so that tables become crowded."""
    actions = building.actions()
    return rng.choice(actions if rng.random() < 0.1 or len(actions) == 1 else [a for a in actions if a != IDLE])


def compare(law: str, seats: int, rounds: int, reward: Reward = "win", lanes: int = 4) -> int:
    """Play so many rounds in both, and compare whatever is seen, legal and won: how many steps that were."""
    rng, steps, ended = Random(f"{law} {rounds}"), 0, 0
    with ManyEnv(lanes, rules=law, seats=seats, reward=reward, seed=rounds, threads=2) as env:
        buildings = [building_of(env, lane) for lane in range(lanes)]
        while ended < rounds:
            for lane, building in enumerate(buildings):
                view = building.state.view(building.turn)
                assert env.turns[lane] == building.turn
                assert env.masks[lane].tolist() == bit_array(building.legal, ACTIONS).tolist(), str(view)
                assert env.observations[lane].tobytes() == to_array(view, building.chosen).tobytes(), str(view)
            actions = [chosen_action(rng, building) for building in buildings]
            rewards, over, cut = env.step(actions)
            for lane, building in enumerate(buildings):
                building.act(actions[lane])
                steps += 1
                assert over[lane] == building.over
                assert not cut[lane]
                outcome = building.state.outcome
                if outcome:
                    worth = rewards_of(outcome.scores, outcome.winners, reward)
                    assert rewards[lane].tolist() == pytest.approx(worth)
                    buildings[lane], ended = building_of(env, lane), ended + 1
                else:
                    assert not rewards[lane].any()
    return steps


@pytest.mark.parametrize(("law", "seats"), LAWS)
def test_many_rounds_are_those_of_the_referee_step_by_step(law: str, seats: int) -> None:
    assert compare(law, seats, 4, reward="points") >= 200


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("law", "seats"), LAWS)
def test_thousands_of_rounds_are_those_of_the_referee_step_by_step(law: str, seats: int) -> None:
    steps = compare(law, seats, 1000, lanes=16)
    print(f"{law}, {seats} seats: 1,000 rounds, {steps:,} steps alike")


@pytest.mark.parametrize("edition", ["jumbo_de", "original_fr", "tournament"])
def test_rules_under_which_it_matters_how_tiles_lie_are_refused(edition: str) -> None:
    with pytest.raises(RulesError) as refused:
        ManyEnv(2, rules=edition)
    assert refused.value.code is RulesCode.NOT_IN_MANY
    assert "many rounds at once are played with allowed alone, not with forbidden" in str(refused.value)


def test_many_rounds_at_once_have_no_draw_and_play() -> None:
    with pytest.raises(RulesError, match="played with false alone, not with true") as refused:
        ManyEnv(2, rules="default play_after_draw=True")
    assert refused.value.field == "play_after_draw"


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"lanes": 0}, "lanes: '0' is no whole number from 1 on"),
        ({"lanes": 2.5}, "lanes: '2.5' is no whole number"),
        ({"lanes": 2, "threads": -1}, "threads: '-1' is no whole number"),
        ({"lanes": 2, "reward": "point"}, r"a reward is win or points, not 'point'; did you mean points\?"),
    ],
)
def test_what_cannot_be_played_is_told(asked: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        ManyEnv(**asked)


def test_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(RulesError, match="most_players"):
        ManyEnv(2, seats=7)


@pytest.mark.parametrize("action", [-1, ACTIONS, DONE, 1 << 40])
def test_an_action_that_is_not_legal_changes_nothing_in_any_lane(action: int) -> None:
    with ManyEnv(3, threads=2) as env:
        before = env.observations.tobytes() + env.masks.tobytes()
        with pytest.raises(ValueError, match="none of the legal actions of lane 1"):
            env.step([IDLE, action, IDLE])
        assert env.observations.tobytes() + env.masks.tobytes() == before
        with pytest.raises(ValueError, match="one action a lane"):
            env.step([IDLE, IDLE])
        env.step([IDLE, IDLE, IDLE])


def played(threads: int, steps: int) -> list[bytes]:
    """All that was written and won in so many steps, taken at random from a seed."""
    chance = np.random.default_rng(1)
    with ManyEnv(7, seats=3, seed=5, threads=threads) as env:
        seen = []
        for _ in range(steps):
            actions = (env.masks * chance.random(env.masks.shape)).argmax(axis=1)
            rewards, over, _ = env.step(actions)
            seen.append(b"".join([a.tobytes() for a in (env.observations, env.masks, env.turns, rewards, over)]))
    return seen


def test_the_number_of_threads_does_not_matter() -> None:
    assert played(1, 300) == played(3, 300)


def test_what_is_seen_is_written_into_the_arrays_of_the_caller() -> None:
    whole, masks = np.zeros((3, 4, SIZE), np.uint8), np.zeros((3, 4, ACTIONS), np.int8)
    with ManyEnv(4, observations=whole[0], masks=masks[0], threads=2) as env:
        assert masks[0].any(axis=1).all()
        env.step([IDLE] * 4, whole[1], masks[1])
        assert env.observations is not None
        assert whole[1].any(axis=1).all()
        assert not whole[2].any()


@pytest.mark.parametrize("wrong", [np.zeros((4, SIZE + 1), np.uint8), np.zeros((SIZE, 4), np.uint8).T])
def test_arrays_that_do_not_fit_are_refused(wrong: np.ndarray) -> None:
    with pytest.raises((TypeError, ValueError)):
        ManyEnv(4, observations=wrong, threads=1)


def written(racks: list[TileBag], pool: list[object]) -> bytes:
    rounds = Rounds(Rules(), 2, 1)
    rounds.deal(0, racks, pool, 0)  # type: ignore[arg-type]
    seen, masks, turns = bytearray(SIZE), bytearray(ACTIONS), bytearray(1)
    rounds.write(seen, masks, turns)
    return bytes(seen + masks + turns)


def test_what_a_seat_cannot_see_does_not_change_a_byte() -> None:
    state = State.deal("default", 2, "hidden lanes")
    hidden = [*state.racks[1], *state.pool]
    others = TileBag(hidden[-14:])
    assert others != state.racks[1]
    rest = hidden[:-14]
    assert written([state.racks[0], others], rest) == written(list(state.racks), list(state.pool))


def test_where_the_room_is_too_small_the_solver_is_asked_for_the_same_mask() -> None:
    rng, law = Random(3), EDITIONS["default"]
    building = Building(law, 2, "crowded")
    rounds = Rounds(law, 2, 1, most_edges=1)
    rounds.deal(0, building.state.racks, building.state.pool, building.turn)
    seen, masks, turns = bytearray(SIZE), bytearray(ACTIONS), bytearray(1)
    for _ in range(80):
        rounds.write(seen, masks, turns)
        assert list(masks) == bit_array(building.legal, ACTIONS).tolist()
        action = chosen_action(rng, building)
        rounds.step(np.array([action]))
        building.act(action)


def test_a_round_that_never_ends_is_cut_off() -> None:
    rounds = Rounds(Rules(), 2, 1, most_turns=3)
    dealt = State.deal("default", 2, "cut")
    rounds.deal(0, dealt.racks, dealt.pool, dealt.turn)
    for _ in range(3):
        rounds.write(bytearray(SIZE), bytearray(ACTIONS), bytearray(1))
        rounds.step(np.array([IDLE]))
    (end,) = rounds.ends()
    assert end.cut


def test_a_deal_that_is_not_of_the_kit_is_refused() -> None:
    dealt = State.deal("default", 2, "kit")
    with pytest.raises(ValueError, match="the kit has 2 of kind"):
        Rounds(Rules(), 2, 1).deal(0, dealt.racks, dealt.pool[1:], 0)
    with pytest.raises(ValueError, match="tiles of no kind"):
        Rounds(Rules(), 2, 1).deal(0, dealt.racks, [*dealt.pool, 60], 0)  # type: ignore[list-item]
