"""Games that are over: told with all racks, analysed in the background; nothing of it while a game is played."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest

from openkub import Game, best_play
from openkub.analysis import Analysis, analyse
from openkub.play.record import Record
from openkub.play.rows import rows
from openkub.serve_options import Options
from openkub.server import entries
from openkub.server.analysing import tell_all
from openkub.server.analyst import OF_AN_ADDRESS, PATIENCE_S, Analyst
from openkub.server.app import create_app
from openkub.server.door.limits import RATES, Kind
from openkub.server.store.sqlite import SqliteStore
from openkub.server.wire.looking_back import LARGEST_RECORD
from openkub.server.wire.refusals import Refusal, Refused
from tests.page.tables import Story, elsewhere
from tests.server.doors import browsing, whole_app
from tests.server.inprocess import Guests, Serving
from tests.workshop import patience
from tests.workshop.chance import Seeded, token_of
from tests.workshop.client import bearer

SLOW = (sys.executable, "-c", "import sys; sys.stdin.read(); input()")
"""Reads the record and never ends."""


def short_game(seed: str = "kitchen", players: Any = ("Anna", "Bruno")) -> Game:
    game = Game.new("default rounds=1", players, seed)
    while not game.over:
        game = game.apply(best_play(game.view) or game.view.idle)
    return game


def finished_story() -> Story:
    story = Story("Anna", "Bruno", bots=("steady",), rules="default rounds=1").dealt()
    while not story.state.outcome:
        story.advised(1)
    return story


def looked_back(server: Serving, game: str) -> Any:
    """The review of a game, asked for as the page does."""
    record = patience.get(f"{server.base}/api/games/{game}/record.kub").text
    return patience.post(f"{server.base}/api/review", json={"record": record}).json()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with browsing(whole_app(tmp_path_factory.mktemp("looking"))) as client:
        yield client


def test_a_finished_game_is_told_with_every_rack_and_every_step(server: Serving) -> None:
    story = finished_story().put_down(server)
    told = looked_back(server, story.id)
    turns = told["rounds"][0]["turns"]
    truth = list(rows(story.room.playing.record))
    assert [turn["table"] for turn in turns] == [row.table for row in truth]
    assert [tuple(len(rack.split()) for rack in turn["racks"]) for turn in turns] == [row.racks for row in truth]
    assert all(len(turn["drawn"].split()) == row.drawn for turn, row in zip(turns, truth, strict=True))
    assert all((turn["steps"] is not None) == (turn["did"] == "play") for turn in turns)
    assert told["seats"] == [
        {"name": "Anna", "bot": None},
        {"name": "Bruno", "bot": None},
        {"name": "steady", "bot": "steady"},
    ]
    assert told["promise"]["secret"] == story.room.secret.hex()
    assert told["over"]


def test_a_game_that_is_played_is_not_analysed(guests: Guests) -> None:
    game, lines = guests.playing()
    guest = guests.guest()
    answer = guest.http.post(f"/api/games/{game}/analysis", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_phase")
    assert guest.http.get(f"/api/games/{game}/analysis").json()["state"] == "unasked"
    assert guest.http.get(f"/api/games/{game}/analysis/result").status_code == 404
    assert lines[0].phase == "playing"


def test_a_record_of_a_running_game_cannot_be_shown_either(guests: Guests) -> None:
    game, lines = guests.playing()
    lines[0].now()
    guest = guests.guest()
    text = guest.http.get(f"/api/games/{game}/record.kub").text
    answer = guest.http.post("/api/review", json={"record": text})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
    assert "secret" in answer.json()["message"]


def with_clocks(record: Record) -> str:
    """The text of a record as the server writes it where players have banks of seconds."""
    return str(record).replace(" draw\n", " draw ; 583.2 s left\n")


@pytest.mark.parametrize("form", [str, Record.to_json, with_clocks])
def test_a_file_is_checked_and_told(client: httpx.Client, form: Any) -> None:
    record = short_game().record
    told = client.post("/api/review", json={"record": form(record)}).json()
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Bruno"]
    assert [turn["table"] for turn in told["rounds"][0]["turns"]] == [row.table for row in rows(record)]
    assert told["promise"] is None


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda text: "nothing", "$.record, line 1"),
        (lambda text: "{}", "$.record"),
        (lambda text: text.replace("seat: Anna", "seat: Clara\nseat: Anna"), "$.record, line 9"),
        (lambda text: text.replace("seed: kitchen", "seed: cellar"), "$.record, line 8"),
    ],
)
def test_what_is_wrong_with_a_file_is_named_by_its_line(client: httpx.Client, spoil: Any, where: str) -> None:
    answer = client.post("/api/review", json={"record": spoil(str(short_game().record))})
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_record"
    assert answer.json()["where"].partition(",")[0] == where.partition(",")[0]


def test_a_file_has_a_largest_size(client: httpx.Client) -> None:
    answer = client.post("/api/review", json={"record": "k" * (LARGEST_RECORD + 1)})
    assert answer.status_code == 400
    answer = client.post("/api/review", json={"record": "k" * (2 * LARGEST_RECORD)})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_an_analysis_comes_coarse_first_and_then_finer_and_is_what_python_says() -> None:
    record = short_game().record
    told: list[bytes] = []
    tell_all(str(record), told.append, playouts=5)
    found = [line for line in told if line.startswith(b"{")]
    assert [msg["playouts"] for msg in map(_json, found)] == [0, 5]
    assert msgspec.json.decode(found[0], type=Analysis) == analyse(record, playouts=0)
    assert any(not line.startswith(b"{") for line in told)


def test_a_finished_game_is_analysed_once_for_all_who_ask(server: Serving) -> None:
    story = finished_story().put_down(server)
    ask = lambda: patience.post(f"{server.base}/api/games/{story.id}/analysis", json={}).json()  # noqa: E731
    first, second = ask(), ask()
    assert first["id"] == second["id"] == story.id
    result = _until_there(server.base, f"games/{story.id}/analysis")
    assert result["format"] == "openkub analysis 1"
    assert [player["name"] for player in result["players"]] == ["Anna", "Bruno", "steady"]


def test_a_file_is_analysed_under_an_id_of_its_own(client: httpx.Client) -> None:
    record = short_game("cellar").record
    told = client.post("/api/analyses", json={"record": record.to_json()}).json()
    assert client.post("/api/analyses", json={"record": str(record)}).json()["id"] == told["id"]
    result = _until_there(str(client.base_url), f"analyses/{told['id']}")
    assert len(result["rounds"][0]["turns"]) == len(record.rounds[0].turns)


def test_a_file_that_ends_in_the_middle_is_shown_but_not_analysed(client: httpx.Client) -> None:
    record = Game.new("default", ["Anna", "Bruno"], "kitchen").draw().record
    assert not client.post("/api/review", json={"record": str(record)}).json()["over"]
    answer = client.post("/api/analyses", json={"record": str(record)})
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_phase")


def test_a_game_that_was_stopped_is_told_but_not_analysed(server: Serving) -> None:
    story = Story("Anna", "Bruno").dealt().advised(3).happen(entries.Ended("stopped")).put_down(server)
    told = looked_back(server, story.id)
    assert not told["over"]
    assert told["rounds"][0]["outcome"] is None
    answer = patience.post(f"{server.base}/api/games/{story.id}/analysis", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_phase")


@pytest.mark.anyio
async def test_the_line_is_short_and_shared_out_by_address() -> None:
    analyst = Analyst(waiting=OF_AN_ADDRESS, program=SLOW)
    try:
        for number in range(OF_AN_ADDRESS):
            analyst.ask(f"game {number}", "", "here")
        with pytest.raises(Refused) as mine:
            analyst.ask("one more", "", "here")
        assert analyst.ask("game 0", "", "here").id == "game 0"  # it is there already
        assert analyst.ask("another", "", "there").ahead == OF_AN_ADDRESS
        with pytest.raises(Refused) as everybody:
            analyst.ask("yet another", "", "elsewhere")
    finally:
        await analyst.end()
    assert mine.value.trouble.code is Refusal.TOO_FAST
    assert everybody.value.trouble.code is Refusal.UNAVAILABLE


@pytest.mark.anyio
async def test_who_does_not_ask_any_more_is_passed_over_and_what_takes_too_long_is_given_up() -> None:
    now = 0.0
    analyst = Analyst(program=SLOW, seconds=0.01, clock=lambda: now)
    analyst.ask("first", "", "here")
    analyst.ask("gone", "", "here")
    now = PATIENCE_S + 1.0
    analyst.ask("here", "", "here")
    await analyst.rest()
    told = analyst.progress("here")
    assert told is not None
    assert told.state == "failed"
    assert analyst.progress("gone") is None
    await analyst.end()


def test_a_class_behind_one_address_looks_back_at_a_game_within_the_limits(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    story = finished_story()
    with browsing(whole_app(folder := tmp_path_factory.mktemp("class"), limits=True)) as client:
        assert client.get("/healthz").status_code == 200
        story.put_down(SimpleNamespace(file=folder / "games.db"))
        for _ in range(30):
            record = client.get(f"/api/games/{story.id}/record.kub")
            assert client.post("/api/review", json={"record": record.text}).json()["over"]


def test_asking_is_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    record = str(Game.new("default", ["Anna", "Bruno"], "kitchen").draw().record)
    with browsing(whole_app(tmp_path_factory.mktemp("counted"), limits=True)) as client:
        ask = [client.post("/api/analyses", json={"record": record}) for _ in range(RATES[Kind.LOOK_BACK].burst + 1)]
    assert {answer.status_code for answer in ask[:-1]} == {409}
    assert ask[-1].status_code == 429


def test_what_was_found_is_kept_and_a_game_is_not_analysed_twice(server: Serving) -> None:
    story = finished_story().put_down(server)
    found = msgspec.json.encode(replace(analyse(story.room.playing.record, playouts=0), playouts=40))
    elsewhere(_keep(server, story.id, found))
    told = patience.post(f"{server.base}/api/games/{story.id}/analysis", json={}).json()
    assert (told["state"], told["playouts"]) == ("done", 40)
    assert patience.get(f"{server.base}/api/games/{story.id}/analysis").json() == told
    assert patience.get(f"{server.base}/api/games/{story.id}/analysis/result").content == found


async def _keep(server: Serving, game: str, found: bytes) -> None:
    store = await SqliteStore.visit(server.file)
    await store.keep_analysis(game, found)
    await store.close()


def test_another_worker_starts_its_own_analysis(postgres_address: str) -> None:
    with ExitStack() as running:
        apps = [
            create_app(Options(database=postgres_address, limits=False), Seeded(name)) for name in ("first", "second")
        ]
        workers = [running.enter_context(browsing(app)) for app in apps]
        assert [worker.get("/healthz").status_code for worker in workers] == [200, 200]
        path = f"/api/games/{finished_story().put_down(SimpleNamespace(file=postgres_address)).id}/analysis"
        assert workers[1].get(path).json()["state"] == "unasked"
        asked = [worker.post(path, json={}).json()["state"] for worker in workers]
        assert set(asked) <= {"waiting", "working", "done"}


def test_everybody_has_a_list_of_own_finished_games(server: Serving) -> None:
    story = finished_story().put_down(server)
    Story("Anna", "Bruno").dealt().put_down(server)  # is being played
    mine = patience.get(f"{server.base}/api/my/games", headers=bearer(token_of("Bruno"))).json()["games"]
    (found,) = [game for game in mine if game["id"] == story.id]
    assert (found["players"], found["you"], found["rounds"]) == (["Anna", "Bruno", "steady"], 1, 1)
    assert sum(found["totals"]) == 0
    assert all(game["totals"] for game in mine)
    assert patience.get(f"{server.base}/api/my/games", headers=bearer(token_of("Zoe"))).json() == {"games": []}
    assert patience.get(f"{server.base}/api/my/games").status_code == 401


def _until_there(base: str, where: str) -> Any:
    """The first analysis, as a page gets it: it asks until there is one."""
    with httpx.Client(base_url=base, timeout=60) as client:
        while client.get(f"/api/{where}").json()["playouts"] is None:
            pass
        return client.get(f"/api/{where}/result").json()


def _json(line: bytes) -> Any:
    return json.loads(line)
