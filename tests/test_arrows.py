"""The rooms of the house: who may import whom, and what the rules core does without."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import openkub

HOUSE = Path(openkub.__file__).parent

FLOORS = ("notation", "pieces", "law", "play")
"""The folders of the rules core, whose files are rooms of their own."""

ORDER = """
notation.errors
notation.text
notation.lines pieces.tiles
pieces.kits pieces.melds law.options
pieces.within
law.rules
law.leaflets law.moves play.filling play.shuffle play.steps
law.score
law.jokers
law.opening
law.turns
play.public play.draft
play.view
svg solver
play.state
play.piles play.match
play.record
play.game
play.rows
conformance
messages files extras serve_options
bots
analysis
arena env server
cli
"""
"""A room may use those of the lines above its own. Nobody uses `cli`; the others of the last lines only it may use."""

FLOOR = {room: floor for floor, line in enumerate(ORDER.split("\n")) for room in line.split()}
DOORS = {
    "__init__": FLOOR["bots"] + 1,
    "__main__": FLOOR["cli"] + 1,
    **{f"{floor}.__init__": FLOOR["notation.errors"] for floor in FLOORS},
}
"""The package itself exports rules, solver and bots; `python -m openkub` is the command line. The doors of the floors
of the rules core export nothing."""

KERNEL_ORDER = """
layout
tables _fields _library dealing
work
loading runs groups
cores sharing keeping others smallest
ahead prices arrange
nodes
together
search graph
solving sketch
singles opening many drawing ways lanes
calm legal plays
__init__
"""
KERNEL_FLOOR = {room: floor for floor, line in enumerate(KERNEL_ORDER.split("\n")) for room in line.split()}
"""The rooms of the solver's kernel, which know nothing of the house."""

LATE = {
    "_repr_svg_": "svg",
    "_most_points": "solver.fast",
    "_reaches": "solver.fast",
    "_sentence": "messages",
    "load": "files",
    "save": "files",
}
"""The exceptions, by function, each for one room below, imported when it is asked for: what a notebook shows of a value
is drawn; what the tiles of an opening could come to is counted by the solver's fast door, as mere numbers; an error
that nobody caught is put into words where words are; a record is read from a file, or written to one, by the room for
that."""

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
    """Every node of a source, less the one import that some functions are allowed."""
    allowed = {
        statement
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in LATE
        for statement in node.body
        if isinstance(statement, ast.ImportFrom) and not statement.level
        if statement.module == f"openkub.{LATE[node.name]}"
    }
    return [node for node in ast.walk(tree) if node not in allowed]


def room_of(name: str) -> str:
    """The room that a dotted name, or a path in the house, is in."""
    first, _, rest = name.partition(".")
    return f"{first}.{rest.partition('.')[0]}" if first in FLOORS else first


def wrong_arrows(room: Any, source: str, package: str = "openkub") -> Iterator[Any]:
    """What a room imports from rooms that it must not know."""
    floor = FLOOR.get(room, DOORS.get(room))
    if floor is None:
        yield f"{room} has no place in the order"
        return
    for name in imported_in(without_late_pictures(ast.parse(source)), package):
        top, _, rest = name.partition(".")
        used = room_of(rest)
        if top == "openkub" and used != room and FLOOR.get(used, DOORS["__main__"]) >= floor:
            yield f"{room} -> {name}"


def worldly(room: Any, source: str) -> Iterator[Any]:
    """What a room of the rules core uses beside the rules and the harmless part of the standard library."""
    for name in imports(source):
        top = name.partition(".")[0]
        allowed = top == "openkub" or (top in sys.stdlib_module_names and top not in THE_WORLD | {"random"})
        if not allowed and not (room == "play.state" and name == "random.Random"):
            yield f"{room} -> {name}"
    for node in ast.walk(ast.parse(source)):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in WORLDLY_CALLS | {"Random"}:
            yield f"{room} calls {called.id}"


def rooms() -> Iterator[Any]:
    """Every source file, with the room it belongs to and its package."""
    for path in sorted(HOUSE.rglob("*.py")):
        parts = path.relative_to(HOUSE).with_suffix("").parts
        yield pytest.param(room_of(".".join(parts)), path, ".".join(["openkub", *parts[:-1]]), id="/".join(parts))


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


def kernel_users(room: Any, source: str, package: str = "openkub") -> Iterator[Any]:
    """What a room that is not the solver imports past the solver's doors."""
    for name in imports(source, package):
        if room != "solver" and f"{name}.".startswith("openkub.solver.kernel."):
            yield f"{room} -> {name}"


