"""Many rounds at once, stepped in native code and by several threads, for whoever learns from millions of steps.

>>> env = ManyEnv(4, seed=1)
>>> rewards, over, cut = env.step(env.masks.argmax(axis=1))
>>> env.observations.shape, env.masks.shape, rewards.shape, bool(over.any())
((4, 233), (4, 55), (4, 2), False)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from openkub.env.arrays import SIZE
from openkub.env.building import ACTIONS
from openkub.env.seats import MOST_TURNS, Reward, check_reward, rewards_of
from openkub.law.rules import Rules
from openkub.law.score import round_outcome
from openkub.notation.text import quoted
from openkub.play.state import State
from openkub.solver.rounds import End, Rounds

Arrays = tuple[NDArray[np.uint8], NDArray[np.int8]]
"""What is seen, and what may be done, a row a lane."""


def _check_number(what: str, number: int) -> None:
    if not isinstance(number, int) or number < 1:
        raise ValueError(f"{what}: {quoted(str(number))} is no whole number from 1 on")


class ManyEnv:
    """So many rounds, called lanes; in each the seat at turn acts, and a new one begins where one is over.

    What the seats at turn see, what they may do and who they are is written into `observations`, `masks` and `turns`,
    which may be arrays of the caller's. The same seed gives the same rounds, however many threads there are.
    """

    def __init__(
        self,
        lanes: int,
        *,
        rules: Rules | str = "default",
        seats: int = 2,
        reward: Reward = "win",
        seed: int = 0,
        threads: int | None = None,
        observations: NDArray[np.uint8] | None = None,
        masks: NDArray[np.int8] | None = None,
    ) -> None:
        self.rules, self.seats, self.lanes, self.reward = Rules.of(rules), seats, lanes, reward
        self.rules.check_seats(seats)
        check_reward(reward)
        _check_number("lanes", lanes)
        _check_number("threads", 1 if threads is None else threads)
        self.observations = np.zeros((lanes, SIZE), np.uint8) if observations is None else observations
        self.masks = np.zeros((lanes, ACTIONS), np.int8) if masks is None else masks
        self.turns = np.zeros(lanes, np.uint8)
        self._starters = np.zeros(lanes, np.uint8)
        self._parts = list(self._parted(min(threads or os.cpu_count() or 1, lanes)))
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self.reset(seed)

    def _parted(self, threads: int) -> Iterator[tuple[slice, Rounds]]:
        """Lanes that lie side by side for every thread."""
        for part in range(threads):
            here = slice(self.lanes * part // threads, self.lanes * (part + 1) // threads)
            yield here, Rounds(self.rules, self.seats, here.stop - here.start, MOST_TURNS)

    def reset(self, seed: int) -> Arrays:
        """New rounds in all lanes."""
        self._seed, self._rounds = seed, np.zeros(self.lanes, np.int64)
        for here, rounds in self._parts:
            for lane in range(rounds.lanes):
                self._deal(here, rounds, lane)
        self._for_all(self._write)
        return self.observations, self.masks

    def seed_of(self, lane: int) -> str:
        """The seed from which the round of a lane was dealt: `Building` and `State.deal` deal the same from it."""
        return f"{self._seed} {lane} {self._rounds[lane]}"

    def step(
        self,
        actions: ArrayLike,
        observations: NDArray[np.uint8] | None = None,
        masks: NDArray[np.int8] | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """One action in every lane: what it is worth to every seat, which rounds are over, and which were cut off.

        Of those the arrays show the new round already. `ValueError`, and nothing is done, if an action is not legal.
        """
        wanted = np.array(actions, np.int64)
        if wanted.shape != (self.lanes,):
            raise ValueError(f"there is one action a lane, {self.lanes} in all")
        for here, rounds in self._parts:
            wrong = rounds.wrong(wanted[here])
            if wrong is not None:
                lane = here.start + wrong
                raise ValueError(f"{wanted[lane]} is none of the legal actions of lane {lane}")
        self.observations = self.observations if observations is None else observations
        self.masks = self.masks if masks is None else masks
        rewards = np.zeros((self.lanes, self.seats), np.float32)
        over, cut = np.zeros(self.lanes, np.bool_), np.zeros(self.lanes, np.bool_)

        def step_part(here: slice, rounds: Rounds) -> None:
            rounds.step(wanted[here])
            for end in list(rounds.ends()):
                lane = here.start + end.lane
                over[lane], cut[lane] = not end.cut, end.cut
                rewards[lane] = 0 if end.cut else self._worth(end, lane)
                self._rounds[lane] += 1
                self._deal(here, rounds, end.lane)
            self._write(here, rounds)

        self._for_all(step_part)
        return rewards, over, cut

    def close(self) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _for_all(self, work: Callable[[slice, Rounds], None]) -> None:
        if self._pool is None:
            work(*self._parts[0])
        else:
            list(self._pool.map(lambda part: work(*part), self._parts))

    def _deal(self, here: slice, rounds: Rounds, lane: int) -> None:
        dealt = State.deal(self.rules, self.seats, self.seed_of(here.start + lane))
        self._starters[here.start + lane] = dealt.turn
        rounds.deal(lane, dealt.racks, dealt.pool, dealt.turn)

    def _write(self, here: slice, rounds: Rounds) -> None:
        rounds.write(self.observations[here], self.masks[here], self.turns[here])

    def _worth(self, end: End, lane: int) -> list[float]:
        starter = int(self._starters[lane])
        outcome = round_outcome(self.rules, end.racks, pool=end.pool, passes=end.passes, starter=starter)
        assert outcome, "a round that is over has an outcome"
        return rewards_of(outcome.scores, outcome.winners, self.reward)
