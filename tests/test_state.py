"""A round: deal, check, apply, and how it ends."""

from dataclasses import FrozenInstanceError, replace
from random import Random
from typing import Any

import pytest

from openkub.law.moves import Code, Draw, IllegalMove, Pass, Play, Problem, Redeal, TimeOut
from openkub.law.options import RulesError
from openkub.law.rules import EDITIONS
from openkub.law.score import Outcome
from openkub.notation.errors import NotationError
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.play.public import Turn
from openkub.play.shuffle import seed_key, start_draw
from openkub.play.state import State, draws_for_start, sample
from tests.workshop.playing import every_tile
from tests.workshop.positions import bag, refusal, round_of, rules, table, tiles

# The deal


@pytest.mark.parametrize(("seats", "pool"), [(2, 78), (3, 64), (4, 50), (5, 90), (6, 76)])
def test_everybody_gets_14_tiles_and_the_rest_is_the_pool(seats: int, pool: int) -> None:
    """000:72, 001:27, 002:65, 003:59."""
    state = State.deal(rules(), seats, "deal")
    assert [len(rack) for rack in state.racks] == [14] * seats
    assert len(state.pool) == pool
    assert (state.table, state.opened, state.seats) == (table(""), (False,) * seats, seats)
    assert every_tile(state) == rules().kit(seats).bag


def test_the_same_seed_deals_the_same_tiles_and_another_one_others() -> None:
    assert State.deal(rules(), 4, "a") == State.deal(rules(), 4, "a") == State.deal(rules(), 4, seed_key("a"))
    assert State.deal(rules(), 4, "a") != State.deal(rules(), 4, "b")


def test_the_start_is_drawn_for_unless_it_is_known() -> None:
    starters = {State.deal(rules(), 3, f"seed {n}").turn for n in range(30)}
    assert starters == {0, 1, 2}
    for starter in range(3):
        state = State.deal(rules(), 3, "seed", starter=starter)
        assert (state.turn, state.starter) == (starter, starter)


def test_who_starts_does_not_change_the_tiles() -> None:
    assert State.deal(rules(), 3, "seed", starter=1).racks == State.deal(rules(), 3, "seed").racks


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_the_tiles_drawn_for_the_start_are_dealt_like_all_others(edition: str) -> None:
    """000:70, 002:64, 003:58."""
    for seats in range(2, rules(edition).most_players + 1):
        state = State.deal(rules(edition), seats, "start")
        assert every_tile(state) == rules(edition).kit(seats).bag


@pytest.mark.parametrize("starter", [-1, 2, "0"])
def test_a_starter_has_a_seat(starter: int | str) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        State.deal(rules(), 2, "seed", starter=starter)


def test_a_round_is_for_as_many_as_the_rules_say() -> None:
    with pytest.raises(RulesError):
        State.deal(rules("jumbo_de"), 5, "seed")


# Turns


def test_a_play_lays_tiles_opens_and_passes_the_turn_on() -> None:
    before = round_of("r9 r10 r11 k1 / k5", pool="y1", opened=False)
    after = before.apply(Play(table("r9 r10 r11")))
    assert (after.table, after.racks, after.pool) == (table("r9 r10 r11"), (bag("k1"), bag("k5")), tiles("y1"))
    assert (after.opened, after.turn, after.starter) == ((True, False), 1, 0)
    assert after.history == (Turn(0, Play(table("r9 r10 r11"))),)
    assert before.table == table("")


def test_a_draw_takes_the_first_tile_of_the_pool_and_ends_the_turn() -> None:
    """000:80, 001:49, 002:91, 003:67, 004:163."""
    after = round_of("r1 / k5", pool="y1 y2").apply(Draw())
    assert (after.racks, after.pool, after.turn) == ((bag("r1 y1"), bag("k5")), tiles("y2"), 1)
    assert after.history == (Turn(0, Draw(), 1),)


