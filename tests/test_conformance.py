"""The rule cases, each cited by leaflet and line, and the runner that anybody may use for cases of their own."""

import copy
from pathlib import Path
from typing import Any

import pytest

from openkub.conformance import CaseResult, load_cases, run_case

VECTORS = Path(__file__).parent / "data" / "vectors.json"
CASES = load_cases(VECTORS.read_text(encoding="utf-8"))
BY_ID = {case["id"]: case for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_library_agrees_with_the_case(case: dict[str, Any]) -> None:
    results = list(run_case(case))
    assert [result.edition for result in results] == case["edition"]
    assert [result.differences for result in results] == [()] * len(results)


def test_every_case_has_its_own_id_and_a_source() -> None:
    assert len(BY_ID) == len(CASES) == 317
    assert all(case["source"] for case in CASES)


def differences(case: Any, **changes: Any) -> list[Any]:
    """What the runner reports for a known case after some of its values were changed; `None` removes a value."""
    case = copy.deepcopy(case if isinstance(case, dict) else BY_ID[case])
    for path, value in changes.items():
        *outer, last = path.split("__")
        place = case
        for key in outer:
            place = place[key]
        place[last] = value
        if value is None:
            del place[last]
    return [line for result in run_case(case) for line in result.differences]


# What a failing case looks like


@pytest.mark.parametrize("case", [case for case in CASES if case["kind"] != "setup"], ids=lambda case: case["id"])
def test_a_case_with_the_opposite_verdict_fails(case: dict[str, Any]) -> None:
    assert all(result.differences for result in run_case({**case, "legal": not case["legal"]}))


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["legal"] and case.get("expected")], ids=lambda case: case["id"]
)
def test_a_case_with_any_other_expected_value_fails(case: dict[str, Any]) -> None:
    for key in case["expected"]:
        wrong = {**case, "expected": {**case["expected"], key: "something else"}}
        assert all(len(result.differences) == 1 for result in run_case(wrong))


def test_a_wrong_verdict_is_reported_with_expected_and_got() -> None:
    assert differences("all-open-27", legal=True) == ["expected legal, got illegal (opening_points)"] * 5
    assert differences("000-set-group-13", legal=False) == ["expected illegal, got legal"]


def test_a_wrong_value_is_reported_with_expected_and_got() -> None:
    found = differences("000-open-joker-face", expected__opening_points=31, expected__colour="red")
    assert found == ["expected opening_points 31, got 30", "expected colour red, got no such value"]


