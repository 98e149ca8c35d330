"""What a player may type in a turn, and what it means.

>>> read("3 / 2") == (Split(2, 2),), read("undo"), read("do")
(True, <Verb.UNDO: 'undo'>, <Verb.DONE: 'done'>)
>>> [str(step.result) for step in read("krb9 | y4-6")]
['k9 r9 b9', 'y4 y5 y6']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from openkub.cli.table.complaint import Complaint, slip_text
from openkub.cli.words import as_typed
from openkub.notation.errors import NotationError
from openkub.notation.text import checked_text
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag, spelled
from openkub.play.draft import Draft
from openkub.play.steps import NEXT, Add, Join, Lay, Split, Step, StepError, Swap, Take

HELP = """\
  r9 r10 r11   lay a new set; also r9-11, and krb7 for k7 r7 b7; * is a joker
  3 + r12      add to set 3, wherever it fits
  3 - r5 r6    take tiles from set 3 into your hand, to lay them elsewhere
  3 / 2        split set 3 behind its 2nd tile
  3 4          join sets 3 and 4; also 3 & 4
  3 = r6       swap the joker in set 3 for r6; the joker comes into your hand
  table r1-3 | k5 b5 y5      the whole table at once
  undo, reset  one step back, all back         done  end the turn
  draw         take a tile instead of laying   pass  when the pool is empty
  redeal       ask for a new deal of all tiles, instead of your first turn
  hint         which tiles can be laid; hint 2: which sets change; hint 3: how
  sort         the rack by colour (789) or by number (777)
  quit         leave; every finished turn is kept; openkub play --latest goes on"""


LAYS_AFTER_DRAW = (
    "  draw         take a tile instead of laying   pass  when the pool is empty",
    "  draw         take a tile, then lay or end the turn        pass  the same as done",
)
"""The help line about drawing, and its replacement under `play_after_draw`."""


class Verb(StrEnum):
    """The commands that are words."""

    DONE = "done"
    DRAW = "draw"
    PASS = "pass"
    REDEAL = "redeal"
    UNDO = "undo"
    RESET = "reset"
    SORT = "sort"
    HELP = "help"
    HINT = "hint"
    QUIT = "quit"
    SHOW = "show"


SYNONYMS = {
    "end": Verb.DONE,
    "ok": Verb.DONE,
    "play": Verb.DONE,
    "exit": Verb.QUIT,
    "bye": Verb.QUIT,
    "?": Verb.HELP,
    "h": Verb.HELP,
    "789": Verb.SORT,
    "777": Verb.SORT,
    "": Verb.SHOW,
}


@dataclass(frozen=True, slots=True)
class Wish:
    """A hint of this strength, from 1 to 3."""

    strength: int


Steps = tuple[Step, ...]


def read(line: str) -> Verb | Wish | Steps | Table:
    """The meaning of a line: steps, or the whole table laid anew; `Complaint` if it has none."""
    try:
        text = checked_text(line, "a command").strip().lower()
    except NotationError as error:
        raise Complaint(f"{error}.") from None
    if text in SYNONYMS:
        return SYNONYMS[text]
    if re.fullmatch(r"table\b.*", text):
        return Table(_rows(_words(text[5:])))
    if wish := re.fullmatch(r"hint *([0-9]+)", text):
        if wish[1] not in ("1", "2", "3"):
            raise Complaint("hint 1 tells which tiles, hint 2 which sets change, hint 3 every step.")
        return Wish(int(wish[1]))
    if re.fullmatch(r"[a-z]+", text) and text not in ("j", "joker"):
        return _verb(text)
    return tuple(_steps(_words(text)))


def _verb(text: str) -> Verb:
    found = [verb for verb in Verb if verb.startswith(text)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Complaint(f"{text}: {' or '.join(found)}?")
    close = get_close_matches(text, [*Verb, *SYNONYMS, "table"], n=1)
    raise Complaint(f"I do not know {as_typed(text)}{f'; did you mean {close[0]}?' if close else '; try help.'}")


Word = int | str | tuple[Tile, ...]
"""A set's number, a sign, or the tiles that a word names."""

