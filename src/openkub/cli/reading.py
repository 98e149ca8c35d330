"""What commands are given to read: rules that were typed, records as files."""

from __future__ import annotations

from pathlib import Path

from openkub.cli.trouble import Trouble, place_of, read_text
from openkub.law.rules import Rules
from openkub.messages import message
from openkub.notation.errors import NotationError
from openkub.play.game import Fault
from openkub.play.record import Record


def parse_rules(text: str) -> Rules:
    """Rules from what was typed; `Trouble` says where it is wrong and what may have been meant."""
    try:
        return Rules.parse(text)
    except NotationError as error:
        raise Trouble(f"rules, {place_of(error)}: {error}") from None


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
    return parse_record(path, record_text(path))


def parse_record(path: Path, text: str) -> Record:
    """The same of a file that has been read."""
    try:
        return Record.parse(text)
    except NotationError as error:
        raise Trouble(f"{path}, {place_of(error)}: {error}", 1) from None


def fault_sentence(fault: Fault) -> str:
    """Why a record cannot have happened."""
    if fault.problem is None:
        return fault.message
    return f"{message(fault.problem, 'en')} ({fault.problem.code})"
