"""The environment: steps a second of random players with masks, beside other card games' environments.

A step is one action. CPU time; of many threads that of all together, so that two cores give twice as many a second.
Peers are measured where `pip install rlcard open_spiel` was run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random
from time import perf_counter, process_time

import numpy as np
from lib.measure import print_table

from openkub.env import IDLE, Building, ManyEnv, TableEnv
from openkub.solver import IS_COMPILED

STEPS = 40_000
LANES = 256
ROUNDS = 3
"""So often everybody is measured, in turn; the best counts, for on a busy machine the others tell of the neighbours."""


def main() -> None:
    if not IS_COMPILED:
        print("The kernel is not compiled: these are the figures of plain Python.\n")
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(ROUNDS):
        for name, play in players():
            wall, cpu = perf_counter(), process_time()
            steps = play()
            found.setdefault(name, []).append((steps / (process_time() - cpu), steps / (perf_counter() - wall)))
    print_table(
        ("random players, masks at every step", "steps a CPU-second", "steps a second"),
        ([name, *[f"{max(column):,.0f}" for column in zip(*rows, strict=True)]] for name, rows in found.items()),
    )
    print(f"\n{os.cpu_count()} cores, {os.getloadavg()[0]:.0f} programs at work")


def players() -> Iterator[tuple[str, Callable[[], int]]]:
    yield "openkub: a round with masks (`Building`)", play_building
    yield "openkub: PettingZoo (`TableEnv`), one core", play_table
    for threads in (1, 2):
        yield f"openkub: {LANES} rounds (`ManyEnv`), {threads} thread{'s' * (threads > 1)}", lambda: play_many(threads)  # noqa: B023
    yield "the same, whoever can lay does", lambda: play_many(2, idle=0.01)
    if find_spec("rlcard"):
        yield "rlcard: gin rummy, one core", play_rlcard
    if find_spec("pyspiel"):
        yield "OpenSpiel: gin rummy, one core", play_spiel


def play_building() -> int:
    rng, steps, seed = Random(1), 0, 0
    while steps < STEPS // 4:
        building, seed = Building("default", 2, str(seed)), seed + 1
        while not building.over:
            building.act(rng.choice(building.actions()))
            steps += 1
    return steps


def play_table() -> int:
    env, chance, steps = TableEnv(), np.random.default_rng(1), 0
    env.reset(seed=1)
    while steps < STEPS // 4:
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
            continue
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        steps += 1
    return steps


def play_many(threads: int, idle: float = 1) -> int:
    chance = np.random.default_rng(1)
    wish = np.ones(55)
    wish[IDLE] = idle
    with ManyEnv(LANES, seed=1, threads=threads) as env:
        for _ in range(2 * STEPS // LANES):
            env.step((env.masks * chance.random(env.masks.shape) * wish).argmax(axis=1))
    return 2 * STEPS // LANES * LANES


def play_rlcard() -> int:
    import rlcard

    env, rng, steps = rlcard.make("gin-rummy", {"seed": 1}), Random(1), 0
    while steps < STEPS // 10:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
    return steps


def play_spiel() -> int:
    import pyspiel

    game, rng, steps = pyspiel.load_game("gin_rummy"), Random(1), 0
    while steps < STEPS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            state.legal_actions_mask()
            state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps


if __name__ == "__main__":
    main()
