"""The rooms of the command line: a command knows no other command, the table knows none."""

from pathlib import Path

import pytest

from openkub import cli
from openkub.cli.folders import choose_folder
from tests.test_arrows import imports

HOUSE = Path(cli.__file__).parent
ROOMS = ("commands", "table")


def known(path: Path) -> set[str]:
    """The rooms of the command line that a file uses, beside its own parts."""
    names = [name.split(".") for name in imports(path.read_text(encoding="utf-8"))]
    return {name[2] for name in names if name[:2] == ["openkub", "cli"] and len(name) > 2 and name[2] in ROOMS}


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.py")), ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_command_is_known_but_to_the_program(path: Path) -> None:
    assert path.name == "app.py" or "commands" not in known(path)


@pytest.mark.parametrize("path", sorted(HOUSE.glob("*.py")), ids=lambda path: path.name)
def test_what_all_share_knows_no_room(path: Path) -> None:
    assert path.name == "app.py" or not known(path)


def test_data_of_the_first_version_is_still_found(tmp_path: Path) -> None:
    folder, first = tmp_path / "folder", tmp_path / "first"
    assert choose_folder(folder, first) == folder
    first.mkdir()
    assert choose_folder(folder, first) == first
    folder.mkdir()
    assert choose_folder(folder, first) == folder
