"""Whatever is said at the doors, the server stands, tells nothing, and a game beside it goes on."""

import gc
import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil
import pytest

from tests.server.inprocess import Guests, Serving, guests_of, play_on, serving
from tests.server.noise import BODIES, PATHS, bad_frames, body, junk, message
from tests.workshop.client import RawLine, bearer, socket_url

NOWHERE = "AAAAAAAAAAAAAAAAAAAAAA"
BATCH = 12
GROWTH = 40 * 2**20
"""What allocators may keep; a kilobyte for every message of a long run would be three times as much."""


class Complaints(logging.Handler):
    """What the server found worth an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard = []

    def emit(self, record: Any) -> None:
        self.heard.append(record.getMessage() + (self.format(record) if record.exc_info else ""))


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    handler = Complaints()
    loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio", "openkub.server")]
    for logger in loggers:
        logger.addHandler(handler)
    yield handler.heard
    for logger in loggers:
        logger.removeHandler(handler)


class Beside:
    """A game of two people who play on, whatever goes on around them, and leave when it is over: then others come."""

    def __init__(self, server: Serving) -> None:
        self._server = server
        self.finished = 0
        self._begin()

    def _begin(self) -> None:
        self._open = ExitStack()
        guests = self._open.enter_context(guests_of(self._server))
        self.game, self.lines = guests.playing(2, rules="default rounds=1")
        room = self._server.rooms(self.game)[-1]
        self.secrets = [text.encode() for text in (room.secret.hex(), *(seat.player for seat in room.seats))]

    def play(self) -> None:
        """A few turns; and when the game is over, the next."""
        play_on(self.lines, 4)
        self.lines[0].now()
        if self.lines[0].phase == "over":
            self.close()
            self.finished += 1
            self._begin()

    def close(self) -> None:
        """They leave, and nothing that they had read is kept."""
        self._open.close()


class Noise:
    """Those who make it: strangers, spectators, players with a seat of their own."""

    def __init__(self, server: Serving, guests: Guests, beside: Any, rng: Random) -> None:
        self.server, self.beside, self.rng = server, beside, rng
        self.guest, self.game = guests.guest(), None
        self.said = 0
        self.http = httpx.Client(base_url=server.base, timeout=30)

    def line(self) -> RawLine:
        if self.game is None or self.rng.random() < 0.1:
            self.game = self.guest.opened(seats=3, bots=["novice"], start="host")
        own = (self.game, self.guest.token)
        other = [(self.beside.game, None), (self.beside.game, self.guest.token), (NOWHERE, None), (self.game, None)]
        game, token = own if self.rng.random() < 0.6 else self.rng.choice(other)
        return RawLine(socket_url(self.server.base, game), token)

    def shout(self) -> Any:
        """Say a few things at a socket until it is closed; what came back."""
        line = self.line()
        try:
            for _ in range(4):
                said = [message(self.rng) for _ in range(self.rng.randrange(BATCH))]
                self.said += len(said)
                if not line.send(*said):
                    break
            else:
                self.said += 1
                if self.rng.random() < 0.3:
                    line.end_with(bad_frames(self.rng) + bad_frames(self.rng))
        finally:
            line.close()
        return line.told

    def ask(self) -> Any:
        """Send a request that makes no sense, or some; what came back."""
        self.said += 1
        place = {"game": self.rng.choice((self.beside.game, self.game or NOWHERE, NOWHERE)), "junk": junk(self.rng)}
        headers = self.rng.choice((bearer(self.guest.token), bearer("nonsense"), {}, {"Cookie": "openkub_player=\x7f"}))
        if self.rng.random() < 0.3:
            answer = self.http.get(self.rng.choice(PATHS).format(**place), headers=headers)
        else:
            path, real = self.rng.choice(BODIES)
            said = message(self.rng) if self.rng.random() < 0.3 else body(self.rng, real)
            data = said if isinstance(said, bytes) else said.encode()
            kind = self.rng.choice(("application/json",) * 5 + ("text/plain", "application/json; charset=latin-1"))
            answer = self.http.post(path.format(**place), content=data, headers={**headers, "Content-Type": kind})
        assert answer.status_code < 500 or answer.json()["code"] == "unavailable", (answer.request.url, answer.text)
        return answer.content


def make_noise(server: Serving, complaints: Any, most: Any, seed: int) -> None:
    rng = Random(seed)
    with guests_of(server) as guests, closing(Beside(server)) as beside:
        noise = Noise(server, guests, beside, rng)
        memory = None
        told = b""
        with noise.http:
            while noise.said < most:
                told += noise.shout() if rng.random() < 0.5 else noise.ask()
                if len(told) > 40_000:
                    assert not any(secret in told for secret in beside.secrets)
                    assert not re.search(rb"Traceback|File \"", told)
                    told = b""
                    beside.play()
                if memory is None and noise.said > most // 4:
                    memory = memory_now()
            assert complaints == []
            assert beside.finished > 0
            beside.play()
            grown = memory_now() - memory
            print(f"{noise.said} messages, grown by {grown / 2**20:.0f} MiB, {beside.finished} games beside")
            assert grown < GROWTH
            assert connections(noise.http) == len(beside.lines)


def memory_now() -> Any:
    gc.collect()
    return psutil.Process().memory_info().rss


def connections(http: Any) -> int:
    return int(re.search(r"openkub_connections (\d+)", http.get("/metrics").text)[1])


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(4))
def test_noise_at_the_doors_breaks_nothing_and_disturbs_nobody(
    server: Serving, complaints: list[str], seed: int
) -> None:
    server.chance.begin(f"noise {seed}")
    make_noise(server, complaints, 5_000, seed)


@pytest.mark.slow
def test_a_hundred_thousand_messages_of_noise_break_nothing_and_disturb_nobody(
    tmp_path: Path, complaints: list[str]
) -> None:
    with serving(tmp_path / "games.db") as server:
        make_noise(server, complaints, 120_000, 4)
