"""A server as `openkub serve` runs it, in a process of its own, killed and started again on the same database."""

import contextlib
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
from msgspec.json import encode

from openkub.serve_options import Options
from tests.server.inprocess import QUICK

PATIENCE_S = 150
ROOT = Path(__file__).parents[2]
SMALL_FILES = 4096


def free_port() -> Any:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


class Serving:
    """One server; its port stays the same over all its lives, its chance does not."""

    def __init__(self, database: Any, *, seed: str = "a server", workers: int = 1, stderr: int | None = None) -> None:
        self.seed, self.customs, self.stderr = seed, QUICK, stderr
        self.options = Options(port=free_port(), database=database, workers=workers, limits=False)
        self.base = f"http://127.0.0.1:{self.options.port}"
        self.process = None
        self.kills = 0

    def launch(self) -> None:
        """Start the process; it is not ready yet."""
        told = [f"{self.seed}, life {self.kills}", encode(self.options).decode(), encode(self.customs).decode()]
        command = [sys.executable, "-m", "tests.workshop.seeded_server", *told]
        pipes = {"stdout": subprocess.DEVNULL, "stderr": self.stderr}
        self.process = subprocess.Popen(command, **pipes, cwd=ROOT, text=True)

    @property
    def log(self) -> Iterator[str]:
        """Lines of its log, if `stderr` is a pipe."""
        return iter(self.process.stderr.readline, "")

    def is_ready(self) -> bool:
        assert self.process.poll() is None, f"the server ended with {self.process.returncode}"
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.base}/healthz", timeout=5, verify=False).status_code == 200
        return False

    def start(self) -> None:
        self.launch()
        self.await_ready()

    def await_ready(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while not self.is_ready():
            assert time.monotonic() < end, "the server does not get ready"
            time.sleep(0.02)

    def kill(self) -> None:
        """Everything at once, in the middle of whatever it does."""
        if self.process is not None:
            self.kills += 1
            workers = psutil.Process(self.process.pid).children() if self.process.poll() is None else ()
            for process in (self.process, *workers):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            self.process.wait()
            if self.process.stderr:
                self.process.stderr.close()
            self.process = None

    @contextlib.contextmanager
    def full_disk(self) -> Iterator[Any]:
        """No file of the server can grow any more; for the server that is what a full disk looks like."""
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (SMALL_FILES, hard))
        try:
            yield
        finally:
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextlib.contextmanager
def serving(database: Any, **wanted: Any) -> Iterator[Any]:
    """A running server; whatever happens, it does not outlive the test."""
    server = Serving(database, **wanted)
    try:
        server.start()
        yield server
    finally:
        server.kill()
