"""Whatever comes in at a door: it is read, or refused with an error of ours that names the spot."""

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

import pytest

from openkub.conformance import CaseError, load_cases, run_case
from openkub.law import options
from openkub.law.moves import Draw, IllegalMove, Move, Play, TimeOut
from openkub.law.options import RulesCode, RulesError
from openkub.law.rules import EDITIONS, OPTIONS, Rules, edition_rules, option_named
from openkub.law.score import Outcome
from openkub.notation import errors
from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.lines import Lines, numbered
from openkub.notation.text import quoted
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.game import RecordError, resume, verify
from openkub.play.public import Turn
from openkub.play.record import Record, Seed
from openkub.play.state import State
from openkub.play.view import View
from tests.workshop.positions import rules

OURS = (NotationError, RulesError, IllegalMove, CaseError, RecordError)
ROUND = State.deal(EDITIONS["default"], 2, "bad input")
MATCH = Record(EDITIONS["default"], ("Anna", "Bruno"), Seed("bad input"))

DOORS = {
    "Tile": Tile,
    "Tile.parse": Tile.parse,
    "TileBag.parse": TileBag.parse,
    "Meld.parse": Meld.parse,
    "Table.parse": Table.parse,
    "Rules.parse": Rules.parse,
    "edition_rules": edition_rules,
    "option_named": option_named,
    "Move": Move.parse,
    "Turn.parse": Turn.parse,
    "Outcome": lambda text: Outcome.parse(text, 2),
    "numbered": lambda text: list(numbered(text)),
    "Lines.parse": lambda text: Lines.parse(text, {"table"}),
    "State.parse": State.parse,
    "View.parse": View.parse,
    "Record.parse": Record.parse,
    "Record.from_json": Record.from_json,
    "load_cases": load_cases,
    "Seed": Seed,
    "check": ROUND.check,
    "apply": ROUND.apply,
    "Play": Play,
    "TimeOut": TimeOut,
}

WRONG_TYPES = [
    None, True, 0, -1, 53, 10**30, 1.5, float("nan"), float("inf"), 1j, b"r7", b"\xff", bytearray(b"r7"), (), [], {},
    set(), ["r7"], [["r7", ["r8"]]], {"r7": None}, object(), Tile, len,
]  # fmt: skip
"""Values that are no text; those that a door takes all the same are left out below."""

ODD_TEXTS = [
    "", " ", "\t", "\n", "\r\n", "\x00", "r7\x00", "\x1b[31m", "\u200b", "r7\u200b", "\ufeffr7", "\u202er7", "r７",
    "r٣", "r²", "ⅻ", "\ud800", "r\udfff", "🃏", "r7🃏", "é", "R7", "r0", "r14", "r07", "r-7", "r+7", "r7.0", "g5", "7r",
    "**", "* *", "r7,r8", "r7|", "|", "||", "r7 | | r8", "-", "--1", "+-1", "-+1", "1_000", "١", "chess",
    "chess x=1",
    "default gravity=1", "default joker_penalty", "default =1", "default joker_penalty=", "default joker_penalty=-1",
    "default joker_penalty=١", "default joker_penalty=1e3", "default tile_set=107", "default voluntary_draw=maybe",
    "default voluntary_draw=1", "play z9", "play r5 | r6 z7", "draw 2", "pass pass", "timeout *r", "0 draw", "7 draw",
    "1 draw +0", "1 draw +21", "1 draw +x", "x draw", "1", "end", "end rack_empty, won by 1, scores 1",
    "end rack_empty, won by 7, scores 1 -1", "end rack_empty, won by 1, scores 1 -1 0", "end , won by , scores ",
    "end rack_empty, won by 1, scores ١ -١", "end rack_empty, won by 1, scores 999999 -999999", "table: z9", "table r7",
    "openkub 3", "openkub 1", "{}", "[]", "null", "NaN", '{"format": "openkub 3"}', '"', "[" * 2000, "{" * 2000,
]  # fmt: skip

