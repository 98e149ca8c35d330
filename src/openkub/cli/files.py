"""Records as files."""

from __future__ import annotations

from pathlib import Path

from openkub.cli.trouble import Trouble, read_text, spot
from openkub.game import RecordError
from openkub.messages import message
from openkub.moves import IllegalMove
from openkub.record import Record
from openkub.tiles import NotationError


def record_text(path: Path) -> str:
    """The text of a record; of its JSON twin, the text that says the same."""
    text = read_text(path)
    if not text.lstrip().startswith("{"):
        return text
    try:
        return str(Record.from_json(text))
    except NotationError as error:
        raise Trouble(f"{path}: {error}", 1) from None


def read_record(path: Path) -> Record:
    """The record in a file; `Trouble` says on which line it is none."""
    return parsed_record(path, record_text(path))


def parsed_record(path: Path, text: str) -> Record:
    """The same of a file that has been read."""
    try:
        return Record.parse(text)
    except NotationError as error:
        raise Trouble(f"{path}, {spot(error)}: {error}", 1) from None


def wrong(error: RecordError) -> str:
    """Why a record cannot have happened, in a sentence."""
    cause = error.__context__
    if isinstance(cause, IllegalMove):
        return f"{message(cause.problem, 'en')} ({cause.problem.code})"
    return error.fault.message
