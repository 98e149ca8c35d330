"""Logs of every release come to what they came to then; a log that makes no sense is refused with a closed code."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.json import decode, encode

from openkub.law.rules import EDITIONS
from openkub.server import entries, founding
from openkub.server.records import public_record, text_of
from openkub.server.replaying import replayed
from openkub.server.room import Room
from openkub.server.store import Entry
from openkub.server.store.sqlite import SqliteStore
from openkub.server.wire.game import BankClock, DelayClock, Settings, TurnClock
from openkub.server.wire.socket import PROTOCOL
from tests.server.inprocess import Guest, Guests, Line
from tests.server.rooms import ANNA, SECRET, room
from tests.server.test_watch import overdue
from tests.workshop.logs import outcome
from tests.workshop.old_versions import OF_SQLITE, Kept, same_record

LOGS = sorted((Path(__file__).parents[1] / "data" / "logs").glob("*/*.json"))


async def at_store(guests: Guests, work: Callable[[SqliteStore], Awaitable[object]]) -> None:
    """Something is done to the games of a server behind its back."""
    store = await SqliteStore.visit(guests.server.file)
    await work(store)
    await store.close()


def figure(guest: Guest, name: str) -> int:
    """What the server counts."""
    told = guest.http.get("/metrics").text
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith(f"openkub_{name} "))


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_a_log_of_a_release_comes_to_what_it_came_to_then(file: Path) -> None:
    kept = json.loads(file.read_text(encoding="utf-8"))
    log = [Entry(n, at, data.encode()) for n, at, data in kept["log"]]
    found = json.loads(json.dumps(outcome(replayed("g" * 22, log))))
    assert _without_bots(found) == _without_bots(kept["outcome"])
    again = [entries.to_bytes(entries.from_bytes(entry.data)) for entry in log]
    assert again == [entry.data for entry in log]


def _without_bots(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome whose record names no bots, as those of 0.1.0; `seats` names them too."""
    lines = (outcome["record"] or "").splitlines()
    return {**outcome, "record": [line for line in lines if not line.startswith("bot: ")]}


@pytest.mark.parametrize("kept", OF_SQLITE, ids=str)
def test_a_log_of_an_old_server_comes_to_the_record_that_it_showed(kept: Kept) -> None:
    records = kept.records
    for name, log in kept.logs.items():
        room = replayed("g" * 22, log)
        assert (room.game is not None) == (name in records), name
        if name in records:
            same_record(text_of(room, public_record(room)), records[name])


def kept_logs() -> Iterator[tuple[str, list[entries.Happening]]]:
    """What happened in every log of the corpus."""
    for file in LOGS:
        kept = json.loads(file.read_text(encoding="utf-8"))
        yield file.stem, [entries.from_bytes(data.encode()) for _, _, data in kept["log"]]


def test_there_is_a_log_of_every_edition() -> None:
    assert {file.stem for file in LOGS} >= set(EDITIONS)


def test_whatever_can_stand_in_a_log_stands_in_one_of_them() -> None:
    found = [happening for _, log in kept_logs() for happening in log]
    assert {type(happening) for happening in found} == set(get_args(entries.Happening))
    moves = [happening for happening in found if isinstance(happening, entries.Moved)]
    assert {move.move.split()[0] for move in moves} == {"play", "draw", "pass", "redeal", "timeout"}
    assert {move.by for move in moves} == {"player", "bot", "clock"}
    assert {rose.sent_away for rose in found if isinstance(rose, entries.Rose)} == {True, False}
    assert {end.reason for end in found if isinstance(end, entries.Ended)} == {"stopped", "abandoned"}
    clocks = {type(first.settings.clock) for first in found if isinstance(first, entries.Opened)}
    assert clocks == {type(None), TurnClock, BankClock, DelayClock}


def test_a_game_stays_as_it_was_opened_whatever_its_edition_becomes() -> None:
    options = founding.spelled_out("sabra6 joker_penalty=40")
    first = entries.Opened(room().settings, "07" * 32, "a" * 64, "KUBXY7", options=options)
    found = Room.opened("g" * 22, Entry(0, 0, entries.to_bytes(first)))
    assert found.settings.rules == "sabra6 joker_penalty=40"


