"""A soak: many tables for a long time, the server killed again and again; then everything acknowledged is looked for.

    python bench/soak.py [--minutes 60] [--games 1000] [--every 5] [--kills 12]

In the first half nothing is killed, and memory is measured every minute; in the second the server is killed without
warning, at random moments, and started again on the same file. Players come back and say again what was not
acknowledged. In the end the log of every game is read: each acknowledged move must stand where it was said to stand,
and the record of every game that is over must be proven.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import psutil
import uvloop
from lib.crowd import Crowd
from lib.servers import Server, allow_many_sockets, free_port
from lib.soak_table import Acks, Table

from openkub.play.game import verify
from openkub.server import entries
from openkub.server.live import replayed
from openkub.server.records import public_record, text_of
from openkub.server.store import Phase
from openkub.server.store.addresses import open_store

DOWN_S = 2.0
"""So long at most the server stays away."""
SETTLED = 15
"""After so many minutes games have come and gone, the first of which end in the seventh."""
FLAT = 1.1
"""So many times as much memory as then it may have when half of the time is over."""


class Soak:
    """The server, the crowd, and what happened."""

    def __init__(self, given: argparse.Namespace, file: Path) -> None:
        self.given, self.file, self.port = given, file, free_port()
        self.acks: Acks = {}
        self.crowd = Crowd()
        self.crowd.games = self.tables = [
            Table(self.crowd, number, ("127.0.0.1", self.port), self.acks) for number in range(given.games)
        ]
        self.seconds, self.kills = 60.0 * given.minutes, 0
        self.memory: list[float] = []
        """MiB, after every minute."""
        self.server = self._start()

    def _start(self) -> Server:
        where = ["--port", str(self.port), "--database", str(self.file)]
        return Server([sys.executable, "-m", "openkub", "serve", "--no-limits", *where], self.port)

    async def run(self) -> dict[str, object]:
        await self.crowd.open()
        await self.crowd.connect()
        print(f"{len(self.tables)} tables, {self.server.rss() / 2**20:.0f} MiB", flush=True)
        async with asyncio.TaskGroup() as beside:
            beside.create_task(self._measure())
            beside.create_task(self._strike())
            found = await self.crowd.play(self.seconds, self.given.every)
        self.crowd.close()
        self.server.kill()
        return found

    async def _measure(self) -> None:
        """A line a minute."""
        for minute in range(1, self.given.minutes):
            await asyncio.sleep(60)
            acks = sum(map(len, self.acks.values()))
            self.memory.append(self._rss())
            print(f"minute {minute}: {self.memory[-1]:.0f} MiB, {acks:,} acknowledged, {self.kills} kills", flush=True)

    def flat(self) -> str:
        """How the memory grew once games come and go, until the first kill."""
        minutes = SETTLED, self.given.minutes // 2
        if minutes[1] < 2 * SETTLED:
            return f"memory: too short to tell whether it is flat; that takes {4 * SETTLED} minutes"
        first, last = (max(self.memory[minute - 3 : minute]) for minute in minutes)
        told = "kept" if last <= FLAT * first else "MISSED"
        times = f"{last / first:.2f} times as much (target {FLAT}): {told}"
        return f"memory: {first:.0f} MiB after {minutes[0]} minutes, {last:.0f} after {minutes[1]}, {times}"

    def _rss(self) -> float:
        try:
            return self.server.rss() / 2**20
        except psutil.Error:
            return 0.0  # it is down just now

    async def _strike(self) -> None:
        """Kill in the second half, at moments that nobody knows."""
        rng, began = Random("soak"), monotonic()
        moments = sorted(self.seconds * rng.uniform(0.5, 0.9) for _ in range(self.given.kills))
        for moment in moments:
            await asyncio.sleep(max(0.0, began + moment - monotonic()))
            self.server.kill()
            self.kills += 1
            await asyncio.sleep(DOWN_S * rng.random())
            self.server = await asyncio.to_thread(self._start)

    async def judge(self) -> str:
        """Look every acknowledged move up in the log of its game."""
        store, bus = await open_store(str(self.file))
        moves = over = 0
        for game, acks in self.acks.items():
            log = await store.load(game)
            rows = {entry.n: entry for entry in log}
            assert list(rows) == list(range(len(log))), f"{game} has holes"
            for n, key, move in acks:
                happening = entries.from_bytes(rows[n].data)
                assert (rows[n].key or "").endswith(f":{key}"), f"{game} {n}: {key} stands elsewhere"
                assert isinstance(happening, entries.Moved), f"{game} {n}: {happening}"
                assert happening.move == move, f"{game} {n}: {happening}"
                moves += 1
            room = replayed(game, log)
            if room.phase == Phase.OVER:
                assert verify(text_of(room, public_record(room))) is None, game
                over += 1
        await bus.close()
        await store.close()
        return f"{moves:,} acknowledged moves of {len(self.acks):,} games are all there, {over:,} records are proven"


async def main(given: argparse.Namespace) -> None:
    allow_many_sockets()
    told = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    print(f"soak at {told.stdout.strip()}, {given.games} games, a move every {given.every} s", flush=True)
    with TemporaryDirectory(prefix="openkub-soak-") as folder:
        soak = Soak(given, Path(folder) / "games.sqlite")
        try:
            found = await soak.run()
        finally:
            soak.server.kill()
        print({name: value for name, value in found.items() if name != "cpu"}, flush=True)
        print(f"{soak.kills} kills, {sum(table.connections for table in soak.tables):,} connections", flush=True)
        if given.minutes >= 12:
            print(soak.flat(), flush=True)
        print(await soak.judge(), flush=True)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=int, default=60)
    words.add_argument("--games", type=int, default=1000)
    words.add_argument("--every", type=float, default=5.0)
    words.add_argument("--kills", type=int, default=12)
    uvloop.run(main(words.parse_args()))
