"""Text that says something, or an error that says where it does not.

>>> list(words("r7  k13"))
[('r7', 0), ('k13', 4)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from openkub.notation.errors import NotationCode, NotationError

LONGEST_TEXT = 20_000
"""No value that is written on one line is longer; more is refused before it is read."""


def quoted(value: object) -> str:
    r"""Any input, made short and printable for an error message.

    >>> quoted("r7\x00" + "r" * 100)
    "'r7\\x00rrrrrrrrrrrrrrrrrrrrr…'"
    """
    try:
        text = value if isinstance(value, str) else f"{type(value).__name__} {str(value)[:40]}"
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        text = type(value).__name__
    return ascii(text) if len(text) <= 24 else ascii(text[:24])[:-1] + "…'"


def checked_text(text: object, what: str) -> str:
    """`text` itself, if it is a text that one may try to read at all."""
    if not isinstance(text, str):
        raise NotationError(NotationCode.NOT_TEXT, what=what, kind=type(text).__name__)
    if len(text) > LONGEST_TEXT:
        raise NotationError(NotationCode.TOO_LONG, LONGEST_TEXT, what=what, length=len(text))
    return text


def words(text: str) -> Iterator[tuple[str, int]]:
    """The words of a text, each with the index of its first character."""
    position = 0
    for word in text.split(" "):
        if word:
            yield word, position
        position += len(word) + 1


def nearest(name: object, known: Iterable[str]) -> str:
    """What may have been meant, as the end of a sentence; `known` may say by which names else things are known.

    >>> nearest("Shrap", ["sharp", "steady"]), nearest("chess", ["sharp"]), nearest("german", {"german": "jumbo_de"})
    ('; did you mean sharp?', '', '; did you mean jumbo_de?')
    """
    names = known if isinstance(known, Mapping) else {one: one for one in known}
    near = get_close_matches(name.lower()[:40], names, n=1) if isinstance(name, str) else []
    return f"; did you mean {names[near[0]]}?" if near else ""


def amount(count: int, word: str) -> str:
    """A number of things.

    >>> amount(1, "tile"), amount(2, "tile"), amount(1000, "deal")
    ('1 tile', '2 tiles', '1,000 deals')
    """
    return f"{count:,} {word}{'' if count == 1 else 's'}"
