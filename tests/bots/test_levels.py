"""Each level plays as it is described, on positions made by hand."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from openkub.bots import Clock, make_bot
from openkub.bots.sharp import Sharp
from openkub.law.moves import Draw, Move, Play, Redeal
from openkub.law.rules import Rules
from openkub.play.state import State
from openkub.solver import can_go_out
from tests.workshop.positions import bag, round_of

AT_WILL = Clock(None)
ANY = "k1 k2 k3 k4 k5"
"""A pool to draw from."""


def move_of(bot: str, state: State, seed: int = 0) -> Move:
    return make_bot(bot, seed).choose(state.view(state.turn), AT_WILL)


def laid(bot: str, state: State, seed: int = 0) -> str:
    """The rack tiles that a bot lays."""
    move = move_of(bot, state, seed)
    assert isinstance(move, Play), move
    assert state.check(move) is None
    return str(move.table.bag - state.table.bag)


def test_novice_leaves_the_table_alone() -> None:
    state = round_of("r8 k2 b9 / y1", "r5 r6 r7", ANY)
    assert all(move_of("novice", state, seed) == Draw() for seed in range(20))


def test_novice_overlooks_sets_at_times() -> None:
    state = round_of("r8 b8 y8 k2 / y1", "r5 r6 r7", ANY)
    moves = {type(move_of("novice", state, seed)) for seed in range(40)}
    assert moves == {Play, Draw}


def test_novice_opens_only_with_thirty_points() -> None:
    state = round_of("r8 b8 y8 k2 / y1", "", ANY, opened=False)
    assert all(move_of("novice", state, seed) == Draw() for seed in range(20))


def test_casual_adds_to_a_set() -> None:
    assert laid("casual", round_of("r8 k2 b12 / y1", "r5 r6 r7", ANY)) == "r8"


def test_casual_splits_a_run() -> None:
    assert laid("casual", round_of("r7 k2 b12 / y1", "r5 r6 r7 r8 r9", ANY)) == "r7"


def test_casual_takes_the_fourth_of_a_group() -> None:
    assert laid("casual", round_of("r6 r7 b12 / y1", "k5 r5 b5 y5", ANY)) == "r6 r7"


def test_casual_does_not_move_two_sets_at_once_but_steady_does() -> None:
    # The black 9 goes with a red 9 from the run and a blue 9 from the group.
    state = round_of("k9 y13 / y1", "r6 r7 r8 r9 | b9 b10 b11 b12", ANY)
    assert laid("steady", state) == "k9"
    assert move_of("casual", state) == Draw()


def test_steady_lays_the_most_tiles() -> None:
    assert laid("steady", round_of("r8 r9 k8 b8 y1 / y2", "r5 r6 r7", ANY)) == "k8 r8 b8"


def test_most_tiles_and_most_value_differ_in_what_they_want() -> None:
    # There is one joker: for four low tiles, or for two high ones.
    state = round_of("r1 r2 r4 r5 k13 b13 * / y2", "", ANY)
    assert laid("most-tiles", state) == "r1 r2 r4 r5 *"
    assert laid("most-value", state) == "k13 b13 *"


def test_fewest_tiles_lays_one_tile_if_one_will_do() -> None:
    assert laid("fewest-tiles", round_of("r8 r9 k2 / y1", "r5 r6 r7", ANY)) == "r8"


def test_hoarder_holds_until_everything_goes_out() -> None:
    assert move_of("hoarder", round_of("r8 r9 k2 / y1", "r5 r6 r7", ANY)) == Draw()
    assert laid("hoarder", round_of("r8 r9 / y1", "r5 r6 r7", ANY)) == "r8 r9"


SHARP_RACK = "r12 k12 b12 k1 k2 k4 r1 r3 b2 b3 k10 r10 k13 y13 b9"
"""Three twelves and twelve tiles that go with nothing; one more, and sharp is not patient any longer."""
FAR = " / k3 k5 k7 k9 k11 k13 r9"


def test_sharp_keeps_the_end_of_a_run() -> None:
    state = round_of(f"{SHARP_RACK} y7 {FAR}", "y4 y5 y6", ANY)
    assert laid("steady", state) == "y7 k12 r12 b12"
    assert laid("sharp", state) == "k12 r12 b12"


def test_sharp_keeps_the_fourth_of_a_group() -> None:
    state = round_of(f"{SHARP_RACK} r7 {FAR}", "k7 b7 y7", ANY)
    assert laid("steady", state) == "r7 k12 r12 b12"
    assert laid("sharp", state) == "k12 r12 b12"


def test_sharp_keeps_its_joker() -> None:
    state = round_of(f"{SHARP_RACK} * {FAR}", "k7 b7 y7", ANY)
    assert "*" in laid("steady", state).split()
    assert laid("sharp", state) == "k12 r12 b12"


def test_sharp_is_patient_with_a_small_rack() -> None:
    assert move_of("sharp", round_of(f"r12 k12 b12 k1 r5 {FAR}", "k7 b7 r7", ANY)) == Draw()


def test_sharp_sells_when_an_opponent_is_about_to_go_out() -> None:
    state = round_of("r12 k12 b12 k1 r5 / k2 k3", "k7 b7 r7", ANY)
    assert laid("sharp", state) == "k12 r12 b12"


def test_sharp_times_its_opening() -> None:
    small = round_of(f"r12 k12 b12 k1 r5 {FAR}", "", ANY, opened=False)
    assert move_of("sharp", small) == Draw()
    assert laid("sharp", round_of(f"{SHARP_RACK} r7 {FAR}", "", ANY, opened=False)) == "k12 r12 b12"


def test_sharp_goes_out_in_one_go() -> None:
    assert laid("sharp", round_of(f"r8 r9 r10 {FAR}", "r5 r6 r7", ANY)) == "r8 r9 r10"


def test_sharp_waits_for_the_last_tile_when_nearly_everything_fits() -> None:
    rack = "k1 k2 k3 r1 r2 r3 b1 b2 b3 y1 y2 y3 k10 r10 b10 k11 r11 b11 k13 y7"
    assert move_of("sharp", round_of(f"{rack} / k4 k5 k6 k7", "b5 b6 b7", ANY)) == Draw()
    assert Sharp(near=0).choose(round_of(f"{rack} / k4 k5 k6 k7", "b5 b6 b7", ANY).view(0), AT_WILL) != Draw()


def test_expert_does_not_open_before_it_can_go_out() -> None:
    assert move_of("expert", round_of("r12 k12 b12 k1 / y1 y2", "", ANY, opened=False)) == Draw()
    assert laid("expert", round_of("r12 k12 b12 / y1 y2", "", ANY, opened=False)) == "k12 r12 b12"


def test_expert_does_not_lay_what_lets_the_other_out() -> None:
    """With an empty pool the other rack is known; the dearest play would give the game away."""
    ends = [state for seed in range(2) for state in islice(_ends(f"end {seed}"), 3)]
    assert all(_lets_out(state, "most-value") for state in ends)
    assert not any(_lets_out(state, "expert") for state in ends)


def _ends(seed: str) -> Iterator[State]:
    """The first positions with an empty pool of a round in which both have held everything and cannot go out."""
    state = State.deal(Rules(), 2, seed, starter=0)
    while not state.outcome and (state.pool or state.passes == 0):
        if not state.pool and not can_go_out(state.view(state.turn)):
            yield state
        state = state.apply(make_bot("expert", think=0.1).choose(state.view(state.turn), AT_WILL))


def _lets_out(state: State, bot: str) -> bool:
    after = state.apply(make_bot(bot, think=0.1).choose(state.view(state.turn), AT_WILL))
    return not after.outcome and can_go_out(after.view(after.turn))


def test_where_playing_is_a_duty_sharp_and_expert_lay_the_most_tiles() -> None:
    state = round_of("r8 r9 k2 / y1 y2 y5", "r5 r6 r7", ANY, voluntary_draw=False)
    assert laid("sharp", state) == laid("expert", state) == "r8 r9"


def test_where_playing_is_a_duty_among_four_expert_lays_as_little_as_it_must() -> None:
    state = round_of("r8 r9 k2 / y1 y2 y5 / y8 / k5", "r5 r6 r7", ANY, voluntary_draw=False)
    assert (laid("sharp", state), laid("expert", state)) == ("r8 r9", "r8")


PAIRS = "r1 r1 k3 k3 b9 b9 y4 y6 y8 k12 r5 b2 k7 *"


@pytest.mark.parametrize("bot", ["casual", "steady", "sharp", "expert"])
def test_three_pairs_are_dealt_anew_where_that_may_be_asked_for(bot: str) -> None:
    state = round_of(f"{PAIRS} / k1", "", ANY, "tournament", opened=False)
    assert move_of(bot, state) == Redeal()
    assert move_of(bot, replace(state, rules=replace(state.rules, redeal_doubles=4))) != Redeal()


def test_expert_opens_without_its_joker_where_the_table_must_be_left_alone() -> None:
    state = round_of("r10 k10 b10 r12 k12 * k1 / k2 k3", "", ANY, "tournament", opened=False)
    assert "*" in laid("steady", state).split()
    assert laid("expert", state) == "k10 r10 b10"
    assert move_of("expert", round_of("r12 k12 * k1 / k2 k3", "", ANY, "tournament", opened=False)) == Draw()


@pytest.mark.parametrize("bot", ["novice", "casual", "sharp", "expert", "hoarder"])
def test_who_can_lay_lays_when_the_pool_is_empty(bot: str) -> None:
    assert laid(bot, round_of("r8 k2 b12 / y1 y3", "r5 r6 r7")) == "r8"


@pytest.mark.parametrize("bot", ["sharp", "expert"])
def test_the_last_turn_before_racks_are_counted_is_used_to_sell(bot: str) -> None:
    state = round_of("r12 k12 b12 k1 / y1 y2 y3 y4", "k7 b7 r7", "k3 k4", edition="original_fr")
    assert laid(bot, state) == "k12 r12 b12"


def test_a_bot_sees_nothing_but_its_view() -> None:
    state = round_of("r8 r9 k2 / y1 b4", "r5 r6 r7", "k3 k9")
    other = replace(state, racks=(state.racks[0], bag("k3 k9")), pool=tuple(bag("y1 b4")))
    for bot in ("novice", "casual", "steady", "sharp", "expert", "hoarder"):
        assert move_of(bot, state) == move_of(bot, other)
