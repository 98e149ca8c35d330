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
from openkub.files import load, save
from openkub.law.moves import Code, Draw, IllegalMove, Move, Pass, Play, Problem, Redeal, TimeOut
from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.messages import message
from openkub.messages.steps import tell
from openkub.notation.errors import NotationError
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.game import Game, verify
from openkub.play.record import Record, Seed
from openkub.play.rows import rows
from openkub.play.state import State, sample
from openkub.play.view import View
from openkub.solver import best, best_play, explain, hint

__version__ = "0.2.0.dev0"

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
    "load",
    "make_bot",
    "message",
    "rows",
    "sample",
    "save",
    "tell",
    "verify",
]
