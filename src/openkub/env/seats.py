"""All seats of a round, one after the other, as PettingZoo wants them."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from openkub.env.arrays import SIZE, to_array, with_chosen
from openkub.env.building import ACTIONS, Building
from openkub.law.rules import Rules
from openkub.notation.text import nearest, quoted
from openkub.play.state import State

Reward = Literal["win", "points"]
REWARDS: tuple[str, ...] = get_args(Reward)
Observation = dict[str, NDArray[Any]]
MOST_TURNS = 1000
"""A round that has not ended by then is cut off."""


def bit_array(bits: int, size: int) -> NDArray[np.int8]:
    """The lowest bits of a number, one each."""
    packed = np.frombuffer(bits.to_bytes(size // 8 + 1, "little"), np.uint8)
    return np.unpackbits(packed, count=size, bitorder="little").view(np.int8)


def check_reward(reward: str) -> None:
    """Refuse what is no way to reward."""
    if reward not in REWARDS:
        raise ValueError(f"a reward is {' or '.join(REWARDS)}, not {quoted(reward)}{nearest(reward, REWARDS)}")


def rewards_of(scores: tuple[int, ...], winners: tuple[int, ...], reward: Reward) -> list[float]:
    """What the end of a round is worth to each seat: its points, a hundredth each; or one for winning, minus one."""
    if reward == "points":
        return [score / 100 for score in scores]
    share = 1 / len(winners)
    return [share if seat in winners else -1.0 for seat in range(len(scores))]


def spaces() -> tuple[Dict, Discrete]:
    """What is seen at every step, and what can be done."""
    seen = Box(0, 255, (SIZE,), np.uint8)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (ACTIONS,), np.int8)}), Discrete(ACTIONS)


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A round with two to six seats; what an agent observes is made from the view of its seat and nothing else."""

    metadata = {"name": "openkub_v0", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012  # as PettingZoo has it

    def __init__(
        self, rules: Rules | str = "default", seats: int = 2, reward: Reward = "win", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.rules = Rules.of(rules)
        self.rules.check_seats(seats)
        check_reward(reward)
        self.reward, self.render_mode = reward, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation, action = spaces()
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = dict.fromkeys(self.possible_agents, action)
        self._chance, _ = np_random(None)
        self._building: Building | None = None
        self._seen: tuple[State, int, NDArray[np.uint8]] | None = None
        """The last array that was made, of which state and for which seat; while tiles are chosen it stays true."""

    @property
    def building(self) -> Building:
        """The round."""
        if self._building is None:
            raise ResetNeeded("no round is being played: reset() deals one")
        return self._building

    def observation_space(self, agent: str) -> Dict:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new round, dealt from the seed, or from the chance that the last seed began."""
        if seed is not None:
            self._chance, _ = np_random(seed)
        self._building = Building(self.rules, len(self.possible_agents), self._chance.bytes(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.building.turn]

    def observe(self, agent: str) -> Observation:
        """What that agent sees now, and what it may do, which is nothing while others are at turn."""
        seat, building = self._seat[agent], self.building
        at_turn = agent == self.agent_selection
        if self._seen is None or self._seen[0] is not building.state or self._seen[1] != seat:
            self._seen = building.state, seat, to_array(building.state.view(seat))
        seen = with_chosen(self._seen[2], building.chosen) if at_turn else self._seen[2].copy()
        return {"observation": seen, "action_mask": bit_array(building.legal if at_turn else 0, ACTIONS)}

    def step(self, action: int | None) -> None:
        """One action of the agent that is at turn."""
        building, agent = self.building, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if building.act(int(action if action is not None else -1)):
            self._end_turn()
            self._accumulate_rewards()

    def _end_turn(self) -> None:
        outcome = self.building.state.outcome
        if outcome:
            worth = rewards_of(outcome.scores, outcome.winners, self.reward)
            self.rewards = dict(zip(self.possible_agents, worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(self.building.state.history) >= MOST_TURNS:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.building.turn]

    def render(self) -> str | None:
        """The round as the seat at turn sees it, as text."""
        return str(self.building.state.view(self.building.turn)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


def table_env(**options: Any) -> OrderEnforcingWrapper:
    """A `TableEnv` with the wrapper that tells a wrong order of calls."""
    return OrderEnforcingWrapper(TableEnv(**options))