@pytest.mark.parametrize(
    ("case", "changes", "reported"),
    [
        ("000-set-group-13", {"before__table": [["y13", "r13"]]}, "got illegal (invalid_set)"),
        ("all-open-30", {"after__opened": False}, "got illegal (drawn 0, opened True)"),
        ("all-open-30", {"after__rack": []}, "got illegal (not_conserved)"),
        ("all-open-30", {"opening": [["r9", "r10"]]}, "got illegal (opening_points)"),
        ("all-open-30", {"opening": [["r9", "r10", "r11", "r12"]]}, "got illegal (opening_points)"),
        ("000-manip-A-run", {"after__drawn": 1}, "got illegal (drawn 0, opened True)"),
        ("000-manip-A-run", {"before__rack": ["b3", "b3", "b3"]}, "got illegal (more tiles of a kind than there are)"),
        ("000-joker-1", {"mid_turn": None}, "got illegal (joker_kept)"),
        ("000-joker-1", {"after__table": [["b3", "r3"]]}, "got illegal (not_conserved)"),
        ("000-joker-1-full", {"mid_turn": True}, "got illegal (the turn could end here)"),
        (
            "000-joker-1-full",
            {"joker_as": [{"set": 1, "pos": 2, "tile": "k9"}]},
            "got illegal (joker_as: set 1 cannot be read so)",
        ),
        ("000-draw-cannot-open", {"after__drawn": 2}, "got illegal (drawn 1, opened False)"),
        ("def-pass-empty-pool", {"before__pool": 3}, "got illegal (pool_not_empty)"),
        ("000-score-table", {"before__rounds": [{"A": 1, "B": -2}]}, "got illegal (zero_sum)"),
        ("000-score-racks-1", {"before__racks": {"A": ["k1"], "B": ["k5"]}}, "got illegal (0 racks are empty)"),
        ("000-timeout-loose-own", {"after__drawn": 2}, "got illegal (table r8 r9 r10 | b4 b5 b6, rack k2, drawn 3)"),
        ("000-timeout-loose-own", {"after__rack": []}, "got illegal (table r8 r9 r10 | b4 b5 b6, rack k2, drawn 3)"),
        ("000-timeout-loose-own", {"after__opened": False}, "drawn 3)"),
        ("000-timeout-loose-own", {"mid__table": [["r1", "r2", "r3"]]}, "got illegal (not_your_tile)"),
        ("001-timeout-unrestorable", {"after__to_pool": ["k8"]}, "got illegal (not restored)"),
        ("000-setup-tiles", {"before__players": 7}, "got illegal (most_players: 7 at the table, but 2 to 6 can play)"),
        ("000-setup-tiles", {"before__tile_set": 107}, "got illegal (tile_set: 'int 107' is none of 106, 108, 160)"),
    ],
)
def test_a_case_that_is_wrong_in_one_place_fails_and_says_why(
    case: str, changes: dict[str, Any], reported: str
) -> None:
    (*_, line) = differences(case, **changes)
    assert line.startswith("expected legal, ")
    assert line.endswith(reported)


def test_five_players_with_a_box_that_is_too_small_are_refused() -> None:
    (line,) = differences("000-setup-tiles", before__players=5, before__tile_set=106)
    assert line == "expected legal, got illegal (tile_set: 5 players need all 160 tiles)"


def test_loose_tiles_at_the_end_of_a_turn_are_refused() -> None:
    """004:89: nothing may be left over."""
    case = {
        "kind": "manipulation",
        "before": {"table": [["b4", "b5", "b6"]], "rack": ["b3", "k2"]},
        "after": {"table": [["b3", "b4", "b5", "b6"]], "rack": [], "loose": ["k2"]},
        "legal": False,
    }
    assert differences(case) == []
    assert differences(case, legal=True) == ["expected legal, got illegal (loose tiles)"]


def test_a_step_in_mid_turn_must_be_sound() -> None:
    step = {
        "kind": "manipulation",
        "before": {"table": [["b4", "b5", "b6"]], "rack": ["b7", "k2"]},
        "after": {"table": [["b5", "b6", "b7"]], "rack": ["k2"], "loose": ["b4"]},
        "mid_turn": True,
        "legal": True,
    }
    assert differences(step) == []
    unsound = differences(step, after__table=[["b4", "b6", "b7"]], after__loose=["b5"])
    assert unsound == ["expected legal, got illegal (invalid_set)"]


def test_taking_the_table_apart_before_opening_is_no_sound_step() -> None:
    """001:51: in the opening turn the sets on the table may not be altered."""
    step = {
        "kind": "opening",
        "edition": "original_fr",
        "before": {"table": [["r4", "r5", "r6"]], "rack": ["k1"]},
        "after": {"table": [], "rack": ["k1"], "loose": ["r4", "r5", "r6"]},
        "mid_turn": True,
        "legal": False,
    }
    assert differences(step) == []
    assert differences(step, legal=True) == ["expected legal, got illegal (not_opened)"]


def test_a_tie_at_the_start_that_the_case_does_not_resolve_has_no_starter() -> None:
    start = {"A": "k7", "B": "r7"}
    assert differences({"kind": "setup", "legal": True, "before": {"players": 2, "start_draw": start}}) == []
    resolved = {"players": 2, "start_draw": start, "redraw": {"A": ["*", "k1"], "B": "k2"}}
    case = {"kind": "setup", "legal": True, "before": resolved, "expected": {"starter": "B"}}
    assert differences(case) == []
    del resolved["redraw"]
    assert differences(case) == ["expected starter B, got None"]


