"""A round: deal, check, apply, and how it ends."""

from dataclasses import FrozenInstanceError
from random import Random

import pytest
from tests.playing import every_tile
from tests.positions import bag, refusal, round_of, rules, table, tiles

from openkub.moves import Code, Draw, IllegalMove, Pass, Play, Problem, TimeOut
from openkub.rules import RulesError
from openkub.score import Outcome
from openkub.shuffle import seed_key
from openkub.state import State, sample
from openkub.tiles import NotationError, TileBag
from openkub.view import Turn

# The deal


@pytest.mark.parametrize(("seats", "pool"), [(2, 78), (3, 64), (4, 50), (5, 90), (6, 76)])
def test_everybody_gets_14_tiles_and_the_rest_is_the_pool(seats, pool):
    """000:72, 001:27, 002:65, 003:59."""
    state = State.deal(rules(), seats, "deal")
    assert [len(rack) for rack in state.racks] == [14] * seats
    assert len(state.pool) == pool
    assert (state.table, state.opened, state.seats) == (table(""), (False,) * seats, seats)
    assert every_tile(state) == rules().kit(seats).bag


def test_the_same_seed_deals_the_same_tiles_and_another_one_others():
    assert State.deal(rules(), 4, "a") == State.deal(rules(), 4, "a") == State.deal(rules(), 4, seed_key("a"))
    assert State.deal(rules(), 4, "a") != State.deal(rules(), 4, "b")


def test_the_start_is_drawn_for_unless_it_is_known():
    starters = {State.deal(rules(), 3, f"seed {n}").turn for n in range(30)}
    assert starters == {0, 1, 2}
    for starter in range(3):
        state = State.deal(rules(), 3, "seed", starter=starter)
        assert (state.turn, state.starter) == (starter, starter)


def test_who_starts_does_not_change_the_tiles():
    assert State.deal(rules(), 3, "seed", starter=1).racks == State.deal(rules(), 3, "seed").racks


@pytest.mark.parametrize("starter", [-1, 2, "0"])
def test_a_starter_has_a_seat(starter):
    with pytest.raises(ValueError, match="there is no seat"):
        State.deal(rules(), 2, "seed", starter=starter)


def test_a_round_is_for_as_many_as_the_rules_say():
    with pytest.raises(RulesError):
        State.deal(rules("jumbo_de"), 5, "seed")


# Turns


def test_a_play_lays_tiles_opens_and_passes_the_turn_on():
    before = round_of("r9 r10 r11 k1 / k5", pool="y1", opened=False)
    after = before.apply(Play(table("r9 r10 r11")))
    assert (after.table, after.racks, after.pool) == (table("r9 r10 r11"), (bag("k1"), bag("k5")), tiles("y1"))
    assert (after.opened, after.turn, after.starter) == ((True, False), 1, 0)
    assert after.history == (Turn(0, Play(table("r9 r10 r11"))),)
    assert before.table == table("")


def test_a_draw_takes_the_first_tile_of_the_pool_and_ends_the_turn():
    """000:80, 001:49, 002:91, 003:67, 004:163."""
    after = round_of("r1 / k5", pool="y1 y2").apply(Draw())
    assert (after.racks, after.pool, after.turn) == ((bag("r1 y1"), bag("k5")), tiles("y2"), 1)
    assert after.history == (Turn(0, Draw(), 1),)


def test_the_turn_goes_round():
    state = round_of("r1 / k5 / b9", pool="y1 y2 y3 y4")
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state = state.apply(Draw())
    assert turns == [0, 1, 2, 0]


def test_nothing_can_be_drawn_from_an_empty_pool_and_nobody_passes_before():
    assert round_of("r1 / k5").check(Draw()) == Problem(Code.POOL_EMPTY)
    assert round_of("r1 / k5").check(Pass()) is None
    assert round_of("r1 / k5", pool="y1").check(Pass()) == Problem(Code.POOL_NOT_EMPTY)


def test_an_illegal_move_is_refused_and_changes_nothing():
    state = round_of("r1 / k5", lies="b1 b2 b3")
    with pytest.raises(IllegalMove, match="not_your_tile") as refused:
        state.apply(Play(table("b1 b2 b3 b4")))
    assert refused.value.problem == refusal(state, "b1 b2 b3 b4")
    assert state == round_of("r1 / k5", lies="b1 b2 b3")


