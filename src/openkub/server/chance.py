"""Chance comes from outside: ids, codes, tokens and the secrets from which tiles are dealt are drawn from what a server
is given. The real one is `real_chance`; a test brings its own, and has the same tiles in every run.
"""

from __future__ import annotations

import secrets
from typing import Protocol


class Chance(Protocol):
    """Where everything comes from that nobody may guess."""

    def __call__(self, size: int, purpose: str) -> bytes:
        """So many bytes. Real ones care for no purpose; made-up ones are the same for the same, whoever asks first."""


def real_chance(size: int, purpose: str) -> bytes:
    """Bytes that nobody can guess."""
    return secrets.token_bytes(size)


def unlike_any_other() -> str:
    """The name of a process or a connection: it must differ from all others, and decides nothing."""
    return secrets.token_hex(8)
