"""A room is the sum of its log."""

from typing import Any

import pytest

from openkub.law.moves import Redeal
from openkub.play.game import verify
from openkub.play.record import FairDeal, Record
from openkub.play.shuffle import commitment
from openkub.server import entries
from openkub.server.founding import rematch
from openkub.server.records import public_record, text_of
from openkub.server.replaying import replayed
from openkub.server.room import Room
from openkub.server.store import Entry, Phase
from openkub.server.timetable import deadline
from openkub.server.wire.game import BankClock, DelayClock, Settings
from tests.server.rooms import ANNA, BRUNO, CLEO, SECRET, dealt, happen, room
from tests.workshop.chance import HOUSE_KEY, Seeded

BANK = Settings(clock=BankClock(60, 5))


def test_a_game_that_was_opened_waits_for_players() -> None:
    where = room()
    assert (where.phase, where.seats, where.commitment) == (Phase.WAITING, (), commitment(bytes.fromhex(SECRET)))


def test_players_sit_down_in_order_and_equal_names_are_told_apart() -> None:
    where = room(entries.Sat(ANNA, "Kim"), entries.Sat(BRUNO, "Kim"), entries.BotSat("sharp"), entries.BotSat("sharp"))
    assert [seat.name for seat in where.seats] == ["Kim", "Kim 2", "sharp", "sharp 2"]
    assert [where.seat_of(player) for player in (ANNA, BRUNO, CLEO, None)] == [0, 1, None, None]


def test_when_the_host_leaves_before_the_start_the_next_person_is_host() -> None:
    where = room(entries.Sat(ANNA, "Anna"), entries.BotSat("sharp"), entries.Sat(BRUNO, "Bruno"), entries.Rose(0))
    assert (where.host, [seat.name for seat in where.seats]) == (BRUNO, ["sharp", "Bruno"])


def test_the_tiles_are_shuffled_by_the_secret_and_the_nonces_in_the_order_of_the_seats() -> None:
    where = dealt()
    shuffle = where.playing.record.shuffle
    assert isinstance(shuffle, FairDeal)
    assert shuffle.nonces == (b"\x01" * 16, b"\x02" * 16)
    assert shuffle.secret == bytes.fromhex(SECRET)


def test_a_player_who_gave_no_nonce_does_not_stop_the_deal() -> None:
    guests = entries.Sat(ANNA, "Anna"), entries.Sat(BRUNO, "Bruno"), entries.Gave(1, "02" * 16)
    assert room(*guests, entries.Complete(), entries.Began()).nonces == (b"\x02" * 16,)


def test_moves_go_into_a_record_that_can_be_verified() -> None:
    where = dealt(settings=Settings("default empty_pool_pass=free rounds=1"))
    while where.phase == Phase.PLAYING:
        state = where.playing.state
        where = happen(where, [entries.Moved(state.turn, "draw" if state.pool else "pass", "player")])
    assert where.phase == Phase.OVER
    assert verify(str(Record.parse(str(where.playing.record)))) is None


def test_between_rounds_everybody_says_ready_and_the_next_round_begins_with_nobody_ready() -> None:
    where = dealt(settings=Settings("default empty_pool_pass=free rounds=2"))
    while where.phase == Phase.PLAYING:
        state = where.playing.state
        where = happen(where, [entries.Moved(state.turn, "draw" if state.pool else "pass", "player")])
    assert where.phase == Phase.BETWEEN
    where = happen(where, [entries.SaidReady(0)])
    assert [seat.ready for seat in where.seats] == [True, False]
    where = happen(where, [entries.SaidReady(1), entries.Began()])
    assert ([seat.ready for seat in where.seats], where.phase) == ([False, False], Phase.PLAYING)
    assert len(where.playing.record.rounds) == 2


def test_banks_are_full_at_the_deal_and_hold_what_the_move_left() -> None:
    where = dealt(settings=BANK)
    assert where.banks == (60_000, 60_000)
    turn = where.playing.state.turn
    where = happen(where, [entries.Moved(turn, "draw", "player", 51_000)])
    assert where.banks is not None
    assert (where.banks[turn], where.banks[1 - turn]) == (51_000, 60_000)


def paired(**settings: Any) -> Any:
    """A room in which the first player holds a pair and may ask for a new deal."""
    rules = "default opening_min_points=1 redeal_doubles=1"
    for number in range(100):
        where = dealt(settings=Settings(rules, **settings), nonce=f"{number:02x}" * 16)
        if where.playing.state.check(Redeal()) is None:
            return where
    raise AssertionError("nobody ever holds a pair")


@pytest.mark.parametrize("clock", [None, BankClock(60, 5), DelayClock(60, 5)])
def test_a_new_deal_begins_the_round_anew_with_full_banks_and_who_began(clock: BankClock | DelayClock | None) -> None:
    where = paired(clock=clock)
    seat = where.playing.state.turn
    anew = happen(where, [entries.Moved(seat, "redeal", "player", 55_000)], at=2_000)
    state = anew.playing.state
    assert (state.turn, state.starter, anew.turns, anew.began, anew.last_change) == (seat, seat, 1, 2_000, None)
    assert [len(rack) for rack in state.racks] == [14, 14]
    assert state.racks != where.playing.state.racks
    assert anew.banks == (None if clock is None else (60_000, 60_000))
    assert where.turn_of(seat, 0)
    assert not anew.turn_of(seat, 0)


