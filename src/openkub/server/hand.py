"""A process that works for a desk: one question at a time, and killed when it takes too long.

Questions and answers are pickled, each behind its length. A hand ends when its house does: there is nothing more to
read then.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO
from weakref import finalize

_LENGTH = 8
_READY = b"ready"


class Lost(Exception):
    """The process ended before it had answered."""


class Hand:
    """The house's end: every method may wait, and is called in a thread."""

    def __init__(self) -> None:
        # -P: no module comes from whatever folder this is.
        command = [sys.executable, "-P", "-m", "openkub.server.hand"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._end = finalize(self, _end, self._process)
        self.is_free = False
        """Whether it waits for a question."""

    @property
    def is_there(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def greet(self) -> None:
        """Wait until it has started."""
        if self._answer() != _READY:
            raise Lost
        self.is_free = True

    def work(self, task: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What the task returns, or raises."""
        assert self._process.stdin is not None
        self.is_free = False
        try:
            _write(self._process.stdin, pickle.dumps((task, args)))
        except OSError:
            raise Lost from None
        answer = self._answer()
        self.is_free = True
        value, error = pickle.loads(answer)
        if error is not None:
            raise error
        return value

    def _answer(self) -> bytes:
        assert self._process.stdout is not None
        answer = _read(self._process.stdout)
        if answer is None:
            raise Lost
        return answer

    def kill(self) -> None:
        """End it now; whoever waits for it learns that it is lost."""
        self._end()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with suppress(OSError):  # something may still have been on its way
            pipe.close()


def _write(pipe: BinaryIO | Any, content: bytes) -> None:
    pipe.write(len(content).to_bytes(_LENGTH, "big") + content)
    pipe.flush()


def _read(pipe: BinaryIO | Any) -> bytes | None:
    """The next content; None if there is no more."""
    length = pipe.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    size = int.from_bytes(length, "big")
    content: bytes = pipe.read(size)
    return content if len(content) == size else None


def main() -> None:
    """The other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the house that is interrupted
    questions = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a task prints does not mix with the answers
    try:
        _write(answers, _READY)
        while (question := _read(questions)) is not None:
            _write(answers, _answered(question))
    except BrokenPipeError:  # the house was killed: nobody wants the answer, nor to be told so
        os._exit(0)


def _answered(question: bytes) -> bytes:
    try:
        task, args = pickle.loads(question)
        return pickle.dumps((task(*args), None))
    except Exception as error:  # whatever the task raises is its answer
        return pickle.dumps((None, error))


if __name__ == "__main__":
    main()
