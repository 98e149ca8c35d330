"""Scripted people at real sockets: they sit down, play by the solver's advice, and come back whatever happens."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from msgspec.json import decode, encode

from openkub.law.moves import Pass
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.solver import any_play, best
from tests.workshop.chance import new_key, nonce_of, seal_of
from tests.workshop.client import conversation, socket_url

Say, Receive = Callable[[bytes], None], Callable[[], Awaitable[bytes]]
NOT_NOW = {"unavailable", "too_fast"}
TOO_LATE = {"not_your_turn", "wrong_phase"}
PATIENCE = 5_000
NONSENSE = "play r1 r2 k3"


@dataclass
class Mischief:
    """What the network does to a person, and what the person does: each with its chance at every message."""

    rng: Random
    cut: float = 0.0
    repeat: float = 0.0
    late: float = 0.0
    pace: float = 0.0
    """Seconds before each move."""
    nonsense: float = 0.0
    """A move that no rule allows, before the good one."""
    leave: float = 0.0
    """To leave the table; a bot plays until the person is back."""

    def happens(self, chance: Any) -> Any:
        return chance > 0 and self.rng.random() < chance


@dataclass
class Person:
    """Somebody at a table, or without a token somebody who looks on.

    `bases` are the servers to go to, one after the other; the list may change. `acks` holds every wish that was
    acknowledged: its number and its message by its key; `seen` every position by the number of its event.
    """

    bases: list
    game: str
    token: str | None
    mischief: Mischief = field(default_factory=lambda: Mischief(Random(0)))
    last: int | None = None
    view: dict = field(default_factory=dict)
    acks: dict = field(default_factory=dict)
    seen: dict = field(default_factory=dict)
    refused: Counter = field(default_factory=Counter)
    nonsense: set = field(default_factory=set)
    """The keys of moves that were meant to be refused."""
    connections: int = 0
    repeats: int = 0
    """Events that came although they were known."""
    source: str | None = None
    """The local IP address to connect from."""
    _pending: dict | None = None
    _asked: set = field(default_factory=set)

    async def play(self) -> None:
        """Until the game is over: connect, play, and connect again whenever the line breaks."""
        patience = PATIENCE
        while (self.phase != "over" or self._pending) and patience:
            base = self.bases[self.connections % len(self.bases)]
            self.connections += 1
            patience -= 1
            with suppress(OSError, TimeoutError):
                await self._connect(base)
            await asyncio.sleep(0.05 + self.mischief.pace * self.mischief.rng.random() / 5)
        assert self.phase == "over", f"{self.game}: still {self.phase} after many attempts"

    async def _connect(self, base: str) -> None:
        async with conversation(socket_url(base, self.game), self.token, source=self.source) as line:
            await self._talk(*line)

    @property
    def phase(self) -> Any:
        return self.view.get("phase")

    async def _talk(self, say: Say, receive: Receive) -> None:
        say(encode({"type": "hello", "last": self.last}))
        if self._pending:
            say(encode(self._pending))
        while self.phase != "over" or self._pending:
            again = self.hear(decode(await receive()))
            if self.mischief.happens(self.mischief.cut):
                return
            if again:
                await asyncio.sleep(0.1)
                say(encode(self._pending))
            wish = self._wish()
            if wish:
                await self._send(say, wish)

    async def _send(self, say: Say, wish: Any) -> None:
        self._pending = wish
        if wish["type"] == "move":
            await asyncio.sleep(self.mischief.pace)
        if self.mischief.happens(self.mischief.late):
            await asyncio.sleep(self.mischief.rng.random() * 0.1)
        for _ in range(1 + self.mischief.happens(self.mischief.repeat)):
            say(encode(wish))

    def hear(self, message: dict[str, Any]) -> Any:
        """Keep the view up to date; every numbered event must follow on the last. Whether to send the wish again."""
        kind, n = message["type"], message.get("n")
        if kind == "ack":
            self._answered(message["key"], n)
        elif kind == "refused":
            return self._not_done(message["key"], message["trouble"]["code"])
        elif kind == "welcome":
            assert self.last is None or n >= self.last, f"the view went back from {self.last} to {n}"
            self.view, self.last = message["game"], n
            self._see(n)
        elif n is not None and kind != "pong":
            if self.last is not None and n <= self.last:
                self.repeats += 1
                return False
            assert self.last is None or n == self.last + 1, f"event {n} came after {self.last}"
            self.last = n
            told = ("seats", "you", "phase", "seals", "position", "start_draws", "clock")
            self.view.update({name: message[name] for name in told if name in message})
            self.view["phase"] = {"dealing": "dealing", "dealt": "playing", "closed": "over"}.get(kind, self.phase)
            if "position" in message:
                self._see(n)
        return False

    def _see(self, n: Any) -> None:
        position = self.view["position"]
        assert self.seen.setdefault(n, position) == position, f"event {n} looked different the second time"

    def _answered(self, answered: Any, n: Any) -> None:
        if self._pending and self._pending["key"] == answered:
            self.acks[answered] = (n, self._pending)
            self._pending = None
        elif answered in self.acks:
            assert self.acks[answered][0] == n, f"a repeat was answered with {n}, not {self.acks[answered][0]}"

    def _not_done(self, refused: Any, code: Any) -> bool:
        self.refused[code] += 1
        if self._pending is None or refused != self._pending["key"]:
            return False
        if code not in NOT_NOW:
            self._pending = None
        return code in NOT_NOW

    # --- what to do ---

    def _wish(self) -> Any:
        if self._pending or not self.view or self.view["you"] is None:
            return None
        match self.phase:
            case "waiting" | "dealing":
                nonce = nonce_of(self.game, self.token)
                if self.view["seals"] is None:
                    return self._once("seal", "for the game", seal=seal_of(nonce))
                return self._once("nonce", "for the game", nonce=nonce)
            case "between":
                return self._once("ready", self.view["position"]["round"])
            case "playing":
                return self._turn()
        return None

    def _turn(self) -> Any:
        you, mischief = self.view["you"], self.mischief
        if self.view["seats"][you]["bot"]:
            return self._once("come_back", self.last)
        if mischief.happens(mischief.leave):
            return self._once("leave", self.last)
        if self.view["position"]["turn"] != you:
            return None
        if mischief.happens(mischief.nonsense) and (wish := self._once("move", (self.last, "nonsense"), move=NONSENSE)):
            self.nonsense.add(wish["key"])
            return wish
        return self._once("move", self.last)

    def _once(self, what: Any, when: Any, **more: Any) -> dict[str, Any] | None:
        """A wish, unless it was made already at this moment."""
        if (what, when) in self._asked:
            return None
        self._asked.add((what, when))
        if what == "move" and not more:
            more = {"move": self.choose()}
        return {"type": what, "key": new_key(), **more}

    def choose(self) -> Any:
        """The best play that the solver knows for what this person sees, after a new deal if there can be one."""
        position, you = self.view["position"], self.view["you"]
        if position["may_redeal"]:
            return "redeal"
        rules, table = Rules.parse(self.view["settings"]["rules"]), Table.parse(position["table"])
        here = Position(rules, table, TileBag.parse(position["rack"]), position["opened"][you])
        # Where jokers are bound the solver may think for long; then sets from the rack are laid, if there are any.
        alone = here if rules.jokers_are_free else replace(here, table=Table())
        answer = best(alone, tidy=False)
        if answer:
            return f"play {answer.table if alone is here else Table([*table, *answer.table])}"
        if position["has_drawn"]:
            return "pass"
        if position["pool"]:
            return "draw"
        return str((any_play(here) if rules.must_lay(0) else None) or Pass())
