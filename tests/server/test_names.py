"""Names at a table: invisible characters are dropped, and a name that looks like another gets a number."""

from pathlib import Path
from unicodedata import normalize

import pytest

from openkub.server.names import checked_name, free_name, looks_like
from openkub.server.wire.refusals import Refusal, Refused
from tests.server.inprocess import Guests

ANNA = "\u0410\u043d\u043d\u0430"
"""Anna in Cyrillic letters."""


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna \t Maria ", "Anna Maria"),
        ("A\u034f", "A"),
        ("A\u17b4\u17b5", "A"),
        ("A\ufe0f", "A"),
        ("\u200bA\u200d\u202e", "A"),
        ("Anna\u3164", "Anna"),
        ("\u2800Anna\u2800B", "Anna B"),
        ("\uff21\uff4e\uff4e\uff41", "Anna"),
        ("e" + "\u0301" * 23, "\u00e9"),
        ("A" + "\u0316\u0317\u0318\u0319\u031c\u031d" * 3, "A\u0316\u0317\u0318"),
        ("\u0301Anna", "Anna"),
        ("Lê Thị Hồng", "Lê Thị Hồng"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("अन्ना", "अन्ना"),
        ("❤\ufe0f Ana 👍🏽", "❤\ufe0f Ana 👍🏽"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("👩\u200d👧", "👩👧"),
        ("🐙", "🐙"),
    ],
)
def test_a_name_is_kept_as_it_is_seen(typed: str, kept: str) -> None:
    assert checked_name(typed) == normalize("NFKC", kept)


@pytest.mark.parametrize(
    "name",
    [
        "   ", "\u3164", "\u2800\u2800", "\uffa0", "\u034f", "\u17b4", "\u0301", "a\x07b", "x ; y",
        "\ufdfd" * 24, "\ufdfa" * 2, "\U0001242b", "\u2e3b",
        "steady", "casual 2", "EXPERT", "n\u043evice",
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_used_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert refused.value.trouble.code is Refusal.BAD_NAME


@pytest.mark.parametrize(
    ("name", "other"),
    [("Anna", "ANNA"), ("A", "\u0410"), ("Anna", "\u0410nn\u0430"), ("A", "A\u034f"), ("AIex", "Alex"),
     (ANNA.upper(), "AHHA"), ("Anna", "\U0001d4d0nna"), ("José", "Jose\u0301"), ("0tto", "Otto")],
)  # fmt: skip
def test_names_that_look_alike_are_found(name: str, other: str) -> None:
    assert looks_like(name, other)
    assert free_name(other, [name, "Bruno"]) == f"{other} 2"


@pytest.mark.parametrize(("name", "other"), [("Anna", "Hanna"), ("Jose", "José"), ("Anna", ANNA), ("🐙", "🦑")])
def test_names_that_look_different_stay_as_they_are(name: str, other: str) -> None:
    assert not looks_like(name, other)
    assert free_name(other, [name]) == other


def test_the_table_of_letters_is_in_order() -> None:
    table = Path(__file__).parents[2] / "src" / "openkub" / "server" / "confusables.txt"
    rows = [line.split(" ") for line in table.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    assert all(len(row) == 2 for row in rows)
    assert [looks for looks, _ in rows] == sorted({looks for looks, _ in rows})


def test_two_people_at_a_table_have_names_that_differ_to_the_eye(guests: Guests) -> None:
    host = guests.guest()
    game = host.opened(name="A", seats=6)
    for name in ("A\u034f", "\u0410", "a", "A\ufe0f"):
        assert guests.guest().join(game, name).status_code == 200
    names = [seat["name"] for seat in host.line(game).view["seats"]]
    assert names == ["A", "A 2", "\u0410 3", "a 4", "A 5"]


def test_a_bad_name_is_refused_with_a_code(guests: Guests) -> None:
    anna = guests.guest()
    assert anna.open(name="\u034f").json()["code"] == "bad_name"
    assert guests.guest().join(anna.opened(), "steady").json()["code"] == "bad_name"
