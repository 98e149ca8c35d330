"""12.0 What many rounds are told, checked before anything is written by its numbers; nothing here is compiled."""

from __future__ import annotations

from collections.abc import Sequence

from openkub.solver.kernel.layout import JOKER, KINDS, MOST_COPIES, MOST_JOKERS, MOST_SEATS, MOST_TILES


def checked_kit(lanes: int, seats: int, kit: bytes) -> bytes:
    """How many tiles of every kind there are."""
    if lanes < 1 or not 2 <= seats <= MOST_SEATS or len(kit) != KINDS or sum(kit) > MOST_TILES:
        raise ValueError("there are no such rounds")
    if max(kit[:JOKER]) > MOST_COPIES or kit[JOKER] > MOST_JOKERS:
        raise ValueError("no kit has so many copies or jokers")
    return kit


def checked_deal(kit: bytes, racks: Sequence[bytes], pool: bytes) -> bytes:
    """The racks in a row, and behind them the pool: together they are the kit."""
    if {*map(len, racks)} != {KINDS}:
        raise ValueError("a rack has a count for every kind")
    for kind in range(KINDS):
        tiles = pool.count(kind) + sum(rack[kind] for rack in racks)
        if tiles != kit[kind]:
            raise ValueError(f"the kit has {kit[kind]} of kind {kind}, not {tiles}")
    if len(pool) + sum(map(sum, racks)) != sum(kit):
        raise ValueError("there are tiles of no kind in the pool")
    return b"".join(racks) + pool


def checked_bytes(buffer: object, size: int) -> memoryview:
    """So many bytes in a row that can be written."""
    view = memoryview(buffer).cast("B")  # type: ignore[arg-type]  # it says by itself that it is none
    if view.nbytes != size or view.readonly:
        raise ValueError(f"{size} bytes that can be written are wanted, not {view.nbytes}")
    return view
