"""Games over HTTP: opened with anything that makes sense, found, joined, told; and nobody finds what is not shown."""

import json
import string
from pathlib import Path
from typing import Any

import httpx
import pytest

from openkub.law.rules import EDITIONS
from openkub.play.game import verify
from openkub.play.record import Record
from openkub.server.customs import Customs
from openkub.server.founding import CODE_LETTERS
from tests.server.inprocess import Guests, Serving, guests_of, play_on, serving, to_move
from tests.workshop import patience

NOWHERE = "AAAAAAAAAAAAAAAAAAAAAA"


# --- opening ---


@pytest.mark.parametrize("edition", sorted(EDITIONS))
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_edition_can_be_played_by_as_many_as_its_leaflet_says(guests: Guests, edition: str, seats: int) -> None:
    answer = guests.guest().open(rules=edition, seats=seats)
    fits = seats <= EDITIONS[edition].most_players
    assert answer.status_code == (201 if fits else 422)
    if not fits:
        assert (answer.json()["code"], answer.json()["where"]) == ("bad_settings", "$.settings.rules")


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_any_number_of_bots_plays_against_one(guests: Guests, seats: int) -> None:
    levels = ["novice", "casual", "steady", "sharp", "expert"][: seats - 1]
    view = guests.guest().open(seats=seats, rules="default", bots=levels).json()
    assert [seat["bot"] for seat in view["seats"]] == [None, *levels]
    assert view["you"] == 0
    assert guests.guest().open(seats=2, bots=["novice", "novice"]).json()["where"] == "$.bots"


@pytest.mark.parametrize(
    ("clock", "status"),
    [
        (None, 201),
        ({"kind": "turn", "seconds": 5}, 201),
        ({"kind": "turn", "seconds": 3600}, 201),
        ({"kind": "turn", "seconds": 4}, 400),
        ({"kind": "turn", "seconds": 3601}, 400),
        ({"kind": "bank", "seconds": 600, "increment": 5}, 201),
        ({"kind": "bank", "seconds": 29}, 400),
        ({"kind": "delay", "seconds": 600, "delay": 10}, 201),
        ({"kind": "delay", "seconds": 600, "delay": 4}, 400),
        ({"kind": "delay", "seconds": 600}, 400),
        ({"kind": "glass", "seconds": 60}, 400),
    ],
)
def test_a_clock_is_off_a_turn_a_bank_or_a_bank_with_a_delay(
    guests: Guests, clock: dict[str, Any] | None, status: int
) -> None:
    answer = guests.guest().open(clock=clock)
    assert answer.status_code == status
    if status == 201:
        assert answer.json()["settings"]["clock"] in (clock, clock and clock | {"increment": 0})
    else:
        assert answer.json()["where"].startswith("$.settings.clock")


def test_a_table_has_the_clock_of_its_edition_unless_it_says_otherwise(guests: Guests) -> None:
    def agreed(rules: Any, **clock: Any) -> Any:
        settings = guests.guest().open(rules=rules, **clock).json()["settings"]
        return settings["rules"], settings["clock"]

    assert agreed("original_fr") == ("original_fr", {"kind": "turn", "seconds": 60})
    assert agreed("original_fr", clock=None) == ("original_fr time_limit_mode=none", None)
    assert agreed("tournament") == ("tournament", {"kind": "delay", "seconds": 600, "delay": 10})
    assert agreed("default") == ("default", None)


def test_options_of_the_rules_are_kept_and_nonsense_is_refused_with_its_place(guests: Guests) -> None:
    view = guests.guest().open(rules="jumbo_de joker_penalty=25 rounds=3").json()
    assert "joker_penalty=25" in view["settings"]["rules"]
    for rules in ("chess", "default deal_size=1000", "default colour=blue"):
        trouble = guests.guest().open(rules=rules).json()
        assert (trouble["code"], trouble["where"]) == ("bad_settings", "$.settings.rules")


@pytest.mark.parametrize("name", ["", " ", "a\x07b", "x" * 25, "a ;b", "\u202e"])
def test_a_name_that_cannot_stand_in_a_record_is_refused(guests: Guests, name: str) -> None:
    answer = guests.guest().open(name=name)
    assert answer.status_code in (400, 422)
    assert answer.json()["where"] == "$.name"


def test_equal_names_are_told_apart(guests: Guests) -> None:
    anna, other = guests.guest(), guests.guest()
    view = other.join(anna.opened(name="Anna"), "Anna").json()
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Anna 2"]


