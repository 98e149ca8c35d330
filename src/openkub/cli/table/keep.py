"""Where games are kept: every turn is on the disk before the next one begins."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from openkub.cli.folders import data_folder
from openkub.cli.reading import fault_sentence, parse_record, read_record, record_text
from openkub.cli.table.bots import check_bot, with_first_bots
from openkub.cli.trouble import Trouble, read_text, reason
from openkub.play.game import Game, RecordError, resume
from openkub.play.record import FIRST_FORMAT, Record


def new_path() -> Path:
    """A name that is free, made of the date and the time."""
    name = time.strftime("%Y-%m-%d-%H%M%S")
    numbers = ["", *(f"-{n}" for n in range(2, 1000))]
    return next(path for n in numbers if not (path := data_folder() / f"{name}{n}.kub").exists())


def _newest_first() -> Iterator[Path]:
    yield from sorted(data_folder().glob("*.kub"), key=lambda path: path.stat().st_mtime, reverse=True)


@dataclass(slots=True)
class Keeper:
    """The file of one game, and what was last written to it."""

    path: Path
    text: str | None = None

    @classmethod
    def new(cls, path: Path) -> Keeper:
        """A file that must not exist yet."""
        if path.exists():
            raise Trouble(f"{path}: exists already; to go on with that game: --resume {path}")
        return cls(path)

    def keep(self, game: Game) -> None:
        """Write the game so that at every moment either the old or the new record is whole."""
        text = str(game.record)
        if text == self.text:
            return
        if self.text is not None and read_text(self.path) != self.text:
            raise Trouble(f"{self.path}: was changed by another program; this turn is not written over it")
        try:
            _replace(self.path.resolve(), text)
        except OSError as error:
            raise Trouble(f"{self.path}: the game cannot be kept: {reason(error)}") from None
        self.text = text


def _replace(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with fresh.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    if os.name == "posix":  # elsewhere a folder cannot be opened, and need not be
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that goes on, and why a newer one cannot, if there is one."""

    game: Game
    keeper: Keeper
    passed_over: str | None = None


class CannotGoOn(Trouble):
    """A game that could not have happened under the rules as they are now."""


def read_game(path: Path) -> Kept:
    """The game in a file, which stays as it is when it cannot go on."""
    text = record_text(path)
    record = parse_record(path, text)
    if text.startswith(FIRST_FORMAT):
        record = with_first_bots(record)
    for _, bot in record.bots:
        check_bot(bot, str(path))
    try:
        return Kept(resume(record), Keeper(path, read_text(path)))
    except RecordError as error:
        why = f"{path}, line {error.fault.line}: {fault_sentence(error.fault).rstrip('.')}"
        rest = "by the rules as openkub has them now this game cannot go on; its file is left as it is"
        raise CannotGoOn(f"{why}; {rest}", 1) from None


def latest_unfinished() -> Kept:
    """The game played last that is not over; a newer one that cannot go on is named."""
    stuck: CannotGoOn | None = None
    for path in _newest_first():
        try:
            if not _is_finished(read_record(path)):
                return replace(read_game(path), passed_over=str(stuck) if stuck else None)
        except CannotGoOn as trouble:
            stuck = stuck or trouble
        except Trouble:  # this is no record
            continue
    raise stuck or Trouble(f"there is no unfinished game in {data_folder()}")


def _is_finished(record: Record) -> bool:
    """Whether the record says that the match is over."""
    return len(record.rounds) == record.rules.rounds and record.rounds[-1].outcome is not None
