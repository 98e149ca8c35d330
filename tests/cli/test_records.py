"""`openkub verify`."""

import json
from pathlib import Path
from typing import Any

import pytest

from openkub.law.rules import EDITIONS
from openkub.play.record import FairDeal, Record
from openkub.play.shuffle import KEY_LENGTH, commitment
from tests.workshop.commands import Run


def change(path: Path, line: Any, text: str) -> None:
    lines = path.read_text().split("\n")
    lines[line - 1] = text
    path.write_text("\n".join(lines))


def line_with(path: Path, start: Any) -> Any:
    return next(n for n, line in enumerate(path.read_text().split("\n"), 1) if line.startswith(start))


def test_a_true_record_is_confirmed(openkub: Run, record: Path) -> None:
    ran = openkub("verify", record)
    assert ran.status == 0
    assert ran.out.startswith("yes: ")
    assert "2 rounds finished" in ran.out
    assert "seed 'a finished match'" in ran.out


def test_an_illegal_move_is_named_by_its_line(openkub: Run, record: Path) -> None:
    line = line_with(record, "1 ") + 1
    change(record, line, f"{record.read_text().split(chr(10))[line - 1][0]} play r5 r6")
    ran = openkub("verify", record)
    assert ran.status == 1
    assert f"line {line}: " in ran.out
    assert "invalid_set" in ran.out
    assert f"{line} | " in ran.out
    assert "play r5 r6" in ran.out


def test_a_wrong_score_is_found(openkub: Run, record: Path) -> None:
    line = line_with(record, "end ")
    change(record, line, "end rack_empty, won by 1, scores 1 -1")
    ran = openkub("verify", record)
    assert ran.status == 1
    assert f"line {line}: " in ran.out


def test_another_seed_is_found_out(openkub: Run, record: Path) -> None:
    change(record, line_with(record, "seed:"), "seed: another")
    assert openkub("verify", record).status == 1


@pytest.mark.parametrize("text", ["", "openkub 3\n", "hello\x1b[2J", "openkub 3\nrules: nonsense\n", "x" * 100_000])
def test_what_is_no_record_is_refused_in_a_line(openkub: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.kub"
    path.write_text(text)
    ran = openkub("verify", path)
    assert ran.status == 1
    assert ran.out.startswith(f"no: {path}")
    assert "\x1b" not in ran.out
    assert len(ran.out) < 2000


@pytest.mark.parametrize("command", ["verify", "analyse", "conformance"])
def test_files_that_cannot_be_read_are_named(openkub: Run, bad_files: list[Path], command: str) -> None:
    for path in bad_files:
        ran = openkub(command, path)
        assert ran.status == 2
        assert path.name[:7] in ran.err
        assert "\x1b" not in ran.err


def test_a_game_whose_secret_is_still_kept_says_not_yet(openkub: Run, record: Path, tmp_path: Path) -> None:
    running = tmp_path / "running.kub"
    running.write_text(str(Record(EDITIONS["default"], ("A", "B"), FairDeal(commitment(b"s" * KEY_LENGTH)))))
    ran = openkub("verify", running)
    assert (ran.status, ran.out[:8]) == (3, "not yet:")
    assert openkub("verify", running, record).status == 3
    change(record, line_with(record, "seed:"), "seed: another")
    assert openkub("verify", running, record).status == 1


def test_of_several_files_the_worst_decides(openkub: Run, record: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.kub"
    bad.write_text("hello")
    ran = openkub("verify", record, bad)
    assert ran.status == 1
    assert ran.out.startswith("yes: ")


def test_the_json_twin_is_a_record_too(openkub: Run, record: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin.json"
    twin.write_text(Record.parse(record.read_text()).to_json())
    assert json.loads(twin.read_text())["seats"] == ["You", "Bot"]
    assert openkub("verify", twin).out.replace(str(twin), "X") == openkub("verify", record).out.replace(
        str(record), "X"
    )
