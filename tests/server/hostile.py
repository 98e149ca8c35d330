"""A hostile night: strangers at every door who keep to no manners, beside tables at which people simply play.

Every attack goes on until it is stopped, from an address of its own in 127.0.0.0/8, and shrugs at whatever the server
does to it. `python -m tests.server.hostile BASE ADDRESSES SECONDS GAME…` lets them loose on a server.
"""

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.server.people import Person
from tests.workshop.chance import new_key, token_of
from tests.workshop.client import CONTINUED, PING, TEXT, bearer, frame, raw_line, socket_url

PONGS, SETTLED = rb"\x8a\x00", rb'"type":"(?:ack|refused)"'
"""What answers to pings, and to wishes, look like."""
HARD = {"rack": "k1 k2 k4 k5 k7 r1 r3 r5 r7 r9 b2 b4 b6 b8 y1 y3 y5 * *", "rules": "jumbo_de", "objective": "value"}
HEAVY = "default tile_set=160 opening_min_points=100"
UNABLE = "original_es opening_sets=one"
ESCAPES = 'a="' + r"\1" * 7_000 + '"'
BREATH_S = 0.02
A_WHILE = 50


@dataclass(frozen=True)
class Answered:
    """How many answers of a kind came over a line at which somebody never stopped asking, and in how many seconds."""

    kind: bytes
    count: int
    seconds: float


@dataclass
class Street:
    """Where the server is, the games that everybody may look at, and what was done to it so far."""

    base: str
    games: Sequence[str]
    done: Counter = field(default_factory=Counter)
    answered: list = field(default_factory=list)
    _known: dict = field(default_factory=dict)

    async def token(self, address: str) -> str | None:
        """Somebody new, as long as the server takes new players from this address; then somebody known."""
        answer = await self.post(address, "/api/players", {"bearer": True})
        if answer.is_success:
            self._known[address] = answer.json()["token"]
        return self._known.get(address)

    def line(self, address: str, game: str, token: str | None = None) -> Any:
        """A line at which every byte is one's own."""
        return raw_line(socket_url(self.base, game), token, source=address)

    async def post(self, address: str, path: str, body: Any, token: str | None = None) -> Any:
        """The answer to a request."""
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with httpx.AsyncClient(base_url=self.base, transport=transport, timeout=60) as http:
            return await http.post(path, json=body, headers=bearer(token))

    async def table(self, address: str, rules: str, bots: Sequence[str], **settings: Any) -> tuple[str, str | None]:
        """A game of one's own, as far as the server allows: its id, and its host's token."""
        token = await self.token(address)
        settings = {"rules": rules, "seats": 1 + len(bots), **settings}
        answer = await self.post(address, "/api/games", {"name": "Eve", "settings": settings, "bots": bots}, token)
        return answer.json().get("id", "A" * 22), token


Attack = Callable[[Street, str], Awaitable[None]]


async def _flood(
    street: Street, address: str, game: str, data: bytes, token: str | None = None, *, read: bool, counts: bytes = b""
) -> None:
    """Say the same over and over at one line, until it is cut, or for a while; answers that look like this count."""
    began, heard = asyncio.get_running_loop().time(), bytearray()
    try:
        async with street.line(address, game, token) as (reader, writer):
            for _ in range(A_WHILE):
                writer.write(data)
                async with asyncio.timeout(5):
                    await writer.drain()
                if read and reader.at_eof():
                    return
                heard += await (_read_away(reader) if read else asyncio.sleep(BREATH_S, b""))
    finally:
        if counts:
            seconds = asyncio.get_running_loop().time() - began
            street.answered.append(Answered(counts, len(re.findall(counts, heard)), seconds))


async def _read_away(reader: asyncio.StreamReader) -> bytes:
    """Whatever comes in a moment."""
    heard = bytearray()
    with suppress(TimeoutError):
        async with asyncio.timeout(BREATH_S):
            while piece := await reader.read(1 << 20):
                heard += piece
    return bytes(heard)


def _said(**message: Any) -> bytes:
    return frame(TEXT, json.dumps(message).encode())


async def pings(street: Street, address: str) -> None:
    await _flood(street, address, street.games[0], frame(PING, b"") * 2_000, read=True, counts=PONGS)


async def unread_pongs(street: Street, address: str) -> None:
    await _flood(street, address, street.games[0], frame(PING, b"." * 125) * 500, read=False)


async def pieces(street: Street, address: str) -> None:
    data = frame(TEXT, b"", first=0) + frame(CONTINUED, b"", first=0) * 1_000
    await _flood(street, address, street.games[0], data, read=True)


async def hellos(street: Street, address: str) -> None:
    await _flood(street, address, street.games[-1], _said(type="hello", last=5) * 60, read=True)


