"""Records in files: `.kub` text, or the JSON twin where the name ends so."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from openkub.play.record import Record


def load(path: str | PathLike[str]) -> Record:
    """The record in a file, text or JSON; `NotationError` says on which line it is none."""
    text = Path(path).read_text(encoding="utf-8")
    return Record.from_json(text) if text.lstrip().startswith("{") else Record.parse(text)


def save(record: Record, path: str | PathLike[str]) -> None:
    """Write a record to a file, as JSON if its name ends in `.json`."""
    text = record.to_json() if Path(path).suffix == ".json" else str(record)
    Path(path).write_text(text, encoding="utf-8")
