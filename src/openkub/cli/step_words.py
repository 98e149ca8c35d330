"""The steps of a play in words."""

from __future__ import annotations

from rich.text import Text

from openkub.cli.paint import meld_text, tiles_text
from openkub.play.steps import Add, Join, Lay, Split, Step, Swap, Take

Words = tuple[str | Text, ...]


def step_text(step: Step) -> Text:
    """One step as a sentence; sets are counted from 1."""
    return Text.assemble(*_words(step))


def _words(step: Step) -> Words:
    which = f"set {step.set + 1}"
    match step:
        case Take(tiles=tiles, result=result) if not result:
            return "take ", which, " apart: ", tiles_text(tiles)
        case Take(tiles=tiles, result=result):
            return "take ", tiles_text(tiles), f" from {which}, which leaves ", meld_text(result)
        case Split(new=new, result=result, right=right):
            return "split ", which, " into ", meld_text(result), f" and (set {new + 1}) ", meld_text(right)
        case Swap(tile=tile, result=result):
            return "swap the joker of ", which, " for ", tiles_text([tile]), ": ", meld_text(result)
        case Add(tiles=tiles, result=result):
            return "add ", tiles_text(tiles), f" to {which}: ", meld_text(result)
        case Join(other=other, result=result):
            return "push ", f"set {other + 1} up to {which}: ", meld_text(result)
        case Lay(result=result):
            return "lay ", meld_text(result), f" as {which}"
