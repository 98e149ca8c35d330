"""expert: the strongest player here. It waits where it may, and searches where little is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots import endgame
from openkub.bots.beliefs import Beliefs, weigh
from openkub.bots.choosing import dice, find_way_out, hold, is_last_call, opponents, play_or_idle
from openkub.bots.protocol import Clock
from openkub.bots.rollout import WIN, Ground
from openkub.bots.sharp import without_jokers
from openkub.law.moves import Move, Redeal
from openkub.play.view import View
from openkub.solver import best, place
from openkub.solver.fast import NONE, Counts

_MOVES = 10_000
"""Moves of an end-game that a usual machine looks at in a second."""
_PLAYOUTS = 2_000
"""Rounds that it plays to their end in thought in a second."""


@dataclass(frozen=True, slots=True)
class Expert:
    """Holds everything until it goes out at once, and searches the end-game when the pool is empty."""

    seed: int = 0
    think: float = 0.1
    """Seconds of a usual machine for a move."""
    win: int = WIN
    """So many points weigh as much as a win."""
    many: int = 4
    """With so many players it pays to lay as little as one must."""
    few: int = 5
    """So many plays are weighed."""
    repairs: int = 12
    """So often a guess at the racks is repaired before it is taken as it is."""
    clear: float = 2.0
    """By so many standard errors another play must lead the dearest one."""
    name: str = "expert"

    def choose(self, view: View, clock: Clock) -> Move:
        """Out if possible; else search where nothing is left to draw; else wait if that is allowed."""
        if view.may_redeal:
            return Redeal()
        out = find_way_out(view)
        if out:
            return out
        if is_last_call(view):
            return play_or_idle(best(view, "value", tidy=False), view)
        if not view.pool:
            return self._play_end(view, self._seconds(clock))
        if not view.rules.voluntary_draw:
            # Among many, the table grows without one's help: lay little, draw what fits, and go out from far behind.
            return hold(view, "fewest" if len(view.counts) >= self.many else "tiles")
        if not view.has_opened and view.rules.opening_turn_manipulation == "forbidden":
            # A rack that has not opened could go out by itself only, so open, but with little, and not with a joker.
            return play_or_idle(best(without_jokers(view), "fewest", tidy=False), view)
        return view.idle

    def _seconds(self, clock: Clock) -> float:
        return self.think if clock.seconds is None else min(self.think, 0.8 * clock.seconds)

    def _play_end(self, view: View, seconds: float) -> Move:
        """The best play with an empty pool: by search if there are two, else weighed by guesses at the racks."""
        ground, moves = Ground.of(view.rules, self.win), last_moves(view)
        if not knows_all(view):
            dear = sorted(moves, key=lambda laid: -laid.points(ground.joker))
            return self._weigh(view, {laid: moves[laid] for laid in [*dear[: self.few], *dear[-1:]]}, seconds)
        search = endgame.Search(ground, int(_MOVES * seconds))
        return moves[search.best(duel_of(view), list(moves))]

    def _weigh(self, view: View, moves: dict[Counts, Move], seconds: float) -> Move:
        """The play that does best over guesses at the racks, the first unless another is clearly better."""
        if len(moves) == 1:
            return next(iter(moves.values()))
        beliefs = Beliefs(view, Ground.of(view.rules, self.win), self.repairs)
        guesses = max(2, int(_PLAYOUTS * seconds) // len(moves))
        chance = dice(self.seed, view)
        return moves[weigh(beliefs, list(moves), guesses=guesses, clear=self.clear, chance=chance)]


def last_moves(view: View) -> dict[Counts, Move]:
    """The legal moves worth a thought with an empty pool, by the tiles that they lay: the dearest play first."""
    base = best(view, "value", tidy=False)
    if base is None:
        return {NONE: view.idle}
    moves: dict[Counts, Move] = {Counts.of(base.laid): base.play}
    table, rack = Counts.of(view.table.bag), Counts.of(view.rack)
    worth = endgame.plays(Ground.of(view.rules), table, rack, opened=view.has_opened)
    return moves | {laid: move for laid in worth if laid not in moves and (move := legal_move(view, laid))}


def knows_all(view: View) -> bool:
    """Whether all that is unseen must be on the one other rack."""
    other = opponents(view)[0]
    return len(view.counts) == 2 and len(view.unseen) + len(view.shown[other]) == view.counts[other]


def duel_of(view: View) -> endgame.Duel:
    """The position of two of whom one knows the other's rack: all that is unseen is there."""
    other = opponents(view)[0]
    racks = (Counts.of(view.rack), Counts.of(view.unseen + view.shown[other]))
    return endgame.Duel(Counts.of(view.table.bag), racks, (view.has_opened, view.opened[other]), view.circle > 0)


def legal_move(view: View, laid: Counts) -> Move | None:
    """The move that lays exactly these tiles of somebody who could lay some, if the rules allow it."""
    if not laid:
        return None if view.must_lay else view.idle
    return place(view, laid.bag, tidy=False)