LONG_TEXTS = {
    "tiles": "r7 " * 33_334, "one word": "r" * 100_000, "spaces": " " * 100_000, "bars": "|" * 100_000,
    "sets": "r7|" * 33_334, "lines": "\n" * 100_000, "digits": "9" * 100_000, "minus": "-" * 100_000,
    "colons": ":" * 100_000, "comments": " ;" * 50_000, "brackets": "[" * 100_000, "braces": '{"a":' * 20_000,
    "nulls": "\x00" * 100_000, "surrogates": "\ud800" * 100_000, "emoji": "🃏" * 100_000, "slashes": "/" * 100_000,
    "options": "default " + "joker_penalty=1 " * 6_250, "move": "play " + "r7 " * 33_334, "draws": "1 draw\n" * 14_286,
    "thens": "then: 1 draw\n" * 7_693, "racks": "racks: " + "/" * 100_000,
    "seats": "openkub 3\n" + "seat: A\n" * 12_500, "rounds": "openkub 3\n" + "round 1\n" * 12_500,
    "scores": "end rack_empty, won by 1, scores " + "1 " * 50_000,
    "json seats": json.dumps({"format": "openkub 3", "rules": "default", "seats": ["A"] * 30_000}),
    "json number": "[" + "7" * 100_000 + "]", "words": "r7 | " * 20_000, "plus": "1 draw +" + "1" * 100_000,
}  # fmt: skip


def refused(door: Any, value: Any) -> Any:
    """The error of ours with which a door refuses a value, or None if it takes it; any other error fails the test."""
    try:
        door(value)
    except OURS as error:
        return error
    return None


@pytest.mark.parametrize("door", DOORS)
def test_odd_text_is_read_or_refused_with_an_error_of_ours(door: str) -> None:
    for text in ODD_TEXTS:
        error = refused(DOORS[door], text)
        assert error is None or str(error).isprintable(), text


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("text", LONG_TEXTS)
def test_a_hundred_thousand_characters_are_read_or_refused_with_a_short_error_of_ours(door: str, text: str) -> None:
    error = refused(DOORS[door], LONG_TEXTS[text])
    assert error is None or len(str(error)) < 400


@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_text_is_refused_with_an_error_of_ours(door: str) -> None:
    for value in WRONG_TYPES:
        if door == "TimeOut" and value is None:
            continue  # no draft at all
        if door in ("Play", "TimeOut") and value == ["r7"]:
            continue  # a list of sets
        error = refused(DOORS[door], value)
        assert error is not None, quoted(value)
        assert len(str(error)) < 400


@pytest.mark.parametrize(
    "text", ["r7", "z9\x00", "🃏", "\ud800", "default", "draw!", "openkub 3", "{}", "racks: r1 / r2"]
)
@pytest.mark.parametrize("door", ["check", "apply"])
def test_a_text_that_is_no_move_is_refused(door: str, text: str) -> None:
    assert isinstance(refused(DOORS[door], text), NotationError)


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_refuses_every_wrong_type_by_its_name(option: str) -> None:
    for value in [*WRONG_TYPES, *ODD_TEXTS, "x" * 100_000]:
        if value is None and OPTIONS[option].may_be_none:
            continue
        if type(value) is bool and OPTIONS[option].choices == (True, False):
            continue
        if type(value) is int and OPTIONS[option].low <= value <= OPTIONS[option].high:
            continue
        with pytest.raises(RulesError) as error:
            rules(**{option: value})
        assert error.value.field == option
        assert len(str(error.value)) < 400


def test_a_wrong_number_of_seats_is_refused() -> None:
    for seats in [None, -1, 0, 1, 7, 2.0, "2", True, [2], 10**30]:
        with pytest.raises(RulesError) as error:
            State.deal(EDITIONS["default"], seats, "demo")
        assert error.value.field == "most_players"


# The spot


@pytest.mark.parametrize(
    ("door", "text", "position"),
    [
        ("Tile", "z9", 0),
        ("TileBag.parse", "r7 k13 z9 r1", 7),
        ("TileBag.parse", "r7\t r7\x00", 4),
        ("Meld.parse", "r5 * x", 5),
        ("Table.parse", "r5 r6 r7 | k9 z9 y9", 14),
        ("Table.parse", "r5 r6 r7 | | y9", 10),
        ("Table.parse", "r5 r6 r7|", 9),
        ("Rules.parse", "chess", 0),
        ("Rules.parse", " default gravity=1", 9),
        ("Rules.parse", "default joker_penalty=25 rounds=x", 25),
        ("Rules.parse", "default rounds=1 joker_penalty", 17),
        ("Rules.parse", "jumbo_de rounds=1 time_limit_mode=mandatory", 18),
        ("Turn.parse", "1 play r5 z9", 10),
        ("Move", "play r5 r6 r7 | k9 z9", 19),
        ("Move", "timeout z9", 8),
        ("TileBag.parse", "r7 " * 10_000, 20_000),
    ],
)
def test_an_error_says_at_which_character_it_is(door: str, text: str, position: int) -> None:
    error = refused(DOORS[door], text)
    assert isinstance(error, NotationError)
    assert (error.position, error.line) == (position, 0)


