"""Who may enter: whatever is, makes or names a bot, and what is said to the others."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from openkub.arena import PlanError, simulate
from openkub.arena.players import maker
from openkub.bots import make_bot
from openkub.solver import best_play
from tests.arena.little_bots import Broken, Moody, Most, no_bot


@dataclass
class Plain:
    """As docs/bots.md prints it."""

    name: str = "plain"

    def choose(self, view: Any, clock: Any) -> Any:
        return best_play(view, "value", tidy=False) or view.idle


class Seeded(Plain):
    def __init__(self, *, seed: int) -> None:
        super().__init__(f"seed {seed}")


class Counting(Plain):
    """Keeps count over all its games."""

    games = 0

    def over(self, view: Any, scores: Any, foul: str) -> None:
        self.games += 1


def thinking(one: int, other: float | None) -> Any:
    return Plain(f"{one} and {other}")


def test_a_class_a_function_and_a_bot_play_beside_those_that_are_named() -> None:
    tally = simulate(1, [Plain, lambda: Plain("a friend"), Plain("my own"), "steady"])
    assert tally.plan.labels == ("Plain", "<lambda>", "my own", "steady")
    assert len(list(tally.rows())) == 4 * 4


def test_whoever_makes_a_bot_is_given_what_it_asks_for() -> None:
    assert [maker(make)(7, 0.5).name for make in (Plain, Seeded, thinking)] == ["plain", "seed 7", "7 and 0.5"]


def test_a_bot_plays_all_its_games_itself() -> None:
    bot = Counting()
    simulate(3, [bot, "steady"])
    assert bot.games == 6


def test_who_needs_more_than_there_is_and_what_is_no_bot_is_refused() -> None:
    with pytest.raises(PlanError, match="needs weights: the arena gives a seed"):
        maker(lambda seed, weights: Plain())
    with pytest.raises(PlanError, match="is no bot and makes none"):
        maker(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_while_it_is_made_is_named_and_so_is_what_is_none(jobs: int) -> None:
    with pytest.raises(PlanError, match="Broken cannot be made: RuntimeError: no model"):
        simulate(1, [Broken, "steady"], jobs=jobs)
    with pytest.raises(PlanError, match=r"no_bot made 'steady', which has no method choose\(view, clock\)"):
        simulate(1, [no_bot, "steady"], jobs=jobs)


def test_rows_tell_every_seat_of_every_game() -> None:
    rows = list(simulate(2, ["steady", "random"], seed="rows").rows())
    assert [(row["deal"], row["game"], row["seat"]) for row in rows] == [
        (deal, game, seat) for deal in (1, 2) for game in (1, 2) for seat in (1, 2)
    ]
    assert sum(row["score"] for row in rows) == 0
    assert sum(row["won"] for row in rows) == 4
    assert {row["bot"] for row in rows} == {"steady", "random"}
    assert {row["foul"] for row in rows} == {None}


def test_other_processes_play_the_same_games() -> None:
    here, there = (list(simulate(3, [Most(7), Moody], jobs=jobs).rows()) for jobs in (1, 2))
    assert here == there


def test_what_cannot_be_sent_to_other_processes_is_told() -> None:
    with pytest.raises(PlanError, match="other processes cannot see every bot, play with jobs=1"):
        simulate(1, [lambda: make_bot("sharp"), "steady"], jobs=2)


FILE = """
from __future__ import annotations
from dataclasses import dataclass
import a_neighbour

@dataclass
class Mine:
    name: str = "mine"
    def choose(self, view, clock):
        return a_neighbour.choose(view)
"""
NEIGHBOUR = """
def choose(view):
    from openkub.solver import best_play
    return best_play(view, tidy=False) or view.idle
