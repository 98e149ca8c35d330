"""The real command, run as a user would: with a time in which it must be done, and never with a traceback."""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

COMMAND = (sys.executable, "-c", "from openkub.cli import main; main()")
PATIENCE_S = 120
ROOT = Path(__file__).parents[2]
OF_THE_START = {"PYTHONIOENCODING", "PYTHONUTF8"}
"""What Python itself asks for when it starts, and never again."""


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]
"""Runs the command with these arguments."""


def plain_environment(home: Path) -> dict[str, str]:
    """No language, no colours, a data folder of its own."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "OPENKUB_", "COV_"))}
    data = str(home / "data")
    return {**kept, "XDG_DATA_HOME": data, "HOME": str(home), "COLUMNS": "100", "LANG": "C.UTF-8", "TERM": "xterm"}


def run_openkub(
    *arguments: object, stdin: str = "", environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> Ran:
    """What became of `openkub` with these arguments; what it refuses, it refuses in one line."""
    wanted = dict(os.environ if environment is None else environment)
    with TemporaryFile() as said, TemporaryFile() as out, TemporaryFile() as err:
        said.write(stdin.encode())
        said.seek(0)
        streams = [said.fileno(), out.fileno(), err.fileno()]
        forks = not any(name in OF_THE_START for name in environment or {})
        status = (_forked if forks else _started)(list(map(str, arguments)), wanted, str(folder or ROOT), streams)
        out.seek(0)
        err.seek(0)
        ran = Ran(status, out.read().decode(), err.read().decode())
    assert "Traceback" not in ran.out + ran.err, ran.err
    if ran.status == 2:
        assert ran.err.startswith("openkub: ")
        assert ran.err.count("\n") == 1
    return ran


def _started(arguments: list[str], environment: dict[str, str], folder: str, streams: list[int]) -> int:
    """A run of an interpreter of its own."""
    stdin, stdout, stderr = streams
    done = subprocess.run(
        [*COMMAND, *arguments],
        stdin=stdin, stdout=stdout, stderr=stderr, env=environment, cwd=folder, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    return done.returncode


def _forked(arguments: list[str], environment: dict[str, str], folder: str, streams: list[int]) -> int:
    """A run that is forked from a process which has everything at hand."""
    request = {"arguments": arguments, "environment": environment, "folder": folder}
    line = _line()
    socket.send_fds(line, [json.dumps(request).encode()], streams)
    try:
        return int(line.recv(100))
    except TimeoutError:
        _line.cache_clear()  # whoever forks next waits for nobody
        raise


@cache
def _line() -> socket.socket:
    """The line to the process that forks; it ends when the line does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", "tests.workshop.forking", str(theirs.fileno())]
        forking = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=ROOT, start_new_session=True)
    ours.settimeout(PATIENCE_S)
    atexit.register(_leave, ours, forking)
    return ours


def _leave(line: socket.socket, forking: subprocess.Popen[bytes]) -> None:
    line.close()
    forking.kill()
    forking.wait()
