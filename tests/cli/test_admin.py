"""`openkub admin`: the host looks after the games, beside the running server or without it."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from openkub.play.game import verify
from openkub.server.entries import Opened, to_bytes
from openkub.server.store.sqlite import SqliteStore
from openkub.server.wire.game import Settings
from tests.server.inprocess import Guests, Serving, guests_of, play_on, serving
from tests.server.postgres import Cluster
from tests.server.rooms import ANNA, SECRET
from tests.server.test_watch import overdue
from tests.workshop.commands import Run

ONE_ROUND = "default rounds=1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("server") / "games.db") as running:
        yield running


@pytest.fixture
def guests(server: Serving) -> Iterator[Guests]:
    with guests_of(server) as guests:
        yield guests


@pytest.fixture
def admin(openkub: Run, server: Serving) -> Run:
    return lambda command, *arguments, **more: openkub("admin", command, "--database", server.file, *arguments, **more)


def finished(guests: Guests) -> Any:
    """The id of a game that was played to its end."""
    game, lines = guests.playing(rules=ONE_ROUND)
    assert not play_on(lines)
    return game


def test_games_are_listed_with_those_touched_last_first(guests: Guests, admin: Run) -> None:
    older, _ = guests.playing(rules="jumbo_de")
    newer = guests.guest().opened(name="Zoë", seats=3, listed=True)
    lines = admin("list", "--limit", 2).out.splitlines()
    assert [line.split()[:2] for line in lines] == [[newer, "waiting"], [older, "playing"]]
    assert lines[1].endswith("Z  Anna, Guest 2")
    told = json.loads(admin("list", "--json", "--limit", 1).out)
    assert told.pop("touched").endswith("Z")
    assert told == {
        "game": newer, "phase": "waiting", "players": ["Zoë"], "seats": 3, "rules": "default", "listed": True
    }  # fmt: skip


def test_the_list_can_be_asked_for_one_phase(guests: Guests, admin: Run) -> None:
    game = finished(guests)
    guests.playing()
    over = admin("list", "--phase", "over").out.splitlines()
    assert game in [line.split()[0] for line in over]
    assert {line.split()[1] for line in over} == {"over"}
    assert "is none of waiting, dealing, playing, between, over" in admin("list", "--phase", "sleeping").err


def test_a_finished_game_is_exported_with_its_secret_and_can_be_verified(
    guests: Guests, admin: Run, tmp_path: Path
) -> None:
    game = finished(guests)
    assert admin("export", game, tmp_path / "game.kub").status == 0
    text = (tmp_path / "game.kub").read_text()
    assert "secret: " in text
    assert verify(text) is None
    assert admin("export", game).out == text


def test_a_game_that_is_played_keeps_its_secret_unless_the_host_insists(guests: Guests, admin: Run) -> None:
    game, _ = guests.playing()
    public = admin("export", game)
    assert (public.status, public.err) == (0, "")
    assert "secret" not in public.out
    whole = admin("export", game, "--with-secret")
    assert "secret: " in whole.out
    assert "tells all racks" in whole.err


def test_a_game_that_has_not_begun_has_no_record(guests: Guests, admin: Run) -> None:
    game = guests.guest().opened()
    ran = admin("export", game)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"openkub: {game}: the game has not begun\n"


def test_all_records_go_into_a_folder(guests: Guests, admin: Run, tmp_path: Path) -> None:
    game = finished(guests)
    guests.guest().opened()
    ran = admin("export", "--all", tmp_path / "records")
    files = sorted((tmp_path / "records").iterdir())
    assert tmp_path / "records" / f"{game}.kub" in files
    assert ran.out.startswith(f"{len(files)} record{'s' * (len(files) != 1)} in ")
    assert "never began" in ran.out


def test_export_wants_one_game_or_all(admin: Run, tmp_path: Path) -> None:
    assert admin("export").status == 2
    assert admin("export", "some", "--all", tmp_path).status == 2


def test_a_game_is_deleted_when_the_host_says_yes(guests: Guests, admin: Run) -> None:
    game = guests.guest().opened()
    refused = admin("delete", game, stdin="n\n")
    assert refused.status == 1
    assert refused.out.endswith("nothing is deleted\n")
    assert admin("export", game).err.endswith("the game has not begun\n")
    assert admin("delete", game, stdin="y\n").out.endswith("1 game deleted\n")
    assert admin("export", game).err == f"openkub: there is no game {game}\n"


def test_nothing_is_deleted_if_one_of_the_games_is_not_there(guests: Guests, admin: Run) -> None:
    game = guests.guest().opened()
    assert admin("delete", "--yes", game, "x" * 22).status == 1
    assert game in admin("list").out


def test_an_option_that_is_mistyped_is_refused_and_is_no_file(guests: Guests, admin: Run, tmp_path: Path) -> None:
    ran = admin("export", finished(guests), "--wiht-secret")
    assert (ran.status, ran.out) == (2, "")
    assert "--wiht-secret" in ran.err
    assert not list(tmp_path.iterdir())


def test_an_id_that_begins_with_a_dash_stands_behind_two_of_them(admin: Run) -> None:
    assert admin("delete", "--yes", "--", "-" * 22).err == f"openkub: there is no game {'-' * 22}\n"


def test_an_open_game_is_found_by_its_code(guests: Guests, admin: Run) -> None:
    opened = guests.guest().open().json()
    assert admin("delete", "--yes", opened["code"].lower()).out == "1 game deleted\n"
    assert admin("export", opened["id"]).status == 1


@pytest.mark.heavy
def test_whoever_sits_at_a_deleted_table_is_told(guests: Guests, admin: Run) -> None:
    game, (anna, bruno) = guests.playing()
    assert admin("delete", "--yes", game).status == 0
    for line in (anna, bruno):
        told = line.until("refused", key=None)["trouble"]
        assert (told["code"], told["message"]) == ("no_such_game", "this game has been deleted")
    assert anna.code("move", move="draw") == "no_such_game"
    assert guests.guest().http.get(f"/api/games/{game}").status_code == 404


def test_a_move_at_a_deleted_table_is_refused_before_anybody_has_noticed(guests: Guests, admin: Run) -> None:
    game, lines = guests.playing(bots=["novice"])
    assert admin("delete", "--yes", game).status == 0
    assert lines[0].code("leave") == "no_such_game"


def test_games_are_counted(guests: Guests, admin: Run) -> None:
    guests.guest().opened()
    told = json.loads(admin("stats", "--json").out)
    assert told["games"]["waiting"] >= 1
    assert told["bytes"] > 0
    words = admin("stats").out.splitlines()
    assert words[-2].split() == ["in", "all", str(sum(told["games"].values()))]
    assert words[-1].endswith(" MiB")


@pytest.mark.heavy
def test_a_postgresql_is_looked_after_in_the_same_way(openkub: Run) -> None:
    with closing(Cluster()) as cluster:
        address = cluster.database()
        early = openkub("admin", "list", "--database", address)
        assert early.status == 2
        assert "start a server once" in early.err
        with serving(address) as server, guests_of(server) as guests:
            game, (anna, _) = guests.playing()
            assert game in openkub("admin", "list", "--database", address).out
            assert json.loads(openkub("admin", "stats", "--json", OPENKUB_DATABASE=address).out)["games"] == {
                "playing": 1
            }
            assert openkub("admin", "delete", "--yes", "--database", address, game).out == "1 game deleted\n"
            assert anna.until("refused", key=None)["trouble"]["code"] == "no_such_game"


@pytest.mark.parametrize("command", ["list", "stats"])
def test_a_database_that_is_not_there_is_told_and_not_made(openkub: Run, tmp_path: Path, command: str) -> None:
    ran = openkub("admin", command, "--database", tmp_path / "nothing.sqlite")
    assert ran.status == 2
    assert ran.err == f"openkub: there is no file {tmp_path / 'nothing.sqlite'}\n"
    assert not list(tmp_path.iterdir())


def test_the_commands_explain_themselves(openkub: Run) -> None:
    assert all(command in openkub("admin", "--help").out for command in ("list", "export", "delete", "stats"))
    assert "openkub admin --help lists" in openkub("admin", "lsit").err


# --- who and what must go ---


def test_the_host_of_a_server_ends_a_game(guests: Guests, admin: Run) -> None:
    game, (anna, _) = guests.playing()
    assert admin("end", game).out == f"{game} has ended\n"
    assert anna.until("closed")["reason"] == "stopped"
    ran = admin("end", game)
    assert (ran.status, ran.err) == (1, f"openkub: {game} is over already\n")
    assert admin("export", game).out.startswith("openkub ")


def test_a_game_that_is_named_twice_ends_once(guests: Guests, admin: Run) -> None:
    first, second = guests.guest().opened(), guests.guest().opened()
    ran = admin("end", first, first, second)
    assert (ran.status, ran.out) == (0, f"{first} has ended\n{second} has ended\n")


def test_no_game_is_ended_if_one_of_them_is_over(guests: Guests, admin: Run) -> None:
    over, game = guests.guest().opened(), guests.guest().opened()
    assert admin("end", over).status == 0
    ran = admin("end", game, over)
    assert (ran.status, ran.out, ran.err) == (1, "", f"openkub: {over} is over already\n")
    assert game in admin("list", "--phase", "waiting").out


# --- files that somebody has tampered with ---


@pytest.fixture
def hostile(tmp_path: Path, openkub: Run) -> Run:
    """The command at a file with a good game, one that would be written elsewhere, and one that is no log."""

    async def tamper() -> None:
        store = await SqliteStore.open(tmp_path / "hostile.db")
        fine = to_bytes(Opened(Settings(), SECRET, ANNA, "CCCCCC", "Anna"))
        await store.append(overdue("../../elsewhere", 0, fine, "AAAAAA"))
        await store.append(overdue("\x1b[2Jcleared", 0, fine, "BBBBBB"))
        await store.append(overdue("B" * 22, 0, b"no log", "DDDDDD"))
        await store.append(overdue("C" * 22, 0, fine, "CCCCCC"))
        await store.close()

    asyncio.run(tamper())
    file = tmp_path / "hostile.db"
    return lambda command, *arguments: openkub("admin", command, "--database", file, *arguments)


def test_a_hostile_file_is_exported_nowhere_else_and_what_is_good_in_it_is(hostile: Run, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "records"
    ran = hostile("export", "--all", folder)
    assert (ran.status, ran.out) == (1, f"0 records in {folder}; 1 game never began\n")
    assert ran.err.splitlines()[-1] == "openkub: 3 games could not be read"
    assert f"the log of {'B' * 22} cannot be read" in ran.err
    assert not list(tmp_path.rglob("*.kub"))


def test_a_hostile_file_is_listed_without_any_control_characters(hostile: Run) -> None:
    for ran in (hostile("list"), hostile("list", "--json")):
        assert (ran.status, len(ran.out.splitlines())) == (0, 4)
        assert "\x1b" not in ran.out


def test_all_games_are_backed_up_beside_the_running_server_and_restored(
    guests: Guests, admin: Run, openkub: Run, tmp_path: Path
) -> None:
    game, _ = guests.playing()
    kept, new = tmp_path / "kept.sqlite", tmp_path / "new.sqlite"
    ran = admin("backup", kept)
    assert (ran.status, ran.err) == (0, "")
    assert openkub("admin", "restore", kept, "--database", new).out == ran.out.replace(" in ", " from ")
    assert game in openkub("admin", "list", "--database", new).out
    assert "is there already" in admin("backup", kept).err
    assert "there is no file" in openkub("admin", "restore", tmp_path / "none", "--database", new).err
