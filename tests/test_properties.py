"""What holds for every value and every game."""

import pickle
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openkub.law.moves import IllegalMove, Move
from openkub.law.rules import Rules
from openkub.law.score import Outcome, ran_dry, went_out
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TILES, Tile, TileBag
from openkub.play.public import Turn
from openkub.play.record import Record
from openkub.play.state import State, sample
from openkub.play.view import View
from tests.workshop import strategies as some
from tests.workshop.playing import TABLES, any_move, every_tile, game
from tests.workshop.positions import bag, rules

# What is written reads back


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_reads_back(tile: Tile) -> None:
    assert Tile(str(tile)) is Tile.parse(str(tile)) is tile
    assert pickle.loads(pickle.dumps(tile)) is tile


@given(some.bags)
def test_a_bag_reads_back(tiles: Any) -> None:
    assert TileBag.parse(str(tiles)) == TileBag.from_bits(tiles.bits) == pickle.loads(pickle.dumps(tiles)) == tiles
    assert eval(repr(tiles)) == tiles


@given(some.tables)
def test_sets_and_tables_read_back(table: Any) -> None:
    assert Table.parse(str(table)) == pickle.loads(pickle.dumps(table)) == table
    assert [Meld.parse(str(meld)) for meld in table] == list(table)


@given(some.rules())
def test_rules_read_back(some_rules: Any) -> None:
    assert Rules.parse(str(some_rules)) == some_rules


@given(some.moves)
def test_a_move_reads_back(move: Any) -> None:
    assert Move.parse(str(move)) == move


@given(some.turns)
def test_a_turn_reads_back(turn: Any) -> None:
    assert Turn.parse(str(turn)) == turn


@given(some.outcomes())
def test_the_end_of_a_round_reads_back(outcome: Any) -> None:
    assert Outcome.parse(str(outcome), len(outcome.scores)) == outcome


@settings(max_examples=40)
@given(some.records())
def test_a_record_reads_back_from_its_text_and_from_its_json_twin(record: Any) -> None:
    assert Record.parse(str(record)) == Record.from_json(record.to_json()) == record


@settings(max_examples=25)
@given(some.states())
def test_a_round_and_every_view_of_it_read_back(state: Any) -> None:
    assert State.parse(str(state)) == pickle.loads(pickle.dumps(state)) == state
    for view in views(state):
        assert View.parse(str(view)) == view


# Bags are multisets


@given(some.bags, some.bags, st.sampled_from(TILES))
def test_a_bag_does_what_a_counter_does(one: Any, other: Any, tile: Any) -> None:
    left, right = Counter(one), Counter(other)
    assert (len(one), one.count(tile), tile in one) == (left.total(), left[tile], left[tile] > 0)
    assert set(one.kinds()) == set(left)
    assert (one <= other, one == other) == (left <= right, left == right)
    assert Counter(one.minus(other)) == left - right
    assert one.points(25) == sum((25 if t.is_joker else t.number) * n for t, n in left.items())
    assert list(one) == sorted(left.elements())
    if max((left + right).values(), default=0) <= 7:
        assert Counter(one + other) == Counter(TileBag.joined([one, other])) == left + right
        assert (one + other) - other == one
        assert len({one + other, other + one}) == 1
        assert Counter(one | other) == left | right


# No tile is ever lost


@settings(max_examples=15)
@given(st.sampled_from(TABLES), st.integers(0, 2**32))
def test_every_move_is_refused_or_keeps_all_tiles_and_changes_nothing_it_should_not(table: Any, seed: Any) -> None:
    rng = Random(seed)
    kit = table[0].kit(table[1]).bag
    for state in game(*table, rng, 30 if table[0].voluntary_draw else 6):
        assert every_tile(state) == kit
        assert state.table.first_invalid is None
        assert all(shown <= rack for shown, rack in zip(state.shown, state.racks, strict=True))
        for move in (any_move(state, rng) for _ in range(2)):
            was, problem = str(state), state.check(move)
            if problem:
                with pytest.raises(IllegalMove) as refused:
                    state.apply(move)
                assert refused.value.problem == problem
            else:
                after = state.apply(move)
                assert every_tile(after) == kit
                assert after.history[:-1] == state.history
            assert str(state) == was