def first_entry(**said: Any) -> bytes:
    """The first entry of a game, which says this besides."""
    plain = entries.Opened(room().settings, "07" * 32, "a" * 64, "KUBXY7", "Anna", format=entries.FORMAT)
    return encode({**decode(entries.to_bytes(plain)), **said})


@pytest.mark.parametrize("format_", [entries.FORMAT + 1, 99, 0, -1])
def test_a_log_of_a_format_that_is_not_known_is_not_guessed_at(format_: int) -> None:
    Room.opened("g" * 22, Entry(0, 0, first_entry(unheard_of=True)))
    with pytest.raises(ValueError, match=f"a log of format {format_}; this openkub reads those up to {entries.FORMAT}"):
        Room.opened("g" * 22, Entry(0, 0, first_entry(format=format_)))


def exchanged(turn: str, *, spelled_out: bool) -> list[Entry]:
    """The log of a game whose rules let jokers be exchanged before the opening, as openkub 0.2.0 could."""
    past = """\
rules: default joker_needs_opened=False
pool: k13
racks: y3 r9 r10 r11 k4 / k13 k12
table: b3 r3 * | k1 k2 k3
opened: no / yes
shown: /
turn: 1
starter: 1
passes: 0"""
    options = {**founding.spelled_out("default"), "joker_needs_opened": False} if spelled_out else None
    settings = Settings("default joker_needs_opened=False")
    first = entries.Opened(settings, SECRET, ANNA, "KUBXY7", "Anna", ("sharp",), (), entries.FORMAT, options, past)
    told = [first, entries.Complete(), entries.Began(), entries.Moved(0, turn, "player")]
    return [Entry(n, 0, entries.to_bytes(happening)) for n, happening in enumerate(told)]


@pytest.mark.parametrize("spelled_out", [True, False])
@pytest.mark.parametrize("move", ["play", "timeout"])
def test_a_log_in_which_a_joker_was_exchanged_before_the_opening_is_refused(move: str, spelled_out: bool) -> None:
    log = exchanged(f"{move} b3 r3 y3 | r9 r10 * | k1 k2 k3", spelled_out=spelled_out)
    with pytest.raises(ValueError, match=r"entry 3: .*joker_needs_opened=False"):
        replayed("g" * 22, log)


@pytest.mark.parametrize("spelled_out", [True, False])
@pytest.mark.parametrize("turn", ["draw", "play b3 r3 y3 | k1 k2 k3 * | r9 r10 r11"])
def test_a_log_that_names_the_removed_option_is_read_if_nobody_used_it(turn: str, spelled_out: bool) -> None:
    found = replayed("g" * 22, exchanged(turn, spelled_out=spelled_out))
    assert found.settings.rules == "default"
    assert found.turns == 1


def test_a_new_log_says_its_format_and_what_was_spoken(guests: Guests) -> None:
    anna = guests.guest()
    first = entries.from_bytes(guests.server.log(anna.opened())[0].data)
    assert isinstance(first, entries.Opened)
    assert (first.format, first.protocol) == (entries.FORMAT, PROTOCOL)


@pytest.mark.parametrize(
    ("broken", "data"),
    [("B" * 22, b'{"what":"shouted"}'), ("C" * 22, first_entry(format=99, tiles="of glass"))],
    ids=["nonsense", "newer"],
)
def test_a_game_that_cannot_be_read_is_refused_with_a_code_and_counted(
    guests: Guests, broken: str, data: bytes
) -> None:
    anna = guests.guest()
    game = anna.opened()
    before = figure(anna, "unreadable")
    asyncio.run(at_store(guests, lambda store: store.append(overdue(broken, 0, data, broken[:6]))))
    answer = anna.http.get(f"/api/games/{broken}")
    assert (answer.status_code, answer.json()["code"]) == (500, "unreadable")
    line = Line(guests.server, broken, anna.token)
    assert line.next()["trouble"]["code"] == "unreadable"
    line.close()
    assert figure(anna, "unreadable") == before + 1
    assert anna.http.get(f"/api/games/{game}").status_code == 200
    asyncio.run(at_store(guests, lambda store: store.delete(broken)))
