"""Small words: how many of something, and what somebody typed."""

from __future__ import annotations

from openkub.cli.trouble import printable


def amount(count: int, word: str) -> str:
    """A number of things.

    >>> amount(1, "tile"), amount(2, "tile"), amount(1000, "deal")
    ('1 tile', '2 tiles', '1,000 deals')
    """
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def as_typed(text: str) -> str:
    r"""What was typed, in quotes: as it is where it can be shown, and not too long.

    >>> as_typed("🙂"), as_typed("x" * 100), as_typed("\x1b[2J")
    ("'🙂'", "'xxxxxxxxxxxxxxxxxxxxxxxx…'", "'\\x1b[2J'")
    """
    return f"'{printable(text, 24)}'"
