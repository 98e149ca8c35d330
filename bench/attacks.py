"""Latency of others while one IP address attacks the HTTP side, beside quiet: median of three runs.

`python bench/attacks.py` runs all attacks of `tests/server/floods.py`, or those named: `bench/attacks.py "hdrs 1"`.
`--loop` measures instead for how long the event loop is busy, in CPU time, which other load does not disturb.
Four tables move every 0.1 s, each player from an own loopback address, and another address asks for the page over a
new connection every 0.1 s. The server starts with a soft limit of 1,024 files, and is sent SIGTERM under attack.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep

import psutil
from lib import ROOT
from lib.measure import beside, print_table
from lib.servers import Generator, Server, generator, openkub

from tests.server.floods import ATTACKS
from tests.server.serving import free_port

RUNS = 3
TABLES, EVERY_S = 4, 0.1
WARM_S, QUIET_S, ATTACKED_S = 2.0, 5.0, 6.0
ASKER, ASK_EVERY_S, ASK_PATIENCE_S = "127.0.3.1", 0.1, 5.0
FILES = 1024
STARTING = 20
"""Firings of the timer that belong to the start."""
ABOVE_MS, END_S = 25, 3.0
END_PATIENCE_S = 20.0
"""Seconds after which a server that does not end is killed."""


@dataclass(frozen=True)
class Seen:
    """Latencies in ms, and how much was done."""

    move: float
    page: float
    moves: int
    failed: int
    """Pages that did not come."""
    cpu: float
    """CPU time of the server, in % of a core."""


@dataclass(frozen=True)
class Run:
    """Figures of one server, quiet and then attacked."""

    quiet: Seen
    attacked: Seen
    end_s: float
    lines: int
    repeated: int
    """Lines of the log that were there before."""
    log_bytes: int


class Pages(Thread):
    """Asks for the page over new connections from an own address."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._port, self._over = port, Event()
        self.times: list[float] = []
        self.failed = 0
        self.start()

    def run(self) -> None:
        import http.client

        while not self._over.wait(ASK_EVERY_S):
            start = perf_counter()
            line = http.client.HTTPConnection(
                "127.0.0.1", self._port, timeout=ASK_PATIENCE_S, source_address=(ASKER, 0)
            )
            try:
                line.request("GET", "/")
                self.failed += len(line.getresponse().read()) == 0
            except (OSError, http.client.HTTPException):
                self.failed += 1
            line.close()
            self.times.append(perf_counter() - start)

    def end(self) -> None:
        self._over.set()
        self.join()


def seen(crowd: Generator, running: Server, seconds: float) -> Seen:
    """Play and ask for so long."""
    before, pages = running.cpu(), Pages(running.port)
    found = crowd.order("play", seconds=seconds, every=EVERY_S)
    pages.end()
    page = quantiles(pages.times, n=100)[98] if len(pages.times) > 1 else ASK_PATIENCE_S
    move = found["p99"] if found["moves"] > 1 else seconds
    cpu = 100 * (running.cpu() - before) / found["seconds"]
    return Seen(1000 * move, 1000 * page, found["moves"], pages.failed, cpu)


def server(folder: Path) -> AbstractContextManager[Server]:
    """`openkub serve` with its limits, few files and its log in a file."""
    few = ["sh", "-c", f'ulimit -Sn {FILES}; exec "$@" 2>"$0"', str(folder / "log")]
    return openkub(str(folder / "games.sqlite"), limits=True, under=few)


