"""`python -m openkub.server.analysing`: a record comes in, lines go out: how far it is, and whatever it found.

It is a process of its own that comes after everybody else, and that can be stopped at any time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import msgspec

from openkub.analysis import refine
from openkub.analysis.analysing import PLAYOUTS
from openkub.play.record import Record

MODEST = 19
"""Whoever else has something to do on this machine goes first."""
STEP = 0.01
"""So much is done between two numbers."""


def tell_all(text: str, tell: Callable[[bytes], object], playouts: int = PLAYOUTS) -> None:
    """Every analysis of a record, coarse first and then finer, and numbers in between."""
    told = 0.0

    def tick(done: float) -> None:
        nonlocal told
        if done - told >= STEP:
            told = done
            tell(msgspec.json.encode(round(done, 3)))

    for found in refine(Record.parse(text), playouts, tick=tick):
        tell(msgspec.json.encode(found))


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """From standard input to standard output."""
    if hasattr(os, "nice"):
        os.nice(MODEST)
    tell_all(sys.stdin.buffer.read().decode(), _say)


if __name__ == "__main__":
    main()
