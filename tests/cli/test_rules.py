"""`openkub rules`."""

import json

import pytest

from openkub.rules import EDITIONS, OPTIONS


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
