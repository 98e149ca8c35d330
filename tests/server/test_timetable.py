"""What happens by itself, and when."""

from collections.abc import Sequence
from typing import Any

import pytest

from openkub.pieces.melds import Meld, Table
from openkub.server import entries, timetable
from openkub.server.clock import GRACE_MS
from openkub.server.room import Room
from openkub.server.showing import Surroundings, clock_view
from openkub.server.store import Outage, Phase
from openkub.server.timetable import Pace, bank_left, bot_to_move, deadline, due, next_by_itself
from openkub.server.wire.game import BankClock, DelayClock, Settings, TurnClock
from openkub.server.wire.socket import Move
from openkub.server.wishes import granted
from openkub.solver import best_opening
from tests.server.rooms import ANNA, BRUNO, dealt, happen, room

PACE = Pace(bot_pause=1_000, nonces=5_000, between=45_000, waiting=3_600_000, idle=86_400_000)
TURN = Settings(clock=TurnClock(60))
BANK = Settings(clock=BankClock(60, 5))
DELAY = Settings("tournament", clock=DelayClock(600, 10))
HERE = (True, True)


def by_itself(where: Room, now: int, *, outages: Sequence[Any] = (), draft: Any = None, here: Any = HERE) -> Any:
    return next_by_itself(where, PACE, outages, now, draft=draft, here=here)


def test_a_full_table_is_complete_at_once_sealed_when_all_have_sealed_and_deals_when_all_seals_are_open() -> None:
    where = room(entries.Sat(ANNA, "Anna"), entries.Sat(BRUNO, "Bruno"), at=100)
    assert by_itself(where, 100) == entries.Complete()
    where = happen(where, [entries.Complete(), entries.Sealed(0, "aa" * 32)], at=200)
    assert by_itself(where, 201) is None
    where = happen(where, [entries.Sealed(1, "bb" * 32)], at=300)
    assert by_itself(where, 300) == entries.AllSealed()
    where = happen(where, [entries.AllSealed(), entries.Gave(0, "01" * 16)], at=400)
    assert by_itself(where, 401) is None
    assert by_itself(happen(where, [entries.Gave(1, "02" * 16)], at=500), 500) == entries.Began()


def test_who_seals_nothing_is_waited_for_only_a_short_time_and_so_is_who_opens_no_seal() -> None:
    where = room(entries.Sat(ANNA, "Anna"), entries.Sat(BRUNO, "Bruno"), entries.Complete(), at=100)
    assert by_itself(where, 100 + PACE.nonces - 1) is None
    assert by_itself(where, 100 + PACE.nonces) == entries.AllSealed()
    where = happen(where, [entries.Sealed(0, "aa" * 32), entries.AllSealed()], at=200)
    assert by_itself(where, 200 + PACE.nonces - 1) is None
    assert by_itself(where, 200 + PACE.nonces) == entries.Began()


def test_a_table_whose_nonces_an_older_server_has_taken_needs_no_seals() -> None:
    given = entries.Gave(0, "01" * 16), entries.Gave(1, "02" * 16), entries.Complete()
    where = room(entries.Sat(ANNA, "Anna"), entries.Sat(BRUNO, "Bruno"), *given, at=100)
    assert by_itself(where, 100) == entries.AllSealed()
    assert by_itself(happen(where, [entries.AllSealed()], at=100), 100) == entries.Began()


def test_nobody_makes_the_others_wait_longer_for_the_tiles_by_leaving_and_coming_back() -> None:
    where = room(entries.Sat(ANNA, "Anna"), entries.Sat(BRUNO, "Bruno"), entries.Complete(), at=100)
    where = happen(where, [entries.Replaced(0, "steady"), entries.Returned(0)], at=4_000)
    assert due(where, PACE, (), 4_000) == 100 + PACE.nonces


def test_a_table_that_starts_when_the_host_says_waits() -> None:
    where = room(entries.Sat(ANNA, "Anna"), entries.BotSat("sharp"), settings=Settings(start="host"))
    assert by_itself(where, 1) is None


def test_a_game_whose_players_are_away_rests_and_nothing_happens_in_it() -> None:
    where = dealt(settings=TURN, at=100)
    assert next_by_itself(where, PACE, (), 500, draft=None, here=(False, False), deserted=True) == entries.Rested()
    where = happen(where, [entries.Replaced(where.playing.state.turn, "steady"), entries.Rested()], at=500)
    assert not bot_to_move(where)
    assert by_itself(where, 500 + PACE.idle - 1, here=(False, False)) is None
    assert by_itself(where, 500 + PACE.idle) == entries.Ended("abandoned")