def test_options_of_a_case_change_the_rules() -> None:
    dear = differences("000-score-racks-1", options={"joker_penalty": 7}, before__racks={"A": [], "B": ["*"]})
    assert dear == ["expected round {'A': 24, 'B': -5, 'C': -16, 'D': -3}, got {'A': 7, 'B': -7}"]
    assert differences("000-setup-tiles", options={"tile_sets": [160], "players": [2, 4], "joker_penalty": None}) == [
        "expected tiles 106, got 160",
        "expected jokers 2, got 4",
        "expected copies 2, got 3",
    ]


def test_an_edition_may_be_given_without_a_list_and_is_the_default_if_missing() -> None:
    (result,) = run_case({"kind": "set-validity", "before": {"table": []}, "legal": True})
    assert (result.id, result.edition, result.differences) == ("a case without id", "default", ())
    (result,) = run_case({"id": 7, "edition": "sabra6", "kind": "set-validity", "before": {"table": []}, "legal": True})
    assert (result.id, result.edition, result.differences) == ("7", "sabra6", ())


# Cases that are not written as they should be


@pytest.mark.parametrize(
    ("changes", "reported"),
    [
        ({"kind": "poker"}, "kind: 'poker' is none of set-validity, opening, "),
        ({"kind": None}, "kind: '' is none of "),
        ({"kind": ["joker"]}, "kind: \"list ['joker']\" is not what belongs there"),
        ({"edition": ["chess"]}, "edition: 'chess' is none of default, sabra6, "),
        ({"edition": []}, "edition: "),
        ({"options": {"gravity": 1}}, "'gravity': no such option"),
        ({"options": {"joker_penalty": -1}}, "joker_penalty: -1 is not between 0 and 100"),
        ({"options": {"players": [2, 9]}}, "most_players: 9 is not between 2 and 6"),
        ({"options": {"players": 4}}, "'players': no such option"),
        ({"options": []}, "options: 'list []' is not what belongs there"),
        ({"legal": "yes"}, "legal: 'yes' is not what belongs there"),
        ({"before": None}, "before: "),
        ({"after": []}, "after: 'list []' is not what belongs there"),
        ({"before__table": "r5 r6 r7"}, "table: 'r5 r6 r7' is no list of sets"),
        ({"before__table": ["r5"]}, "'r5' is no list of tiles"),
        ({"before__rack": 9}, "'int 9' is no list of tiles"),
        ({"before__opened": 1}, "opened: 'int 1' is not what belongs there"),
        ({"before__pool": True}, "pool: 'bool True' is not what belongs there"),
        ({"tile_set": 107}, "tile_set: 'int 107' is none of 106, 108, 160"),
        ({"joker_as": [1]}, "joker_as: "),
        ({"joker_as": [{"set": 9, "pos": 0, "tile": "r5"}]}, "joker_as: "),
        ({"joker_as": [{"set": 0, "pos": 9, "tile": "r5"}]}, "joker_as: "),
        ({"joker_as": [{"pos": 0, "tile": "r5"}]}, "joker_as: "),
        ({"expected": 5}, "expected: 'int 5' is not what belongs there"),
    ],
)
def test_a_case_that_cannot_be_judged_says_what_is_wrong_with_it(changes: dict[str, Any], reported: str) -> None:
    (*_, line) = differences("000-open-joker-face", **changes)
    assert line.startswith(f"cannot be judged: {reported}")


def verdicts(**case: Any) -> list[Any]:
    """The differences of a case in each of its editions."""
    return [result.differences for result in run_case({"legal": True, **case})]