def test_the_turn_goes_round() -> None:
    state = round_of("r1 / k5 / b9", pool="y1 y2 y3 y4")
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state = state.apply(Draw())
    assert turns == [0, 1, 2, 0]


def test_nothing_can_be_drawn_from_an_empty_pool_and_nobody_passes_before() -> None:
    assert round_of("r1 / k5").check(Draw()) == Problem(Code.POOL_EMPTY)
    assert round_of("r1 / k5").check(Pass()) is None
    assert round_of("r1 / k5", pool="y1").check(Pass()) == Problem(Code.POOL_NOT_EMPTY)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    state = round_of("r1 / k5", lies="b1 b2 b3")
    with pytest.raises(IllegalMove, match="not_your_tile") as refused:
        state.apply(Play(table("b1 b2 b3 b4")))
    assert refused.value.problem == refusal(state, "b1 b2 b3 b4")
    assert state == round_of("r1 / k5", lies="b1 b2 b3")


@pytest.mark.parametrize("move", ["lay", None, Draw, 7, table("")])
def test_what_is_no_move_is_refused(move: Table | int | str | type | None) -> None:
    with pytest.raises(NotationError, match="is no move"):
        round_of("r1 / k5").apply(move)


def test_a_state_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        round_of("r1 / k5").turn = 1


# Who can play must, in one edition


def duty(racks: Any, lies: str = "", **more: Any) -> Any:
    """A table at which nobody draws who can play."""
    return round_of(racks, lies, edition="original_es", voluntary_draw=False, **more)


def test_where_playing_is_a_duty_only_who_cannot_play_draws() -> None:
    assert duty("r4 / k5", "r1 r2 r3", pool="y1").check(Draw()) == Problem(Code.MUST_PLAY)
    assert duty("r5 / k5", "r1 r2 r3", pool="y1").check(Draw()) is None


def test_a_play_by_rearranging_is_a_play() -> None:
    can = duty("r6 / k5", "r4 r5 r6 r7 r8", pool="y1")
    assert can.check(Draw()) == Problem(Code.MUST_PLAY)
    assert can.check(Play(table("r4 r5 r6 | r6 r7 r8"))) is None


def test_who_has_not_opened_must_open_if_thirty_are_there() -> None:
    can = duty("r9 r10 r11 / k5", pool="y1", opened=False)
    assert can.check(Draw()) == Problem(Code.MUST_PLAY)
    jokers_count_nothing = duty("r9 r10 * / k5", pool="y1", opened=False)
    assert jokers_count_nothing.check(Draw()) is None
    not_yet = duty("r4 / k5", "r1 r2 r3", pool="y1", opened=False)
    assert not_yet.check(Draw()) is None


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition != "original_fr"])
def test_004_101_165_with_an_empty_pool_only_who_can_lay_nothing_passes(edition: str) -> None:
    assert round_of("r4 / k5", "r1 r2 r3", edition=edition).check(Pass()) == Problem(Code.MUST_PLAY)
    assert round_of("r5 / k5", "r1 r2 r3", edition=edition).check(Pass()) is None
    opens = round_of("r9 r10 r11 / k5", edition=edition, opened=False)
    assert opens.check(Pass()) == Problem(Code.MUST_PLAY)


def test_a_table_may_let_everybody_pass() -> None:
    assert round_of("r4 / k5", "r1 r2 r3", empty_pool_pass="free").check(Pass()) is None


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_in_every_edition_one_may_draw_although_able_to_play(edition: str) -> None:
    """000:80, 002:91, 003:206; 004:137 and 001:202 advise to keep tiles back."""
    assert round_of("r4 / k5", "r1 r2 r3", pool="y1 y2", edition=edition).check(Draw()) is None


def test_004_137_the_joker_may_be_held_back() -> None:
    assert round_of("r1 * / k5", "b4 b5 b6", pool="y1 y2", edition="original_es").check(Draw()) is None


