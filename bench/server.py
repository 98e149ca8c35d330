"""The server under load, beside its own store and boardgame.io: how fast, how many, how much memory.

Parts can be chosen: `python bench/server.py --pace --saturation --boardgame --rows --restart --hostile`.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep

from lib import ROOT
from lib.databases import come_back, fill, with_finished_games
from lib.measure import beside, print_table
from lib.servers import Generator, Server, boardgame, generator, openkub
from msgspec.json import decode

GAMES, EVERY_S, PACED_S = 1000, 5.0, 30.0
WARM_GAMES, WARM_S, FULL_S = 50, 2.0, 8.0
DEALT_S = 12.0
"""After so long tiles are dealt without the seals and nonces of players who are not connected."""
CROWDS = (100, 1000)
PEER_GAMES = 100
ENTRIES, AT_ONCE = 190, 400
"""So many entries has a game of three rounds; so many tabs call at the same time."""
HOSTILE_TABLES, HOSTILE_EVERY_S, HOSTILE_S = 4, 0.2, 20.0
HOSTILE_ABOVE_MS = 50
"""So much longer the tables beside strangers may wait."""
FINISHED, ROWS_S, ROWS_TRIES = (1_000, 1_000_000), 3.0, 3


@dataclass(frozen=True)
class Load:
    """What a server and its generator made of a time of play."""

    moves: float
    """A second."""
    cpu_us: float
    """Of the server, for each move."""
    generator_us: float
    p50: float
    p99: float
    errors: dict[str, int]

    @property
    def per_cpu_s(self) -> float:
        return 1e6 / self.cpu_us


def main() -> None:
    chosen = [part for name, part in PARTS.items() if f"--{name}" in sys.argv]
    for part in chosen or PARTS.values():
        part()
        print(flush=True)


# --- a thousand games, a move every five seconds ---


def pace() -> None:
    with openkub() as server, generator() as crowd:
        play(crowd, [server], WARM_GAMES, WARM_S)
        idle = server.rss()
        seat(crowd, [server], GAMES, connect=False)
        sleep(DEALT_S)
        loaded = server.rss()
        crowd.order("connect")
        sleep(1)
        connected = server.rss()
        load = measured(crowd, [server], PACED_S, EVERY_S)
        played = server.rss()
    ms = [f"{1000 * load.p50:.1f} ms", f"{1000 * load.p99:.1f} ms", f"{sum(load.errors.values())}"]
    busy = f"{load.cpu_us * load.moves / 1e4:.0f} %"
    heads = [f"{GAMES:,} games of two, a move every {EVERY_S:.0f} s", "moves a second", "p50", "p99", "errors", "CPU"]
    print_table(heads, [["send to acknowledge (targets: p99 250 ms, no error)", f"{load.moves:.0f}", *ms, busy]])
    told(load)
    rows = [
        ["a game, dealt, nobody connected", kib(loaded - idle, GAMES), "30 KiB"],
        ["a connection", kib(connected - loaded, 2 * GAMES), "40 KiB"],
        [f"what {PACED_S:.0f} s of play add to a game", kib(played - connected, GAMES), ""],
    ]
    print()
    print_table(["memory (resident), from an idle server on", "", "target"], rows)


def kib(size: int, of: int) -> str:
    return f"{size / 1024 / of:.1f} KiB"


# --- as fast as it goes, beside the bare store ---


def saturation() -> None:
    rows = []
    for games in CROWDS:
        bare = bare_store(games)
        load = full(games)
        share = f"{100 * load.moves / bare['a_second']:.0f} %"
        speeds = [f"{load.moves:,.0f}", f"{bare['a_second']:,.0f}", share]
        rows.append([f"{games:,} games", *speeds, *costs(load), f"{bare['cpu_us']:.0f} µs"])
    heads = ["durable moves a second, SQLite", "server", "bare store", "share (target 60 %)"]
    print_table([*heads, "CPU a move: server", "generator", "bare store"], rows)


def full(games: int) -> Load:
    with openkub() as server, generator() as crowd:
        return play(crowd, [server], games, FULL_S)


def bare_store(games: int) -> dict[str, float]:
    with TemporaryDirectory(prefix="openkub-bench-") as folder:
        return appends(str(Path(folder) / "bare.sqlite"), games, FULL_S / 2)


def appends(address: str, games: int, seconds: float) -> dict[str, float]:
    """What a store alone does, in a process of its own."""
    command = [sys.executable, "-m", "lib.bare_store", address, str(games), str(seconds)]
    result = decode(subprocess.run(command, check=True, capture_output=True, cwd=ROOT / "bench").stdout)
    return {"a_second": result["moves"] / result["seconds"], "cpu_us": 1e6 * result["cpu"] / result["moves"]}


def costs(load: Load) -> list[str]:
    return [f"{load.cpu_us:.0f} µs", f"{load.generator_us:.0f} µs"]


# --- beside boardgame.io ---


def peer() -> None:
    ours = full(PEER_GAMES)
    with boardgame() as server, generator() as crowd:
        theirs = play(crowd, [server], PEER_GAMES, FULL_S, kind="boardgame")
    rows = [
        [name, f"{load.per_cpu_s:,.0f}", f"{load.moves:,.0f}", f"{load.per_cpu_s / theirs.per_cpu_s:.2f}"]
        for name, load in (("openkub, durable in SQLite", ours), ("boardgame.io 0.50.2, in memory", theirs))
    ]
    heads = [f"{PEER_GAMES} games", "moves a CPU-second of the server", "moves a second", "boardgame.io = 1"]
    print_table(heads, rows)


# --- many finished games ---


def rows() -> None:
    with TemporaryDirectory(prefix="openkub-bench-") as folder:
        files = {finished: str(Path(folder) / f"{finished}.sqlite") for finished in FINISHED}
        for finished, file in files.items():
            with_finished_games(Path(file), finished)
        tries = [{n: appends(file, PEER_GAMES, ROWS_S) for n, file in files.items()} for _ in range(ROWS_TRIES)]
    table = []
    for finished in FINISHED:
        speed, cpu = (median(one[finished][what] for one in tries) for what in ("a_second", "cpu_us"))
        few = median(one[FINISHED[0]]["a_second"] for one in tries)
        table.append([f"{finished:,} finished games", f"{speed:,.0f}", f"{cpu:.0f} µs", f"{few / speed:.2f}"])
    heads = [f"the bare store, {PEER_GAMES} games going on", "moves a second", "CPU a move", "time, 1,000 = 1"]
    print_table(heads, table)


# --- everybody comes back after a restart ---


def restart() -> None:
    with TemporaryDirectory(prefix="openkub-bench-") as folder:
        file = Path(folder) / "games.sqlite"
        games = asyncio.run(fill(file, GAMES, ENTRIES))
        with openkub(str(file)) as server:
            before = server.cpu()
            took = asyncio.run(come_back(f"http://127.0.0.1:{server.port}", games, AT_ONCE))
            cpu = server.cpu() - before
    heads = [f"{GAMES:,} games of {ENTRIES} entries, two tabs each, after a restart", "", "target"]
    rows = [
        ["CPU time of the server until everybody is back", f"{cpu:.1f} s", "5 s"],
        ["seconds, clients on the same machine", f"{took:.1f} s", ""],
        ["CPU time for a game", f"{1000 * cpu / GAMES:.1f} ms", ""],
    ]
    print_table(heads, rows)


# --- four tables beside strangers who do all they can ---


def hostile() -> None:
    rows, quiet = [], None
    with openkub(limits=True) as server, generator() as crowd:
        seat(crowd, [server], HOSTILE_TABLES)
        sleep(DEALT_S)
        games = crowd.order("ids")
        measured(crowd, [server], WARM_S, HOSTILE_EVERY_S)
        for name, many in (("quiet", 0), ("strangers at one address", 1), ("strangers at 64", 64)):
            before = server.rss_alone()
            with strangers(server.port, many, games):
                load = measured(crowd, [server], HOSTILE_S, HOSTILE_EVERY_S)
                grown, open_games = server.rss_alone() - before, server.figure("openkub_rooms")
            told(load)
            quiet = quiet or load
            above = 1000 * (load.p99 - quiet.p99)
            times = [f"{1000 * one:.0f} ms" for one in (load.p50, load.p99)]
            times.append(beside(f"{above:.0f} ms", above, HOSTILE_ABOVE_MS))
            rows.append([name, *times, f"{grown / 2**20:.0f} MiB", str(open_games)])
    heads = [f"{HOSTILE_TABLES} tables, a move every {HOSTILE_EVERY_S} s, limits as shipped", "p50", "p99"]
    heads += [f"p99 above quiet (target {HOSTILE_ABOVE_MS} ms)", "memory grown", "games in memory"]
    print_table(heads, rows)


@contextmanager
def strangers(port: int, many: int, games: list[str]) -> Iterator[None]:
    """All attacks of the tests at once, from so many addresses, in a process of their own."""
    command = [sys.executable, "-m", "tests.server.hostile", f"http://127.0.0.1:{port}", str(many), "600", *games]
    night = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) if many else None
    try:
        sleep(WARM_S)
        yield
    finally:
        if night:
            night.terminate()
            night.wait()


# --- how it is done ---


def seat(crowd: Generator, servers: list[Server], games: int, kind: str = "openkub", *, connect: bool = True) -> None:
    """Open that many games, and let their players come."""
    crowd.order("tables", server=kind, games=games, ports=[server.port for server in servers])
    crowd.order("open")
    if connect:
        crowd.order("connect")
        sleep(1)


def play(crowd: Generator, servers: list[Server], games: int, seconds: float, kind: str = "openkub") -> Load:
    """That many new games, as fast as it goes, the first seconds not counted."""
    seat(crowd, servers, games, kind)
    measured(crowd, servers, WARM_S)
    load = measured(crowd, servers, seconds)
    told(load)
    return load


def measured(crowd: Generator, servers: list[Server], seconds: float, every: float = 0.0) -> Load:
    before = sum(server.cpu() for server in servers)
    found = crowd.order("play", seconds=seconds, every=every)
    cpu = sum(server.cpu() for server in servers) - before
    moves, took = max(1, found["moves"]), found["seconds"]
    each = (1e6 * cpu / moves, 1e6 * found["cpu"] / moves, found["p50"], found["p99"])
    return Load(moves / took, *each, found["errors"])


def told(load: Load) -> None:
    """Errors are told at once, wherever they happen."""
    if load.errors:
        print("errors:", load.errors)


PARTS = {
    "pace": pace,
    "saturation": saturation,
    "boardgame": peer,
    "rows": rows,
    "restart": restart,
    "hostile": hostile,
}

if __name__ == "__main__":
    main()
