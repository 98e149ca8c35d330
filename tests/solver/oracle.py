"""An integer program for the turn, as plain as it can be: it knows nothing of the solver.

One integer variable for every set that table and rack could hold: runs of three to five (a longer one is some of
those), groups of three and four, each with any of its tiles replaced by jokers. One row a kind: what lies in sets is
what lay on the table and what came from the rack. One switch for every rack tile, the second copy of a kind only after
the first, with what that copy gains.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import swiglpk as glpk  # type: ignore[import-untyped]

from tests.workshop.sets import JOKER, Tiles, all_sets

KINDS = range(53)
NODES = 20_000
"""After so many nodes a search is given up."""
STEPS = 100_000
"""And after so many steps of the simplex method."""


class UndecidedError(Exception):
    """The program had no answer within its nodes."""


_Watch = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_AT_A_NODE = glpk.GLP_ISELECT


class _Branching(ctypes.Structure):
    """How GLPK's `glp_iocp` begins: `cb_func`, called at every node, cannot be set through its Python names."""

    _fields_: ClassVar = [
        *((name, ctypes.c_int) for name in ("msg_lev", "br_tech", "bt_tech")),
        *((name, ctypes.c_double) for name in ("tol_int", "tol_obj")),
        *((name, ctypes.c_int) for name in ("tm_lim", "out_frq", "out_dly")),
        ("cb_func", _Watch),
    ]


