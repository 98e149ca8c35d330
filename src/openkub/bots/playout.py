"""Playing a round to its end in thought: simple players, no rules but those that matter.

Sets with jokers are handled freely here and openings stay apart from the table, whatever the edition says: this is a
guess at what will happen, never a move.
"""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.ground import Ground
from openkub.play.public import Public
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
    plays_after_draw: bool = False
    has_drawn: bool = False
    """True between a draw and the end of the turn."""

    def end_turn(self) -> None:
        """The next seat is to play."""
        self.turn, self.has_drawn = (self.turn + 1) % len(self.racks), False


def scene_of(position: Public, racks: list[Counts], pool: list[Counts]) -> Scene:
    """Return the scene of a position, with these racks and this pool."""
    now = position.turn, position.circle, position.rules.play_after_draw, position.has_drawn
    return Scene(Counts.of(position.table.bag), racks[:], list(position.opened), pool[:], *now)


def lay_most(ground: Ground, table: Counts, rack: Counts, *, opened: bool) -> Counts:
    """The most tiles that a rack can lay."""
    if not opened:
        return ground.opening.most(rack)
    return lays(table, rack) if can_play(table, rack) else NONE


def step(scene: Scene, laid: Counts, draw: int = 1) -> None:
    """Make one move: lay these tiles, or draw so many, or pass."""
    seat = scene.turn
    if laid:
        scene.table = scene.table.plus(laid)
        scene.racks[seat] = scene.racks[seat].minus(laid)
        scene.opened[seat] = True
        scene.passes = 0
    elif scene.pool and not scene.has_drawn:
        for _ in range(min(draw, len(scene.pool))):
            scene.racks[seat] = scene.racks[seat].plus(scene.pool.pop())
        if scene.plays_after_draw:
            scene.has_drawn = True
            return
    elif not scene.has_drawn:
        scene.passes += 1
    scene.end_turn()


def is_over(ground: Ground, scene: Scene) -> bool:
    """Return whether the round has ended in thought."""
    if not all(scene.racks) or scene.passes >= len(scene.racks):
        return True
    return ground.stops_dry and not scene.pool and not scene.has_drawn


def play_out(ground: Ground, scene: Scene) -> list[float]:
    """What the end is worth to each seat when all lay as much as they can, which no duty forbids."""
    while not is_over(ground, scene):
        seat = scene.turn
        step(scene, lay_most(ground, scene.table, scene.racks[seat], opened=scene.opened[seat]), ground.draw)
    return ground.worths(scene.racks, scene.opened)
