"""`openkub rules`."""

import json
import re
from dataclasses import asdict
from typing import Any

import pytest

from openkub.law.rules import EDITIONS, OPTIONS, Rules
from tests.workshop.commands import Run


def settings(edition: Any) -> set[Any]:
    """Every option with its value, as they are typed."""
    return {
        (name, "none" if value is None else str(value))
        for name, value in asdict(EDITIONS[edition]).items()
        if name in OPTIONS
    }


@pytest.mark.parametrize("columns", ["80", "140"])
def test_every_option_is_shown_with_the_editions_that_differ(openkub: Run, columns: str) -> None:
    shown = openkub("rules", COLUMNS=columns).out
    lines = shown.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert "…" not in shown
    assert all(re.search(rf"^ *{name} ", shown, re.MULTILINE) for name in OPTIONS)
    at = next(number for number, line in enumerate(lines) if "joker_penalty" in line)
    assert lines[at].split() == ["joker_penalty", "30", "25:", "sabra6,", "sabra_xxl"]
    assert lines[at + 1].split() == ["50:", "tournament"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("columns", ["80", "120"])
def test_an_edition_is_shown_whole(openkub: Run, edition: str, columns: str) -> None:
    shown = openkub("rules", edition, COLUMNS=columns).out
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= int(columns)
    headings = [line for line in shown.splitlines() if " takes " in line and not line.startswith(" ")]
    assert {tuple(line.split()[0].split("=")) for line in headings} == settings(edition)
    told = " ".join(shown.split())
    assert all(option.sentence in told for option in OPTIONS.values())
    assert not re.search(r"\d{3}:\d", shown)


def told(openkub: Run, rules: Any, option: Any) -> Any:
    """What is said on an option, in one line."""
    lines = openkub("rules", rules, COLUMNS="200").out.split("\n\n")
    return next(" ".join(block.split()) for block in lines if block.startswith(f"{option}="))


def test_an_option_says_in_words_which_leaflets_say_so_and_which_are_silent(openkub: Run) -> None:
    assert told(openkub, "jumbo_de", "joker_set_split").endswith(
        "Jumbo leaflet: forbidden. Sabra, French, XXL and Spanish leaflets: allowed."
    )
    assert told(openkub, "original_es", "start_joker").endswith(
        "French leaflet: ignored. Jumbo leaflet: redraw. Sabra, XXL and Spanish leaflets: silent."
    )
    assert told(openkub, "default", "next_starter").endswith("No leaflet speaks of it.")


def test_a_rule_that_is_played_otherwise_than_printed_says_so(openkub: Run) -> None:
    assert "French leaflet: one, which we play as one_or_more." in told(openkub, "original_fr", "opening_sets")


def test_a_printed_sentence_that_cannot_be_chosen_stands_beside_the_ruling(openkub: Run) -> None:
    shown = " ".join(openkub("rules", "sabra6", COLUMNS="80").out.split())
    said = "Sabra and XXL leaflets: every player may exchange a joker on the table. Every edition here: only a player"
    assert said in shown
    (ruling,) = json.loads(openkub("rules", "--json", "default").out)["rulings"]
    assert ruling.startswith(said)
    assert "joker_needs_opened" not in shown


def test_a_house_rule_is_named_as_such(openkub: Run) -> None:
    said = told(openkub, "jumbo_de joker_penalty=25", "joker_penalty")
    assert said.startswith("joker_penalty=25 *")
    assert "House rule: jumbo_de has 30." in said


def test_json(openkub: Run) -> None:
    matrix = json.loads(openkub("rules", "--json").out)
    assert matrix["options"]["joker_penalty"]["values"] == {name: r.joker_penalty for name, r in EDITIONS.items()}
    one = json.loads(openkub("rules", "--json", "sabra6").out)
    assert one["options"]["joker_penalty"] == {
        "value": 25,
        "differs": True,
        "sentence": OPTIONS["joker_penalty"].sentence,
        "source": "000:21,133",
        "leaflets": "Sabra and XXL leaflets: 25. French, Jumbo and Spanish leaflets: 30.",
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("jumbo", "did you mean jumbo_de?"),
        ("default joker_penaltie=3", "did you mean joker_penalty?"),
        ("default joker_penalty=lots", "column 9"),
        ("default joker_penalty", "name=value"),
        ("x" * 100_000, "too long"),
        ("\x1b[2J", "edition"),
    ],
)
def test_bad_rules_are_refused_with_the_place(openkub: Run, text: str, complaint: str) -> None:
    ran = openkub("rules", text)
    assert ran.status == 2
    assert complaint in ran.err
    assert "\x1b" not in ran.err


def values_shown(text: str) -> Any:
    """Every option with the values that are said to be taken, as they stand there."""
    found, name = {}, ""
    for line in text.splitlines():
        first = line.partition("=")[0]
        name = first if first in OPTIONS else name
        if " takes " in line:
            found[name] = line.split(" takes ")[1].replace(" | ", " ").split()
    return found


def test_what_is_shown_can_be_typed(openkub: Run) -> None:
    shown = openkub("rules", "jumbo_de", COLUMNS="200").out
    values = values_shown(shown)
    assert list(values) == list(OPTIONS)
    assert values["opening_sets"] == ["one_or_more", "one"]
    assert values["time_limit_s"] == ["5-3600", "none"]
    for name, texts in values.items():
        for text in texts:
            low, _, high = text.partition("-")
            for value in (low, high) if high else (text,):
                assert Rules.parse(f"default tile_set=160 unopened_penalty=0 {name}={value}")
    for name, option in OPTIONS.items():
        value = getattr(EDITIONS["jumbo_de"], name)
        assert option.parse("none" if value is None else str(value)) == value
    assert "True" in shown
    assert "same_turn_anywhere" in shown


@pytest.mark.parametrize("columns", ["80", "140"])
def test_values_are_never_shown_in_words_that_cannot_be_typed(openkub: Run, columns: str) -> None:
    shown = openkub("rules", COLUMNS=columns).out + openkub("rules", "original_es", COLUMNS=columns).out
    assert "…" not in shown
    for words in ("one or more", "rack or", " yes", "sum of others"):
        assert words not in shown
