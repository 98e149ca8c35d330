"""Whom the host has sent away does not sit down again at once under another name."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from openkub.server import entries
from openkub.server.door import noticeboard
from openkub.server.door.noticeboard import Doorstep
from openkub.server.wire.refusals import Refused
from openkub.server.wishes import SENT_AWAY_MS
from tests.server.inprocess import QUICK, Guests, guests_of, serving
from tests.server.rooms import ANNA, BRUNO, CLEO, room

ELSEWHERE, FAR_AWAY = "127.0.0.2", "127.0.0.3"


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    with serving(tmp_path / "games.db", QUICK, limits=True) as server, guests_of(server) as guests:
        yield guests


def test_who_was_sent_away_does_not_come_back_with_another_token(guests: Guests) -> None:
    anna, bruno, carla = guests.guest(), guests.guest(ELSEWHERE), guests.guest(FAR_AWAY)
    game = anna.opened(seats=4, start="host")
    bruno.join(game)
    anna.line(game).wish("unseat", seat=1)
    refused = guests.guest(ELSEWHERE).join(game).json()
    assert (refused["code"], "come again in a minute" in refused["message"]) == ("not_invited", True)
    assert carla.join(game).status_code == 200


def test_who_sits_already_and_all_who_share_the_hosts_address_are_let_in(guests: Guests) -> None:
    anna, bruno, carla, david = guests.guest(), guests.guest(ELSEWHERE), guests.guest(ELSEWHERE), guests.guest()
    game = anna.opened(seats=4, start="host")
    for guest in (bruno, carla, david):
        guest.join(game)
    host = anna.line(game)
    host.wish("unseat", seat=3)
    host.wish("unseat", seat=1)
    assert carla.join(game).status_code == 200
    assert guests.guest().join(game).status_code == 200
    assert guests.guest(ELSEWHERE).join(game).json()["code"] == "not_invited"


def test_after_a_minute_anybody_may_come_from_there_and_only_the_last_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step, table = Doorstep(), replace(room(entries.Sat(ANNA, "Anna")), sent_away=((BRUNO, 1000),))
    step.came(table.id, BRUNO, ELSEWHERE)
    with pytest.raises(Refused, match="from where you are"):
        step.check(table, CLEO, ELSEWHERE, 999 + SENT_AWAY_MS)
    step.check(table, CLEO, FAR_AWAY, 1000)
    step.check(table, ANNA, ELSEWHERE, 1000)
    step.check(table, CLEO, ELSEWHERE, 1000 + SENT_AWAY_MS)
    monkeypatch.setattr(noticeboard, "REMEMBERED", 1)
    step.came(table.id, CLEO, FAR_AWAY)
    step.check(table, CLEO, ELSEWHERE, 1000)
