"""Tables at our own server: opened over HTTP, played over sockets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from secrets import token_bytes
from zlib import crc32

from msgspec import Struct
from msgspec.json import Decoder

from lib.crowd import Crowd, Game, advice
from tests.workshop.client import Http, Line, socket_url

RULES = "default rounds=none empty_pool_pass=free"
"""Every other table only draws, and passes once the pool is empty."""


class Position(Struct):
    turn: int
    pool: int
    table: str
    rack: str | None
    opened: list[bool]
    round: int
    turns: int


class View(Struct):
    you: int | None
    phase: str
    position: Position | None


class Trouble(Struct):
    code: str


class Heard(Struct):
    """Any message of the server, as far as a player here cares."""

    type: str
    key: str | None = None
    n: int | None = None
    game: View | str | None = None
    phase: str | None = None
    position: Position | None = None
    trouble: Trouble | None = None


read = Decoder(Heard).decode


class OpenkubGame(Game):
    """One game; its players sit at the same worker, at that to which its id leads, or apart at two."""

    apart = False
    routed = False
    own_addresses = False
    """True if every player connects from an own address of this machine."""

    def __init__(self, crowd: Crowd, number: int, bases: Sequence[str], counters: list[Http]) -> None:
        super().__init__(crowd, number)
        self._bases, self._counters = bases, counters
        self._tokens = ["", ""]
        self._nonces = token_bytes(16), token_bytes(16)
        self.id = ""
        self._wishes = 0
        self._seen = (0, 0)
        self._lines: list[Line] = []

    async def open(self) -> None:
        counter = self._counters[self.number % len(self._counters)]
        self._tokens = [(await counter.post("/api/players", {"bearer": True}))["token"] for _ in range(2)]
        settings = {"rules": RULES}
        new = {"name": "Anna", "settings": settings}
        self.id = (await counter.post("/api/games", new, self._tokens[0]))["id"]
        if self.routed:
            counter = self._counters[self._place()]
        await counter.post(f"/api/games/{self.id}/seats", {"name": "Bruno"}, self._tokens[1])

    def _place(self) -> int:
        """The place of the worker for this game."""
        return (crc32(self.id.encode()) if self.routed else self.number) % len(self._bases)

    async def connect(self) -> None:
        for seat, token in enumerate(self._tokens):
            hear = partial(self._hear, seat)
            base = self._bases[(self._place() + (seat if self.apart else 0)) % len(self._bases)]
            url, source = socket_url(base, self.id), self._source(seat)
            self._lines.append(await Line.connect(url, hear, self._lost, token, source=source))
            self._lines[seat].send(b'{"type":"hello"}')

    def _source(self, seat: int) -> str | None:
        return f"127.0.2.{2 * self.number + seat + 1}" if self.own_addresses else None

    def send(self, seat: int) -> None:
        position = self._position
        if self.number % 2:
            move = "draw" if position.pool else "pass"
        else:
            move = advice(position.table, position.rack or "", position.pool, opened=position.opened[seat])
        self._wish(seat, "move", f'"move":"{move}"')

    def close(self) -> None:
        self._lost = lambda: None  # type: ignore[method-assign]
        for line in self._lines:
            line.close()

    def _wish(self, seat: int, kind: str, rest: str = "") -> None:
        self._wishes += 1
        comma = "," if rest else ""
        self._lines[seat].send(f'{{"type":"{kind}","key":"{kind}-{self._wishes:08d}"{comma}{rest}}}'.encode())

    def _lost(self) -> None:
        self.crowd.errors["lost"] += 1

    def _hear(self, seat: int, line: Line, text: bytes) -> None:
        heard = read(text)
        if heard.type == "ack":
            if heard.key and heard.key.startswith("move"):
                self.answered(seat)
        elif heard.type == "refused":
            self.crowd.errors[heard.trouble.code if heard.trouble else "refused"] += 1
        elif isinstance(heard.game, View):
            if heard.game.phase in ("waiting", "dealing"):
                self._wish(seat, "seal", f'"seal":"{sha256(self._nonces[seat]).hexdigest()}"')
            elif heard.game.phase == "playing":
                self._see(seat, heard.game.position)
        elif heard.type == "sealed":
            self._wish(seat, "nonce", f'"nonce":"{self._nonces[seat].hex()}"')
        elif heard.phase == "between":
            self._wish(seat, "ready")
        elif heard.position:
            self._see(seat, heard.position)

    def _see(self, seat: int, position: Position | None) -> None:
        """A full view may come at any time, and show a turn for which the move is on its way."""
        if position and position.turn == seat and (position.round, position.turns) != self._seen:
            self._position, self._seen = position, (position.round, position.turns)
            self.turn_of(seat)
