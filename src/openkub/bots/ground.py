"""What of the rules matters in thought: duties, costs, and what an end is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from openkub.law.rules import Rules
from openkub.solver import EACH_TILE, Weights, face_value
from openkub.solver.fast import Counts, Opening

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
