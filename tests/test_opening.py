"""The opening: thirty points from the own rack."""

from random import Random
from typing import Any

import pytest

from openkub.law.moves import Code, Problem
from openkub.law.opening import best_points, best_single_set, points_as_laid, reaches
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.tiles import JOKER, TileBag
from openkub.pieces.within import melds_within
from tests.workshop.positions import bag, position, problem, rules, table

# Which sets there are in a rack


def found(rack: Any) -> list[Any]:
    return sorted(str(meld) for meld in melds_within(bag(rack)))


def test_every_run_and_group_of_a_rack_is_found() -> None:
    assert found("r5 r6 r7 r8 k5 b5") == ["k5 r5 b5", "r5 r6 r7", "r5 r6 r7 r8", "r6 r7 r8"]
    assert found("k5 r5 b5 y5") == ["k5 b5 y5", "k5 r5 b5", "k5 r5 b5 y5", "k5 r5 y5", "r5 b5 y5"]
    assert found("r5 r6 k7 *") == ["* r5 r6", "r5 r6 *"]
    assert found("* * *") == []


def test_a_joker_is_tried_everywhere() -> None:
    assert found("r1 * *") == ["r1 * *", "r1 * *"]
    assert found("r13 *") == []
    assert found("k13 r13 *") == ["k13 r13 *"]
    assert set(found("r12 r13 *")) == {"* r12 r13"}
    assert {"* * r12 r13", "* r12 r13", "* * r13", "r13 * *", "r12 * *"} <= set(found("r12 r13 * *"))


def test_every_set_that_is_found_is_valid_and_lies_in_the_rack() -> None:
    rack = bag("r1 r2 r3 r5 k5 b5 y5 y12 y13 * * *")
    assert all(meld.is_valid and meld.bag <= rack for meld in melds_within(rack))


# What the laid tiles come to


def by_trying(law: Rules, tiles: TileBag) -> int:
    """The most that sets of these tiles come to, by every choice of them."""
    values = [(meld.value(law.opening_joker_value), meld.bag) for meld in melds_within(tiles)]
    one = law.opening_sets == "one"
    return max((v + (0 if one else by_trying(law, tiles - b)) for v, b in values), default=0)


@pytest.mark.parametrize("law", ["default", "original_es", "default opening_sets=one", "original_es opening_sets=one"])
def test_the_points_are_those_of_every_choice_of_sets(law: str) -> None:
    rng, kit = Random(law), [tile for tile in Kit.BIG.bag if tile.is_joker or 4 < tile.number < 10]
    for _ in range(60):
        tiles = TileBag(rng.sample(kit, 9))
        most = by_trying(Rules.parse(law), tiles)
        assert best_points(Rules.parse(law), tiles) == most
        assert [reaches(Rules.parse(law), tiles, points) for points in (most, most + 1)] == [True, False]


def test_the_one_set_that_counts_most_is_named() -> None:
    assert str(best_single_set(rules("default"), bag("r10 r11 r13 k1 b1 y1 *"))) == "r10 r11 * r13"
    assert best_single_set(rules("default"), bag("r1 r2 k9")) is None


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("r9 r10 r11", 30),
        ("r9 r10 *", 30),
        ("* r9 r10 r11", 42),
        ("k5 r5 b5 y4 y5 y6", 30),
        ("r1 r2 r3 r4 k4 b4", 18),
        ("r8 r9 k10", 0),
        ("", 0),
        ("*", 0),
        ("* * *", 0),
        ("r13 * *", 39),
        ("r13 * * *", 52),
    ],
)
def test_the_best_sets_of_the_laid_tiles_count(laid: str, points: int) -> None:
    assert best_points(rules(), bag(laid)) == points


def test_a_joker_may_count_nothing() -> None:
    """004:151."""
    assert best_points(rules("original_es"), bag("r9 r10 *")) == 19
    assert best_points(rules("original_es"), bag("k13 r13 b13 *")) == 39


def test_a_single_set_may_have_to_reach_the_points() -> None:
    """001:49, read as the singular it is printed in."""
    one = rules(opening_sets="one")
    assert best_points(one, bag("k5 r5 b5 y4 y5 y6")) == 20  # the four fives
    assert best_points(one, bag("r5 k6")) == 0
    assert points_as_laid(one, table(""), table("k5 r5 b5 | y4 y5 y6")) == 15
    assert points_as_laid(one, table(""), table("")) == 0


