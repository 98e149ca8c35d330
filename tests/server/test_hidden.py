"""What a seat may not see does not reach it: two games that look alike to it are the same bytes."""

import json
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.json import encode

from openkub.server import entries
from openkub.server.door.looking_back import own_game
from openkub.server.live import Live
from openkub.server.records import public_record
from openkub.server.room import Room
from openkub.server.showing import Showing, Surroundings
from openkub.server.steps import hint_view
from openkub.server.store import Phase
from openkub.server.summary import listing
from openkub.server.timetable import Pace, due
from openkub.server.wire import socket
from openkub.server.wire.game import SeatDraft
from openkub.server.wire.refusals import Refused
from openkub.server.wishes import granted
from openkub.solver import hint
from tests.server.inprocess import Guest, Guests, Line, play_on, to_move
from tests.server.twins import game, twin
from tests.workshop.chance import seal_of

AROUND = Surroundings(1_000, here=(True, False, True, True, True), watching=3)
TILE = re.compile(r"(?<![\w-])(?:[krby](?:1[0-3]|[1-9])|\*)(?![\w-])")
WISHES = (
    *(
        socket.Move("k" * 8, move)
        for move in ("draw", "pass", "play r1 r2 r3", "play ", "play * * *", "timeout", "redeal", "?")
    ),
    socket.Nonce("k" * 8, "0" * 32),
    *(socket.SeatBot("k" * 8, "expert", other) for other in (0, 1, 2, 5, None)),
    *(socket.Unseat("k" * 8, other) for other in (0, 1, 5)),
    *(kind("k" * 8) for kind in (socket.Start, socket.Leave, socket.ComeBack, socket.Ready, socket.Stop)),
)


def answers(room: Room, seat: Any) -> Iterator[Any]:
    """What this seat, or a spectator, is told about everything that it may wish for here."""
    player = None if seat is None else room.seats[seat].player
    for wish in WISHES:
        try:
            yield granted(room, player, wish, here=AROUND.here, outages=(), now=1_000)
        except Refused as refused:
            yield refused.trouble


def shown(room: Room, seat: Any, orders: Any) -> Iterator[Any]:
    """Every byte about a room that can go to this seat, the news of what happened aside."""
    live = Live(room)
    live.orders.update(orders)
    if room.game:
        live.draft = SeatDraft(room.game.state.turn, room.turns, "r5 r6 r7")
    player = None if seat is None else room.seats[seat].player
    yield encode(live.welcome(player, AROUND))
    yield encode(list(answers(room, seat)))
    listed = listing(room, due(room, Pace(), (), 1_000))
    yield encode(own_game(room.id, 1_000, listed, player)) if room.phase == Phase.OVER else listed.summary
    if room.game:
        yield str(public_record(room)).encode()
        yield public_record(room).to_json().encode()
    if room.phase == Phase.PLAYING and room.game.state.turn == seat:
        yield encode([hint_view(hint(room.game.state.view(seat), strength)) for strength in (1, 2, 3)])


def eyes(room: Room) -> list[Any]:
    return [None, *(number for number, seat in enumerate(room.seats) if seat.player)]


