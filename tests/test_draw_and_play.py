"""Draw and play in the same turn: a house rule, off in every edition."""

import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from openkub import EDITIONS, Game, Record, State, View, message, sample, verify
from openkub.law.moves import Code, Draw, Pass, Play, Redeal, TimeOut
from openkub.messages import LANGUAGES
from openkub.play.game import resume
from openkub.play.record import Seed
from openkub.play.rows import rows
from openkub.play.view import OBSERVED
from tests.workshop.positions import bag, round_of

RUN, LONGER = "b4 b5 b6", "b4 b5 b6 b7"


def drawn(racks: str = "k2 / k5", pool: str = "b7 y1 y2 y3 y4", **options: Any) -> State:
    """A turn after its draw, by the first seat: the tile drawn is blue 7."""
    return round_of(racks, RUN, pool, **{"play_after_draw": True, **options}).apply(Draw())


def test_no_edition_has_it() -> None:
    assert not any(rules.play_after_draw for rules in EDITIONS.values())
    state = drawn(play_after_draw=False)
    assert (state.turn, state.has_drawn) == (1, False)


def test_after_the_draw_the_same_seat_goes_on() -> None:
    state = drawn()
    assert (state.turn, state.has_drawn, state.racks[0], state.idle) == (0, True, bag("k2 b7"), Pass())
    assert [str(turn) for turn in state.history] == ["1 draw +1"]


def test_the_drawn_tile_may_be_played_at_once() -> None:
    state = drawn().apply(Play(LONGER))
    assert (state.turn, state.has_drawn, state.racks[0]) == (1, False, bag("k2"))
    assert [str(turn) for turn in state.history] == ["1 draw +1", f"1 play {LONGER}"]


def test_any_other_tile_may_be_played_after_the_draw() -> None:
    state = drawn("b3 k2 / k5", "y9").apply(Play("b3 b4 b5 b6"))
    assert (state.turn, state.racks[0]) == (1, bag("k2 y9"))


def test_001_135_a_tile_just_drawn_replaces_a_joker() -> None:
    state = round_of("k7 k8 k1 / k5", "b3 r3 *", "y3", "original_fr", play_after_draw=True).apply(Draw())
    assert state.check(Play("b3 r3 y3 | k7 k8 *")) is None


def test_or_the_turn_is_ended() -> None:
    state = drawn().apply(Pass())
    assert (state.turn, state.racks[0], state.passes) == (1, bag("k2 b7"), 0)


@pytest.mark.parametrize(("move", "code"), [(Draw(), Code.ALREADY_DRAWN), (Redeal(), Code.NO_REDEAL)])
def test_nothing_is_taken_back_and_no_second_tile_drawn(move: Any, code: Code) -> None:
    assert drawn("k2 k2 / k5", redeal_doubles=1).check(move).code is code


def test_the_refusal_of_a_second_draw_has_a_sentence_in_every_language() -> None:
    problem = drawn().check(Draw())
    assert len({message(problem, language) for language in LANGUAGES}) == len(LANGUAGES)
    assert message(problem, "en") == "You have drawn in this turn already: play, or end the turn."


def test_who_can_play_must_before_the_draw_and_need_not_after_it() -> None:
    able = round_of("b7 / k5", RUN, "y1", play_after_draw=True, voluntary_draw=False)
    assert able.check(Draw()).code is Code.MUST_PLAY
    state = drawn(voluntary_draw=False)
    assert (state.must_lay, state.check(Pass())) == (False, None)


# The end of the round


def test_the_last_tile_of_the_pool_ends_the_round_with_the_turn_and_not_with_the_draw() -> None:
    state = drawn("k2 / k5", "b7", pool_empty_rule="immediate_lowest")
    assert state.outcome is None
    assert str(state.apply(Play(LONGER)).outcome) == "end pool_empty, won by 1, scores 5 -5"
    assert str(state.apply(Pass()).outcome) == "end pool_empty, won by 2, scores -9 9"


def test_the_pass_behind_a_draw_is_none_of_the_circle_of_passes() -> None:
    state = drawn("k2 / k5", "b9").apply(Pass())
    assert (state.outcome, state.passes, state.pool) == (None, 0, ())
    assert state.apply(Pass()).apply(Pass()).outcome.ended == "pool_empty"


def test_with_an_empty_pool_who_has_just_drawn_may_end_the_turn_and_next_time_must_lay() -> None:
    state = drawn("k2 / k5", "b7").apply(Pass()).apply(Pass())
    assert state.check(Pass()).code is Code.MUST_PLAY


def test_who_lays_the_last_tile_after_a_draw_has_won() -> None:
    assert drawn("b8 / k5").apply(Play("b4 b5 b6 b7 b8")).outcome.winners == (0,)


# The clock


def test_a_player_who_has_drawn_pays_nothing_for_a_time_out_without_any_move() -> None:
    for draft in (None, RUN):
        state = drawn(timeout_idle_draw=3).apply(TimeOut(draft))
        assert (state.turn, state.racks[0], state.history[-1].drawn, state.passes) == (1, bag("k2 b7"), 0, 0)


