"""A soak: many tables for a long time, with kills in the second half; then every acknowledged move is looked for.

    python bench/soak.py [--minutes 60] [--games 1000] [--every 5] [--kills 12]

In the first half nothing is killed, and memory is measured every minute. In the second half the server is killed
without warning, at random moments, and started again on the same file. Players come back and repeat what was not
acknowledged. The soak ends with the games that are being played then. It judges every game as the nights of kills do.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import psutil
import uvloop
from lib.servers import allow_many_sockets

from tests.server.harness import Plan, Town, kill_and_start_again
from tests.server.people import Mischief
from tests.server.serving import Serving, serving

PLAN = Plan("default rounds=1", 2, None, [], second_tab=False, spectator=False)
SETTLED = 15
"""Minutes after which games come and go. The first games end in the seventh minute."""
FLAT = 1.1
"""Factor by which memory may grow from then to the middle of the soak."""
ARRIVAL_S = 60.0
"""Seconds at most in which the tables are opened."""


class Soak:
    """The tables of one server, its memory and its kills."""

    def __init__(self, given: argparse.Namespace, server: Serving) -> None:
        self.given, self.server, self.seconds = given, server, 60.0 * given.minutes
        self.town = Town(server.options.database, [server], Random("soak"), mischief=self._paced)
        self.began, self.kills = monotonic(), 0
        self.memory: list[float] = []
        """MiB, after every minute."""

    def _paced(self, rng: Random, *, may_leave: bool) -> Mischief:
        return Mischief(rng, pace=self.given.every)

    async def run(self) -> None:
        measuring = asyncio.create_task(self._measure())
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._strike())
            for number in range(self.given.games):
                tasks.create_task(self._play(number))
        measuring.cancel()

    async def _play(self, number: int) -> None:
        """Play one game after the other until the time is over."""
        rng = Random(number)
        await asyncio.sleep(rng.random() * min(ARRIVAL_S, self.seconds / 4))
        while monotonic() < self.began + self.seconds:
            for person in await self.town.table(PLAN, rng):
                person.seen.clear()  # the views of so many games would not fit into memory

    async def _measure(self) -> None:
        """Print a line a minute."""
        while True:
            await asyncio.sleep(60)
            self.memory.append(self._rss())
            told = f"{self.memory[-1]:.0f} MiB, {self.town.acks:,} acknowledged, {self.kills} kills"
            print(f"minute {len(self.memory)}: {told}", flush=True)

    def _rss(self) -> float:
        try:
            server = psutil.Process(self.server.process.pid)
            return sum(one.memory_info().rss for one in (server, *server.children(recursive=True))) / 2**20
        except (psutil.Error, AttributeError):
            return 0.0  # it is down just now

    async def _strike(self) -> None:
        """Kill in the second half, at random moments."""
        rng = Random("kills")
        for moment in sorted(self.seconds * rng.uniform(0.5, 0.9) for _ in range(self.given.kills)):
            await asyncio.sleep(max(0.0, self.began + moment - monotonic()))
            await kill_and_start_again(self.town)
            self.kills += 1

    def flat(self) -> str:
        """Return how the memory grew once games come and go, until the first kill."""
        minutes = SETTLED, int(self.given.minutes // 2)
        if minutes[1] < 2 * SETTLED:
            return f"memory: too short to tell whether it is flat; that takes {4 * SETTLED} minutes"
        first, last = (max(self.memory[minute - 3 : minute]) for minute in minutes)
        told = "kept" if last <= FLAT * first else "MISSED"
        times = f"{last / first:.2f} times as much (target {FLAT}): {told}"
        return f"memory: {first:.0f} MiB after {minutes[0]} minutes, {last:.0f} after {minutes[1]}, {times}"


async def main(given: argparse.Namespace) -> None:
    allow_many_sockets()
    told = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    print(f"soak at {told.stdout.strip()}, {given.games} games, a move every {given.every} s", flush=True)
    with TemporaryDirectory(prefix="openkub-soak-") as folder, serving(str(Path(folder) / "games.sqlite")) as server:
        soak = Soak(given, server)
        await soak.run()
        people = [person for people in soak.town.tables.values() for person in people]
        refused = dict(sum((person.refused for person in people), Counter()))
        connections = sum(person.connections for person in people)
        print(f"{soak.kills} kills, {connections:,} connections, refused: {refused}\n{soak.flat()}", flush=True)
        await soak.town.judge()
    print(f"{soak.town.acks:,} acknowledged moves and messages of {len(soak.town.tables):,} games are all there")


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=float, default=60)
    words.add_argument("--games", type=int, default=1000)
    words.add_argument("--every", type=float, default=5.0)
    words.add_argument("--kills", type=int, default=12)
    uvloop.run(main(words.parse_args()))
