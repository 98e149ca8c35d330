"""openkub: exact rules, solver and bots for the tile game Rummikub.

>>> state = State.deal(EDITIONS["default"], seats=4, seed="demo")
>>> view = state.view(state.turn)  # all that a bot, a hint or a browser ever gets
>>> move = best_play(view) or Draw()
>>> state.check(move) is None
True
>>> state = state.apply(move)  # a new value; IllegalMove if check would complain
"""

from openkub.melds import Table
from openkub.moves import Draw, IllegalMove, Pass, Play, Problem, TimeOut
from openkub.rules import EDITIONS, Rules
from openkub.solver import best_play
from openkub.state import State, sample
from openkub.tiles import NotationError, Tile, TileBag

__all__ = [
    "EDITIONS",
    "Draw",
    "IllegalMove",
    "NotationError",
    "Pass",
    "Play",
    "Problem",
    "Rules",
    "State",
    "Table",
    "Tile",
    "TileBag",
    "TimeOut",
    "best_play",
    "sample",
]
