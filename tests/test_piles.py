"""Every seat has a pile of its own."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from openkub.law.moves import Draw, Pass, Redeal, TimeOut
from openkub.law.rules import EDITIONS
from openkub.pieces.tiles import TILES, TileBag
from openkub.play.piles import Piles, most_drawn
from openkub.play.state import State

draws = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5)), max_size=60)


@given(st.integers(2, 6), st.integers(0, 78), draws)
def test_no_tile_is_lost_and_who_asks_gets_one_while_there_are_any(seats: Any, size: Any, wishes: Any) -> None:
    pool = [TILES[n % 53] for n in range(size)]
    piles = Piles.dealt(pool, seats)
    drawn = []
    for who, need in wishes:
        seat = who % seats
        left = sum(map(len, piles.piles))
        piles = piles.ready(seat, need)
        taken = piles.pool(seat)[: min(need, left)]
        drawn += taken
        piles = piles.after(seat, len(taken))
        assert len(taken) == min(need, left)
    rest = [tile for pile in piles.piles for tile in pile]
    assert sorted(drawn + rest) == sorted(pool)


@given(draws)
def test_what_a_seat_draws_does_not_depend_on_the_draws_of_others_while_its_pile_lasts(others: Any) -> None:
    pool = TILES[:40]
    alone = crowded = Piles.dealt(pool, 2)
    for _ in range(10):
        assert alone.pool(0)[0] == crowded.pool(0)[0]
        alone = alone.after(0, 1)
        crowded = crowded.after(0, 1)
        if others:
            _, need = others.pop()
            need = min(need, len(crowded.piles[1]))
            crowded = crowded.after(1, need)


def test_an_empty_pile_is_filled_from_the_end_of_the_longest_other_pile() -> None:
    piles = Piles((TILES[:0], TILES[:3], TILES[3:7]))
    assert piles.ready(0, 1).piles == (TILES[6:7], TILES[:3], TILES[3:6])


def test_a_time_out_finds_as_many_tiles_in_front_as_its_penalty() -> None:
    rules = replace(EDITIONS["default"], timeout_penalty=3, timeout_idle_draw=1)
    assert [most_drawn(rules, move) for move in (TimeOut(), Draw(), Pass())] == [3, 1, 0]
    assert most_drawn(replace(rules, draw_size=2), Draw()) == 2


def test_a_game_of_draws_hands_every_seat_its_own_pile() -> None:
    state = State.deal(EDITIONS["default"], 3, "piles")
    piles = first = Piles.dealt(state.pool, 3)
    start = state
    for _ in range(9):
        state, piles = piles.apply(state, Draw())
    for seat in range(3):
        assert state.racks[seat] - start.racks[seat] == TileBag(first.piles[seat][:3])


def test_a_new_deal_deals_the_piles_anew() -> None:
    state = State.deal(replace(EDITIONS["tournament"], redeal_doubles=1), 2, "pairs", starter=0)
    after, piles = Piles.dealt(state.pool, 2).apply(state, Redeal())
    assert piles == Piles.dealt(after.pool, 2)
    assert sorted(after.pool) != sorted(state.pool)
