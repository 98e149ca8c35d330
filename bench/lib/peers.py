"""Other ways to solve a turn: integer programs on the plain set-partition model, and the solver on PyPI.

The model has one integer variable for every distinct set (runs of three to five, since a longer one is some of those;
groups of three and four; each with jokers in any places), 1,173 for two jokers, and one for the rack tiles laid of each
kind. One row a kind: what lies in sets is what lay on the table and what came from the rack.
"""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from time import process_time_ns
from typing import Any

import highspy
import numpy as np
import swiglpk as glpk  # type: ignore[import-untyped]

from openkub.law.turns import Position
from openkub.pieces.tiles import TILES, TileBag
from tests.solver.oracle import Model, needs_of, parameters

KINDS = len(TILES)
JOKERS = 2
CALM = 64
"""More sets than a table has."""
Solved = tuple[int, float]
"""The most tiles that can be laid, and the microseconds of CPU time it took to say so."""


def counts(tiles: TileBag) -> list[int]:
    return [tiles.count(tile) for tile in TILES]


def model() -> Model:
    """Return a model of every set: a row for each kind; columns for the sets, then for the rack tiles by kind."""
    program = Model()
    for _ in range(KINDS):
        program.row(0, 0)
    for needs in needs_of(JOKERS):
        program.column(needs)
    for kind in range(KINDS):
        program.column({kind: -1}, upper=0, objective=1)
    return program


MODEL = model()


class Glpk:
    """GLPK with the model built once; a position only changes bounds."""

    def __init__(self, program: Model | None = None) -> None:
        self.problem, self.sets = (program or MODEL).problem(), len(needs_of(JOKERS))
        self.simplex, self.branching = parameters()

    def load(self, position: Position) -> None:
        table, rack = counts(position.table.bag), counts(position.rack)
        for kind in range(KINDS):
            glpk.glp_set_row_bnds(self.problem, kind + 1, glpk.GLP_FX, table[kind], table[kind])
            double = glpk.GLP_DB if rack[kind] else glpk.GLP_FX
            glpk.glp_set_col_bnds(self.problem, self.sets + kind + 1, double, 0, rack[kind])
        glpk.glp_std_basis(self.problem)

    def optimum(self) -> int:
        glpk.glp_simplex(self.problem, self.simplex)
        glpk.glp_intopt(self.problem, self.branching)
        assert glpk.glp_mip_status(self.problem) == glpk.GLP_OPT
        most: float = glpk.glp_mip_obj_val(self.problem)
        return round(most)

    def solve(self, position: Position) -> Solved:
        """The solving alone: neither building the model nor changing its bounds is counted."""
        self.load(position)
        start = process_time_ns()
        most = self.optimum()
        return most, (process_time_ns() - start) / 1000

    def close(self) -> None:
        glpk.glp_delete_prob(self.problem)


def glpk_built_and_solved(position: Position) -> Solved:
    """What a program pays that builds the model for each position; the list of sets is at hand."""
    start = process_time_ns()
    peer = Glpk()
    peer.load(position)
    most = peer.optimum()
    peer.close()
    return most, (process_time_ns() - start) / 1000


def glpk_calm(position: Position, seconds: int = 20) -> Solved:
    """Most tiles, then value, then sets of the table left as they are: a column more for each of those."""
    program = model()
    for meld, times in Counter(map(tuple, map(sorted, position.table))).items():
        program.column(Counter(map(int, meld)), upper=times, objective=1)
    peer = Glpk(program)
    peer.load(position)
    for kind, tile in enumerate(TILES):
        glpk.glp_set_obj_coef(peer.problem, peer.sets + kind + 1, CALM * (1000 + (tile.number or 30)))
    peer.branching.tm_lim = 1000 * seconds
    start = process_time_ns()
    glpk.glp_simplex(peer.problem, peer.simplex)
    glpk.glp_intopt(peer.problem, peer.branching)
    us = (process_time_ns() - start) / 1000
    most: float = glpk.glp_mip_obj_val(peer.problem)
    decided = glpk.glp_mip_status(peer.problem) == glpk.GLP_OPT
    peer.close()
    return round(most) // (CALM * 1000) if decided else -1, us


class Highs:
    """HiGHS with the model built once; one thread, presolve off, which is faster here than on."""

    def __init__(self) -> None:
        self.sets, cells = len(needs_of(JOKERS)), MODEL.entries
        self.columns = self.sets + KINDS
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = self.columns, KINDS
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.col_cost_ = np.array([0.0] * self.sets + [1.0] * KINDS)
        lp.col_lower_, lp.col_upper_ = np.zeros(self.columns), np.full(self.columns, 160.0)
        lp.row_lower_ = lp.row_upper_ = np.zeros(KINDS)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        starts = np.cumsum([0, *np.bincount([column for _, column, _ in cells], minlength=self.columns)])
        lp.a_matrix_.start_ = starts.astype(np.int32)
        lp.a_matrix_.index_ = np.array([row for row, _, _ in cells], dtype=np.int32)
        lp.a_matrix_.value_ = np.array([float(count) for _, _, count in cells])
        lp.integrality_ = [highspy.HighsVarType.kInteger] * self.columns
        self.highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in (("output_flag", False), ("threads", 1), ("presolve", "off")):
            self.highs.setOptionValue(option, value)
        self.highs.passModel(lp)

    def solve(self, position: Position) -> Solved:
        """The solving alone."""
        table, rack = counts(position.table.bag), counts(position.rack)
        for kind in range(KINDS):
            self.highs.changeRowBounds(kind, table[kind], table[kind])
            self.highs.changeColBounds(self.sets + kind, 0, rack[kind])
        self.highs.clearSolver()
        start = process_time_ns()
        self.highs.run()
        us = (process_time_ns() - start) / 1000
        return round(self.highs.getInfo().objective_function_value), us


class RummikubSolver:
    """The solver on PyPI, `rummikub-solver`: cvxpy on HiGHS, through its own front door."""

    def __init__(self) -> None:
        import rummikub_solver  # type: ignore[import-not-found]

        self.name = f"rummikub-solver {rummikub_solver.__version__}"
        self.rules: Any = rummikub_solver.RuleSet()

    @staticmethod
    def installed() -> bool:
        return find_spec("rummikub_solver") is not None

    def solve(self, position: Position) -> Solved:
        """Its answer to a state that is already filled in."""
        state = self.rules.new_game()
        state.initial = False
        for add, tiles in ((state.add_table, position.table.bag), (state.add_rack, position.rack)):
            add(*(53 if tile.is_joker else tile.colour.index * 13 + tile.number for tile in tiles))
        start = process_time_ns()
        found = self.rules.solve(state)
        us = (process_time_ns() - start) / 1000
        return len(found.tiles) if found else 0, us
