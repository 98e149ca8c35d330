"""Playing a round to its end in thought: tiles as counts in one int, simple players, no rules but those that matter.

Sets with jokers are handled freely here and openings stay apart from the table, whatever the edition says: this is a
guess at what will happen, never a move.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from openkub.rules import Rules
from openkub.solver import kernel
from openkub.tiles import JOKER


class Style(IntEnum):
    """How a seat plays in thought: lays all that it can, or holds everything until it can go out."""

    SELLS = 0
    HOLDS = 1


@dataclass(slots=True)
class Scene:
    """A whole position in thought; it changes as it is played."""

    table: int
    racks: list[int]
    opened: list[bool]
    pool: list[int]
    turn: int
    passes: int = 0

    def copy(self) -> Scene:
        """Another one to play with."""
        return Scene(self.table, self.racks[:], self.opened[:], self.pool[:], self.turn, self.passes)


@dataclass(frozen=True, slots=True)
class Ground:
    """What of the rules matters in thought."""

    face: bool
    minimum: int
    must_play: bool
    stops_dry: bool
    joker: int

    @classmethod
    def of(cls, rules: Rules) -> Ground:
        """From the rules of the table."""
        return cls(
            face=rules.opening_joker_value == "face",
            minimum=rules.opening_min_points,
            must_play=not rules.voluntary_draw,
            stops_dry=rules.pool_empty_rule == "immediate_lowest",
            joker=rules.joker_penalty,
        )

    def points(self, rack: int) -> int:
        """What a rack costs."""
        total = self.joker * (rack >> 4 * JOKER & 7)
        rack &= _NUMBERED
        while rack:
            low = ((rack & -rack).bit_length() - 1) >> 2
            total += ((low >> 2) + 1) * (rack >> 4 * low & 7)
            rack &= ~(15 << 4 * low)
        return total


_NUMBERED = (1 << 4 * 52) - 1


def laid_by(ground: Ground, scene: Scene, style: Style) -> int:
    """The tiles that the seat to move lays, 0 for none."""
    rack, table = scene.racks[scene.turn], scene.table
    if style == Style.HOLDS and not ground.must_play and scene.pool:
        opens = scene.opened[scene.turn] or kernel.opening_value(rack, ground.face)[0] >= ground.minimum
        return rack if opens and kernel.can_go_out(table, rack) else 0
    if not scene.opened[scene.turn]:
        found = kernel.opening_best(rack, kernel.TILES, ground.face, ground.minimum)
    else:
        found = kernel.solve(table, rack) if kernel.can_play_any(table, rack) else None
    return found[1] if found else 0


def step(scene: Scene, laid: int) -> None:
    """One turn: lay these tiles, or draw, or pass."""
    seat = scene.turn
    if laid:
        scene.table += laid
        scene.racks[seat] -= laid
        scene.opened[seat] = True
        scene.passes = 0
    elif scene.pool:
        scene.racks[seat] += 1 << 4 * scene.pool.pop()
    else:
        scene.passes += 1
    scene.turn = (seat + 1) % len(scene.racks)


def play_out(ground: Ground, scene: Scene, styles: list[Style], turns: int = 200) -> list[int]:
    """The scores at the end, or what the racks say after so many turns."""
    seats = len(scene.racks)
    for _ in range(turns):
        if ground.stops_dry and not scene.pool:
            break
        step(scene, laid_by(ground, scene, styles[scene.turn]))
        if not scene.racks[scene.turn - 1] or scene.passes >= seats:
            break
    held = [ground.points(rack) for rack in scene.racks]
    winner = min(range(seats), key=lambda seat: (bool(scene.racks[seat]), held[seat]))
    scores = [-points for points in held]
    scores[winner] = sum(held) - held[winner]
    return scores