@pytest.mark.parametrize("edition", ["default", "jumbo_de"])
def test_must_play_follows_the_joker_rules_of_the_table(edition: str) -> None:
    """Only splitting a set with a joker would let the 4 in: where that is forbidden, nobody is forced to it."""
    state = round_of("r4 / k5", "r2 r3 r4 r5 *", pool="y1", edition=edition, voluntary_draw=False)
    assert state.check(Draw()) == (Problem(Code.MUST_PLAY) if edition == "default" else None)


# The clock


def test_without_a_clock_time_does_not_run_out() -> None:
    """002 has no time limit."""
    assert round_of("r1 / k5", pool="y1", edition="jumbo_de").check(TimeOut()) == Problem(Code.NO_CLOCK)


def test_a_draft_holds_only_tiles_of_the_table_and_of_the_rack() -> None:
    state = round_of("r1 / k5", "b1 b2 b3", pool="y1")
    assert state.check(TimeOut(table("b1 b2 b3 | k5"))).code is Code.NOT_YOUR_TILE
    assert state.check(TimeOut(table("b1 | r1"))) is None


def test_penalty_tiles_are_drawn_and_what_was_shown_is_known() -> None:
    state = round_of("r1 k9 / k5", "b1 b2 b3", pool="y1 y2 y3 y4")
    after = state.apply(TimeOut(table("b1 b2 b3 | r1")))
    assert (after.table, after.racks[0], after.pool) == (state.table, bag("r1 k9 y1 y2 y3"), tiles("y4"))
    assert (after.turn, after.history[-1].drawn) == (1, 3)
    assert after.shown == (bag("r1"), TileBag())


def test_a_tile_that_was_shown_is_forgotten_when_it_is_played() -> None:
    state = round_of("r4 k9 / k5", "r1 r2 r3", pool="y1 y2 y3 y4 y5")
    state = state.apply(TimeOut(table("r1 r2 r3 | r4 k9"))).apply(Draw())
    assert state.shown[0] == bag("r4 k9")
    assert state.apply(Play(table("r1 r2 r3 r4"))).shown[0] == bag("k9")


@pytest.mark.parametrize(("pool", "drawn"), [("y1 y2", 2), ("", 0)])
def test_a_penalty_takes_what_is_there(pool: str, drawn: int) -> None:
    after = round_of("r1 / k5", "b1 b2 b3", pool=pool).apply(TimeOut(table("b1 b2 b3 | r1")))
    assert (after.history[-1].drawn, after.pool) == (drawn, ())


# How a round ends


def test_an_empty_rack_ends_the_round() -> None:
    """000:21, 001:178, 002:16, 003:24, 004:99."""
    over = round_of("r4 / k5 *", "r1 r2 r3", pool="y1").apply(Play(table("r1 r2 r3 r4")))
    assert over.outcome == Outcome("rack_empty", (0,), (35, -35))
    for move in (Draw(), Pass(), TimeOut(), Play(table("r1 r2 r3 r4"))):
        assert over.check(move) == Problem(Code.ROUND_OVER)


def test_a_time_out_may_end_the_round() -> None:
    over = round_of("r4 / k5", "r1 r2 r3", pool="y1").apply(TimeOut(table("r1 r2 r3 r4")))
    assert over.outcome == Outcome("rack_empty", (0,), (5, -5))


def test_001_186_the_round_ends_when_the_last_tile_is_drawn() -> None:
    over = round_of("r4 / k5", pool="y1", edition="original_fr").apply(Draw())
    assert over.outcome == Outcome("pool_empty", (1,), (-5, 5))  # five points each, but seat 2 holds fewer tiles


def test_004_165_with_an_empty_pool_play_goes_on_until_all_have_passed() -> None:
    state = round_of("r5 / k5 b1 / b9", "r1 r2 r3")
    state = state.apply(Pass()).apply(Pass())
    assert (state.outcome, state.passes) == (None, 2)
    assert state.apply(Pass()).outcome == Outcome("pool_empty", (0,), (15, -6, -9))


