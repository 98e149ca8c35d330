"""Random and malformed messages, which no client of ours would ever send."""

from __future__ import annotations

import json
import struct
from random import Random
from typing import Any

from tests.workshop.client import frame

KEY = "key-of-a-wish"
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "hello", "last": 3},
    {"type": "hello", "last": None},
    {"type": "move", "key": KEY, "move": "play r5 r6 r7 | k9 b9 y9"},
    {"type": "move", "key": KEY, "move": "draw"},
    {"type": "move", "key": KEY, "move": "pass"},
    {"type": "move", "key": KEY, "move": "timeout r5 r6"},
    {"type": "draft", "turns": 0, "table": "r5 * r7 | k9 b9 y9"},
    {"type": "rack", "order": "r5 k9"},
    {"type": "seal", "key": KEY, "seal": "0" * 64},
    {"type": "nonce", "key": KEY, "nonce": "0" * 32},
    {"type": "start", "key": KEY},
    {"type": "seat_bot", "key": KEY, "level": "novice", "seat": 1},
    {"type": "unseat", "key": KEY, "seat": 0},
    {"type": "come_back", "key": KEY},
    {"type": "ready", "key": KEY},
    {"type": "stop", "key": KEY},
    {"type": "rematch", "key": KEY},
    {"type": "emote", "emote": "hello"},
    {"type": "view"},
    {"type": "ping"},
)
BODIES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/players", {"bearer": True}),
    ("/api/games/{game}/seats", {"name": "Anna"}),
    ("/api/games/{game}/hint", {"strength": 2}),
    ("/api/solve", {"rack": "r5 r6 r7", "table": "k9 b9 y9", "rules": "default", "objective": "value"}),
    ("/api/judge", {"rack": "r5 r6 r7", "move": "play r5 r6 r7", "rules": "jumbo_de", "language": "de"}),
)
PATHS = (
    "/api/games",
    "/api/games/{game}",
    "/api/games/{game}/record.kub",
    "/api/games/{game}/record.json",
    "/api/games/{junk}",
    "/api/games/{junk}/record.kub",
    "/api/codes/{junk}",
    "/api/rules",
    "/api/{junk}",
    "/{junk}",
)
VALUES = (
    "null", "true", "0", "-1", "5", "6", "1e400", "-0.0", "9" * 40, "1" * 5_000, "[]", "{}", "[[[]]]", '""',
    '"\\u0000"',
    '"\\ud800"', '"\\udc00\\ud800"', '"\\uFFFF"', '"🂡"', '"' + "a" * 2_000 + '"', '"' + "r1 " * 390 + '"', '"play"',
    '"play ' + "| " * 300 + '"', '"* * * * * * * *"', '"r99 q1"', '"timeout"', '"expert"', '"\x7f"', '"../.."',
)  # fmt: skip


def message(rng: Random) -> bytes | str:
    """Something to say to a socket: text, or bytes for a binary frame."""
    kind = rng.randrange(12)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return "[" * rng.choice((10, 900, 4_000)) + "]" * rng.choice((0, 10, 4_000))
    if kind == 2:
        return "".join(
            chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xD7FF)))) for _ in range(rng.randrange(60))
        )
    text = body(rng, rng.choice(MESSAGES))
    return _damaged(rng, text) if kind < 6 else text


def body(rng: Random, real: dict[str, Any]) -> str:
    """The JSON of a real message, with some of its values, names or fields changed."""
    fields = [(json.dumps(name), json.dumps(value)) for name, value in real.items()]
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        place = rng.randrange(len(fields) + 1)
        change = rng.randrange(5)
        if place == len(fields) or change == 0:
            fields.insert(place, (rng.choice(('"x"', '"key"', '"type"', '"\\ud800"')), rng.choice(VALUES)))
        elif change == 1:
            del fields[place]
        else:
            fields[place] = (fields[place][0], rng.choice(VALUES))
    return "{" + ",".join(f"{name}:{value}" for name, value in fields) + "}"


def _damaged(rng: Random, text: str) -> bytes | str:
    data = bytearray(text.encode())
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data) + 1)
        end = at + rng.randrange(8)
        data[at:end] = rng.choice((b"", b"\x00", b"\xff\xfe", b'"', b"{", b"]", b"\\u", data[at:end] * 3))
    return bytes(data) if rng.random() < 0.5 else data.decode(errors="replace")


def junk(rng: Random) -> str:
    """A part of a path."""
    return rng.choice(("%00", "..", "%2e%2e%2f", "A" * 22, "%ff%fe", "a b", "%F0%9F%82%A1", "-" * 500, "KUBXY7", "*"))


def bad_frames(rng: Random) -> bytes:
    """What is not even the protocol of sockets."""
    return rng.choice(
        (
            rng.randbytes(100),
            frame(3, b"x"),
            frame(9, b"x" * 126),
            frame(8, b"\x00"),
            frame(8, b"\x03\xe8" + b"\xff" * 20),
            frame(0, b"no beginning"),
            frame(1, b"half", first=0) + frame(1, b"another"),
            frame(1, b"\xff\xfe\xfd"),
            b"\x81\x05hello",
            struct.pack("!BBQ", 0x81, 0x80 | 127, 2**62) + b"\0\0\0\0",
            frame(1, b"[" * 17_000),
            frame(0x41, b"{}"),
        )
    )
