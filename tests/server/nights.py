"""The night of kills at length: `python -m tests.server.nights sqlite 300 1` strikes three hundred times, with seed 1.

One server on SQLite, or three on PostgreSQL: night after night they are killed at random moments, started again, and at
the end of each night every log is judged: each acknowledged turn is there once, in its order, under its number. The
same seed plays the same nights again. A line of figures is printed for every night.
"""

import asyncio
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.server import harness
from tests.server.harness import Town, kill_and_start_again, kill_and_start_another, night
from tests.server.postgres import Cluster
from tests.server.serving import Serving

GAMES = {"sqlite": 40, "postgres": 120}
"""Of one night: with three servers the games go on while one of them is away, and are over sooner."""
KILLS = 30
"""Of one night, at most."""
harness.EVENING_S = 6 * 3600


async def on(database: str, servers: int, games: int, kills: int, seed: str) -> dict[str, Any]:
    """One night of so many games with so many servers."""
    running = [Serving(database, seed=f"server {number}") for number in range(servers)]
    try:
        for server in running:
            await asyncio.to_thread(server.start)
        town = Town(database, running, Random(seed))
        strike = kill_and_start_again if servers == 1 else kill_and_start_another
        return await night(town, games, kills, strike, exactly=False)
    finally:
        for server in running:
            server.kill()


def main(kind: str, kills: int, seed: int) -> None:
    """So many kills, up to thirty a night: on a slow machine the games may be over before."""
    sums: Counter[str] = Counter()
    while sums["kills"] < kills:
        number = sums["nights"] = sums["nights"] + 1
        most = min(KILLS, kills - sums["kills"])
        with TemporaryDirectory(prefix="openkub-night-") as folder:
            if kind == "sqlite":
                found = asyncio.run(on(str(Path(folder) / "games.sqlite"), 1, GAMES[kind], most, f"{seed} {number}"))
            else:
                with closing(Cluster()) as cluster:
                    found = asyncio.run(on(cluster.database(), 3, GAMES[kind], most, f"{seed} {number}"))
        sums.update({name: found[name] for name in ("games", "acks", "kills", "connections")})
        print(f"night {number} of {kind}, seed {seed}:", found, flush=True)
    print(f"{kind}: {dict(sums)}; nothing lost, doubled or renumbered")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
