"""What a seat sees, as one array of small numbers.

>>> from openkub.play.state import State
>>> seen = to_array(State.deal(EDITIONS["default"], 2, "demo").view(0))
>>> seen.shape, int(seen[OBSERVED["rack"]].sum()), int(seen[OBSERVED["pool"]][0])
((233,), 14, 78)
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from openkub.pieces.tiles import TileBag
from openkub.play.view import View

KINDS, SEATS = 53, 6
_NOTHING = TileBag()

OBSERVED: Mapping[str, slice] = MappingProxyType(
    {
        "rack": slice(0, 53),
        "chosen": slice(53, 106),
        "table": slice(106, 159),
        "unseen": slice(159, 212),
        "counts": slice(212, 218),
        "opened": slice(218, 224),
        "playing": slice(224, 230),
        "pool": slice(230, 231),
        "passes": slice(231, 232),
        "must_lay": slice(232, 233),
    }
)
"""Where in the array what stands: tiles by kind, then seats from the one that looks on, then single numbers."""
SIZE = 233


def to_array(view: View, chosen: TileBag = _NOTHING) -> NDArray[np.uint8]:
    """All that a view says of the tiles, and what was chosen; a spectator sees the table from the first seat."""
    seats, first = view.seats, view.seat or 0
    rack = _NOTHING if view.seat is None else view.rack
    order = [*range(first, seats), *range(first)]
    nobody = [0] * (SEATS - seats)
    seen = np.empty(SIZE, np.uint8)
    seen[:212] = _counts(rack, chosen, view.table.bag, view.unseen)
    seen[212:] = [
        *[view.counts[seat] for seat in order], *nobody,
        *[view.opened[seat] for seat in order], *nobody,
        *[1] * seats, *nobody,
        view.pool, min(view.passes, 255), view.rules.must_lay(view.pool),
    ]  # fmt: skip
    return seen


def with_chosen(seen: NDArray[np.uint8], chosen: TileBag) -> NDArray[np.uint8]:
    """The same view while other tiles are chosen."""
    again = seen.copy()
    again[53:106] = _counts(chosen)
    return again


def _counts(*bags: TileBag) -> NDArray[np.uint8]:
    """How many of each kind are in each bag: its four bits a kind become a number a kind."""
    digits = np.frombuffer(b"".join([bag.bits.to_bytes(27, "little") for bag in bags]), np.uint8)
    counts = np.empty((len(bags), 54), np.uint8)
    counts[:, 0::2] = (digits & 15).reshape(len(bags), 27)
    counts[:, 1::2] = (digits >> 4).reshape(len(bags), 27)
    return counts[:, :KINDS].ravel()
