"""Bots and the arena: moves a second of every bot, games a second and core, and what a second process gains.

The last table shows how many puzzles of each grade of difficulty the five bots solve.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from statistics import mean
from time import perf_counter, process_time

from lib.measure import print_table

from openkub import State
from openkub.arena import Plan, Where, report, run, summary
from openkub.arena.deals import play_deal
from openkub.bots import BOTS, Bot, Clock, make_bot
from openkub.law.rules import EDITIONS
from openkub.play.view import View
from tests.workshop.puzzling import success

VIEWS = 300
MOST_SECONDS = 4.0
"""A bot that thinks long is asked fewer times."""
GAME_DEALS = 40
SCALING_DEALS = 1000
TARGET = 1.7
QUIET = 0.5
PUZZLES = 150
"""Number of puzzles of each grade."""


def main() -> None:
    views = list(positions())
    print_table(["bot", "moves a second", "mean", "slowest"], [bot_row(name, views) for name in BOTS])
    print()
    print_table(["two seats, one core", "games a second", "moves a second"], [game_row(n) for n in ("steady", "sharp")])
    print()
    for line in scaling():
        print(line)
    print()
    difficulty()


def positions() -> Iterator[View]:
    """What steady players see, in both families of rules, from the first move to the last."""
    player, dealt = make_bot("steady"), 0
    for number in range(VIEWS):
        edition = ("default", "original_es")[number % 2]
        state = State.deal(EDITIONS[edition], 2 + number % 3, f"bench {number}")
        while not state.outcome:
            view = state.view(state.turn)
            yield view
            dealt += 1
            if dealt == VIEWS:
                return
            state = state.apply(player.choose(view, Clock()))


def bot_row(name: str, views: list[View]) -> list[str]:
    times: list[float] = []
    for number, view in enumerate(views):
        times.append(cpu_seconds(make_bot(name, seed=number), view))
        if sum(times) > MOST_SECONDS:
            break
    mean = sum(times) / len(times)
    return [name, f"{1 / mean:,.0f}", f"{1000 * mean:.2f} ms", f"{1000 * max(times):.1f} ms"]


def cpu_seconds(bot: Bot, view: View) -> float:
    start = process_time()
    bot.choose(view, Clock(60.0))
    return process_time() - start


def game_row(name: str) -> list[str]:
    plan = Plan((name, name), ((0, 1),), seed="bench")
    play_deal(plan, 0, GAME_DEALS)
    start = process_time()
    games = [game for number in range(GAME_DEALS) for game in play_deal(plan, 0, number)[0].games]
    took = process_time() - start
    return [name, f"{len(games) / took:,.0f}", f"{sum(game.turns for game in games) / took:,.0f}"]


def scaling() -> Iterator[str]:
    plan = Plan(("sharp", "steady"), ((0, 1),), deals=SCALING_DEALS, seed="bench")
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    (one, one_cpu, first), (two, two_cpu, second) = (timed(plan, jobs) for jobs in (1, 2))
    yield f"{SCALING_DEALS} deals: 1 job {one:.1f} s, 2 jobs {two:.1f} s: {one / two:.2f}x (target {TARGET}x)"
    bound = 2 * one_cpu / two_cpu
    yield f"CPU of all processes: {one_cpu:.1f} s and {two_cpu:.1f} s; two free cores would give {bound:.2f}x at best"
    if busy > QUIET:
        yield f"other programs were running (load {busy:.1f} on {os.cpu_count()} cores): the first line says little"
    if first != second:
        sys.exit("one and two processes gave different results")
    yield f"signature: {sha256(first.encode()).hexdigest()[:16]}"


def timed(plan: Plan, jobs: int) -> tuple[float, float, str]:
    """Seconds on the wall, CPU seconds of all processes, and the result."""
    start, cpu = perf_counter(), cpu_of_all()
    *_, tally = run(plan, Where(jobs=jobs))
    return perf_counter() - start, cpu_of_all() - cpu, report(summary(tally), tally)


def cpu_of_all() -> float:
    """The CPU time of this process and of those that it has seen end."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def difficulty() -> None:
    found = success(seed=3, each=PUZZLES)
    names = list(found[1][1])
    print_table(
        ("grade", "puzzles", *names, "together"),
        (
            [str(grade), str(puzzles), *(f"{share[name]:.1%}" for name in names), f"{mean(share.values()):.1%}"]
            for grade, (puzzles, share) in found.items()
        ),
    )


if __name__ == "__main__":
    main()
