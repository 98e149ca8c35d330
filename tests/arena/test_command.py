"""`openkub arena` as it is typed."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any

import pytest

from openkub.play.record import Record
from openkub.solver import IS_COMPILED
from tests.arena.short_runs import LAZY_MAY_PASS, bot
from tests.workshop.commands import run_openkub

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def openkub(*arguments: object) -> tuple[int, str, str]:
    """The status, what was printed, and what was complained about."""
    ran = run_openkub(*arguments, environment={**os.environ, "COLUMNS": "80"})
    return ran.status, ran.out, ran.err


def arena(*arguments: Any) -> Any:
    """The same of a tournament in one process."""
    return openkub("arena", *arguments, "--jobs", 1)


def lazy_arena(*arguments: Any) -> Any:
    """The same at a table where everybody may pass."""
    return arena(*arguments, "--rules", LAZY_MAY_PASS)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """One run with everything asked for."""
    folder = tmp_path_factory.mktemp("run")
    keep = ("--json", folder / "x.json", "--plot", folder / "x.png", "--records", folder / "records")
    status, out, err = lazy_arena(bot("Most"), bot("Lazy"), "--seats", 3, "--deals", 2, *keep)
    assert (status, err) == (0, "")
    return folder, out


def test_the_table_says_who_won_how_often_and_with_what(run: tuple[Path, str]) -> None:
    _, out = run
    assert "2 deals, 6 games; 3 seats, rules default empty_pool_pass=free" in " ".join(out.split())
    assert "100.0 % ± –" in out
    assert "no intervals from fewer than 10 deals" in " ".join(out.split())
    assert "Most" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_json_has_the_plan_and_the_figures(run: tuple[Path, str]) -> None:
    folder, _ = run
    data = json.loads((folder / "x.json").read_text())
    assert data["plan"]["lineups"] == [[0, 1, 1]]
    solver = "compiled" if IS_COMPILED else "plain"
    assert data["made_by"] == {"openkub": version("openkub"), "python": python_version(), "solver": solver}
    most, lazy = data["standings"][0]["bots"]
    assert (most["bot"], most["games"], most["win_rate"]["mean"]) == ("Most", 6, 1.0)
    assert most["points"]["mean"] > 0
    assert {most[key][end] for key in ("win_rate", "points", "difference") for end in ("low", "high")} == {None}
    assert (lazy["games"], data["fouls"], data["sprt"]) == (12, [], None)
    assert set(data["ratings"]) == {"Most", "Lazy"}


def test_the_plot_is_a_picture(run: tuple[Path, str]) -> None:
    folder, _ = run
    assert (folder / "x.png").read_bytes().startswith(b"\x89PNG")


def test_every_game_leaves_a_record(run: tuple[Path, str]) -> None:
    folder, _ = run
    records = sorted((folder / "records").glob("*.kub"))
    assert len(records) == 6
    for path in records:
        record = Record.parse(path.read_text())
        assert sorted(record.seats) == ["Lazy", "Lazy", "Most"]
        assert record.bots == tuple(enumerate(record.seats))
        assert record.rounds[0].outcome


def test_verify_knows_the_records(run: tuple[Path, str]) -> None:
    folder, _ = run
    records = sorted((folder / "records").glob("*.kub"))
    status, out, err = openkub("verify", *records)
    assert (status, err, out.count("yes: ")) == (0, "", 6)
    untrue = folder / "untrue.kub"
    untrue.write_text(records[0].read_text().replace("draws: piles\n", ""))
    status, out, _ = openkub("verify", untrue)
    assert (status, out[:3]) == (1, "no:")


def test_intervals_come_with_ten_deals_and_stay_within_a_hundred_per_cent(tmp_path: Path) -> None:
    figures = tmp_path / "x.json"
    _, out, _ = lazy_arena(bot("Most"), bot("Lazy"), "--deals", 10, "--json", figures, "--plot", tmp_path / "x.png")
    assert "100.0 % -23.8" in out
    assert " 0.0 % +23.8" in out
    assert "95 % intervals" in out
    most, lazy = json.loads(figures.read_text())["standings"][0]["bots"]
    assert most["win_rate"] == {"mean": 1.0, "low": pytest.approx(0.762, abs=0.001), "high": 1.0}
    assert lazy["win_rate"]["low"] == 0
    assert most["points"]["low"] < most["points"]["mean"] < most["points"]["high"]


def test_pairs_are_listed_and_make_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "x.png"
    status, out, _ = lazy_arena(bot("Most"), bot("Lazy"), bot("Moody"), "--pairs", "--deals", 2, "--plot", picture)
    assert status == 0
    assert "100.0 % ± –" in out
    assert "ratings: Most" in out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_test_is_told_in_a_sentence() -> None:
    _, out, _ = lazy_arena(bot("Most"), bot("Lazy"), "--deals", 50, "--sprt", 50, 80)
    assert "80 % rather than 50 %: Most is that much better" in " ".join(out.split())


WITHOUT_COMPILER = """
from tests.solver.interpreted import plain_kernel
plain_kernel()
if __name__ == "__main__":
    from openkub.cli import main
    main()