def test_a_player_has_only_so_many_games_open(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", Customs(open_games=2)) as server, guests_of(server) as guests:
        anna = guests.guest()
        games = [anna.opened(), anna.opened()]
        refused = anna.open()
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_games")
        anna.line(games[0]).wish("leave")
        assert anna.open().status_code == 201
        assert guests.guest().open().status_code == 201


# --- finding and joining ---


def test_the_lobby_shows_listed_games_that_wait_and_no_others(guests: Guests) -> None:
    anna, bruno = guests.guest(), guests.guest()
    shown, private = anna.opened(listed=True, seats=2), anna.opened(seats=2)
    lobby = {game["id"]: game for game in bruno.http.get("/api/games").json()["games"]}
    assert shown in lobby
    assert private not in lobby
    assert lobby[shown]["players"] == ["Anna"]
    assert lobby[shown].keys() == {"id", "settings", "players"}
    bruno.join(shown)
    assert shown not in bruno.http.get("/api/games").text


def test_a_short_code_finds_the_game_until_it_begins(guests: Guests) -> None:
    anna = guests.guest()
    view = anna.open(start="host", bots=["novice"]).json()
    assert anna.http.get(f"/api/codes/{view['code']}").json() == {"id": view["id"]}
    anna.line(view["id"]).wish("start")
    assert anna.http.get(f"/api/codes/{view['code']}").json()["code"] == "no_such_game"
    assert anna.http.get(f"/api/games/{view['id']}").json()["code"] is None
    assert anna.http.get("/api/codes/O0I1LU").status_code == 404


def test_a_seat_is_taken_once_and_a_full_table_is_full(guests: Guests) -> None:
    anna, bruno = guests.guest(), guests.guest()
    game = anna.opened(seats=2, start="host")
    assert bruno.join(game).json()["you"] == 1
    assert bruno.join(game, "Somebody else").json()["you"] == 1
    assert guests.guest().join(game).json()["code"] == "seats_full"
    lines = [anna.line(game), bruno.line(game)]
    lines[0].wish("start")
    assert guests.guest().join(game).json()["code"] == "wrong_phase"


def test_who_is_nobody_cannot_open_join_or_ask(server: Serving) -> None:
    with httpx.Client(base_url=server.base, timeout=patience.PATIENCE_S) as http:
        for path, body in (
            ("/api/games", {"name": "Anna"}),
            (f"/api/games/{NOWHERE}/seats", {"name": "Anna"}),
            (f"/api/games/{NOWHERE}/hint", {}),
        ):
            answer = http.post(path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (401, "unauthorised")
            assert answer.headers["www-authenticate"] == "Bearer"


# --- records ---


def test_a_record_is_told_once_tiles_are_dealt_and_has_the_secret_at_the_end(guests: Guests) -> None:
    stranger = guests.guest()
    game, lines = guests.waiting(2, rules="default rounds=1")
    assert stranger.http.get(f"/api/games/{game}/record.kub").json()["code"] == "wrong_phase"
    for line in lines:
        line.seal()
    lines[0].wish("start")
    for line in lines:
        line.nonce()
    play_on(lines, 3)
    early = Record.parse(stranger.http.get(f"/api/games/{game}/record.kub").text)
    assert early.shuffle.secret is None
    assert len(early.rounds[0].turns) == 3
    play_on(lines)
    text = stranger.http.get(f"/api/games/{game}/record.kub").text
    twin = stranger.http.get(f"/api/games/{game}/record.json")
    assert verify(text) is None
    assert twin.headers["content-type"].startswith("application/json")
    assert str(Record.from_json(twin.text)) == text
    assert Record.parse(text).rounds[0].turns[:3] == early.rounds[0].turns


# --- hints ---


def test_hints_are_for_the_own_turn_and_the_own_seat(guests: Guests) -> None:
    game, lines = guests.playing()
    mover = to_move(lines)
    waiter = next(line for line in lines if line is not mover)
    with httpx.Client(base_url=guests.server.base, timeout=patience.PATIENCE_S) as http:

        def ask(token: Any, strength: int = 3) -> Any:
            headers = {"Authorization": f"Bearer {token}"}
            return http.post(f"/api/games/{game}/hint", json={"strength": strength}, headers=headers)

        best = mover.choose()
        assert (ask(mover.token).json()["table"] is None) == (best == "draw")
        assert ask(mover.token, 1).json().keys() == {"tiles", "sets", "table", "steps"}
        assert ask(mover.token, 1).json()["table"] is None
        assert ask(waiter.token).json()["code"] == "not_your_turn"
        assert ask(guests.guest().token).json()["code"] == "not_seated"
        assert ask(mover.token, 4).status_code == 400


def test_the_host_of_a_game_switches_hints_off_and_so_does_the_host_of_the_house(
    guests: Guests, tmp_path: Path
) -> None:
    game, lines = guests.playing(hints=False)
    mover = to_move(lines)
    headers = {"Authorization": f"Bearer {mover.token}"}
    answer = patience.post(f"{guests.server.base}/api/games/{game}/hint", json={}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "hints_off")
    with serving(tmp_path / "games.db", Customs(hints=False)) as server, guests_of(server) as others:
        anna = others.guest()
        assert anna.http.post(f"/api/games/{anna.opened()}/hint", json={}).json()["code"] == "hints_off"


def test_before_the_tiles_are_dealt_there_is_nothing_to_hint_at(guests: Guests) -> None:
    anna = guests.guest()
    assert anna.http.post(f"/api/games/{anna.opened()}/hint", json={}).json()["code"] == "wrong_phase"


# --- nobody gets in ---


def test_ids_and_codes_cannot_be_guessed(guests: Guests) -> None:
    anna = guests.guest()
    views = [anna.open().json() for _ in range(60)]
    ids = [view["id"] for view in views]
    assert len(set(ids)) == 60
    assert all(len(name) == 22 and set(name) <= set(string.ascii_letters + string.digits + "-_") for name in ids)
    # 128 bits look like this: every place of the text takes many values, and no two ids begin alike.
    assert all(len({name[place] for name in ids}) > 20 for place in range(21))
    assert len({name[:5] for name in ids}) == 60
    assert all(len(view["code"]) == 6 and set(view["code"]) <= set(CODE_LETTERS) for view in views)
    assert len({view["code"] for view in views}) == 60


@pytest.mark.parametrize("game", [NOWHERE, "1", "..", "%00", "a" * 21, "a" * 23, "a" * 22 + "%2e"])
def test_what_is_not_there_and_what_cannot_be_there_are_answered_alike(guests: Guests, game: str) -> None:
    guest = guests.guest()
    for end in ("", "/record.kub", "/record.json"):
        answer = guest.http.get(f"/api/games/{game}{end}")
        assert answer.status_code == 404
        assert answer.json()["code"] in ("no_such_game", "not_found")
    assert guest.join(game).status_code == 404


def test_tokens_are_kept_as_hashes_only(guests: Guests) -> None:
    anna = guests.guest()
    game = anna.opened()
    log = b"".join(entry.data for entry in guests.server.log(game))
    assert anna.token.encode() not in log
    assert anna.token.encode() not in guests.server.file.read_bytes()


def test_the_cookie_is_for_this_site_alone_and_out_of_reach_of_scripts(server: Serving) -> None:
    with httpx.Client(base_url=server.base, timeout=patience.PATIENCE_S) as http:
        answer = http.post("/api/players", json={})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert "path=/" in cookie
        assert "domain" not in cookie
        assert answer.json() == {"token": None}
        game = http.post("/api/games", json={"name": "Anna"}).json()
        assert game["you"] == 0
        assert http.get(f"/api/games/{game['id']}").json()["you"] == 0
    assert patience.get(f"{server.base}/api/games/{game['id']}").json()["you"] is None


def test_a_page_of_another_house_can_change_nothing(guests: Guests) -> None:
    anna = guests.guest()
    game = anna.opened()
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        answer = anna.http.post(f"/api/games/{game}/seats", json={"name": "X"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden_origin")
    ours = {"Origin": guests.server.base}
    assert anna.http.post("/api/games", json={"name": "Anna"}, headers=ours).status_code == 201


def test_a_body_that_is_too_large_or_no_json_is_refused(guests: Guests) -> None:
    http = guests.guest().http
    assert http.post("/api/games", content=b"{" + b" " * 20_000).status_code in (400, 413)
    large = http.post("/api/games", json={"name": "x" * 20_000})
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    plain = http.post("/api/games", content=json.dumps({"name": "Anna"}), headers={"Content-Type": "text/plain"})
    assert plain.json()["where"] == "content-type"
