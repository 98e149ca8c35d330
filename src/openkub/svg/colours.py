"""The colours of pictures, for a light and a dark theme. They equal those of the page."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.pieces.tiles import Colour

IVORY, IVORY_LOW, IVORY_EDGE = "#fbf6e9", "#efe6d0", "#d6c8a7"
"""A tile is ivory by day and by night: its face, its foot and its edge."""
INKS = {Colour.BLACK: "#1d2126", Colour.RED: "#b8141f", Colour.BLUE: "#114fb0", Colour.YELLOW: "#bd6900"}
"""Each ink has a contrast of at least 3:1 with the ivory; two inks differ by at least 25 (CIEDE2000)."""
JOKER_INK = "#9a2390"


@dataclass(frozen=True, slots=True)
class Palette:
    """What tiles lie on, stand on and are surrounded by."""

    paper: str
    surface: str
    ink: str
    ink_soft: str
    accent: str
    good: str
    good_wash: str
    warn: str
    warn_wash: str
    felt: str
    felt_line: str
    rack: str
    rack_edge: str


DAY = Palette(
    paper="#f6f2ea", surface="#fffdf9", ink="#1c2726", ink_soft="#4d5957",
    accent="#0e6554", good="#1a6b34", good_wash="#e0f2e3",
    warn="#835000", warn_wash="#fbecd0", felt="#d5e4da", felt_line="#b9cfc1", rack="#d8b98c", rack_edge="#b48d5a",
)  # fmt: skip
NIGHT = Palette(
    paper="#10191a", surface="#192526", ink="#edf2ee", ink_soft="#b3c2bf",
    accent="#62d3b6", good="#7ddb98", good_wash="#17382a",
    warn="#f3c063", warn_wash="#3a2f16", felt="#14312c", felt_line="#24504a", rack="#4c3a28", rack_edge="#2f2418",
)  # fmt: skip
