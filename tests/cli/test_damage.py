"""`openkub admin` at a file in which something is broken: what is broken is named, and all else is saved."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from tests.server.inprocess import guests_of, play_on, serving
from tests.workshop.commands import Ran, Run


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A file with three games that have begun: the first is over, the last touched last."""
    file = tmp_path_factory.mktemp("whole") / "games.db"
    with serving(file) as server, guests_of(server) as guests:
        over, lines = guests.playing(rules="default rounds=1")
        assert not play_on(lines)
        games = [over, *(guests.playing()[0] for _ in range(2))]

    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return file, games


@pytest.fixture
def admin(openkub: Run, whole: tuple[Path, list[str]], tmp_path: Path) -> Run:
    """The command at a copy of that file."""
    file = copyfile(whole[0], tmp_path / "games.db")
    return lambda *arguments: openkub("admin", *arguments, "--database", file)


@pytest.fixture
def games(whole: tuple[Path, list[str]]) -> list[str]:
    return whole[1]


@pytest.fixture
def tamper(admin: Run, tmp_path: Path) -> Callable[[str], None]:
    def change(text: str) -> None:
        with closing(sqlite3.connect(tmp_path / "games.db")) as file, file:
            file.execute(text)

    return change


@pytest.fixture
def export(admin: Run, tmp_path: Path) -> Callable[[], tuple[Ran, set[str]]]:
    """Export all; what was said, and of which games there are records now."""

    def run() -> tuple[Ran, set[str]]:
        ran = admin("export", "--all", tmp_path / "records")
        return ran, {file.stem for file in (tmp_path / "records").iterdir()}

    return run


Tamper, Export = Callable[[str], None], Callable[[], tuple[Ran, set[str]]]
OF_THE_LOG = {
    "events SET data = substr(data, 1, 9) WHERE game = 1 AND n = 9": 0,
    "events SET at = 'x' WHERE game = 2": 1,
    "events SET key = x'ff' WHERE game = 3 AND n = 1": 2,
}


@pytest.mark.parametrize("damage", OF_THE_LOG)
def test_a_log_that_is_broken_is_named_and_all_others_are_exported(
    games: list[str], tamper: Tamper, export: Export, damage: str
) -> None:
    tamper(f"UPDATE {damage}")
    ran, saved = export()
    broken = games[OF_THE_LOG[damage]]
    assert saved == {*games} - {broken}
    assert (ran.status, ran.out[:10]) == (1, "2 records ")
    first, last = ran.err.splitlines()
    assert first.startswith(f"openkub: the log of {broken} cannot be read: ")
    assert last == "openkub: 1 game could not be read"


def test_a_broken_turn_of_an_earlier_round_is_damage_too(tmp_path: Path, openkub: Run) -> None:
    file = tmp_path / "rounds.db"
    with serving(file) as server, guests_of(server) as guests:
        game, lines = guests.playing(rules="default rounds=2")
        assert not play_on(lines)
        for line in lines:
            line.wish("ready")
        other, _ = guests.playing()
    with closing(sqlite3.connect(file)) as connection, connection:
        broken = "CAST(replace(data, '\"play ', '\"play z') AS BLOB)"
        assert connection.execute(f"UPDATE events SET data = {broken} WHERE game = 1").rowcount
    ran = openkub("admin", "export", "--all", tmp_path / "records", "--database", file)
    assert (ran.status, ran.out[:9]) == (1, "1 record ")
    assert f"the log of {game} cannot be read" in ran.err
    assert [file.stem for file in (tmp_path / "records").iterdir()] == [other]


def test_a_log_of_which_nothing_is_left_is_broken_and_not_deleted(
    games: list[str], admin: Run, tamper: Tamper, export: Export
) -> None:
    tamper("DELETE FROM events WHERE game = 2")
    assert export()[0].err.startswith(f"openkub: the log of {games[1]} cannot be read: nothing of it is left")
    assert admin("export", games[1]).status == 1


@pytest.mark.parametrize("damage", ["at = 1.5", "phase = 'evil'", "phase = x'ff'", "due = 1.5", "name = x'ff41'"])
def test_a_row_that_makes_no_sense_is_an_error_that_names_the_database(
    admin: Run, tamper: Tamper, tmp_path: Path, damage: str
) -> None:
    tamper(f"UPDATE games SET {damage} WHERE id = 2")
    listed = admin("list")
    assert listed.status == (2 if damage.startswith("name") else 1)
    assert f"{tmp_path / 'games.db'}: " in listed.err
    assert listed.err.startswith("openkub: ")
    assert "Traceback" not in listed.err


def break_page(file: Path, number: int, size: int) -> None:
    with file.open("r+b") as pages:
        pages.seek(number * size)
        pages.write(b"\xff" * 64)


def test_a_broken_page_of_the_list_hides_no_game(games: list[str], admin: Run, tmp_path: Path, export: Export) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        query = "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size() WHERE name = 'games'"
        page, size = connection.execute(query).fetchone()
    break_page(tmp_path / "games.db", page - 1, size)
    listed = admin("list")
    assert {line.split()[0] for line in listed.out.splitlines()} == {*games}
    assert listed.status == 1
    ran, saved = export()
    assert (ran.status, saved) == (0, {*games})


def test_a_broken_page_of_one_log_costs_no_other_game(
    games: list[str], admin: Run, tmp_path: Path, export: Export
) -> None:
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file)) as connection:
        ((data, size),) = connection.execute("SELECT data, page_size FROM events, pragma_page_size() WHERE n = 60")
    break_page(file, file.read_bytes().index(data) // size, size)
    assert admin("list").status == 0
    ran, saved = export()
    assert (ran.status, saved) == (1, {*games} - {games[0]})
    assert f"the log of {games[0]} cannot be read" in ran.err


def test_who_bans_a_player_is_told_at_which_tables_that_could_not_be_seen(
    games: list[str], admin: Run, tamper: Tamper
) -> None:
    tamper("UPDATE events SET at = 'x' WHERE game = 2")
    ran = admin("ban", games[2], 1)
    assert ran.status == 1
    assert ran.out.startswith("Anna: banned for 30 days, 1 seat taken; ")
    assert f"the log of {games[1]} cannot be read" in ran.err
