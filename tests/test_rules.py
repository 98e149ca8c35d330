"""Rules, their options and the editions; each difference cited by leaflet and line."""

from dataclasses import replace
from typing import Any

import pytest

from openkub.law.options import RulesError
from openkub.law.rules import EDITIONS, OPTIONS, Rules, edition_rules, option_named
from openkub.notation.errors import NotationError
from openkub.pieces.kits import Kit
from tests.workshop.positions import rules

# What the editions say


@pytest.mark.parametrize(
    ("edition", "differences"),
    [
        ("default", {}),
        # 000:21 joker 25; 000:17 two minutes, loose tiles to the rack, three drawn without exception
        (
            "sabra6",
            {"joker_penalty": 25, "time_limit_s": 120, "timeout_rule": "loose_to_rack"},
        ),
        # 003:24 joker 25; 003:20 two minutes and the same penalty; 003:52 up to four players
        (
            "sabra_xxl",
            {
                "joker_penalty": 25,
                "time_limit_s": 120,
                "timeout_rule": "loose_to_rack",
                "most_players": 4,
            },
        ),
        (
            "original_fr",
            {
                "opening_turn_manipulation": "forbidden",  # 001:51
                "joker_replacement_source": "rack_or_table",  # 001:135, read as 004:67
                "start_joker": "ignored",  # 001:26
                "time_limit_mode": "mandatory",  # 001:53
                "pool_empty_rule": "immediate_lowest",  # 001:186
            },
        ),
        (
            "jumbo_de",
            {
                "most_players": 4,  # 002:51
                "joker_replacement_source": "rack",  # 002:7
                "joker_set_split": "forbidden",  # 002:12
                "joker_reuse": "new_set_with_rack_tiles",  # 002:10
                "time_limit_s": None,
                "time_limit_mode": "none",
            },
        ),
        (
            "original_es",
            {
                "most_players": 4,  # 004:173
                "opening_joker_value": "zero",  # 004:151
                "joker_replacement_source": "rack_or_table",  # 004:67
            },
        ),
        # Mind Sports Olympiad, 2019 and 2025
        (
            "tournament",
            {
                "most_players": 2,
                "deal_jokers": 1,
                "redeal_doubles": 3,
                "opening_turn_manipulation": "forbidden",
                "joker_replacement_source": "rack_or_table",
                "joker_penalty": 50,
                "unopened_penalty": 100,
                "unopened_able_penalty": 200,
                "time_limit_s": 10,
                "time_bank_s": 600,
                "time_limit_mode": "mandatory",
                "rounds": 1,
            },
        ),
    ],
)
def test_an_edition_differs_from_the_default_in_just_this(edition: str, differences: dict[str, Any]) -> None:
    assert dict(EDITIONS[edition].changes("default")) == differences


def test_there_are_five_leaflets_the_default_and_the_tournament() -> None:
    assert list(EDITIONS) == [
        "default", "sabra6", "original_fr", "jumbo_de", "sabra_xxl", "original_es", "tournament"
    ]  # fmt: skip
    assert Rules() == EDITIONS["default"]
    for edition in EDITIONS.values():
        assert (edition.deal_size, edition.opening_min_points, edition.tile_set) == (14, 30, 106)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"time_bank_s": 60, "time_limit_s": None}, "time_bank_s: a bank of seconds goes with seconds for every turn"),
        ({"unopened_able_penalty": 200}, "unopened_able_penalty: it goes with unopened_penalty"),
        ({"deal_jokers": 2}, "deal_jokers: 2 for each of 2 players, but there are 2"),
    ],
)
def test_options_that_need_each_other_are_refused_alone(options: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        rules(**options)


def test_everybody_can_be_given_a_joker_only_where_there_are_enough() -> None:
    one_each = rules(deal_jokers=1)
    assert one_each.kit(2) is Kit.OFFICIAL
    with pytest.raises(RulesError, match="deal_jokers: 1 for each of 3 players, but there are 2"):
        one_each.check_seats(3)
    assert rules(deal_jokers=1, tile_set=108).kit(4) is Kit.SHORT
    assert rules(deal_jokers=2, tile_set=160).kit(2) is Kit.BIG


def test_who_can_lay_must_when_the_pool_is_empty_or_when_nobody_draws_freely() -> None:
    assert [rules().must_lay(pool) for pool in (0, 1)] == [True, False]
    assert [rules(empty_pool_pass="free").must_lay(pool) for pool in (0, 1)] == [False, False]
    assert [rules(voluntary_draw=False, empty_pool_pass="free").must_lay(pool) for pool in (0, 1)] == [True, True]


def test_every_option_is_explained_in_a_sentence() -> None:
    assert set(OPTIONS) == set(Rules.__dataclass_fields__) - {"referee"}
    assert all(option.sentence.endswith(".") for option in OPTIONS.values())


# How many tiles for how many players


@pytest.mark.parametrize(("seats", "kit"), [(2, Kit.OFFICIAL), (4, Kit.OFFICIAL), (5, Kit.BIG), (6, Kit.BIG)])
def test_five_and_six_play_with_all_160_tiles(seats: int, kit: Kit) -> None:
    """000:38, 001:17."""
    assert rules("sabra6").kit(seats) is kit


@pytest.mark.parametrize(("way", "kit"), [(106, Kit.OFFICIAL), (160, Kit.BIG), (108, Kit.SHORT)])
def test_the_big_box_is_played_in_three_ways_by_up_to_four(way: int, kit: Kit) -> None:
    """000:41-46."""
    assert rules("sabra6", tile_set=way).kit(4) is kit
    assert rules("sabra6", tile_set=way).kit(5) is Kit.BIG


@pytest.mark.parametrize(("edition", "most"), [("sabra6", 6), ("original_fr", 6), ("jumbo_de", 4), ("original_es", 4)])
def test_an_edition_has_seats_for_so_many(edition: str, most: int) -> None:
    rules(edition).check_seats(most)
    for seats in (0, 1, most + 1, True, "2"):
        with pytest.raises(RulesError, match="most_players"):
            rules(edition).check_seats(seats)


# Nonsense is refused by name


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("most_players", 7),
        ("most_players", 1),
        ("tile_set", 107),
        ("tile_set", "106"),
        ("tile_set", 106.0),
        ("deal_size", 2),
        ("deal_size", 21),
        ("opening_min_points", 0),
        ("opening_min_points", 101),
        ("timeout_penalty", -1),
        ("timeout_idle_draw", 21),
        ("joker_penalty", True),
        ("joker_penalty", 2.5),
        ("joker_penalty", None),
        ("voluntary_draw", 1),
        ("voluntary_draw", "yes"),
        ("time_limit_s", 4),
        ("time_limit_s", 3601),
        ("rounds", 0),
        ("opening_joker_value", "half"),
        ("joker_reuse", None),
        ("start_joker", []),
    ],
)
def test_nonsense_is_refused_with_the_name_of_the_option(option: str, value: Any) -> None:
    with pytest.raises(RulesError) as error:
        rules(**{option: value})
    assert error.value.field == option
    assert str(error.value).startswith(f"{option}: ")


