"""Judging a turn from before and after, and what a time-out leaves behind."""

from typing import Any

import pytest

from openkub.law.moves import Code, Problem
from openkub.law.turns import Result
from openkub.pieces.tiles import Tile
from tests.workshop.positions import bag, position, problem, table

ALL = ["default", "sabra6", "sabra_xxl", "original_fr", "original_es", "jumbo_de"]


# Rearranging, as the leaflets show it


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("b4 b5 b6 | k8 r8 y8", "b3 b8", "b3 b4 b5 b6 | k8 r8 y8 b8"),
        ("b8 b9 b10", "b11 k8 y8", "b9 b10 b11 | b8 k8 y8"),
        ("r4 r5 r6 r7 r8", "r6", "r4 r5 r6 | r6 r7 r8"),
        ("y5 y6 y7 | r5 r6 r7 | k5 k6 k7 k8 k9", "k10 b5", "y5 r5 k5 b5 | y6 r6 k6 | y7 r7 k7 | k8 k9 k10"),
        ("k4 r4 b4 y4", "b3 b5 b6", "k4 r4 y4 | b3 b4 b5 b6"),
        ("y1 y2 y3 y4 | k1 r1 b1 y1", "b1", "y2 y3 y4 | k1 y1 b1 | r1 y1 b1"),
    ],
    ids=["000:90 build on", "000:92 combine", "000:94 split", "000:98 all", "001:79 take the fourth", "001:115 ones"],
)
def test_the_table_may_be_rearranged(edition: str, before: str, rack: str, after: str) -> None:
    assert problem(before, rack, after, edition) is None


@pytest.mark.parametrize("edition", ALL)
def test_at_least_one_tile_is_laid_from_the_rack(edition: str) -> None:
    """004:163."""
    assert problem("r1 r2 r3 r4 r5 r6", "k1", "r1 r2 r3 | r4 r5 r6", edition) is Code.NOTHING_PLAYED
    assert problem("r1 r2 r3", "k1", "r1 r2 r3", edition) is Code.NOTHING_PLAYED


@pytest.mark.parametrize("edition", ALL)
def test_no_tile_of_the_table_goes_to_the_rack(edition: str) -> None:
    """004:69."""
    assert problem("r1 r2 r3 r4", "k1 k2 k3", "r1 r2 r3 | k1 k2 k3", edition) is Code.TABLE_TILE_TAKEN
    assert problem("b9 r9 * | r2 r3 r4", "y9", "b9 r9 y9 | r2 r3 r4", edition) is Code.JOKER_KEPT


def test_only_valid_sets_lie_there_at_the_end() -> None:
    """002:83, 002:97, 004:89."""
    found = position("r1 r2 r3 r4", "k1").play_problem(table("r2 r3 r4 | r1 k1"))
    assert found == Problem(Code.INVALID_SET, 1)


def test_a_tile_that_is_neither_the_players_nor_the_tables_is_found() -> None:
    found = position("r1 r2 r3", "k1").play_problem(table("r1 r2 r3 | k5 k6 k7"))
    assert found == Problem(Code.NOT_YOUR_TILE, 1, Tile("k5"))
    found = position("r1 r2 r3", "r4").play_problem(table("r1 r2 r3 r4 | r4 r5 r6"))
    assert (found.code, found.meld, found.tile) == (Code.NOT_YOUR_TILE, 0, Tile("r4"))


def test_more_tiles_of_a_kind_than_a_bag_holds_are_not_the_players() -> None:
    many = " | ".join(["r1 r2 r3"] * 8)
    assert position("r1 r2 r3", "k1").play_problem(table(many)) == Problem(Code.NOT_YOUR_TILE)


# Steps in the middle of a turn


def test_a_step_may_hold_tiles_in_the_hand_if_what_lies_is_valid() -> None:
    turn = position("b3 r3 *", "y3 k1")
    assert turn.step_problem(table("b3 r3 y3")) is None
    assert turn.step_problem(table("b3 r3")).code is Code.INVALID_SET
    assert turn.step_problem(table("b3 r3 y3 | k5 k6 k7")).code is Code.NOT_YOUR_TILE


def test_a_step_need_not_have_found_a_place_for_the_joker_yet() -> None:
    assert position("b3 r3 *", "y3 k1", "jumbo_de").step_problem(table("b3 r3 y3")) is None


def test_a_step_before_the_opening_may_not_touch_the_table() -> None:
    turn = position("b3 b4 b5", "k1", "original_fr", opened=False)
    assert turn.step_problem(table("")) == Problem(Code.NOT_OPENED, points=0)


# Time-outs


def times_out(before: Any, rack: Any, draft: Any, edition: str = "default", **more: Any) -> Any:
    return position(before, rack, edition, **more).time_out(None if draft is None else table(draft))


@pytest.mark.parametrize("edition", [e for e in ALL if e != "jumbo_de"])
def test_a_finished_turn_counts_although_the_clock_ended_it(edition: str) -> None:
    result = times_out("r1 r2 r3", "r4 k1", "r1 r2 r3 r4", edition)
    assert result == Result(table("r1 r2 r3 r4"), bag("k1"), opened=True)