def test_a_play_between_the_passes_starts_the_circle_again() -> None:
    state = round_of("k5 b1 / r4 b2 / b9", "r1 r2 r3")
    state = state.apply(Pass()).apply(Play(table("r1 r2 r3 r4"))).apply(Pass()).apply(Pass())
    assert (state.outcome, state.passes) == (None, 2)
    assert state.apply(Pass()).outcome.ended == "pool_empty"


def test_a_time_out_on_an_empty_pool_is_a_pass_of_who_can_lay_nothing() -> None:
    state = round_of("r4 / k5").apply(TimeOut()).apply(TimeOut())
    assert (state.slept, state.outcome.ended) == (False, "pool_empty")


PLAY_ON = [name for name, edition in EDITIONS.items() if edition.pool_empty_rule == "play_on"]
CLOCK = {"time_limit_mode": "optional", "time_limit_s": 60}


@pytest.mark.parametrize("edition", PLAY_ON)
@pytest.mark.parametrize("draft", [None, "k1 k2 k3 | r5 r6 | r7"], ids=["idle", "touched"])
def test_004_101_165_a_time_out_of_who_can_lay_is_no_pass(edition: str, draft: str | None) -> None:
    state = round_of("r8 r1 / r9 r10 k13", "k1 k2 k3 | r5 r6 r7", edition=edition, **CLOCK)
    late = TimeOut() if draft is None else TimeOut(table(draft))
    assert state.check(Pass()) == Problem(Code.MUST_PLAY)
    state = state.apply(late).apply(Pass())
    assert (state.outcome, state.passes, state.circle) == (None, 2, 0)
    laid = state.apply(Play(table("k1 k2 k3 | r5 r6 r7 r8"))).apply(Play(table("k1 k2 k3 | r5 r6 r7 r8 r9 r10")))
    assert (laid.passes, laid.slept, laid.outcome) == (0, False, None)
    assert state.apply(late).apply(Pass()).outcome == Outcome("pool_empty", (0,), (32, -32))


@pytest.mark.parametrize("edition", [name for name in PLAY_ON if EDITIONS[name].most_players > 2])
def test_sleepers_cannot_keep_a_round_alive_for_more_than_two_circles(edition: str) -> None:
    state = round_of("k5 b1 / r4 b2 / b9", "r1 r2 r3", edition=edition, **CLOCK)
    for passes, move in enumerate([Pass(), TimeOut(), Pass(), Pass(), TimeOut()], 1):
        state = state.apply(move)
        assert (state.outcome, state.passes) == (None, passes)
    assert state.apply(Pass()).outcome.ended == "pool_empty"


def test_where_everybody_may_pass_a_time_out_is_a_pass_of_who_can_lay_too() -> None:
    state = round_of("r8 r1 / k13", "r5 r6 r7", empty_pool_pass="free")
    assert state.apply(TimeOut()).apply(Pass()).outcome.ended == "pool_empty"


def test_a_view_does_not_tell_that_a_sleeper_could_lay_until_the_round_goes_on_for_it() -> None:
    state = round_of("r8 r1 / k13", "r5 r6 r7").apply(TimeOut())
    other = round_of("k9 r1 / k13", "r5 r6 r7").apply(TimeOut())
    assert (state.slept, other.slept) == (True, False)
    assert state.view(1) == other.view(1)
    assert State.parse(str(state)) == state
    after = state.apply(Pass())
    assert (after.view(1).slept, after.view(1).circle) == (True, 0)
    assert type(after.view(1)).parse(str(after.view(1))) == after.view(1)
    assert sample(after.view(1), Random(1)).slept


def test_a_sleeper_is_remembered_until_somebody_lays() -> None:
    state = round_of("k5 b1 / r4 b2 / b9", "r1 r2 r3").apply(Pass()).apply(TimeOut()).apply(Pass())
    assert (state.slept, state.apply(Pass()).slept) == (True, True)
    assert not state.apply(Pass()).apply(Play(table("r1 r2 r3 r4"))).slept


