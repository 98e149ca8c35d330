"""Why tiles are no set yet, in a few words."""

from __future__ import annotations

from itertools import pairwise

from openkub.cli.words import amount
from openkub.pieces.melds import LARGEST_GROUP, SHORTEST, Meld
from openkub.pieces.tiles import Tile


def why_invalid(meld: Meld) -> str:
    """What is missing or in the way; nothing if the set is valid.

    >>> why_invalid(Meld.parse("r5 r6")), why_invalid(Meld.parse("r5 r6 r8")), why_invalid(Meld.parse("r5 k5 r5"))
    ('only 2 tiles', 'gap between r6 and r8', 'r5 twice')
    """
    if meld.is_valid:
        return ""
    numbered = [tile for tile in meld if not tile.is_joker]
    if len(meld) < SHORTEST:
        return f"only {amount(len(meld), 'tile')}"
    if not numbered:
        return "jokers alone"
    twice = next((tile for tile in numbered if numbered.count(tile) > 1), None)
    if twice is not None:
        return f"{twice} twice"
    if len({tile.number for tile in numbered}) == 1:
        return f"more than {LARGEST_GROUP} tiles of one number"
    if len({tile.colour for tile in numbered}) > 1:
        return "neither one colour nor one number"
    return _why_no_run(meld, numbered)


def _why_no_run(meld: Meld, numbered: list[Tile]) -> str:
    for one, other in pairwise(numbered):
        if other.number < one.number:
            return f"{other} behind {one}"
        steps = meld.index(other) - meld.index(one)
        if steps != other.number - one.number:
            return f"{'gap' if steps < other.number - one.number else 'too much'} between {one} and {other}"
    return "a run ends at 1 and at 13"
