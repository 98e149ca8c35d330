"""A program that runs beside us: lines go in, lines come out, and it can be ended at any time."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from multiprocessing.util import Finalize
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

LONGEST_LINE = 100_000
LAST_WORDS = 300


class Malformed(ValueError):
    """The program said something that is no answer."""


class Gone(Exception):
    """The program has ended; the message says with which status and last words."""


class Program:
    """A running program. A thread reads what it says, so that waiting for it can end in time on every system."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.wants_moves = False
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the program
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            start_new_session=True,  # an interrupt at the keyboard is for us alone, and its children end with it
        )
        self._heard: SimpleQueue[str | None] = SimpleQueue()
        assert self._process.stdout
        Thread(target=_listen, args=(self._process.stdout, self._heard), daemon=True).start()
        self._leave = Finalize(self, _end, (self._process, self._complaints), exitpriority=10)

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def send(self, lines: list[str]) -> None:
        """Write lines to it."""
        assert self._process.stdin
        try:
            self._process.stdin.write("".join(f"{text}\n" for text in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise Gone(self._last_words()) from None

    def read(self, deadline: float | None) -> str:
        """Its next line; `TimeoutError` if none comes before the deadline, on the monotonic clock."""
        try:
            text = self._heard.get(timeout=None if deadline is None else max(0.0, deadline - time.monotonic()))
        except Empty:
            raise TimeoutError from None
        if text is None:
            raise Gone(self._last_words())
        if len(text) > LONGEST_LINE:
            raise Malformed(f"a line of more than {LONGEST_LINE} characters")
        return text

    def check_silent(self) -> None:
        """Refuse what it said without being asked."""
        if not self._heard.empty() and self.is_alive:
            raise Malformed(f"it spoke out of turn: {self.read(time.monotonic())[:60]!r}")

    def kill(self) -> None:
        """End it and its children now."""
        self._leave()

    def _last_words(self) -> str:
        try:
            status: int | None = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            status = None
        size = self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, size - LAST_WORDS))
        words = self._complaints.read().decode(errors="replace").strip().splitlines()
        how = "it closed its output" if status is None else f"it ended with status {status}"
        return how + (f": {words[-1]}" if words else "")


def _listen(output: IO[bytes], heard: SimpleQueue[str | None]) -> None:
    """Pass on every line; one that is too long is passed on just long enough to be refused."""
    with output:
        while text := output.readline(LONGEST_LINE + 1):
            heard.put(text.decode(errors="replace").rstrip("\r\n"))
    heard.put(None)


def _end(process: subprocess.Popen[bytes], complaints: IO[bytes]) -> None:
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    if process.stdin:
        with suppress(OSError):
            process.stdin.close()
    process.wait()
    complaints.close()