def test_new_sets_count_as_they_lie_unless_the_table_was_touched() -> None:
    before = table("b4 b5 b6 | k1 r1 b1")
    assert points_as_laid(rules(), before, table("r1 k1 b1 | b4 b5 b6 | * r9 r10")) == 27
    assert points_as_laid(rules(), before, table("b4 b5 b6 b7 | k1 r1 b1 | r9 r10 r11")) is None
    assert points_as_laid(rules(), table("b4 b5 b6"), table("b4 b5 b6 | b4 b5 b6")) == 15


# Opening turns


EDITIONS_THAT_GO_ON = ["default", "sabra6", "sabra_xxl", "jumbo_de", "original_es"]


@pytest.mark.parametrize("edition", [*EDITIONS_THAT_GO_ON, "original_fr"])
def test_thirty_points_open_and_less_do_not(edition: str) -> None:
    """000:78, 001:49, 002:85, 003:65, 004:151."""
    assert problem("", "r9 r10 r11", "r9 r10 r11", edition, opened=False) is None
    assert problem("", "r8 r9 r10", "r8 r9 r10", edition, opened=False) is Code.OPENING_POINTS
    assert problem("", "k5 r5 b5 y4 y5 y6", "k5 r5 b5 | y4 y5 y6", edition, opened=False) is None


@pytest.mark.parametrize("edition", [*EDITIONS_THAT_GO_ON, "original_fr"])
def test_tiles_added_to_sets_of_the_table_do_not_count(edition: str) -> None:
    after = "b4 b5 b6 b7 | r8 r9 r10"
    assert problem("b4 b5 b6", "b7 r8 r9 r10", after, edition, opened=False) is Code.NOT_OPENED


@pytest.mark.parametrize("edition", EDITIONS_THAT_GO_ON)
def test_who_opens_may_at_once_go_on_to_rearrange(edition: str) -> None:
    """000:80, 002:89, 003:67; 004 is silent."""
    after = "b4 b5 b6 b7 | r9 r10 r11"
    assert problem("b4 b5 b6", "b7 r9 r10 r11", after, edition, opened=False) is None


def test_the_opening_turn_may_leave_the_table_alone() -> None:
    """001:51: in the first turn the sets on the table may not be altered."""
    turn = position("b4 b5 b6 | k1 r1 b1", "b7 r9 r10 r11", "original_fr", opened=False)
    found = turn.play_problem(table("k1 r1 b1 | b4 b5 b6 b7 | r9 r10 r11"))
    assert (found.code, found.meld) == (Code.OPENING_TURN_MANIPULATION, 1)
    assert turn.play_problem(table("r1 b1 k1 | r9 r10 r11 | b4 b5 b6")) is None


def test_the_tiles_of_the_opening_may_be_spread_over_other_sets_once_it_is_reached() -> None:
    """Judged from before and after alone: the laid tiles hold sets worth 30 by themselves."""
    before, rack = "k9 b9 y9 | * r12 r13", "r9 r10 r11"
    assert problem(before, rack, "k9 b9 y9 r9 | r10 r11 r12 r13 | *", opened=False) is Code.INVALID_SET
    assert problem("k9 b9 y9 | r7 r8 r9", rack, "k9 b9 y9", opened=False) is Code.TABLE_TILE_TAKEN
    assert problem(before, rack, "k9 b9 y9 r9 | r10 r11 r12 r13 *", opened=False) is Code.INVALID_SET
    assert problem(before, rack, "k9 b9 y9 r9 | * r10 r11 r12 r13", opened=False) is None


def test_the_points_that_the_opening_came_to_are_named() -> None:
    found = position("", "r8 r9 r10", opened=False).play_problem(table("r8 r9 r10"))
    assert found.points == 27
    found = position("b4 b5 b6", "b7 r8 r9 r10", opened=False).play_problem(table("b4 b5 b6 b7 | r8 r9 r10"))
    assert found.points == 27


def test_an_opening_tile_may_not_go_back_to_the_rack_for_a_freed_joker() -> None:
    """000: the thirty points must lie there."""
    before, rack = "b3 r3 *", "r9 r10 r11 y3"
    assert problem(before, rack, "b3 r3 y3 | r9 r10 *", "sabra6", opened=False) is Code.NOT_OPENED
    assert problem(before, rack, "b3 r3 y3 | r9 r10 r11 *", "sabra6", opened=False) is None


