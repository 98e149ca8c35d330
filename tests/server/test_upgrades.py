"""Databases of every old version are migrated and served, and a running game of each is played to its end."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from openkub.server.customs import Customs
from openkub.server.timetable import Pace
from tests.server.inprocess import Serving, guests_of, play_on, serving
from tests.server.postgres import Cluster
from tests.workshop.client import bearer
from tests.workshop.commands import plain_environment, run_openkub
from tests.workshop.old_versions import ALL, OF_SQLITE, Kept, same_record

pytestmark = pytest.mark.heavy

FOR_EVER = 10**12
STILL = Customs(Pace(bot_pause=FOR_EVER, between=FOR_EVER, rest=FOR_EVER, waiting=FOR_EVER, idle=FOR_EVER))
"""Switches off bots, clocks and clean-up, so that games of any age stay as they are."""
LASTING = Customs(Pace(bot_pause=0, away=0, rest=FOR_EVER, waiting=FOR_EVER, idle=FOR_EVER))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with closing(Cluster()) as cluster:
        yield cluster


@contextmanager
def upgraded(kept: Kept, folder: Path, request: pytest.FixtureRequest, customs: Customs) -> Iterator[Serving]:
    """Today's server on a copy of an old database."""
    of_sqlite = kept.folder.name == "sqlite"
    where = kept.sqlite(folder / "games.db") if of_sqlite else kept.postgres(request.getfixturevalue("cluster"))
    with serving(where, customs) as server:
        yield server


def told(view: dict[str, Any]) -> dict[str, Any]:
    """Return the public part of a game view, without fields that later versions add."""
    names = [(seat["name"], seat["human"], seat["bot"]) for seat in view["seats"]]
    position = view["position"] or {}
    public = {name: position.get(name) for name in ("round", "table", "counts", "opened", "pool", "turn", "racks")}
    return {
        "seats": names,
        **public,
        **{name: view[name] for name in ("phase", "sheet", "closed", "secret", "rematch")},
    }


@pytest.mark.parametrize("kept", ALL, ids=str)
def test_every_game_of_an_old_version_is_served_as_it_was(
    kept: Kept, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    records = kept.records
    with upgraded(kept, tmp_path, request, STILL) as server, httpx.Client(base_url=server.base) as http:
        for name, game in kept.games.items():
            path = f"/api/games/{game['id']}"
            first = next(iter(game["views"].values()))
            assert told(http.get(path).json()) == told(first), name
            if name in records:
                same_record(http.get(f"{path}/record.kub").text, records[name])
        if kept in OF_SQLITE:
            for name, log in kept.logs.items():
                now = server.log(kept.games[name]["id"]) if name in kept.games else log
                assert [(entry.n, entry.at, entry.data) for entry in now] == [(e.n, e.at, e.data) for e in log]


@pytest.mark.parametrize("kept", [kept for kept in ALL if kept.version != "0.1.0"], ids=str)
def test_who_had_a_token_of_an_old_version_sees_what_they_saw(
    kept: Kept, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with upgraded(kept, tmp_path, request, STILL) as server, httpx.Client(base_url=server.base) as http:
        for name, game in kept.games.items():
            for player, before in game["views"].items():
                headers = bearer(kept.players["tokens"][player])
                now = http.get(f"/api/games/{game['id']}", headers=headers).json()
                own = {"you", "rack_order"}
                assert {key: now[key] for key in own} == {key: before[key] for key in own}, name
                assert (now["position"] or {}).get("rack") == (before["position"] or {}).get("rack"), name


@pytest.mark.parametrize("kept", [kept for kept in ALL if kept.version != "0.1.0"], ids=str)
def test_an_analysis_and_the_lists_of_players_are_kept(
    kept: Kept, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with upgraded(kept, tmp_path, request, STILL) as server, httpx.Client(base_url=server.base) as http:
        path = f"/api/games/{kept.games['original_es']['id']}/analysis"
        assert http.get(path).json()["state"] == "done"
        assert http.get(f"{path}/result").json()["rules"] == "original_es rounds=1"
        mine = http.get("/api/my/games", headers=bearer(kept.players["tokens"]["Anna"])).json()["games"]
        over = {game["id"] for game in kept.games.values() if "Anna" in game["views"] and _is_over(game)}
        assert {game["id"] for game in mine} == over


def _is_over(game: dict[str, Any]) -> bool:
    return game["views"]["Anna"]["phase"] == "over"


@pytest.mark.parametrize("kept", ALL, ids=str)
def test_every_record_of_an_old_version_is_verified(kept: Kept, tmp_path: Path) -> None:
    ran = run_openkub("verify", *sorted(kept.folder.glob("*.kub")), environment=plain_environment(tmp_path))
    lines = ran.out.splitlines()
    running = {"running", "running_clock", "running_left", "between"}
    assert {Path(line.split(": ")[1].split(":")[0]).stem for line in lines if line.startswith("not yet: ")} == running
    assert len(lines) == len(kept.records)
    assert all(line.startswith(("yes: ", "not yet: ")) for line in lines), ran.out


@pytest.mark.parametrize("kept", ALL, ids=str)
def test_a_running_game_of_an_old_version_is_played_to_its_end(
    kept: Kept, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    game, here = kept.games["running"]["id"], plain_environment(tmp_path)
    with upgraded(kept, tmp_path, request, LASTING) as server, guests_of(server) as guests:
        lines = []
        for player, view in kept.games["running"]["views"].items():
            guest, token = guests.guest(), kept.players["tokens"][player]
            if kept.version == "0.1.0":  # its tokens are not valid any more
                assert guest.http.get(f"/api/games/{game}", headers=bearer(token)).status_code == 401
                seat = view["you"] + 1
                printed = run_openkub("admin", "seat", game, seat, "--database", server.file, environment=here)
                assert guest.take(game, printed.out).json()["you"] == view["you"]
            else:
                guest.token = token
            lines.append(guest.line(game))
            assert lines[-1].view["you"] == view["you"]
        assert not play_on(lines)
        assert lines[0].phase == "over"
        record = tmp_path / "over.kub"
        record.write_text(httpx.get(f"{server.base}/api/games/{game}/record.kub").text, encoding="utf-8")
    assert run_openkub("verify", record, environment=here).out.startswith("yes: ")
