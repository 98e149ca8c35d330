"""Proofs that a puzzle has one answer: by the solver, for whole classes of plays at once."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from openkub.law.turns import Position
from openkub.notation.errors import NotationError
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TILES, TileBag
from openkub.solver import EACH_TILE, Weights, best, can_play


def is_only_choice(position: Position, laid: TileBag) -> bool:
    """Whether nobody can lay as many tiles without laying exactly these."""
    others = Weights(tuple(tuple(max(0, n - laid.count(tile)) for n in range(1, 8)) for tile in TILES))
    found = best(position, EACH_TILE.then(others), tidy=False)
    return found is not None and found.exact and found.laid == laid


def needs_every_tile(position: Position, laid: TileBag) -> bool:
    """Whether nothing at all can be laid when one of these tiles is missing."""
    return not any(can_play(replace(position, rack=position.rack - TileBag([tile]))) for tile in laid.kinds())


def frees_a_joker(position: Position, need: int) -> bool:
    """Whether so many tiles can only be laid if a joker of the table comes to stand for something else.

    With every joker taken for a plain tile of what it stands for, which may then go anywhere, fewer can be laid.
    """
    if not any(meld.jokers for meld in position.table):
        return False
    for melds in product(*map(_as_plain, position.table)):
        try:
            found = best(replace(position, table=Table(melds)), tidy=False)
        except (NotationError, ValueError):
            return False
        if found and (found.count >= need or not found.exact):
            return False
    return True


def _as_plain(meld: Meld) -> list[Meld]:
    """The set with its jokers taken for what they may stand for, in every way."""
    choices = [meld.stands_for(place) if tile.is_joker else (tile,) for place, tile in enumerate(meld)]
    found = [Meld(tiles) for tiles in product(*choices)]
    return [plain for plain in found if plain.is_valid]