def test_no_joker_is_exchanged_before_the_opening() -> None:
    """000:60 says "every player"; only a player who has opened may touch the table."""
    before, rack, after = "b3 r3 *", "y3 r9 r10", "b3 r3 y3 | r9 r10 *"
    assert problem(before, rack, after, opened=False) is Code.NOT_OPENED
    assert problem(before, rack, after) is None


def test_the_opening_points_of_a_legal_turn_are_told() -> None:
    assert position("", "r9 r10 r11", opened=False).opening_points(table("r9 r10 r11")) == 30
    assert position("", "* r9 r10 r11", opened=False).opening_points(table("* r9 r10 r11")) == 38
    going_on = position("b4 b5 b6", "b7 r9 r10 r11", opened=False)
    assert going_on.opening_points(table("b4 b5 b6 b7 | r9 r10 r11")) == 30


@pytest.mark.parametrize(
    ("laid", "points"),
    [("r9 r10 r11", 30), ("k1 k2 k3 r4 r5 r6", 21), ("k1 r1 * *", 6), ("r5 b7", 0), ("k10 r10 *", 30)],
)
def test_enough_points_are_found_without_looking_further(laid: str, points: int) -> None:
    assert best_points(rules(), bag(laid)) == points
    assert reaches(rules(), bag(laid), points) or points == 0
    assert not reaches(rules(), bag(laid), points + 1)


def test_a_huge_opening_is_judged_at_once() -> None:
    everything = Kit.BIG.bag
    assert reaches(rules(), everything, 100)
    assert reaches(rules(opening_sets="one"), everything, 91)
    assert not reaches(rules(opening_sets="one"), everything, 92)


# As laid (002:12, 002:87, 001:51)


@pytest.mark.parametrize("edition", ["original_fr", "jumbo_de", "tournament"])
def test_a_joker_counts_as_it_lies_where_it_cannot_be_moved(edition: str) -> None:
    assert problem("", "* r9 r10", "* r9 r10", edition, opened=False) is Code.OPENING_POINTS
    assert problem("", "* r9 r10", "r9 r10 *", edition, opened=False) is None
    found = position("", "k1 k3 k4 r6 b6 y6 *", edition, opened=False).play_problem(table("k1 * k3 k4 | r6 b6 y6"))
    assert (found.code, found.points) == (Code.OPENING_POINTS, 28)


@pytest.mark.parametrize("edition", ["default", "sabra6", "sabra_xxl"])
def test_a_joker_counts_as_it_could_have_lain_where_it_may_be_moved(edition: str) -> None:
    """000:10, 003:107."""
    assert problem("", "* r9 r10", "* r9 r10", edition, opened=False) is None


def jumbo(before: Any, rack: Any, after: Any) -> Any:
    return problem(before, rack, after, "jumbo_de", opened=False)


def test_002_12_a_joker_set_of_the_opening_may_only_be_added_to() -> None:
    before, rack = "r11 r12 r13 | k5 k6 k7", "r9 r10 *"
    assert jumbo(before, rack, "r9 r10 r11 r12 r13 | k5 k6 k7 *") is Code.JOKER_SET_SPLIT
    assert jumbo("r6 r7 r8 | k5 k6 k7", rack, "r6 r7 r8 r9 r10 * | k5 k6 k7") is None
    assert jumbo("k5 k6 k7", "k9 r9 b9 *", "k9 r9 b9 * | k5 k6 k7") is None
    assert jumbo("k5 k6 k7 k8", "r9 r10 * k9", "k5 k6 k7 | k8 k9 r9 r10 *") is Code.INVALID_SET


def test_002_12_an_opening_does_not_split_the_joker_sets_of_the_table() -> None:
    split = "k9 k10 * * | r1 r2 r3 | r5 r6 r7"
    assert jumbo("r2 r3 * r5 r6", "k9 k10 * r1 r7", split) is Code.JOKER_SET_SPLIT


def test_002_12_numbers_that_are_enough_leave_the_joker_free() -> None:
    assert jumbo("k5 k6 k7", "r9 r10 r11 *", "r9 r10 r11 | k5 k6 k7 *") is None
    assert jumbo("k9 b9 y9", "r9 r10 r11 *", "k9 b9 y9 r9 | r10 r11 *") is None


