# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""2. Memory: one workspace a question, from a pool, so that threads never share one.

The fields are declared, and explained, in `work.pxd`. Compiled, arrays of a fixed size are part of the workspace, and
those that grow are reached through a bare pointer. Interpreted, both are Python's arrays.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Sequence
from typing import Any

from openkub.solver.kernel.layout import IMPOSSIBLE
from openkub.solver.kernel.tables import GROUP_FIRST, GROUP_JOKERS

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel._fields import fields
    from openkub.solver.kernel.layout import (
        COPIES,
        FIRST_NODES,
        FIRST_ROW,
        JOKER,
        KINDS,
        MOST_COPIES,
        MOST_JOKERS,
        VECTORS,
    )


SLOW = (
    "openkub's solver is not compiled: the same answers, about a hundred times slower. With a C compiler at hand, "
    "pip install --force-reinstall --no-cache-dir openkub compiles it"
)
"""What is told once where the kernel runs as plain Python."""


@cython.cclass
class Weights:
    """What laying rack tiles gains: by kind, for none to seven copies."""

    def __init__(self, table: Sequence[Sequence[int]]) -> None:
        """`table[kind]` lists the gain of laying 1, 2, 3 … copies of a kind in all.

        Not negative and not falling; the last entry holds for all further copies.
        """
        if len(table) != KINDS:
            raise ValueError("weights need one row per kind, 53 in all")
        if not cython.compiled:
            self.gain = fields("Weights")["gain"]()
        whole = 0
        for kind, row in enumerate(table):
            last = 0
            for copies in range(1, COPIES):
                if copies <= len(row):
                    if row[copies - 1] < last:
                        raise ValueError(f"the gains of kind {kind} must not fall")
                    last = row[copies - 1]
                self.gain[kind * COPIES + copies] = last
                if copies == (MOST_JOKERS if kind == JOKER else MOST_COPIES):
                    whole += last
        if whole >= IMPOSSIBLE:
            raise ValueError("these gains are too large to be added up")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its table."""
        return Weights, ([[self.gain[kind * COPIES + n] for n in range(1, COPIES)] for kind in range(KINDS)],)


def value_weights(joker: int = 30) -> Weights:
    """Every rack tile counts its number, a joker `joker`."""
    each = [kind // 4 + 1 for kind in range(JOKER)] + [joker]
    return Weights([[n * value for n in range(1, COPIES)] for value in each])


EACH_TILE = Weights([list(range(1, COPIES))] * KINDS)
"""Every rack tile counts one."""


@cython.cclass
class Effort:
    """How much a question may cost: successors that may be looked at, over all the searches that it takes.

    Whoever asks sees afterwards what is `left`, and whether the answer is `exact`: nothing was cut short.
    """

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.exact = True


@cython.cclass
class Work:
    """Scratch memory of one question."""

    def __init__(self) -> None:
        if not cython.compiled:
            warnings.warn(SLOW, RuntimeWarning, stacklevel=1)  # Python tells it once
            for name, made in fields("Work").items():
                setattr(self, name, made())
        self.grown: list[Any] = []
        for i in range(VECTORS):
            self.deals[i] = GROUP_JOKERS[i]
        for i in range(VECTORS * FIRST_ROW):
            self.first_group[i] = GROUP_FIRST[i]
        self.resize(FIRST_NODES)

    def __enter__(self) -> Work:
        return self

    def __exit__(self, *_error: object) -> None:
        given_back(self)

    def resize(self, nodes: cython.int) -> object:
        """Make room for this many nodes; those that are there stay, but are not found by their keys any more."""
        slots = 1 << int(nodes).bit_length()  # a power of two, one half to full twice as many
        self.node_room = 0
        old, self.grown = self.grown[::-1], []
        self.stamp += 1
        # The widest first, so that little is there twice when most is there.
        self.node_key = cython.cast("unsigned long long *", larger_array(self.grown, old, "Q", nodes))
        self.node_cost = cython.cast("long long *", larger_array(self.grown, old, "q", nodes))
        self.node_loss = cython.cast("long long *", larger_array(self.grown, old, "q", nodes))
        self.slot_key = cython.cast("unsigned long long *", larger_array(self.grown, old, "Q", slots))
        self.heap_cost = cython.cast("long long *", larger_array(self.grown, old, "q", nodes))
        self.node_parent = cython.cast("int *", larger_array(self.grown, old, "i", nodes))
        self.node_choice = cython.cast("unsigned int *", larger_array(self.grown, old, "I", nodes))
        self.node_next = cython.cast("int *", larger_array(self.grown, old, "i", nodes))
        self.slot_node = cython.cast("int *", larger_array(self.grown, old, "i", slots))
        self.slot_stamp = cython.cast("unsigned int *", larger_array(self.grown, old, "I", slots))
        self.stack = cython.cast("int *", larger_array(self.grown, old, "i", nodes))
        self.heap_node = cython.cast("int *", larger_array(self.grown, old, "i", nodes))
        self.node_jokers = cython.cast("unsigned char *", larger_array(self.grown, old, "B", nodes))
        self.node_groups = cython.cast("unsigned char *", larger_array(self.grown, old, "B", nodes))
        self.node_kept = cython.cast("unsigned char *", larger_array(self.grown, old, "B", nodes))
        self.node_room = nodes
        self.slots_all = slots - 1
        self.slot_mask = self.slots_all
        self.slots_enough = nodes
        return None


def start_array(grown: list[Any], code: str, size: cython.int) -> cython.size_t:
    """Where a new array begins: compiled an address, interpreted the array itself."""
    return larger_array(grown, [], code, size)


def larger_array(grown: list[Any], old: list[Any], code: str, size: cython.int) -> cython.size_t:
    """The same for an array that begins with what the last of the old ones holds, which is given back at once."""
    before = old.pop() if old else array(code)
    room = before if len(before) == max(size, 1) else array(code, [0]) * max(size, 1)
    if room is not before:
        room[: len(before)] = before
    grown.append(room)
    if cython.compiled:
        return room.buffer_info()[0]
    else:
        return room


_POOLED = 4
_POOL: list[Work] = []


def taken() -> Work:
    """A workspace of one's own, to be used in a `with`."""
    try:
        return _POOL.pop()  # one step, so that no other thread can take the same
    except IndexError:
        return Work()


def given_back(w: Work) -> object:
    """Put a workspace into the pool, unless it was growing when memory ran out."""
    if w.node_room and len(_POOL) < _POOLED:
        _POOL.append(w)
    return None


def nodes() -> int | None:
    """How many states the last question opened, whoever asked it; None before the first."""
    w: Work
    last = None
    for w in list(_POOL):
        last = w.expanded
    return last


def forget() -> None:
    """Give the memory of all idle workspaces back."""
    _POOL.clear()
