"""A player that learns from games against steady: `python learn.py 600 learnt` learns for ten minutes and keeps it."""

import sys
import time

import gymnasium
import numpy as np

from openkub.env import OBSERVED, SoloEnv

HOW = {"n_steps": 1024, "batch_size": 512, "n_epochs": 4, "gamma": 1, "learning_rate": 1e-3, "seed": 1}
SCALE = np.ones(233, np.float32)
SCALE[OBSERVED["counts"]], SCALE[OBSERVED["pool"]] = 1 / 14, 1 / 53


class Seat(gymnasium.ObservationWrapper):
    """One seat against a bot, whose arrays are numbers around one."""

    def __init__(self, against: str) -> None:
        super().__init__(SoloEnv(against))
        self.observation_space = gymnasium.spaces.Box(0, 32, (233,), np.float32)

    def observation(self, seen: dict) -> np.ndarray:
        return seen["observation"] * SCALE

    def action_masks(self) -> np.ndarray:
        return self.unwrapped.action_masks()


def play(model: object, against: str, games: int) -> int:
    """How many of so many games are won; without a model every legal action is as likely."""
    env, chance, won = Seat(against), np.random.default_rng(1), 0
    for game in range(games):
        (seen, _), over, cut = env.reset(seed=10**6 + game), False, False
        while not (over or cut):
            how = {"action_masks": env.action_masks(), "deterministic": True}
            action = model.predict(seen, **how)[0] if model else chance.choice(np.flatnonzero(how["action_masks"]))
            seen, worth, over, cut, _ = env.step(int(action))
        won += worth > 0
    return won


def main(seconds: float, kept: str) -> None:
    """Learn, keep what was learnt, and say what it is worth beside chance."""
    from sb3_contrib import MaskablePPO  # pip install sb3-contrib; a seat can be tried without it
    from stable_baselines3.common.vec_env import SubprocVecEnv

    seats, end = SubprocVecEnv([lambda: Seat("steady")] * 4), time.monotonic() + seconds
    model = MaskablePPO("MlpPolicy", seats, **HOW)
    model.learn(10**9, callback=lambda *_: time.monotonic() < end)
    model.save(kept)
    print(f"learnt for {model.num_timesteps} steps")
    for against in ("novice", "casual", "steady"):
        print(f"{against}: at random {play(None, against, 200)}, learnt {play(model, against, 200)} of 200 games won")


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2])
