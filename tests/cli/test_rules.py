"""`openkub rules`."""

import json

import pytest

from openkub.rules import EDITIONS, OPTIONS, Rules


@pytest.mark.parametrize("columns", ["80", "100", "110", "140"])
def test_the_matrix_shows_every_option_in_every_edition(openkub, columns):
    shown = openkub("rules", COLUMNS=columns).out
    assert max(map(len, shown.splitlines())) <= int(columns)
    assert "…" not in shown
    if int(columns) > 100:
        assert all(name in shown for name in [*OPTIONS, *EDITIONS])


def test_what_differs_is_marked_without_colour_too(openkub):
    lines = openkub("rules", COLUMNS="140").out.splitlines()
    penalty = next(line for line in lines if "joker_penalty" in line)
    assert penalty.split() == ["joker_penalty", "30", "25", "*", "30", "30", "25", "*", "30"]
    silent = next(line for line in lines if "timeout_penalty" in line)
    assert silent.split() == ["timeout_penalty", "3", "3", "3", "·", "3", "3", "·", "3"]


def test_an_edition_explains_its_options_and_cites_its_leaflet(openkub):
    shown = openkub("rules", "jumbo_de", COLUMNS="140").out
    line = next(line for line in shown.splitlines() if "joker_set_split" in line)
    assert "forbidden *" in line
    assert "002:12" in line
    assert "Leaflet 002" in shown


def test_a_house_rule_is_named_as_such(openkub):
    for arguments in (["jumbo_de joker_penalty=25"], ["jumbo_de", "joker_penalty=25"]):
        shown = openkub("rules", *arguments, COLUMNS="140").out
        line = next(line for line in shown.splitlines() if line.strip().startswith("joker_penalty "))
        assert "25 *" in line
        assert "house rule" in line


def test_json(openkub):
    matrix = json.loads(openkub("rules", "--json").out)
    assert matrix["options"]["joker_penalty"]["values"] == {name: r.joker_penalty for name, r in EDITIONS.items()}
    one = json.loads(openkub("rules", "--json", "sabra6").out)
    assert one["options"]["joker_penalty"] == {
        "value": 25,
        "differs": True,
        "sentence": OPTIONS["joker_penalty"].sentence,
        "source": "000:21,133",
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
def test_bad_rules_are_refused_with_the_place(openkub, text, complaint):
    ran = openkub("rules", text)
    assert ran.status == 2
    assert complaint in ran.err
    assert "\x1b" not in ran.err


def values_shown(text):
    """Every option with the values that are said to be taken, as they stand there."""
    found, name = {}, ""
    for line in text.splitlines():
        first = line[1:].split(" ", 1)[0]
        name = first if first in OPTIONS else name
        if " takes " in line:
            found[name] = line.split(" takes ")[1].replace(" | ", " ").split()
    return found


def test_what_is_shown_can_be_typed(openkub):
    shown = openkub("rules", "jumbo_de", COLUMNS="200").out
    values = values_shown(shown)
    assert list(values) == list(OPTIONS)
    assert values["opening_sets"] == ["one_or_more", "one"]
    assert values["time_limit_s"] == ["5-3600", "none"]
    for name, texts in values.items():
        for text in texts:
            low, _, high = text.partition("-")
            for value in (low, high) if high else (text,):
                assert Rules.parse(f"default {name}={value}")
    for name, option in OPTIONS.items():
        value = getattr(EDITIONS["jumbo_de"], name)
        assert option.parse("none" if value is None else str(value)) == value
    assert "True" in shown
    assert "same_turn_anywhere" in shown


@pytest.mark.parametrize("columns", ["80", "140"])
def test_values_are_never_shown_in_words_that_cannot_be_typed(openkub, columns):
    shown = openkub("rules", COLUMNS=columns).out + openkub("rules", "original_es", COLUMNS=columns).out
    assert "…" not in shown
    for words in ("one or more", "rack or", " yes", "sum of others"):
        assert words not in shown
