"""Every preset can be traced to the lines of its leaflet."""

import re

import pytest

from openkub.leaflets import LEAFLETS, PRINTED, SOURCES, Saying, sayings, silent
from openkub.messages import LANGUAGES
from openkub.rules import EDITIONS, OPTIONS


def test_every_edition_but_the_default_has_a_leaflet():
    assert set(LEAFLETS) == set(EDITIONS) - {"default"}
    assert [leaflet.number for leaflet in LEAFLETS.values()] == ["000", "001", "002", "003", "004"]


def test_the_leaflets_name_ages_and_the_fourth_colour():
    """001:7, 004:171; 000:66, 001:35, 002:51, 003:54, 004:27."""
    assert {edition: leaflet.min_age for edition, leaflet in LEAFLETS.items() if leaflet.min_age} == {
        "original_fr": 7,
        "original_es": 8,
    }
    assert [leaflet.fourth_colour for leaflet in LEAFLETS.values()] == [
        "yellow",
        "orange",
        "orange",
        "yellow",
        "orange",
    ]


def test_every_leaflet_has_a_name_in_every_language():
    for leaflet in LEAFLETS.values():
        assert set(leaflet.names) == set(LANGUAGES)
    for language in LANGUAGES:
        assert len({leaflet.names[language] for leaflet in LEAFLETS.values()}) == len(LEAFLETS)


def test_leaflets_that_agree_say_so_together_and_the_others_are_silent():
    assert sayings("start_joker") == (
        Saying(("original_fr",), "ignored", "ignored"),
        Saying(("jumbo_de",), "redraw", "redraw"),
    )
    assert silent("start_joker") == ("sabra6", "sabra_xxl", "original_es")
    assert sayings("next_starter") == ()
    assert silent("next_starter") == tuple(LEAFLETS)


def test_what_is_printed_otherwise_than_it_is_played_is_said_apart():
    """000:60, 003:7: every player may exchange a joker."""
    assert Saying(("sabra6", "sabra_xxl"), printed=False, played=True) in sayings("joker_needs_opened")
    for option, printed in PRINTED.items():
        for edition, value in printed.items():
            assert edition in SOURCES[option]
            assert value != getattr(EDITIONS[edition], option)
            OPTIONS[option].check(value)


def test_only_known_options_and_editions_are_cited_and_every_citation_names_leaflet_and_lines():
    assert set(SOURCES) <= set(OPTIONS)
    for lines in SOURCES.values():
        for edition, citation in lines.items():
            assert re.fullmatch(rf"{LEAFLETS[edition].number}:[0-9]+([-,][0-9]+)*", citation)


SILENT_BUT_CHANGED = {("jumbo_de", "time_limit_s"), ("jumbo_de", "time_limit_mode")}
"""A leaflet without a time limit says so by saying nothing."""


@pytest.mark.parametrize("edition", LEAFLETS)
def test_where_an_edition_differs_from_the_default_its_leaflet_is_cited(edition):
    changed = {option for option, _ in EDITIONS[edition].changes("default")}
    assert {o for o in changed if edition not in SOURCES[o]} == {o for e, o in SILENT_BUT_CHANGED if e == edition}