# Scores


@given(some.rules(), st.lists(some.bags, min_size=2, max_size=6), st.data())
def test_scores_sum_to_zero_and_winners_do_not_lose(some_rules: Any, racks: Any, data: Any) -> None:
    starter = data.draw(st.integers(0, len(racks) - 1))
    for outcome in (ran_dry(some_rules, racks, starter), went_out(some_rules, [TileBag(), *racks[1:]], 0)):
        assert sum(outcome.scores) == 0
        assert all(outcome.scores[seat] >= 0 for seat in outcome.winners)
        assert all(score <= 0 for seat, score in enumerate(outcome.scores) if seat not in outcome.winners)


@settings(max_examples=15)
@given(some.states(most_turns=400))
def test_a_game_that_ends_has_scores_that_sum_to_zero(state: Any) -> None:
    assert state.outcome is None or sum(state.outcome.scores) == 0


# Views and guesses


def views(state: State) -> list[Any]:
    return [state.view(seat) for seat in (None, *range(state.seats))]


@settings(max_examples=25)
@given(some.states(), st.randoms(use_true_random=False))
def test_a_guess_could_be_the_truth(state: Any, rng: Any) -> None:
    for view in views(state):
        guess = sample(view, rng)
        assert guess.view(view.seat) == view
        assert every_tile(guess) == every_tile(state)


@settings(max_examples=25)
@given(some.states(), st.randoms(use_true_random=False))
def test_what_a_seat_cannot_see_does_not_change_a_byte_of_what_it_gets(state: Any, rng: Any) -> None:
    """The law of hidden information: a state and any guess from a seat's view differ only in what is hidden from it."""
    for view in views(state):
        other = sample(view, rng).view(view.seat)
        assert str(other).encode() == str(view).encode()
        assert pickle.dumps(View.parse(str(other))) == pickle.dumps(View.parse(str(view)))
        assert {str(rack) for rack in view.racks if rack is not None} <= {str(rack) for rack in state.racks}
        assert [rack for rack in view.racks if rack is not None] == [
            rack for seat, rack in enumerate(state.racks) if seat == view.seat or state.outcome
        ]


def test_every_way_to_hide_the_unseen_tiles_is_equally_likely() -> None:
    """Four unseen tiles of which an opponent holds two: six ways, each guessed about a thousand times in six."""
    kit = rules().kit(2).bag
    hidden = bag("r1 k5 b9 y13")
    state = State.of(rules(), Table(), [bag("r2"), bag("r1 k5")], opened=[True, True], pool=tuple(bag("b9 y13")))
    state = replace(state, table=Table([Meld(kit - hidden - bag("r2"))]))
    rng = Random("uniform")
    guesses = Counter(str(sample(state.view(0), rng).racks[1]) for _ in range(6000))
    assert set(guesses) == {str(TileBag(pair)) for pair in combinations(hidden, 2)}
    chi_square = sum((count - 1000) ** 2 / 1000 for count in guesses.values())
    assert chi_square < 20  # five degrees of freedom: one in a thousand samples reaches it


def test_tiles_that_all_have_seen_are_guessed_where_they_were_seen() -> None:
    state = replace(
        State.deal(rules(), 2, "shown"), racks=(bag("r1"), bag("r2 k3")), shown=(TileBag(), bag("k3")), table=Table()
    )
    state = replace(state, pool=tuple(rules().kit(2).bag - bag("r1 r2 k3")))
    rng = Random(1)
    assert all(bag("k3") <= sample(state.view(0), rng).racks[1] for _ in range(50))
    assert len({sample(state.view(0), rng).racks[1] for _ in range(50)}) > 10
