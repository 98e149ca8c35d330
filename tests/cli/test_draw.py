"""`openkub draw`: tables, racks and turns of a record as pictures."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from openkub import svg
from openkub.play.game import replay
from openkub.play.record import Record
from tests import pictures
from tests.workshop.commands import Run

TABLE, RACK = "b8 b9 b10 | k4 r4 b4 y4", "y5 y6"


def test_a_table_is_drawn_on_standard_output(openkub: Run) -> None:
    assert openkub("draw", TABLE).out == f"{svg.table(TABLE)}\n"


def test_a_rack_stands_below_it(openkub: Run) -> None:
    ran = openkub("draw", TABLE, "--rack", RACK, "--dark", "--width", 300, "--numbers")
    assert ran.out == f"{svg.position(TABLE, RACK, dark=True, width=300, numbers=True)}\n"


def test_what_has_changed_is_marked(openkub: Run) -> None:
    ran = openkub("draw", pictures.AFTER, "--before", pictures.BEFORE)
    marked = svg.changes(svg.Table.parse(pictures.BEFORE), svg.Table.parse(pictures.AFTER))
    assert ran.out == f"{svg.table(pictures.AFTER, marked=marked)}\n"


def test_a_picture_is_written_to_a_file(openkub: Run, tmp_path: Path) -> None:
    ran = openkub("draw", TABLE, "-o", "x.svg")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / "x.svg").read_text() == f"{svg.table(TABLE)}\n"


@pytest.mark.parametrize("name", pictures.COMMANDS)
def test_the_pictures_of_the_docs_are_what_their_commands_draw(openkub: Run, name: str) -> None:
    assert openkub(*pictures.COMMANDS[name]).out == (pictures.DOCS / name).read_text(encoding="utf-8")


def test_a_turn_of_a_record_is_drawn_for_a_spectator_and_for_a_seat(openkub: Run, record: Path) -> None:
    *_, before, after = list(replay(Record.parse(record.read_text())))[:13]
    marked = svg.changes(before.state.table, after.state.table)
    shown = openkub("draw", record, "--turn", 12).out
    assert shown == f"{svg.view(after.state.view(None), names=('You', 'Bot'), marked=marked)}\n"
    shown = openkub("draw", record, "--turn", 12, "--seat", 2).out
    assert shown == f"{svg.view(after.state.view(1), names=('You', 'Bot'), marked=marked)}\n"


def test_without_a_turn_the_end_of_a_record_is_drawn_and_turn_0_is_the_deal(openkub: Run, record: Path) -> None:
    assert "won the round" in openkub("draw", record).out
    assert "The table is empty." in openkub("draw", record, "--turn", 0).out


def test_a_second_round_begins_after_the_last_turn_of_the_first(openkub: Run, record: Path) -> None:
    rounds = Record.parse(record.read_text()).rounds
    first = openkub("draw", record, "--turn", len(rounds[0].turns) + 1)
    assert first.status == 0
    assert "won the round" not in first.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["b8 q9"], "the table, column 4: 'q9' is no tile"),
        (["b8 | | b9"], "the table, column 5: a set without tiles"),
        ([TABLE, "--rack", "y5 x"], "--rack, column 4: 'x' is no tile"),
        ([TABLE, "--before", "y5 | x"], "--before, column 6: 'x' is no tile"),
        ([TABLE, "--width", "7"], "'--width'"),
        ([TABLE, "-o", "no/such/folder/x.svg"], "x.svg: cannot be written: no such file or directory"),
        (["* " * 501], "room for 500 tiles"),
        (["r1 " * 8, "--before", "r1"], "more than 7 tiles"),
        (["game.kub", "--rack", RACK], "leave --rack and --before out"),
        (["missing.kub"], "missing.kub: cannot be read"),
        (["missing", "--turn", "3"], "missing: cannot be read"),
    ],
)
def test_what_cannot_be_drawn_is_told_with_its_place(openkub: Run, arguments: list[str], complaint: str) -> None:
    ran = openkub("draw", *arguments)
    assert ran.status == 2
    assert complaint in ran.err


def test_a_turn_or_a_seat_that_is_not_there_is_told(openkub: Run, record: Path) -> None:
    assert "so there is no turn 9999" in openkub("draw", record, "--turn", 9999).err
    assert "it has 2 seats, so there is no seat 3" in openkub("draw", record, "--seat", 3).err


def test_a_record_that_is_not_true_is_not_drawn(openkub: Run, record: Path) -> None:
    record.write_text(record.read_text().replace("seed: a finished match", "seed: another"))
    ran = openkub("draw", record)
    assert ran.status == 1
    assert "line " in ran.err


def test_a_picture_is_xml_in_utf_8_wherever_it_is_drawn(openkub: Run, record: Path) -> None:
    record.write_text(record.read_text().replace("seat: You", "seat: Zoë <山田>"), encoding="utf-8")
    ran = openkub("draw", record, LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert any("Zoë <山田>" in (text.text or "") for text in ElementTree.fromstring(ran.out).iter())