def test_when_a_game_goes_on_the_turn_begins_anew() -> None:
    where = happen(dealt(settings=TURN, at=100), [entries.Rested()], at=70_100)
    assert clock_view(where, Surroundings(900_000)).left == 60_000
    where = happen(where, [entries.WentOn()], at=1_000_000)
    assert deadline(where, (), 1_000_000) == 1_060_000


def test_a_game_that_would_never_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    where = dealt(settings=TURN, at=100)
    monkeypatch.setattr(timetable, "LONGEST", where.n)
    assert by_itself(where, 101) == entries.Ended("stopped")
    assert by_itself(happen(where, [entries.Ended("stopped")]), 101) is None


def test_a_game_to_which_nobody_comes_is_abandoned() -> None:
    where = room(entries.Sat(ANNA, "Anna"), at=100)
    assert due(where, PACE, (), 100) == 100 + PACE.waiting
    assert by_itself(where, 100 + PACE.waiting) == entries.Ended("abandoned")


def test_without_a_clock_a_player_may_think_for_days_but_not_for_ever() -> None:
    where = dealt(at=100)
    assert by_itself(where, 100 + PACE.idle - 1) is None
    assert by_itself(where, 100 + PACE.idle) == entries.Ended("abandoned")


@pytest.mark.parametrize("settings", [TURN, BANK])
def test_when_the_time_is_over_and_nothing_was_touched_the_clock_ends_the_turn(settings: Settings) -> None:
    where = dealt(settings=settings, at=1_000)
    late = 1_000 + 60_000 + GRACE_MS
    assert by_itself(where, late - 1) is None
    moved = by_itself(where, late)
    assert isinstance(moved, entries.Moved)
    assert (moved.move, moved.by, moved.left) == ("timeout", "clock", 5_000 if settings is BANK else None)


def test_time_in_which_nobody_could_play_is_given_back() -> None:
    where = dealt(settings=TURN, at=1_000)
    outages = [Outage(0, 3_000), Outage(20_000, 50_000)]
    assert deadline(where, outages, 55_000) == 1_000 + 60_000 + 2_000 + 30_000


def openable() -> tuple[Room, Table]:
    """A room in which the player to move can open, and the table with that opening."""
    where = dealt(settings=TURN)
    while True:
        state = where.playing.state
        answer = best_opening(state.view(state.turn))
        if answer:
            return where, answer.table
        where = happen(where, [entries.Moved(state.turn, "draw", "player")])


def test_a_draft_that_is_a_legal_play_counts_as_the_turn() -> None:
    where, table = openable()
    moved = by_itself(where, 60_000 + GRACE_MS, draft=table)
    assert isinstance(moved, entries.Moved)
    assert (moved.move, moved.by) == (f"play {table}", "clock")


def test_a_draft_that_is_not_legal_is_judged_by_the_editions_rule() -> None:
    where, table = openable()
    broken = Table([*table[:-1], Meld(table[-1][:2])])
    moved = by_itself(where, 60_000 + GRACE_MS, draft=broken)
    assert isinstance(moved, entries.Moved)
    assert moved.move == f"timeout {broken}"


def test_a_draft_with_tiles_from_nowhere_is_no_draft() -> None:
    where = dealt(settings=TURN)
    moved = by_itself(where, 60_000 + GRACE_MS, draft=Table.parse("k1 k1 k1 k1"))
    assert isinstance(moved, entries.Moved)
    assert moved.move == "timeout"


def test_after_two_time_outs_a_bot_takes_the_seat_of_a_player_who_is_gone() -> None:
    where = dealt(settings=TURN)
    first = where.playing.state.turn
    other = entries.Moved(1 - first, "draw", "player")
    where = happen(where, [entries.Moved(first, "timeout", "clock"), other, entries.Moved(first, "timeout", "clock")])
    gone = tuple(seat != first for seat in range(2))
    assert by_itself(where, 1, here=HERE) is None
    assert by_itself(where, 1, here=gone) == entries.Replaced(first, "steady")


def test_a_bot_moves_after_its_pause_and_not_by_the_clock() -> None:
    where = dealt(settings=TURN, at=100)
    where = happen(where, [entries.Replaced(where.playing.state.turn, "steady")], at=200)
    assert due(where, PACE, (), 200) == 200 + PACE.bot_pause
    assert by_itself(where, 10**9) is None


def test_time_in_which_a_bot_held_the_seat_is_not_taken_from_who_comes_back() -> None:
    where = dealt(settings=TURN, at=1_000)
    turn = where.playing.state.turn
    where = happen(where, [entries.Replaced(turn, "steady")], at=11_000)
    where = happen(where, [entries.Returned(turn)], at=500_000)
    assert deadline(where, (), 500_000) == 500_000 + 60_000 - 10_000
    other = happen(where, [entries.Replaced(1 - turn, "steady"), entries.Returned(1 - turn)], at=510_000)
    assert deadline(other, (), 510_000) == deadline(where, (), 500_000)


