"""The rooms of the house: who may import whom, and what the rules core does without."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import openkub

HOUSE = Path(openkub.__file__).parent

ORDER = """
tiles
melds
rules
leaflets shuffle moves lines steps
messages score
jokers
opening
turns
view draft
svg solver
state
piles match
record
game
conformance
bots
arena env server
cli
"""
"""A room may use those of the lines above its own. Nobody uses `cli`; the others of the last lines only it may use."""

FLOOR = {room: floor for floor, line in enumerate(ORDER.split("\n")) for room in line.split()}
DOORS = {"__init__": FLOOR["bots"] + 1, "__main__": FLOOR["cli"] + 1}
"""The package itself exports rules, solver and bots; `python -m openkub` is the command line."""

KERNEL_ORDER = """
layout
tables _fields
work
loading runs groups nodes keeping
search arrange
solving
singles opening calm
__init__
"""
KERNEL_FLOOR = {room: floor for floor, line in enumerate(KERNEL_ORDER.split("\n")) for room in line.split()}
"""The rooms of the solver's kernel, which know nothing of the house."""

LATE = ("_repr_svg_", "svg")
"""The one exception: what a notebook shows of a value is drawn by a room below it, imported when it is asked for."""

CORE = [room for room in FLOOR if FLOOR[room] <= FLOOR["conformance"] and room != "solver"]
THE_WORLD = {
    "asyncio", "builtins", "datetime", "ftplib", "glob", "http", "importlib", "io", "logging", "multiprocessing", "os",
    "pathlib", "platform", "sched", "secrets", "select", "shutil", "signal", "socket", "socketserver", "sqlite3", "ssl",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
"""Parts of the standard library that read files, clocks or the machine."""
WORLDLY_CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}


def imports(source: str, package: str = "openkub") -> Iterator[Any]:
    """Every module, or name in a module, that a source imports anywhere in it, as dotted text."""
    yield from imported_in(ast.walk(ast.parse(source)), package)


def imported_in(nodes: Any, package: Any) -> Iterator[Any]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def without_late_pictures(tree: Any) -> list[Any]:
    """Every node of a source, less the one import that `_repr_svg_` is allowed."""
    method, below = LATE
    allowed = {
        statement
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == method
        for statement in node.body
        if isinstance(statement, ast.ImportFrom) and statement.module == f"openkub.{below}" and not statement.level
    }
    return [node for node in ast.walk(tree) if node not in allowed]


def wrong_arrows(room: Any, source: str, package: str = "openkub") -> Iterator[Any]:
    """What a room imports from rooms that it must not know."""
    floor = FLOOR.get(room, DOORS.get(room))
    if floor is None:
        yield f"{room} has no place in the order"
        return
    for name in imported_in(without_late_pictures(ast.parse(source)), package):
        top, _, rest = name.partition(".")
        used = rest.partition(".")[0]
        if top == "openkub" and used != room and FLOOR.get(used, DOORS["__main__"]) >= floor:
            yield f"{room} -> {name}"


def worldly(room: Any, source: str) -> Iterator[Any]:
    """What a room of the rules core uses beside the rules and the harmless part of the standard library."""
    for name in imports(source):
        top = name.partition(".")[0]
        allowed = top == "openkub" or (top in sys.stdlib_module_names and top not in THE_WORLD | {"random"})
        if not allowed and not (room == "state" and name == "random.Random"):
            yield f"{room} -> {name}"
    for node in ast.walk(ast.parse(source)):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in WORLDLY_CALLS | {"Random"}:
            yield f"{room} calls {called.id}"


def rooms() -> Iterator[Any]:
    """Every source file, with the room it belongs to and its package."""
    for path in sorted(HOUSE.rglob("*.py")):
        parts = path.relative_to(HOUSE).with_suffix("").parts
        yield pytest.param(parts[0], path, ".".join(["openkub", *parts[:-1]]), id="/".join(parts))


@pytest.mark.parametrize(("room", "path", "package"), list(rooms()))
def test_every_arrow_points_up(room: str, path: Path, package: str) -> None:
    assert list(wrong_arrows(room, path.read_text(encoding="utf-8"), package)) == []


def wrong_kernel_arrows(room: Any, source: str) -> Iterator[Any]:
    """What a room of the kernel imports from the house, or from a room of the kernel that is not above it."""
    for name in imports(source):
        inside = name.removeprefix("openkub.solver.kernel.").partition(".")[0]
        allowed = KERNEL_FLOOR.get(inside, len(KERNEL_FLOOR)) < KERNEL_FLOOR[room]
        if name.startswith("openkub") and name != "openkub.solver._cython_shim" and not allowed:
            yield f"{room} -> {name}"


