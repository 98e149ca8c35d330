"""What a server says while it runs: one line an event, with its time and level; as text, or as JSON for programs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from openkub.serve_options import LogFormat


def when(record: logging.LogRecord) -> str:
    """The time of a line, in UTC."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class TextLines(logging.Formatter):
    """`2026-11-16T07:00:00.000Z WARNING openkub.server: …`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, with what led to an error below it."""
        return f"{when(record)} {record.levelname} {record.name}: {super().format(record)}"


class JsonLines(logging.Formatter):
    """An object a line: time, level, logger, message; `event` and `game` of a game, and in `error` what led to one."""

    def format(self, record: logging.LogRecord) -> str:
        """The object as one line."""
        told: dict[str, str] = {
            "time": when(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {name: getattr(record, name) for name in ("event", "game") if hasattr(record, name)}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


FORMATS = {"text": TextLines, "json": JsonLines}


def log_config(level: str, how: LogFormat) -> dict[str, Any]:
    """What `logging.config.dictConfig` wants: our lines and those of uvicorn, to standard error."""
    heard = {"handlers": ["stderr"], "level": level.upper(), "propagate": False}
    # Ours may be listened to by others as well, who want to hear warnings whatever is shown here.
    ours = {"handlers": ["stderr"], "level": "WARNING" if level == "error" else level.upper()}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": FORMATS[how]}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines", "level": level.upper()}},
        "loggers": {"uvicorn": heard, "openkub": ours},
    }
