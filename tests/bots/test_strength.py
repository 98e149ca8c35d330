"""Rough strength: each level against the one below, on few deals with fixed seeds and a wide margin."""

from dataclasses import replace

import pytest

from openkub.bots import Clock, make_bot
from openkub.law.rules import EDITIONS, Rules
from openkub.play.state import State

pytestmark = pytest.mark.heavy

AT_WILL = EDITIONS["default"]
A_DUTY = replace(AT_WILL, voluntary_draw=False)


def wins(bot: str, other: str, rules: Rules, deals: int) -> float:
    """The share of games of two that a bot wins."""
    return figures(bot, other, rules, deals)[0]


def figures(bot: str, other: str, rules: Rules, deals: int) -> tuple[float, float]:
    """A bot's share of wins and its points a game of two, each deal played from both seats."""
    won = points = 0.0
    for deal in range(deals):
        for seat in (0, 1):
            players = [make_bot(name, deal, think=0.05) for name in ((bot, other) if seat == 0 else (other, bot))]
            state = State.deal(rules, 2, f"strength {deal}", starter=0)
            while not state.outcome:
                state = state.apply(players[state.turn].choose(state.view(state.turn), Clock(None)))
            won += (seat in state.outcome.winners) / len(state.outcome.winners)
            points += state.outcome.scores[seat]
    return won / (2 * deals), points / (2 * deals)


@pytest.mark.parametrize(
    ("bot", "other", "deals"),
    [("casual", "novice", 6), ("steady", "casual", 10), ("sharp", "steady", 30), ("expert", "sharp", 10)],
)
def test_each_level_beats_the_one_below_where_drawing_is_voluntary(bot: str, other: str, deals: int) -> None:
    assert wins(bot, other, AT_WILL, deals) > 0.6


def test_expert_beats_the_hoarder() -> None:
    assert wins("expert", "hoarder", AT_WILL, 4) > 0.6


@pytest.mark.parametrize("other", ["steady", "sharp", "hoarder"])
def test_expert_wins_tournaments_by_points(other: str) -> None:
    share, points = figures("expert", other, EDITIONS["tournament"], 6)
    assert share > 0.6
    assert points > 5


@pytest.mark.parametrize(("bot", "other"), [("casual", "novice"), ("steady", "casual")])
def test_the_lower_levels_keep_their_order_where_playing_is_a_duty(bot: str, other: str) -> None:
    assert wins(bot, other, A_DUTY, 20) > 0.55


def test_the_same_seeds_give_the_same_result() -> None:
    assert wins("sharp", "novice", AT_WILL, 3) == wins("sharp", "novice", AT_WILL, 3)
