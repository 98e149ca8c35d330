"""Many rounds at once, stepped in native code: only which tiles lie where is known, as in `fast`.

For players that learn, by way of `openkub.env`. Not all rules will do: sets with a joker must be free, and an opening
may rearrange the table, so that how the tiles of a table lie never matters.

>>> Rounds(Rules(), 2, 1).lanes
1
>>> Rounds(Rules.parse("jumbo_de"), 2, 1)
Traceback (most recent call last):
openkub.law.options.RulesError: joker_set_split: many rounds at once are played with allowed alone, not with forbidden
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openkub.law.options import RulesCode, RulesError
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.solver import kernel
from openkub.solver.candidates import edges_within
from openkub.solver.effort import LIMIT, PATIENCE
from openkub.solver.laying import meld_of
from openkub.solver.plays import mask

Buffer = Any
"""Bytes that lie in a row and can be written: an array, a memoryview."""

NEEDED: Mapping[str, object] = {
    "joker_set_split": "allowed",
    "joker_reuse": "same_turn_anywhere",
    "opening_turn_manipulation": "allowed",
    "opening_sets": "one_or_more",
    "opening_joker": "allowed",
    "draw_size": 1,
    "unopened_penalty": None,
    "play_after_draw": False,
}
"""The options that are fixed here; all others may be as they like."""


@dataclass(frozen=True, slots=True)
class End:
    """A round that is over, or was cut off: what everybody holds, and what is left of the pool."""

    lane: int
    cut: bool
    racks: tuple[TileBag, ...]
    pool: int
    passes: int


class Rounds:
    """So many rounds of one law. One thread at a time may use them; others may have rounds of their own."""

    def __init__(
        self, rules: Rules, seats: int, lanes: int, most_turns: int = 1000, most_edges: int = edges_within(LIMIT)
    ) -> None:
        for name, value in NEEDED.items():
            if getattr(rules, name) != value:
                text = str(getattr(rules, name)).lower()
                raise RulesError(name, RulesCode.NOT_IN_MANY, text=text, needed=str(value).lower())
        self.rules, self.lanes = rules, lanes
        self._desk = kernel.Desk()
        self._lanes = kernel.Lanes(
            lanes,
            seats,
            rules.kit(seats).bag.counts,
            rules.opening_min_points,
            rules.opening_joker_value == "face",
            not rules.voluntary_draw,
            rules.empty_pool_pass == "only_if_unable",
            rules.pool_empty_rule == "immediate_lowest",
            most_turns,
            most_edges,
        )

    def deal(self, lane: int, racks: Sequence[TileBag], pool: Sequence[Tile], starter: int) -> None:
        """Begin a round anew; all tiles of the kit are on the racks and in the pool."""
        self._lanes.deal(lane, [rack.counts for rack in racks], bytes(map(int, pool)), starter)

    def wrong(self, actions: Buffer) -> int | None:
        """The first lane whose action, eight bytes each, is not legal."""
        lane = self._lanes.wrong(actions)
        return None if lane < 0 else lane

    def step(self, actions: Buffer) -> None:
        """One action in every lane; nothing is done unless all are legal."""
        self._lanes.step(actions)

    def ends(self) -> Iterator[End]:
        """The rounds that are over since they were dealt."""
        for lane, cut in self._lanes.ended():
            _, _, racks, _, _, pool, passes = self._lanes.row(lane)
            yield End(lane, cut, tuple(map(_bag, racks)), pool, passes)

    def write(self, seen: Buffer, masks: Buffer, turns: Buffer) -> None:
        """Write what the seat at turn sees, which actions are legal and whose turn it is into bytes that are given."""
        for lane in kernel.look(self._lanes, self._desk):
            position, chosen = self._position(lane)
            found = mask(position, chosen, limit=PATIENCE)
            kernel.tell(self._lanes, lane, found.bits, found.is_play)
        kernel.write(self._lanes, seen, masks, turns)

    def _position(self, lane: int) -> tuple[Position, TileBag]:
        """What the solver is asked about where the kernel's room is too small, and what is chosen there."""
        turn, table, racks, chosen, opened, _, _ = self._lanes.row(lane)
        sets = kernel.go_out(_bag(table).bits, 0) or []
        return Position(self.rules, Table(map(meld_of, sets)), _bag(racks[turn]), opened[turn]), _bag(chosen)


def _bag(counts: bytes) -> TileBag:
    return TileBag.from_bits(sum([count << 4 * kind for kind, count in enumerate(counts) if count]))
