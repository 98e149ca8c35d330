"""Small words: how many of something, and what somebody typed."""

from __future__ import annotations

from openkub.cli.trouble import printable
from openkub.notation.text import amount

__all__ = ["amount", "as_typed"]


def as_typed(text: str) -> str:
    r"""What was typed, in quotes: as it is where it can be shown, and not too long.

    >>> as_typed("🙂"), as_typed("x" * 100), as_typed("\x1b[2J")
    ("'🙂'", "'xxxxxxxxxxxxxxxxxxxxxxxx…'", "'\\x1b[2J'")
    """
    return f"'{printable(text, 24)}'"
