"""What is typed, what the draft makes of it, what the bot does: without the command around it."""

from pathlib import Path
from typing import Any

import pytest

from openkub.cli.table.bots import bot_move
from openkub.cli.table.complaint import Complaint, refusal
from openkub.cli.table.hinting import hint_lines
from openkub.cli.table.keep import Keeper
from openkub.cli.table.tell import turn_text, wins_text
from openkub.cli.table.typed import Verb, Wish, change_draft, read
from openkub.cli.table.why import why_invalid
from openkub.cli.trouble import Trouble
from openkub.law.moves import Draw, Pass, Play, Redeal, TimeOut
from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TileBag
from openkub.play.draft import Draft
from openkub.play.game import Game
from openkub.play.public import Turn
from openkub.play.record import Seed
from openkub.play.state import State


def drafted(table: str, rack: str, *lines: str, rules: Rules = EDITIONS["default"]) -> Draft:
    """The draft after these lines."""
    draft = Draft.start(Position(rules, Table.parse(table), TileBag.parse(rack), opened=True))
    for line in lines:
        draft = change_draft(draft, read(line))
    return draft


@pytest.mark.parametrize(
    ("table", "rack", "lines", "expected"),
    [
        ("", "r9 r10 r11", ["r9 r10 r11"], ("r9 r10 r11", "", "")),
        ("", "r9 r10 r11 k1", ["R11, r9,r10"], ("r9 r10 r11", "", "k1")),
        ("", "r9 r10 r11 k7 b7 y7", ["r9-11 | kby7"], ("r9 r10 r11 | k7 b7 y7", "", "")),
        ("", "r9 r11 *", ["r9 r11 j"], ("r9 * r11", "", "")),
        ("", "y5 y6 y7", ["o5-7"], ("y5 y6 y7", "", "")),
        ("", "y5 y6 y7", ["y5-y7"], ("y5 y6 y7", "", "")),
        ("r4 r5 r6", "r3 r7", ["1 + r3", "1+r7"], ("r3 r4 r5 r6 r7", "", "")),
        ("r4 r5 r6", "r3 r7", ["1 + r7 r3"], ("r3 r4 r5 r6 r7", "", "")),
        ("k8 r8 b8", "y8", ["1 + y8"], ("k8 r8 b8 y8", "", "")),
        ("r5 * r7", "r6", ["1 + r6"], ("r5 r6 r7", "*", "")),
        ("r5 * r7", "r8", ["1 + r8"], ("r5 * r7 r8", "", "")),
        ("b6 b7 *", "b4", ["1 + b4"], ("b4 * b6 b7", "", "")),
        ("k3 b3 *", "y3", ["1 = y3"], ("k3 b3 y3", "*", "")),
        ("k3 b3 *", "y3", ["1 + y3"], ("k3 b3 * y3", "", "")),
        ("r3 r4 r5 r6", "", ["1 - r3"], ("r4 r5 r6", "r3", "")),
        ("r1 r2 r3 r4 r5 r6 r7", "", ["1 - r4"], ("r1 r2 r3 | r5 r6 r7", "r4", "")),
        ("r1 r2 r3 r4", "", ["1 - r2"], ("r1 r3 r4", "r2", "")),
        ("r1 r2 r3 r4", "r5", ["1 + r5", "1 - r5"], ("r1 r2 r3 r4", "", "r5")),
        ("r4 r5 r6 r7 r8", "r6", ["1 / 2", "1 + r6"], ("r4 r5 r6 | r6 r7 r8", "", "")),
        ("r1 r2 r3 | r4 r5 r6", "", ["1 2"], ("r1 r2 r3 r4 r5 r6", "", "")),
        ("r4 r5 r6 | r1 r2 r3", "", ["1 & 2"], ("r1 r2 r3 r4 r5 r6", "", "")),
        ("r4 r5 r6", "r7", ["table r4 r5 r6 r7"], ("r4 r5 r6 r7", "", "")),
        ("r4 r5 r6", "", ["1 - r4 r5 r6"], ("", "r4 r5 r6", "")),
    ],
)
def test_what_a_line_does(table: str, rack: str, lines: list[str], expected: tuple[str, ...]) -> None:
    draft = drafted(table, rack, *lines)
    assert (str(draft.table), str(draft.hand), str(draft.rack)) == expected


