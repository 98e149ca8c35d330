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
    keep_size: bool = False,
    nodes: int = oracle.NODES,
) -> int | None:
    """The largest gain, or what can be kept at a gain (`oracle.most`); `UndecidedError` if that takes too long."""
    table = [tuple(map(int, meld)) for meld in position.table]
    rack = tuple(map(int, position.rack))
    gains = gains_of(weights)
    return oracle.most(table, rack, gains, exactly=exactly, keep_at=keep_at, keep_size=keep_size, nodes=nodes)
