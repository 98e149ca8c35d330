"""`openkub verify`: is this record true?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openkub.cli.trouble import fault_sentence, printable, record_text
from openkub.notation.errors import NotationError
from openkub.notation.text import amount
from openkub.play.game import Game, RecordError, resume
from openkub.play.record import FairDeal, Record

YES, NO, NOT_YET = 0, 1, 3
"""How it ends; 2 is for what cannot be read."""


def verify_files(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Records of games: .kub, or their JSON twins.")
    ],
) -> int:
    """Say yes, or name the first line of a record that is wrong; a game whose secret is still kept says not yet.

    Checked are the form, the shuffle (from the seed, or from the commitment, the nonces and the secret), whose turn it
    was, every move by the rules of the record, and the scores. Exit status: 0 yes, 1 no, 2 the file cannot be read,
    3 not yet. Of several files the worst counts: one that is wrong, then one that cannot be told yet.
    """
    found = {_verify(path) for path in files}
    return NO if NO in found else max(found)


def _verify(path: Path) -> int:
    text = record_text(path)
    try:
        record = Record.parse(text)
        if isinstance(record.shuffle, FairDeal) and record.shuffle.secret is None:
            print(f"not yet: {path}: the secret of the deal is told when the game is over")
            return NOT_YET
        game = resume(record)
    except NotationError as error:
        return _tell_fault(path, text, error.line, f"{error} (column {error.position + 1})")
    except RecordError as error:
        return _tell_fault(path, text, error.fault.line, fault_sentence(error.fault))
    print(f"yes: {path}: {_summary(game)}")
    return YES


def _tell_fault(path: Path, text: str, line: int, why: str) -> int:
    print(f"no: {path}, {f'line {line}: ' if line else ''}{why}")
    if line:
        print(f"  {line} | {printable(text.split(chr(10))[line - 1])}")
    return NO


def _summary(game: Game) -> str:
    record = game.record
    turns = sum(len(round_.turns) for round_ in record.rounds)
    scores = ", ".join(f"{name} {total:+}" for name, total in zip(record.seats, game.match.totals, strict=True))
    finished = f"{amount(len(game.match.sheet), 'round')} finished" + ("" if game.state.outcome else ", one under way")
    return f"{finished}, {amount(turns, 'turn')}; {scores}; {_shuffle(record)}"


def _shuffle(record: Record) -> str:
    if isinstance(record.shuffle, FairDeal):
        seats = amount(len(record.shuffle.nonces), "nonce")
        return f"the tiles follow from the secret that was committed to and {seats}"
    return f"the tiles follow from the seed {printable(record.shuffle.text)!r}"