def test_sets_keep_their_numbers_until_the_turn_is_over() -> None:
    draft = drafted("r1 r2 r3 | r4 r5 r6 | k9 b9 y9", "r9", "1 & 2", "3 + r9")
    assert draft.numbers == (0, 2)
    assert str(draft.table[1]) == "k9 b9 y9 r9"


@pytest.mark.parametrize(
    ("lines", "sets", "touched"),
    [
        (["table b8 b9 b10 | k3 b3 y3 | r4 r5 r6"], ["k3 b3 y3", "r4 r5 r6", "b8 b9 b10"], []),
        (["table b8-10 | y3 b3 k3 | r3-6"], ["k3 b3 y3", "r3 r4 r5 r6", "b8 b9 b10"], [2]),
        (["table r1-3 | b8-10 | kby3 | r4-6"], ["k3 b3 y3", "r4 r5 r6", "b8 b9 b10", "r1 r2 r3"], [4]),
        (
            ["r1-3", "1 + r3", "table r1-3 | b8-10 | kby3 | r4-6"],
            ["k3 b3 y3", "r4 r5 r6", "b8 b9 b10", "r1 r2 r3"],
            [4],
        ),
        (["r1-3", "k1", "table k1 | r1-3 | r4-6 | b8-10"], ["", "r4 r5 r6", "b8 b9 b10", "r1 r2 r3", "k1"], [4, 5]),
        (["table kby3 | b8-10"], ["k3 b3 y3", "", "b8 b9 b10"], []),
        (["table kby3", "r1-3"], ["k3 b3 y3", "", "", "r1 r2 r3"], [4]),
        (["table kby3 | r4 | r5-6"], ["k3 b3 y3", "r5 r6", "", "r4"], [2, 4]),
        (["table"], ["", "", ""], []),
    ],
)
def test_the_table_typed_as_a_whole_keeps_the_numbers(lines: list[str], sets: list[str], touched: list[Any]) -> None:
    draft = drafted("k3 b3 y3 | r4 r5 r6 | b8 b9 b10", "r1 r2 r3 r3 k1", *lines)
    assert [str(meld) for meld in draft.sets] == sets
    assert [number + 1 for number in draft.numbers if draft.is_touched(number)] == touched
    assert draft.is_changed == (lines != ["table b8 b9 b10 | k3 b3 y3 | r4 r5 r6"])


def test_what_was_laid_and_taken_back_is_no_change() -> None:
    assert not drafted("r4 r5 r6", "r7", "r7", "2 - r7").is_changed


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("9 + r5", "no set 9"),
        ("0 + r5", "no set 0"),
        ("999999999999 + r5", "no set"),
        ("1 + r5", "'1 - r5' takes it"),
        ("1 + r12", "no r12"),
        ("k1 k1", "only one k1"),
        ("1 - k5", "no k5 in set 1"),
        ("b2-y4", "'b2-y4': a range stays in one colour, like r9-11."),
        ("b2 - y4", "a range is r9-11"),
        ("🙂", "'🙂' (column 1)"),
        ("größe", "'größe'"),
        ("\u202er5", r"'\u202er5' (column 1)"),
        ("1 / 0", "behind tile 1 to 2"),
        ("1 / 3", "behind tile 1 to 2"),
        ("1 1", "to itself"),
        ("1 2 2", "to itself"),
        ("1 = k1", "no joker"),
        ("2 = k1", "stands for k1"),
        ("1 = k1 r7", "One tile"),
        ("r14", "1 to 13"),
        ("r0", "1 to 13"),
        ("r9-14", "no tile r14"),
        ("kr5-7", "either"),
        ("q7", "column 1"),
        ("r5 q7", "column 4"),
        ("1 +", "I do not understand"),
        ("+ r5", "I do not understand"),
        ("1", "I do not understand"),
        ("r5 3", "Only tiles"),
        ("table r1 r2 r3", "Neither the table nor your rack"),
        ("table 3", "Only tiles"),
        ("r1 " * 9, "more than 7"),
        ("d", "done or draw?"),
        ("donne", "did you mean done?"),
        ("x" * 30_000, "too long"),
        ("r٣", "column"),
    ],
)
def test_what_cannot_be_done_is_said(line: str, complaint: str) -> None:
    with pytest.raises(Complaint) as told:
        drafted("r5 r6 r7 | k3 b3 *", "k1 r7", line)
    assert complaint in str(told.value)


