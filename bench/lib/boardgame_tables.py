"""Tables at boardgame.io's server: socket.io over a plain WebSocket."""

from __future__ import annotations

from functools import partial
from secrets import token_urlsafe
from typing import Any

from msgspec import Struct
from msgspec.json import Decoder, encode

from lib.crowd import Crowd, Game, advice
from tests.workshop.client import Line

PATH = "/socket.io/?EIO=4&transport=websocket"
SPACE = b"/kub,"


class Shown(Struct):
    """What a seat is shown of the game: the racks of others and the pool are taken out."""

    table: list[list[str]]
    racks: list[list[str] | None]
    opened: list[bool]
    pool: int


class Context(Struct):
    currentPlayer: str  # noqa: N815  # its name on the wire


class State(Struct):
    G: Shown
    ctx: Context
    _stateID: int  # noqa: N815


class Synced(Struct):
    state: State


_read_update = Decoder(tuple[str, str, State, list[Any]]).decode
_read_sync = Decoder(tuple[str, str, Synced]).decode


class BoardgameGame(Game):
    """One match, made when the first player asks for it."""

    def __init__(self, crowd: Crowd, number: int, base: str) -> None:
        super().__init__(crowd, number)
        self._url, self._id = f"ws{base.removeprefix('http')}{PATH}", token_urlsafe(9)
        self._lines: list[Line] = []
        self._awaited = [0, 0]
        """The state in which each seat's last move is done."""

    async def open(self) -> None:
        """It is opened by looking at it."""

    async def connect(self) -> None:
        for seat in range(2):
            hear = partial(self._hear, seat)
            self._lines.append(await Line.connect(self._url, hear, self._lost))

    def send(self, seat: int) -> None:
        shown = self._state.G
        # Its opening knows no sets of the table that lie anew: who was refused draws, and does not try again.
        refused = self._awaited[seat] == self._state._stateID + 1
        if self.number % 2 or refused:
            move = "draw" if shown.pool else "pass"
        else:
            table, rack = " | ".join(map(" ".join, shown.table)), " ".join(shown.racks[seat] or ())
            move = advice(table, rack, shown.pool, opened=shown.opened[seat])
        verb, _, rest = move.partition(" ")
        arguments = [[meld.split() for meld in rest.split(" | ")]] if rest else []
        payload = {"type": verb, "args": arguments, "playerID": str(seat)}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._awaited[seat] = self._state._stateID + 1
        _emit(self._lines[seat], ["update", action, self._state._stateID, self._id, str(seat)])

    def close(self) -> None:
        self._lost = lambda: None  # type: ignore[method-assign]
        for line in self._lines:
            line.close()

    def _lost(self) -> None:
        self.crowd.errors["lost"] += 1

    def _hear(self, seat: int, line: Line, text: bytes) -> None:
        if text.startswith(b'42/kub,["update"'):
            state = _read_update(text[len(SPACE) + 2 :])[2]
            if state._stateID >= self._awaited[seat]:
                self.answered(seat)
            self._see(seat, state)
        elif text.startswith(b'42/kub,["sync"'):
            self._see(seat, _read_sync(text[len(SPACE) + 2 :])[2].state)
        elif text.startswith(b"2"):
            line.send(b"3")
        elif text.startswith(b"0"):
            line.send(b"40" + SPACE)
        elif text.startswith(b"40"):
            _emit(line, ["sync", self._id, str(seat), None, 2])

    def _see(self, seat: int, state: State) -> None:
        if state.ctx.currentPlayer == str(seat):
            self._state = state
            self.turn_of(seat)


def _emit(line: Line, arguments: list[object]) -> None:
    line.send(b"42" + SPACE + encode(arguments))
