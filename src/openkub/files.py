"""Records in files: `.kub` text, or the JSON twin where the name ends so."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from openkub.notation.errors import NotationCode, NotationError
from openkub.play.game import Game
from openkub.play.record import Record


def load(path: str | PathLike[str]) -> Record:
    """The record in a file, text or JSON; `NotationError` names the file and says on which line it is none."""
    data = Path(path).read_bytes()
    try:
        text = _text(data)
        return Record.from_json(text) if text.lstrip().startswith("{") else Record.parse(text)
    except NotationError as error:
        raise error.in_file(fspath(path)) from None


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(NotationCode.NOT_UTF8, byte=error.start) from None


def save(record: Record | Game, path: str | PathLike[str]) -> None:
    """Write a record, or that of a game, to a file; as JSON if its name ends in `.json`."""
    if isinstance(record, Game):
        record = record.record
    if not isinstance(record, Record):
        raise TypeError(f"what is saved is a Record or a Game, not {type(record).__name__}")
    text = record.to_json() if Path(path).suffix.lower() == ".json" else str(record)
    Path(path).write_text(text, encoding="utf-8", newline="\n")