@pytest.mark.parametrize("room", KERNEL_FLOOR)
def test_every_arrow_of_the_kernel_points_up(room: str) -> None:
    source = (HOUSE / "solver" / "kernel" / f"{room}.py").read_text(encoding="utf-8")
    assert list(wrong_kernel_arrows(room, source)) == []


def test_every_room_of_the_kernel_has_its_place() -> None:
    assert {path.stem for path in (HOUSE / "solver" / "kernel").glob("*.p*") if path.suffix != ".pyc"} == set(
        KERNEL_FLOOR
    )


@pytest.mark.parametrize("room", CORE)
def test_the_rules_core_uses_the_standard_library_alone_and_no_files_clocks_or_chance(room: str) -> None:
    files = [HOUSE / f"{room}.py"] if (HOUSE / f"{room}.py").exists() else list((HOUSE / room).glob("*.py"))
    assert files
    for path in files:
        assert list(worldly(room, path.read_text(encoding="utf-8"))) == []


def test_the_package_exports_what_a_first_program_needs_and_all_of_it_is_there() -> None:
    assert len(openkub.__all__) <= 30
    assert all(hasattr(openkub, name) for name in openkub.__all__)
    assert sorted(set(openkub.__all__)) == sorted(openkub.__all__)


# The tests above can fail


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("tiles", "from openkub.melds import Meld"),
        ("melds", "import openkub.state"),
        ("moves", "from openkub import lines"),
        ("rules", "from . import moves"),
        ("rules", "from .moves import Draw"),
        ("view", "from openkub import State"),
        ("view", "import openkub"),
        ("solver", "from openkub.state import State"),
        ("solver", "def late():\n    from openkub.game import Game"),
        ("state", "if TYPE_CHECKING:\n    from openkub.match import Match"),
        ("bots", "from openkub.server import room"),
        ("server", "from openkub.arena import pairings"),
        ("arena", "from openkub.cli import main"),
        ("__init__", "from openkub.cli import main"),
        ("attic", "pass"),
        ("melds", "from openkub.svg import shown"),
        ("melds", "def __str__(self):\n    from openkub.svg import shown"),
        ("melds", "def _repr_svg_(self):\n    from openkub.view import View"),
        ("svg", "from openkub.state import State"),
    ],
)
def test_a_wrong_arrow_is_found(room: str, source: str) -> None:
    assert len(list(wrong_arrows(room, source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from openkub.tiles import Tile",
        "from openkub.solver.kernel.calm import calmest",
        "from openkub.solver.kernel import search",
        "from openkub.solver.laying import Laid",
    ],
)
def test_a_wrong_arrow_of_the_kernel_is_found(source: str) -> None:
    assert len(list(wrong_kernel_arrows("arrange", source))) == 1


@pytest.mark.parametrize(
    ("room", "source", "package"),
    [
        ("state", "from openkub.solver import can_play", "openkub"),
        ("solver", "from openkub.solver import kernel\nfrom openkub.turns import Position", "openkub.solver"),
        ("solver", "from . import kernel\nfrom .kernel import solve\nfrom ..view import View", "openkub.solver"),
        ("cli", "from openkub.server import app\nfrom openkub.arena import pairings", "openkub.cli"),
        ("__init__", "from openkub.solver import best_play", "openkub"),
        ("melds", "def _repr_svg_(self):\n    from openkub.svg import shown", "openkub"),
        ("svg", "from openkub.svg.art import face\nfrom openkub.view import View", "openkub.svg"),
    ],
)
def test_a_right_arrow_is_let_through(room: str, source: str, package: str) -> None:
    assert list(wrong_arrows(room, source, package)) == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from datetime import datetime",
        "import os.path",
        "from pathlib import Path",
        "import numpy as np",
        "import random",
        "from random import Random",
        "from random import shuffle",
        "open('tiles.txt')",
        "print('r7')",
        "Random()",
    ],
)
def test_the_outside_world_is_found(source: str) -> None:
    assert len(list(worldly("tiles", source))) == 1


def test_only_a_state_may_name_the_type_of_a_source_of_chance_and_not_make_one() -> None:
    assert list(worldly("state", "from random import Random")) == []
    assert len(list(worldly("state", "from random import Random\nrng = Random()"))) == 1
    assert len(list(worldly("state", "import random\nrandom.random()"))) == 1
