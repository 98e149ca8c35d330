r"""Elements as text, whatever is written in them.

>>> tag("text", "Anna & <Bruno>\x00", x=4.50, font_weight=700)
'<text x="4.5" font-weight="700">Anna &amp; &lt;Bruno&gt;\ufffd</text>'
"""

from __future__ import annotations

import re

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Markup(str):
    """Text that is escaped already."""

    __slots__ = ()


class Picture(Markup):
    """A whole drawing as SVG text; a notebook shows it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def escaped(text: str) -> Markup:
    """Text for an element or an attribute; what XML cannot hold at all becomes a replacement character."""
    return text if isinstance(text, Markup) else Markup(_NO_XML.sub("\ufffd", text).translate(_ESCAPES))


def tag(name: str, *inside: str, **attributes: str | float) -> Markup:
    """One element; an attribute is written with `_` for `-` and `__` for `:`."""
    written = "".join(f' {_attribute(key)}="{_value(value)}"' for key, value in attributes.items())
    if not inside:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{''.join(map(escaped, inside))}</{name}>")


def moved(x: float, y: float, *inside: str, **attributes: str | float) -> Markup:
    """A group at another place."""
    return tag("g", *inside, transform=f"translate({_value(x)} {_value(y)})", **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: str | float) -> Markup:
    """A rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def letters(text: str, x: float, y: float, fill: str, size: float, **attributes: str | float) -> Markup:
    """A line of bold text."""
    return tag("text", text, x=x, y=y, fill=fill, font_size=size, **{"font_weight": 700, **attributes})


def _attribute(key: str) -> str:
    return key.strip("_").replace("__", ":").replace("_", "-")


def _value(value: str | float) -> str:
    return escaped(value) if isinstance(value, str) else f"{round(value, 2):.10g}"
