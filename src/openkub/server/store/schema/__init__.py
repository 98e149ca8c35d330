"""The tables, in numbered steps from the first version on; a store applies at its opening those that it lacks.

A step that was released is never changed: what comes later is another step.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

from openkub.server.store import CannotOpen


def missing(kind: Literal["sqlite", "postgres"], version: int) -> Mapping[int, str]:
    """The steps that lead from a version to the newest, by number; a newer version than we know is refused."""
    steps = {int(file.name.removesuffix(".sql")): file for file in (files(__name__) / kind).iterdir()}
    if version > max(steps):
        raise CannotOpen(f"the database is of version {version}, newer than this openkub, which knows {max(steps)}")
    return {number: steps[number].read_text(encoding="utf-8") for number in sorted(steps) if number > version}
