"""What stands in two places says the same in both."""

import re
import tomllib
from pathlib import Path

import openkub

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_is_the_same_wherever_it_stands() -> None:
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert cited[1] == openkub.__version__
    assert f"## [{openkub.__version__.partition('.dev')[0]}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_library_needs_nothing_but_python() -> None:
    assert PROJECT["project"]["dependencies"] == []


def test_the_pythons_that_are_promised_are_tested_and_get_wheels() -> None:
    promised = {found[1] for kind in PROJECT["project"]["classifiers"] if (found := re.search(r":: (3\.\d+)$", kind))}
    tested = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert promised == set(re.findall(r'"(3\.\d+)"', re.search(r"python: \[.*\]", tested)[0]))
    assert {f"cp{version.replace('.', '')}-*" for version in promised} == set(PROJECT["tool"]["cibuildwheel"]["build"])


def test_the_picture_of_the_rooms_shows_every_room() -> None:
    picture = (ROOT / "docs/img/rooms.svg").read_text(encoding="utf-8")
    shown = set(re.findall(r'class="name"[^>]*>(\w+)</text>', picture))
    rooms = {path.parent.name for path in (ROOT / "src/openkub").glob("*/__init__.py")} | {"files"}
    assert shown == rooms
