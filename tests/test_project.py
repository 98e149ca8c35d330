"""What stands in two places says the same in both."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import openkub
from openkub.solver import IS_COMPILED

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_is_the_same_wherever_it_stands() -> None:
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert cited[1] == openkub.__version__
    assert f"## [{openkub.__version__.partition('.dev')[0]}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_library_needs_nothing_but_python() -> None:
    assert PROJECT["project"]["dependencies"] == []


LOCKS = {
    "requirements.lock": ("server",),
    "requirements-dev.lock": ("arena", "dev", "env", "server"),
}
"""What is wanted of each lock that the tests run on, beside what builds the package."""


def locked(lock: str) -> dict[str, str]:
    """The version of everything that a lock pins for this machine."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line.removesuffix("\\")) for line in lines if line[:1].isalnum()]
    return {pin.name: next(iter(pin.specifier)).version for pin in pins if not pin.marker or pin.marker.evaluate()}


def needs(wanted: Requirement) -> list[Requirement]:
    """What else must be there for this."""
    if wanted.name == PROJECT["project"]["name"]:
        options = PROJECT["project"]["optional-dependencies"]
        texts = [text for extra in wanted.extras for text in options[extra]]
    else:
        texts = metadata.requires(wanted.name) or []
    every = [Requirement(text) for text in texts]
    extras = [{"extra": extra} for extra in ("", *wanted.extras)]
    return [one for one in every if not one.marker or any(map(one.marker.evaluate, extras))]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_is_complete_so_nothing_need_be_resolved_when_it_is_installed(lock: str) -> None:
    pinned, seen = locked(lock), set[str]()
    waiting = [Requirement(text) for text in PROJECT["dependency-groups"]["build"]]
    waiting.append(Requirement(f"{PROJECT['project']['name']}[{','.join(LOCKS[lock])}]"))
    while waiting:
        wanted = waiting.pop()
        if wanted.name != PROJECT["project"]["name"]:
            name = canonicalize_name(wanted.name)
            assert name in pinned, f"{wanted} is missing"
            assert wanted.specifier.contains(pinned[name], prereleases=True), (str(wanted), pinned[name])
            assert metadata.version(name) == pinned[name], f"what is installed is not what {lock} pins"
        if str(wanted) not in seen:
            waiting += needs(wanted)
            seen.add(str(wanted))


