"""Rounds played to their end in thought by strong players: who wins, and how often.

Everybody plays as sharp does. Not as expert: two experts draw until the pool is empty, and then all that decides is
whose turn it is, which tells nothing about the tiles. Sets with jokers are handled freely here and openings stay apart
from the table, as in all thought of the bots.
"""

from __future__ import annotations

from functools import lru_cache

from openkub.bots.ground import Ground
from openkub.bots.playout import Scene, is_over, lay_most, step
from openkub.bots.sharp import Sharp
from openkub.pieces.tiles import JOKER, Tile
from openkub.solver import Weights
from openkub.solver.fast import NONE, Counts, can_play, fits, goes_out, lays

_SHARP = Sharp()


def strong(ground: Ground, scene: Scene) -> Counts:
    """What sharp would lay here; none if it draws or passes."""
    seat = scene.turn
    table, rack, opened = scene.table, scene.racks[seat], scene.opened[seat]
    if _is_out(ground, table, rack, opened=opened):
        return rack
    if not scene.pool or _is_in_danger(scene) or (ground.stops_dry and len(scene.pool) <= len(scene.racks)):
        return _dearest(ground, table, rack, opened=opened)
    if ground.must_play:
        return lay_most(ground, table, rack, opened=opened)
    return NONE if rack.size < _SHARP.patience else _trim(ground, table, rack, opened=opened)


def _is_out(ground: Ground, table: Counts, rack: Counts, *, opened: bool) -> bool:
    if opened:
        return goes_out(table, rack)
    return goes_out(NONE if ground.opens_apart else table, rack) and ground.opening.goes_out(rack)


def _is_in_danger(scene: Scene) -> bool:
    others = [seat for seat in range(len(scene.racks)) if seat != scene.turn]
    return any(scene.opened[seat] and scene.racks[seat].size <= _SHARP.alarm for seat in others)


def _dearest(ground: Ground, table: Counts, rack: Counts, *, opened: bool) -> Counts:
    if not opened:
        return ground.opening.most(rack, ground.dearest)
    return lays(table, rack, ground.dearest) if can_play(table, rack) else NONE


def _trim(ground: Ground, table: Counts, rack: Counts, *, opened: bool) -> Counts:
    """Lay what the table will not take later; wait if nearly everything fits."""
    most = lay_most(ground, table, rack, opened=opened)
    if not most or rack.size - most.size <= _SHARP.near:
        return NONE
    plain = rack.minus(Counts(rack.count(JOKER) * Counts.one(JOKER)))
    if not opened:
        return ground.opening.most(plain)
    return lays(table, plain, _keeping(tuple(fits(table, plain)))) if can_play(table, plain) else NONE


@lru_cache(4096)
def _keeping(later: tuple[Tile, ...]) -> Weights:
    return Weights.of(dict.fromkeys(later, 0), otherwise=1)


def shares(ground: Ground, scene: Scene) -> list[float]:
    """What every seat has of the win when the round is played to its end from here; the scene is used up."""
    while not is_over(ground, scene):
        step(scene, strong(ground, scene), ground.draw)
    costs = [ground.cost(rack, opened=has) for rack, has in zip(scene.racks, scene.opened, strict=True)]
    held = [(bool(rack), cost, rack.size) for rack, cost in zip(scene.racks, costs, strict=True)]
    lowest = min(held)
    winners = held.count(lowest)
    return [1 / winners if one == lowest else 0.0 for one in held]
