"""The exact solver of a turn: a shortest path over the numbers 1 to 13.

docs/solver.md explains the ideas; the numbered steps of the rooms follow it. The rooms are Cython in pure Python mode:
compiled they work without the GIL, and interpreted they give the same answers, only slower. Tiles are numbers here, and
positions counts of them; the kernel knows nothing of the house.
"""

from openkub.solver.kernel import _library  # noqa: F401  # before all rooms, for it finds them
from openkub.solver.kernel import search as _search
from openkub.solver.kernel.calm import Calm, calmer, calmest
from openkub.solver.kernel.cores import GroupCore, RunCore
from openkub.solver.kernel.graph import Graph
from openkub.solver.kernel.lanes import Lanes
from openkub.solver.kernel.layout import LIMIT
from openkub.solver.kernel.legal import Desk, look, tell, write
from openkub.solver.kernel.loading import Counts
from openkub.solver.kernel.many import counted, laid_told, sets_told, solve_many, solve_sets
from openkub.solver.kernel.opening import opening_any, opening_best, opening_fewest, opening_value
from openkub.solver.kernel.plays import all_plays, few_plays
from openkub.solver.kernel.singles import singles
from openkub.solver.kernel.smallest import openings
from openkub.solver.kernel.solving import Play, can_go_out, can_play_any, exactly, go_out, solve
from openkub.solver.kernel.work import EACH_TILE, SLOW, Effort, Weights, forget, nodes, value_weights

__all__ = [
    "EACH_TILE",
    "IS_COMPILED",
    "LIMIT",
    "SLOW",
    "Calm",
    "Counts",
    "Desk",
    "Effort",
    "Graph",
    "GroupCore",
    "Lanes",
    "Play",
    "RunCore",
    "Weights",
    "all_plays",
    "calmer",
    "calmest",
    "can_go_out",
    "can_play_any",
    "counted",
    "exactly",
    "few_plays",
    "forget",
    "go_out",
    "laid_told",
    "look",
    "nodes",
    "opening_any",
    "opening_best",
    "opening_fewest",
    "opening_value",
    "openings",
    "sets_told",
    "singles",
    "solve",
    "solve_many",
    "solve_sets",
    "tell",
    "value_weights",
    "write",
]

IS_COMPILED = _search.__file__.endswith((".so", ".pyd"))
"""Whether the search runs as C."""