@contextmanager
def attacking(name: str, port: int) -> Iterator[None]:
    """Run an attack in a process of its own."""
    most = str(ATTACKED_S + END_PATIENCE_S)
    attack = subprocess.Popen(
        [sys.executable, "-m", "tests.server.floods", str(port), name, most], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    try:
        sleep(WARM_S)
        yield
    finally:
        for child in psutil.Process(attack.pid).children(recursive=True):
            child.kill()
        attack.kill()
        attack.wait()


def run(name: str) -> Run:
    with TemporaryDirectory(prefix="openkub-bench-") as told, generator() as crowd:
        folder = Path(told)
        with server(folder) as running:
            crowd.order("tables", server="openkub", games=TABLES, ports=[running.port], own_addresses=True)
            crowd.order("open")
            crowd.order("connect")
            sleep(1)
            seen(crowd, running, WARM_S)
            quiet = seen(crowd, running, QUIET_S)
            with attacking(name, running.port):
                attacked = seen(crowd, running, ATTACKED_S)
                end_s = ended(running)
        log = (folder / "log").read_text(errors="replace")
    lines = [line.partition(" ")[2] for line in log.splitlines()]
    return Run(quiet, attacked, end_s, len(lines), len(lines) - len(set(lines)), len(log))


def ended(running: Server) -> float:
    """Seconds from SIGTERM to the end of the process."""
    start, process = perf_counter(), psutil.Process(running.pid)
    process.terminate()
    try:
        process.wait(END_PATIENCE_S)
    except psutil.TimeoutExpired:
        return END_PATIENCE_S
    return perf_counter() - start


def row(name: str) -> list[str]:
    runs = [run(name) for _ in range(RUNS)]
    cells = [name]
    for what in ("move", "page"):
        quiet, attacked = (median(getattr(getattr(one, when), what) for one in runs) for when in ("quiet", "attacked"))
        above = median(getattr(one.attacked, what) - getattr(one.quiet, what) for one in runs)
        cells += [f"{quiet:.1f}", f"{attacked:.1f}", beside(f"{above:+.1f}", above, ABOVE_MS)]
    share = median(one.attacked.moves / max(1, one.quiet.moves) * QUIET_S / ATTACKED_S for one in runs)
    failed = median(one.attacked.failed for one in runs)
    end_s = max(one.end_s for one in runs)
    log = [f"{max(getattr(one, what) for one in runs)}" for what in ("lines", "repeated", "log_bytes")]
    cpu = [median(getattr(one, when).cpu for one in runs) for when in ("quiet", "attacked")]
    cells += [" / ".join(f"{share:.0f}" for share in cpu)]
    return [*cells, f"{share:.2f}", f"{failed:.0f}", beside(f"{end_s:.1f} s", end_s, END_S), " / ".join(log)]


# --- the event loop ---


def loop_row(name: str) -> list[str]:
    with TemporaryDirectory(prefix="openkub-bench-") as folder:
        port, file = free_port(), Path(folder) / "times"
        command = [
            sys.executable,
            str(ROOT / "bench" / "lib" / "timed_loop.py"),
            str(port),
            str(Path(folder) / "games.sqlite"),
            str(file),
        ]
        running = Server(command, port)
        with attacking(name, port):
            sleep(ATTACKED_S)
        ended(running)
        running.kill()
        times = sorted(json.loads(file.read_text())[STARTING:]) if file.exists() else []
    if not times:
        return [name, "", "did not end", ""]
    seconds = ATTACKED_S + WARM_S
    # A message of others comes in the idle time, or in one of these.
    waits, over = 0.0, 0.01 * max(seconds, sum(times))
    for waits in reversed(times):
        over -= waits
        if over <= 0:
            break
    return [name, f"{1000 * waits:.1f} ms", f"{1000 * times[-1]:.1f} ms", f"{100 * sum(times) / seconds:.0f} %"]


def main(names: Sequence[str]) -> None:
    if "--loop" in sys.argv:
        heads = ["event loop busy, CPU time", "p99 of arrivals", "longest", "of a core"]
        print_table(heads, [loop_row(name) for name in names or ATTACKS])
        return
    heads = ["attack from one address", "move p99: quiet, ms", "attacked", f"above (target {ABOVE_MS})"]
    heads += ["page p99: quiet, ms", "attacked", f"above (target {ABOVE_MS})", "CPU of the server, % of a core"]
    heads += ["moves, quiet = 1", "pages failed"]
    heads += [f"end on SIGTERM, slowest (target {END_S:.0f} s)", "log lines / repeated / bytes, most"]
    print_table(heads, [row(name) for name in names or ATTACKS])


if __name__ == "__main__":
    main([name for name in sys.argv[1:] if name in ATTACKS])