@pytest.mark.parametrize("move", ["draw", None, Draw, 7, table("")])
def test_what_is_no_move_is_refused(move):
    with pytest.raises(NotationError, match="is no move"):
        round_of("r1 / k5").apply(move)


def test_a_state_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        round_of("r1 / k5").turn = 1


# Who can play must, in one edition


def test_004_163_only_who_cannot_play_draws():
    can = round_of("r4 / k5", "r1 r2 r3", pool="y1", edition="original_es")
    assert can.check(Draw()) == Problem(Code.MUST_PLAY)
    cannot = round_of("r5 / k5", "r1 r2 r3", pool="y1", edition="original_es")
    assert cannot.check(Draw()) is None


def test_004_163_a_play_by_rearranging_is_a_play():
    can = round_of("r6 / k5", "r4 r5 r6 r7 r8", pool="y1", edition="original_es")
    assert can.check(Draw()) == Problem(Code.MUST_PLAY)
    assert can.check(Play(table("r4 r5 r6 | r6 r7 r8"))) is None


def test_004_163_who_has_not_opened_must_open_if_thirty_are_there():
    can = round_of("r9 r10 r11 / k5", pool="y1", edition="original_es", opened=False)
    assert can.check(Draw()) == Problem(Code.MUST_PLAY)
    jokers_count_nothing = round_of("r9 r10 * / k5", pool="y1", edition="original_es", opened=False)
    assert jokers_count_nothing.check(Draw()) is None
    not_yet = round_of("r4 / k5", "r1 r2 r3", pool="y1", edition="original_es", opened=False)
    assert not_yet.check(Draw()) is None


def test_004_163_the_same_holds_for_passing():
    assert round_of("r4 / k5", "r1 r2 r3", edition="original_es").check(Pass()) == Problem(Code.MUST_PLAY)
    assert round_of("r5 / k5", "r1 r2 r3", edition="original_es").check(Pass()) is None


@pytest.mark.parametrize("edition", ["default", "sabra6", "sabra_xxl", "original_fr", "jumbo_de"])
def test_elsewhere_one_may_draw_although_able_to_play(edition):
    """000:80, 002:91, 003:206."""
    assert round_of("r4 / k5", "r1 r2 r3", pool="y1 y2", edition=edition).check(Draw()) is None


@pytest.mark.parametrize("edition", ["default", "jumbo_de"])
def test_must_play_follows_the_joker_rules_of_the_table(edition):
    """Only splitting a set with a joker would let the 4 in: where that is forbidden, nobody is forced to it."""
    state = round_of("r4 / k5", "r2 r3 r4 r5 *", pool="y1", edition=edition, voluntary_draw=False)
    assert state.check(Draw()) == (Problem(Code.MUST_PLAY) if edition == "default" else None)


# The clock


def test_without_a_clock_time_does_not_run_out():
    """002 has no time limit."""
    assert round_of("r1 / k5", pool="y1", edition="jumbo_de").check(TimeOut()) == Problem(Code.NO_CLOCK)


def test_a_draft_holds_only_tiles_of_the_table_and_of_the_rack():
    state = round_of("r1 / k5", "b1 b2 b3", pool="y1")
    assert state.check(TimeOut(table("b1 b2 b3 | k5"))).code is Code.NOT_YOUR_TILE
    assert state.check(TimeOut(table("b1 | r1"))) is None


def test_penalty_tiles_are_drawn_and_what_was_shown_is_known():
    state = round_of("r1 k9 / k5", "b1 b2 b3", pool="y1 y2 y3 y4")
    after = state.apply(TimeOut(table("b1 b2 b3 | r1")))
    assert (after.table, after.racks[0], after.pool) == (state.table, bag("r1 k9 y1 y2 y3"), tiles("y4"))
    assert (after.turn, after.history[-1].drawn) == (1, 3)
    assert after.shown == (bag("r1"), TileBag())


def test_a_tile_that_was_shown_is_forgotten_when_it_is_played():
    state = round_of("r4 k9 / k5", "r1 r2 r3", pool="y1 y2 y3 y4 y5")
    state = state.apply(TimeOut(table("r1 r2 r3 | r4 k9"))).apply(Draw())
    assert state.shown[0] == bag("r4 k9")
    assert state.apply(Play(table("r1 r2 r3 r4"))).shown[0] == bag("k9")