async def unread_views(street: Street, address: str) -> None:
    await _flood(street, address, street.games[-1], _said(type="view") * 60, read=False)


async def coming_and_going(street: Street, address: str) -> None:
    async with street.line(address, street.games[0]) as (reader, writer):
        writer.write(_said(type="hello"))
        await _read_away(reader)


async def chatter(street: Street, address: str) -> None:
    game, token = await street.table(address, "default", ["novice"])
    wishes = [_said(type=kind, key=new_key()) for kind in ("leave", "come_back", "ready", "start")]
    drafts = [_said(type="draft", turns=turn, table="r5 r6 r7") for turn in range(8)]
    data = _said(type="emote", emote="hello") * 10 + b"".join(wishes + drafts)
    await _flood(street, address, game, data, token, read=True)


async def hard_plays(street: Street, address: str) -> None:
    game, token = await street.table(address, HEAVY, ["novice"])
    low = " | ".join(f"{colour}{n} {colour}{n + 1} {colour}{n + 2}" for n in range(1, 11) for colour in "krby")
    plays = [_said(type="move", key=new_key(), move=f"play {low}") for _ in range(10)]
    await _flood(street, address, game, b"".join(plays), token, read=True, counts=SETTLED)


async def hard_draws(street: Street, address: str) -> None:
    game, token = await street.table(address, UNABLE, ["novice"])
    draws = [_said(type="move", key=new_key(), move="draw") for _ in range(10)]
    await _flood(street, address, game, b"".join(draws), token, read=True, counts=SETTLED)


async def listed_tables(street: Street, address: str) -> None:
    for _ in range(5):
        await street.table(address, "default", [], listed=True)


async def abandoned_bots(street: Street, address: str) -> None:
    clock = {"kind": "turn", "seconds": 15}
    await street.table(address, "default rounds=1000", ["expert"] * 3, clock=clock)


async def questions(street: Street, address: str) -> None:
    tokens = [await street.token(address) for _ in range(4)]
    await asyncio.gather(*(street.post(address, "/api/solve", HARD, token) for token in tokens))


async def cookies(street: Street, address: str) -> None:
    """What it takes to read them may be the square of their length."""
    place = urlsplit(street.base)
    reader, writer = await asyncio.open_connection(place.hostname, place.port, local_addr=(address, 0))
    try:
        for _ in range(A_WHILE):
            writer.write(f"GET /api/games HTTP/1.1\r\nHost: {place.netloc}\r\nCookie: {ESCAPES}\r\n\r\n".encode())
            await _read_away(reader)
    finally:
        writer.transport.abort()


ATTACKS: Sequence[Attack] = (
    pings, unread_pongs, pieces, hellos, unread_views, coming_and_going, chatter, hard_plays, hard_draws,
    listed_tables, abandoned_bots, questions, cookies,
)  # fmt: skip


async def attack(street: Street, addresses: Sequence[str]) -> None:
    """Everything at once, again and again: all attacks from a single address, or each address its own."""
    alone = len(addresses) == 1
    pairs = [(one, addresses[0]) for one in ATTACKS] if alone else zip(_round(len(addresses)), addresses, strict=True)
    async with asyncio.TaskGroup() as night:
        for one, address in pairs:
            night.create_task(_without_end(one, street, address))


def _round(many: int) -> Sequence[Attack]:
    return [ATTACKS[number % len(ATTACKS)] for number in range(many)]


async def _without_end(one: Attack, street: Street, address: str) -> None:
    while True:
        with suppress(OSError, EOFError, TimeoutError, ValueError, httpx.HTTPError):
            await one(street, address)
        street.done[one.__name__] += 1
        await asyncio.sleep(BREATH_S)


def addresses(many: int) -> Sequence[str]:
    """So many addresses of this machine, none of which anybody else has."""
    return [f"127.0.1.{number}" for number in range(1, many + 1)]


async def seated(street: Street, number: int) -> tuple[str, Sequence[Person]]:
    """A table of two at which people play one round, each from a house of their own."""
    tokens = [token_of(f"guest {number} {seat}") for seat in range(2)]
    houses = [f"127.0.2.{2 * number + seat + 1}" for seat in range(2)]
    body = {"name": "Anna", "settings": {"rules": "default rounds=1"}}
    answer = await street.post(houses[0], "/api/games", body, tokens[0])
    game = answer.json()["id"]
    await street.post(houses[1], f"/api/games/{game}/seats", {"name": "Bruno"}, tokens[1])
    players = [Person([street.base], game, token, source=house) for token, house in zip(tokens, houses, strict=True)]
    return game, players


async def main(base: str, many: str, seconds: str, *games: str) -> None:
    street = Street(base, games)
    with suppress(TimeoutError):
        async with asyncio.timeout(float(seconds)):
            await attack(street, addresses(int(many)))
    print(json.dumps(street.done))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
