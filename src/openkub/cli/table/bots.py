"""The bots at the terminal: the record says where they sit."""

from __future__ import annotations

import re
from dataclasses import replace

from openkub.cli.trouble import Trouble
from openkub.cli.words import as_typed
from openkub.law.moves import Move
from openkub.notation.text import nearest
from openkub.play.record import Record
from openkub.play.view import View

PLAIN, STRENGTH = "Bot", "casual"
"""What a bot is called of whom nothing was said, and how it plays."""


def bot_move(view: View, bot: str) -> Move:
    """What a bot does."""
    from openkub.bots import Clock, make_bot

    return make_bot(bot, seed=view.turn).choose(view, Clock())


def check_bot(bot: str, where: str) -> None:
    """Refuse a bot that does not play here; `where` is what names it."""
    from openkub.bots import BOTS

    if bot not in BOTS:
        raise Trouble(f"{where}: {as_typed(bot)} is none of {', '.join(BOTS)}{nearest(bot, BOTS.keys())}")


def with_first_bots(record: Record) -> Record:
    """A record that openkub 0.1.0 kept, where bots were known by the names of their seats."""
    from openkub.bots import BOTS

    kinds = {seat: re.sub(" [1-9]$", "", name) for seat, name in enumerate(record.seats)}
    found = [(seat, STRENGTH if kind == PLAIN else kind) for seat, kind in kinds.items() if kind in {PLAIN, *BOTS}]
    return replace(record, bots=tuple(found))