def test_words_may_be_shortened() -> None:
    assert read("u") is Verb.UNDO
    assert read("Q") is Verb.QUIT
    assert read("") is Verb.SHOW
    assert read(" ? ") is Verb.HELP
    assert read("h") is Verb.HELP
    assert read("hi") is Verb.HINT
    assert read("HINT 2") == Wish(2)
    assert read("777") is Verb.SORT


@pytest.mark.parametrize(
    ("meld", "reason"),
    [
        ("r5 r6 r7", ""),
        ("r5", "only 1 tile"),
        ("* *", "only 2 tiles"),
        ("* * *", "jokers alone"),
        ("r5 k5 r5", "r5 twice"),
        ("r5 k5 b5 y5 *", "more than 4 tiles of one number"),
        ("r5 k6 r7", "neither one colour nor one number"),
        ("r5 r6 r8", "gap between r6 and r8"),
        ("r5 * r9", "gap between r5 and r9"),
        ("r5 * r6", "too much between r5 and r6"),
        ("r7 r6 r5", "r6 behind r7"),
        ("r12 r13 *", "a run ends at 1 and at 13"),
    ],
)
def test_why_tiles_are_no_set(meld: str, reason: str) -> None:
    assert why_invalid(Meld.parse(meld)) == reason


def test_a_set_of_one_tile_cannot_be_split_and_an_empty_table_has_no_sets() -> None:
    for lines, complaint in ([["k1", "1 / 1"], "one tile"], [["3 / 1"], "the table is empty"]):
        with pytest.raises(Complaint) as told:
            drafted("", "k1", *lines)
        assert complaint in str(told.value)


def test_the_opening_is_counted_while_it_grows() -> None:
    draft = drafted("k3 b3 y3", "r9 r10 r11 b9 b10 *")
    points = [draft.opening_points]
    for line in ("b9 b10", "2 + *"):
        draft = change_draft(draft, read(line))
        points.append(draft.opening_points)
    assert points == [0, 0, 30]


@pytest.mark.parametrize("edition", [*EDITIONS, "default opening_sets=one", "jumbo_de voluntary_draw=False"])
def test_the_bot_finishes_rounds_in_every_edition(edition: str) -> None:
    rules = Rules.parse(edition)
    for seats in (2, rules.most_players):
        state = State.deal(rules, seats, f"bots {seats}")
        while not state.outcome:
            state = state.apply(bot_move(state.view(state.turn), "casual"))
        assert sum(state.outcome.scores) == 0


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Draw(), "Bot draws."),
        (Pass(), "Bot passes."),
        (Redeal(), "Bot asks for a new deal."),
        (TimeOut(), "Bot runs out of time, 1 drawn."),
        (Play(Table.parse("r1 r2 r3 | r1 r2 r3 | k5 b5 y5")), "Bot lays k5 b5 y5."),
        (Play(Table.parse("r1 r2 r3 | r1 r2 r3 r4")), "Bot lays r4 onto set 2."),
        (Play(Table.parse("r1 r2 r3 | k5 b5 y5 | r1 | r2 r3")), "Bot lays k5 b5 y5, turning 1 set into 3."),
        (Play(Table.parse("r1 r2 r3 r4 | r1 r2 r3 r4")), "Bot lays r4 r4, turning 2 sets into 2."),
    ],
)
def test_a_turn_in_words(move: Any, text: str) -> None:
    drawn = 1 if isinstance(move, TimeOut) else 0
    assert str(turn_text("Bot", Table.parse("r1 r2 r3 | r1 r2 r3"), Turn(1, move, drawn))) == text


