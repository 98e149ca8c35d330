"""Bots in files, with the modules that lie beside them: those of one folder are kept apart from those of another.

Two versions of a bot both have a `net.py`. So each folder is a package of its own, and what is loaded from it gets an
`import` that looks there first, as Python does for a script; the standard library and openkub are nobody's to replace.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from os import fsencode
from pathlib import Path
from types import ModuleType

_PREFIX = "openkub_bots_"
_SHARED = sys.stdlib_module_names | {"openkub"}


class Neighbours(MetaPathFinder):
    """The modules of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = _PREFIX + sha256(fsencode(folder)).hexdigest()[:12]
        home = sys.modules[self.package] = ModuleType(self.package)
        home.__path__ = [str(folder)]

    def has(self, name: str) -> bool:
        """Whether a module of that name lies here; a mere folder is one only where nobody else has the name."""
        if name in _SHARED:
            return False
        spec = PathFinder.find_spec(f"{self.package}.{name}", [str(self.folder)])
        return spec is not None and (spec.origin is not None or PathFinder.find_spec(name) is None)

    def load(self, path: Path) -> ModuleType:
        """A file of this folder, run once."""
        name = f"{self.package}.{path.stem.replace('.', '_')}"
        if name in sys.modules:
            return sys.modules[name]
        spec = spec_from_file_location(name, path, loader=_Source(name, str(path), self))
        assert spec
        assert spec.loader
        module = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]  # as Python does with what could not be loaded
            raise
        return module

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A module of this folder, or of a package in it, as Python finds it."""
        if not fullname.startswith(f"{self.package}."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Source(fullname, spec.loader.path, self)
        return spec

    def imported(
        self,
        name: str,
        asking: Mapping[str, object] | None = None,
        local: Mapping[str, object] | None = None,
        names: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """What `import` gives to the modules of this folder."""
        first = name.partition(".")[0]
        by_name = isinstance(names, list)  # no statement: C code, a pickle for one, which looks it up by name again
        if level or by_name or not self.has(first):
            return builtins.__import__(name, asking, local, names or (), level)
        found = builtins.__import__(f"{self.package}.{name}", asking, local, names or ())
        return found if names else sys.modules[f"{self.package}.{first}"]


class _Source(SourceFileLoader):
    def __init__(self, name: str, path: str, home: Neighbours) -> None:
        super().__init__(name, path)
        self.home = home

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": self.home.imported}
        super().exec_module(module)


class _Folders(dict[Path, Neighbours], MetaPathFinder):
    """Every folder from which a bot was loaded.

    What asks for a neighbour not by a statement but by its name, as a pickle does, is given it too, unless two folders
    have one of that name.
    """

    def __init__(self) -> None:
        self.by_name: set[str] = set()
        """Those that were asked for so."""

    def __missing__(self, folder: Path) -> Neighbours:
        home = Neighbours(folder)
        for name in filter(home.has, self.by_name):
            sys.modules.pop(name, None)
        if not self:
            sys.meta_path.append(self)
        sys.meta_path.insert(0, home)
        self[folder] = home
        return home

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        homes = [home for home in self.values() if path is None and home.has(fullname)]
        if len(homes) > 1:
            folders = " and ".join(str(home.folder) for home in homes)
            raise ImportError(f"{fullname} is in {folders}: only an import statement in a file beside it says which")
        if not homes:
            return None
        self.by_name.add(fullname)
        return ModuleSpec(fullname, _Alias(homes[0]))


class _Alias(Loader):
    """A neighbour under its own name."""

    def __init__(self, home: Neighbours) -> None:
        self.home = home

    def exec_module(self, module: ModuleType) -> None:
        sys.modules[module.__name__] = self.home.imported(module.__name__)


_FOLDERS = _Folders()
"""As Python's modules are: there is one for the process."""


def load_beside_neighbours(path: Path) -> ModuleType:
    """A file as a module of its own, which finds its neighbours."""
    path = path.resolve()
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    return _FOLDERS[path.parent].load(path)
