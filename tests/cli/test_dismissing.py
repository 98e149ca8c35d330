"""`openkub admin kick`, `ban`, `bans`, `forgive` and `seat`: who may sit, beside a server with either store."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from openkub.server.customs import Customs
from openkub.server.timetable import Pace
from tests.server.inprocess import Guests, Serving, guests_of, serving, to_move
from tests.server.postgres import Cluster
from tests.workshop.commands import Run

pytestmark = pytest.mark.heavy

AN_HOUR_AHEAD = """
import time
right = time.time_ns
time.time_ns = lambda: right() + 3_600_000_000_000
"""
HOUR_MS = 3_600_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with closing(Cluster()) as cluster:
        yield cluster


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "sqlite":
        return str(tmp_path_factory.mktemp("server") / "games.db")
    return request.getfixturevalue("cluster").database()


@pytest.fixture(scope="module")
def server(address: str) -> Iterator[Serving]:
    with serving(address) as running:
        yield running


@pytest.fixture
def guests(server: Serving) -> Iterator[Guests]:
    with guests_of(server) as guests:
        yield guests


@pytest.fixture
def admin(openkub: Run, server: Serving) -> Run:
    return lambda command, *arguments, **more: openkub("admin", command, "--database", server.file, *arguments, **more)


def test_who_is_kicked_has_no_seat_any_more_and_the_tables_bot_plays_on(guests: Guests, admin: Run) -> None:
    game, (anna, bruno, _) = guests.playing(3, stand_in="casual")
    assert admin("kick", game, 2).out == f"Guest 2 has lost seat 2 of {game}\n"
    seat = anna.until("seated", what="replaced")["seats"][1]
    assert (seat["human"], seat["bot"]) == (False, "casual")
    assert bruno.code("come_back") == "not_seated"
    assert admin("kick", game, 2).status == 1


def test_who_is_kicked_before_the_start_does_not_sit_down_again_at_once(guests: Guests, admin: Run) -> None:
    anna, bruno = guests.guest(), guests.guest()
    game = anna.opened(seats=3)
    bruno.join(game)
    line = anna.line(game)
    assert admin("kick", game, 2).status == 0
    assert line.until("seated", what="left")["seat"] == 1
    assert bruno.join(game).json()["code"] == "not_invited"


def test_who_is_banned_loses_every_seat_and_gets_none_until_forgiven(guests: Guests, admin: Run) -> None:
    game, (anna, bruno) = guests.playing()
    banned = guests.guest()
    banned.http.headers["Authorization"] = f"Bearer {bruno.token}"
    other = banned.opened(seats=3)
    told, _, handle = admin("ban", game, 2, "--days", 2).out.strip().rpartition(" ")
    assert told == "Guest 2: banned for 2 days, 2 seats taken; the handle of this ban is"
    anna.until("seated", what="replaced")
    assert banned.open().json()["code"] == "not_invited"
    assert guests.server.rooms(other)[-1].seats == ()
    assert admin("ban", game, 2).status == 1
    assert admin("bans").out.startswith(f"{handle}  until ")
    assert admin("forgive", handle).out == f"{handle} is forgiven\n"
    assert admin("bans").out == ""
    assert admin("end", game).status == 0
    anna.until("closed")  # by now the server has heard of all that the host has done
    assert banned.open().status_code == 201


def test_a_link_gives_a_seat_to_one_person_once(guests: Guests, admin: Run) -> None:
    game, (anna, bruno) = guests.playing()
    printed = admin("seat", game, 2, "--public-url", "https://kub.example.org").out
    told, link = printed.splitlines()
    assert told.startswith(f"Guest 2, seat 2 of {game}; valid once, until ")
    assert link.startswith(f"https://kub.example.org/g/{game}#seat=2.")
    cleo, late = guests.guest(), guests.guest()
    watching = cleo.line(game)
    for _ in range(2):  # who got no answer asks again
        answer = cleo.take(game, printed)
        assert (answer.status_code, answer.json()["you"]) == (200, 1)
    assert watching.until("welcome")["game"]["position"]["rack"] == answer.json()["position"]["rack"]
    assert anna.until("seated", what="returned")["you"] == 0
    assert bruno.until("seated", what="returned")["you"] is None
    assert bruno.code("move", move="draw") == "not_seated"
    assert (late.take(game, printed).status_code, late.take(game, printed).json()["code"]) == (403, "bad_seat_link")
    lines = [anna, watching]
    assert to_move(lines).wish("move", move="draw")["type"] == "ack"
    assert to_move(lines).wish("move", move="draw")["type"] == "ack"


def test_a_bot_gives_the_seat_of_somebody_who_was_kicked_to_who_has_the_link(guests: Guests, admin: Run) -> None:
    game, (anna, _, _) = guests.playing(3)
    admin("kick", game, 2)
    anna.until("seated", what="replaced")
    assert guests.guest().take(game, admin("seat", game, 2).out).status_code == 200
    seat = anna.until("seated", what="returned")["seats"][1]
    assert (seat["human"], seat["bot"]) == (True, None)


def test_the_seat_of_the_tables_host_is_given_back_with_its_rights(guests: Guests, admin: Run) -> None:
    game, (anna, _) = guests.playing()
    assert guests.guest().take(game, admin("seat", game, 1).out).json()["seats"][0]["host"] is True
    assert anna.fresh_view()["you"] is None


def test_a_newer_link_replaces_an_older_one(guests: Guests, admin: Run) -> None:
    game, _ = guests.playing()
    older, newer = admin("seat", game, 2).out, admin("seat", game, 2).out
    cleo = guests.guest()
    assert cleo.take(game, older).json()["code"] == "bad_seat_link"
    assert cleo.take(game, newer).status_code == 200


def test_looking_at_a_link_does_not_use_it_up(guests: Guests, admin: Run) -> None:
    game, _ = guests.playing()
    printed = admin("seat", game, 2).out
    cleo = guests.guest()
    for path in (f"/g/{game}", f"/api/games/{game}", f"/api/games/{game}/seats/taken"):
        for method in ("GET", "HEAD"):
            cleo.http.request(method, path)
    assert cleo.take(game, printed).status_code == 200


def test_one_player_does_not_get_two_seats_of_a_table(guests: Guests, admin: Run) -> None:
    game, (anna, _) = guests.playing()
    guest = guests.guest()
    guest.http.headers["Authorization"] = f"Bearer {anna.token}"
    assert guest.take(game, admin("seat", game, 2).out).json()["code"] == "already_seated"


def test_the_log_keeps_no_secret_of_a_link(guests: Guests, admin: Run) -> None:
    game, (anna, _) = guests.playing()
    secret = admin("seat", game, 2).out.strip().rpartition(".")[2]
    assert all(secret.encode() not in entry.data for entry in guests.server.log(game))
    anna.wish("ready")
    assert secret not in "".join(anna.heard)


def test_no_link_is_made_to_a_seat_that_cannot_be_given_back(guests: Guests, admin: Run) -> None:
    game, lines = guests.playing(3, bots=["novice"])
    bots = next(number for number, seat in enumerate(lines[0].view["seats"], 1) if not seat["human"])
    assert admin("seat", game, bots).err == f"openkub: seat {bots} of {game}: a bot has had this seat from the start\n"
    assert admin("seat", game, 6).err == f"openkub: seat 6 of {game}: there is no such seat\n"
    waiting = guests.guest().opened()
    why = "a seat cannot be given back while the game is waiting"
    assert admin("seat", waiting, 1).err == f"openkub: seat 1 of {waiting}: {why}\n"
    assert admin("end", game).status == 0
    assert admin("seat", game, 1).status == 1


def test_a_seat_is_given_back_at_every_worker(cluster: Cluster, openkub: Run) -> None:
    address = cluster.database()
    with serving(address) as one, serving(address) as other, guests_of(one) as guests, guests_of(other) as elsewhere:
        other.chance.begin("tokens of its own")
        game, (anna, bruno) = guests.playing()
        printed = openkub("admin", "seat", game, 2, "--database", address).out
        cleo = elsewhere.guest()
        assert cleo.take(game, printed).status_code == 200
        assert bruno.until("seated", what="returned")["you"] is None
        late = guests.guest()
        assert late.take(game, printed).json()["code"] == "bad_seat_link"
        assert to_move([anna, cleo.line(game)]).wish("move", move="draw")["type"] == "ack"


def test_nobody_is_forgiven_who_is_not_banned(admin: Run) -> None:
    for handle in ("01234567", ""):
        ran = admin("forgive", handle)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err == f"openkub: there is no ban with the handle {handle!r}: openkub admin bans lists them\n"


def test_a_ban_of_no_days_is_refused(guests: Guests, admin: Run) -> None:
    game, _ = guests.playing()
    assert admin("ban", game, 2, "--days", 0).status == 2


def test_a_hosts_clock_that_is_an_hour_ahead_stops_no_table(cluster: Cluster, openkub: Run, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(AN_HOUR_AHEAD)
    ahead = {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]), "PYTHONUTF8": "1"}
    address = cluster.database()
    with serving(address) as server, guests_of(server) as guests:
        game, lines = guests.playing(3, clock={"kind": "turn", "seconds": 20})
        seat = to_move(lines).seat
        other = lines[seat - 1]
        assert openkub("admin", "kick", game, seat + 1, "--database", address, **ahead).status == 0
        assert other.until("seated", what="replaced")["seats"][seat]["human"] is False
        other.until("moved", seat=seat)
        assert other.fresh_view()["clock"]["left"] <= 20_000


def test_what_the_host_has_done_at_a_table_is_due_when_the_server_says_so(openkub: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    patient = Customs(Pace(waiting=48 * HOUR_MS))
    with serving(file, patient) as server, guests_of(server) as guests:
        anna, bruno = guests.guest(), guests.guest()
        game = anna.opened(seats=3)
        bruno.join(game)
        assert openkub("admin", "kick", game, 2, "--database", file).status == 0
        with closing(sqlite3.connect(file)) as connection:
            at, due = touched_and_due(connection)
            while due == at:
                at, due = touched_and_due(connection)
    assert due == at + 48 * HOUR_MS


def touched_and_due(connection: sqlite3.Connection) -> tuple[int, int]:
    """When something last happened in the only game, and when something must; after a moment."""
    time.sleep(0.02)
    return connection.execute("SELECT at, due FROM games").fetchone()
