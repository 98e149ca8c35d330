"""Rollouts: rounds played to their end in thought, with the rules reduced to what matters there.

Sets with jokers are handled freely here and openings stay apart from the table, whatever the edition says. A rollout
guesses at what will happen; it is never a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from openkub.bots.sharp import Sharp, weights_to_keep
from openkub.law.rules import Rules
from openkub.pieces.tiles import JOKER
from openkub.play.public import Public
from openkub.solver import EACH_TILE, Weights, face_value
from openkub.solver.fast import NONE, Counts, Opening, can_play, goes_out, lays

WIN = 400
"""So many points weigh as much as a win, wherever a bot thinks ahead."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The rules of the table as far as thought goes; sets with jokers are handled freely there."""

    opening: Opening
    opens_apart: bool
    """Whether the table must be left alone in the turn that opens."""
    must_play: bool
    must_play_dry: bool
    """Whether who can lay must when the pool is empty."""
    stops_dry: bool
    pays_difference: bool
    joker: int
    unopened: int | None
    unopened_able: int | None
    dearest: Weights
    """Most value, then most tiles, a joker worth what it costs."""
    win: int
    draw: int = 1
    """Tiles that are drawn in a turn that lays nothing."""

    @classmethod
    def of(cls, rules: Rules, win: int = WIN) -> Ground:
        """From the rules of the table."""
        return cls(
            opening=Opening.of(rules),
            opens_apart=rules.opening_turn_manipulation == "forbidden",
            must_play=rules.must_lay(1),
            must_play_dry=rules.must_lay(0),
            stops_dry=rules.pool_empty_rule == "immediate_lowest",
            pays_difference=rules.pool_empty_winner_plus == "difference",
            joker=rules.joker_penalty,
            unopened=rules.unopened_penalty,
            unopened_able=rules.unopened_able_penalty,
            dearest=_dearest(rules.joker_penalty),
            win=win,
            draw=rules.draw_size,
        )

    def cost(self, rack: Counts, *, opened: bool) -> int:
        """What a rack costs who is left with it: its tiles, or what is paid for not having opened."""
        if opened or self.unopened is None:
            return rack.points(self.joker)
        if self.unopened_able is not None and self.opening.is_reached(rack):
            return self.unopened_able
        return self.unopened

    def worths(self, racks: Sequence[Counts], opened: Sequence[bool]) -> list[float]:
        """What the end of a round is worth to each seat: its score, and its part of a win above an equal share."""
        costs = [self.cost(rack, opened=has) for rack, has in zip(racks, opened, strict=True)]
        held = [(cost, rack.size) for cost, rack in zip(costs, racks, strict=True)]
        winners = [seat for seat, one in enumerate(held) if one == min(held)]
        spared = min(costs) if self.pays_difference else 0
        worths = [float(spared - cost) for cost in costs]
        won = -sum(worth for seat, worth in enumerate(worths) if seat not in winners) + self.win
        for seat in winners:
            worths[seat] = won / len(winners)
        return [worth - self.win / len(racks) for worth in worths]


@lru_cache(8)
def _dearest(joker: int) -> Weights:
    return face_value(joker).then(EACH_TILE)


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


def lay_most(ground: Ground, table: Counts, rack: Counts, *, opened: bool, weights: Weights = EACH_TILE) -> Counts:
    """Return the tiles of the play of largest gain, by default the most tiles; none if nothing can be laid."""
    if not opened:
        return ground.opening.most(rack, weights)
    return lays(table, rack, weights) if can_play(table, rack) else NONE


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


_SHARP = Sharp()


def strong(ground: Ground, scene: Scene) -> Counts:
    """Return what sharp would lay here; none if it draws or passes."""
    seat = scene.turn
    table, rack, opened = scene.table, scene.racks[seat], scene.opened[seat]
    if _goes_out(ground, table, rack, opened=opened):
        return rack
    sizes, pool = [rack.size for rack in scene.racks], len(scene.pool)
    last_call = ground.stops_dry and pool <= len(sizes)
    match _SHARP.aim(seat, sizes, scene.opened, pool, last_call=last_call, must_play=ground.must_play):
        case "sell":
            return lay_most(ground, table, rack, opened=opened, weights=ground.dearest)
        case "lay":
            return lay_most(ground, table, rack, opened=opened)
        case "trim":
            return _trim(ground, table, rack, opened=opened)
    return NONE


def _goes_out(ground: Ground, table: Counts, rack: Counts, *, opened: bool) -> bool:
    if opened:
        return goes_out(table, rack)
    return goes_out(NONE if ground.opens_apart else table, rack) and ground.opening.goes_out(rack)


def _trim(ground: Ground, table: Counts, rack: Counts, *, opened: bool) -> Counts:
    """Return what `Sharp` lays when it trims its rack."""
    if not _SHARP.is_worth_trimming(rack.size, lay_most(ground, table, rack, opened=opened).size):
        return NONE
    plain = rack.minus(Counts(rack.count(JOKER) * Counts.one(JOKER)))
    return lay_most(ground, table, plain, opened=opened, weights=weights_to_keep(table, plain, opened=opened))


def shares(ground: Ground, scene: Scene) -> list[float]:
    """What every seat has of the win when the round is played to its end from here; the scene is used up."""
    while not is_over(ground, scene):
        step(scene, strong(ground, scene), ground.draw)
    costs = [ground.cost(rack, opened=has) for rack, has in zip(scene.racks, scene.opened, strict=True)]
    held = [(bool(rack), cost, rack.size) for rack, cost in zip(scene.racks, costs, strict=True)]
    lowest = min(held)
    winners = held.count(lowest)
    return [1 / winners if one == lowest else 0.0 for one in held]
