"""What a host reads of the games: turning points with their time and level, and nothing of who plays or what."""

import json
import logging
from pathlib import Path

import pytest

from openkub.server import entries
from openkub.server.chronicle import chronicle, turning_points
from openkub.server.logs import JsonLines
from openkub.server.store.addresses import place_of
from tests.server.inprocess import Guests, play_on
from tests.server.rooms import dealt, happen, room


def words(where: object, happening: object) -> list[str]:
    return [text for _, text in turning_points(where, happening)]


def test_turning_points_have_a_line_each() -> None:
    table = dealt()
    first = entries.Opened(table.settings, "07" * 32, "a" * 64, "KUBXY7")
    assert words(room(), first) == ["opened: default, 2 seats"]
    assert words(table, entries.Began()) == ["dealt: round 1, 2 players"]
    assert words(happen(table, [entries.Replaced(1, "steady")]), entries.Replaced(1, "steady")) == [
        "seat 2 is played by steady"
    ]
    assert words(table, entries.Returned(1)) == ["seat 2 is back"]
    assert words(table, entries.Rested()) == ["rests: nobody is there"]
    assert words(table, entries.WentOn()) == ["goes on"]
    assert words(happen(table, [entries.Ended("abandoned")]), entries.Ended("abandoned")) == ["over: abandoned"]


def test_a_turn_like_any_other_has_none() -> None:
    table = dealt()
    move = entries.Moved(table.playing.state.turn, "draw", "player")
    assert words(happen(table, [move]), move) == []


def test_for_programs_a_line_names_the_event_and_the_game(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "openkub.games"):
        chronicle(dealt(), entries.Began())
    told = json.loads(JsonLines().format(caplog.records[0]))
    assert (told["event"], told["game"], told["level"]) == ("dealt", "gggggg", "info")


def test_a_whole_game_is_told_from_its_opening_to_its_end(guests: Guests, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "openkub.games"):
        game, lines = guests.playing(2, rules="default rounds=1")
        while lines[0].phase != "over":
            play_on(lines, 20)
            lines[0].now()
    told = [record.event for record in caplog.records if record.game == game[:6]]
    assert told == ["opened", "dealt", "round_over", "over"]
    assert not any(name in caplog.text for name in ("Anna", "Bruno", game))


def test_where_the_games_are_is_told_without_the_password(tmp_path: Path) -> None:
    assert place_of("postgresql://openkub:secret@db/games") == "PostgreSQL at db, database games"
    assert place_of(str(tmp_path / "games.db")) == f"SQLite, {tmp_path / 'games.db'}"
