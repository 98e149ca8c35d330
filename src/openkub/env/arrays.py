"""What a seat sees, as one array of small numbers: that of `View.to_array`, for numpy.

>>> from openkub.play.state import State
>>> seen = to_array(State.deal("default", 2, "demo").view(0))
>>> seen.shape, int(seen[OBSERVED["rack"]].sum()), int(seen[OBSERVED["pool"]][0])
((233,), 14, 78)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from openkub.pieces.tiles import TileBag
from openkub.play.view import OBSERVED, View

__all__ = ["OBSERVED", "SIZE", "to_array", "with_chosen"]

SIZE = OBSERVED["must_lay"].stop
_NOTHING = TileBag()


def to_array(view: View, chosen: TileBag = _NOTHING) -> NDArray[np.uint8]:
    """All that a view says of the tiles, and what was chosen."""
    return np.asarray(view.to_array(chosen))


def with_chosen(seen: NDArray[np.uint8], chosen: TileBag) -> NDArray[np.uint8]:
    """The same view while other tiles are chosen."""
    again = seen.copy()
    again[OBSERVED["chosen"]] = np.frombuffer(chosen.counts, np.uint8)
    return again