@pytest.mark.parametrize(
    ("edition", "tiles"), [("default", 3), ("sabra6", 3), ("sabra_xxl", 3), ("original_fr", 3), ("original_es", 3)]
)
@pytest.mark.parametrize(
    "draft", [None, "r1 r2 r3 | k1 b1 y1", "y1 k1 b1 | r1 r2 r3"], ids=["none", "same", "reordered"]
)
def test_time_runs_out_without_a_move(edition: str, tiles: int, draft: str | None) -> None:
    """000:17, 001:53, 003:20: three tiles."""
    result = times_out("r1 r2 r3 | k1 b1 y1", "r4", draft, edition)
    assert result == Result(table("r1 r2 r3 | k1 b1 y1"), bag("r4"), opened=True, draw=tiles)


@pytest.mark.parametrize("edition", ["default", "original_fr", "original_es"])
def test_everything_goes_back_and_three_tiles_are_drawn(edition: str) -> None:
    """001:53; 004 is silent."""
    before, rack = "r4 r5 r6 r7 r8", "k2 k3 b4 b5 b6"
    result = times_out(before, rack, "r4 r5 r6 | r7 r8 | k2 k3 | b4 b5 b6", edition)
    assert result == Result(table(before), bag(rack), opened=True, draw=3, shown=bag("k2 k3 b4 b5 b6"))


@pytest.mark.parametrize("edition", ["sabra6", "sabra_xxl"])
def test_loose_rack_tiles_go_back_and_finished_sets_stay(edition: str) -> None:
    """000:17, 003:20."""
    result = times_out("r8 r9 r10", "b4 b5 b6 k2 k9", "r8 r9 r10 | b4 b5 b6 | k2", edition)
    assert result == Result(table("r8 r9 r10 | b4 b5 b6"), bag("k2 k9"), opened=True, draw=3, shown=bag("k2"))


@pytest.mark.parametrize("edition", ["sabra6", "sabra_xxl"])
def test_a_loose_tile_of_the_table_takes_the_whole_turn_back(edition: str) -> None:
    before, rack = "k5 k6 k7 k8 | b3 r3 *", "b5 y3 r1"
    for draft in ("k6 k7 k8 | k5 b5 | b3 r3 *", "k5 k6 k7 k8 | b3 r3 y3 | *", "k5 k6 k7 k8 | b3 r3 y3"):
        result = times_out(before, rack, draft, edition)
        assert (result.table, result.rack, result.draw) == (table(before), bag(rack), 3)


def test_a_loose_tile_of_the_table_goes_to_the_rack_by_the_printed_word() -> None:
    """000:17, taken literally."""
    literal = {"timeout_rule": "loose_to_rack_literal"}
    before, draft = "y5 y6 y7 | r5 r6 r7 | k5 k6 k7 k8 k9", "y5 r5 k5 b5 | y6 r6 k6 | y7 r7 k7 | k8 k9"
    result = times_out(before, "b5 r1", draft, "sabra6", **literal)
    stays = table("y5 r5 k5 b5 | y6 r6 k6 | y7 r7 k7")
    assert result == Result(stays, bag("k8 k9 r1"), opened=True, draw=3, shown=bag("k8 k9"))


def test_a_table_that_was_only_rearranged_stays_so_but_costs_three_tiles() -> None:
    result = times_out("r1 r2 r3 r4 r5 r6", "k1", "r1 r2 r3 | r4 r5 r6", "sabra6")
    assert result == Result(table("r1 r2 r3 | r4 r5 r6"), bag("k1"), opened=True, draw=3)
    result = times_out("r1 r2 r3 r4 r5 r6", "k1", "r1 r2 r3 | r4 r5 r6", "default")
    assert (result.table, result.draw) == (table("r1 r2 r3 r4 r5 r6"), 3)


@pytest.mark.parametrize("edition", ["sabra6", "sabra_xxl"])
def test_what_stays_of_an_opening_turn_must_open_by_itself(edition: str) -> None:
    before, rack = "k1 k2 k3", "r9 r10 r11 r8 b4 k4"
    result = times_out(before, rack, "k1 k2 k3 | r9 r10 r11 | b4", edition, opened=False)
    assert result == Result(table("k1 k2 k3 | r9 r10 r11"), bag("r8 b4 k4"), opened=True, draw=3, shown=bag("b4"))
    for draft in ("k1 k2 k3 | r8 r9 r10 | b4", "k1 k2 k3 | b4", "k1 k2 k3 k4 | b4", "k1 k2 k3 | r8 r9"):
        result = times_out(before, rack, draft, edition, opened=False)
        assert (result.table, result.rack, result.opened, result.draw) == (table(before), bag(rack), False, 3)


def test_a_time_out_that_leaves_nothing_of_the_own_tiles_does_not_open() -> None:
    literal = {"timeout_rule": "loose_to_rack_literal"}
    result = times_out("k1 k2 k3 k4", "r1", "k1 k2 k3 | k4 r1", "sabra6", opened=False, **literal)
    assert (result.table, result.rack, result.opened) == (table("k1 k2 k3 k4"), bag("r1"), False)


def test_joker_rules_hold_for_what_stays_after_a_time_out() -> None:
    options = {"timeout_rule": "loose_to_rack", "time_limit_mode": "mandatory", "time_limit_s": 60}
    result = times_out("b5 b6 b7 *", "k10 k11 k1", "b5 b6 b7 | k10 k11 * | k1", "jumbo_de", **options)
    assert (result.table, result.draw) == (table("b5 b6 b7 *"), 3)
