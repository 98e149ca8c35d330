"""Frames on the short way: what is read and written there is what the long way, websockets, reads and writes."""

import pytest
from websockets.frames import Frame, Opcode

from openkub.server.door.frames import all_whole, text_frame, text_of

SIZES = (0, 1, 124, 125, 126, 127, 128, 255, 1_000, 65_535, 65_536)


def frame(payload: bytes, opcode: Opcode = Opcode.TEXT, *, masked: bool = True, fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=masked)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_text_is_read_whatever_its_length(size: int) -> None:
    text = ("ü" * size)[: size // 2] + "x" * (size % 2)
    data = frame(text.encode())
    assert text_of(data) == text
    assert all_whole(data)
    assert text_frame(text.encode()) == frame(text.encode(), masked=False)


def test_short_frames_without_a_mask_are_left_to_the_long_way() -> None:
    for size in range(128):
        for length in range(8):
            assert text_of(bytes((0x81, size)) + b"?" * length) is None


@pytest.mark.parametrize("size", SIZES)
def test_anything_else_is_left_to_the_long_way(size: int) -> None:
    payload = b"x" * size
    whole = frame(payload)
    others = [whole + b"x", whole + whole, frame(payload, masked=False), frame(payload, fin=False)]
    others += [whole[:cut] for cut in (1, 2, 5, len(whole) - 1)]
    others += [frame(payload[:125], Opcode.PING), frame(payload + b"\xff")]
    for data in others:
        assert text_of(data) is None, data[:20]