_WORD = re.compile(
    r"([krbyo]+)(\d+)(?:-([krbyo]*)(\d+)(?!\d))?(?![a-z\d])|(\*|joker|j)(?![a-z\d])|(\d+)(?![a-z])|([-+/&=|])", re.ASCII
)
_SPACE = re.compile(r"[\s,;]*")


def _words(text: str) -> list[Word]:
    return list(_split(text))


def _split(text: str) -> Iterator[Word]:
    at = _SPACE.match(text).end()  # type: ignore[union-attr]  # it matches the empty text too
    while at < len(text):
        found = _WORD.match(text, at)
        if not found:
            bad = text[at:].split(maxsplit=1)[0]
            raise Complaint(f"I do not understand {as_typed(bad)} (column {at + 1}); tiles are r7, k13, *; try help.")
        colours, number, others, last, joker, set_number, sign = found.groups()
        if colours:
            if others and others != colours:
                raise Complaint(f"{as_typed(found[0])}: a range stays in one colour, like r9-11.")
            yield _tiles(colours, int(number[:9]), int((last or number)[:9]))
        else:
            yield (JOKER,) if joker else int(set_number[:9]) if set_number else sign
        at = _SPACE.match(text, found.end()).end()  # type: ignore[union-attr]  # as above


def _tiles(colours: str, first: int, last: int) -> tuple[Tile, ...]:
    """`r9`, `r9-11`, `krb9`."""
    if len(colours) > 1 and last != first:
        raise Complaint("Write either several colours (krb9) or several numbers (r9-11).")
    if not 1 <= first <= last <= 13:
        raise Complaint(f"There is no tile {colours[0]}{last if 1 <= first <= 13 else first}: numbers go from 1 to 13.")
    return spelled(f"{colours}{first}" if first == last else f"{colours}{first}-{last}")


def _steps(words: Sequence[Word]) -> Iterator[Step]:
    numbers = [word - 1 for word in words if isinstance(word, int)]
    match words:
        case [int(), "+" | "-" | "=" as sign, *rest] if rest and all(isinstance(word, tuple) for word in rest):
            yield _change(sign, numbers[0], *_rows(rest))
        case [int(), "/", int(at)]:
            yield Split(numbers[0], at)
        case [tuple(), *_]:
            yield from (Lay(NEXT, tiles) for tiles in _rows(words))
        case _ if len(numbers) > 1 and all(isinstance(word, int) or word in ("&", "+") for word in words):
            if len(set(numbers)) < len(numbers):
                raise Complaint("A set cannot be joined to itself.")
            yield from (Join(numbers[0], other) for other in numbers[1:])
        case _:
            raise Complaint(
                "I do not understand that; for set 3 write 3 + r12, 3 - r5, 3 / 2, 3 4 or 3 = r6; try help."
            )


def _change(sign: str, number: int, tiles: Meld) -> Step:
    """What is done to one set with these tiles."""
    if sign == "+":
        return Add(number, tiles)
    if sign == "-":
        return Take(number, tiles)
    if len(tiles) != 1:
        raise Complaint("One tile takes the place of the joker: 3 = r6.")
    return Swap(number, tiles[0])


def _rows(words: Sequence[Word]) -> tuple[Meld, ...]:
    """The tiles between the bars."""
    rows: list[list[Tile]] = [[]]
    for word in words:
        if isinstance(word, tuple):
            rows[-1].extend(word)
        elif word == "|":
            rows.append([])
        else:
            raise Complaint(
                f"Only tiles and | can stand here, not {word}" + ("; a range is r9-11." if word == "-" else ".")
            )
    found = tuple(Meld(row) for row in rows if row)
    try:
        TileBag(tile for row in found for tile in row)
    except NotationError as error:
        raise Complaint(f"{error}.") from None
    return found


def change_draft(draft: Draft, change: Steps | Table) -> Draft:
    """The draft after what was typed; `Complaint` if that cannot be done."""
    try:
        return draft.relaid(change) if isinstance(change, Table) else draft.after(*change)
    except StepError as error:
        raise Complaint(slip_text(error.slip, draft)) from None
