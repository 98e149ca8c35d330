"""The limit of open files of the process (RLIMIT_NOFILE): every connection is one."""

from __future__ import annotations

import sys
from contextlib import suppress
from math import inf

if sys.platform != "win32":  # Windows has no such limit
    import resource

RESERVED = 128
"""Files that are kept for the database, the processes of bots and the log."""


def raise_file_limit() -> None:
    """Raise the soft limit to the hard one. Workers inherit it."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError, ValueError):  # macOS refuses an unlimited soft limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def capacity() -> float:
    """Return how many connections the process can hold."""
    if sys.platform == "win32":
        return inf
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return inf if soft == resource.RLIM_INFINITY else max(soft - RESERVED, soft / 2)
