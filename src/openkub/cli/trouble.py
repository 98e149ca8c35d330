"""The input of commands, and their errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from openkub.law.rules import Rules
from openkub.messages import message
from openkub.notation.errors import NotationError
from openkub.play.game import Fault, Game, RecordError, resume
from openkub.play.record import Record

Read = TypeVar("Read")


class Trouble(Exception):
    """An error of one line. The command ends with this status."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


def read_text(path: Path) -> str:
    """Return the text of a file. Raise `Trouble` that says why it cannot be read."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Trouble(f"{path}: this is not a text file in UTF-8 (byte {error.start} is in the way)") from None
    except (OSError, ValueError) as error:
        raise Trouble(f"{path}: cannot be read: {reason(error)}") from None


def reason(error: Exception) -> str:
    """Return why the system refused something, without the name of the file."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def place_of(error: NotationError) -> str:
    """Return the line and the column of an error, counted from 1."""
    line = f"line {error.line}, " if error.line else ""
    return f"{line}column {error.position + 1}"


def printable(text: str, longest: int = 200) -> str:
    r"""Return a text, made safe for a terminal.

    >>> printable("r7\x1b[2J")
    'r7\\x1b[2J'
    """
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:longest])
    return shown + ("…" if len(text) > longest else "")


def as_typed(text: str) -> str:
    r"""Return what was typed, in quotes: as it is where it can be shown, and not too long.

    >>> as_typed("🙂"), as_typed("x" * 100), as_typed("\x1b[2J")
    ("'🙂'", "'xxxxxxxxxxxxxxxxxxxxxxxx…'", "'\\x1b[2J'")
    """
    return f"'{printable(text, 24)}'"


def write_file(path: Path, data: bytes) -> None:
    """Write a file. Raise `Trouble` that says why it cannot be written."""
    try:
        path.write_bytes(data)
    except (OSError, ValueError) as error:
        raise Trouble(f"{path}: cannot be written: {reason(error)}") from None


def make_folder(folder: Path) -> Path:
    """Return this folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{folder}: cannot be made: {reason(error)}") from None
    return folder


def parse_rules(text: str) -> Rules:
    """Return the rules that were typed. Raise `Trouble` that says where they are wrong."""
    try:
        return Rules.parse(text)
    except NotationError as error:
        raise Trouble(f"rules, {place_of(error)}: {error}") from None


def parse_typed(read: Callable[[str], Read], text: str, name: str) -> Read:
    """Return the value of an option. Raise `Trouble` that says where it is wrong."""
    try:
        return read(text)
    except NotationError as error:
        raise Trouble(f"{name}, {place_of(error)}: {error} (in {printable(text, 60)})") from None


def record_text(path: Path) -> str:
    """Return the text of a record; of its JSON twin, the text that says the same."""
    text = read_text(path)
    if not text.lstrip().startswith("{"):
        return text
    try:
        return str(Record.from_json(text))
    except NotationError as error:
        raise Trouble(f"{path}: {error}", 1) from None


def read_record(path: Path) -> Record:
    """Return the record in a file. Raise `Trouble` that says on which line it is none."""
    try:
        return Record.parse(record_text(path))
    except NotationError as error:
        raise Trouble(f"{path}, {place_of(error)}: {error}", 1) from None


def read_game(path: Path) -> Game:
    """Return the game in a file. Raise `Trouble` if it could not have happened."""
    try:
        return resume(read_record(path))
    except RecordError as error:
        raise record_trouble(path, error) from None


def fault_sentence(fault: Fault) -> str:
    """Return why a record cannot have happened."""
    if fault.problem is None:
        return fault.message
    return f"{message(fault.problem, 'en')} ({fault.problem.code})"


def record_trouble(path: Path, error: RecordError) -> Trouble:
    """Return the error of a record that cannot have happened."""
    return Trouble(f"{path}, line {error.fault.line}: {fault_sentence(error.fault)}", 1)
