"""The real command, run as a user would: with a time in which it must be done, and never with a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

COMMAND = (sys.executable, "-c", "from openkub.cli import main; main()")
PATIENCE_S = 120


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
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin.encode(),
        capture_output=True,
        env=environment,
        cwd=folder,
        timeout=PATIENCE_S,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.out + ran.err, ran.err
    if ran.status == 2:
        assert ran.err.startswith("openkub: ")
        assert ran.err.count("\n") == 1
    return ran