def same(first: Any, second: Any, told: Any) -> None:
    """Whether two rooms say the same; the promise of a secret differs with the secret, and gives nothing away."""
    bytes_of = [told(room).replace(room.commitment.encode(), b"promised") for room in (first, second)]
    assert bytes_of[0] == bytes_of[1]


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_two_games_that_look_alike_to_a_seat_are_the_same_bytes_to_it(seed: Any) -> None:
    rng = Random(seed)
    for before, happening, after in game(rng):
        for seat in eyes(after):
            other = twin(after, seat, rng)
            showings = [Showing(before, happening, room, AROUND) for room in (after, other)]
            news = [encode(showing.to(seat)) for showing in showings]
            news += [showing.told(seat) for showing in (*showings, *showings)]
            assert set(news) == {news[0]}
        together = Showing(before, happening, after, AROUND)  # what all share is written once
        seats = [*eyes(after), *eyes(after)]
        assert [together.told(seat) for seat in seats] == [encode(together.to(seat)) for seat in seats]
        if rng.random() < 0.3:
            seat = rng.choice(eyes(after))
            orders = iter([{other: f"{other} {name}" for other in range(6) if other != seat} for name in "ab"])
            same(after, twin(after, seat, rng), lambda room: b"\n".join(shown(room, seat, next(orders))))  # noqa: B023


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_the_secret_is_shown_when_the_game_is_over_and_not_before(seed: Any) -> None:
    for before, happening, after in game(Random(seed)):
        told = b"".join(shown(after, None, {})) + encode(Showing(before, happening, after, AROUND).to(None))
        assert (after.secret.hex().encode() in told) == (after.phase == Phase.OVER)


# --- over the real wire ---


def tiles_in(value: Any) -> Any:
    """All tiles that a message names anywhere."""
    return TILE.findall(value) if isinstance(value, str) else [t for v in _inside(value) for t in tiles_in(v)]


def _inside(value: Any) -> Any:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def without(message: dict[str, Any], *names: Any) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name not in names}


def check_position(position: Any, room: Room, seat: Any) -> None:
    """A position says what the seat may know, and names no other tile."""
    state = room.game.state
    assert position["table"] == str(state.table)
    assert position["rack"] == (None if seat is None else str(state.racks[seat]))
    assert position["racks"] == ([str(rack) for rack in state.racks] if state.outcome else None)
    assert position["may_redeal"] == (seat is not None and state.view(seat).may_redeal)
    assert tiles_in(without(position, "table", "rack", "racks")) == []


def check_draws(draws: Any, room: Room) -> None:
    """What was drawn for the start was drawn before all eyes."""
    drawn = room.game.start_draws if room.game else ()
    assert [(draw["seat"], draw["tile"]) for draw in draws] == [(seat, str(tile)) for seat, tile in drawn]


def check_view(view: Any, room: Room, seat: Any) -> None:
    """A full view names no tiles but those of the table, its own rack, the last play and the draft."""
    if view["position"]:
        check_position(view["position"], room, seat)
    check_draws(view["start_draws"], room)
    if view["last"]:
        assert view["last"]["after"] == str(room.game.state.table)
        assert (view["last"]["before"], view["last"]["n"]) == (str(room.last_change[1]), room.last_change[2])
    assert tiles_in(without(view, "position", "start_draws", "last", "draft", "id")) == []


def check_message(text: str, rooms: Sequence[Room], seat: Any) -> Any:
    """Everything in a message is known to the seat when it is sent."""
    message = json.loads(text)
    kind = message["type"]
    if kind == "welcome":
        check_view(message["game"], rooms[message["n"]], seat)
    elif kind in ("dealt", "moved"):
        room = rooms[message["n"]]
        check_position(message["position"], room, seat)
        if kind == "moved":
            assert message["move"] == str(room.game.state.history[-1].move)
        else:
            check_draws(message["start_draws"], room)
        assert tiles_in(without(message, "position", "move", "start_draws")) == []
    elif kind == "show_draft":
        assert message["table"] in (None, "r5 r6 r7")
    elif kind != "show_rack":
        assert tiles_in(message) == []
    return kind


def ask_everything(guest: Guest, game: str) -> Any:
    """Everything that HTTP tells this guest about a game."""
    paths = [f"/api/games/{game}{end}" for end in ("", "/record.kub", "/record.json")]
    asked = [guest.http.get(path) for path in (*paths, "/api/games", "/metrics", "/healthz", f"/game/{game}")]
    asked += [guest.http.post(f"/api/games/{game}/hint", json={"strength": strength}) for strength in (1, 2, 3)]
    assert all("etag" not in answer.headers for answer in asked[:5])
    assert all(answer.headers["cache-control"] == "no-store" for answer in asked[:4])
    return asked


