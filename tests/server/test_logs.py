"""The lines of a server's log: when, how bad, who says it, and what."""

import json
import logging
import sys
from typing import Any

from openkub.server.logs import JsonLines, TextLines, log_config


def said(message: str, *words: object, error: Any = None) -> logging.LogRecord:
    record = logging.LogRecord("openkub.server", logging.WARNING, "file", 1, message, words, error)
    record.created = 1_000_000_000.25
    return record


def test_a_line_has_its_time_and_level() -> None:
    line = TextLines().format(said("%s stumbled", "the clock"))
    assert line == "2001-09-09T01:46:40.250Z WARNING openkub.server: the clock stumbled"


def test_an_object_has_the_same_and_what_led_to_an_error() -> None:
    try:
        raise ValueError("seven tiles")
    except ValueError:
        told = json.loads(JsonLines().format(said("oh", error=sys.exc_info())))
    assert "ValueError: seven tiles" in told.pop("error")
    assert told == {
        "time": "2001-09-09T01:46:40.250Z", "level": "warning", "logger": "openkub.server", "message": "oh"
    }  # fmt: skip


def test_our_lines_and_those_of_the_web_server_go_the_same_way() -> None:
    config = log_config("info", "json")
    assert config["handlers"]["stderr"]["level"] == "INFO"
    assert all(heard["handlers"] == ["stderr"] for heard in config["loggers"].values())


def test_who_listens_hears_our_warnings_although_only_errors_are_shown() -> None:
    config = log_config("error", "text")
    assert (config["handlers"]["stderr"]["level"], config["loggers"]["openkub"]["level"]) == ("ERROR", "WARNING")
