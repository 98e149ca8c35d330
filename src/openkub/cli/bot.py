"""The bots at the terminal: a seat's name says which one sits there."""

from __future__ import annotations

import re

from openkub.moves import Move
from openkub.view import View

PLAIN, STRENGTH = "Bot", "casual"
"""What a bot is called of whom nothing was said, and how it plays."""
_NUMBER = re.compile(r" [1-9]$")


def bot_of(name: str) -> str | None:
    """The bot that sits there, by its name in the arena; None if it is a person.

    >>> bot_of("sharp 2"), bot_of("Bot"), bot_of("Anna")
    ('sharp', 'casual', None)
    """
    from openkub.bots import BOTS

    kind = _NUMBER.sub("", name)
    return STRENGTH if kind == PLAIN else kind if kind in BOTS else None


def is_bot(name: str) -> bool:
    """Whether this seat is a bot's: the record says so by the name alone."""
    return bot_of(name) is not None


def bot_names(kinds: list[str]) -> list[str]:
    """The names of their seats: the second of a kind is numbered.

    >>> bot_names(["sharp", "casual", "sharp"])
    ['sharp', 'casual', 'sharp 2']
    """
    return [
        kind if kind not in kinds[:place] else f"{kind} {kinds[: place + 1].count(kind)}"
        for place, kind in enumerate(kinds)
    ]


def bot_move(view: View, name: str) -> Move:
    """What the bot on that seat does."""
    from openkub.bots import Clock, make_bot

    return make_bot(bot_of(name) or STRENGTH, seed=view.turn).choose(view, Clock())
