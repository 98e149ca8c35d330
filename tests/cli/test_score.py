"""`openkub score`: a sheet for a table of wood."""

from pathlib import Path

import pytest

from tests.workshop.commands import Run


@pytest.fixture
def sheet(openkub: Run, tmp_path: Path) -> Path:
    assert openkub("score", "sheet.txt", "Anna", "Bruno", "Carla").status == 0
    return tmp_path / "sheet.txt"


def test_rounds_are_added_and_counted(openkub: Run, sheet: Path) -> None:
    openkub("score", sheet, "--round", "- / r5 k9 / * b3")
    shown = openkub("score", sheet, "--round", "k1 / r5 / y13").out
    assert "+47 *" in shown
    assert "+65" in shown
    assert openkub("score", sheet).out == shown


def test_the_last_round_can_be_taken_off(openkub: Run, sheet: Path) -> None:
    before = openkub("score", sheet).out
    openkub("score", sheet, "--round", "- / r5 / k2")
    assert openkub("score", sheet, "--undo").out == before
    assert "no round" in openkub("score", sheet, "--undo").err


def test_who_has_not_opened_pays_what_the_rules_say(openkub: Run) -> None:
    openkub("score", "t.txt", "Anna", "Bruno", "--rules", "tournament")
    assert "-100" in openkub("score", "t.txt", "--round", "- / !r5 k9").out
    assert "-200" in openkub("score", "t.txt", "--undo", "--round", "- / !r11 r12 r13").out


@pytest.mark.parametrize(
    ("racks", "complaint"),
    [
        ("- / r5", "2 racks for 3 players"),
        ("- / - / r5", "only one can go out"),
        ("- / r99 / k1", "--round: "),
    ],
)
def test_what_is_no_round_is_told_and_not_kept(openkub: Run, sheet: Path, racks: str, complaint: str) -> None:
    before = sheet.read_text(encoding="utf-8")
    assert complaint in openkub("score", sheet, "--round", racks).err
    assert sheet.read_text(encoding="utf-8") == before


def test_a_sheet_is_begun_once_and_with_names(openkub: Run, sheet: Path, tmp_path: Path) -> None:
    assert "exists already" in openkub("score", sheet, "Dora", "Emil").err
    assert "name the players" in openkub("score", tmp_path / "new.txt").err
    assert "players" in openkub("score", tmp_path / "new.txt", "Alone").err


def test_another_file_is_no_sheet(openkub: Run, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("shopping list\n", encoding="utf-8")
    assert openkub("score", "x.txt").status == 1
