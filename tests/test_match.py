"""Several rounds and their score sheet."""

from typing import Any

import pytest

from openkub.law.options import RulesError
from openkub.law.score import Outcome
from openkub.play.match import Match
from openkub.play.shuffle import round_key, seed_key
from openkub.play.state import State
from tests.workshop.positions import rules

KEY = seed_key("match")


def sheet(*lines: Any, **options: Any) -> Any:
    """A match with these rounds, given as `scores` of every seat; the best score has won."""
    match = Match(rules(**options), len(lines[0]))
    for scores in lines:
        match = match.record(Outcome("rack_empty", (scores.index(max(scores)),), scores))
    return match


@pytest.mark.parametrize(
    ("lines", "totals", "ranking"),
    [
        # 000:27-33: A has won
        ([(24, -5, -16, -3), (-6, -11, 22, -5)], (18, -16, 6, -8), ((0,), (2,), (3,), (1,))),
        # 001:190-196, 004:105-109: D has won
        ([(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)], (-14, -29, 4, 39), ((3,), (2,), (0,), (1,))),
        # 002:22-26: C is best although A won two games
        ([(-21, -5, 29, -3), (25, -15, -9, -1), (10, -1, -3, -6)], (14, -21, 17, -10), ((2,), (0,), (3,), (1,))),
    ],
    ids=["000", "001 and 004", "002"],
)
def test_the_examples_of_the_leaflets_add_up(
    lines: list[tuple[int, ...]], totals: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    match = sheet(*lines)
    assert (match.totals, match.ranking) == (totals, ranking)


def test_a_match_may_be_won_by_most_rounds_where_the_total_decides_a_tie() -> None:
    lines = (50, -50, 0), (-20, 30, -10), (-10, 30, -20), (-5, 5, 0)
    assert sheet(*lines, rounds=None).ranking == ((0, 1), (2,))
    assert sheet(*lines, rounds=None, match_winner="rounds_won").ranking == ((1,), (0,), (2,))
    tie = sheet((50, -50), (-20, 20), rounds=2, match_winner="rounds_won")
    assert (tie.wins, tie.ranking) == ((1, 1), ((0,), (1,)))
    even = sheet((20, -20), (-20, 20), rounds=2, match_winner="rounds_won")
    assert even.ranking == ((0, 1),)


def test_a_round_that_is_shared_is_won_by_all_who_share_it() -> None:
    match = Match(rules(match_winner="rounds_won"), 3).record(Outcome("pool_empty", (0, 2), (5, -10, 5)))
    assert match.wins == (1, 0, 1)


def test_a_match_may_end_with_an_agreed_total() -> None:
    match = sheet((60, -60), (-30, 30), rounds=None, match_points=100)
    assert not match.over
    assert match.record(Outcome("rack_empty", (0,), (70, -70))).over
    assert sheet((5, -5), (5, -5), rounds=2, match_points=100).over
    with pytest.raises(ValueError, match="the match is over"):
        sheet((100, -100), match_points=100).deal(KEY)


def test_equal_totals_share_a_place() -> None:
    assert sheet((5, -5, 0), (-5, 5, 0)).ranking == ((0, 1, 2),)
    assert sheet((10, -5, -5)).ranking == ((0,), (1, 2))


def test_a_match_ends_after_the_agreed_rounds() -> None:
    match = sheet((5, -5), rounds=2)
    assert not match.over
    match = match.record(Outcome("rack_empty", (0,), (1, -1)))
    assert match.over
    with pytest.raises(ValueError, match="the match is over"):
        match.deal(KEY)
    with pytest.raises(ValueError, match="the match is over"):
        match.record(Outcome("rack_empty", (0,), (1, -1)))


def test_a_match_may_go_on_until_somebody_stops_it() -> None:
    """004:133."""
    match = sheet(*[(5, -5)] * 20, rounds=None)
    assert not match.over
    assert match.stop().over
    assert match.stop().totals == (100, -100)


@pytest.mark.parametrize("scores", [(5, -4), (0, 1), (5, -5, 0), (0,)])
def test_a_line_that_does_not_sum_to_zero_or_has_another_length_is_refused(scores: tuple[int, ...]) -> None:
    """001:184."""
    with pytest.raises(ValueError, match="must sum to zero"):
        Match(rules(), 2).record(Outcome("rack_empty", (0,), scores))


def test_a_match_is_for_as_many_as_the_rules_say() -> None:
    with pytest.raises(RulesError):
        Match(rules("jumbo_de"), 5)


def test_every_round_has_a_key_of_its_own() -> None:
    match = Match(rules(), 2)
    assert match.deal(KEY) == State.deal(rules(), 2, round_key(KEY, 1))
    assert sheet((5, -5)).deal(KEY) == State.deal(rules(), 2, round_key(KEY, 2))


def test_the_next_round_is_drawn_for() -> None:
    assert {sheet(*[(5, -5)] * n, rounds=99).deal(KEY).turn for n in range(1, 12)} == {0, 1}


def test_the_next_round_may_be_begun_by_the_winner() -> None:
    assert sheet((-5, 10, -5), next_starter="winner").deal(KEY).turn == 1
    tie = Match(rules(next_starter="winner"), 3).record(Outcome("pool_empty", (1, 2), (-4, 2, 2)))
    assert tie.deal(KEY).turn == 1


def test_the_next_round_may_be_begun_by_the_next_seat() -> None:
    match = Match(rules(next_starter="rotation", rounds=None), 3)
    starters = []
    for _ in range(4):
        state = match.deal(KEY)
        starters.append(state.turn)
        match = match.record(Outcome("rack_empty", (0,), (2, -1, -1)), state.starter)
    first = starters[0]
    assert starters == [first, (first + 1) % 3, (first + 2) % 3, first]


def test_the_first_round_is_always_drawn_for() -> None:
    assert Match(rules(next_starter="winner"), 2).deal(KEY) == State.deal(
        rules(next_starter="winner"), 2, round_key(KEY, 1)
    )
