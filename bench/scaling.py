"""Many workers at one PostgreSQL: what a move costs with one, two and eight of them, and what follows when one dies.

Parts can be chosen: `python bench/scaling.py --workers --simulation --takeover`. `--games N` are those of the
simulation, `--tables N` those whose worker dies.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from time import perf_counter, sleep
from typing import Any

from lib.measure import beside, print_table
from lib.servers import Generator, Server, cpu_of, generator, openkub

from tests.server.forsaken import Tables, look_at, tables
from tests.server.postgres import Cluster

GAMES, WARM_S, FULL_S = 200, 3.0, 10.0
MANY, SIMULATED, EVERY_S, SIMULATED_S = 8, 1_600, 5.0, 30.0
SETUPS = ((1, False), (2, False), (2, True), (MANY, False))
"""Numbers of workers, and whether the two players of a table connect to different ones."""
IDLE_S = 5.0
SETTLED_S = 7.0
"""After so long a worker that opened a game for players who are at another has let go of it."""
TABLES, AHEAD_MS = 5_000, 30_000
"""So many tables, and so far ahead lies the moment in which players are out of time at all of them."""
TAKEN_OVER_S = 5.0


@dataclass(frozen=True)
class Cost:
    """What a time of play came to."""

    moves: float
    """A second."""
    workers_us: float
    """Of CPU time a move, all workers together."""
    database_us: float
    generator_us: float
    p50: float
    p99: float
    errors: int
    written: float
    """Bytes that PostgreSQL writes into its log, for each move."""
    idle: float = 0.0
    """Cores that workers and database keep busy while everybody is connected and nobody moves."""

    @property
    def busy(self) -> float:
        """Cores that workers and database keep busy."""
        return self.moves * (self.workers_us + self.database_us) / 1e6


def main() -> None:
    chosen = [part for name, part in PARTS.items() if f"--{name}" in sys.argv]
    for part in chosen or PARTS.values():
        part()
        print(flush=True)


def wanted(name: str, usual: int) -> int:
    """A number that was asked for."""
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else usual


# --- what a move costs ---


def costs() -> None:
    with closing(Cluster(fsync="on", max_connections=200)) as cluster:
        found = [(count, apart, played(cluster, count, GAMES, FULL_S, apart=apart)) for count, apart in SETUPS]
    alone = found[0][2]
    rows = [
        [
            f"{count} worker{'s' * (count > 1)}{', the players of a table apart' * apart}",
            f"{cost.workers_us:.0f} µs",
            f"{cost.database_us:.0f} µs",
            f"{alone.workers_us / cost.workers_us:.2f}",
            f"{count * alone.workers_us / cost.workers_us:.2f}",
            f"{cost.moves:,.0f}",
            f"{cost.errors}",
        ]
        for count, apart, cost in found
    ]
    heads = [f"{GAMES} games as fast as it goes, routed by id", "CPU a move: workers", "PostgreSQL"]
    heads += ["moves a CPU-second, one = 1", "moves a second with cores for all, one = 1"]
    print_table([*heads, f"moves a second on {os.cpu_count()} cores", "errors"], rows)


def played(cluster: Any, workers: int, games: int, seconds: float, every: float = 0.0, *, apart: bool = False) -> Cost:
    """That many games at that many workers, each opened at any of them and played at the one to which its id leads.

    `apart`: the second player of each game connects to the next worker.
    """
    database = cluster.database()
    with serving(database, workers) as servers, generator() as crowd:
        ports = [one.port for one in servers]
        crowd.order("tables", server="openkub", games=games, ports=ports, routed=True, apart=apart)
        crowd.order("open")
        crowd.order("connect")
        measured(crowd, servers, cluster, WARM_S, every)
        sleep(SETTLED_S)
        idle = resting(servers, cluster)
        return replace(measured(crowd, servers, cluster, seconds, every), idle=idle)


def resting(servers: list[Server], cluster: Any) -> float:
    """Cores that are busy while nobody moves."""
    started, before = perf_counter(), cpu_of_all(servers, cluster)
    sleep(IDLE_S)
    return sum(end - begin for begin, end in zip(before, cpu_of_all(servers, cluster), strict=True)) / (
        perf_counter() - started
    )


def cpu_of_all(servers: list[Server], cluster: Any) -> tuple[float, float]:
    """Seconds of CPU time so far, of the workers and of PostgreSQL."""
    postmaster = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
    return sum(server.cpu() for server in servers), cpu_of(postmaster)


@contextmanager
def serving(database: str, count: int) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        yield [stack.enter_context(openkub(database)) for _ in range(count)]


def measured(crowd: Generator, servers: list[Server], cluster: Any, seconds: float, every: float) -> Cost:
    def counted() -> tuple[float, float, int]:
        written = int(cluster.sql("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"))
        return *cpu_of_all(servers, cluster), written

    before = counted()
    found = crowd.order("play", seconds=seconds, every=every)
    moves = max(1, found["moves"])
    ours, database, *rest = ((end - begin) / moves for begin, end in zip(before, counted(), strict=True))
    each = (1e6 * ours, 1e6 * database, 1e6 * found["cpu"] / moves, found["p50"], found["p99"])
    return Cost(moves / found["seconds"], *each, sum(found["errors"].values()), *rest)


# --- eight workers, at the pace of people ---


def simulation() -> None:
    games = wanted("--games", SIMULATED)
    with closing(Cluster(fsync="on", max_connections=200)) as cluster:
        alone = played(cluster, 1, GAMES, FULL_S)
        many = played(cluster, MANY, games, SIMULATED_S, EVERY_S)
    predicted = many.idle + many.moves * (alone.workers_us + alone.database_us) / 1e6
    rows = [
        ["moves a second", f"{many.moves:,.0f} of {games / EVERY_S:,.0f}"],
        ["p50, p99 from send to acknowledge", f"{1000 * many.p50:.1f}, {1000 * many.p99:.1f} ms"],
        ["errors", f"{many.errors}"],
        ["CPU a move: workers, PostgreSQL", f"{many.workers_us:.0f}, {many.database_us:.0f} µs"],
        ["bytes into PostgreSQL's log, a move", f"{many.written:,.0f}"],
        ["cores busy while nobody moves", f"{many.idle:.2f}"],
        ["cores busy: measured", f"{many.busy:.2f}"],
        ["cores busy: reckoned, those and what a move costs one busy worker", f"{predicted:.2f}"],
    ]
    print_table([f"{MANY} workers, {games:,} games of two, a move every {EVERY_S:.0f} s", ""], rows)


# --- a worker dies ---


def takeover() -> None:
    count = wanted("--tables", TABLES)
    with closing(Cluster(fsync="on", max_connections=200)) as cluster:
        late, cpu = asyncio.run(died(cluster.database(), count))
    median, slowest = late[len(late) // 2], late[-1]
    head = f"{count:,} tables of a dead worker, all due in the same moment, two others"
    row = ["so long after that the time-outs stand in the log", f"{median:.1f} s", f"{late[int(0.99 * count)]:.1f} s"]
    row += [beside(f"{slowest:.1f} s", slowest, TAKEN_OVER_S), f"{cpu:.0f} µs"]
    print_table([head, "median", "99 %", f"last (target {TAKEN_OVER_S:.0f} s)", "CPU a table"], [row])


async def died(database: str, count: int) -> tuple[list[float], float]:
    """How late, in seconds, each table went on; and the CPU time that the two others took for each, in µs."""
    from openkub.server.store.addresses import open_store

    store, _ = await open_store(database)
    with serving(database, 3) as (dying, *others):
        made = await tables(store, count)
        await look_at(f"http://127.0.0.1:{dying.port}", made)
        dying.kill()
        due = await made.leave_without_time(AHEAD_MS)
        before = sum(server.cpu() for server in others)
        while await made.grown() < count:
            await asyncio.sleep(0.2)
        cpu = sum(server.cpu() for server in others) - before
        late = sorted((at - due) / 1000 for at in await times(made))
    await store.close()
    return late, 1e6 * cpu / count


async def times(made: Tables) -> list[int]:
    """When each table went on, by the clock of the database."""
    return [(await made.store.load(game, room.n))[0].at for game, room in made.rooms.items()]


PARTS = {"workers": costs, "simulation": simulation, "takeover": takeover}

if __name__ == "__main__":
    main()