def test_002_12_a_joker_set_of_the_opening_lies_beside_those_that_lay_there() -> None:
    before, rack = "r4 * r6", "r4 r5 r6 * r7 r8"
    strict = rules("jumbo_de", opening_min_points=15)
    turn = Position(strict, table(before), bag(rack), opened=False)
    assert turn.play_problem(table("r4 * r6 | r4 r5 r6 | r7 r8 *")) is None
    few = Position(strict, table(before), bag("r4 * r6 k5 b5"), opened=False)
    assert few.play_problem(table("r4 * r6 | r4 * r6 | k5 b5")).code is Code.INVALID_SET


@pytest.mark.parametrize(
    ("edition", "draft", "points"),
    [
        ("default", "k5 k6 k7 | * r9 r10", 30),
        ("default", "k5 k6 k7 | * r9 r10 r11", 38),
        ("default", "k5 k6 k7 | r9 r10", 0),
        ("default", "k5 k6 k7 * | r9 r10", 0),
        ("original_fr", "k5 k6 k7 | * r9 r10", 27),
        ("original_fr", "k5 k6 | * r9 r10 | k7 r7 b7", 27),
        ("jumbo_de", "k5 k6 k7 | * r9 r10", 27),
        ("jumbo_de", "k5 k6 k7 * | r9 r10 r11", 30),
        ("jumbo_de", "k5 k6 k7 | r8 * r10 r11", 38),
        ("original_es", "k5 k6 k7 | * r9 r10", 19),
    ],
)
def test_the_number_to_show_is_the_one_that_the_referee_counts(edition: str, draft: str, points: int) -> None:
    turn = position("k5 k6 k7", "r7 b7 r8 r9 r10 r11 *", edition, opened=False)
    assert turn.opening_points(table(draft)) == points


def test_with_one_set_to_open_only_the_best_of_them_counts() -> None:
    for edition in ("default", "original_fr", "jumbo_de"):
        turn = position("", "r9 r10 * k1 k2 k3", edition, opened=False, opening_sets="one")
        assert turn.opening_points(table("r9 r10 * | k1 k2 k3")) == 30
        assert turn.opening_points(table("* r9 r10 | k1 k2 k3")) == (30 if edition == "default" else 27)


# No joker of the rack in the turn of the opening


@pytest.mark.parametrize("edition", ["default", "original_fr", "jumbo_de", "original_es"])
def test_a_joker_of_the_rack_may_have_to_wait_until_the_player_has_opened(edition: str) -> None:
    here = position("", "k9 k10 k11 r5 *", edition, opened=False, opening_joker="forbidden")
    for after in ("k9 k10 k11 *", "k10 k11 *"):
        assert here.play_problem(table(after)) == Problem(Code.OPENING_JOKER, tile=JOKER)
        assert not here.allows(table(after))
        assert here.opening_points(table(after)) == 0
    assert here.play_problem(table("k9 k10 k11")) is None
    assert here.opening_points(table("k9 k10 k11")) == 30
    assert here.layable.rack == bag("k9 k10 k11 r5")
    opened = position("k9 k10 k11", "r5 *", edition, opening_joker="forbidden")
    assert opened.play_problem(table("k9 k10 k11 *")) is None
    assert opened.layable is opened


def test_where_nothing_may_be_altered_one_number_and_two_jokers_keep_their_order() -> None:
    """001:51."""
    rack, own = "k9 k10 k11 k12 k1", "k9 k10 k11 k12"
    assert problem("* y5 *", rack, f"* y5 * | {own}", "original_fr", opened=False) is None
    for other in ("y5 * *", "* * y5"):
        found = position("* y5 *", rack, "original_fr", opened=False).play_problem(table(f"{other} | {own}"))
        assert found == Problem(Code.OPENING_TURN_MANIPULATION, 0)
        assert problem("* y5 *", rack, f"{other} | {own}", "default", opened=False) is None
        assert problem("* y5 *", rack, f"{other} | {own}", "original_fr", opened=False, referee=2) is None
    late = position("* y5 *", "k1", "original_fr", timeout_idle_draw=1)
    assert (late.time_out(table("* y5 *")).draw, late.time_out(table("y5 * *")).draw) == (1, 3)