@pytest.mark.parametrize(("pool", "drawn"), [("y1 y2", 2), ("", 0)])
def test_a_penalty_takes_what_is_there(pool, drawn):
    after = round_of("r1 / k5", "b1 b2 b3", pool=pool).apply(TimeOut(table("b1 b2 b3 | r1")))
    assert (after.history[-1].drawn, after.pool) == (drawn, ())


# How a round ends


def test_an_empty_rack_ends_the_round():
    """000:21, 001:178, 002:16, 003:24, 004:99."""
    over = round_of("r4 / k5 *", "r1 r2 r3", pool="y1").apply(Play(table("r1 r2 r3 r4")))
    assert over.outcome == Outcome("rack_empty", (0,), (35, -35))
    for move in (Draw(), Pass(), TimeOut(), Play(table("r1 r2 r3 r4"))):
        assert over.check(move) == Problem(Code.ROUND_OVER)


def test_a_time_out_may_end_the_round():
    over = round_of("r4 / k5", "r1 r2 r3", pool="y1").apply(TimeOut(table("r1 r2 r3 r4")))
    assert over.outcome == Outcome("rack_empty", (0,), (5, -5))


def test_001_186_the_round_ends_when_the_last_tile_is_drawn():
    over = round_of("r4 / k5", pool="y1", edition="original_fr").apply(Draw())
    assert over.outcome == Outcome("pool_empty", (1,), (-5, 5))  # five points each, but seat 2 holds fewer tiles


def test_004_165_with_an_empty_pool_play_goes_on_until_all_have_passed():
    state = round_of("r4 / k5 / b9", "r1 r2 r3")
    state = state.apply(Pass()).apply(Pass())
    assert (state.outcome, state.passes) == (None, 2)
    assert state.apply(Pass()).outcome == Outcome("pool_empty", (0,), (14, -5, -9))


def test_a_play_between_the_passes_starts_the_circle_again():
    state = round_of("k5 b1 / r4 b2 / b9", "r1 r2 r3")
    state = state.apply(Pass()).apply(Play(table("r1 r2 r3 r4"))).apply(Pass()).apply(Pass())
    assert (state.outcome, state.passes) == (None, 2)
    assert state.apply(Pass()).outcome.ended == "pool_empty"


def test_a_time_out_on_an_empty_pool_is_a_pass():
    state = round_of("r4 / k5").apply(TimeOut()).apply(TimeOut())
    assert state.outcome.ended == "pool_empty"


def test_drawing_the_last_tile_is_no_pass():
    state = round_of("r4 / k5", pool="y1").apply(Draw()).apply(Pass())
    assert (state.outcome, state.passes) == (None, 1)


def test_turns_that_draw_nothing_from_a_full_pool_never_end_the_round_and_still_read_back():
    state = round_of("r4 / k5", pool="y1", timeout_idle_draw=0)
    for _ in range(5):
        state = state.apply(TimeOut())
    assert (state.outcome, state.passes) == (None, 5)
    assert State.parse(str(state)) == state


# Text, and guesses


def test_a_state_is_text_with_all_that_is_hidden():
    state = round_of("r1 r2 / / *", "k1 k2 k3", pool="b9 b1")
    assert str(state).startswith("pool: b9 b1\nracks: r1 r2 /  / *\nrules: default\ntable: k1 k2 k3\n")
    assert State.parse(str(state)) == state


def test_a_guess_keeps_the_order_of_turns_and_what_happened():
    state = State.deal(rules(), 3, "guess").apply(Draw()).apply(Draw())
    guess = sample(state.view(0), Random(1))
    assert (guess.history, guess.turn, guess.starter) == (state.history, state.turn, state.starter)
    assert guess.racks[0] == state.racks[0]
    assert guess.racks[1:] != state.racks[1:]


@pytest.mark.parametrize("odd", [{"opened": [True]}, {"opened": [True, True], "turn": 2}])
def test_a_position_is_made_of_parts_that_fit(odd):
    with pytest.raises(ValueError, match="that does not fit"):
        State.of(rules(), table(""), [TileBag(), TileBag()], **odd)
