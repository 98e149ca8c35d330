"""Joker rules. Where sets with a joker may not be split (002), a turn must have an explanation."""

from typing import Any

import pytest

from openkub.law.jokers import are_jokers_lawful, swaps
from openkub.law.moves import Code
from tests.workshop.positions import bag, meld, position, problem, table

FREE = ["default", "sabra6", "sabra_xxl", "original_fr", "original_es"]


# The four methods of the other leaflets


@pytest.mark.parametrize("edition", FREE)
@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        # 000:4, 001:145, 003:9, 004:45: the right tile takes its place
        ("b3 r3 *", "y3 k10 k11", "b3 r3 y3 | k10 k11 *"),
        # 000:7, 001:153, 003:106, 004:15: the run is split
        ("r2 r3 * r5 r6", "r1 r7 y4 k4", "r1 r2 r3 | r5 r6 r7 | y4 k4 *"),
        # 000:10, 003:14: the joker changes its place
        ("b6 b7 *", "b4", "b4 * b6 b7"),
        # 001:162, 004:7: the blue 5 makes it free
        ("b6 b7 *", "b5 k10 k11", "b5 b6 b7 | k10 k11 *"),
        # 000:13, 001:170, 003:108, 004:113: only table tiles are moved
        ("k1 k2 * | b1 y1 r1 | b2 y2 r2", "r9 r11", "b1 y1 r1 k1 | b2 y2 r2 k2 | r9 * r11"),
    ],
    ids=["exchange", "split", "slide", "free", "dissolve"],
)
def test_a_joker_is_freed_in_four_ways(edition: str, before: str, rack: str, after: str) -> None:
    assert problem(before, rack, after, edition) is None


@pytest.mark.parametrize("edition", [*FREE, "jumbo_de"])
def test_a_freed_joker_may_not_go_to_the_rack(edition: str) -> None:
    """000:60, 001:137, 002:10, 003:7, 004:69."""
    assert problem("b3 r3 *", "y3", "b3 r3 y3", edition) is Code.JOKER_KEPT


@pytest.mark.parametrize("edition", FREE)
def test_a_joker_may_be_taken_off_a_set_that_stays_valid(edition: str) -> None:
    assert problem("b5 b6 b7 *", "k10 k11", "b5 b6 b7 | k10 k11 *", edition) is None


@pytest.mark.parametrize("edition", FREE)
def test_the_replacing_tile_may_come_from_the_table(edition: str) -> None:
    """004:67; method 4 moves table tiles."""
    before = "r4 * r6 | k5 r5 b5 y5"
    assert problem(before, "k10 k11", "r4 r5 r6 | k5 b5 y5 | k10 k11 *", edition) is None


# 002: sets with a joker


def jumbo(before: Any, rack: Any, after: Any, **options: Any) -> Any:
    return problem(before, rack, after, "jumbo_de", **options)


def test_002_7_a_joker_is_exchanged_for_a_tile_from_the_rack_and_laid_in_a_new_set() -> None:
    assert jumbo("b3 r3 *", "y3 k10 k11", "b3 r3 y3 | k10 k11 *") is None
    assert jumbo("r4 * r6", "r5 k10 k11", "r4 r5 r6 | k10 k11 *") is None


@pytest.mark.parametrize(("edition", "lawful"), [("default", True), ("jumbo_de", False)])
def test_whether_jokers_are_lawful_is_told_without_saying_why_not(edition: str, lawful: bool) -> None:
    before, after = "r4 * r6 | k5 r5 b5 y5", "r4 r5 r6 | k5 b5 y5 | k10 k11 *"
    here, laid = position(before, "k10 k11", edition), bag("k10 k11")
    assert are_jokers_lawful(here.rules, here.table, table(after), laid) == lawful
    assert are_jokers_lawful(here.rules, here.table, table(f"{before} | k10 k11 k12"), bag("k10 k11 k12"))


def test_002_8_either_missing_colour_will_do() -> None:
    assert jumbo("b3 r3 *", "k3 k10 k11", "b3 r3 k3 | k10 k11 *") is None


def test_002_7_the_replacing_tile_may_not_come_from_the_table() -> None:
    before = "r4 * r6 | k5 r5 b5 y5"
    assert jumbo(before, "k10 k11", "r4 r5 r6 | k5 b5 y5 | k10 k11 *") is Code.JOKER_SOURCE


def test_002_7_who_holds_the_tile_as_well_may_give_it() -> None:
    before = "r4 * r6 | k5 r5 b5 y5"
    assert jumbo(before, "r5 k10 k11", "r4 r5 r6 | k5 r5 b5 y5 | k10 k11 *") is None
    # the red 5 of the table goes elsewhere in the same turn
    assert jumbo(before, "r5 r7 k10 k11", "r4 r5 r6 r7 | k5 r5 b5 y5 | k10 k11 *") is None


