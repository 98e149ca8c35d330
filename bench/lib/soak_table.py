"""A table of a soak: two players who come back whatever is killed, and remember everything that was acknowledged."""

from __future__ import annotations

import asyncio
from functools import partial
from hashlib import sha256
from random import Random
from secrets import token_bytes

from lib.crowd import Crowd, Game, advice
from lib.line import Counter, Line
from lib.openkub_tables import Heard, Position, View, read

RULES = "default rounds=1"
Acks = dict[str, list[tuple[int, str, str]]]
"""By game: the number, the key and the text of every move that was acknowledged."""


class Table(Game):
    """Game after game with the same two players."""

    def __init__(self, crowd: Crowd, number: int, address: tuple[str, int], acks: Acks) -> None:
        super().__init__(crowd, number)
        self._address, self._acks, self._rng = address, acks, Random(number)
        self._tokens = ["", ""]
        self._lines: list[Line | None] = [None, None]
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.connections = self.games = 0

    async def open(self) -> None:
        """A new game; whoever is asked while the server is down is asked again."""
        self._id, self._ended, self._over, self._seen, self._wishes = "", False, False, (0, 0), 0
        self._pending: list[tuple[str, str] | None] = [None, None]
        self._nonces = token_bytes(16), token_bytes(16)
        self._tokens = [
            token or (await self._post("/api/players", {"bearer": True}))["token"] for token in self._tokens
        ]
        new = {"name": "Anna", "settings": {"rules": RULES}}
        self._id = (await self._post("/api/games", new, self._tokens[0]))["id"]
        await self._post(f"/api/games/{self._id}/seats", {"name": "Bruno"}, self._tokens[1], done="already_seated")
        self.games += 1

    async def _post(self, path: str, body: object, token: str = "", done: str = "nothing") -> dict[str, str]:
        """What the server answers; `done` is the refusal of what was done before the answer was lost."""
        while True:
            counter = Counter(*self._address)
            try:
                return dict(await counter.post(path, body, token))
            except (OSError, EOFError) as error:
                if done in str(error):
                    return {}
                await asyncio.sleep(0.5 + self._rng.random())
            finally:
                counter.close()

    async def connect(self) -> None:
        for seat in range(2):
            await self._connect(seat)

    async def _connect(self, seat: int) -> None:
        """A line for this seat, which says again what was not acknowledged."""
        while not self._closed:
            game = self._id

            try:
                path, token = f"/api/games/{game}/socket", self._tokens[seat]
                hear, lost = partial(self._hear, seat, game), partial(self._lost, seat, game)
                line = await Line.connect(self._address, path, hear, lost, token)
            except OSError:
                await asyncio.sleep(0.5 + self._rng.random())
                continue
            if not line.is_open:  # lost before it was in hand
                continue
            self.connections += 1
            self._lines[seat] = line
            line.send(b'{"type":"hello"}')
            pending = self._pending[seat]
            if pending:
                self._say(seat, "move", pending[0], f'"move":"{pending[1]}"')
            return

    def _lost(self, seat: int, game: str) -> None:
        if self._lines[seat] is not None and game == self._id and not (self._over or self._closed):
            self._lines[seat] = None
            self._start(self._connect(seat))

    def _start(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def send(self, seat: int) -> None:
        position = self._position
        if self.number % 2 and position.pool:
            move = "draw"
        else:
            move = advice(position.table, position.rack or "", position.pool, opened=position.opened[seat])
        key = self._key("move")
        self._pending[seat] = key, move
        self._say(seat, "move", key, f'"move":"{move}"')

    def close(self) -> None:
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        self._hang_up()

    def _hang_up(self) -> None:
        lines, self._lines = self._lines, [None, None]
        for line in lines:
            if line is not None:
                line.close()

    def _key(self, kind: str) -> str:
        self._wishes += 1
        return f"{kind}-{self._wishes:08d}"

    def _say(self, seat: int, kind: str, key: str, rest: str) -> None:
        line = self._lines[seat]
        if line is not None:
            line.send(f'{{"type":"{kind}","key":"{key}",{rest}}}'.encode())

    def _hear(self, seat: int, game: str, line: Line, text: bytes) -> None:
        heard = read(text)
        if game != self._id:
            return
        if heard.type == "ack":
            self._acknowledged(seat, heard)
        elif heard.type == "refused":
            self._refused(seat, heard)
        elif isinstance(heard.game, View):
            if heard.game.phase in ("waiting", "dealing"):
                seal = sha256(self._nonces[seat]).hexdigest()
                self._say(seat, "seal", self._key("seal"), f'"seal":"{seal}"')
            else:
                self._see(seat, heard.game.phase, heard.game.position)
        elif heard.type == "sealed":
            self._say(seat, "nonce", self._key("nonce"), f'"nonce":"{self._nonces[seat].hex()}"')
        elif heard.position:
            self._see(seat, heard.phase or "playing", heard.position)

    def _acknowledged(self, seat: int, heard: Heard) -> None:
        pending = self._pending[seat]
        if pending and heard.key == pending[0] and heard.n is not None:
            self._acks.setdefault(self._id, []).append((heard.n, *pending))
            self._pending[seat] = None
            self.answered(seat)
            self._leave_if_over()

    def _refused(self, seat: int, heard: Heard) -> None:
        code, pending = heard.trouble.code if heard.trouble else "refused", self._pending[seat]
        if pending and heard.key == pending[0]:
            self.crowd.errors[code] += 1
            if code == "unavailable":  # not accepted: the same again
                self._say(seat, "move", pending[0], f'"move":"{pending[1]}"')
            else:
                print(f"{code}: seat {seat} of {self._id}, {pending}, seen {self._seen}", flush=True)
                self._pending[seat], self.sent[seat] = None, 0.0
                self._leave_if_over()

    def _see(self, seat: int, phase: str, position: Position | None) -> None:
        """A turn of this seat that was not seen yet; or the end, and then another game."""
        if phase == "over":
            self._ended = True
            self._leave_if_over()
            return
        # What one line tells may be older than what the other has told already.
        if position and position.turn == seat and (position.round, position.turns) > self._seen:
            self._position, self._seen = position, (position.round, position.turns)
            self.turn_of(seat)

    def _leave_if_over(self) -> None:
        """On to the next game, once the last move is acknowledged too."""
        if self._ended and not self._over and not any(self._pending):
            self._over = True
            self._start(self._again())

    async def _again(self) -> None:
        self._hang_up()
        await self.open()
        await self.connect()
