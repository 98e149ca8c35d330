r"""Frames of a WebSocket, as far as the short way needs them: one whole text in, one whole text out.

>>> text_of(bytes((0x81, 0x82, 0, 0, 0, 0)) + b"hi"), text_frame(b"hi")
('hi', b'\x81\x02hi')
"""

from __future__ import annotations

from struct import Struct

try:
    from websockets.speedups import apply_mask
except ImportError:  # it is compiled for most machines, not for all
    from websockets.utils import apply_mask

TEXT, MASKED = 0x81, 0x80
MASK = 4
MEDIUM, LONG = 126, 127
"""Said instead of a length: it stands in the next two bytes, or in the next eight."""
_short_head, _medium_head, _long_head = (Struct(form).pack for form in (">BB", ">BBH", ">BBQ"))


def _extent(data: bytes, start: int = 0) -> tuple[int, int] | None:
    """Where the bytes of a masked frame begin and end; None if its head is not there, or it is no such frame."""
    if len(data) < start + 2 or data[start + 1] < MASKED:
        return None
    size, begin = data[start + 1] - MASKED, start + 2
    if size >= MEDIUM:
        begin += 2 if size == MEDIUM else 8
        size = int.from_bytes(data[start + 2 : begin], "big")
    return begin + MASK, begin + MASK + size


def text_of(data: bytes) -> str | None:
    """The text of one whole frame; None if it is anything else, or more, or less, or no text."""
    extent = _extent(data) if data[0] == TEXT else None
    if extent is None or extent[1] != len(data):
        return None
    begin, _ = extent
    try:
        return apply_mask(data[begin:], data[begin - MASK : begin]).decode()
    except UnicodeDecodeError:
        return None


def all_whole(data: bytes) -> bool:
    """Whether this ends where a frame ends, if it begins where one begins.

    >>> ping = bytes((0x89, 0x80, 0, 0, 0, 0))
    >>> all_whole(ping * 3), all_whole(ping + ping[:1])
    (True, False)
    """
    place = 0
    while place < len(data):
        extent = _extent(data, place)
        if extent is None:
            return False
        place = extent[1]
    return place == len(data)


def text_frame(text: bytes) -> bytes:
    """One text as a server sends it."""
    size = len(text)
    if size < MEDIUM:
        return _short_head(TEXT, size) + text
    if size < 1 << 16:
        return _medium_head(TEXT, MEDIUM, size) + text
    return _long_head(TEXT, LONG, size) + text
