"""What each leaflet says on each option, and where: the sources of the presets.

A citation is the number of the leaflet and its lines; an option that is not listed for an edition is one on which its
leaflet is silent, and which is therefore as in `default`. docs/leaflets.md has every statement behind a citation.

>>> for saying in sayings("joker_penalty"):
...     print(", ".join(LEAFLETS[edition].names["en"] for edition in saying.editions), saying.printed)
Sabra leaflet, XXL leaflet 25
French leaflet, Jumbo leaflet, Spanish leaflet 30
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from openkub.law.rules import EDITIONS


@dataclass(frozen=True, slots=True)
class Leaflet:
    """A printed edition: its number, what it is, what it is called, and what only a page or a parent wants to know."""

    number: str
    title: str
    languages: tuple[str, ...]
    names: Mapping[str, str]
    fourth_colour: Literal["yellow", "orange"]
    min_age: int | None = None


def _names(**names: str) -> Mapping[str, str]:
    """What people call a leaflet within a sentence, in every language."""
    return MappingProxyType(names)


_SABRA = _names(
    de="Sabra-Anleitung",
    en="Sabra leaflet",
    es="folleto Sabra",
    fr="notice Sabra",
    nl="Sabra-boekje",
    pt="folheto Sabra",
)
_FRENCH = _names(
    de="französische Anleitung",
    en="French leaflet",
    es="folleto francés",
    fr="notice française",
    nl="Frans boekje",
    pt="folheto francês",
)
_JUMBO = _names(
    de="Jumbo-Anleitung",
    en="Jumbo leaflet",
    es="folleto Jumbo",
    fr="notice Jumbo",
    nl="Jumbo-boekje",
    pt="folheto Jumbo",
)
_XXL = _names(
    de="XXL-Anleitung",
    en="XXL leaflet",
    es="folleto XXL",
    fr="notice XXL",
    nl="XXL-boekje",
    pt="folheto XXL",
)
_SPANISH = _names(
    de="spanische Anleitung",
    en="Spanish leaflet",
    es="folleto español",
    fr="notice espagnole",
    nl="Spaans boekje",
    pt="folheto espanhol",
)

LEAFLETS: Mapping[str, Leaflet] = MappingProxyType(
    {
        "sabra6": Leaflet("000", "Sabra, the six-player box", ("de", "es", "pt", "nl", "fr"), _SABRA, "yellow"),
        "original_fr": Leaflet("001", "L'original, also XP and Mini XP", ("fr",), _FRENCH, "orange", 7),
        "jumbo_de": Leaflet("002", "Original Rummikub, Jumbo", ("de",), _JUMBO, "orange"),
        "sabra_xxl": Leaflet("003", "Rummikub XXL, Sabra", ("nl", "fr", "de"), _XXL, "yellow"),
        "original_es": Leaflet("004", "Spanish edition", ("es",), _SPANISH, "orange", 8),
    }
)

TITLES: Mapping[str, str] = MappingProxyType(
    {edition: leaflet.title for edition, leaflet in LEAFLETS.items()}
    | {
        "default": "What is recommended where the leaflets are silent or at odds",
        "tournament": "Rummikub at the Mind Sports Olympiad, as its event page had it in 2019 and 2025",
    }
)
"""What every edition is; two are from no leaflet."""

_NUMBERS = {leaflet.number: edition for edition, leaflet in LEAFLETS.items()}

_LINES = {
    "tile_set": "000:41-46,66,147-148,150,174,194,254 001:11,15 002:51,57 003:54,193,279 004:123",
    "most_players": "000:38,66,174,194,254 001:7,17 002:51 003:52,191,277 004:173",
    "deal_size": "000:72,127,200,270 001:27 002:65 003:59,198,284",
    "start_joker": "001:26 002:62",
    "opening_min_points": "000:78,135,208,210 001:49 002:85 003:65,204,290 004:151",
    "opening_sets": "000:78,135,208,210 001:49 002:85 003:65,204,290 004:151",
    "opening_joker_value": "000:80,135,212 002:5,87 003:67,206,290 004:67,151",
    "opening_turn_manipulation": "000:80,135,212 001:51 002:89 003:67,206,290 004:157",
    "voluntary_draw": "000:80,135,214 001:49,200,202 002:91 003:67,206,290 004:137,163",
    "play_after_draw": "000:212 001:49,135 002:91 003:65-67,206,290 004:163",
    "joker_replacement_source": "001:135 002:7 004:67",
    "joker_set_split": "000:7,10,13,115,118,121,184,260-264 001:137,153,170 002:12 003:12,14,16,106-108,235-237 "
    "004:15,65,113",
    "joker_reuse": "000:60,107,168,242,258 001:137 002:10 003:7,103,232 004:69",
    "joker_penalty": "000:21,133 001:137,204 002:5 003:24,116 004:71,137",
    "time_limit_s": "000:17 001:53 003:20,112,241 004:141",
    "time_limit_mode": "000:17 001:53 003:20,112,241 004:141",
    "timeout_rule": "000:17 001:53 003:20,112,241",
    "timeout_penalty": "000:17 001:53 003:20,112,241",
    "timeout_idle_draw": "000:17 001:53 003:20,112,241",
    "pool_empty_rule": "001:186 004:101,165",
    "empty_pool_pass": "004:101,165",
    "pool_empty_winner_plus": "001:186",
    "rounds": "000:33 001:190 002:22 003:34,126,255 004:133",
}


def _by_edition(citations: str) -> Mapping[str, str]:
    split = (citation.partition(":") for citation in citations.split())
    return MappingProxyType({_NUMBERS[number]: f"{number}:{lines}" for number, _, lines in split})


SOURCES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {option: _by_edition(citations) for option, citations in _LINES.items()}
)
"""For every option and edition, the lines of the leaflet that speak of it."""

PRINTED: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "opening_sets": {"original_fr": "one"},
        "play_after_draw": {"original_fr": True},
        "voluntary_draw": {"original_fr": False, "original_es": False, "sabra_xxl de": False},
        "joker_replacement_source": {"original_fr": "rack"},
        "timeout_rule": {"sabra6": "loose_to_rack_literal", "sabra_xxl": "loose_to_rack_literal"},
        "rounds": {"sabra6": 2, "sabra_xxl": 2, "original_es": None},
    }
)
"""What a leaflet prints where its preset is something else, on purpose; with a language, in that text of it alone."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A printed sentence that no option offers: its lines by edition, what it says, and what we play."""

    lines: Mapping[str, str]
    printed: str
    played: str


RULINGS = (
    Ruling(
        _by_edition("000:60,107,168,242,258 003:7,103,232"),
        "every player may exchange a joker on the table",
        "only a player who has opened may, because nobody else may touch the table",
    ),
)
"""Every such sentence, with our ruling."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Leaflets that print the same on an option and are played alike; with a language, in that text alone."""

    editions: tuple[str, ...]
    printed: object
    played: object
    language: str = ""


def sayings(option: str) -> tuple[Saying, ...]:
    """What the leaflets say on an option, those that agree together."""
    found: dict[tuple[object, object, str], list[str]] = {}
    printed = PRINTED.get(option, {})
    for key in dict.fromkeys([*SOURCES.get(option, {}), *printed]):
        edition, _, language = key.partition(" ")
        played = getattr(EDITIONS[edition], option)
        found.setdefault((printed.get(key, played), played, language), []).append(edition)
    return tuple(Saying(tuple(editions), *said) for said, editions in found.items())


def silent(option: str) -> tuple[str, ...]:
    """The editions whose leaflets say nothing on an option."""
    return tuple(edition for edition in LEAFLETS if edition not in SOURCES.get(option, {}))
