"""Plays with an extra, without any tool of the tests: `python -m tests.workshop.playing_with EXTRA`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

COMMAND = (sys.executable, "-m", "openkub")


def openkub(*arguments: object, stdin: str = "") -> str:
    """Return what the command prints."""
    command = [*COMMAND, *map(str, arguments)]
    return subprocess.run(command, check=True, input=stdin, capture_output=True, text=True).stdout


def cli() -> None:
    """A position is solved in a table of rich's, a question is asked at a terminal, and a record is verified."""
    from tests.workshop.terminal import Terminal

    assert "r1 r2 r3" in openkub("solve", "--table", "b8 b9 b10", "--rack", "r1 r2 r3")
    assert "sabra6" in openkub("rules")
    with TemporaryDirectory() as home:
        terminal = Terminal("play", env={**os.environ, "HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm"})
        terminal.until("> ")
        terminal.type("quit\r")
        assert terminal.ends() == 0


def server() -> None:
    """A game over HTTP and sockets: in SQLite, and in PostgreSQL with two workers."""
    from tests.server.postgres import Cluster

    with TemporaryDirectory() as folder, serving("--database", Path(folder, "games.sqlite")) as base:
        asyncio.run(game(base))
    with (
        contextlib.closing(Cluster()) as cluster,
        serving("--database", cluster.database(), "--workers", 2) as base,
    ):
        asyncio.run(game(base))


@contextlib.contextmanager
def serving(*options: object) -> Iterator[str]:
    """Run a server; it must stop without a complaint."""
    command = [*COMMAND, "serve", "--port", "0", "--bot-pause", "0", *map(str, options)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            told = process.stdout.readline()
            assert told, process.communicate()
            yield told.split()[-1].rstrip("/")
        finally:
            process.terminate()
            _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, ""), complaints


def ask(url: str, token: str | None = None, body: Any = None) -> str:
    """The answer to a GET, or to a POST of this."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=60) as answer:
        return str(answer.read().decode())


async def game(base: str) -> None:
    """Two people play a round; the record of it verifies."""
    from tests.server.people import Mischief, Person

    tokens = [json.loads(ask(f"{base}/api/players", body={"bearer": True}))["token"] for _ in range(2)]
    settings = {"rules": "default rounds=1", "seats": 2}
    told = json.loads(ask(f"{base}/api/games", tokens[0], {"name": "Anna", "settings": settings}))
    url = f"{base}/api/games/{told['id']}"
    ask(f"{url}/seats", tokens[1], {"name": "Bruno"})
    people = [Person([base], told["id"], token, Mischief(Random(number))) for number, token in enumerate(tokens)]
    await asyncio.gather(*(person.play() for person in people))
    with TemporaryDirectory() as folder:
        record = Path(folder, "game.kub")
        record.write_text(ask(f"{url}/record.kub"), encoding="utf-8")
        openkub("verify", record)


def arena(*more: object) -> None:
    """A match whose figures are drawn, and a tournament that is rated."""
    with TemporaryDirectory() as folder:
        picture = Path(folder, "match.png")
        openkub("arena", "steady", "novice", "--deals", 10, "--plot", picture, *more)
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert "steady" in openkub("arena", "steady", "casual", "novice", "--pairs", "--deals", 2, *more)


def cluster() -> None:
    """Play these matches on a Ray cluster of this machine."""
    arena("--cluster", "local", "--jobs", 2)


def env() -> None:
    """A round against a bot, a round of three seats, and a few steps of many rounds at once."""
    import numpy as np
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    from openkub.env import ManyEnv, SoloEnv, table_env

    check_env(SoloEnv("novice"), skip_render_check=True)
    api_test(table_env(seats=3), num_cycles=200)
    chance = np.random.default_rng(1)
    with ManyEnv(8, seats=2, seed=7, threads=2) as many:
        for _ in range(40):
            many.step((many.masks * chance.random(many.masks.shape)).argmax(axis=1))


PLAYS = {play.__name__: play for play in (cli, server, arena, cluster, env)}

if __name__ == "__main__":
    PLAYS[sys.argv[1]]()
