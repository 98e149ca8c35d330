r"""Player names: normalised as nicknames (RFC 8266), and compared by what is seen (the skeletons of UTS #39).

>>> checked_name("  Anna\u034f \t Maria ")
'Anna Maria'
>>> looks_like("ANNA", "\u0410nna"), looks_like("Anna", "Hanna"), free_name("anna", ["Anna", "Bruno"])
(True, False, 'anna 2')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import get_args

from openkub.notation.errors import NotationError
from openkub.play.record import seat_name
from openkub.server.wire.game import LONGEST_NAME, Level
from openkub.server.wire.refusals import Refusal, Refused

__all__ = ["checked_name", "free_name", "looks_like"]

MOST_MARKS = 3
"""Combining marks kept on one base character: Hebrew with vowels has three."""
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default_Ignorable_Code_Point: characters without a glyph. The set is stable from version to version of Unicode."""
_BLANK = str.maketrans("\u2800", " ")
"""The Braille pattern without dots looks like a space."""
_WIDE = re.compile("[\u2e3a\u2e3b\ufdfd\U00012000-\U0001254f]")
"""Glyphs several times as wide as a letter: long dashes, a ligature of a whole sentence, cuneiform."""
_EMOJI_STYLE, _KEYCAP = "\ufe0f", "\u20e3"
_BOT = re.compile(r"(.*?)(?: \d+)?")


def checked_name(name: str) -> str:
    """Return the name as it stands in a log and a record; `Refused` if it cannot be used."""
    tidy = _tidied(name)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in tidy):
        raise Refused(Refusal.BAD_NAME, "a name is made of what can be seen", where="$.name")
    if len(tidy) > LONGEST_NAME or _WIDE.search(tidy):
        raise Refused(Refusal.BAD_NAME, "this name is too wide", where="$.name")
    if any(looks_like(_without_number(tidy), level) for level in get_args(Level)):
        raise Refused(Refusal.BAD_NAME, "this is the name of a bot", where="$.name")
    try:
        return seat_name(tidy)
    except NotationError as error:
        raise Refused(Refusal.BAD_NAME, str(error), where="$.name") from None


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number behind it if it looks like one that is taken."""
    candidates = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(one for one in candidates if not any(looks_like(one, other) for other in taken))


def looks_like(name: str, other: str) -> bool:
    """Return whether two names look alike. Case makes no difference."""
    return any(map(str.__eq__, _skeletons(name), _skeletons(other)))


def _without_number(name: str) -> str:
    found = _BOT.fullmatch(name)
    return found[1] if found else name


def _tidied(name: str) -> str:
    """NFKC with single spaces, without invisible characters and with a few marks on each character."""
    text = unicodedata.normalize("NFKD", name.translate(_BLANK))
    return " ".join(unicodedata.normalize("NFKC", "".join(_visible(text))).split())


def _visible(text: str) -> Iterator[str]:
    base, marks = "", ""
    for character, following in zip(text, f"{text[1:]} ", strict=True):
        if _IGNORABLE.match(character):
            if character == _EMOJI_STYLE and (following == _KEYCAP or unicodedata.category(base or " ") == "So"):
                yield character
        elif unicodedata.category(character)[0] != "M":
            base, marks = character, ""
            yield character
        elif base.strip() and character not in marks and len(marks) < MOST_MARKS:
            marks += character
            yield character


def _skeletons(name: str) -> tuple[str, str]:
    """Two keys: capitals of one script look like small letters of another, so the case is folded before and after."""
    return _skeleton(name.casefold()), _skeleton(name).casefold()


def _skeleton(name: str) -> str:
    plain = unicodedata.normalize("NFKD", _IGNORABLE.sub("", name))
    return unicodedata.normalize("NFD", plain.translate(_confusables()))


@cache
def _confusables() -> Mapping[int, str]:
    lines = Path(__file__).with_name("confusables.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split(" ") for line in lines if not line.startswith("#"))
    return {ord(character): looks for looks, characters in rows for character in characters}
