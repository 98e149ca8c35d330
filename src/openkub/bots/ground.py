"""What of the rules matters in thought, where tiles are counts in one int: duties, costs, and what an end is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openkub.law.rules import Rules
from openkub.pieces.tiles import JOKER, TileBag
from openkub.solver import EACH_TILE, face_value, kernel

WIN = 400
"""So many points weigh as much as a win, wherever a bot thinks ahead."""
_NUMBERED = (1 << 4 * 52) - 1


@dataclass(frozen=True, slots=True)
class Ground:
    """The rules of the table as far as thought goes; sets with jokers are handled freely there."""

    face: bool
    minimum: int
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
    dearest: kernel.Weights
    """Most value, then most tiles, a joker worth what it costs."""
    win: int

    @classmethod
    def of(cls, rules: Rules, win: int = WIN) -> Ground:
        """From the rules of the table."""
        return cls(
            face=rules.opening_joker_value == "face",
            minimum=rules.opening_min_points,
            opens_apart=rules.opening_turn_manipulation == "forbidden",
            must_play=rules.must_lay(1),
            must_play_dry=rules.must_lay(0),
            stops_dry=rules.pool_empty_rule == "immediate_lowest",
            pays_difference=rules.pool_empty_winner_plus == "difference",
            joker=rules.joker_penalty,
            unopened=rules.unopened_penalty,
            unopened_able=rules.unopened_able_penalty,
            dearest=face_value(rules.joker_penalty).then(EACH_TILE).compiled,
            win=win,
        )

    def points(self, rack: int) -> int:
        """What the tiles of a rack count."""
        total = self.joker * (rack >> 4 * JOKER & 7)
        rack &= _NUMBERED
        while rack:
            low = ((rack & -rack).bit_length() - 1) >> 2
            total += ((low >> 2) + 1) * (rack >> 4 * low & 7)
            rack &= ~(15 << 4 * low)
        return total

    def opens(self, rack: int) -> bool:
        """Whether a rack comes to an opening."""
        return bool(kernel.opening_value(rack, self.face)[0] >= self.minimum)

    def cost(self, rack: int, *, opened: bool) -> int:
        """What a rack costs who is left with it: its tiles, or what is paid for not having opened."""
        if opened or self.unopened is None:
            return self.points(rack)
        return self.unopened_able if self.unopened_able is not None and self.opens(rack) else self.unopened

    def worths(self, racks: Sequence[int], opened: Sequence[bool]) -> list[float]:
        """What the end of a round is worth to each seat: its score, and its part of a win above an equal share."""
        costs = [self.cost(rack, opened=has) for rack, has in zip(racks, opened, strict=True)]
        held = [(cost, len(TileBag.from_bits(rack))) for cost, rack in zip(costs, racks, strict=True)]
        winners = [seat for seat, one in enumerate(held) if one == min(held)]
        spared = min(costs) if self.pays_difference else 0
        worths = [float(spared - cost) for cost in costs]
        won = -sum(worth for seat, worth in enumerate(worths) if seat not in winners) + self.win
        for seat in winners:
            worths[seat] = won / len(winners)
        return [worth - self.win / len(racks) for worth in worths]
