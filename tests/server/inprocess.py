"""The real server in a thread of the test's process, and guests who talk to it through real sockets, step by step.

Whatever the house tells about a wish is on its way to everybody before the wish is acknowledged; so who wants to know
what a tab has heard asks `now`, and nobody has to sleep.
"""

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
from websockets.sync.client import connect

from openkub.serve_options import Options
from openkub.server.app import create_app
from openkub.server.customs import Customs
from openkub.server.room import Room
from openkub.server.run import config_for, listening
from openkub.server.store.addresses import visit_store
from openkub.server.timetable import Pace
from tests.server.people import Person
from tests.workshop import patience
from tests.workshop.chance import Seeded, new_key, nonce_of, seal_of
from tests.workshop.client import bearer, socket_url

PATIENCE_S = 20
QUICK = Customs(Pace(bot_pause=0, away=0), open_games=1_000)


class Serving:
    """A server that runs: where it is, the file in which it keeps its games, and its chance."""

    def __init__(self, base: str, file: Path, chance: Any) -> None:
        self.base, self.file, self.chance = base, file, chance

    def log(self, game: str) -> Any:
        """What stands in the log of a game: the truth, for nobody's eyes but a test's."""
        return asyncio.run(self._read(game))

    async def _read(self, game: str) -> Any:
        store = await visit_store(str(self.file))
        try:
            return await store.load(game)
        finally:
            await store.close()

    def rooms(self, game: str) -> Any:
        """The room after every entry of its log."""
        first, *rest = self.log(game)
        rooms = [Room.opened(game, first)]
        for entry in rest:
            rooms.append(rooms[-1].after(entry))
        return rooms


@contextmanager
def serving(file: Path, customs: Any = QUICK, **options: Any) -> Iterator[Any]:
    """The app under uvicorn at a free port, until the block is left."""
    chosen = Options(**{"port": 0, "database": str(file), "limits": False, "log_level": "error", **options})
    door = listening(chosen)
    chance = Seeded("a server")
    server = uvicorn.Server(config_for(create_app(chosen, chance, customs), chosen))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    try:
        base = f"http://127.0.0.1:{door.getsockname()[1]}"
        with httpx.Client(transport=httpx.HTTPTransport(retries=50), timeout=patience.PATIENCE_S) as http:
            assert http.get(f"{base}/healthz").json()["ok"]
        yield Serving(base, file, chance)
    finally:
        server.should_exit = True
        thread.join()
        door.close()


