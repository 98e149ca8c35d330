"""openkub: exact rules, solver and bots for the tile game Rummikub."""

from openkub.melds import Meld, Table
from openkub.moves import Draw, IllegalMove, Pass, Play, Problem, TimeOut
from openkub.rules import EDITIONS, Rules
from openkub.state import State, sample
from openkub.tiles import NotationError, Tile, TileBag

__all__ = [
    "EDITIONS",
    "Draw",
    "IllegalMove",
    "Meld",
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
    "sample",
]