def test_002_10_a_freed_joker_does_not_go_into_an_old_set() -> None:
    assert jumbo("b3 r3 * | k5 k6 k7", "y3", "b3 r3 y3 | k5 k6 k7 *") is Code.JOKER_REUSE
    assert jumbo("b3 r3 * | k5 k6 k7", "y3 k8", "b3 r3 y3 | k5 k6 k7 k8 *") is Code.JOKER_REUSE


def test_002_10_a_new_set_needs_a_rack_tile() -> None:
    before = "b3 r3 * | k9 r9 b9 y9 | k10 r10 b10 y10"
    without = "b3 r3 y3 | r9 b9 y9 | r10 b10 y10 | k9 k10 *"
    assert jumbo(before, "y3", without) is Code.JOKER_REUSE
    assert jumbo(before, "y3 k11", without.replace("k9 k10 *", "k9 k10 k11 *")) is None


def test_002_10_every_freed_joker_needs_a_new_set() -> None:
    before = "b3 r3 * | r4 * r6"
    assert jumbo(before, "y3 r5 k10 k11", "b3 r3 y3 | r4 r5 r6 | k10 k11 * *") is None
    assert jumbo(before, "y3 r5 k10 y1", "b3 r3 y3 | r4 r5 r6 | k10 * * | y1") is Code.INVALID_SET
    two = "y3 r5 k10 k11 y1 y2"
    assert jumbo(before, two, "b3 r3 y3 | r4 r5 r6 | k10 k11 * | y1 y2 *") is None
    old = "b3 r3 * | r4 * r6 | k1 k2 k3"
    assert jumbo(old, "y3 r5 k10 k11", "b3 r3 y3 | r4 r5 r6 | k10 k11 * | k1 k2 k3 *") is Code.JOKER_REUSE


def test_002_12_two_joker_runs_that_are_joined_both_lie_unbroken() -> None:
    assert jumbo("r2 r3 * | * r6 r7", "r8", "r2 r3 * * r6 r7 r8") is None
    assert jumbo("r2 r3 * | * r5 r6", "r7 k1", "* r2 r3 * r5 r6 r7") is Code.JOKER_SET_SPLIT


def test_002_10_the_tile_given_for_a_joker_is_not_its_companion() -> None:
    before = "b3 r3 * | k3 k4 k5 k6 | y4 y5 y6 y7"
    assert jumbo(before, "y3", "b3 r3 k3 | k4 k5 k6 | y5 y6 y7 | y3 y4 *") is Code.JOKER_SOURCE
    assert jumbo(before, "y3 y3", "b3 r3 k3 y3 | k4 k5 k6 | y5 y6 y7 | y3 y4 *") is None
    anywhere = {"edition": "jumbo_de", "joker_replacement_source": "any"}
    after = "b3 r3 k3 | k4 k5 k6 | y5 y6 y7 | y3 y4 *"
    assert problem("b3 r3 * | k3 k4 k5 k6 | y4 y5 y6 y7", "y3", after, **anywhere) is None


def test_002_10_a_joker_of_the_rack_goes_anywhere() -> None:
    assert jumbo("k5 k6 k7", "*", "k5 k6 k7 *") is None
    assert jumbo("r4 * r6", "*", "r4 * r6 *") is None
    assert jumbo("b3 r3 * | k5 k6 k7", "y3 * k10 k11", "b3 r3 y3 | k5 k6 k7 * | k10 k11 *") is None


def test_002_10_of_several_new_sets_one_takes_the_freed_joker() -> None:
    new = "k1 k2 * | b3 r3 y3 | k10 k11 *"
    assert jumbo("b3 r3 *", "y3 * k1 k2 k10 k11", new) is None
    assert jumbo("b3 r3 * | k1 k2 k3", "y3 * k10 k11", "k1 k2 k3 * | b3 r3 y3 | k10 k11 *") is None


def test_002_10_a_joker_of_the_rack_may_keep_a_freed_one_company() -> None:
    before = "b3 r3 * | k9 r9 b9 y9"
    assert jumbo(before, "y3 *", "b3 r3 y3 | r9 b9 y9 | k9 * *") is None


def test_002_12_a_set_with_a_joker_may_be_added_to() -> None:
    assert jumbo("r4 * r6", "r7", "r4 * r6 r7") is None
    assert jumbo("r4 * r6", "r3 r7 r8", "r3 r4 * r6 r7 r8") is None
    assert jumbo("b3 r3 *", "y3", "b3 r3 y3 *") is None
    assert jumbo("b3 r3 *", "y3", "* y3 b3 r3") is None


