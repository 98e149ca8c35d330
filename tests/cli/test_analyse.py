"""`openkub analyse`: a table, JSON and a picture."""

import json
from pathlib import Path

import pytest

from openkub import Record
from openkub.analysis import play_on
from tests.analysis.bot_games import bot_game
from tests.workshop.commands import Run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.kub"
    path.write_text(str(bot_game("steady steady steady steady", "e")), encoding="utf-8")
    return path


def test_a_game_is_shown_turn_by_turn_with_marks_and_a_summary(openkub: Run, record: Path) -> None:
    shown = openkub("analyse", record, "--playouts", 1).out
    assert "best play" in shown
    assert "jokers" in shown
    assert "Chances from 1 playout a position" in shown


def test_the_same_as_json(openkub: Run, record: Path) -> None:
    data = json.loads(openkub("analyse", record, "--playouts", 0, "--json").out)
    assert data["format"] == "openkub analysis 1"
    assert data["rounds"][0]["turns"][0]["chances"] is None


@pytest.mark.heavy
def test_the_curve_is_drawn(openkub: Run, record: Path, tmp_path: Path) -> None:
    assert openkub("analyse", record, "--playouts", 1, "--plot", tmp_path / "curve.png").status == 0
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_plot_needs_a_folder_that_exists(openkub: Run, record: Path) -> None:
    assert "there is no folder nowhere" in openkub("analyse", record, "--playouts", 0, "--plot", "nowhere/x.png").err


def test_a_game_that_is_not_over_is_refused(openkub: Run, record: Path, tmp_path: Path) -> None:
    begun = tmp_path / "begun.kub"
    begun.write_text(str(play_on(Record.parse(record.read_text(encoding="utf-8")), 3).record), encoding="utf-8")
    ran = openkub("analyse", begun)
    assert (ran.status, "the round is not over yet" in ran.err) == (1, True)


def test_a_false_record_is_refused(openkub: Run, record: Path) -> None:
    record.write_text(record.read_text(encoding="utf-8").replace("seed: e", "seed: f"), encoding="utf-8")
    ran = openkub("analyse", record)
    assert (ran.status, "game.kub, line" in ran.err) == (1, True)
