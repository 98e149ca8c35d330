"""openkub: exact rules, solver and bots for the tile game Rummikub.

A whole round, legal from the first move to the last:

>>> game = Game.new("default", ["Anna", "Bruno"], "demo")
>>> while not game.over:
...     view = game.view  # all that a bot, a hint or a browser ever gets
...     game = game.apply(best_play(view) or view.idle)
>>> game.state.outcome.ended, verify(str(game.record))
('rack_empty', None)
"""

from openkub.bots import Clock, make_bot
from openkub.game import Game, verify
from openkub.melds import Meld, Table
from openkub.moves import Code, Draw, IllegalMove, Move, Pass, Play, Problem, Redeal, TimeOut
from openkub.record import Record, Seed
from openkub.rules import EDITIONS, Rules
from openkub.solver import best, best_play, explain, hint
from openkub.state import State, sample
from openkub.tiles import NotationError, Tile, TileBag
from openkub.turns import Position
from openkub.view import View

__all__ = [
    "EDITIONS",
    "Clock",
    "Code",
    "Draw",
    "Game",
    "IllegalMove",
    "Meld",
    "Move",
    "NotationError",
    "Pass",
    "Play",
    "Position",
    "Problem",
    "Record",
    "Redeal",
    "Rules",
    "Seed",
    "State",
    "Table",
    "Tile",
    "TileBag",
    "TimeOut",
    "View",
    "best",
    "best_play",
    "explain",
    "hint",
    "make_bot",
    "sample",
    "verify",
]
