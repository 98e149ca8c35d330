"""The steps of a play in words, with painted tiles."""

from __future__ import annotations

from rich.text import Text

from openkub.cli.paint import meld_text
from openkub.messages.steps import parts
from openkub.play.steps import Step


def step_text(step: Step) -> Text:
    """One step as a sentence; sets are counted from 1."""
    return Text.assemble(*(part if isinstance(part, str) else meld_text(part) for part in parts(step)))