"""
PROGRAM = """
import json, sys, a_neighbour
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({"type": "ready", "moves": True}), flush=True)
    elif said["type"] == "turn":
        print(json.dumps({"type": "choose", "move": said["moves"][0]}), flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(FILE)
    (tmp_path / "a_neighbour.py").write_text(NEIGHBOUR)
    return tmp_path


def openkub(folder: Path, *words: str) -> Any:
    command = [str(Path(sys.executable).with_name("openkub")), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("typed", ["mine.py:Mine", "mine:Mine"])
def test_a_file_has_dataclasses_and_neighbours_and_a_module_of_this_folder_is_found(folder: Path, typed: str) -> None:
    ran = openkub(folder, "arena", typed, "steady", "--deals", "2", "--jobs", "2")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Mine" in ran.stdout


def test_nothing_else_of_this_folder_is_run_and_a_program_finds_its_own_neighbours(folder: Path) -> None:
    (folder / "multiprocessing.py").write_text("open('was_run', 'w')\nraise ImportError")
    (folder / "program.py").write_text(PROGRAM)
    ran = openkub(folder, "arena", "mine:Mine", f"cmd:{sys.executable} program.py", "--deals", "2", "--jobs", "2")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "foul" not in ran.stdout
    assert not (folder / "was_run").exists()


VERSION = """
import {net} as net
from nets.small import called as small

class Bot:
    def __init__(self):
        self.name = f"{{net.called()}} {{small()}}"
    def choose(self, view, clock):
        return view.idle if view.pool else net.best_play(view) or view.idle
"""
NET = """
from openkub.solver import best_play
def called():
    return "{0}"
"""


def version(folder: Path, name: str, net: str) -> str:
    """A bot with a neighbour, and with one in a package, that tell which they are."""
    home = folder / name
    (home / "nets").mkdir(parents=True)
    (home / "bot.py").write_text(VERSION.format(net=net))
    (home / f"{net}.py").write_text(NET.format(name))
    (home / "nets" / "__init__.py").write_text("")
    (home / "nets" / "small.py").write_text(f"from {net} import called")
    return f"{home}/bot.py:Bot"


@pytest.mark.parametrize("jobs", [1, 2])
def test_two_versions_of_a_bot_each_have_their_own_neighbours(tmp_path: Path, jobs: int) -> None:
    one, two = version(tmp_path, "one", "net"), version(tmp_path, "two", "net")
    assert [maker(bot)(1, None).name for bot in (one, two, one)] == [
        "one one",
        "two two",
        "one one",
    ]
    assert {row["foul"] for row in simulate(2, [one, two], jobs=jobs).rows()} == {None}


def test_a_single_bot_may_import_its_neighbours_late_and_by_name(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(
        "import pickle\nclass Bot:\n    name = 'late'\n    def __init__(self):\n"
        "        import model\n        assert pickle.loads(pickle.dumps(model.Net())).size == 3\n"
        "    def choose(self, view, clock):\n        return view.idle\n"
    )
    (tmp_path / "model.py").write_text("class Net:\n    size = 3\n")
    assert maker(f"{tmp_path}/late.py:Bot")(1, None).name == "late"


SCRIPT = """
from openkub.arena import simulate
print(len(list(simulate(2, ["steady", "random"], jobs=2).rows())))
"""


def test_a_script_that_its_own_processes_would_run_again_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert 'if __name__ == "__main__":' in ran.stderr.splitlines()[-1]


@pytest.mark.heavy
def test_what_was_typed_at_a_prompt_plays_here_and_says_why_not_elsewhere() -> None:
    typed = "from tests.arena.test_entrants import Plain\nclass Mine(Plain): pass\n" + SCRIPT.replace(
        '"steady"', "Mine"
    )
    command = [sys.executable, "-c", typed.replace("jobs=2", "jobs=1")]
    assert subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout == "8\n"
    ran = subprocess.run([sys.executable, "-c", typed], capture_output=True, text=True, check=False, timeout=120)
    assert (
        "other processes cannot see every bot, play with jobs=1: Can't get attribute 'Mine'"
        in ran.stderr.splitlines()[-1]
    )


def test_random_throws_the_same_die_again_and_takes_any_play() -> None:
    assert make_bot("random", 3) == make_bot("random", 3)
    tally = simulate(4, ["random", "novice"], seed="dice")
    assert tally.deals == simulate(4, ["random", "novice"], seed="dice").deals
