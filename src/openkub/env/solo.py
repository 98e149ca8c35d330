"""A Gymnasium environment: one learning seat against bots. Its registered id is `openkub/Solo-v0`.

>>> env = gymnasium.make(ID, opponents=["steady", "casual"], rules="original_es")
>>> _, _ = env.reset(seed=1), env.action_space.seed(1)
>>> bool(env.unwrapped.action_masks()[env.action_space.sample(env.unwrapped.action_masks())])
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from openkub.bots import Bot, Clock, make_bot
from openkub.env.arrays import to_array
from openkub.env.building import ACTIONS, Building
from openkub.env.seats import MOST_TURNS, Observation, Reward, bit_array, check_reward, rewards_of, spaces
from openkub.law.rules import Rules
from openkub.notation.text import quoted

ID = "openkub/Solo-v0"
"""Id in Gymnasium's registry."""
Opponent = str | Bot
"""The name of a bot, or a bot object."""


class SoloEnv(gymnasium.Env[Observation, int]):
    """A Gymnasium environment in which the first seat learns and bots play the other seats.

    `opponents` is one bot or a list of one to five bots, each a name or an object. Each bot adds a seat.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        opponents: Opponent | Sequence[Opponent] = "novice",
        *,
        rules: Rules | str = "default",
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        self.rules = Rules.of(rules)
        self.bots = [_bot(bot) for bot in (opponents if isinstance(opponents, list | tuple) else [opponents])]
        self.rules.check_seats(1 + len(self.bots))
        check_reward(reward)
        self._building: Building | None = None
        self.reward, self.render_mode = reward, render_mode
        self.observation_space, self.action_space = spaces()  # type: ignore[assignment]  # Discrete gives its own int

    @property
    def building(self) -> Building:
        """The round."""
        if self._building is None:
            raise ResetNeeded("no round is being played: reset() deals one")
        return self._building

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new round; the bots have played until it is the learner's turn."""
        super().reset(seed=seed)
        self._building = Building(self.rules, 1 + len(self.bots), self.np_random.bytes(32))
        self._let_bots_play()
        return self._seen(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One action of the learner, and whatever the bots do behind it; one that is not legal changes nothing."""
        wanted = int(action)
        if not 0 <= wanted < ACTIONS or not self.building.legal >> wanted & 1:
            return self._seen(), 0.0, self.building.over, False, {"illegal": True}
        if self.building.act(wanted):
            self._let_bots_play()
        outcome = self.building.state.outcome
        worth = rewards_of(outcome.scores, outcome.winners, self.reward)[0] if outcome else 0.0
        cut = not outcome and len(self.building.state.history) >= MOST_TURNS
        return self._seen(), worth, outcome is not None, cut, {}

    def action_masks(self) -> NDArray[np.int8]:
        """Return the action mask: 1 for each legal action. MaskablePPO of sb3-contrib calls this method."""
        return bit_array(self.building.legal, ACTIONS)

    def render(self) -> str | None:
        """The round as the learner sees it, as text."""
        return str(self.building.state.view(0)) if self.render_mode == "ansi" else None

    def _let_bots_play(self) -> None:
        building = self.building
        while building.turn and not building.over:
            bot = self.bots[building.turn - 1]
            building.apply(bot.choose(building.state.view(building.turn), Clock()))

    def _seen(self) -> Observation:
        seen = to_array(self.building.state.view(0), self.building.chosen)
        return {"observation": seen, "action_mask": self.action_masks()}


def _bot(bot: object) -> Bot:
    """Return the bot, or make the bot of that name."""
    if isinstance(bot, str):
        return make_bot(bot)
    if isinstance(bot, type) or not isinstance(bot, Bot):
        raise TypeError(f"{quoted(bot)} is no bot: give a name or an object with choose(view, clock)")
    return bot


if ID not in gymnasium.registry:
    gymnasium.register(ID, f"{__name__}:{SoloEnv.__name__}")
