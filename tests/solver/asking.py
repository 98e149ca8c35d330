"""Asking the integer program about a position."""

from __future__ import annotations

from openkub.law.turns import Position
from openkub.solver import Weights
from tests.solver import oracle
from tests.workshop.dealing import gains_of


def most_by_program(
    position: Position,
    weights: Weights,
    *,
    exactly: int | None = None,
    keep_at: int | None = None,
    nodes: int = oracle.NODES,
) -> int | None:
    """The largest gain, or the most sets that can be kept at a gain; `UndecidedError` if that takes too long."""
    table = [tuple(map(int, meld)) for meld in position.table]
    rack = tuple(map(int, position.rack))
    return oracle.most(table, rack, gains_of(weights), exactly=exactly, keep_at=keep_at, nodes=nodes)
