"""The socket at the public door: who sits, leaves and comes back, the host's rights, rounds, rematch, the fair deal."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from openkub.play.game import verify
from openkub.play.record import Record
from openkub.server.customs import Customs
from openkub.server.timetable import Pace
from tests.server.inprocess import Guests, guests_of, play_on, serving, to_move
from tests.workshop.chance import nonce_of, seal_of


def played(guests: Guests, **wanted: Any) -> Any:
    """A game of two, over."""
    game, lines = guests.playing(2, rules="default rounds=1", **wanted)
    play_on(lines)
    for line in lines:
        line.now()
    return game, lines


def between(guests: Guests) -> Any:
    game, lines = guests.playing(2, rules="default rounds=2")
    play_on(lines)
    for line in lines:
        line.now()
        assert line.phase == "between"
    return game, lines


# --- before the start ---


def test_a_game_begins_by_itself_when_all_seats_are_taken(guests: Guests) -> None:
    anna, bruno = guests.guest(), guests.guest()
    game = anna.opened(seats=2)
    host = anna.line(game)
    assert host.code("start") == "too_few_players"
    bruno.join(game)
    assert [message["type"] for message in host.now() if "n" in message] == ["seated", "dealing"]


def test_the_host_begins_with_the_seats_that_are_taken(guests: Guests) -> None:
    anna, bruno = guests.guest(), guests.guest()
    game = anna.opened(seats=6, rules="default")
    bruno.join(game)
    lines = [anna.line(game), bruno.line(game)]
    assert lines[1].code("start") == "not_host"
    assert lines[0].wish("start")["type"] == "ack"
    for line in lines:
        line.seal()
    for line in lines:
        line.nonce()
    lines[0].now()
    assert lines[0].phase == "playing"
    assert lines[0].view["position"]["counts"] == [14, 14]


@pytest.mark.parametrize("kind", ["start", "seat_bot", "unseat"])
def test_before_the_start_only_the_host_decides(guests: Guests, kind: str) -> None:
    _, (_, bruno) = guests.waiting(2)
    fields = {"seat_bot": {"level": "novice"}, "unseat": {"seat": 0}}.get(kind, {})
    assert bruno.code(kind, **fields) == "not_host"


def test_the_host_seats_bots_until_all_seats_are_taken(guests: Guests) -> None:
    game = (anna := guests.guest()).opened(seats=3, start="host")
    line = anna.line(game)
    line.wish("seat_bot", level="expert")
    line.wish("seat_bot", level="novice")
    assert [seat["bot"] for seat in line.view["seats"]] == [None, "expert", "novice"]
    assert line.code("seat_bot", level="novice") == "seats_full"
    assert line.refusal("seat_bot", level="genius")["where"] == "$.level"


def test_the_host_empties_a_seat_and_those_behind_it_move_up(guests: Guests) -> None:
    _, (anna, bruno, carla) = guests.waiting(3)
    assert anna.refusal("unseat", seat=5) | {"message": ""} == {
        "code": "no_such_seat",
        "message": "",
        "where": "$.seat",
        "problem": None,
    }
    assert anna.code("unseat", seat=0) == "no_such_seat"
    anna.wish("unseat", seat=1)
    bruno.now()
    carla.now()
    assert (anna.seat, bruno.seat, carla.seat) == (0, None, 1)
    assert bruno.code("seal", seal="0" * 64) == "not_seated"


def test_a_host_who_leaves_before_the_start_passes_the_game_on(guests: Guests) -> None:
    _, (anna, bruno) = guests.waiting(2)
    anna.wish("leave")
    bruno.now()
    assert [(seat["name"], seat["host"]) for seat in bruno.view["seats"]] == [("Guest 2", True)]
    bruno.wish("leave")
    assert bruno.phase == "over"


# --- the fair deal ---


def test_the_promise_comes_first_then_seals_the_nonces_with_the_tiles_the_secret_at_the_end(guests: Guests) -> None:
    game, lines = guests.waiting(2, rules="default rounds=1")
    promise = lines[0].view["commitment"]
    nonces = [nonce_of(game, line.token) for line in lines]
    for line, nonce in zip(lines, nonces, strict=True):
        line.wish("seal", seal=seal_of(nonce))
        assert line.code("seal", seal=seal_of(nonce)) == "wrong_phase"
    assert lines[0].fresh_view()["seals"] is None
    lines[0].wish("start")
    assert lines[1].until("sealed")["seals"] == [seal_of(nonce) for nonce in nonces]
    for line, nonce in zip(lines, nonces, strict=True):
        assert lines[0].fresh_view()["nonces"] is None
        line.wish("nonce", nonce=nonce)
    assert lines[0].until("dealt")["nonces"] == nonces
    play_on(lines)
    view = lines[0].fresh_view()
    assert view["commitment"] == promise == sha256(bytes.fromhex(view["secret"])).hexdigest()
    text = guests.guest().http.get(f"/api/games/{game}/record.kub").text
    assert verify(text) is None
    assert [nonce.hex() for nonce in Record.parse(text).shuffle.nonces] == nonces


def test_no_nonce_is_taken_before_all_are_sealed_and_none_but_the_one_that_was(guests: Guests) -> None:
    _, (anna, bruno) = guests.waiting(2)
    assert anna.code("nonce", nonce="0" * 32) == "wrong_phase"
    anna.seal()
    assert anna.nonce()["trouble"]["code"] == "wrong_phase"
    anna.wish("start")
    assert anna.nonce()["trouble"]["code"] == "wrong_phase"
    bruno.seal()
    assert anna.refusal("nonce", nonce="0" * 32)["where"] == "$.nonce"
    assert anna.nonce()["type"] == "ack"
    assert bruno.code("seal", seal="0" * 64) == "wrong_phase"


def test_who_seals_nothing_or_opens_no_seal_holds_nobody_up(tmp_path: Path) -> None:
    customs = Customs(Pace(bot_pause=0, nonces=50))
    with serving(tmp_path / "games.db", customs) as server, guests_of(server) as guests:
        _, (anna, bruno, _) = guests.waiting(3)
        anna.seal()
        bruno.seal()
        anna.wish("start")
        seals = bruno.until("sealed")["seals"]
        assert [seal is None for seal in seals] == [False, False, True]
        anna.nonce()
        assert len(bruno.until("dealt")["nonces"]) <= 1
        assert bruno.fresh_view()["seals"] == seals


# --- moves ---


def test_a_move_is_refused_with_its_rule_and_its_place(guests: Guests) -> None:
    _, lines = guests.playing()
    mover = to_move(lines)
    waiter = next(line for line in lines if line is not mover)
    assert waiter.code("move", move="draw") == "not_your_turn"
    trouble = mover.refusal("move", move="play r1 r1")
    assert trouble["code"] == "illegal_move"
    assert trouble["problem"]["code"] == trouble["message"]
    assert trouble["problem"]["meld"] == 0 or trouble["problem"]["tile"]
    assert mover.refusal("move", move="pass")["problem"]["code"] == "pool_not_empty"
    assert mover.refusal("move", move="shout") | {"message": ""} == {
        "code": "bad_message",
        "message": "",
        "where": "$.move",
        "problem": None,
    }
    assert mover.code("move", move="timeout r1") == "bad_message"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("start", {}),
        ("seal", {"seal": "0" * 64}),
        ("nonce", {"nonce": "0" * 32}),
        ("unseat", {"seat": 1}),
        ("ready", {}),
        ("stop", {}),
        ("rematch", {}),
        ("come_back", {}),
    ],
)
def test_what_has_its_time_is_refused_at_another(guests: Guests, kind: str, fields: dict[str, Any]) -> None:
    _, (anna, _) = guests.playing()
    assert anna.code(kind, **fields) == "wrong_phase"


@pytest.mark.parametrize("kind", ["move", "leave", "ready", "stop", "come_back"])
def test_who_has_no_seat_has_no_say(guests: Guests, kind: str) -> None:
    game, _ = guests.playing()
    fields = {"move": "draw"} if kind == "move" else {}
    assert guests.stranger(game).code(kind, **fields) == "not_seated"
    assert guests.guest().line(game).code(kind, **fields) == "not_seated"


@pytest.mark.slow
def test_when_the_clock_runs_out_a_legal_draft_is_the_turn(guests: Guests) -> None:
    _, lines = guests.playing(2, clock={"kind": "turn", "seconds": 15})
    while not (best := (mover := to_move(lines)).choose()).startswith("play "):
        mover.wish("move", move=best)
    table = best.removeprefix("play ")
    mover.say("draft", turns=mover.view["position"]["turns"], table=table)
    moved = mover.until("moved")
    assert (moved["by"], moved["move"], moved["position"]["table"]) == ("clock", best, table)
    assert moved["clock"]["left"] <= 15_000


# --- leaving and coming back ---


def test_a_bot_plays_for_one_who_leaves_until_he_comes_back(guests: Guests) -> None:
    _, lines = guests.playing(3)
    anna, bruno, carla = lines
    bruno.wish("leave")
    anna.now()
    assert anna.view["seats"][1] | {"here": True} == {
        "name": "Guest 2",
        "human": True,
        "bot": "steady",
        "host": False,
        "here": True,
        "ready": False,
    }
    assert bruno.code("leave") == "wrong_phase"
    while "bot" not in {message.get("by") for message in bruno.now()}:
        play_on([anna, carla], 1)
    assert bruno.wish("come_back")["type"] == "ack"
    assert anna.until("seated", what="returned")["seats"][1]["bot"] is None
    assert play_on(lines, 4)


def test_the_last_one_to_leave_ends_the_game(guests: Guests) -> None:
    _, (anna, bruno) = guests.playing()
    bruno.wish("leave")
    anna.wish("leave")
    closed = bruno.until("closed")
    assert closed["reason"] == "abandoned"
    assert len(closed["secret"]) == 64
    assert bruno.fresh_view()["closed"] == "abandoned"
    assert anna.code("move", move="draw") == "wrong_phase"


def test_a_bot_takes_the_seat_of_one_who_is_away_and_of_nobody_else(guests: Guests) -> None:
    _, (anna, bruno, carla) = guests.playing(3, stand_in="casual")
    assert anna.code("seat_bot", level="novice", seat=1) == "not_away"
    assert anna.code("seat_bot", level="novice", seat=0) == "not_away"
    assert anna.refusal("seat_bot", level="novice", seat=4)["where"] == "$.seat"
    assert anna.code("seat_bot", level="novice") == "no_such_seat"
    bruno.close()
    carla.until("presence", here=[True, False, True])
    assert carla.wish("seat_bot", level="novice", seat=1)["type"] == "ack"
    assert anna.until("seated", what="replaced")["seats"][1]["bot"] == "casual"
    assert carla.code("seat_bot", level="novice", seat=1) == "not_away"


def test_whose_seat_a_bot_plays_takes_it_back_by_playing(guests: Guests) -> None:
    _, (anna, bruno, carla) = guests.playing(3)
    bruno.wish("leave")
    while "bot" not in {message.get("by") for message in bruno.now()}:
        play_on([anna, carla], 1)
    bruno.wish("move", move="draw")
    assert [seat["bot"] for seat in bruno.fresh_view()["seats"]] == [None, None, None]
    assert to_move([anna, bruno, carla]).wish("move", move="draw")["type"] == "ack"


def test_whom_the_host_has_sent_away_does_not_sit_down_again_at_once(guests: Guests) -> None:
    anna, bruno, carla = guests.guest(), guests.guest(), guests.guest()
    game = anna.opened(seats=3)
    bruno.join(game)
    anna.line(game).wish("unseat", seat=1)
    assert bruno.join(game).json()["code"] == "not_invited"
    assert carla.join(game).status_code == 200


# --- rounds, and once more ---


def test_the_next_round_begins_when_all_are_ready_and_keeps_the_sheet(guests: Guests) -> None:
    _, (anna, bruno) = between(guests)
    anna.wish("ready")
    assert bruno.until("is_ready")["seat"] == 0
    assert anna.code("ready") == "wrong_phase"
    bruno.wish("ready")
    assert anna.until("dealt")["position"]["round"] == 2
    sheet = anna.fresh_view()["sheet"]
    assert len(sheet["rounds"]) == 1
    assert sum(sheet["totals"]) == 0


def test_the_host_ends_a_match_between_rounds(guests: Guests) -> None:
    game, (anna, bruno) = between(guests)
    assert bruno.code("stop") == "not_host"
    anna.wish("stop")
    assert bruno.until("closed")["reason"] == "stopped"
    assert anna.code("ready") == "wrong_phase"
    assert verify(guests.guest().http.get(f"/api/games/{game}/record.kub").text) is None


def test_a_rematch_is_for_the_same_people_only(guests: Guests) -> None:
    game, (anna, bruno) = played(guests)
    assert guests.stranger(game).code("rematch") == "not_seated"
    bruno.wish("rematch")
    again = anna.until("rematch_open")["game"]
    assert again != game
    assert anna.code("rematch") == "wrong_phase"
    stranger = guests.guest()
    assert stranger.join(again).json()["code"] == "not_invited"
    assert stranger.http.get("/api/games").json()["games"] == []
    answer = stranger.http.post(
        f"/api/games/{again}/seats", json={"name": "Anna"}, headers={"Authorization": f"Bearer {anna.token}"}
    )
    assert answer.status_code == 200
    assert [seat["name"] for seat in answer.json()["seats"]] == ["Guest 2", "Anna"]
    assert answer.json()["phase"] == "dealing"


def test_a_rematch_asked_for_twice_with_the_same_key_is_one(guests: Guests) -> None:
    _, (anna, _) = played(guests)
    first = anna.wish("rematch", key="the-same-key")
    assert anna.wish("rematch", key="the-same-key") == first


def test_there_is_no_rematch_of_a_game_that_never_began(guests: Guests) -> None:
    anna = guests.guest()
    game = anna.opened()
    line = anna.line(game)
    line.wish("leave")
    assert line.phase == "over"
    assert line.code("rematch") == "wrong_phase"
