"""Every seat draws from a pile of its own, so that one player's draws do not change another's.

The pool is dealt out in turn before the first move. Nobody could tell: any order of the pool is as likely as any other.

>>> piles = Piles.dealt(tuple(Tile(t) for t in "k1 k2 k3 k4 k5".split()), seats=2)
>>> [str(tile) for tile in piles.pool(1)]
['k2', 'k4', 'k1', 'k3', 'k5']
>>> [str(tile) for tile in piles.ready(1, 3).pool(1)]
['k2', 'k4', 'k5', 'k1', 'k3']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from openkub.law.moves import Draw, Move, Redeal, TimeOut
from openkub.law.rules import Rules
from openkub.pieces.tiles import Tile
from openkub.play.state import State


@dataclass(frozen=True, slots=True)
class Piles:
    """What is left of every seat's pile, the next tile first."""

    piles: tuple[tuple[Tile, ...], ...]

    @classmethod
    def dealt(cls, pool: Sequence[Tile], seats: int) -> Piles:
        """The pool of a fresh round, dealt out to the seats in turn."""
        return cls(tuple(tuple(pool[seat::seats]) for seat in range(seats)))

    def ready(self, seat: int, need: int) -> Piles:
        """The same with at least so many tiles before that seat, if there are any.

        What its own pile lacks comes from the end of the longest other pile, which its owner would reach last.
        """
        piles = list(self.piles)
        while len(piles[seat]) < need:
            longest = max((other for other in range(len(piles)) if other != seat), key=lambda o: (len(piles[o]), -o))
            if not piles[longest]:
                break
            piles[seat] += piles[longest][-1:]
            piles[longest] = piles[longest][:-1]
        return Piles(tuple(piles))

    def pool(self, seat: int) -> tuple[Tile, ...]:
        """All tiles, those of that seat in front."""
        others = (tile for other, pile in enumerate(self.piles) if other != seat for tile in pile)
        return (*self.piles[seat], *others)

    def after(self, seat: int, drawn: int) -> Piles:
        """What is left when that seat has drawn so many."""
        return Piles(tuple(pile[drawn:] if owner == seat else pile for owner, pile in enumerate(self.piles)))

    def apply(self, state: State, move: Move) -> tuple[State, Piles]:
        """The state and the piles after a move; `IllegalMove` if the rules refuse it."""
        seat = state.turn
        ready = self.ready(seat, most_drawn(state.rules, move))
        after = replace(state, pool=ready.pool(seat)).apply(move)
        if isinstance(move, Redeal):
            return after, Piles.dealt(after.pool, state.seats)
        return after, ready.after(seat, after.history[-1].drawn)


def most_drawn(rules: Rules, move: Move) -> int:
    """How many tiles a move may draw."""
    match move:
        case Draw():
            return rules.draw_size
        case TimeOut():
            return max(rules.timeout_penalty, rules.timeout_idle_draw)
    return 0