class Line(Person):
    """One tab at a real socket: what it was told, as text, and the view that follows from it."""

    def __init__(self, server: Serving, game: str, token: Any, headers: Any = None) -> None:
        super().__init__([server.base], game, token)
        headers = {**bearer(token), **(headers or {})}
        self._open = ExitStack()
        url = socket_url(server.base, game)
        # A queue without end: a tab that has news unread could not read the answer to its goodbye either.
        options = {"additional_headers": headers, "compression": None, "max_queue": None}
        self.socket = self._open.enter_context(connect(url, **options))
        self.heard = []

    def close(self) -> None:
        self._open.close()

    @property
    def seat(self) -> Any:
        return self.view["you"]

    @property
    def turn(self) -> Any:
        return self.view["position"]["turn"]

    def say(self, kind: Any, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def next(self) -> Any:
        """The next message."""
        text = self.socket.recv(timeout=PATIENCE_S)
        self.heard.append(text)
        message = json.loads(text)
        self.hear(message)
        return message

    def until(self, kind: Any, **having: Any) -> Any:
        """The first message of this kind that says this."""
        while True:
            message = self.next()
            if message["type"] == kind and having.items() <= message.items():
                return message

    def now(self) -> Any:
        """All that was on its way to this tab."""
        self.say("ping")
        told = []
        while (message := self.next())["type"] != "pong":
            told.append(message)
        return told

    def hello(self, last: Any = None, **fields: Any) -> Self:
        """The full view, and this line."""
        self.say("hello", last=last, **fields)
        self.until("welcome")
        return self

    def fresh_view(self) -> Any:
        """The game as the server sees it now."""
        self.say("view")
        return self.until("welcome")["game"]

    def wish(self, kind: Any, **fields: Any) -> Any:
        """The answer to a wish: acknowledged, or refused."""
        fields = {"key": new_key(), **fields}
        self.say(kind, **fields)
        while True:
            message = self.next()
            if message["type"] in ("ack", "refused") and message["key"] == fields["key"]:
                return message

    def refusal(self, kind: Any, **fields: Any) -> Any:
        """Why a wish is refused."""
        return self.wish(kind, **fields)["trouble"]

    def code(self, kind: Any, **fields: Any) -> Any:
        """The code with which a wish is refused."""
        return self.refusal(kind, **fields)["code"]

    def seal(self) -> Any:
        return self.wish("seal", seal=seal_of(nonce_of(self.game, self.token)))

    def nonce(self) -> Any:
        return self.wish("nonce", nonce=nonce_of(self.game, self.token))


class Guest:
    """A player with a token: asks over HTTP, and opens tabs."""

    def __init__(self, server: Serving, stack: Any, address: str | None = None) -> None:
        self._server, self._stack = server, stack
        transport = httpx.HTTPTransport(local_address=address)
        self.http = stack.enter_context(httpx.Client(base_url=server.base, timeout=PATIENCE_S, transport=transport))
        self.token = self.http.post("/api/players", json={"bearer": True}).json()["token"]
        self.http.headers.update(bearer(self.token))

    def open(self, *, name: str = "Anna", bots: Sequence[Any] = (), **settings: Any) -> Any:
        """Open a game; what the server answers."""
        body = {"name": name, "settings": {"rules": "default", **settings}, "bots": list(bots)}
        return self.http.post("/api/games", json=body)

    def opened(self, **wanted: Any) -> Any:
        """The id of a new game."""
        answer = self.open(**wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def join(self, game: str, name: str = "Bruno") -> Any:
        return self.http.post(f"/api/games/{game}/seats", json={"name": name})

    def take(self, game: str, printed: str) -> Any:
        """Take a seat by the link at the end of what `openkub admin seat` has printed."""
        secret = printed.strip().rpartition(".")[2]
        return self.http.post(f"/api/games/{game}/seats/taken", json={"secret": secret})

    def tab(self, game: str) -> Any:
        """A tab that has not said hello."""
        line = Line(self._server, game, self.token)
        self._stack.callback(line.close)
        return line

    def line(self, game: str) -> Any:
        """A tab that has the full view."""
        return self.tab(game).hello()


class Guests:
    """Whoever comes to a server during one test, and leaves at its end."""

    def __init__(self, server: Serving, stack: Any) -> None:
        self.server, self._stack = server, stack

    def guest(self, address: str | None = None) -> Guest:
        """Somebody new, perhaps at another address of this machine."""
        return Guest(self.server, self._stack, address)

    def stranger(self, game: str) -> Any:
        """A tab of somebody without a token."""
        line = Line(self.server, game, None)
        self._stack.callback(line.close)
        return line.hello()

    def waiting(self, seats: int = 2, **wanted: Any) -> Any:
        """A game that is full but for one who waits for the host's word: its id, and a line for every seat."""
        host, *others = [self.guest() for _ in range(seats - len(wanted.get("bots", ())))]
        game = host.opened(seats=seats, start="host", **wanted)
        for number, guest in enumerate(others, 2):
            assert guest.join(game, f"Guest {number}").status_code == 200
        return game, [guest.line(game) for guest in (host, *others)]

    def playing(self, seats: int = 2, **wanted: Any) -> Any:
        """A game whose tiles are dealt."""
        game, lines = self.waiting(seats, **wanted)
        for line in lines:
            line.seal()
        lines[0].wish("start")
        for line in lines:
            line.nonce()
        for line in lines:
            line.now()
            assert line.phase == "playing"
        return game, lines


def to_move(lines: Sequence[Line]) -> Any:
    """The line of the player whose turn it is, with all news read."""
    for line in lines:
        line.now()
    return next(line for line in lines if line.turn == line.seat)


def play_on(lines: Sequence[Line], turns: int = 10_000) -> bool:
    """People play by the solver's advice, for so many turns or until the round is over; whether it goes on."""
    for _ in range(turns):
        for line in lines:
            line.now()
        if lines[0].phase != "playing":
            return False
        line = next((line for line in lines if line.turn == line.seat), None)
        if line:
            assert line.wish("move", move=line.choose())["type"] == "ack"
        else:
            lines[0].next()  # a bot is thinking, however long that takes here
    return True


@contextmanager
def guests_of(server: Serving) -> Iterator[Any]:
    with ExitStack() as stack:
        yield Guests(server, stack)
