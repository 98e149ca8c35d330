"""Human moves and hints, for the wire."""

from __future__ import annotations

from openkub.play.steps import Add, Join, Lay, Split, Swap, Take
from openkub.play.steps import Step as SolverStep
from openkub.server.wire.game import Step
from openkub.server.wire.http import HintView
from openkub.solver.hints import Hint


def step_view(step: SolverStep) -> Step:
    """One human move, for the wire."""
    result = str(step.result)
    match step:
        case Take(tiles=tiles):
            return Step("take", step.set, result, tiles=str(tiles))
        case Split(new=new, right=right):
            return Step("split", step.set, result, new=new, right=str(right))
        case Swap(tile=tile):
            return Step("swap", step.set, result, tiles=str(tile))
        case Add(tiles=tiles):
            return Step("add", step.set, result, tiles=str(tiles))
        case Join(other=other):
            return Step("join", step.set, result, other=other)
        case Lay():
            return Step("lay", step.set, result)


def hint_view(hint: Hint | None) -> HintView:
    """A hint, for the wire; None says that nothing can be laid."""
    if hint is None:
        return HintView(None)
    return HintView(
        tiles=str(hint.laid),
        sets=None if hint.sets is None else list(hint.sets),
        table=str(hint.play.table) if hint.play else None,
        steps=None if hint.steps is None else [step_view(step) for step in hint.steps],
    )
