"""A real `openkub serve`, in a process of its own, that is killed and started again on the same database."""

import contextlib
import resource
import socket
import subprocess
import sys
import time

import httpx
import psutil

PATIENCE_S = 60
FASTER = ("--bot-pause", "0", "--no-limits", "--open-games", "1000")
SMALL_FILES = 4096


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


class Serving:
    """One server; its port stays the same over all its lives."""

    def __init__(self, database, *options):
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.command = [sys.executable, "-m", "openkub", "serve", "--port", str(self.port), "--database", database]
        self.command += [*FASTER, *options]
        self.process = None
        self.kills = 0

    def launch(self):
        """Start the process; it is not ready yet."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)

    def is_ready(self):
        assert self.process.poll() is None, f"the server ended with {self.process.returncode}"
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.base}/healthz", timeout=5, verify=False).status_code == 200
        return False

    def start(self):
        self.launch()
        end = time.monotonic() + PATIENCE_S
        while not self.is_ready():
            assert time.monotonic() < end, "the server does not get ready"
            time.sleep(0.02)

    def kill(self):
        """Everything at once, in the middle of whatever it does."""
        if self.process is not None:
            self.kills += 1
            workers = psutil.Process(self.process.pid).children()
            for process in (self.process, *workers):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            self.process.wait()
            self.process = None

    @contextlib.contextmanager
    def full_disk(self):
        """No file of the server can grow any more; for the server that is what a full disk looks like."""
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (SMALL_FILES, hard))
        try:
            yield
        finally:
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextlib.contextmanager
def serving(database, *options):
    """A running server; whatever happens, it does not outlive the test."""
    server = Serving(database, *options)
    try:
        server.start()
        yield server
    finally:
        server.kill()