def test_a_legal_draft_counts_as_the_turn_and_another_one_costs_the_penalty() -> None:
    assert drawn().apply(TimeOut(LONGER)).racks[0] == bag("k2")
    late = drawn().apply(TimeOut(f"{LONGER} | k2"))
    assert (late.racks[0], late.shown[0], late.turn) == (bag("k2 b7 y1 y2 y3"), bag("k2 b7"), 1)


def test_without_a_draw_the_clock_costs_what_it_did() -> None:
    state = round_of("k2 / k5", RUN, "b7 y1 y2", play_after_draw=True, timeout_idle_draw=2).apply(TimeOut())
    assert (state.turn, state.racks[0]) == (1, bag("k2 b7 y1"))


# Text, records, views


def test_a_turn_in_the_middle_reads_back() -> None:
    state = drawn()
    assert State.parse(str(state)) == pickle.loads(pickle.dumps(state)) == state
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert View.parse(str(view)) == view
        assert view.has_drawn


def test_others_see_the_draw_at_once_and_the_tile_when_it_is_played() -> None:
    """The law of hidden information: a twin with another tile drawn gives the other seat the same bytes."""
    state, other = (drawn(pool=f"{tile} y1 y2") for tile in ("b7", "r13"))
    for seat in (None, 1):
        assert str(state.view(seat)).encode() == str(other.view(seat)).encode()
        assert state.view(seat).to_array() == other.view(seat).to_array()
    assert (state.view(1).counts, state.view(1).pool, str(state.view(1).history[-1])) == ((2, 1), 2, "1 draw +1")
    assert "b7" not in str(state.view(1))
    assert "b7" in str(state.apply(Play(LONGER)).view(1))


def test_a_guess_in_the_middle_of_a_turn_could_be_the_truth() -> None:
    state = State.deal("default play_after_draw=True", 3, "guess").apply(Draw())
    for seat in (None, 0, 1, 2):
        guess = sample(state.view(seat), Random(1))
        assert (guess.view(seat), guess.has_drawn) == (state.view(seat), True)
        assert guess != state


def test_the_array_of_a_view_tells_that_a_tile_was_drawn() -> None:
    state = State.deal("default play_after_draw=True", 2, "array")
    told = [one.view(one.turn).to_array()[OBSERVED["must_lay"]][0] for one in (state, state.apply(Draw()))]
    assert told == [0, 2]


def played_twice() -> Game:
    game = Game.new("default play_after_draw=True", ["Anna", "Bruno"], "kitchen").draw()
    return game.play("b3 b4 b5 b6 | b11 b12 b13").draw().apply(Pass())


def test_a_record_keeps_draw_and_play_and_reads_back() -> None:
    game = played_twice()
    assert str(game.record).splitlines()[-4:] == ["1 draw", "1 play b3 b4 b5 b6 | b11 b12 b13", "2 draw", "2 pass"]
    assert Record.parse(str(game.record)) == Record.from_json(game.record.to_json()) == game.record
    assert (resume(game.record), verify(game.record)) == (game, None)


def test_a_record_that_ends_between_draw_and_play_is_true_and_goes_on() -> None:
    game = Game.new("default play_after_draw=True", ["Anna", "Bruno"], "kitchen").draw()
    assert resume(Record.parse(str(game.record))).state.has_drawn
    spoilt = str(game.record) + "2 draw\n"
    assert verify(spoilt).message == "it was the turn of seat 1"
    assert verify(str(game.record) + "1 draw\n").problem.code is Code.ALREADY_DRAWN


def test_moves_that_were_judged_before_come_to_the_same_game() -> None:
    game = played_twice()
    again = Game.new("default play_after_draw=True", ["Anna", "Bruno"], "kitchen")
    for _, move in game.record.rounds[0].turns:
        again = again.after(move)
    assert again == game


def test_a_game_can_be_begun_in_the_middle_of_such_a_turn() -> None:
    start = played_twice().state.apply(Draw())
    game = Game.new(start.rules, ["Anna", "Bruno"], "other", start=start)
    assert game.state.has_drawn
    assert resume(Record.parse(str(game.apply(Pass()).record))).state.turn == 1


def test_a_seat_can_draw_from_its_own_pile_and_play() -> None:
    game = Game.new("default play_after_draw=True", ["Anna", "Bruno"], Seed("kitchen", piles=True))
    own = game.piles.piles[0][0]
    after = game.draw()
    assert after.state.racks[0] == game.state.racks[0].with_one(own)
    assert verify(after.apply(Pass()).draw().record) is None


def test_the_table_of_figures_has_a_row_for_the_draw_and_one_for_the_play() -> None:
    told = [(row.seat, row.move, row.count, row.drawn, row.rack) for row in rows(played_twice().record)]
    assert told == [(0, "draw", 0, 1, 15), (0, "play", 7, 0, 8), (1, "draw", 0, 1, 15), (1, "pass", 0, 0, 15)]


def test_a_whole_game_of_draws_and_plays_is_true() -> None:
    """The page replays the same file; the last tiles of both pools were drawn in turns that went on."""
    text = (Path(__file__).parent / "data" / "draw_and_play.kub").read_text(encoding="utf-8")
    assert verify(text) is None
    assert [round_.outcome.ended for round_ in Record.parse(text).rounds] == ["pool_empty", "pool_empty"]