@pytest.mark.heavy
def test_no_byte_on_the_wire_tells_a_seat_more_than_it_may_know(guests: Guests) -> None:
    people = [guests.guest() for _ in range(3)]
    outsider = guests.guest()
    game = people[0].opened(seats=4, bots=["novice"], start="host", listed=True, rules="default rounds=2")
    for number, guest in enumerate(people[1:], 2):
        guest.join(game, f"Guest {number}")
    lines = [guest.line(game) for guest in people]
    watchers = [guests.stranger(game), outsider.line(game)]
    nonces = [f"{number:x}" * 32 for number in (10, 11, 12)]
    for line, nonce in zip(lines, nonces, strict=True):
        line.wish("seal", seal=seal_of(nonce))
    early = "".join(text for line in [*lines, *watchers] for text in [*line.heard, str(line.now())])
    assert not any(seal_of(nonce) in early for nonce in nonces)
    lines[0].wish("start")
    for line, nonce in list(zip(lines, nonces, strict=True))[:-1]:
        line.wish("nonce", nonce=nonce)
    early = "".join(text for line in [*lines, *watchers] for text in [*line.heard, str(line.now())])
    assert not any(nonce in early for nonce in nonces)
    lines[-1].wish("nonce", nonce=nonces[-1])
    told = {guest: [] for guest in [*people, outsider]}
    turn = 0
    while lines[0].phase != "over":
        for line in lines:
            line.say("rack", order=f"the order of {line.seat}")
        play_on(lines, 1)
        for line in lines:
            line.now()
        mover = next((line for line in lines if line.turn == line.seat), None)
        if mover and mover.phase == "playing":
            # In every turn: three take turns, and every third would be the same player's.
            mover.say("draft", turns=mover.view["position"]["turns"], table="r5 r6 r7")
            mover.wish("move", move="play k1")
            if turn % 3 == 0:
                told = {guest: told[guest] + ask_everything(guest, game) for guest in told}
        if lines[0].phase == "between":
            lines[turn % 3].wish("ready")
        turn += 1
    for line in [*lines, *watchers]:
        line.now()
    rooms = guests.server.rooms(game)
    secrets = _secrets(rooms[-1], people, outsider)
    for line in [*lines, *watchers]:
        _check_line(line, rooms, line.seat, secrets)
    for line, guest in zip([*lines, watchers[1]], told, strict=True):
        _check_answers(told[guest], rooms, line.seat, secrets)


def _secrets(room: Room, people: Any, outsider: Any) -> Any:
    """What nobody may read before the end; tokens and their hashes not even then."""
    hashes = [seat.player for seat in room.seats if seat.player]
    tokens = [guest.token for guest in (*people, outsider)]
    return room.secret.hex(), [*hashes, *tokens]


def _check_line(line: Line, rooms: Sequence[Room], seat: Any, secrets: Any) -> None:
    secret, never = secrets
    kinds = [check_message(text, rooms, seat) for text in line.heard]
    assert {"welcome", "dealt", "moved", "hidden", "show_draft"} <= set(kinds)
    over = next(i for i, text in enumerate(line.heard) if '"phase":"over"' in text)
    assert all(secret not in text for text in line.heard[:over])
    assert secret in line.heard[over]
    everything = "".join(line.heard)
    assert not any(word in everything for word in never)
    orders = set(re.findall("the order of .", everything))
    assert orders <= {f"the order of {seat}"}


def _check_answers(answers: Any, rooms: Sequence[Room], seat: Any, secrets: Any) -> None:
    secret, never = secrets
    texts = [str(answer.headers) + answer.text for answer in answers]
    assert not any(word in text for text in texts for word in (secret, *never))
    hints = [answer for answer in answers if answer.request.method == "POST"]
    assert {answer.status_code for answer in hints} <= ({200, 409} if seat is not None else {403})
    for answer in answers:
        path = answer.request.url.path
        if path.endswith(rooms[0].id) and path.startswith("/api"):
            view = answer.json()
            known = [room for room in rooms if room.game and room.turns == view["position"]["turns"]]
            check_view(view, known[0] if view["phase"] == "playing" else known[-1], seat)
        elif path.endswith("record.kub"):
            _check_record(answer.text, rooms)
        elif path in ("/api/games", "/metrics", "/healthz"):
            assert tiles_in(answer.text) == []


