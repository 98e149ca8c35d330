"""Guesses at hidden racks fit what their owners could not lay."""

from dataclasses import replace
from random import Random

from openkub.bots.beliefs import Beliefs, Evidence, evidence
from openkub.bots.rollout import Ground, lay_most, play_out, scene_of
from openkub.law.moves import Draw, Move, Pass, Redeal
from openkub.play.public import Turn
from openkub.play.view import View
from openkub.solver.fast import NONE, Counts
from tests.workshop.positions import bag, round_of


def seen(move: Move, **options: object) -> View:
    """What the first of two sees after a turn of the other; much would fit the table."""
    state = round_of("k1 k3 / y1 y9 b11 b13", "r5 r6 r7 r8 | k9 r9 b9", "k5 k6", **options)  # type: ignore[arg-type]
    return replace(state.view(0), history=(Turn(1, move, int(move == Draw())),))


def told(move: Move, **options: object) -> Evidence | None:
    """What that turn gives away to the other player."""
    view = seen(move, **options)
    return evidence(view, Ground.of(view.rules), 1)


def test_a_pass_with_an_empty_pool_says_that_nothing_could_be_laid() -> None:
    assert told(Pass()) is not None
    assert told(Pass(), empty_pool_pass="free") is None


def test_a_draw_tells_only_where_playing_is_a_duty() -> None:
    assert told(Draw(), voluntary_draw=False) == Evidence(NONE, drawn=1)
    assert told(Draw()) is None


def test_what_was_before_a_new_deal_tells_nothing() -> None:
    view = replace(seen(Pass()), history=(Turn(1, Pass()), Turn(0, Redeal())))
    assert evidence(view, Ground.of(view.rules), 1) is None


def test_guesses_are_repaired_until_nothing_of_them_could_have_been_laid() -> None:
    view = seen(Pass())
    ground, chance = Ground.of(view.rules), Random(1)
    lies = Counts.of(view.table.bag)
    beliefs = Beliefs(view, ground, repairs=50)
    beliefs.evidence = {1: Evidence(lies, drawn=0)}
    racks = [beliefs.guess(chance)[0][1] for _ in range(100)]
    assert not any(lay_most(ground, lies, rack, opened=True) for rack in racks)
    careless = Beliefs(view, ground, repairs=0)
    assert any(lay_most(ground, lies, careless.guess(chance)[0][1], opened=True) for _ in range(100))


def test_a_guess_deals_out_all_unseen_tiles() -> None:
    view = seen(Pass())
    racks, pool = Beliefs(view, Ground.of(view.rules), repairs=12).guess(Random(2))
    assert Counts.joined([racks[1], *pool]).bag == view.unseen
    assert racks[1].size == view.counts[1]


def test_the_pass_that_ends_a_turn_with_a_draw_tells_what_the_draw_does() -> None:
    history = (Turn(1, Draw(), 1), Turn(1, Pass()))
    for duty, found in ((False, Evidence(NONE, drawn=1)), (True, None)):
        view = replace(seen(Pass(), play_after_draw=True, voluntary_draw=duty), history=history)
        assert evidence(view, Ground.of(view.rules), 1) == found


def test_in_thought_who_has_drawn_lays_what_fits_and_the_last_tile_ends_nothing_before_that() -> None:
    state = round_of("k1 / y9 y13", "r5 r6 r7", "r8", play_after_draw=True, pool_empty_rule="immediate_lowest")
    for view in (state.view(0), state.apply(Draw()).view(0)):
        racks = [Counts.of(rack) for rack in (state.racks if not view.has_drawn else state.apply(Draw()).racks)]
        pool = [Counts.of(bag("r8"))] if view.pool else []
        scene = scene_of(view, racks, pool)
        play_out(Ground.of(view.rules), scene)
        assert (scene.racks[0], scene.turn) == (Counts.of(bag("k1")), 1)