def imported(file: Path) -> set[str]:
    """The packages that a file imports, but for those of Python and our own."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"openkub", "tests", "web"}


def declared(*extras: str) -> set[str]:
    """The packages that these extras name, those of extras among them included."""
    options = PROJECT["project"]["optional-dependencies"]
    wanted = [Requirement(text) for extra in extras for text in options[extra]]
    ours = [extra for one in wanted if one.name == "openkub" for extra in one.extras]
    return {canonicalize_name(one.name) for one in wanted} | (declared(*ours) if ours else set())


USERS = {
    "src/openkub/arena": ("arena", "cluster"),
    "src/openkub/cli": ("arena",),
    "src/openkub/env": ("env",),
    "src/openkub/server": ("server",),
    "src/openkub": ("arena", "cluster", "env", "server"),
    "tests": ("arena", "cluster", "dev", "env", "server"),
}


@pytest.mark.parametrize("folder", USERS)
def test_every_package_that_is_imported_is_declared(folder: str) -> None:
    known, distributions = declared(*USERS[folder]), metadata.packages_distributions()
    building = {Requirement(text).name for text in PROJECT["build-system"]["requires"]}  # the kernel runs without
    for file in (ROOT / folder).rglob("*.py"):
        for name in imported(file):
            of = {canonicalize_name(found) for found in distributions.get(name, [name])}
            assert of & (known | building), f"{file.relative_to(ROOT)} imports {name}, which nothing declares"


def unpacked(folder: Path, tag: str, **variables: str) -> Callable[[str], str]:
    """Build a wheel, which must have this tag, and unpack it; then what programs print that have nothing else of us."""
    told = {**os.environ, "OPENKUB_NO_PAGE": "1", "PYTHONPATH": str(folder / "unpacked"), **variables}
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, env=told, check=True, capture_output=True)
    zipfile.ZipFile(next(folder.glob(f"*-{tag}.whl"))).extractall(folder / "unpacked")

    def printed(program: str) -> str:
        command = [sys.executable, "-W", "ignore", "-c", program]
        return subprocess.run(command, cwd=folder, env=told, check=True, capture_output=True, text=True).stdout

    return printed


SOLVE = "import openkub as o; print(o.__file__, o.best(o.Position('default', '', 'r10 r11 r12 b3', False)).laid)"


@pytest.mark.heavy
def test_a_wheel_that_was_built_without_a_compiler_solves(tmp_path: Path) -> None:
    printed = unpacked(tmp_path, "none-any", OPENKUB_PURE="1")
    assert printed(SOLVE) == f"{tmp_path / 'unpacked/openkub/__init__.py'} r10 r11 r12\n"


@pytest.mark.heavy
@pytest.mark.skipif(not IS_COMPILED, reason="there is no compiler")
def test_a_wheel_has_all_compiled_rooms_in_one_library_and_solves(tmp_path: Path) -> None:
    printed = unpacked(tmp_path, "cp311-abi3-*", OPENKUB_PURE="0")
    assert printed(SOLVE) == f"{tmp_path / 'unpacked/openkub/__init__.py'} r10 r11 r12\n"
    written = {file.stem for file in (ROOT / "src/openkub/solver/kernel").glob("*.pxd")} - {"layout", "__init__"}
    where = "from importlib import import_module as i; print({i('openkub.solver.kernel.' + n).__file__ for n in %r})"
    library = tmp_path / "unpacked/openkub/solver/kernel/search.abi3.so"
    assert printed(where % written) == f"{ {str(library)} }\n"
    assert [*(tmp_path / "unpacked").rglob("*.so")] == [library]
    assert library.stat().st_size < 1_000_000
    missing = "try: import openkub.solver.kernel.attic\nexcept ImportError as told: print(told.name)"
    assert printed(missing) == "openkub.solver.kernel.attic\n"


def test_the_pythons_that_are_promised_are_tested_and_get_wheels() -> None:
    promised = {found[1] for kind in PROJECT["project"]["classifiers"] if (found := re.search(r":: (3\.\d+)$", kind))}
    tested = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert promised == set(re.findall(r'"(3\.\d+)"', " ".join(re.findall(r"python: \[.*\]", tested))))
    assert {f"cp{version.replace('.', '')}-*" for version in promised} == set(PROJECT["tool"]["cibuildwheel"]["build"])


def test_whoever_is_told_to_install_something_is_told_an_extra() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    texts += [path.read_text(encoding="utf-8") for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))]
    told = re.findall(r"pipx? install (?:--\S+ )*'?([^\s'`]+)", "\n".join(texts))
    extras = PROJECT["project"]["optional-dependencies"]
    assert {name.replace("openkub", ".") for name in told} <= {".", *(f".[{extra}]" for extra in extras)}


def test_what_a_compiler_is_worth_is_the_same_wherever_it_stands() -> None:
    places = ("README.md", "docs/solver.md", "src/openkub/cli/app.py", "src/openkub/solver/kernel/work.py")
    told = [(ROOT / place).read_text(encoding="utf-8") for place in places]
    worth = re.compile(r"compile(?:d|r)\b[^.]*?\b(\w+(?: \w+)?) times (?:slower|faster)")
    assert [worth.search(text)[1] for text in told] == ["a hundred"] * len(places)


def test_the_picture_of_the_rooms_shows_every_room() -> None:
    picture = (ROOT / "docs/img/rooms.svg").read_text(encoding="utf-8")
    shown = set(re.findall(r'class="name"[^>]*>(\w+)</text>', picture))
    rooms = {path.parent.name for path in (ROOT / "src/openkub").glob("*/__init__.py")} | {"files"}
    assert shown == rooms
