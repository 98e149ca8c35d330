"""Links to a seat expire, and the clock of a turn that a bot has begun goes on as if its player came back."""

import pytest

from openkub.server import entries, seat_links
from openkub.server.wire.refusals import Refusal, Refused
from tests.server.rooms import BRUNO, CLEO, dealt, happen

WEEK_MS = 7 * 86_400_000


def test_a_link_expires_after_seven_days() -> None:
    where = happen(dealt(), [seat_links.offered(dealt(), 1, "a secret", 5)])
    assert seat_links.taken(where, CLEO, "a secret", 4 + WEEK_MS) == entries.SeatTaken(1, CLEO)
    with pytest.raises(Refused) as refused:
        seat_links.taken(where, CLEO, "a secret", 5 + WEEK_MS)
    assert refused.value.trouble.code is Refusal.BAD_SEAT_LINK


def test_who_still_has_the_seat_may_use_its_link() -> None:
    where = happen(dealt(), [seat_links.offered(dealt(), 1, "a secret", 5)])
    after = happen(where, [seat_links.taken(where, BRUNO, "a secret", 5)])
    assert (after.seat_of(BRUNO), after.seats[1].link) == (1, None)


def test_the_turn_goes_on_where_its_player_had_left_it() -> None:
    where = dealt(at=1_000)
    turn = where.playing.state.turn
    bots = happen(where, [entries.Replaced(turn, "steady")], at=5_000)
    back = happen(bots, [entries.SeatTaken(turn, CLEO)], at=60_000)
    assert (back.began, back.seats[turn].bot) == (56_000, None)
    assert happen(where, [entries.SeatTaken(turn, CLEO)], at=60_000).began == 1_000


def test_who_takes_the_only_seat_of_a_person_is_the_tables_host() -> None:
    where = happen(dealt(), [entries.Dismissed(1), entries.Dismissed(0), entries.SeatTaken(1, CLEO)])
    assert where.host == CLEO
