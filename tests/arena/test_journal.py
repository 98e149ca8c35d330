"""What was played is never lost, and never played again."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from openkub.arena import PlanError, Where
from openkub.arena.deals import play_deal
from openkub.arena.journal import Journal
from tests.arena.short_runs import bot, json_of, plan, result
from tests.workshop.commands import COMMAND, run_openkub


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    journal, whole, resumed = tmp_path / "journal", tmp_path / "whole.json", tmp_path / "resumed.json"
    bots = [bot("Most"), bot("Moody")]
    endless = [*COMMAND, "arena", *bots, "--jobs", "2", "--deals", "10000", "--journal", str(journal)]
    process = subprocess.Popen(endless, stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 120
    while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = journal.read_bytes()
    wanted = [*bots, "--jobs", "1", "--deals", str(kept.count(b"\n") + 10)]
    assert run_openkub("arena", *wanted, "--journal", journal, "--resume", "--json", resumed).status == 0
    assert journal.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    assert run_openkub("arena", *wanted, "--json", whole).status == 0
    assert resumed.read_bytes() == whole.read_bytes()


def test_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    journal, wanted = tmp_path / "journal", plan("Most", "Lazy", deals=3)
    whole = json_of(result(wanted, Where(journal=journal)))
    journal.write_bytes(journal.read_bytes()[:-20])
    assert json_of(result(wanted, Where(journal=journal))) == whole
    assert len(journal.read_text().splitlines()) == 4


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    result(plan("Most", "Lazy", deals=2), Where(journal=journal))
    longer = plan("Most", "Lazy", deals=4)
    assert json_of(result(longer, Where(journal=journal))) == json_of(result(longer))
    assert len(journal.read_text().splitlines()) == 5


def test_nothing_is_played_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, wanted = tmp_path / "journal", plan("Most", "Lazy", deals=3)
    result(wanted, Where(journal=journal))
    monkeypatch.setattr("openkub.arena.deals.play_deal", None)
    assert len(result(wanted, Where(journal=journal)).deals) == 3


def test_the_journal_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    Journal(path).open(plan("Most", "Lazy"))
    with pytest.raises(PlanError, match="its seed: openkub, not x"):
        Journal(path).open(plan("Most", "Lazy", seed="x"))


@pytest.mark.parametrize("text", ["", "{}\n", "hello\n", "[1]\n", '{"arena": 1}'])
def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "journal"
    path.write_text(text)
    with pytest.raises(PlanError, match="no journal"):
        Journal(path).open(plan("Most", "Lazy"))
    assert path.read_text() == text


def test_a_deal_is_one_line(tmp_path: Path) -> None:
    path, wanted = tmp_path / "journal", plan("Most", "Lazy")
    Journal(path).open(wanted)
    deal, _ = play_deal(wanted, 0, 1)
    Journal(path).add([deal])
    assert json.loads(path.read_text().splitlines()[-1])["number"] == 1
