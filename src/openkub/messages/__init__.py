"""Why a move is refused, in the player's language and in the words of the leaflet.

The sentences are data, one file a language, and the page reads the same files.

>>> message(Problem(Code.OPENING_POINTS, points=27), "en")
'Your own sets come to 27 points: they are not enough to open yet.'
>>> message(Problem(Code.JOKER_SOURCE, meld=2), "de"), message(Problem(Code.JOKER_SOURCE, meld=2), "de", "jumbo_de")
... # doctest: +NORMALIZE_WHITESPACE
('Kombination 3: Der Stein, gegen den du den Joker tauschst, muss vom Brett kommen.',
 'Serie 3: Der Stein, gegen den du den Joker tauschst, muss vom Halter kommen.')
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from openkub.law.moves import Problem
from openkub.notation.text import quoted

__all__ = ["LANGUAGES", "Catalogue", "NoLanguage", "catalogue", "message"]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What one language has to say; `words` by edition, what most of them share under `""`."""

    name: str
    where: str
    words: Mapping[str, Mapping[str, str]]
    problems: Mapping[str, str]


class NoLanguage(ValueError, KeyError):
    """There are no sentences in that language."""

    __str__ = BaseException.__str__


def catalogue(language: str) -> Catalogue:
    """All of one language; of an unknown one, `NoLanguage` says which there are."""
    known = language.lower() if isinstance(language, str) else ""
    if known not in LANGUAGES:
        raise NoLanguage(f"there are no sentences in {quoted(language)}, only in {', '.join(LANGUAGES)}")
    return _read(known)


@cache
def _read(language: str) -> Catalogue:
    data = json.loads(files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8"))
    words = {"": data["words"]["standard"], **data["words"]["editions"]}
    return Catalogue(data["name"], data["where"], words, data["problems"])


LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"de": "Deutsch", "en": "English", "es": "español", "fr": "français", "nl": "Nederlands", "pt": "português"}
)
"""The languages of the leaflets, and English, each by its own name."""


def message(problem: Problem, language: str, edition: str | None = None) -> str:
    """The problem as a sentence that names set (from 1), tile and points; `NoLanguage` if there is no such language."""
    speech = catalogue(language)
    words = {**speech.words[""], **speech.words.get(edition or "", {})}
    if problem.tile is not None:
        words["what"] = words["joker"] if problem.tile.is_joker else str(problem.tile)
    if problem.points is not None:
        words["points"] = str(problem.points)
    sentence = _fill(_pick(speech.problems, problem), words)
    if problem.meld is None:
        return sentence
    first = sentence[0].lower() + sentence[1:]
    return _fill(speech.where, {**words, "n": str(problem.meld + 1), "sentence": first})


def _pick(sentences: Mapping[str, str], problem: Problem) -> str:
    """The sentence that names all that the problem names."""
    key = f"problem.{problem.code}"
    named = problem.tile is not None or problem.points is not None
    return sentences.get(f"{key}.exact" if named else key, sentences[key])


def _fill(sentence: str, words: Mapping[str, str]) -> str:
    """The sentence with its words in it; `{Set}` is `{set}` at the beginning of a sentence."""

    def word(found: re.Match[str]) -> str:
        name = found[1]
        if name in words:
            return words[name]
        text = words[name[0].lower() + name[1:]]
        return text if any(mark.isdigit() for mark in text[:3]) else text[0].upper() + text[1:]

    return re.sub(r"\{(\w+)\}", word, sentence)
