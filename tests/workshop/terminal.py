"""A command at a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess

from tests.workshop.commands import COMMAND


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, *arguments: str, env: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        self.command = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            close_fds=True,
        )
        os.close(slave)
        self.seen = b""

    def until(self, text: str) -> str:
        """Everything up to this text."""
        while text.encode() not in self.seen:
            ready, _, _ = select.select([self.master], [], [], 30)
            assert ready, self.seen
            self.seen += os.read(self.master, 65536)
        before, _, self.seen = self.seen.partition(text.encode())
        return before.decode()

    def interrupt(self) -> None:
        """Ctrl-C, again if it fell between the prompt and the waiting for a key, where nobody would notice it."""
        ready: list[int] = []
        while not ready and self.command.poll() is None:
            self.command.send_signal(signal.SIGINT)
            ready, _, _ = select.select([self.master], [], [], 1)

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self.master, text.encode())

    def ends(self) -> int:
        """The status with which it ends."""
        status = self.command.wait(timeout=30)
        os.close(self.master)
        return status