def _check_record(text: str, rooms: Sequence[Room]) -> None:
    """A record before the end is a beginning of the record after it, without the secret."""
    whole = str(public_record(rooms[-1])).splitlines()
    lines = text.splitlines()
    assert [line for line in whole if not line.startswith("secret: ")][: len(lines)] == lines


@pytest.mark.parametrize("rules", ["default voluntary_draw=False", "default"])
def test_a_refused_move_is_nobody_elses_business(guests: Guests, rules: str) -> None:
    game, lines = guests.playing(3, rules=f"{rules} rounds=1")
    watcher = guests.stranger(game)
    for line in lines:
        line.until("presence", watching=1)
    for turn in range(12):
        if lines[0].phase != "playing":
            assert turn > 6
            break
        mover = to_move(lines)
        watcher.now()
        best = mover.choose()
        for wrong in ("play k1 k2", "pass", "play * * *", "draw" if best.startswith("play") else "pass"):
            if wrong != "draw" or "=False" in rules:
                assert mover.code("move", move=wrong) == "illegal_move"
        assert [news for line in (*lines, watcher) if line is not mover for news in line.now()] == []
        mover.wish("move", move=best)


def test_what_the_wire_says_is_what_the_seat_is_shown(guests: Guests) -> None:
    game, lines = guests.playing(3, rules="default rounds=1")
    play_on(lines)
    rooms = guests.server.rooms(game)
    log = [entries.from_bytes(entry.data) for entry in guests.server.log(game)]
    for seat, line in enumerate(lines):
        line.now()
        events = [m for m in map(json.loads, line.heard) if m["type"] in ("moved", "dealt")]
        assert len(events) > 10
        for event in events:
            n = event["n"]
            news = to_builtins(Showing(rooms[n - 1], log[n], rooms[n], AROUND).to(seat))
            assert without(event, "seats") == without(news, "seats")


def test_a_seat_that_a_bot_plays_is_seen_by_its_owner_alone(guests: Guests) -> None:
    game, (anna, bruno, carla) = guests.playing(3)
    bruno.wish("leave")
    anna.now()
    assert anna.view["seats"][1]["bot"] == "steady"
    assert bruno.fresh_view()["position"]["rack"] == bruno.view["position"]["rack"] != ""
    assert anna.fresh_view()["position"]["rack"] != bruno.view["position"]["rack"]
    assert guests.stranger(game).view["position"]["rack"] is None
    assert carla.fresh_view()["position"]["racks"] is None


def test_an_order_of_a_rack_does_not_move_with_the_seats(guests: Guests) -> None:
    _, (anna, bruno, carla) = guests.waiting(3)
    bruno.say("rack", order="bruno's thoughts")
    carla.say("rack", order="carla's thoughts")
    bruno.now()
    carla.now()
    bruno.wish("leave")
    assert "thoughts" not in str(carla.fresh_view()) + str(anna.fresh_view())


def test_one_who_leaves_before_the_start_sees_no_tiles_afterwards(guests: Guests) -> None:
    game, (anna, bruno, carla) = guests.waiting(3)
    for line in (anna, bruno, carla):
        line.seal()
    bruno.wish("leave")
    anna.wish("start")
    for line in (anna, carla):
        line.nonce()
    bruno.now()
    assert bruno.seat is None
    assert bruno.view["position"]["rack"] is None
    tab = Line(guests.server, game, bruno.token)
    tab.say("hello", last=0)
    told = tab.now()
    tab.close()
    assert [m["position"]["rack"] for m in told if m["type"] == "dealt"] == [None]