"""


@pytest.mark.heavy
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_solver_that_is_not_compiled_is_told_of_once_and_like_all_else(tmp_path: Path, jobs: str) -> None:
    script, figures = tmp_path / "plain.py", tmp_path / "x.json"
    script.write_text(WITHOUT_COMPILER)
    words = ["arena", "random", "random", "--deals", "2", "--jobs", jobs, "--rules", "default deal_size=3"]
    command = [sys.executable, script, *words, "--json", figures]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, env=environment, cwd=ROOT)
    assert ran.stderr.startswith("openkub: openkub's solver is not compiled: ")
    assert ran.stderr.count("\n") == 1
    assert json.loads(figures.read_text())["made_by"]["solver"] == "plain"


def test_fouls_are_told_and_the_run_ends_well() -> None:
    status, out, _ = arena(bot("Most"), bot("Crashing"), "--deals", 2)
    assert status == 0
    assert "lost by a foul (crashed)" in out
    assert "nothing there" in out


def test_a_program_plays_and_its_log_is_kept(tmp_path: Path) -> None:
    program = DOCS / "examples" / "bot.py"
    status, _, _ = arena(f"cmd:{sys.executable} {program}", bot("Most"), "--deals", 1, "--records", tmp_path)
    assert status == 0
    lines = (tmp_path / "1-00001-1-seat1.jsonl").read_text().splitlines()
    assert [json.loads(line)["type"] for line in (lines[0], lines[-1])] == ["hello", "end"]


def test_the_bot_of_the_manual_plays(tmp_path: Path) -> None:
    manual = (DOCS / "arena.md").read_text()
    (tmp_path / "mine.py").write_text(manual.split("```python\n", 2)[1].split("```")[0])
    status, out, _ = arena(tmp_path / "mine.py:Mine", "steady", "--deals", 1)
    assert status == 0
    assert "Mine" in out
    assert "foul" not in out


def test_a_game_that_ended_with_a_foul_leaves_a_true_record(tmp_path: Path) -> None:
    arena(bot("Most"), bot("Crashing"), "--deals", 1, "--records", tmp_path)
    status, out, _ = openkub("verify", *sorted(tmp_path.glob("*.kub")))
    assert (status, out.count("one under way")) == (0, 2)


def test_a_run_is_gone_on_with_when_that_is_said_and_only_then(tmp_path: Path) -> None:
    journal = tmp_path / "night.jsonl"
    two = lazy_arena(bot("Most"), bot("Lazy"), "--journal", journal, "--resume", "--deals", 2)
    kept = journal.read_bytes()
    status, _, err = lazy_arena(bot("Most"), bot("Lazy"), "--journal", journal, "--deals", 3)
    assert (status, kept) == (2, journal.read_bytes())
    assert "is there already: --resume goes on" in err
    longer = lazy_arena(bot("Most"), bot("Lazy"), "--resume", "--deals", 3, "--journal", journal)
    assert ("2 deals" in two[1], "3 deals" in longer[1]) == (True, True)
    assert journal.read_bytes().startswith(kept)
    assert journal.read_bytes().count(b"\n") == 4


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["steady", "sharp", "--resume", "--deals", "5"], "name it with --journal FILE"),
        (["nobody", "steady"], "there is no bot 'nobody'"),
        (["Stedy", "sharp"], "did you mean steady?"),
        (["steady", "sharp", "novice", "--seats", "2"], "3 bots for 2 seats"),
        (["steady", "sharp", "--lineup", "ABX"], "one letter a seat"),
        (["steady", "sharp", "--lineup", "AB", "--seats", "3"], "has 2 seats, not 3"),
        (["steady", "sharp", "--lineup", "AB", "--pairs"], "take one of them"),
        (["steady", "--pairs"], "two bots at least"),
        (["steady", "sharp", "--sprt", "60", "50"], "win rates in per cent"),
        (["steady", "sharp", "novice", "--pairs", "--sprt", "50", "60"], "leave --pairs out"),
        (["steady", "sharp", "--rules", "jumbo_de", "--seats", "6"], "2 to 4 can play"),
        (["steady", "sharp", "--deals", "1", "--json", "/no/such/folder/x"], "/no/such/folder"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(arguments: list[str], complaint: str) -> None:
    status, _, err = arena(*arguments)
    assert status == 2
    assert complaint in err
    assert err.count("\n") == 1
