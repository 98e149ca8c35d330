"""Servers under load, their generator beside them, and what they use."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any
from urllib.request import urlopen

import psutil
from msgspec.json import decode, encode

from lib import ROOT
from tests.server.serving import free_port

BENCH = ROOT / "bench"
PATIENCE_S = 900
SOCKETS = 20_000


class Server:
    """A process with all that it started."""

    def __init__(self, command: Sequence[str], port: int, **environment: str) -> None:
        self.port = port
        self._process = psutil.Popen(command, stdout=subprocess.DEVNULL, env=os.environ | environment)
        self._await_door()

    def _await_door(self) -> None:
        end = perf_counter() + PATIENCE_S
        while perf_counter() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self._process.poll() is not None:
                    break
                sleep(0.05)
        raise RuntimeError(f"the server at port {self.port} does not answer")

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def cpu(self) -> float:
        """Seconds of CPU time, of its children too."""
        return cpu_of(self._process.pid)

    def rss(self) -> int:
        """Bytes of memory, of its children too."""
        return sum(process.memory_info().rss for process in self._all())

    def rss_alone(self) -> int:
        """Bytes of memory without its children: those that think are started when they are needed, at most so many."""
        return self._process.memory_info().rss

    def _all(self) -> list[psutil.Process]:
        return [self._process, *self._process.children(recursive=True)]

    def figure(self, name: str) -> int:
        """A figure of this server of ours, 0 if it has none yet."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return sum(int(float(line.split()[-1])) for line in lines if line.startswith(name))

    def kill(self) -> None:
        """End it and its children without a word."""
        try:
            processes = self._all()
        except psutil.NoSuchProcess:
            return
        for process in processes:
            process.kill()
        psutil.wait_procs(processes, timeout=10)

    def stop(self) -> None:
        """End it; its children end with it. Kill what does not end within ten seconds."""
        if not self._process.is_running():
            return
        children = self._process.children(recursive=True)
        self._process.terminate()
        _, alive = psutil.wait_procs([self._process, *children], timeout=10)
        for process in alive:
            process.kill()


def cpu_of(pid: int) -> float:
    """Seconds of CPU time of any process, and of its children."""
    process = psutil.Process(pid)
    return sum(map(_cpu, [process, *process.children(recursive=True)]))


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


class Generator:
    """The load generator, as an object to give orders to."""

    def __init__(self) -> None:
        allow_many_sockets()
        command = [sys.executable, "-m", "lib.generator"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=BENCH)

    def order(self, do: str, **more: object) -> Any:
        """Give an order and wait until it is done."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(encode({"do": do, **more}).decode() + "\n")
        self._process.stdin.flush()
        return decode(self._process.stdout.readline())

    def stop(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(10)


def allow_many_sockets() -> None:
    """A line each for thousands of players."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(SOCKETS, hard) if hard > 0 else SOCKETS, hard))


@contextmanager
def openkub(database: str | None = None, *, limits: bool = False, under: Sequence[str] = ()) -> Iterator[Server]:
    """Run `openkub serve` with a new SQLite file, or on that database, as arguments of the command `under`."""
    with TemporaryDirectory(prefix="openkub-bench-") as folder:
        port = free_port()
        address = database or str(Path(folder) / "games.sqlite")
        command = [*under, sys.executable, "-m", "openkub", "serve", "--port", str(port), "--database", address]
        server = Server(command if limits else [*command, "--no-limits"], port)
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def boardgame() -> Iterator[Server]:
    """boardgame.io's server, fetched from npm when it is not here yet."""
    folder = BENCH / "boardgame"
    if not (folder / "node_modules").is_dir():
        options = ["--silent", "--no-package-lock", "--no-audit", "--no-fund"]
        subprocess.run(["npm", "install", *options], cwd=folder, check=True, stdout=sys.stderr)
    port = free_port()
    server = Server(["node", str(folder / "server.js"), str(port)], port, NODE_ENV="production")
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def generator() -> Iterator[Generator]:
    """The load generator, as long as it is needed."""
    process = Generator()
    try:
        yield process
    finally:
        process.stop()
