"""Where the compiled rooms of the kernel are found that have no file of their own.

In a wheel all of them lie in one library, which has the name of one of them: what every library needs is then there
once and not in each, and that is a third of it. Python loads them from there as PEP 489 has it, but itself finds only
the one of that name; this finds the others. An install with a file for each room, compiled or as it is written, has no
use for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from types import ModuleType

KERNEL = "openkub.solver.kernel"
LIBRARY = f"{KERNEL}.search"
"""The room after which the library is named."""


class Rooms:
    """Finds rooms of the kernel in its library; asked last, about what nobody else has found."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None) -> ModuleSpec | None:
        """Where this module is, if it is a room and there is a library."""
        if name.rpartition(".")[0] != KERNEL:
            return None
        library = PathFinder.find_spec(LIBRARY, path)
        if library is None or library.origin is None or not isinstance(library.loader, ExtensionFileLoader):
            return None
        return spec_from_file_location(name, loader=ExtensionFileLoader(name, library.origin))


sys.meta_path.append(Rooms)