def test_who_comes_back_in_a_turn_that_the_bot_began_has_all_of_it() -> None:
    where = dealt(settings=BANK, at=1_000)
    turn = where.playing.state.turn
    where = happen(where, [entries.Replaced(1 - turn, "steady")], at=5_000)
    where = happen(where, [entries.Moved(turn, "draw", "player", 50_000)], at=11_000)
    where = happen(where, [entries.Returned(1 - turn)], at=400_000)
    assert deadline(where, (), 400_000) == 400_000 + 60_000


def test_the_next_round_begins_when_all_are_ready_or_after_a_while() -> None:
    where = dealt(settings=Settings("default empty_pool_pass=free rounds=2"))
    while where.phase == Phase.PLAYING:
        state = where.playing.state
        where = happen(where, [entries.Moved(state.turn, "draw" if state.pool else "pass", "player")], at=500)
    assert by_itself(where, 500 + PACE.between - 1) is None
    assert by_itself(where, 500 + PACE.between) == where.next_deal
    assert due(happen(where, [entries.SaidReady(0)], at=9_000), PACE, (), 9_000) == 500 + PACE.between
    assert by_itself(happen(where, [entries.SaidReady(0), entries.SaidReady(1)], at=600), 600) == where.next_deal


def test_a_bank_loses_what_was_used_and_gains_the_increment() -> None:
    where = dealt(settings=BANK)
    assert [bank_left(where, used) for used in (-5, 0, 10_000, 70_000)] == [65_000, 65_000, 55_000, 5_000]
    assert bank_left(dealt(settings=TURN), 10) is None


# --- a bank with a delay (Bronstein) ---


def test_a_turn_within_its_own_seconds_costs_the_bank_nothing_and_saves_nothing_up() -> None:
    where = dealt(settings=DELAY)
    assert [bank_left(where, used) for used in (-5, 0, 3_000, 10_000)] == [600_000] * 4
    assert [bank_left(where, used) for used in (10_001, 25_000, 610_000, 900_000)] == [599_999, 585_000, 0, 0]


def test_the_time_is_over_when_delay_and_bank_are_gone_and_then_only_the_delay_is_left() -> None:
    where = dealt(settings=DELAY, at=1_000)
    assert deadline(where, (), 1_000) == 1_000 + 610_000
    assert by_itself(where, 611_000 + GRACE_MS - 1) is None
    moved = by_itself(where, 611_000 + GRACE_MS)
    assert moved == entries.Moved(where.playing.state.turn, "timeout", "clock", 0)
    other = entries.Moved(1 - moved.seat, "draw", "player", 600_000)
    where = happen(where, [moved, other], at=700_000)
    assert deadline(where, (), 700_000) == 700_000 + 10_000


def test_what_a_server_was_away_is_given_back_to_delay_and_bank() -> None:
    where = dealt(settings=DELAY, at=1_000)
    outages = [Outage(5_000, 35_000)]
    assert deadline(where, outages, 40_000) == 1_000 + 610_000 + 30_000
    player = where.seats[where.playing.state.turn].player
    moved = granted(where, player, Move("k" * 8, "draw"), here=HERE, outages=outages, now=46_000)
    assert moved == entries.Moved(where.playing.state.turn, "draw", "player", 595_000)


def test_a_player_sees_the_own_seconds_of_the_turn_run_and_then_the_bank() -> None:
    where = dealt(settings=DELAY, at=1_000)
    turn = where.playing.state.turn
    where = happen(where, [entries.Moved(turn, "draw", "player", 580_000)], at=2_000)
    where = happen(where, [entries.Moved(1 - turn, "draw", "player", 600_000)], at=3_000)
    banks = [580_000, 600_000] if turn == 0 else [600_000, 580_000]
    seen = [clock_view(where, Surroundings(now)) for now in (3_000, 9_000, 13_000, 33_000, 9_999_999)]
    assert [(view.left, view.delay) for view in seen] == [
        (590_000, 10_000),
        (584_000, 4_000),
        (580_000, 0),
        (560_000, 0),
        (0, 0),
    ]
    assert all(view.banks == banks for view in seen)


def test_without_a_delay_there_is_none_to_see() -> None:
    views = [clock_view(dealt(settings=settings), Surroundings(0)) for settings in (TURN, BANK)]
    assert [(view.left, view.delay) for view in views] == [(60_000, None), (60_000, None)]
