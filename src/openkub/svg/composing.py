"""Panels, one below the other, as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openkub.svg.art import blank
from openkub.svg.colours import DAY, NIGHT, Palette
from openkub.svg.markup import Markup, Picture, box, moved, tag
from openkub.svg.panels import Panel

WIDTHS = range(80, 4001)
"""How wide a picture may be, in pixels."""
SCALE, SMALLEST_SCALE = 0.7, 0.55
"""Pixels a unit; a tile is 60 units wide, so 42 pixels, or a little less where the picture is narrow."""
GAP, MARGIN = 12, 16
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class Look:
    """How large a picture may be, by day or by night, and whether paper is seen around it."""

    width: int
    dark: bool
    paper: bool = False

    def __post_init__(self) -> None:
        if self.width not in WIDTHS:
            raise ValueError(f"a picture is {WIDTHS.start} to {WIDTHS.stop - 1} pixels wide, not {self.width}")

    @property
    def colours(self) -> Palette:
        """The colours of the day or of the night."""
        return NIGHT if self.dark else DAY

    @property
    def margin(self) -> float:
        """How much paper is seen on every side."""
        return MARGIN if self.paper else 0

    @property
    def limit(self) -> float:
        """The width that panels should keep to, in units."""
        scale = max(SMALLEST_SCALE, min(SCALE, self.width / 1000))
        return self.width / scale - 2 * self.margin


def compose(panels: Sequence[Panel], look: Look, title: str, desc: str) -> Picture:
    """The picture: never wider than the look allows; if a panel is, everything is drawn smaller."""
    inner = max(panel.width for panel in panels)
    drawn, y = [], look.margin
    for panel in panels:
        drawn.append(moved(look.margin, y, panel.draw(inner)))
        y += panel.height(inner) + GAP
    wide, high = inner + 2 * look.margin, y - GAP + look.margin
    if look.paper:
        drawn.insert(0, box(0, 0, wide, high, rx=26, fill=look.colours.paper))
    scale = min(SCALE, look.width / wide)
    return Picture(
        tag(
            "svg",
            tag("title", title),
            tag("desc", desc),
            tag("defs", *_definitions(panels)),
            *drawn,
            xmlns="http://www.w3.org/2000/svg",
            xmlns__xlink="http://www.w3.org/1999/xlink",
            role="img",
            aria_label=title,
            width=wide * scale,
            height=high * scale,
            viewBox=f"0 0 {wide:g} {high:g}",
            font_family=FONT,
        )
    )


def _definitions(panels: Sequence[Panel]) -> list[Markup]:
    """Every face once; of the same name in every picture, and the same, so that two may stand on one page."""
    faces = {face.name: face for panel in panels for face in panel.faces}
    blank_use = tag("use", xlink__href="#openkub-tile")
    drawn = [tag("g", blank_use, faces[name].drawing, id=f"openkub-{name}") for name in sorted(faces)]
    return [tag("g", blank(), id="openkub-tile"), *drawn] if drawn else [Markup("")]
