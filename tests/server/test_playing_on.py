"""Playing on from a turn of a game that is over: alone against bots, with a pool that nobody has seen."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import httpx
import pytest
from msgspec.json import encode
from msgspec.structs import replace as with_changes

from openkub.play.game import replay, resume, verify
from openkub.play.record import Record
from openkub.play.state import State, sample
from openkub.server import entries
from openkub.server.door.limits import RATES, Kind
from openkub.server.playing_on import past_of
from openkub.server.records import public_record
from openkub.server.room import Room
from openkub.server.store import Entry
from openkub.server.wire.game import Settings
from openkub.server.wire.refusals import Refusal, Refused
from tests.page.tables import Story
from tests.server.doors import browsing, whole_app
from tests.server.inprocess import Guests, Serving
from tests.server.rooms import happen
from tests.server.test_hidden import eyes, shown
from tests.server.test_looking_back import short_game
from tests.server.twins import twin

PEOPLE = ("Anna", "Bruno", "Clara")
DEALT = (entries.Complete(), entries.AllSealed(), entries.Began())


def finished(**settings: Any) -> Story:
    story = Story(*PEOPLE, bots=("novice",), **{"rules": "default rounds=1", **settings}).dealt()
    while not story.state.outcome:
        story.advised(1)
    return story


def before(record: Record, turn: int) -> State:
    """The state before that turn."""
    return [game.state for game in replay(record) if not game.over][turn - 1]


def opened(record: Record, turn: int, seat: int | None = None, secret: str = "07" * 32) -> Room:
    """The room that somebody plays on in, its tiles mixed."""
    found = past_of(record, turn, seat)
    settings = Settings(found.wanted.rules, found.wanted.seats)
    first = entries.Opened(settings, secret, "a" * 64, "KUBXY7", "Dana", found.bots, format=2, past=found.position)
    return happen(Room.opened("g" * 22, Entry(0, 0, entries.to_bytes(first))), DEALT)


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_who_plays_on_has_the_tiles_of_that_seat_and_the_others_sit_around_as_before(seat: int | None) -> None:
    record = short_game(players=PEOPLE).record
    truth = before(record, 9)
    own = truth.turn if seat is None else seat
    state = opened(record, 9, seat).playing.state
    assert state.racks == (*truth.racks[own:], *truth.racks[:own])
    assert state.opened == (*truth.opened[own:], *truth.opened[:own])
    assert (state.turn + own) % 3 == truth.turn
    assert (state.starter + own) % 3 == truth.starter
    assert [(turn.seat + own) % 3 for turn in state.history] == [turn.seat for turn in truth.history]
    assert state.table == truth.table


def test_what_will_be_drawn_is_not_what_was_drawn() -> None:
    record = short_game(players=PEOPLE).record
    pools = {opened(record, 9, secret=secret).playing.state.pool for secret in ("07" * 32, "08" * 32)}
    assert len(pools | {before(record, 9).pool}) == 3
    assert len({tuple(sorted(pool)) for pool in pools}) == 1


def test_bots_that_sat_there_stay_and_others_take_the_seats_of_people() -> None:
    record = replace(short_game(players=PEOPLE).record, bots=((1, "novice"),))
    assert past_of(record, 1, 0).bots == ("novice", "sharp")
    assert past_of(replace(record, bots=((0, "expert"), (2, "no such bot"))), 1, 1).bots == ("sharp", "expert")


def test_a_time_out_of_the_past_is_no_trouble_where_no_clock_runs_any_more() -> None:
    game = short_game(players=PEOPLE)
    rules = replace(game.record.rules, time_limit_s=60, time_limit_mode="mandatory")
    late = resume(replace(game.record, rules=rules, rounds=())).apply("timeout")
    room = opened(late.record, 2)
    assert room.settings.clock is None
    assert room.playing.state.shown == late.state.shown
    assert len(room.playing.state.history) == 1


@pytest.mark.parametrize(("turn", "seat", "where"), [(9_999, None, "$.turn"), (1, 3, "$.seat")])
def test_a_turn_or_a_seat_that_never_was_is_refused(turn: int, seat: int | None, where: str) -> None:
    with pytest.raises(Refused) as refused:
        past_of(short_game(players=PEOPLE).record, turn, seat)
    assert refused.value.trouble.where == where


def test_the_record_of_such_a_game_is_nobodys_while_it_is_played() -> None:
    with pytest.raises(Refused) as refused:
        public_record(opened(short_game(players=PEOPLE).record, 9))
    assert refused.value.trouble.code is Refusal.WRONG_PHASE


def test_two_such_games_that_look_alike_to_a_seat_are_the_same_bytes_to_it() -> None:
    room = opened(short_game(players=PEOPLE).record, 9)
    for seat in eyes(room):
        hidden = sample(room.playing.state.view(seat), Random(1))
        other = with_changes(twin(room, seat, Random(1)), start=replace(hidden, pool=()))
        told = [encode(list(map(bytes.hex, _told(one, seat)))) for one in (room, other)]
        assert told[0] == told[1]


def _told(room: Room, seat: Any) -> list[bytes]:
    """Everything but the record, which is refused."""
    found = []
    try:
        for part in shown(room, seat, {}):
            found.append(part.replace(room.commitment.encode(), b"promised"))
    except Refused as refused:
        found.append(str(refused).encode())
    return found


def test_from_a_turn_of_a_finished_game_one_plays_on_to_the_end(server: Serving, guests: Guests) -> None:
    story = finished().put_down(server)
    late = story.room.turns - 2
    guest = guests.guest()
    past = guest.http.get(f"/api/games/{story.id}/record.kub").text
    answer = guest.http.post("/api/play-on", json={"name": "Dana", "turn": late, "record": past})
    assert answer.status_code == 201, answer.text
    game = answer.json()
    assert [seat["bot"] for seat in game["seats"]].count("novice") == 1
    assert (game["played_on"], game["settings"]["listed"], game["you"]) == (True, False, 0)
    assert [seat["human"] for seat in game["seats"]] == [True, False, False, False]
    line = guest.line(game["id"])
    line.seal()
    line.nonce()
    line.now()
    truth = before(story.room.playing.record, late)
    assert (line.view["position"]["table"], line.view["position"]["rack"]) == (
        str(truth.table),
        str(truth.racks[truth.turn]),
    )
    assert guest.http.get(f"/api/games/{game['id']}/record.kub").json()["code"] == "wrong_phase"
    while line.phase == "playing":
        if line.turn == line.seat:
            line.wish("move", move=line.choose())
        else:
            line.until("moved")
    record = guest.http.get(f"/api/games/{game['id']}/record.kub").text
    assert verify(record) is None
    assert Record.from_json(guest.http.get(f"/api/games/{game['id']}/record.json").text) == Record.parse(record)
    told = guest.http.post("/api/review", json={"record": record}).json()["rounds"][0]
    assert (told["table"], told["opened"][0]) == (str(truth.table), truth.opened[truth.turn])
    (mine,) = guest.http.get("/api/my/games").json()["games"]
    assert mine["played_on"]
    assert guest.http.get("/api/games").json() == {"games": []}


def test_a_game_that_is_played_is_not_played_on_nor_by_somebody_unknown(server: Serving, guests: Guests) -> None:
    game, _ = guests.playing()
    guest = guests.guest()
    ask = {"name": "Dana", "turn": 1, "record": guest.http.get(f"/api/games/{game}/record.kub").text}
    answer = guest.http.post("/api/play-on", json=ask)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
    assert httpx.post(f"{server.base}/api/play-on", json=ask).status_code == 401


def test_from_a_record_one_plays_on_too_and_what_is_wrong_with_it_is_named(guests: Guests) -> None:
    record = str(short_game().record)
    http = guests.guest().http
    game = http.post("/api/play-on", json={"name": "Dana", "turn": 3, "seat": 1, "record": record}).json()
    assert game["played_on"]
    spoilt = record.replace("seed: kitchen", "seed: cellar")
    for ask, code in (
        ({"turn": 3, "record": spoilt}, Refusal.BAD_RECORD),
        ({"turn": 3, "record": "x"}, Refusal.BAD_RECORD),
        ({"turn": 999, "record": record}, Refusal.BAD_POSITION),
        ({"turn": 3, "seat": 4, "record": record}, Refusal.NO_SUCH_SEAT),
    ):
        assert http.post("/api/play-on", json={"name": "Dana", **ask}).json()["code"] == code


def test_playing_on_is_counted_as_opening_a_game(tmp_path_factory: pytest.TempPathFactory) -> None:
    with browsing(whole_app(tmp_path_factory.mktemp("counted"), limits=True)) as client:
        client.post("/api/players", json={})
        codes = [client.post("/api/play-on", json={}).status_code for _ in range(RATES[Kind.CREATE].burst + 1)]
    assert codes == [400] * RATES[Kind.CREATE].burst + [429]


def test_the_log_keeps_the_position_and_nothing_of_the_pool() -> None:
    found = past_of(short_game(players=PEOPLE).record, 9, None)
    assert State.parse(found.position).pool == ()
    first = entries.Opened(Settings(), "07" * 32, "a" * 64, "KUBXY7", past=found.position)
    assert entries.from_bytes(entries.to_bytes(first)) == first
    assert "past" not in json.loads(entries.to_bytes(with_changes(first, past=None)))
