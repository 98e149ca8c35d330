"""Logs of every release come to what they came to then; a log that makes no sense is refused with a closed code."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from openkub.law.rules import EDITIONS
from openkub.server import entries, founding
from openkub.server.replaying import replayed
from openkub.server.room import Room
from openkub.server.store import Entry
from openkub.server.store.sqlite import SqliteStore
from tests.server.inprocess import Guests, Line
from tests.server.rooms import room
from tests.server.test_watch import overdue
from tests.workshop.logs import outcome

LOGS = sorted((Path(__file__).parents[1] / "data" / "logs").glob("*/*.json"))


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_a_log_of_a_release_comes_to_what_it_came_to_then(file: Path) -> None:
    kept = json.loads(file.read_text(encoding="utf-8"))
    log = [Entry(n, at, data.encode()) for n, at, data in kept["log"]]
    assert json.loads(json.dumps(outcome(replayed("g" * 22, log)))) == kept["outcome"]
    again = [entries.to_bytes(entries.from_bytes(entry.data)) for entry in log]
    assert again == [entry.data for entry in log]


def test_there_is_a_log_of_every_edition() -> None:
    assert {file.stem for file in LOGS} >= set(EDITIONS)


def test_a_game_stays_as_it_was_opened_whatever_its_edition_becomes() -> None:
    options = founding.spelled_out("sabra6 joker_penalty=40")
    first = entries.Opened(room().settings, "07" * 32, "a" * 64, "KUBXY7", options=options)
    found = Room.opened("g" * 22, Entry(0, 0, entries.to_bytes(first)))
    assert found.settings.rules == "sabra6 joker_penalty=40"


def test_a_game_that_cannot_be_read_is_refused_with_a_code_and_counted(guests: Guests) -> None:
    anna = guests.guest()
    game = anna.opened()

    async def damage() -> None:
        store = await SqliteStore.visit(guests.server.file)
        broken = overdue("B" * 22, 0, b'{"what":"shouted"}', "BBBBBB")
        await store.append(broken)
        await store.close()

    asyncio.run(damage())
    answer = anna.http.get(f"/api/games/{'B' * 22}")
    assert (answer.status_code, answer.json()["code"]) == (500, "unreadable")
    line = Line(guests.server, "B" * 22, anna.token)
    assert line.next()["trouble"]["code"] == "unreadable"
    line.close()
    assert "openkub_unreadable 1" in anna.http.get("/metrics").text
    assert anna.http.get(f"/api/games/{game}").status_code == 200
    with closing(sqlite3.connect(guests.server.file)) as file, file:
        file.execute("DELETE FROM games WHERE name = ?", ("B" * 22,))
