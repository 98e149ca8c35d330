"""What each leaflet says on each option, and where: the sources of the presets.

A citation is the number of the leaflet and its lines; an option that is not listed for an edition is one on which its
leaflet is silent, and which is therefore as in `default`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Leaflet:
    """A printed edition: its number, what it is, and what only a page or a parent wants to know."""

    number: str
    title: str
    languages: tuple[str, ...]
    fourth_colour: Literal["yellow", "orange"]
    min_age: int | None = None


LEAFLETS: Mapping[str, Leaflet] = MappingProxyType(
    {
        "sabra6": Leaflet("000", "Sabra, the six-player box", ("de", "es", "pt", "nl", "fr"), "yellow"),
        "original_fr": Leaflet("001", "L'original, also XP and Mini XP", ("fr",), "orange", 7),
        "jumbo_de": Leaflet("002", "Original Rummikub, Jumbo", ("de",), "orange"),
        "sabra_xxl": Leaflet("003", "Rummikub XXL, Sabra", ("nl", "fr", "de"), "yellow"),
        "original_es": Leaflet("004", "Spanish edition from 8 years", ("es",), "orange", 8),
    }
)

_NUMBERS = {leaflet.number: edition for edition, leaflet in LEAFLETS.items()}

_LINES = {
    "tile_set": "000:41-46,66,174,194,254 001:11,15 002:51,57 003:54,193,279 004:123",
    "most_players": "000:38,66 001:7,17 002:51 003:52 004:173",
    "deal_size": "000:72,127,200,270 001:27 002:65 003:59,198,284",
    "start_joker": "001:26 002:62",
    "opening_min_points": "000:78,208 001:49 002:85 003:65,204,290 004:151",
    "opening_sets": "000:78 001:49 002:85 003:65 004:151",
    "opening_joker_value": "000:80,212 002:5,87 003:67,206,290 004:151",
    "opening_turn_manipulation": "000:80,212 001:51 002:89 003:67,206",
    "voluntary_draw": "000:80,214 002:91 003:67,206,290 004:163",
    "joker_needs_opened": "000:60,107,168,242,258 001:135 002:7 003:7,103,232 004:65",
    "joker_replacement_source": "001:135 002:7 004:67",
    "joker_set_split": "000:7,13 001:137,153 002:12 003:106,108 004:15,65",
    "joker_reuse": "000:60,107,168,242,258 001:137 002:10 003:7,103,232",
    "joker_penalty": "000:21,133 001:137,204 002:5 003:24,116 004:71,137",
    "time_limit_s": "000:17 001:53 003:20,112,241 004:141",
    "time_limit_mode": "000:17 001:53 003:20,112,241 004:141",
    "timeout_rule": "000:17 001:53 003:20,112,241",
    "timeout_penalty": "000:17 001:53 003:20,112,241",
    "timeout_idle_draw": "001:53",
    "pool_empty_rule": "001:186 004:101,165",
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
