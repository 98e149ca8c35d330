"""Rack tiles laid on a table for the largest gain: the house's side of the kernel's door."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from openkub.pieces.melds import Group, Meld, Reading, Run, Table
from openkub.pieces.tiles import TILES, Colour, TileBag
from openkub.solver import kernel
from openkub.solver.effort import LAID, Effort
from openkub.solver.weights import Weights

_NONE = TileBag()

RunCore = tuple[int, int, tuple[int, ...]]
GroupCore = tuple[int, int, int]
Core = tuple[Meld, Reading | None]
"""A set that stays together and may grow, and how it is read; one that stays as it lies is not read at all."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What was found: the gain, the rack tiles laid, the whole table after."""

    gain: int
    laid: TileBag
    table: Table


@lru_cache(1 << 14)
def meld_of(kinds: bytes) -> Meld:
    """A set as the kernel writes it."""
    return Meld(TILES[kind] for kind in kinds)


def lay_bag(
    table: TileBag,
    rack: TileBag,
    weights: Weights,
    *,
    must: TileBag = _NONE,
    count: int | None = None,
    cores: tuple[Core, ...] = (),
    may_be_none: bool = False,
    effort: Effort | None = None,
) -> Laid | None:
    """The largest gain where only the tiles of the table count, and the cores, which stay together and may grow.

    At least one tile is laid, or exactly `count`, unless it `may_be_none`.
    """
    if effort is not None:
        effort.left -= LAID
    runs, groups = split_cores(cores)
    compiled, least = weights.compiled, must.bits or None
    found = kernel.solve(table.bits, rack.bits, compiled, least, False, runs, groups, count, effort)
    if found and not found[1] and count is None and not may_be_none:
        # Nothing gains anything; still a play is asked for.
        found = kernel.solve(table.bits, rack.bits, compiled, least, True, runs, groups, None, effort)
    if not found:
        return None
    gain, bits, sets = found
    return Laid(gain, TileBag.from_bits(bits), Table(map(meld_of, sets)))


def split_cores(cores: tuple[Core, ...]) -> tuple[list[RunCore], list[GroupCore]]:
    """Cores as the kernel wants them."""
    runs: list[RunCore] = []
    groups: list[GroupCore] = []
    for core, reading in cores:
        if isinstance(reading, Run):
            runs.append(_run_core(core, reading))
        elif reading is not None:
            groups.append(_group_core(core, reading))
    return runs, groups


@lru_cache(1 << 12)
def _run_core(core: Meld, reading: Run) -> RunCore:
    return reading.colour.index, reading.first, tuple(map(int, core))


@lru_cache(1 << 12)
def _group_core(core: Meld, reading: Group) -> GroupCore:
    present = sum(1 << colour.index for colour in Colour if colour not in reading.missing)
    return reading.number, present, core.jokers