def test_you_are_spoken_to() -> None:
    assert str(turn_text("You", Table(), Turn(0, Draw(), 1))) == "You draw."


def test_winners_in_words() -> None:
    names = ("You", "Bot", "Anna")
    assert [wins_text(names, seats) for seats in ((0,), (1,), (1, 2))] == ["You win", "Bot wins", "Bot and Anna win"]


def test_a_file_that_somebody_else_changed_is_not_overwritten(tmp_path: Path) -> None:
    game = Game.new(EDITIONS["default"], ("Anna", "Ben"), Seed("x"))
    keeper = Keeper.new(tmp_path / "deep" / "game.kub")
    keeper.keep(game)
    keeper.path.write_text("mine")
    with pytest.raises(Trouble, match="changed by another program"):
        keeper.keep(game.apply(Draw()))
    assert [path.name for path in keeper.path.parent.iterdir()] == ["game.kub"]


def said_to(rules: Rules, table: str, rack: str, *lines: str) -> str:
    """What a player who has opened is told who ends the turn after these lines."""
    draft = drafted(table, rack, *lines, rules=rules)
    return refusal(draft.problem, draft, "en")


def test_a_set_that_was_split_is_named_as_on_the_screen() -> None:
    table = "k9 b9 y9 | r5 * r7 r8 | y1 y2 y3"
    for lines in (["2 - r8", "r8-10"], ["table r8-10 | y1-3 | r5 * r7 | kby9"]):
        said = said_to(EDITIONS["jumbo_de"], table, "r9 r10", *lines)
        assert said.startswith("Set 2: a set with a joker")
        assert said.endswith("(r5 * r7 r8)")


def test_a_refused_set_has_the_number_that_it_has_on_the_screen() -> None:
    said = said_to(Rules(), "r1 r2 r3 | r4 r5 r6 | k9 b9 y9", "k1", "1 2", "k1")
    assert said.startswith("Set 4: it takes three tiles or more")


def test_a_hint_names_the_sets_by_their_numbers() -> None:
    state = State.of(
        Rules(),
        Table.parse("k9 b9 y9 | b8 b9 b10 | k4 r4 b4 y4"),
        [TileBag.parse("y5 y6 k8 y8 b11"), TileBag.parse("k1")],
        opened=[True, True],
    )
    view = state.view(0)
    assert [str(line) for line in hint_lines(view, 2, moved=False)] == [
        "You can lay y5 y6 k8 y8 b11",
        "Sets 2, 3 change.",
        "hint says more",
    ]
    steps = [str(line) for line in hint_lines(view, 3, moved=False)][2:]
    assert steps[0] == "  1. take b8 from set 2, which leaves b9 b10"
    assert steps[-1] == "  5. add b11 to set 2: b9 b10 b11"
    one = State.of(Rules(), Table.parse("b8 b9 b10"), [TileBag.parse("b11 k1")] * 2, opened=[True, True]).view(0)
    assert str([*hint_lines(one, 2, moved=False)][1]) == "Set 1 changes."
    none = State.of(Rules(), state.table, [TileBag.parse("k1"), TileBag.parse("k1")], opened=[True, True]).view(0)
    assert [str(line) for line in hint_lines(none, 1, moved=False)] == [
        "Nothing can be laid in this turn; pass ends it."
    ]