@pytest.mark.parametrize(("room", "path", "package"), list(rooms()))
def test_nobody_but_the_solver_uses_its_kernel(room: str, path: Path, package: str) -> None:
    assert list(kernel_users(room, path.read_text(encoding="utf-8"), package)) == []


@pytest.mark.parametrize("path", sorted((HOUSE / "bots").glob("*.py")), ids=lambda path: path.stem)
def test_no_bot_shifts_or_masks_bits(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    assert not any(isinstance(node, ast.LShift | ast.RShift | ast.BitAnd | ast.Invert) for node in nodes)


def test_every_room_of_the_kernel_has_its_place() -> None:
    assert {path.stem for path in (HOUSE / "solver" / "kernel").glob("*.p*") if path.suffix != ".pyc"} == set(
        KERNEL_FLOOR
    )


@pytest.mark.parametrize("room", CORE)
def test_the_rules_core_uses_the_standard_library_alone_and_no_files_clocks_or_chance(room: str) -> None:
    place = HOUSE.joinpath(*room.split("."))
    files = list(place.glob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    assert files
    for path in files:
        assert list(worldly(room, path.read_text(encoding="utf-8"))) == []


def test_the_package_exports_what_a_first_program_needs_and_all_of_it_is_there() -> None:
    assert len(openkub.__all__) <= 35
    assert all(hasattr(openkub, name) for name in openkub.__all__)
    assert sorted(set(openkub.__all__)) == sorted(openkub.__all__)


# The tests above can fail


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("tiles", "from openkub.pieces.melds import Meld"),
        ("pieces.melds", "import openkub.play.state"),
        ("pieces.tiles", "from openkub.notation import lines"),
        ("law.rules", "from . import moves"),
        ("law.rules", "from .moves import Draw"),
        ("play.view", "from openkub import State"),
        ("play.view", "import openkub"),
        ("solver", "from openkub.play.state import State"),
        ("solver", "def late():\n    from openkub.play.game import Game"),
        ("play.state", "if TYPE_CHECKING:\n    from openkub.play.match import Match"),
        ("bots", "from openkub.server import room"),
        ("server", "from openkub.arena import pairings"),
        ("arena", "from openkub.cli import main"),
        ("__init__", "from openkub.cli import main"),
        ("attic", "pass"),
        ("pieces.melds", "from openkub.svg import shown"),
        ("pieces.melds", "def __str__(self):\n    from openkub.svg import shown"),
        ("pieces.melds", "def _repr_svg_(self):\n    from openkub.play.view import View"),
        ("svg", "from openkub.play.state import State"),
        ("play.record", "from openkub.files import load"),
        ("play.record", "def parse(text):\n    from openkub.files import load"),
    ],
)
def test_a_wrong_arrow_is_found(room: str, source: str) -> None:
    assert len(list(wrong_arrows(room, source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from openkub.pieces.tiles import Tile",
        "from openkub.solver.kernel.calm import calmest",
        "from openkub.solver.kernel import search",
        "from openkub.solver.laying import Laid",
    ],
)
def test_a_wrong_arrow_of_the_kernel_is_found(source: str) -> None:
    assert len(list(wrong_kernel_arrows("arrange", source))) == 1


@pytest.mark.parametrize(
    "source", ["from openkub.solver import kernel", "from openkub.solver.kernel.calm import calmest"]
)
def test_a_way_past_the_doors_of_the_solver_is_found(source: str) -> None:
    assert len(list(kernel_users("bots", source))) == 1
    assert list(kernel_users("solver", source)) == []


@pytest.mark.parametrize(
    ("room", "source", "package"),
    [
        ("play.state", "from openkub.solver import can_play", "openkub"),
        ("solver", "from openkub.solver import kernel\nfrom openkub.law.turns import Position", "openkub.solver"),
        ("solver", "from . import kernel\nfrom .kernel import solve\nfrom ..play.view import View", "openkub.solver"),
        ("cli", "from openkub.server import app\nfrom openkub.arena import pairings", "openkub.cli"),
        ("__init__", "from openkub.solver import best_play", "openkub"),
        ("pieces.melds", "def _repr_svg_(self):\n    from openkub.svg import shown", "openkub"),
        ("play.record", "def load(path):\n    from openkub.files import load", "openkub.play"),
        ("svg", "from openkub.svg.art import face\nfrom openkub.play.view import View", "openkub.svg"),
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
    assert len(list(worldly("pieces.tiles", source))) == 1


def test_only_a_state_may_name_the_type_of_a_source_of_chance_and_not_make_one() -> None:
    assert list(worldly("play.state", "from random import Random")) == []
    assert len(list(worldly("play.state", "from random import Random\nrng = Random()"))) == 1
    assert len(list(worldly("play.state", "import random\nrandom.random()"))) == 1
