"""Looking back at finished games: what could have been laid, what it was worth; docs/analysis.md explains it.

>>> game = Game.new("default", ["Anna", "Bruno"], "demo")
>>> while not game.over:
...     game = game.apply(best_play(game.view) or game.view.idle)
>>> first = analyse(game.record, playouts=0)
>>> {str(turn.mark) for turn in first.turns if turn.laid}
{'best'}
"""

from openkub.analysis.analysing import AnalysisCode, AnalysisError, analyse, play_on, refine
from openkub.analysis.report import Analysis, BestPlay, JudgedPlayer, JudgedRound, JudgedTurn, Mark, Opening

__all__ = [
    "Analysis",
    "AnalysisCode",
    "AnalysisError",
    "BestPlay",
    "JudgedPlayer",
    "JudgedRound",
    "JudgedTurn",
    "Mark",
    "Opening",
    "analyse",
    "play_on",
    "refine",
]