def test_002_12_a_set_with_a_joker_may_be_added_to_from_the_table() -> None:
    assert jumbo("r4 * r6 | r7 r8 r9", "r10", "r4 * r6 r7 r8 r9 r10") is None
    assert jumbo("r4 * r6 | r7 r8 r9 r10", "r11", "r4 * r6 r7 | r8 r9 r10 r11") is None
    assert jumbo("r4 * r6 | r7 * r9", "r10", "r4 * r6 r7 * r9 r10") is None


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r2 r3 * r5 r6", "r1 r7 y4 k4", "r1 r2 r3 | r5 r6 r7 | y4 k4 *"),
        ("r2 r3 r4 r5 *", "r4", "r2 r3 r4 | r4 r5 *"),
        ("k1 k2 * | b1 y1 r1 | b2 y2 r2", "r9 r11", "b1 y1 r1 k1 | b2 y2 r2 k2 | r9 * r11"),
        ("b3 r3 k3 *", "k4 k5", "b3 r3 * | k3 k4 k5"),
        ("b5 b6 b7 *", "k10 k11", "b5 b6 b7 | k10 k11 *"),
        ("b6 b7 *", "b4", "b4 * b6 b7"),
        ("b6 b7 * | k1 k2 k3", "k4", "* b6 b7 | k1 k2 k3 k4"),
        ("r4 * r6 r7", "k7 b7", "r4 * r6 | r7 k7 b7"),
    ],
    ids=["split", "split but kept", "dissolve", "remove", "take off", "slide", "slide alone", "shorten"],
)
def test_002_12_nothing_may_be_removed_from_a_set_with_a_joker(before: str, rack: str, after: str) -> None:
    found = position(before, rack, "jumbo_de").play_problem(table(after))
    assert (found.code, found.meld) == (Code.JOKER_SET_SPLIT, 0)


def test_a_set_whose_joker_was_exchanged_is_a_set_like_any_other() -> None:
    assert jumbo("b3 r3 *", "y3 k3 r4 r5 k10 k11", "b3 y3 k3 | r3 r4 r5 | k10 k11 *") is None
    assert jumbo("b3 r3 *", "y3 r4 r5 k10 k11", "b3 y3 | r3 r4 r5 | k10 k11 *") is Code.INVALID_SET


def test_one_of_two_jokers_may_be_exchanged_and_the_other_keeps_the_set_whole() -> None:
    assert jumbo("r5 * * r8", "r6 k10 k11", "r5 r6 * r8 | k10 k11 *") is None
    assert jumbo("k5 r5 * *", "b5 k10 k11", "k5 r5 b5 * | k10 k11 *") is None
    assert jumbo("k5 r5 * *", "b5 y5 k10 k11", "k5 r5 b5 y5 | k10 k11 * *") is None
    assert jumbo("r5 * * r8", "r6 k10 k11 r7", "r5 r6 * | r7 r8 * | k10 k11") is Code.INVALID_SET


def test_an_open_set_may_be_added_to_in_either_reading() -> None:
    assert jumbo("* * r5", "r6", "* * r5 r6") is None
    assert jumbo("* * r5", "k5", "k5 r5 * *") is None
    assert jumbo("* * r5", "r3 k10 k11", "r3 * r5 | k10 k11 *") is None
    assert jumbo("* * r5", "r6", "r5 r6 * *") is Code.JOKER_SET_SPLIT


def test_joker_sets_that_stay_as_they_were_need_no_explanation() -> None:
    assert jumbo("r4 * r6 | r4 * r6", "k1 k2 k3", "k1 k2 k3 | r4 * r6 | r4 * r6") is None
    assert jumbo("r4 * r6 | r4 * r6", "r7", "r4 * r6 r7 | r4 * r6") is None


def test_a_new_set_may_hold_the_tiles_of_an_old_one_that_lies_elsewhere_as_well() -> None:
    assert jumbo("b3 r3 * | k5 k6 k7", "y3 k5 k6 k7", "b3 r3 y3 | k5 k6 k7 | k5 k6 k7 *") is None


# Any mixture of the options


def test_with_splitting_forbidden_the_tile_may_still_come_from_the_table() -> None:
    options = {"joker_replacement_source": "rack_or_table"}
    before = "r4 * r6 | k5 r5 b5 y5"
    assert jumbo(before, "k10 k11", "r4 r5 r6 | k5 b5 y5 | k10 k11 *", **options) is None
    locked = "r4 * r6 | r3 * r5"
    assert jumbo(locked, "k10 k11 r7", "r4 r5 r6 r7 | r3 * * | k10 k11", **options) is Code.INVALID_SET
    assert jumbo("b5 b6 b7 *", "k10 k11", "b5 b6 b7 | k10 k11 *", **options) is Code.JOKER_SET_SPLIT


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("* r8 b8 | * r9 r10 r11", "k8 k9", "k8 k9 * | r8 b8 * | r9 r10 r11"),
        ("* k5 k6 k7 k8 | k4 k5 k6 * k8", "r7 b7", "k4 k5 k6 * k8 | k5 k6 * k8 | k7 r7 b7"),
    ],
)
def test_with_any_tile_a_joker_set_may_lend_one_and_lie_there_again(before: str, rack: str, after: str) -> None:
    stays: dict[str, Any] = {"joker_set_split": "forbidden"}
    assert problem(before, rack, after, "default", **stays) is None
    assert problem(before, rack, after, "default", **stays, joker_replacement_source="rack") is Code.JOKER_SET_SPLIT