def test_jokers_of_a_set_are_claimed_together() -> None:
    def claimed(*tiles: Any) -> bool:
        joker_as = [{"set": 0, "pos": place, "tile": tile} for place, tile in enumerate(tiles)]
        after = {"table": [["*", "*", "r5"]], "rack": []}
        before = {"table": [], "rack": ["r5", "*", "*"], "opened": True}
        return verdicts(kind="joker", before=before, after=after, joker_as=joker_as) == [()]

    assert claimed("r3", "r4")
    assert claimed("k5", "b5", "r5")
    assert not claimed("k5", "k5")
    assert not claimed("r3", "b5")
    assert not claimed("k5", "b5", "y5")


def test_a_sheet_has_the_same_names_in_every_round() -> None:
    ((line,),) = verdicts(kind="score", before={"rounds": [{"A": 0, "B": 0}, {"A": 0, "B": 0, "C": 7}]})
    assert line == "cannot be judged: rounds: each is a score for every name"


@pytest.mark.parametrize(
    ("ended", "racks", "reason"),
    [
        ("rack_empty", {"A": [], "B": []}, "expected legal, got illegal (2 racks are empty)"),
        ("pool_empty", {"A": [], "B": ["k1"]}, "expected legal, got illegal (1 racks are empty)"),
        (
            "rack empty",
            {"A": [], "B": ["k1"]},
            "cannot be judged: ended: 'rack empty' is neither rack_empty nor pool_empty",
        ),
    ],
)
def test_a_round_ends_with_one_empty_rack_or_an_empty_pool(ended: str, racks: dict[str, Any], reason: str) -> None:
    assert verdicts(kind="score", before={"racks": racks, "ended": ended}) == [(reason,)]


def test_everybody_draws_for_the_start_and_a_pool_holds_what_it_can() -> None:
    ((line,),) = verdicts(kind="setup", before={"players": 3, "start_draw": {"A": "k1"}})
    assert line == "cannot be judged: start_draw: everybody draws"
    ((line,),) = verdicts(kind="pool-empty", before={"racks": {"A": ["k1"], "B": ["k1"]}, "pool": -3})
    assert line == "cannot be judged: pool: -3 tiles cannot be in it"


def test_all_tiles_in_the_hand_is_not_nothing_touched() -> None:
    before = {"table": [["r8", "r9", "r10"]], "rack": ["b4"], "opened": True, "pool": 9}
    after = {"table": [["r8", "r9", "r10"]], "rack": ["b4"]}
    lifted = verdicts(kind="timeout", before=before, mid={"table": []}, after={**after, "drawn": 3})
    options = {"timeout_idle_draw": 1}
    untouched = verdicts(kind="timeout", before=before, mid={}, after={**after, "drawn": 1}, options=options)
    assert lifted == untouched == [()]


def test_with_a_tile_that_there_is_not_nothing_is_legal() -> None:
    (line,) = differences("000-open-joker-face", before__rack=["r9", "r14"])
    assert line.startswith("expected legal, got illegal ('r14' is no tile")
    case = {"id": "x", "kind": "set-validity", "before": {"table": [["r12", "r13", "r14"]]}, "legal": False}
    assert [result.differences for result in run_case(case)] == [()]


def test_of_a_time_out_only_what_is_given_must_match() -> None:
    before = {"table": [["r8", "r9", "r10"]], "rack": ["b4"], "opened": True, "pool": 9}
    mid = {"table": [["r8", "r9", "r10"], ["b4"]]}
    for after in ({}, {"drawn": 3}, {"rack": ["b4"]}, {"table": [["r8", "r9", "r10"]]}, {"opened": True}):
        case = {"kind": "timeout", "edition": "sabra6", "before": before, "mid": mid, "after": after, "legal": True}
        assert [result.differences for result in run_case(case)] == [()]
    for after in ({"drawn": 2}, {"rack": []}, {"table": []}, {"opened": False}):
        case = {"kind": "timeout", "edition": "sabra6", "before": before, "mid": mid, "after": after, "legal": False}
        assert [result.differences for result in run_case(case)] == [()]