class _Patience:
    """Ends a search after so many nodes: seconds would say more about the machine than about the position."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes
        self._library = ctypes.CDLL(glpk._swiglpk.__file__)
        for function in (self._library.glp_ios_reason, self._library.glp_ios_terminate):
            function.argtypes = [ctypes.c_void_p]
        self._watch = _Watch(self._look)

    def limit(self, branching: Any) -> None:
        _Branching.from_address(int(branching.this)).cb_func = self._watch

    def _look(self, tree: int, _: int) -> None:
        if self._library.glp_ios_reason(tree) == _AT_A_NODE:
            self.left -= 1
            if self.left < 0:
                self._library.glp_ios_terminate(tree)


@cache
def needs_of(jokers: int) -> tuple[dict[int, int], ...]:
    """How many of each kind every set takes."""
    return tuple(dict(Counter(tiles)) for tiles in all_sets(jokers))


def most(
    table: Sequence[Tiles],
    rack: Tiles,
    gains: Mapping[int, Sequence[int]],
    *,
    exactly: int | None = None,
    keep_at: int | None = None,
    keep_size: bool = False,
    nodes: int = NODES,
) -> int | None:
    """The largest gain, where `gains[kind]` lists what the first, second … copy gains; None if there is no play.

    With `exactly`, so many tiles are laid. With `keep_at`, the gain is that, and the answer is the largest number of
    table sets that can then stay as they are; with `keep_size` a thousand for each, and one for each of their tiles.
    """
    model = Model()
    lay = Counter(tile for meld in table for tile in meld)
    have = lay + Counter(rack)
    for kind in KINDS:
        model.row(lay[kind], lay[kind])
    there = [have[kind] for kind in KINDS]
    for needs in needs_of(have[JOKER]):
        if all(there[kind] >= count for kind, count in needs.items()):
            model.column(needs)
    switches: list[int] = []
    total: dict[int, int] = {}
    for kind, copies in sorted(Counter(rack).items()):
        for copy in range(copies):
            gain = gains[kind][copy]
            switch = model.column({kind: -1}, upper=1, objective=0 if keep_at is not None else gain)
            if copy:
                order = model.row(0, None)
                model.entry(order, switches[-1], 1)
                model.entry(order, switch, -1)
            switches.append(switch)
            total[switch] = gain
    if exactly is not None:
        count = model.row(exactly, exactly)
        for switch in switches:
            model.entry(count, switch, 1)
    if keep_at is not None:
        gained = model.row(keep_at, keep_at)
        for switch, gain in total.items():
            model.entry(gained, switch, gain)
        for tiles, times in Counter(tuple(sorted(meld)) for meld in table).items():
            model.column(dict(Counter(tiles)), upper=times, objective=1000 + len(tiles) if keep_size else 1)
    return model.solved(nodes)


def parameters() -> tuple[Any, Any]:
    """Return the parameters of the simplex method and of the search, without messages."""
    simplex, branching = glpk.glp_smcp(), glpk.glp_iocp()
    glpk.glp_init_smcp(simplex)
    glpk.glp_init_iocp(branching)
    simplex.msg_lev = branching.msg_lev = glpk.GLP_MSG_OFF
    return simplex, branching


class Model:
    """A program to be maximised; rows and columns are numbered from 0."""

    def __init__(self) -> None:
        self.rows: list[tuple[int | None, int | None]] = []
        self.columns: list[tuple[int | None, int]] = []
        self.entries: list[tuple[int, int, int]] = []
        self.values: list[int] = []
        """Value of each column in the optimum, empty before a solution."""

    def row(self, low: int | None, high: int | None) -> int:
        self.rows.append((low, high))
        return len(self.rows) - 1

    def column(self, entries: Mapping[int, int], upper: int | None = None, objective: int = 0) -> int:
        self.columns.append((upper, objective))
        index = len(self.columns) - 1
        for row, coefficient in entries.items():
            self.entry(row, index, coefficient)
        return index

    def entry(self, row: int, column: int, coefficient: int) -> None:
        if coefficient:
            self.entries.append((row, column, coefficient))

    def solved(self, nodes: int) -> int | None:
        if not self.columns:
            return (
                0 if all((low is None or low <= 0) and (high is None or high >= 0) for low, high in self.rows) else None
            )
        problem = self.problem()
        try:
            return self._optimum(problem, nodes)
        finally:
            glpk.glp_delete_prob(problem)

    def problem(self) -> Any:
        """Build the model in GLPK. The caller deletes it."""
        glpk.glp_term_out(glpk.GLP_OFF)
        problem = glpk.glp_create_prob()
        glpk.glp_set_obj_dir(problem, glpk.GLP_MAX)
        glpk.glp_add_rows(problem, len(self.rows))
        glpk.glp_add_cols(problem, len(self.columns))
        for i, (low, high) in enumerate(self.rows, 1):
            kind = glpk.GLP_UP if low is None else glpk.GLP_LO
            if low is not None and high is not None:
                kind = glpk.GLP_FX if low == high else glpk.GLP_DB
            glpk.glp_set_row_bnds(problem, i, kind, low or 0, high or 0)
        for j, (upper, objective) in enumerate(self.columns, 1):
            glpk.glp_set_col_kind(problem, j, glpk.GLP_IV)
            kind = glpk.GLP_LO if upper is None else glpk.GLP_DB
            glpk.glp_set_col_bnds(problem, j, kind, 0, upper or 0)
            glpk.glp_set_obj_coef(problem, j, objective)
        size = len(self.entries)
        rows, columns, values = glpk.intArray(size + 1), glpk.intArray(size + 1), glpk.doubleArray(size + 1)
        for i, (row, column, value) in enumerate(self.entries, 1):
            rows[i], columns[i], values[i] = row + 1, column + 1, value
        glpk.glp_load_matrix(problem, size, rows, columns, values)
        return problem

    def _optimum(self, problem: object, nodes: int) -> int | None:
        simplex, branching = parameters()
        simplex.it_lim = STEPS
        failed = glpk.glp_simplex(problem, simplex)
        if not failed and glpk.glp_get_status(problem) == glpk.GLP_NOFEAS:
            return None
        if failed or glpk.glp_get_status(problem) != glpk.GLP_OPT:
            raise UndecidedError
        patience = _Patience(nodes)
        patience.limit(branching)
        failed = glpk.glp_intopt(problem, branching)
        status = glpk.glp_mip_status(problem)
        if not failed and status == glpk.GLP_NOFEAS:
            return None
        if failed or status != glpk.GLP_OPT:
            raise UndecidedError
        self.values = [round(glpk.glp_mip_col_val(problem, j + 1)) for j in range(len(self.columns))]
        best: float = glpk.glp_mip_obj_val(problem)
        return round(best)