def test_with_splitting_forbidden_a_freed_joker_may_still_go_anywhere() -> None:
    options = {"joker_reuse": "same_turn_anywhere"}
    assert jumbo("b3 r3 * | k5 k6 k7", "y3", "b3 r3 y3 | k5 k6 k7 *", **options) is None


def test_with_splitting_allowed_a_freed_joker_may_still_need_a_new_set() -> None:
    options = {"joker_set_split": "allowed", "joker_replacement_source": "any"}
    assert jumbo("b5 b6 b7 *", "k10 k11", "b5 b6 b7 | k10 k11 *", **options) is None
    assert jumbo("b5 b6 b7 * | k1 k2 k3", "k4", "b5 b6 b7 | k1 k2 k3 k4 *", **options) is Code.JOKER_REUSE
    assert jumbo("b6 b7 *", "b4", "b4 * b6 b7", **options) is Code.JOKER_REUSE


NEW_SET = {"joker_reuse": "new_set"}
TWO_TILES = {"joker_reuse": "new_set_with_two_rack_tiles"}


def test_a_freed_joker_may_need_a_new_set_without_any_rack_tile() -> None:
    before = "b3 r3 * | k9 r9 b9 y9 | k10 r10 b10 y10"
    after = "b3 r3 y3 | r9 b9 y9 | r10 b10 y10 | k9 k10 *"
    for edition in ("default", "jumbo_de"):
        assert problem(before, "y3", after, edition, **NEW_SET) is None
        assert problem(before, "y3", after, edition, **TWO_TILES) is Code.JOKER_TWO_TILES
    old = "b3 r3 y3 | k5 k6 k7 *"
    assert problem("b3 r3 * | k5 k6 k7", "y3", old, **NEW_SET) is Code.JOKER_NEW_SET


def test_a_freed_joker_may_need_two_rack_tiles_that_were_not_given_for_jokers() -> None:
    assert jumbo("b3 r3 *", "y3 k10 k11", "b3 r3 y3 | k10 k11 *", **TWO_TILES) is None
    assert jumbo("k3 b3 r3 *", "y3 y4", "k3 b3 r3 | y3 y4 *", **TWO_TILES) is Code.JOKER_TWO_TILES
    assert jumbo("b3 r3 *", "y3 k10 *", "b3 r3 y3 | k10 * *", **TWO_TILES) is None


def test_every_new_set_of_a_freed_joker_needs_two_rack_tiles_of_its_own() -> None:
    before, rack = "b3 r3 * | b5 r5 * | k9 r9 b9 y9", "y3 y5 k10 k11 b12 b13"
    swapped = "b3 r3 y3 | b5 r5 y5"
    assert jumbo(before, rack, f"{swapped} | k9 r9 b9 y9 | k10 k11 * | * b12 b13", **TWO_TILES) is None
    one_lacks = f"{swapped} | r9 b9 y9 | k9 k10 * | * b12 b13"
    assert jumbo(before, rack, one_lacks, **TWO_TILES) is Code.JOKER_TWO_TILES
    assert jumbo(before, rack, one_lacks) is None


# The ways to exchange


def test_every_way_to_exchange_the_jokers_of_a_set_is_found() -> None:
    ways = {(str(swapped), str(given)) for swapped, given in swaps(meld("r5 * *"))}
    assert ("r5 * *", "") in ways
    assert ("r5 r6 r7", "r6 r7") in ways
    assert ("r5 * r7", "r7") in ways
    assert ("r5 k5 b5", "k5 b5") in ways
    assert all(meld(swapped).is_valid for swapped, _ in ways)


def test_of_two_sets_of_a_tile_and_two_jokers_each_may_be_the_one_that_was_added_to() -> None:
    lies = "y7 * * | * y7 *"
    for after in ("* y7 * | y6 y7 * *", "y6 y7 * * | * * y7", "y7 * * | * y7 * y9"):
        assert problem(lies, "y6 y9", after, "jumbo_de", tile_set=160) is None
    assert problem(lies, "y6", "* y7 * | * y6 y7 *", "jumbo_de", tile_set=160) is not None