def test_who_lays_nothing_draws_as_many_tiles_as_agreed_or_as_there_are() -> None:
    state = round_of("r4 / k5", pool="y1 y2 b9", draw_size=2)
    first = state.apply(Draw())
    assert (first.racks[0], first.history[-1].drawn, len(first.pool)) == (bag("r4 y1 y2"), 2, 1)
    second = first.apply(Draw())
    assert (second.racks[1], second.history[-1].drawn, second.outcome) == (bag("k5 b9"), 1, None)
    late = state.apply(TimeOut())
    assert late.history[-1].drawn == 3


def test_drawing_the_last_tile_is_no_pass() -> None:
    state = round_of("r4 / k5", pool="y1").apply(Draw()).apply(Pass())
    assert (state.outcome, state.passes) == (None, 1)


def test_turns_that_draw_nothing_from_a_full_pool_never_end_the_round_and_still_read_back() -> None:
    state = round_of("r4 / k5", pool="y1", timeout_idle_draw=0)
    for _ in range(5):
        state = state.apply(TimeOut())
    assert (state.outcome, state.passes) == (None, 5)
    assert State.parse(str(state)) == state


# Text, and guesses


def test_a_state_is_text_with_all_that_is_hidden() -> None:
    state = round_of("r1 r2 / / *", "k1 k2 k3", pool="b9 b1")
    assert str(state).startswith("pool: b9 b1\nracks: r1 r2 /  / *\nrules: default\ntable: k1 k2 k3\n")
    assert State.parse(str(state)) == state


def test_a_guess_keeps_the_order_of_turns_and_what_happened() -> None:
    state = State.deal(rules(), 3, "guess").apply(Draw()).apply(Draw())
    guess = sample(state.view(0), Random(1))
    assert (guess.history, guess.turn, guess.starter) == (state.history, state.turn, state.starter)
    assert guess.racks[0] == state.racks[0]
    assert guess.racks[1:] != state.racks[1:]


@pytest.mark.parametrize("odd", [{"opened": [True]}, {"opened": [True, True], "turn": 2}])
def test_a_position_is_made_of_parts_that_fit(odd: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="that does not fit"):
        State.of(rules(), table(""), [TileBag(), TileBag()], **odd)


# A table that cannot be


def test_a_table_that_holds_no_valid_sets_is_refused() -> None:
    """002:97: two tiles can never have lain there."""
    with pytest.raises(ValueError, match=r"set 2 \(b4 b5\) is no valid set: a set has three tiles or more"):
        round_of("b6 / k5", "r1 r2 r3 | b4 b5")
    broken = replace(round_of("b6 / k5"), table=table("b4 b5"))
    assert refusal(broken, "b4 b5 b6") == Problem(Code.INVALID_BEFORE, 0)


# The tournament: a joker each, a new deal, and what it costs not to have opened


def tournament(seed: str = "kitchen", **options: Any) -> Any:
    return State.deal(rules("tournament", **options), 2, seed)


def test_everybody_is_dealt_one_joker_and_thirteen_others() -> None:
    for state in (tournament(), tournament("sofa")):
        assert [(len(rack), rack.count(JOKER)) for rack in state.racks] == [(14, 1), (14, 1)]
        assert JOKER not in state.pool
        assert len(state.pool) == 78


def paired(seats: int = 2, **options: Any) -> Any:
    """A round in which the first to move holds three pairs."""
    for number in range(200):
        state = State.deal(rules("tournament", **options), seats, f"pairs {number}")
        if state.racks[state.turn].pairs >= 3:
            return state
    raise AssertionError("nobody was dealt three pairs")


