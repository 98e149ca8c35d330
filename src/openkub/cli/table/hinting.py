"""Hints at the terminal: which tiles, which sets, every step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rich.text import Text

from openkub.cli.paint import tiles_text
from openkub.cli.step_words import step_text
from openkub.law.moves import Draw
from openkub.play.view import View
from openkub.solver.hints import Hint, Strength, hint

STRONGEST = 3
STYLE = "bold cyan"


def hint_lines(view: View, strength: int, *, moved: bool) -> Iterator[Text]:
    """A hint towards the best play of the turn, sets by their numbers on the screen; `moved` if a draft lies open."""
    found = hint(view, cast(Strength, strength))
    if found is None:
        yield Text(_nothing(view), STYLE)
        return
    if moved:
        yield Text("This is for the table as it lay when your turn began; reset puts it back.", STYLE)
    yield Text.assemble(("You can lay ", STYLE), tiles_text(found.laid))
    if found.sets is not None:
        yield Text(_sets(found), STYLE)
    for number, step in enumerate(found.steps or (), 1):
        yield Text.assemble(f"{number:3}. ", step_text(step))
    if strength < STRONGEST:
        yield Text("hint says more", "dim")


def _nothing(view: View) -> str:
    """Tell a player without a play how the turn ends."""
    if view.rules.play_after_draw and isinstance(view.idle, Draw):
        return "Nothing can be laid yet; draw takes a tile, and you may still lay."
    return f"Nothing can be laid in this turn; {view.idle} ends it."


def _sets(found: Hint) -> str:
    numbers = [str(index + 1) for index in found.sets or ()]
    if not numbers:
        return "No set of the table changes."
    several = len(numbers) > 1
    return f"Set{'s' if several else ''} {', '.join(numbers)} change{'' if several else 's'}."
