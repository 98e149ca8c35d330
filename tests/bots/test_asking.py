"""A program asks the solver while it is its turn: a real process, a real game, and questions that make no sense."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from openkub.bots.asking import MOST_QUESTIONS, QUESTIONS, answer_to
from openkub.bots.events import hello
from openkub.bots.protocol import Clock
from openkub.bots.stdio import Malformed, StdioBot
from openkub.law.moves import Move
from openkub.law.rules import EDITIONS
from openkub.pieces.tiles import TileBag
from openkub.play.state import State, sample
from openkub.solver import LIMIT, Weights, best, best_play, can_go_out, can_play, frontier, mask, takes
from tests.workshop.positions import round_of

CLOCK = Clock(60)
ASKS = """import json, sys
def ask(**question):
    print(json.dumps({"type": "ask", **question}), flush=True)
    return json.loads(sys.stdin.readline())
sys.stdin.readline(); print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
"""
"""A bot that can ask; what it does with that is still missing."""


@pytest.fixture
def asking(tmp_path: Path) -> Callable[[str], StdioBot]:
    """A program that does this in every turn, and then chooses `move`."""

    def make(body: str) -> StdioBot:
        path = tmp_path / "bot.py"
        path.write_text(
            ASKS + f"        {body}\n" + '        print(json.dumps({"type": "choose", "move": move}), flush=True)'
        )
        return StdioBot((sys.executable, str(path)), seed=7)

    return make


def here(**more: Any) -> Any:
    """A position in which three tiles can go in several ways."""
    return round_of("r8 k3 b9 y13 / k2", "r5 r6 r7 | k9 y9 r9", **more).view(0)


def test_a_program_that_asks_for_the_best_play_plays_like_one_of_the_house(asking: Callable[[str], StdioBot]) -> None:
    bot = asking('move = ask(question="best")["move"] or ("draw" if turn["pool"] else "pass")')
    state = State.deal(EDITIONS["default"], 2, "asking", starter=0)
    while not state.outcome:
        view = state.view(state.turn)
        wanted = best_play(view, tidy=False) or view.idle
        if state.turn == 0:
            assert bot.choose(view, CLOCK) == wanted
        state = state.apply(wanted)
    bot.over(state.view(0), state.outcome.scores, "")
    assert sum('"type":"answer"' in line for line in bot.transcript) == sum(turn.seat == 0 for turn in state.history)


def test_every_question_is_answered_as_the_solver_answers_it() -> None:
    view = here()

    def told(question: str, **more: Any) -> dict[str, Any]:
        return answer_to(view, {"question": question, **more})

    found = best(view, tidy=False)
    assert (told("best")["move"], told("best")["count"]) == (str(found.play), found.count)
    assert told("best", weights={"b9": 5})["gain"] == best(view, Weights.of({"b9": 5})).gain == 5
    assert (told("can_play")["yes"], told("can_go_out")["yes"]) == (can_play(view), can_go_out(view)) == (True, False)
    assert [play["value"] for play in told("frontier")["plays"]] == [play.value for play in frontier(view).values()]
    assert TileBag.parse(told("takes")["tiles"]) == TileBag(takes(view))
    assert set(told("plays")["plays"]) == {"r8 b9", "b9", "r8"}
    assert told("plays", most=1)["exact"] is False
    assert told("mask", tiles="r8")["tiles"] == " ".join(map(str, mask(view, "r8").tiles))
    assert Move.parse(told("place", tiles="b9")["move"]).table.bag == view.table.bag + TileBag("b9")
    assert told("place", tiles="y13")["move"] is None
    assert told("check", move="play r5 r6 r7 r8 | k9 y9 r9")["legal"] is True
    assert told("check", move="play r5 r6 r7 y13 | k9 y9 r9") == {
        "type": "answer", "question": "check", "legal": False, "code": "invalid_set",
    }  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"question": 7},
        {"question": ["best"]},
        {"question": "cheat"},
        {"question": "best", "objective": "fun"},
        {"question": "best", "objective": []},
        {"question": "best", "weights": 3},
        {"question": "best", "weights": {"z9": 1}},
        {"question": "best", "weights": {"r9": -1}},
        {"question": "best", "weights": {"r9": 10**40}},
        {"question": "best", "weights": {"r9": True}},
        {"question": "best", "limit": LIMIT + 1},
        {"question": "best", "limit": 0},
        {"question": "best", "limit": "much"},
        {"question": "plays", "most": 10**9},
        {"question": "place", "tiles": "r1"},
        {"question": "mask", "tiles": None},
        {"question": "check"},
        {"question": "check", "move": "draw"},
        {"question": "check", "move": "play z9"},
    ],
)
def test_what_is_wrong_with_a_question_is_said_in_its_answer(question: dict[str, Any]) -> None:
    told = answer_to(here(), {**question, "id": 3})
    assert (told["type"], told["id"]) == ("answer", 3)
    assert told["error"].isprintable()


def test_a_question_that_makes_no_sense_loses_nothing(asking: Callable[[str], StdioBot]) -> None:
    bot = asking('move = "draw" if "error" in ask(question="cheat") else "pass"')
    assert str(bot.choose(here(), CLOCK)) == "draw"


def test_a_turn_has_so_many_questions_and_no_more(asking: Callable[[str], StdioBot]) -> None:
    enough = f'[ask(question="can_play") for _ in range({MOST_QUESTIONS})]; move = "draw"'
    assert str(asking(enough).choose(here(), CLOCK)) == "draw"
    with pytest.raises(Malformed, match="more than 100 questions"):
        asking('while True: ask(question="can_play")').choose(here(), CLOCK)


def test_questions_are_asked_in_time(asking: Callable[[str], StdioBot]) -> None:
    bot = asking('ask(question="can_play"); import time; time.sleep(60)')
    with pytest.raises(TimeoutError):
        bot.choose(here(), Clock(0.3))


def test_hello_says_what_can_be_asked_and_the_documentation_has_it_all() -> None:
    told = hello(EDITIONS["default"])
    assert (told["questions"], told["most_questions"]) == (list(QUESTIONS), MOST_QUESTIONS)
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert all(f"| `{question}` |" in page for question in QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS)
def test_two_games_that_look_alike_to_a_seat_have_the_same_answers(question: str) -> None:
    state = State.deal(EDITIONS["default"], 3, "alike", starter=0)
    other = sample(state.view(0), Random(3))
    asked = {"question": question, "tiles": "", "move": "play"}
    assert other.racks[1:] != state.racks[1:]
    assert json.dumps(answer_to(state.view(0), asked)) == json.dumps(answer_to(other.view(0), asked))


def test_the_conversation_in_the_documentation_is_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    said = page.partition("## Asking the solver")[2].split("```")[1].strip().splitlines()
    for asked, answered in zip(said[1:-1:2], said[2:-1:2], strict=True):
        assert answer_to(here(), json.loads(asked[2:])) == json.loads(answered[2:])
