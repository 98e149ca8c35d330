"""What can be wrong with a text: a closed list of codes, each with its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class NotationCode(StrEnum):
    """Everything that can be wrong with a text."""

    NOT_TEXT = "not_text"
    NOT_UTF8 = "not_utf8"
    TOO_LONG = "too_long"
    NO_TILE = "no_tile"
    NO_NUMBER = "no_number"
    TOO_MANY = "too_many"
    NO_BAG = "no_bag"
    EMPTY_SET = "empty_set"
    NO_TABLE = "no_table"
    NO_MOVE = "no_move"
    CLOCK_ONLY = "clock_only"
    NO_WHOLE_NUMBER = "no_whole_number"
    OUT_OF_BOUNDS = "out_of_bounds"
    NEITHER_YES_NOR_NO = "neither_yes_nor_no"
    BAD_VALUE = "bad_value"
    UNKNOWN_KEY = "unknown_key"
    NOT_ONCE = "not_once"
    WRONG_SEATS = "wrong_seats"
    WRONG_COUNT = "wrong_count"
    NO_END = "no_end"
    NO_RECORD = "no_record"
    NO_JSON = "no_json"
    JSON_SHAPE = "json_shape"
    NO_LINE = "no_line"
    NO_LIST = "no_list"
    NO_NAME = "no_name"
    NO_NAMES = "no_names"
    BOT_SEATS = "bot_seats"
    NO_HEX = "no_hex"
    NO_PILES = "no_piles"
    PILES_WITHOUT_SEED = "piles_without_seed"
    TWO_SHUFFLES = "two_shuffles"
    WRONG_ROUND = "wrong_round"
    BEHIND_THE_END = "behind_the_end"


SENTENCES: Mapping[NotationCode, str] = MappingProxyType(
    {
        NotationCode.NOT_TEXT: "{what} is written as text, not as {kind}",
        NotationCode.NOT_UTF8: "this is no text in UTF-8: byte {byte} is in the way",
        NotationCode.TOO_LONG: "{what} of {length} characters is too long",
        NotationCode.NO_TILE: "{text} is no tile: write k, r, b or y and a number from 1 to 13, or * for a joker",
        NotationCode.NO_NUMBER: "there is no tile with the number {number}",
        NotationCode.TOO_MANY: "more than {most} tiles {tile}",
        NotationCode.NO_BAG: "these bits are no bag of tiles",
        NotationCode.EMPTY_SET: "a set without tiles",
        NotationCode.NO_TABLE: "the table of a move is a Table of sets with tiles, not {text}",
        NotationCode.NO_MOVE: "{text} is no move: write play, draw, pass, redeal or timeout",
        NotationCode.CLOCK_ONLY: "only the clock ends a turn so",
        NotationCode.NO_WHOLE_NUMBER: "{text} is no whole number",
        NotationCode.OUT_OF_BOUNDS: "{number} is not between {low} and {high}",
        NotationCode.NEITHER_YES_NOR_NO: "{text} is neither yes nor no",
        NotationCode.BAD_VALUE: "{message}",
        NotationCode.UNKNOWN_KEY: "{text} does not begin with one of {keys}",
        NotationCode.NOT_ONCE: "{key}: must stand there once, not {times} times",
        NotationCode.WRONG_SEATS: "{text} does not fit {seats} seats",
        NotationCode.WRONG_COUNT: "{count} values for {seats} seats",
        NotationCode.NO_END: "{text} is no end of a round",
        NotationCode.NO_RECORD: "a record begins with {format}",
        NotationCode.NO_JSON: "this is not JSON: {message}",
        NotationCode.JSON_SHAPE: "the JSON of a record lacks something, or has it in the wrong place: {message}",
        NotationCode.NO_LINE: "{text} is no line of text",
        NotationCode.NO_LIST: "{text} is no list",
        NotationCode.NO_NAME: "{text} is no {what}: printable, at most {most} characters, no ' ;'",
        NotationCode.NO_NAMES: "the seats are a list of names such as ['Anna', 'Bruno'], not {text}",
        NotationCode.BOT_SEATS: "bots at {text} of {seats} seats",
        NotationCode.NO_HEX: "{text} is not {length} bytes in hexadecimal",
        NotationCode.NO_PILES: "{text}: draws can only be from piles",
        NotationCode.PILES_WITHOUT_SEED: "only a deal from a seed has piles",
        NotationCode.TWO_SHUFFLES: "a record has a seed, or a commitment with nonces and secret, not both",
        NotationCode.WRONG_ROUND: "expected round {number}, not {text}",
        NotationCode.BEHIND_THE_END: "{text} behind the end of the round",
    }
)
"""A sentence for every code; what stands in braces comes with the error."""


class NotationError(ValueError):
    """Text that does not say what it should: a code, and in `arguments` what its sentence speaks of.

    `position` is the index of the first bad character; in a text of many lines, on line `line` (from 1), else 0. What
    was read from a file has its name in `file`, and names it and the line in its message.
    """

    def __init__(
        self, code: NotationCode, position: int = 0, line: int = 0, file: str = "", /, **arguments: object
    ) -> None:
        place = f"{file}, line {line}: " if file and line else f"{file}: " if file else ""
        super().__init__(place + SENTENCES[code].format(**arguments))
        self.code, self.arguments = code, arguments
        self.position, self.line, self.file = position, line, file

    def at(self, offset: int) -> NotationError:
        """The same error in a longer text that holds this one at `offset`."""
        return NotationError(self.code, self.position + offset, 0, **self.arguments)

    def on(self, line: int, offset: int = 0) -> NotationError:
        """The same error in a text of many lines, and how far into the line."""
        return NotationError(self.code, self.position + offset, line, **self.arguments)

    def in_file(self, name: str) -> NotationError:
        """The same error in a file of that name."""
        return NotationError(self.code, self.position, self.line, name, **self.arguments)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickled by what it was made of."""
        return _unpacked, (self.code, self.position, self.line, self.file, self.arguments)


def _unpacked(code: NotationCode, position: int, line: int, file: str, arguments: dict[str, object]) -> NotationError:
    return NotationError(code, position, line, file, **arguments)
