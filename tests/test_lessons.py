"""The lessons of the page (docs/learn.md): every position is legal, and what it asks for can be done."""

import json
from pathlib import Path
from typing import Any

import pytest

from openkub import EDITIONS
from openkub.bots import Clock, make_bot
from openkub.law.moves import Draw
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.solver import best, can_play
from tests.workshop.positions import round_of

LESSONS = json.loads((Path(__file__).parents[1] / "web/src/pages/learn/lessons.json").read_text())
TASKS = {f"{lesson}-{task['id']}": task for lesson, about in LESSONS.items() for task in about["positions"]}
OTHERS = "k1 k10 r1 r6 r13 b1 b10 y1 y10"
"""What somebody else may hold; as many of them as the lesson says."""


def position(task: Any) -> Position:
    return Position(task.get("rules", "default"), task["table"], task["rack"], task.get("opened", True))


def laid(task: Any) -> TileBag:
    return Table(task["solution"]).bag - Table(task["table"]).bag


def left_points(task: Any) -> int:
    rules = position(task).rules
    return (TileBag(task["rack"]) - laid(task)).points(rules.joker_penalty)


def asks_for(task: Any) -> int:
    """How many tiles are to be laid at least."""
    goal = task["goal"]
    return len(TileBag(task["rack"])) if goal["kind"] == "out" else goal.get("n", 1)


solved = pytest.mark.parametrize("task", [pytest.param(t, id=i) for i, t in TASKS.items() if t["solution"]])
drawn = pytest.mark.parametrize("task", [pytest.param(t, id=i) for i, t in TASKS.items() if not t["solution"]])


@pytest.mark.parametrize("task", [pytest.param(task, id=name) for name, task in TASKS.items()])
def test_a_position_of_a_lesson_could_lie_there(task: Any) -> None:
    where = position(task)
    assert where.table.first_invalid is None
    assert where.table.bag + where.rack <= Kit(where.rules.tile_set).bag
    draft = Table(task.get("draft", task["table"]))
    assert where.table.bag <= draft.bag <= where.table.bag + where.rack


@solved
def test_the_solution_of_a_lesson_is_legal_and_does_what_is_asked(task: Any) -> None:
    assert position(task).play_problem(Table(task["solution"])) is None
    assert len(laid(task)) >= asks_for(task)
    goal = task["goal"]
    assert all(tile not in laid(task) for tile in TileBag(goal.get("tiles", "")))
    assert left_points(task) <= goal.get("points", 999)


@solved
def test_the_solver_reaches_the_goal_of_a_lesson_too(task: Any) -> None:
    most, dearest = best(position(task)), best(position(task), "value")
    assert most
    assert dearest
    assert most.count >= asks_for(task)
    if task["goal"]["kind"] == "left":
        assert left_points({**task, "solution": str(dearest.table)}) == task["goal"]["points"]


@drawn
def test_where_a_lesson_says_draw_nothing_can_be_laid_or_sharp_waits(task: Any) -> None:
    assert chosen_by_sharp(task) == "draw" if "others" in task else not can_play(position(task))


def chosen_by_sharp(task: Any) -> str:
    """What the bot does that knows when to wait, against somebody with so many tiles."""
    others = " ".join(OTHERS.split()[: task["others"]])
    state = round_of(f"{task['rack']} / {others}", task["table"], "r2 y9 b13 k6 k13 b9")
    move = make_bot("sharp", seed=1).choose(state.view(0), Clock())
    return "draw" if isinstance(move, Draw) else "play"


def test_sharp_sells_where_the_lesson_does() -> None:
    assert chosen_by_sharp(TASKS["strategy-sell"]) == "play"


def test_the_law_of_a_lesson_makes_the_difference() -> None:
    """What one edition allows in a lesson, the other edition in it forbids."""
    anew, bound, alone = (TASKS[name] for name in ("jumbo-free", "jumbo-bound", "opening-on"))
    assert position(bound).play_problem(Table(anew["solution"]))
    assert position({**alone, "rules": "original_fr"}).play_problem(Table(alone["solution"]))
    assert position({**TASKS["opening-joker"], "rules": "original_es"}).play_problem(Table("r9 * r11"))


def test_first_steps_are_few_and_lessons_are_eight_to_ten() -> None:
    assert 5 <= len(LESSONS["first"]["positions"]) <= 7
    assert 8 <= len(LESSONS) - 1 <= 10
    assert {task.get("rules", "default") for task in TASKS.values()} == set(EDITIONS)


def test_the_rules_of_a_lesson_are_those_of_an_edition() -> None:
    assert all(Rules.parse(task.get("rules", "default")) for task in TASKS.values())