def test_what_every_turn_left_of_a_bank_stands_behind_it_in_the_record_and_changes_nothing() -> None:
    where = paired(clock=DelayClock(60, 5))
    seat = where.playing.state.turn
    where = happen(where, [entries.Moved(seat, "redeal", "player", 55_000)])
    where = happen(
        where, [entries.Moved(seat, "draw", "player", 59_900), entries.Moved(1 - seat, "draw", "bot", 60_000)]
    )
    record = public_record(where)
    turns = text_of(where, record).splitlines()[-3:]
    assert [turn.partition(" ")[2] for turn in turns] == [
        "redeal",
        "draw ; 59.9 s left",
        "draw ; 60.0 s left",
    ]
    assert Record.parse(text_of(where, record)) == record
    assert text_of(dealt(), public_record(dealt())) == str(public_record(dealt()))


def test_time_outs_in_a_row_are_counted_and_a_move_ends_the_row() -> None:
    where = dealt()
    first = where.playing.state.turn
    other = entries.Moved(1 - first, "draw", "player")
    where = happen(where, [entries.Moved(first, "timeout", "clock"), other, entries.Moved(first, "timeout", "clock")])
    assert where.seats[first].timeouts == 2
    where = happen(where, [other, entries.Moved(first, "draw", "player")])
    assert where.seats[first].timeouts == 0


def test_a_bot_plays_for_a_seat_until_its_owner_is_back() -> None:
    where = happen(dealt(), [entries.Replaced(1, "steady")])
    assert (where.people, where.seats[1].bot, where.seat_of(BRUNO)) == ((0,), "steady", 1)
    assert happen(where, [entries.Returned(1)]).people == (0, 1)


def test_a_replayed_log_is_the_same_room() -> None:
    where = dealt(settings=BANK)
    rows = [Entry(0, 0, entries.to_bytes(entries.Opened(BANK, SECRET, ANNA, "KUBXY7", format=entries.FORMAT)))]
    for happening in (
        entries.Sat(ANNA, "Anna"), entries.Sat(BRUNO, "Bruno"), entries.Gave(0, "01" * 16), entries.Gave(1, "02" * 16),
        entries.Complete(), entries.Began(),
    ):  # fmt: skip
        rows.append(Entry(len(rows), 0, entries.to_bytes(happening)))
    assert replayed("g" * 22, rows) == where


def test_a_game_that_was_opened_before_tables_had_their_editions_clock_is_still_read() -> None:
    settings = b'{"rules":"original_fr","seats":2,"clock":null,"listed":false,"hints":true,"start":"full"}'
    data = b'{"what":"opened","settings":%b,"secret":"%b","host":"%b","code":"KUBXY7","name":"Anna"}'
    old = Room.opened("g" * 22, Entry(0, 0, data % (settings, SECRET.encode(), ANNA.encode())))
    assert (old.settings.clock, old.rules.edition, old.rules.time_limit_mode) == (None, "original_fr", "mandatory")
    playing = happen(old, [entries.BotSat("novice"), entries.Complete(), entries.Began()])
    assert deadline(playing, (), 10**9) is None
    over = happen(playing, [entries.Ended("stopped")])
    assert (
        rematch(over, ANNA, Seeded("again"), HOUSE_KEY).settings.rules
        == "original_fr time_limit_mode=none empty_pool_pass=free"
    )


def test_an_entry_that_does_not_follow_is_refused() -> None:
    with pytest.raises(ValueError, match="does not follow"):
        room().after(Entry(2, 0, entries.to_bytes(entries.Complete())))
    with pytest.raises(ValueError, match="does not begin"):
        Room.opened("g", Entry(0, 0, entries.to_bytes(entries.Complete())))


def test_a_log_of_the_first_release_is_played_by_the_editions_of_its_time() -> None:
    settings = Settings("original_es")
    before = b'{"what":"opened","settings":{"rules":"original_es"},"secret":"%b","host":"%b","code":"KUBXY7"}'
    old = Room.opened("old", Entry(0, 0, before % (SECRET.encode(), ANNA.encode())))
    assert (
        old.settings.rules
        == str(old.rules)
        == "original_es voluntary_draw=False timeout_idle_draw=1 empty_pool_pass=free referee=2"
    )
    new = entries.to_bytes(entries.Opened(settings, SECRET, ANNA, "KUBXY7", format=entries.FORMAT))
    assert Room.opened("new", Entry(0, 0, new)).settings.rules == "original_es"


def test_the_record_names_the_bots_and_not_those_who_stand_in() -> None:
    seats = [entries.Sat(ANNA, "Anna"), entries.BotSat("steady"), entries.Sat(BRUNO, "Bruno")]
    begin = [entries.Complete(), entries.AllSealed(), entries.Began(), entries.Replaced(2, "casual")]
    where = room(*seats, *begin, settings=Settings(seats=3))
    assert public_record(where).bots == ((1, "steady"),)
    assert public_record(happen(where, [entries.Dismissed(2)])).bots == ((1, "steady"), (2, "steady"))
