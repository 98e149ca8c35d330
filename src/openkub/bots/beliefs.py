"""What the others may hold: guesses that fit what they did, or could not do, on their last turn."""

from __future__ import annotations

from random import Random

from openkub.bots.playout import Ground
from openkub.melds import Table
from openkub.moves import Draw, Play
from openkub.solver import kernel
from openkub.tiles import TileBag
from openkub.view import View

_TRIES = 12
"""How often a guess is repaired before it is taken as it is."""


class Beliefs:
    """Guesses at hidden racks. Who drew where playing is a duty, or who sells all that it can, had nothing to lay."""

    def __init__(self, view: View, ground: Ground) -> None:
        self.view, self.ground = view, ground
        self.hidden = [int(tile) for tile in view.unseen]
        self.tested = {seat: table for seat in range(len(view.counts)) if (table := _tested(view, seat)) is not None}

    def guess(self, chance: Random) -> tuple[list[int], list[int]]:
        """Racks for all seats and the pool in the order in which it will be drawn, from its end."""
        pool = self.hidden[:]
        chance.shuffle(pool)
        racks = []
        for rack, shown, count in zip(self.view.racks, self.view.shown, self.view.counts, strict=True):
            if rack is not None:
                racks.append(rack.bits)
                continue
            missing = count - len(shown)
            racks.append(shown.bits + _bits(pool[:missing]))
            pool = pool[missing:]
        for seat, table in self.tested.items():
            racks[seat] = self._repaired(seat, racks[seat], table, pool, chance)
        return racks, pool

    def _repaired(self, seat: int, rack: int, table: int, pool: list[int], chance: Random) -> int:
        """The rack with tiles exchanged against the pool until nothing of it, but for the last draw, could be laid."""
        last = self._last_draw(seat, rack, chance)
        for _ in range(_TRIES):
            laid = self._playable(seat, rack - last, table)
            if not laid or not pool:
                break
            kinds = [kind for kind in range(53) for _ in range(laid >> 4 * kind & 7)]
            kind, other = chance.choice(kinds), chance.randrange(len(pool))
            rack += (1 << 4 * pool[other]) - (1 << 4 * kind)
            pool[other] = kind
        return rack

    def _last_draw(self, seat: int, rack: int, chance: Random) -> int:
        """The tile, anyone of the rack, that came after the seat was tested; 0 if it laid something."""
        drew = next((turn for turn in reversed(self.view.history) if turn.seat == seat), None)
        if drew is None or not isinstance(drew.move, Draw):
            return 0
        kinds = [kind for kind in range(53) for _ in range(rack >> 4 * kind & 7)]
        return 1 << 4 * chance.choice(kinds)

    def _playable(self, seat: int, rack: int, table: int) -> int:
        if not self.view.opened[seat]:
            found = kernel.opening_best(rack, kernel.TILES, self.ground.face, self.ground.minimum)
        else:
            found = kernel.solve(table, rack) if kernel.can_play_any(table, rack) else None
        return found[1] if found else 0


def _bits(kinds: list[int]) -> int:
    return sum(1 << 4 * kind for kind in kinds)


def _tested(view: View, seat: int) -> int | None:
    """The table on which a hidden rack last showed that nothing more could be laid, as counts in one int."""
    if seat == view.seat:
        return None
    history = view.history
    for index in range(len(history) - 1, -1, -1):
        if history[index].seat == seat:
            return _table_after(view, index).bits
    return None


def _table_after(view: View, index: int) -> TileBag:
    """All tiles on the table when that turn was over."""
    for turn in reversed(view.history[: index + 1]):
        if isinstance(turn.move, Play):
            return turn.move.table.bag
    return Table().bag
