"""The steps of a play in English: as a sentence, or in parts for whoever paints tiles.

>>> tell(Add(0, Meld("r8"), Meld("r5 r6 r7 r8")))
'add r8 to set 1: r5 r6 r7 r8'
"""

from __future__ import annotations

from openkub.pieces.melds import Meld
from openkub.play.steps import Add, Join, Lay, Split, Step, Swap, Take

Part = str | Meld
"""Words, or tiles."""


def tell(step: Step) -> str:
    """One step as a sentence; sets are counted from 1."""
    return "".join(map(str, parts(step)))


def parts(step: Step) -> tuple[Part, ...]:
    """The same, words and tiles apart."""
    which = f"set {step.set + 1}"
    match step:
        case Take(tiles=tiles, result=result) if not result:
            return "take ", which, " apart: ", Meld(tiles)
        case Take(tiles=tiles, result=result):
            return "take ", Meld(tiles), f" from {which}, which leaves ", result
        case Split(new=new, result=result, right=right):
            return "split ", which, " into ", result, f" and (set {new + 1}) ", right
        case Swap(tile=tile, result=result):
            return "swap the joker of ", which, " for ", Meld([tile]), ": ", result
        case Add(tiles=tiles, result=result):
            return "add ", Meld(tiles), f" to {which}: ", result
        case Join(other=other, result=result):
            return "push ", f"set {other + 1} up to {which}: ", result
        case Lay(result=result):
            return "lay ", result, f" as {which}"
