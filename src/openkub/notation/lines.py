r"""Texts of `key: value` lines, and where an error in them is.

>>> lines = Lines.parse("turn: 1\ntable: r5 r6 r7\n", {"turn", "table"})
>>> lines.one("table", Table.parse)
Table('r5 r6 r7')
>>> lines.one("turn", whole_number(0, 0))
Traceback (most recent call last):
openkub.notation.errors.NotationError: 1 is not between 0 and 0
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.text import quoted

LONGEST_DOCUMENT = 4_000_000
T = TypeVar("T")


def on_line(number: int, error: Exception, offset: int = 0) -> NotationError:
    """The same error, saying on which line of a longer text it is, and how far into it."""
    if isinstance(error, NotationError):
        return error.on(number, offset)
    return NotationError(NotationCode.BAD_VALUE, offset, number, message=str(error))


def numbered(text: object) -> Iterator[tuple[int, str]]:
    """The lines of a text from 1 on, without comments behind ` ;` and without empty ones."""
    if not isinstance(text, str):
        raise NotationError(NotationCode.NOT_TEXT, what="this", kind=type(text).__name__)
    if len(text) > LONGEST_DOCUMENT:
        raise NotationError(NotationCode.TOO_LONG, what="a text", length=len(text))
    for number, line in enumerate(text.split("\n"), 1):
        content = line.split(" ;")[0].rstrip("\r ")
        if content and not content.startswith(";"):
            yield number, content


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers in these bounds."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise NotationError(NotationCode.NO_WHOLE_NUMBER, text=quoted(text))
        if not low <= int(text) <= high:
            raise NotationError(NotationCode.OUT_OF_BOUNDS, number=int(text), low=low, high=high)
        return int(text)

    return read


@dataclass(frozen=True, slots=True)
class Lines:
    """The values of a text of `key: value` lines, with their line numbers."""

    values: tuple[tuple[str, str, int], ...]

    @classmethod
    def parse(cls, text: str, keys: Collection[str]) -> Lines:
        """Split a text; a key that is none of `keys` is an error."""
        return cls.of(numbered(text), keys)

    @classmethod
    def of(cls, lines: Iterable[tuple[int, str]], keys: Collection[str]) -> Lines:
        """The same for lines that are numbered already."""
        values = []
        for number, line in lines:
            key, colon, value = line.partition(":")
            if not colon or key not in keys:
                raise NotationError(
                    NotationCode.UNKNOWN_KEY, 0, number, text=quoted(line), keys=", ".join(sorted(keys))
                )
            values.append((key, value.removeprefix(" "), number))
        return cls(tuple(values))

    def all_of(self, key: str, read: Callable[[str], T]) -> tuple[T, ...]:
        """Every value of a key."""
        return tuple(self._read(read, name, value, number) for name, value, number in self.values if name == key)

    def line_of(self, *keys: str) -> int:
        """The line of the first of these keys that is there; 1 if none is."""
        lines = {name: number for name, _, number in reversed(self.values)}
        return next((lines[key] for key in keys if key in lines), 1)

    def one(self, key: str, read: Callable[[str], T]) -> T:
        """The value of a key that must stand there once."""
        found = self.all_of(key, read)
        if len(found) != 1:
            last = max((number for name, _, number in self.values if name == key), default=1)
            raise NotationError(NotationCode.NOT_ONCE, 0, last, key=key, times=len(found))
        return found[0]

    @staticmethod
    def _read(read: Callable[[str], T], key: str, value: str, number: int) -> T:
        try:
            return read(value)
        except ValueError as error:
            raise on_line(number, error, len(key) + 2) from None
