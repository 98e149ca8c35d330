"""The record of a match, as text and as JSON."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from openkub.law.moves import Draw, Play, TimeOut
from openkub.law.score import Outcome
from openkub.notation.errors import NotationError
from openkub.play.record import FairDeal, Record, Round, Seed
from openkub.play.shuffle import commitment, fair_key, seed_key
from tests.workshop.positions import rules, table

SECRET = bytes(range(32))
TEXT = """\
openkub 3
rules: sabra6 joker_penalty=30
seat: Anna
seat: Bruno Müller
seed: demo

round 1
1 draw
2 play r9 r10 r11
1 timeout r1 | k5
end rack_empty, won by 2, scores -24 24

round 2
"""
RECORD = Record(
    rules("sabra6", joker_penalty=30),
    ("Anna", "Bruno Müller"),
    Seed("demo"),
    (
        Round(
            ((0, Draw()), (1, Play(table("r9 r10 r11"))), (0, TimeOut(table("r1 | k5")))),
            Outcome("rack_empty", (1,), (-24, 24)),
        ),
        Round(),
    ),
)


def test_a_record_is_readable_text() -> None:
    assert str(RECORD) == TEXT
    assert Record.parse(TEXT) == RECORD


def test_comments_empty_lines_and_line_ends_do_not_matter() -> None:
    spaced = "\r\n".join(f"{line} ; comment" for line in TEXT.split("\n") if line) + "\r\n; the end\r\n"
    assert Record.parse(spaced) == RECORD


def test_a_record_says_who_is_a_bot() -> None:
    record = Record(rules(), ("A", "B", "C"), Seed("x"), (), ((2, "sharp"), (0, "deep thought")))
    assert "seat: C\nbot: 1 deep thought\nbot: 3 sharp\nseed: x\n" in str(record)
    assert Record.parse(str(record)) == Record.from_json(record.to_json()) == record
    assert [record.bot(seat) for seat in range(3)] == ["deep thought", None, "sharp"]


@pytest.mark.parametrize("bots", [((2, "sharp"),), ((-1, "sharp"),), ((0, "a"), (0, "b")), ((0, ""),), ((0, "a ;b"),)])
def test_bots_sit_at_seats_of_their_own_and_have_names(bots: tuple[tuple[int, str], ...]) -> None:
    with pytest.raises(NotationError):
        Record(rules(), ("A", "B"), Seed("x"), (), bots)


@pytest.mark.parametrize("lines", ["bot: 3 sharp", "bot: sharp", "bot: 1", "bot: 1 a\nbot: 1 b"])
def test_a_line_that_says_no_bot_is_refused_where_it_stands(lines: str) -> None:
    with pytest.raises(NotationError) as refused:
        Record.parse(f"openkub 2\nrules: default\nseat: A\nseat: B\n{lines}\nseed: x\n")
    assert refused.value.line == 5


def test_a_record_may_have_no_round_yet() -> None:
    record = Record(rules(), ("A", "B"), Seed("x"))
    assert Record.parse(str(record)) == Record.from_json(record.to_json()) == record


def test_what_was_read_knows_its_lines_and_what_was_made_does_not() -> None:
    read = Record.parse(TEXT).rounds[0]
    assert [read.line_of(index) for index in (0, 1, 2, 3, -1)] == [7, 8, 9, 10, 11]
    assert Record.parse(TEXT).shuffle_line == 5
    assert RECORD.rounds[0].line_of(0) == 0


# The shuffle


def test_a_seed_is_its_key() -> None:
    assert Seed("demo").key == seed_key("demo")


@pytest.mark.parametrize("text", ["", " x", "x ", "a\nb", "a ;b", ";a", "x" * 61, "\x00", None, 7])
def test_a_seed_is_a_printable_line(text: int | str | None) -> None:
    with pytest.raises(NotationError):
        Seed(text)


def fair(
    secret: Any = SECRET, promised: Any = SECRET, nonces: Sequence[Any] = (b"12345678abcdefgh", b"abcdefgh12345678")
) -> FairDeal:
    return FairDeal(commitment(promised), nonces, secret)


def test_a_fair_deal_has_the_key_that_nobody_chose() -> None:
    assert fair().key == fair_key(SECRET, [b"12345678abcdefgh", b"abcdefgh12345678"])


def test_a_fair_deal_without_its_secret_or_with_another_one_has_no_key() -> None:
    with pytest.raises(ValueError, match="the secret is not known yet"):
        _ = fair(secret=None).key
    with pytest.raises(ValueError, match="not the one that was committed to"):
        _ = fair(secret=b"x" * 32).key


@pytest.mark.parametrize("shuffle", [fair(), fair(secret=None), fair(nonces=())])
def test_a_fair_deal_stands_in_the_header(shuffle: FairDeal) -> None:
    record = Record(rules(), ("A", "B"), shuffle, (Round(),))
    assert f"commitment: {shuffle.commitment}\n" in str(record)
    assert Record.parse(str(record)) == Record.from_json(record.to_json()) == record


# What is not written well


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("openkub 3", "openkub 4", "a record begins with 'openkub 3'", 1),
        ("rules: sabra6", "rules: chess", "'chess' is none of", 2),
        ("rules: sabra6", "rulez: sabra6", "does not begin with one of", 2),
        ("seat: Anna\n", "", "most_players: 1 at the table, but 2 to 6 can play", 3),
        ("seat: Anna", "seat:", "'' is no name", 3),
        ("seat: Anna", "seat: " + "A" * 61, "is no name", 3),
        ("seat: Anna", "seat: A\tB", "is no name", 3),
        ("seed: demo", "seed:", "'' is no seed", 5),
        ("round 1", "round 2", "expected round 1, not 'round 2'", 7),
        ("round 2", "round 1", "expected round 2, not 'round 1'", 13),
        ("1 draw", "3 draw", "3 is not between 1 and 2", 8),
        ("1 draw", "x draw", "'x' is no whole number", 8),
        ("1 draw", "1 fly", "is no move", 8),
        ("2 play r9 r10 r11", "2 play r9 r10 z11", "'z11' is no tile", 9),
        ("scores -24 24", "scores -24", "is no end of a round", 11),
        ("\nround 2", "1 draw", "behind the end of the round", 12),
        ("seed: demo", "seed: demo\nsecret: " + "0" * 64, "a seed, or a commitment", 6),
        ("seed: demo", "seed: demo\nseed: demo", "must stand there once", 6),
        ("seed: demo\n", "", "commitment: must stand there once, not 0 times", 1),
        ("seed: demo", "commitment: 00", "is not 32 bytes in hexadecimal", 5),
        ("seed: demo", "commitment: " + "0" * 64 + "\nnonce: 0", "is not 16 bytes in hexadecimal", 6),
        ("seed: demo", "commitment: " + "0" * 64 + "\nsecret: " + "G" * 64, "is not 32 bytes", 6),
    ],
)
def test_an_error_in_a_record_says_what_and_on_which_line(old: str, new: str, says: str, line: int) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(NotationError) as error:
        Record.parse(TEXT.replace(old, new, 1))
    assert says in str(error.value)
    assert error.value.line == line


def test_an_error_in_a_turn_says_at_which_character() -> None:
    with pytest.raises(NotationError) as error:
        Record.parse(TEXT.replace("r9 r10 r11", "r9 r10 z11"))
    assert error.value.position == len("2 play r9 r10 ")


@pytest.mark.parametrize("text", ["", "\n", "; nothing"])
def test_no_text_is_no_record(text: str) -> None:
    with pytest.raises(NotationError, match="a record begins with"):
        Record.parse(text)


# The JSON twin


def test_the_json_twin_says_the_same() -> None:
    data = json.loads(RECORD.to_json())
    assert data["format"] == "openkub 3"
    assert data["rules"] == "sabra6 joker_penalty=30"
    assert data["seats"] == ["Anna", "Bruno Müller"]
    assert data["rounds"][0]["turns"][1] == {"seat": 2, "move": "play r9 r10 r11"}
    assert data["rounds"][1] == {"turns": [], "end": None}
    assert Record.from_json(RECORD.to_json()) == RECORD


DATA = json.loads(RECORD.to_json())


@pytest.mark.parametrize("key", ["format", "rules", "seats", "rounds"])
@pytest.mark.parametrize("value", [None, 7, True, {}, {"a": 1}, [7], "x", [[]], ["a\nb", "c"]])
def test_json_with_the_wrong_thing_in_a_place_is_refused(key: str, value: Any) -> None:
    with pytest.raises(NotationError):
        Record.from_json(json.dumps({**DATA, key: value}))


@pytest.mark.parametrize("key", [*DATA])
def test_json_that_lacks_something_is_refused(key: str) -> None:
    with pytest.raises(NotationError):
        Record.from_json(json.dumps({k: v for k, v in DATA.items() if k != key}))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "null", '"openkub 2"', "[" * 100_000, "1" * 5000, b"\xff", None, 1.5], ids=range(11)
)
def test_what_is_no_json_of_a_record_is_refused(text: bytes | float | str | None) -> None:
    with pytest.raises(NotationError):
        Record.from_json(text)


def test_a_name_in_json_is_no_way_around_the_rules_for_names() -> None:
    for name in ("A ;B", ";A", "A\r", " A", ""):
        with pytest.raises(NotationError):
            Record.from_json(json.dumps({**DATA, "seats": [name, "B"]}))


PILES = TEXT.replace("seed: demo\n", "seed: demo\ndraws: piles\n")


def test_a_record_says_that_every_seat_drew_from_its_own_pile() -> None:
    record = Record.parse(PILES)
    assert record.shuffle == Seed("demo", piles=True)
    assert str(record) == PILES
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    "text",
    [
        PILES.replace("draws: piles", "draws: heaps"),
        PILES.replace("draws: piles", "draws: piles\ndraws: piles"),
        PILES.replace("seed: demo", f"commitment: {commitment(SECRET)}"),
    ],
)
def test_draws_are_from_piles_once_and_only_with_a_seed(text: str) -> None:
    with pytest.raises(NotationError, match=r"draws|piles"):
        Record.parse(text)


def test_names_are_checked_when_a_record_is_made() -> None:
    for names in [("A\nseat: C", "B"), (" A ", "B"), ("A", "B ; x"), ("A", 5)]:
        with pytest.raises(NotationError, match="is no name"):
            Record(rules(), names, Seed("x"))
    assert Record(rules(), ["A", "B"], Seed("x")).seats == ("A", "B")


def test_nonces_and_secrets_have_one_length() -> None:
    with pytest.raises(ValueError, match="a nonce is 16 bytes"):
        FairDeal(commitment(SECRET), (b"short",))
    with pytest.raises(ValueError, match="a secret is 32 bytes"):
        FairDeal(commitment(SECRET), (), b"short")


def test_a_seed_has_its_own_words() -> None:
    with pytest.raises(NotationError, match="'' is no seed"):
        Seed("")


def test_a_record_of_the_first_format_is_read_by_the_editions_of_its_time() -> None:
    old = Record.parse("openkub 1\nrules: sabra6 rounds=1\nseat: A\nseat: B\nseed: x\n")
    assert str(old.rules) == "sabra6 timeout_idle_draw=1 empty_pool_pass=free rounds=1 referee=2"
    assert str(old).startswith("openkub 2\nrules: sabra6 timeout_idle_draw=1 empty_pool_pass=free rounds=1\n")
    assert Record.parse(str(old)) == old
    with pytest.raises(NotationError, match="'tournament' is none of"):
        Record.parse("openkub 1\nrules: tournament\nseat: A\nseat: B\nseed: x\n")
