"""The environments as their libraries test them, and what an agent may know."""

import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from runpy import run_path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from openkub.bots.baselines import Steady
from openkub.env import ACTIONS, IDLE, OBSERVED, SoloEnv, TableEnv, table_env, to_array
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.state import State
from tests.workshop.positions import rules

DRAW_AND_PLAY = "default play_after_draw=True"
LEARN = Path(__file__).parents[2] / "docs/examples/learn.py"


@pytest.mark.parametrize(("law", "seats"), [("default", 2), ("default", 4), (DRAW_AND_PLAY, 2)])
def test_pettingzoo_has_nothing_against_it(law: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of observations that are dictionaries
        api_test(table_env(rules=law, seats=seats), num_cycles=300)
    assert "Passed" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_round() -> None:
    seed_test(table_env, num_cycles=200)


@pytest.mark.parametrize(("law", "reward"), [("default", "win"), ("default", "points"), (DRAW_AND_PLAY, "win")])
def test_gymnasium_has_nothing_against_it(law: str, reward: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an illegal action is refused, which its random player is not used to
        check_env(SoloEnv("novice", rules=law, reward=reward), skip_render_check=True)


def test_the_seat_of_the_learning_example_is_an_environment_and_plays() -> None:
    example = run_path(str(LEARN))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as above
        check_env(example["Seat"]("novice"), skip_render_check=True)
    assert example["play"](None, "novice", 3) == 3
    assert len(LEARN.read_text().splitlines()) <= 60


def test_a_whole_round_against_bots_ends_with_a_reward() -> None:
    env = SoloEnv(["novice", "casual"])
    seen, _ = env.reset(seed=7)
    chance, worth, over = np.random.default_rng(7), 0.0, False
    while not over:
        seen, worth, over, cut, _ = env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        assert not cut
    assert worth in (1.0, -1.0)


@pytest.mark.parametrize("made", [SoloEnv, TableEnv, table_env])
def test_a_reward_that_there_is_not_is_refused(made: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match=r"a reward is win or points, not 'wins'; did you mean win\?"):
        made(reward="wins")


@pytest.mark.parametrize("opponents", [7, Steady, ["steady", 7], [["steady"]]])
def test_what_is_no_bot_is_refused(opponents: object) -> None:
    with pytest.raises(TypeError, match=r"is no bot: give a name or an object with choose\(view, clock\)"):
        SoloEnv(opponents)  # type: ignore[arg-type]


def test_a_bot_name_that_nobody_has_is_refused() -> None:
    with pytest.raises(ValueError, match=r"did you mean steady\?"):
        SoloEnv("stedy")


@pytest.mark.parametrize("opponents", ["casual", ["casual", Steady()], (Steady(),), Steady()])
def test_gymnasium_makes_it_with_any_opponents_and_it_passes_the_checker(opponents: Any) -> None:
    env = gymnasium.make("openkub/Solo-v0", opponents=opponents, rules="sabra6", reward="points", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=False)
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(100):
        mask = env.get_wrapper_attr("action_masks")()
        assert mask.dtype == np.int8
        seen, _, over, cut, info = env.step(env.action_space.sample(mask))
        assert "illegal" not in info
        assert seen["action_mask"].tolist() == env.unwrapped.action_masks().tolist()
        if over or cut:
            env.reset()
    assert str(env.unwrapped.building.state.view(0)) == env.render()


def test_the_id_alone_names_the_module_to_import() -> None:
    script = "import gymnasium; print(gymnasium.make('openkub.env:openkub/Solo-v0').spec.id)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout == "openkub/Solo-v0\n"


def test_many_are_made_at_once_and_sampled_by_their_masks() -> None:
    envs = gymnasium.make_vec("openkub/Solo-v0", num_envs=3, opponents=["novice", "casual"], rules="original_es")
    seen, _ = envs.reset(seed=1)
    envs.action_space.seed(1)
    for _ in range(50):
        assert (seen["action_mask"].shape, seen["action_mask"].dtype) == ((3, ACTIONS), np.int8)
        seen, _, _, _, info = envs.step(envs.action_space.sample(envs.call("action_masks")))
        assert "illegal" not in info


@pytest.mark.parametrize("env", [SoloEnv(), TableEnv()])
def test_who_steps_before_there_is_a_round_is_told_to_reset(env: Any) -> None:
    for ask in (lambda: env.step(0), lambda: env.building):
        with pytest.raises(ResetNeeded, match=r"no round is being played: reset\(\) deals one"):
            ask()


@pytest.mark.parametrize("action", [-1, ACTIONS, 1000])
def test_a_number_that_is_no_action_is_told_as_illegal(action: int) -> None:
    env = SoloEnv()
    env.reset(seed=1)
    assert env.step(action)[-1] == {"illegal": True}


def test_the_rewards_of_a_round_by_points_sum_to_zero() -> None:
    env = TableEnv(seats=3, reward="points")
    env.reset(seed=3)
    chance = np.random.default_rng(3)
    while not any(env.terminations.values()):
        env.step(int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert max(env.rewards.values()) > 0


def test_an_array_says_what_the_view_says() -> None:
    state = State.deal(rules(), 3, "array").apply(State.deal(rules(), 3, "array").idle)
    view = state.view(1)
    seen = to_array(view, TileBag([next(iter(view.rack))]))
    part = {name: seen[where].tolist() for name, where in OBSERVED.items()}
    assert part["rack"] == [view.rack.count(tile) for tile in map(Tile, map(str, _kinds()))]
    assert part["unseen"] == [view.unseen.count(tile) for tile in _kinds()]
    assert sum(part["chosen"]) == 1
    assert part["counts"] == [view.counts[1], view.counts[2], view.counts[0], 0, 0, 0]
    assert part["playing"] == [1, 1, 1, 0, 0, 0]
    assert (part["pool"], part["must_lay"]) == ([view.pool], [0])


def _kinds() -> list[Tile]:
    return [Tile.of(colour, number) for number in range(1, 14) for colour in type(Tile("r1").colour)] + [Tile("*")]


def test_what_a_seat_cannot_see_does_not_change_a_byte_of_its_array() -> None:
    state = State.deal(rules(), 2, "hidden")
    hidden = [*state.racks[1], *state.pool]
    other = replace(state, racks=(state.racks[0], TileBag(hidden[-14:])), pool=tuple(hidden[:-14]))
    assert other.racks[1] != state.racks[1]
    assert to_array(other.view(0)).tobytes() == to_array(state.view(0)).tobytes()


def test_while_others_are_at_turn_nothing_may_be_done_and_their_choice_is_not_seen() -> None:
    env = TableEnv(seats=2)
    env.reset(seed=1)
    chance = np.random.default_rng(1)
    while not env.building.chosen:
        env.step(int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    (waiting,) = set(env.agents) - {env.agent_selection}
    seen = env.observe(waiting)
    assert seen["action_mask"].tolist() == [0] * ACTIONS
    assert not seen["observation"][OBSERVED["chosen"]].any()


def test_who_has_drawn_is_at_turn_again_sees_the_tile_and_may_lay_or_idle() -> None:
    env = TableEnv(rules=DRAW_AND_PLAY, seats=2)
    env.reset(seed=3)
    agent = env.agent_selection
    env.step(IDLE)
    seen = env.observe(agent)
    assert env.agent_selection == agent
    assert (seen["observation"][OBSERVED["rack"]].sum(), seen["observation"][OBSERVED["must_lay"]][0]) == (15, 2)
    assert seen["action_mask"][IDLE]
    env.step(IDLE)
    assert env.agent_selection != agent


def test_a_learner_alone_against_bots_may_lay_after_the_draw() -> None:
    env = SoloEnv(["novice", "casual"], rules=DRAW_AND_PLAY)
    env.reset(seed=7)
    env.step(IDLE)
    assert (env.building.turn, env.building.state.has_drawn) == (0, True)
    env.step(IDLE)
    assert not env.building.state.has_drawn
