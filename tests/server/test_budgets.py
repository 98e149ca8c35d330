"""What a message costs, and how much of it anybody may have: limits are on, as the server is shipped."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from openkub import Game
from openkub.server import talk
from openkub.server.analyst import Analyst
from openkub.server.customs import Customs
from openkub.server.desk import FEW, Asker, Desk, Manners
from openkub.server.door import analysis, limits, looking_back
from openkub.server.door import socket as door
from openkub.server.door.limits import RATES, Kind, Limits, Rate
from openkub.server.house import House
from openkub.server.past import Memory
from openkub.server.wire.refusals import Refused
from tests.server.doors import browsing, small_app
from tests.server.inprocess import QUICK, Guest, Guests, Line, Serving, guests_of, serving, to_move
from tests.workshop.chance import Seeded


@pytest.fixture
def guests(strict: Serving) -> Iterator[Guests]:
    with guests_of(strict) as guests:
        yield guests


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("budgets") / "games.db", QUICK, limits=True) as running:
        yield running


def test_a_player_says_a_few_things_at_once_and_then_one_a_second(guests: Guests) -> None:
    game, (anna, bruno) = guests.playing()
    tab = Line(guests.server, game, anna.token).hello()
    rate, begun = RATES[Kind.EMOTE], time.monotonic()
    for line in (anna, tab) * 10:
        line.say("emote", emote="hurry")
    refused = [message for line in (anna, tab) for message in line.now() if message["type"] == "refused"]
    assert {(message["key"], message["trouble"]["code"], message["retry_after"]) for message in refused} == {
        (None, "too_fast", 1)
    }
    shown = [message for message in bruno.now() if message["type"] == "show_emote"]
    assert rate.burst <= len(shown) == 20 - len(refused) <= rate.burst + (time.monotonic() - begun) / rate.interval
    tab.close()


def test_secrets_of_seat_links_cannot_be_tried_at_will(guests: Guests) -> None:
    game, _ = guests.playing()
    tried = [guests.guest()] * (RATES[Kind.JOIN].burst + 20)
    codes = [guest.take(game, f"guess-{number}").json()["code"] for number, guest in enumerate(tried)]
    assert set(codes) == {"bad_seat_link", "too_fast"}


def test_who_asks_for_everything_again_and_again_is_answered_slower(guests: Guests) -> None:
    anna, rate = guests.guest(), RATES[Kind.VIEW]
    line, begun = anna.tab(anna.opened()), time.monotonic()
    for _ in range(rate.burst + 1):
        line.say("view")
    for _ in range(rate.burst + 2):  # the first comes with a greeting
        line.until("welcome")
    assert time.monotonic() - begun >= rate.interval


def test_nobody_fills_the_log_by_leaving_and_coming_back(guests: Guests) -> None:
    _, (anna, _) = guests.playing()
    answers = [anna.wish(kind) for kind in ("leave", "come_back") * 5]
    assert [answer["type"] for answer in answers[:6]] == ["ack"] * 6
    assert answers[-1]["trouble"]["code"] == "too_fast"
    assert 1 <= answers[-1]["retry_after"] <= RATES[Kind.COMING].interval


def test_tabs_are_counted_when_they_connect(guests: Guests) -> None:
    game, (anna, _) = guests.playing()
    silent = [Line(guests.server, game, anna.token) for _ in range(door.MOST_TABS)]
    assert silent[-1].next()["trouble"]["code"] == "too_fast"
    for line in silent:
        line.close()


def is_let_in(guest: Guest, game: str) -> bool:
    line = guest.tab(game)
    with suppress(ConnectionClosed):
        line.say("hello")
    return bool(line.next()["type"] == "welcome")


def test_an_address_has_so_many_lines_and_those_that_are_gone_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_LINES", 2)
    with serving(tmp_path / "games.db", QUICK, limits=True) as running, guests_of(running) as guests:
        anna = guests.guest()
        games = [anna.opened() for _ in range(3)]
        first, _ = anna.line(games[0]), anna.line(games[1])
        assert not is_let_in(anna, games[2])
        first.close()
        while not is_let_in(anna, games[2]):
            pass
        assert not is_let_in(anna, games[0])


def test_all_lines_of_an_address_are_read_slower_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TOGETHER", Rate(burst=10, per_minute=3_000))
    with serving(tmp_path / "games.db", QUICK, limits=True) as running, guests_of(running) as guests:
        anna, bruno = guests.guest(), guests.guest()
        lines = [guest.line(guest.opened()) for guest in (anna, bruno)]
        begun = time.monotonic()
        for line in lines * 10:
            line.now()
        assert time.monotonic() - begun >= (20 - 10) / 50 - 0.02


def test_the_lobby_is_not_filled_by_one(guests: Guests) -> None:
    anna = guests.guest()
    answers = [anna.open(listed=True).status_code for _ in range(RATES[Kind.LISTED].burst + 1)]
    assert answers == [201] * RATES[Kind.LISTED].burst + [429]
    assert anna.open(listed=False).status_code == 201


def test_records_have_a_budget_of_their_own(guests: Guests) -> None:
    game, _ = guests.playing()
    anna, begun, rate = guests.guest(), time.monotonic(), RATES[Kind.RECORD]
    path = f"/api/games/{game}/record"
    answers = [anna.http.get(f"{path}.{form}").status_code for _ in range(rate.burst) for form in ("kub", "json")]
    more = answers.count(200) - rate.burst
    assert 0 <= more <= (time.monotonic() - begun) / rate.interval
    assert answers.count(429) == rate.burst - more
    assert anna.http.get(f"/api/games/{game}").status_code == 200


def test_who_looks_on_sees_how_a_draft_ends_and_not_every_touch(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "ONLOOKERS_S", 0.2)
    game, lines = guests.playing()
    mover, stranger = to_move(lines), guests.stranger(game)
    other = next(line for line in lines if line is not mover)
    tables = [f"r{n} r{n + 1} r{n + 2}" for n in range(1, 11)]
    for table in tables:
        mover.say("draft", turns=mover.view["position"]["turns"], table=table)
    mover.now()
    assert [message["table"] for message in other.now() if message["type"] == "show_draft"] == tables
    stranger.until("show_draft", table=tables[-1])
    assert sum("show_draft" in text for text in stranger.heard) < len(tables)


def test_who_has_no_seat_is_refused(guests: Guests) -> None:
    game, _ = guests.playing()
    stranger = guests.stranger(game)
    assert stranger.code("move", move="draw") == "not_seated"


def test_a_player_has_one_question_at_a_time_and_an_address_a_few() -> None:
    desk = Desk()
    with desk.place_for(Asker("anna", "192.0.2.1")):
        with pytest.raises(Refused, match="One question"), desk.place_for(Asker("anna", "192.0.2.2")):
            pass
        others = [desk.place_for(Asker(f"guest {n}", "192.0.2.1")) for n in range(FEW.of_an_address)]
        for other in others[:-1]:
            other.__enter__()
        with pytest.raises(Refused, match="One question"), others[-1]:
            pass
        with desk.place_for(Asker(None, "192.0.2.3")):
            pass
        for other in others[:-1]:
            other.__exit__(None, None, None)
    with desk.place_for(Asker("anna", "192.0.2.1")):
        pass


def asked_at(path: str, body: dict[str, str]) -> tuple[httpx.Response, httpx.Response]:
    """The answers of a door whose desks have all that they take of an address already, and when they have not."""
    app, door = small_app(Limits())
    desks = [Desk(processes=1, manners=Manners(in_line=1)) for _ in range(2)]
    analysis.add(door, desks[0])
    looking_back.add(door, House(Customs(), Seeded("desks")), Memory(desks[1]), Analyst())
    with browsing(app) as client:
        with ExitStack() as others:
            for desk in desks:
                for _ in range(FEW.of_an_address):
                    others.enter_context(desk.place_for(Asker(None, "127.0.0.1")))
            full = client.post(path, json=body)
        return full, client.post(path, json=body)


SHORT = Game.new("default rounds=1", ("Anna", "Bruno"), "desks")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/solve", {"rack": "r5 r6 r7"}),
        ("/api/judge", {"rack": "r5 r6 r7", "move": "draw"}),
        ("/api/review", {"record": str(SHORT.record)}),
    ],
)
def test_whatever_is_asked_at_a_desk_takes_a_place_of_its_address(path: str, body: dict[str, str]) -> None:
    full, free = asked_at(path, body)
    assert (full.status_code, full.json()["code"]) == (429, "too_fast")
    assert free.status_code == 200, free.text
