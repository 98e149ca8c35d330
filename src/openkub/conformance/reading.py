"""Cases as they stand in a file: JSON, read with suspicion."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from openkub.law.rules import Rules
from openkub.notation.text import quoted
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag

Json = Mapping[str, Any]
"""A case as it stands in the file; this module and the record's JSON twin are where JSON lives."""


class CaseError(ValueError):
    """A case that cannot be judged because it is not written as it should be."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the library says to one case: legal or not, why not, and the values that the case may ask for."""

    legal: bool
    reason: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


def load_cases(text: str) -> list[Json]:
    """The cases of a file."""
    try:
        whole = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise CaseError(f"this is not JSON: {error}") from None
    cases = whole.get("cases") if isinstance(whole, dict) else whole
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise CaseError('a file of cases is {"cases": [{...}, ...]}')
    return cases


def get(case: Json, key: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
    """A value of the case, of the type it must have."""
    value = case.get(key, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise CaseError(f"{key}: {quoted(value)} is not what belongs there")
    return value


def table_of(value: object) -> Table:
    """A table from a list of lists of tiles."""
    if not isinstance(value, list):
        raise CaseError(f"table: {quoted(value)} is no list of sets")
    return Table(Meld(tiles_of(meld)) for meld in value)


def tiles_of(value: object) -> list[Tile]:
    """Tiles from a list of their names."""
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise CaseError(f"{quoted(value)} is no list of tiles")
    return [Tile(text) for text in value]


def bag_of(case: Json, key: str) -> TileBag:
    """A rack; none is empty."""
    return TileBag(tiles_of(case.get(key, [])))


def rules_with_tiles(rules: Rules, size: int) -> Rules:
    """The rules with another kit, refused if there is no such kit."""
    return replace(rules, tile_set=size)  # type: ignore[arg-type]  # checked by Rules


def pool_of(before: Json, default: int) -> int:
    """How many tiles the pool holds."""
    pool = get(before, "pool", int, default)
    if not 0 <= pool <= Kit.BIG:
        raise CaseError(f"pool: {pool} tiles cannot be in it")
    return int(pool)