def test_a_player_dealt_three_pairs_may_ask_for_a_new_deal() -> None:
    state = paired()
    assert state.view(state.turn).may_redeal
    after = state.apply(Redeal())
    assert after.racks != state.racks
    assert [(len(rack), rack.count(JOKER)) for rack in after.racks] == [(14, 1), (14, 1)]
    assert TileBag(after.pool) + TileBag.joined(after.racks) == Kit.OFFICIAL.bag
    assert (after.turn, after.starter) == (state.starter, state.starter)
    assert after.history == (Turn(state.turn, Redeal()),)
    assert after.view(0).turns == ()
    assert State.parse(str(after)) == after


def test_a_new_deal_is_the_same_for_the_same_tiles_and_another_for_others() -> None:
    state = paired()
    assert state.apply(Redeal()) == state.apply(Redeal())
    other = replace(state, pool=(*state.pool[1:], state.pool[0]))
    assert state.apply(Redeal()).racks != other.apply(Redeal()).racks


def test_nobody_asks_for_a_new_deal_once_a_player_has_had_a_turn() -> None:
    state = paired()
    second = replace(state, racks=state.racks[::-1] if state.turn == 0 else state.racks, turn=0, starter=0)
    for move in (Draw(), TimeOut()):
        late = second.apply(move)
        assert late.racks[1].pairs >= 3
        assert late.check(Redeal()) == Problem(Code.NO_REDEAL)
        assert not late.view(1).may_redeal


def test_a_new_deal_is_asked_for_once_before_the_first_turn_with_three_pairs() -> None:
    state = paired()
    assert state.apply(Draw()).apply(Draw()).check(Redeal()) == Problem(Code.NO_REDEAL)
    again = replace(state, history=(Turn(state.turn, Redeal()),))
    assert again.check(Redeal()) == Problem(Code.NO_REDEAL)
    assert not again.view(again.turn).may_redeal
    by_the_other = replace(state, history=(Turn(1 - state.turn, Redeal()),))
    assert by_the_other.check(Redeal()) is None
    assert replace(state, rules=rules()).check(Redeal()) == Problem(Code.NO_REDEAL)
    few = replace(state, racks=(bag("k1 k1 k2 k2 k3 * *"),) * 2)
    assert few.check(Redeal()) == Problem(Code.NO_REDEAL)


def test_nobody_else_learns_who_may_ask() -> None:
    state = paired()
    assert not state.view(None).may_redeal
    hidden = replace(state, racks=tuple(bag("k1") if s == state.turn else r for s, r in enumerate(state.racks)))
    other = 1 - state.turn
    assert state.view(other).may_redeal == hidden.view(other).may_redeal


def test_who_has_not_opened_at_the_end_pays_a_hundred_or_two_if_the_rack_could_have() -> None:
    """Instead of the rack, whatever it holds."""

    def lost(rack: Any) -> Any:
        state = round_of(f"r4 / {rack}", "r1 r2 r3", edition="tournament")
        return replace(state, opened=(True, False)).apply(Play(table("r1 r2 r3 r4"))).outcome.scores

    assert lost("k5 b9") == (100, -100)
    assert lost("k5 b9 *") == (100, -100)
    assert lost("r9 r10 * k1") == (200, -200)


def test_what_who_has_not_opened_would_pay_can_be_asked_before_the_end() -> None:
    state = round_of("r4 / k5 b9", "r1 r2 r3", edition="tournament")
    assert replace(state, opened=(True, False)).unopened_pay == {1: 100}


def test_the_lowest_rack_is_the_one_that_pays_least() -> None:
    state = replace(round_of("k13 b13 / k5 b9", edition="tournament"), opened=(True, False))
    assert state.apply(Pass()).apply(Pass()).outcome == Outcome("pool_empty", (0,), (100, -100))


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_everybody_can_see_what_was_drawn_for_the_start(seed: str) -> None:
    key = seed_key(seed)
    drawn = draws_for_start(rules(), 4, key)
    piles = {seat: [tile for by, tile in drawn if by == seat] for seat in range(4)}
    first = start_draw(range(4), lambda seat: piles[seat].pop(0), redraw_jokers=True)
    assert State.deal(rules(), 4, key).starter == first
    assert not any(piles.values())
