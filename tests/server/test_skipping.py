"""Rounds that are over are not played again: the room is the one that playing them comes to, or they are played."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from openkub.server import entries
from openkub.server.records import text_of, whole_record
from openkub.server.replaying import replayed
from openkub.server.room import Room
from openkub.server.skipping import Unread
from openkub.server.store import Entry, Phase
from tests.server.rooms import dealt, happen
from tests.workshop.logs import played

GAME = "g" * 22
LOGS = sorted((Path(__file__).parents[1] / "data" / "logs").glob("*/*.json"))


def one_by_one(log: Sequence[Entry]) -> list[Room]:
    """The room after every entry."""
    first, *rest = log
    rooms = [Room.opened(GAME, first)]
    for entry in rest:
        rooms.append(rooms[-1].after(entry))
    return rooms


def with_ends(log: Sequence[Entry], rooms: Sequence[Room]) -> list[Entry]:
    """The log as it is written today: every deal says how the round before it has ended."""
    deals = {n: rooms[n - 1].next_deal for n, entry in enumerate(log) if b'"began"' in entry.data}
    return [replace(entry, data=entries.to_bytes(deals[entry.n])) if entry.n in deals else entry for entry in log]


def told(log: Sequence[Entry], ended: str | None) -> list[Entry]:
    """The log with something else said about how its first round has ended."""
    last = max(n for n, entry in enumerate(log) if b'"began"' in entry.data)
    deal = entries.Began(ended)
    return [replace(entry, data=entries.to_bytes(deal)) if entry.n == last else entry for entry in log]


def skips(room: Room) -> bool:
    """Whether there are rounds in it that were not played again."""
    return any(isinstance(round_.turns, Unread) for round_ in room.playing.record.rounds)


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_every_beginning_of_every_log_comes_to_the_same_room_with_and_without_what_its_deals_say(file: Path) -> None:
    plain = [Entry(n, at, data.encode()) for n, at, data in json.loads(file.read_text(encoding="utf-8"))["log"]]
    rooms = one_by_one(plain)
    log = with_ends(plain, rooms)
    for n in range(len(log)):
        assert replayed(GAME, log[: n + 1]) == rooms[n]
    if rooms[-1].game is None:
        assert file.stem == "abandoned"
        return
    assert skips(replayed(GAME, log))
    assert not skips(replayed(GAME, told(log, None)))


@pytest.fixture(scope="module")
def log() -> Sequence[Entry]:
    """Two rounds with banks of seconds."""
    return list(played("default", 2))


def test_a_round_that_was_not_played_again_has_its_turns_its_record_and_its_number(log: Sequence[Entry]) -> None:
    room, slow = replayed(GAME, log), one_by_one(log)[-1]
    (turns, known), (same, _) = ([round_.turns for round_ in one.playing.record.rounds] for one in (room, slow))
    assert isinstance(turns, Unread)
    assert (len(turns), turns[0], turns[1:3], list(turns)) == (len(same), same[0], same[1:3], list(same))
    assert (turns == same, same == turns, turns == known, turns == 7) == (True, True, False, False)
    assert hash(turns) == hash(same)
    assert room.turns == slow.turns
    assert text_of(room, whole_record(room)) == text_of(slow, whole_record(slow))


@pytest.mark.parametrize(
    "ended",
    [
        None,
        "",
        "end of the world",
        "end rack_empty, won by 1, scores 10 -9 0",
        "end rack_empty, won by 4, scores 10 -10 0",
        "end rack_empty, won by 1, scores 10 -10",
    ],
)
def test_what_makes_no_sense_about_a_round_is_not_believed_but_played(log: Sequence[Entry], ended: str | None) -> None:
    room = replayed(GAME, told(log, ended))
    assert room == one_by_one(log)[-1]
    assert not skips(room)


def test_a_log_with_a_gap_in_a_round_that_is_over_is_none(log: Sequence[Entry]) -> None:
    with pytest.raises(ValueError, match=r"missing|out of turn|follow"):
        replayed(GAME, [*log[:12], *log[13:]])


def test_the_first_deal_says_nothing_and_the_next_how_the_round_before_it_has_ended(log: Sequence[Entry]) -> None:
    first, second = (entries.from_bytes(entry.data) for entry in log if b'"began"' in entry.data)
    rooms = one_by_one(log)
    over = next(room for room in rooms if room.phase == Phase.BETWEEN).playing.state
    assert first == entries.Began()
    assert second == entries.Began(str(over.outcome), over.starter)


def test_rounds_that_are_over_stay_unread_while_the_next_is_played(log: Sequence[Entry]) -> None:
    last = max(n for n, entry in enumerate(log) if b'"began"' in entry.data)
    room = replayed(GAME, log[: last + 1])
    room = happen(room, [entries.Moved(room.playing.state.turn, "draw", "player")])
    assert skips(room)
    assert not skips(dealt())
