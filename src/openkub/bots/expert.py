"""expert: the strongest player here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from openkub.bots import endgame
from openkub.bots.choosing import idle, opponents, played
from openkub.bots.going_out import outright
from openkub.bots.playout import Ground
from openkub.bots.protocol import Clock
from openkub.moves import Move, Play
from openkub.solver import best
from openkub.solver.answers import position_of
from openkub.tiles import TileBag
from openkub.view import View

_POSITIONS_PER_SECOND = 3000


@dataclass(frozen=True, slots=True)
class Expert:
    """Rules and search."""

    seed: int = 0
    think: float = 0.5
    name: str = "expert"

    def choose(self, view: View, clock: Clock) -> Move:
        """Out if possible; else search where nothing is hidden; else hold if that is allowed."""
        out = outright(view)
        if out:
            return out
        if not view.pool and len(view.counts) == 2:
            return self._end(view, clock)
        if not view.pool or not view.rules.voluntary_draw:
            return played(best(view, tidy=False), view)
        return idle(view)

    def _end(self, view: View, clock: Clock) -> Move:
        """The best play of the end-game of two."""
        ground = Ground.of(view.rules)
        other = opponents(view)[0]
        theirs = view.unseen + view.shown[other]
        duel = endgame.Duel(
            view.table.bag.bits,
            (view.rack.bits, theirs.bits),
            (view.has_opened, view.opened[other]),
            view.passes > 0,
        )
        moves = {laid: move for laid in endgame.plays(ground, duel) if (move := placed(view, laid))}
        if not moves:
            return played(best(view, tidy=False), view)
        return moves[endgame.Search(ground, self._work(clock)).best(duel, list(moves))]

    def _work(self, clock: Clock) -> int:
        seconds = self.think if clock.seconds is None else min(self.think, 0.8 * clock.seconds)
        return int(_POSITIONS_PER_SECOND * seconds)


def placed(view: View, laid: int) -> Move | None:
    """The move that lays exactly these tiles, if the rules allow it."""
    if not laid:
        may_pass = view.rules.voluntary_draw or best(view, tidy=False) is None
        return idle(view) if may_pass else None
    tiles = TileBag.from_bits(laid)
    answer = best(replace(position_of(view), rack=tiles), tidy=False)
    return Play(answer.table) if answer and answer.laid == tiles else None
