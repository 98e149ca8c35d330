"""A round in which every turn is built tile by tile.

>>> building = Building("default", seats=2, seed="demo")
>>> [str(TILES[action]) for action in building.actions() if action < DONE]
['r5', 'b5', 'y5', 'b9', 'b10', '*']
>>> building.act(IDLE), building.turn
(True, 0)
"""

from __future__ import annotations

from openkub.law.moves import Move, Play
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.tiles import TILES, TileBag
from openkub.play.state import State
from openkub.solver import mask, place
from openkub.solver.effort import PATIENCE

DONE = 53
"""The action that lays what is chosen; those before it choose a tile of that kind."""
IDLE = 54
"""The action that draws, or passes when the pool is empty or a tile was drawn in this turn."""
ACTIONS = 55
"""How many actions there are."""
_NOTHING = TileBag()


class Building:
    """A round, and the tiles that the seat whose turn it is has chosen so far."""

    __slots__ = ("_legal", "_position", "chosen", "state")

    def __init__(self, rules: Rules | str, seats: int, seed: str | bytes, starter: int | None = None) -> None:
        law = Rules.parse(rules) if isinstance(rules, str) else rules
        self._begin(State.deal(law, seats, seed, starter))

    @classmethod
    def at(cls, state: State) -> Building:
        """The same from any state on."""
        building = cls.__new__(cls)
        building._begin(state)
        return building

    def _begin(self, state: State) -> None:
        self.state, self.chosen = state, _NOTHING
        self._legal: int | None = None
        self._position = Position(state.rules, state.table, state.racks[state.turn], state.opened[state.turn])

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.state.outcome is not None

    @property
    def legal(self) -> int:
        """The actions that are legal now, a bit each."""
        if self._legal is None:
            self._legal = self._ask()
        return self._legal

    def actions(self) -> list[int]:
        """The same as a list."""
        return [action for action in range(ACTIONS) if self.legal >> action & 1]

    def _ask(self) -> int:
        if self.over:
            return 0
        found = mask(self._position, self.chosen, limit=PATIENCE)
        legal = found.bits | (found.is_play << DONE)
        may_idle = not self.chosen and not (legal and self.state.must_lay)
        return legal | (may_idle << IDLE)

    def act(self, action: int) -> bool:
        """Do it; return True if it made a move, False if it only chose a tile. `ValueError` if it is not legal."""
        if not 0 <= action < ACTIONS or not self.legal >> action & 1:
            raise ValueError(f"{action} is none of the legal actions {self.actions()}")
        if action < DONE:
            self.chosen, self._legal = self.chosen + TileBag([TILES[action]]), None
            return False
        self.apply(self.state.idle if action == IDLE else self._play())
        return True

    def _play(self) -> Play:
        play = place(self._position, self.chosen, tidy=False, limit=PATIENCE)
        assert play, "a choice that the mask calls a play is one"
        return play

    def apply(self, move: Move) -> None:
        """A whole turn at once, as bots play it; what was chosen is forgotten."""
        self._begin(self.state.apply(move))
