"""No joker of the rack in the turn of the opening: every question about such a turn leaves the rack's jokers out."""

from random import Random

import pytest

from openkub.bots import BOTS, Clock, make_bot
from openkub.law.moves import Code
from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER
from openkub.play.state import State
from openkub.solver import any_play, best, best_opening, can_go_out, can_play, frontier, hint, mask, place, plays
from openkub.solver.openings import opening_points

FORBIDDEN = [f"{edition} opening_joker=forbidden" for edition in EDITIONS]


@pytest.mark.parametrize("rules", FORBIDDEN)
def test_all_answers_leave_the_joker_on_the_rack(rules: str) -> None:
    here = Position(rules, "", "k9 k10 k11 r5 *", opened=False)
    answers = [best(here), best(here, "value"), best(here, "fewest"), best_opening(here), *frontier(here).values()]
    assert {str(answer.laid) for answer in answers if answer} == {"k9 k10 k11"}
    assert all(answers)
    assert can_play(here)
    assert str(any_play(here)) == "play k9 k10 k11"
    assert [str(tiles) for tiles in plays(here)] == ["k9 k10 k11"]
    told = hint(here, 3)
    assert told is not None
    assert str(told.laid) == "k9 k10 k11"
    assert opening_points(here.rules, here.rack) == 30


@pytest.mark.parametrize("rules", FORBIDDEN)
def test_a_rack_that_needs_its_joker_cannot_open(rules: str) -> None:
    here = Position(rules, "", "r10 r11 * k1", opened=False)
    assert not can_play(here)
    assert (best(here), any_play(here), list(plays(here)), frontier(here)) == (None, None, [], {})
    assert Position(rules, "", "r10 r11 * k1", opened=True).layable.rack == here.rack


def test_tiles_with_a_joker_are_no_play() -> None:
    here = Position("default opening_joker=forbidden", "", "k9 k10 k11 *", opened=False)
    assert place(here, "k9 k10 k11 *") is None
    assert not can_go_out(here)
    assert (mask(here, "*").tiles, mask(here, "*").is_play) == (mask(here, "k9 *").tiles, False)
    assert not mask(here, "*").tiles
    assert list(plays(here, holding="*")) == []
    opened = Position("default opening_joker=forbidden", "", "k9 k10 k11 *", opened=True)
    assert can_go_out(opened)
    assert list(plays(opened, opening=True)) == list(plays(here))


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_opens_without_a_joker(bot: str) -> None:
    player = make_bot(bot, 7, 0.02)
    state = State.deal(Rules.parse("default opening_joker=forbidden deal_jokers=1 draw_size=3"), 2, "jokers")
    while not all(state.opened):
        state = state.apply(player.choose(state.view(state.turn), Clock(0.02)))  # a joker would be refused
    assert all(JOKER in rack or JOKER in state.table.bag for rack in state.racks)


def test_the_referee_refuses_each_opening_with_a_joker_of_the_rack_and_no_other() -> None:
    rng = Random("opening joker")
    rules, free = Rules.parse("default opening_joker=forbidden"), Rules.parse("default")
    for number in range(15):
        state = State.deal(free, 2, f"{rng.random()} {number}")
        rack = state.racks[0].with_one(JOKER) if JOKER not in state.racks[0] else state.racks[0]
        for tiles in [*plays(Position(free, Table(), rack, opened=False), at_most=5)][:20]:
            found = place(Position(free, Table(), rack, opened=False), tiles)
            assert found is not None
            problem = Position(rules, Table(), rack, opened=False).play_problem(found.table)
            assert (problem is not None and problem.code == Code.OPENING_JOKER) == (JOKER in tiles)
