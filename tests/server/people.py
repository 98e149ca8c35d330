"""Scripted people at real sockets: they sit down, play by the solver's advice, and come back whatever happens."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import websockets
from websockets.exceptions import WebSocketException

from openkub.melds import Table
from openkub.rules import Rules
from openkub.solver import best
from openkub.tiles import TileBag
from openkub.turns import Position

NOT_NOW = {"unavailable", "too_fast"}


async def new_token(base: str) -> str:
    """A player's bearer token."""
    async with httpx.AsyncClient(base_url=base) as http:
        return str((await http.post("/api/players", json={"bearer": True})).json()["token"])


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def socket_url(base: str, game: str) -> str:
    return f"ws{base.removeprefix('http')}/api/games/{game}/socket"


def key() -> str:
    return secrets.token_urlsafe(9)


@dataclass
class Mischief:
    """What the network does to a person: cut connections, messages sent twice, messages that come late."""

    rng: Random
    cut: float = 0.0
    repeat: float = 0.0
    late: float = 0.0

    def happens(self, chance: float) -> bool:
        return chance > 0 and self.rng.random() < chance


@dataclass
class Person:
    """Somebody at a table. `acked` holds every move that was acknowledged: its key, its number, its text."""

    bases: list[str]
    game: str
    token: str
    mischief: Mischief | None = None
    last: int | None = None
    view: dict[str, Any] = field(default_factory=dict)
    acked: dict[str, tuple[int, str]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    connections: int = 0
    _pending: tuple[str, str] | None = None
    """The wish that waits for its answer: key and message."""
    _asked_at: tuple[Any, ...] | None = None
    _gave: str | None = None

    async def play(self) -> None:
        """Until the game is over: connect, play, and connect again whenever the line breaks."""
        patience = 400
        while self.phase != "over" and patience:
            base = self.bases[self.connections % len(self.bases)]
            self.connections += 1
            try:
                url = socket_url(base, self.game)
                async with websockets.connect(url, additional_headers=bearer(self.token), open_timeout=20) as line:
                    await self._talk(line)
            except (OSError, TimeoutError, WebSocketException, EOFError):
                patience -= 1
                await asyncio.sleep(0.05)
        assert self.phase == "over", f"{self.game}: still {self.phase} after many attempts"

    @property
    def phase(self) -> str | None:
        return self.view.get("phase")

    async def _talk(self, line: Any) -> None:
        await line.send(json.dumps({"type": "hello", "last": self.last}))
        if self._pending:
            await line.send(self._pending[1])
        while self.phase != "over":
            self.hear(json.loads(await line.recv()))
            if self.mischief and self.mischief.happens(self.mischief.cut):
                return
            wish = self._wish()
            if wish:
                await self._send(line, wish)

    async def _send(self, line: Any, wish: dict[str, Any]) -> None:
        text = json.dumps(wish)
        if "key" in wish:
            self._pending = (wish["key"], text)
        if self.mischief and self.mischief.happens(self.mischief.late):
            await asyncio.sleep(self.mischief.rng.random() * 0.1)
        await line.send(text)
        if self.mischief and self.mischief.happens(self.mischief.repeat):
            await line.send(text)

    def hear(self, message: dict[str, Any]) -> None:
        """Keep the view up to date; every numbered event must follow on the last."""
        kind, n = message["type"], message.get("n")
        if kind == "welcome":
            self.view, self.last = message["game"], n
        elif kind == "ack":
            self._answered(message)
        elif kind == "refused":
            self._not_done(message)
        elif n is not None and kind != "pong":
            if self.last is not None and n <= self.last:
                return
            assert self.last is None or n == self.last + 1, f"event {n} came after {self.last}"
            self.last = n
            self.view.update({name: message[name] for name in ("seats", "you", "phase", "position") if name in message})
            self._phase_of(kind)

    def _phase_of(self, kind: str) -> None:
        after = {"dealing": "dealing", "dealt": "playing", "closed": "over"}
        self.view["phase"] = after.get(kind, self.view.get("phase"))

    def _answered(self, message: dict[str, Any]) -> None:
        if self._pending and self._pending[0] == message["key"]:
            wish = json.loads(self._pending[1])
            if wish["type"] == "move":
                self.acked[message["key"]] = (message["n"], wish["move"])
            self._pending = None

    def _not_done(self, message: dict[str, Any]) -> None:
        code = message["trouble"]["code"]
        self.refused[code] += 1
        if self._pending and message["key"] == self._pending[0]:
            self._pending = None
            if code in NOT_NOW:
                self._asked_at = None

    # --- what to do ---

    def _wish(self) -> dict[str, Any] | None:
        if self._pending or not self.view:
            return None
        you = self.view["you"]
        if self.phase in ("waiting", "dealing") and self._gave is None:
            self._gave = secrets.token_hex(16)
            return {"type": "nonce", "key": key(), "nonce": self._gave}
        if self.phase == "between" and not self._once("between"):
            return {"type": "ready", "key": key()}
        if self.phase != "playing":
            return None
        if self.view["seats"][you]["bot"] and not self._once("back"):
            return {"type": "come_back", "key": key()}
        if self.view["position"]["turn"] == you and not self._once("turn"):
            return {"type": "move", "key": key(), "move": self.choose()}
        return None

    def _once(self, what: str) -> bool:
        """Whether this was asked for already in this turn."""
        position = self.view["position"]
        now = (what, position["round"], position["turns"])
        asked, self._asked_at = self._asked_at == now, now
        return asked

    def choose(self) -> str:
        """The best play that the solver knows for what this person sees."""
        position, you = self.view["position"], self.view["you"]
        where = Position(
            Rules.parse(self.view["settings"]["rules"]),
            Table.parse(position["table"]),
            TileBag.parse(position["rack"]),
            position["opened"][you],
        )
        answer = best(where, tidy=False)
        if answer:
            return f"play {answer.table}"
        return "draw" if position["pool"] else "pass"