GOOD_VIEW = str(ROUND.view(0)).split("\n")
GOOD_STATE = str(ROUND.apply(Draw())).split("\n")
GOOD_RECORD = [
    "openkub 3", "rules: default", "seat: Anna", "seat: Bruno", "seed: demo", "round 1", "1 draw", "2 play r5 r6 r7",
    "end rack_empty, won by 1, scores 5 -5", "round 2",
]  # fmt: skip


@pytest.mark.parametrize(
    ("parse", "good"),
    [(View.parse, GOOD_VIEW), (State.parse, GOOD_STATE), (Record.parse, GOOD_RECORD)],
    ids=["view", "state", "record"],
)
@pytest.mark.parametrize("bad", ["z9 / z9 / z9", "\x00", "🃏", "٣", "-1", "gravity: 9", "r7 " * 30_000])
def test_an_error_in_many_lines_says_on_which_it_is(parse: Callable[..., Any], good: list[str], bad: str) -> None:
    """Whatever stands there instead of a line or of its value; names and seeds may be nearly anything."""
    parse("\n".join(good))
    for number, line in enumerate(good, 1):
        key, colon, _ = line.partition(":")
        free = key in ("seat", "seed") and bad.isprintable()
        for changed in (bad, *([f"{key}: {bad}"] if colon and not (free and parse == Record.parse) else [])):
            error = refused(parse, "\n".join([*good[: number - 1], changed, *good[number:]]))
            assert isinstance(error, NotationError)
            assert error.line == number


@pytest.mark.parametrize(
    ("line", "position"),
    [
        ("racks: r1 r2 / k5 z9", 18),
        ("shown: / x", 9),
        ("then: 1 play r5 | z9", 18),
        ("opened: yes / maybe", 14),
        ("turn: 7", 6),
    ],
)
def test_an_error_in_a_line_says_at_which_character_of_it_it_is(line: str, position: int) -> None:
    key = line.partition(":")[0]
    known = [old for old in GOOD_STATE if not old.startswith(f"{key}:")]
    error = refused(State.parse, "\n".join([line, *known]))
    assert (error.line, error.position) == (1, position)


@pytest.mark.parametrize("number", range(1, 10))
def test_verifying_names_the_first_wrong_line(number: int) -> None:
    lines = [*GOOD_RECORD[: number - 1], "\x00", *GOOD_RECORD[number:]]
    assert verify("\n".join(lines)).line == number


def test_verifying_anything_else_finds_a_fault() -> None:
    for text in [*WRONG_TYPES, *ODD_TEXTS, *LONG_TEXTS.values()]:
        assert verify(text).message


def test_a_record_that_could_not_have_been_is_refused() -> None:
    with pytest.raises(RecordError) as error:
        resume(Record.parse(str(MATCH) + "round 1\n1 pass\n2 pass\n"))
    assert error.value.fault.line == 7


@pytest.mark.parametrize("case", [{}, {"kind": None}, {"kind": "opening"}, {"id": "x" * 100_000, "kind": "\x00"}])
def test_a_case_with_hardly_anything_in_it_cannot_be_judged(case: dict[str, Any]) -> None:
    (result,) = run_case(case)
    assert result.differences[0].startswith("cannot be judged: ")


def test_anything_can_be_quoted() -> None:
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for value in [*WRONG_TYPES, *ODD_TEXTS, *LONG_TEXTS.values(), deep, 10**5000]:
        assert len(quoted(value)) < 300
        assert quoted(value).isprintable()


@pytest.mark.parametrize(("codes", "sentences"), [(NotationCode, errors.SENTENCES), (RulesCode, options.SENTENCES)])
def test_every_code_of_an_error_has_a_sentence(codes: type[StrEnum], sentences: Mapping[StrEnum, str]) -> None:
    assert set(sentences) == set(codes)


def test_an_error_carries_its_code_and_what_it_speaks_of() -> None:
    with pytest.raises(NotationError) as error:
        Table.parse("r5 r6 | z9")
    assert (error.value.code, error.value.arguments, error.value.position) == ("no_tile", {"text": "'z9'"}, 8)
    with pytest.raises(RulesError) as refused:
        Rules(rounds=0)
    assert (refused.value.field, refused.value.code, refused.value.arguments["low"]) == ("rounds", "out_of_bounds", 1)