@pytest.mark.parametrize(
    "case",
    [
        {"kind": "pool-empty", "legal": True, "before": {"racks": {}}},
        {"kind": "pool-empty", "legal": True, "before": {"racks": {"A": ["k1"]}, "pool": "none"}},
        {"kind": "score", "legal": True, "before": {"racks": {}, "ended": "pool_empty"}},
        {"kind": "score", "legal": True, "before": {"rounds": [3]}},
        {"kind": "score", "legal": True, "before": {"rounds": [{"A": 1, "B": -1}, {"A": 1}]}},
        {"kind": "score", "legal": True, "before": {}},
        {"kind": "timeout", "legal": True, "limit_s": 0, "before": {}, "after": {}},
        {"kind": "setup", "legal": True, "before": {"players": "four"}},
    ],
)
def test_racks_rounds_limits_and_players_that_make_no_sense_are_reported(case: dict[str, Any]) -> None:
    (line,) = differences(case)
    assert line.startswith("cannot be judged: ")


# Reasons, boxes, and who has not opened


def results(**case: Any) -> list[Any]:
    return list(run_case({"id": "own", "legal": False, **case}))


TAKES = {"kind": "joker", "before": {"table": [["r4", "r5", "r6"]], "rack": ["k1"]}, "after": {"table": [["r4", "r5"]]}}


def test_a_reason_that_differs_from_ours_is_worth_a_warning() -> None:
    (result,) = results(**TAKES, reason="joker_kept")
    assert result.differences == ()
    assert result.warnings == ("refused as expected, but for invalid_set, not for joker_kept",)
    assert results(**TAKES, reason="invalid_set")[0].warnings == ()
    assert results(**TAKES, reason="somebody took a tile")[0].warnings == ()


def test_there_are_no_more_jokers_than_in_the_box() -> None:
    jokers = {"table": [["r4", "*", "r6"], ["k1", "*", "k3"]], "rack": ["*"]}
    case = {"kind": "joker", "before": jokers, "after": {"table": [["r4", "*", "r6", "*"], ["k1", "*", "k3"]]}}
    assert results(**case)[0].differences == ()
    assert run_one(**case, tile_set=108, legal=True) == ()


def test_a_time_out_behind_a_draw_needs_an_edition_in_which_the_turn_goes_on() -> None:
    case = {"kind": "timeout", "draw": "r5", "before": {"rack": ["k1"], "pool": 9}, "after": {"rack": ["k1", "r5"]}}
    assert verdicts(**case, options={"play_after_draw": True}) == [()]
    assert verdicts(**case) != [()]


def test_a_time_out_on_a_table_that_cannot_be_is_refused() -> None:
    case = {"kind": "timeout", "before": {"table": [["r4", "r5"]], "rack": ["k1"]}, "after": {"drawn": 1}}
    assert results(**case, reason="invalid_before")[0] == CaseResult("own", "default", ())


def run_one(**case: Any) -> Any:
    (result,) = run_case({"id": "own", **case})
    return result.differences


def test_who_has_not_opened_pays_what_the_tournament_says() -> None:
    racks = {"A": [], "B": ["k5"], "C": ["r9", "r10", "r11"]}
    before = {"racks": racks, "ended": "rack_empty", "opened": {"B": False, "C": False}}
    case = {"kind": "score", "edition": "tournament", "before": before, "legal": True}
    assert run_one(**case, expected={"round": {"A": 300, "B": -100, "C": -200}}) == ()
    dry = {"racks": {"A": ["k13"], "B": ["k5"]}, "pool": 0, "opened": {"B": False}}
    case = {"kind": "pool-empty", "edition": "tournament", "before": dry, "legal": True}
    assert run_one(**case, expected={"winner": "A", "round": {"A": 100, "B": -100}}) == ()