def test_a_mandatory_time_limit_needs_its_seconds() -> None:
    with pytest.raises(RulesError) as error:
        rules("original_fr", time_limit_s=None)
    assert error.value.field == "time_limit_s"
    assert rules("original_fr", time_limit_s=None, time_limit_mode="optional").time_limit_s is None


def test_rounds_may_be_left_open() -> None:
    """004:133: as many games as wished."""
    assert rules(rounds=None).rounds is None


@pytest.mark.parametrize("name", ["chess", "", "Defaul", None, [], 7])
def test_an_unknown_edition_or_option_is_refused(name: int | list[Any] | str | None) -> None:
    with pytest.raises(RulesError, match=r"edition: .* is none of default, sabra6, original_fr"):
        edition_rules(name)
    with pytest.raises(RulesError, match="no such option"):
        option_named(name)


# Text


def test_capitals_are_read_wherever_rules_are() -> None:
    assert Rules.parse("Jumbo_DE Rounds=None VOLUNTARY_DRAW=false joker_set_split=Allowed") == Rules.parse(
        "jumbo_de rounds=none voluntary_draw=False joker_set_split=allowed"
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_written_as_its_name(edition: str) -> None:
    assert str(EDITIONS[edition]) == edition
    assert Rules.parse(edition) is not None
    assert Rules.parse(edition) == edition_rules(edition) == EDITIONS[edition]


def test_rules_are_written_as_the_nearest_edition_and_what_was_changed() -> None:
    assert str(rules("jumbo_de", joker_penalty=25, rounds=None)) == "jumbo_de joker_penalty=25 rounds=none"
    nearly_default = replace(rules("sabra6"), joker_penalty=30, time_limit_s=60, opening_joker="forbidden")
    assert str(nearly_default) == "default opening_joker=forbidden timeout_rule=loose_to_rack"


def test_options_that_only_make_sense_together_may_stand_in_any_order() -> None:
    both = rules("jumbo_de", time_limit_mode="mandatory", time_limit_s=90)
    assert Rules.parse("jumbo_de time_limit_mode=mandatory time_limit_s=90") == both
    assert Rules.parse(str(both)) == both
    neither = rules("original_fr", time_limit_mode="none", time_limit_s=None)
    assert Rules.parse(str(neither)) == neither


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "edition: '' is none of"),
        ("chess", "edition: 'chess' is none of"),
        ("default gravity=9", "'gravity': no such option"),
        ("default joker_penalty", "'joker_penalty': write options as name=value"),
        ("default joker_penalty=", "joker_penalty: '' is no whole number"),
        ("default joker_penalty=-1", "joker_penalty: -1 is not between 0 and 100"),
        ("default joker_penalty=none", "joker_penalty: 'none' is no whole number"),
        ("default joker_penalty=٣", "joker_penalty: '\\u0663' is no whole number"),
        ("default joker_penalty=12345678901", "joker_penalty: '12345678901' is no whole number"),
        ("default voluntary_draw=maybe", "voluntary_draw: 'maybe' is none of True, False"),
        ("jumbo_de time_limit_mode=mandatory", "time_limit_s: a mandatory time limit needs its seconds"),
    ],
)
def test_rules_that_are_not_written_well_are_refused(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        Rules.parse(text)
    assert str(error.value).startswith(says)
