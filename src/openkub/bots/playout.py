"""Playing a round to its end in thought: simple players, no rules but those that matter.

Sets with jokers are handled freely here and openings stay apart from the table, whatever the edition says: this is a
guess at what will happen, never a move.
"""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.ground import Ground
from openkub.solver.fast import NONE, Counts, can_play, lays


@dataclass(slots=True)
class Scene:
    """A whole position in thought; it changes as it is played."""

    table: Counts
    racks: list[Counts]
    opened: list[bool]
    pool: list[Counts]
    """Single tiles, the next one last."""
    turn: int
    passes: int = 0


def lay_most(ground: Ground, table: Counts, rack: Counts, *, opened: bool) -> Counts:
    """The most tiles that a rack can lay."""
    if not opened:
        return ground.opening.most(rack)
    return lays(table, rack) if can_play(table, rack) else NONE


def step(scene: Scene, laid: Counts, draw: int = 1) -> None:
    """One turn: lay these tiles, or draw so many, or pass."""
    seat = scene.turn
    if laid:
        scene.table = scene.table.plus(laid)
        scene.racks[seat] = scene.racks[seat].minus(laid)
        scene.opened[seat] = True
        scene.passes = 0
    elif scene.pool:
        for _ in range(min(draw, len(scene.pool))):
            scene.racks[seat] = scene.racks[seat].plus(scene.pool.pop())
    else:
        scene.passes += 1
    scene.turn = (seat + 1) % len(scene.racks)


def play_out(ground: Ground, scene: Scene) -> list[float]:
    """What the end is worth to each seat when all lay as much as they can, which no duty forbids."""
    while all(scene.racks) and scene.passes < len(scene.racks) and (scene.pool or not ground.stops_dry):
        seat = scene.turn
        step(scene, lay_most(ground, scene.table, scene.racks[seat], opened=scene.opened[seat]), ground.draw)
    return ground.worths(scene.racks, scene.opened)
