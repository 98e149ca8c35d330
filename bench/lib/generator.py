"""The load generator, a process of its own: reads commands, one line of JSON each, and answers each with a line."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Sequence
from typing import Any

import uvloop
from msgspec.json import decode, encode

from lib.boardgame_tables import BoardgameGame
from lib.crowd import Crowd, Game
from lib.openkub_tables import OpenkubGame
from tests.workshop.client import Http

COUNTERS = 16


def tables(
    crowd: Crowd,
    server: str,
    games: int,
    ports: Sequence[int],
    *,
    apart: bool = False,
    routed: bool = False,
    own_addresses: bool = False,
) -> list[Game]:
    """That many tables at a server of this kind.

    `apart`: the players of a table sit at different ports; `routed`: a game's id says at which, as a proxy would.
    `own_addresses`: each player connects from an own loopback address.
    """
    bases = [f"http://127.0.0.1:{port}" for port in ports]
    if server == "boardgame":
        return [BoardgameGame(crowd, number, bases[0]) for number in range(games)]
    OpenkubGame.apart, OpenkubGame.routed, OpenkubGame.own_addresses = apart, routed, own_addresses
    counters = [Http(bases[number % len(bases)]) for number in range(COUNTERS)]
    return [OpenkubGame(crowd, number, bases, counters) for number in range(games)]


async def obey(crowd: Crowd, order: dict[str, Any]) -> object:
    match order.pop("do"):
        case "tables":
            crowd.close()
            crowd.games = tables(crowd, **order)
        case "open":
            await crowd.open()
        case "connect":
            await crowd.connect()
        case "play":
            return await crowd.play(**order)
        case "ids":
            return [game.id for game in crowd.games if isinstance(game, OpenkubGame)]
        case "close":
            crowd.close()
    return {}


async def main() -> None:
    crowd = Crowd()
    loop = asyncio.get_running_loop()
    gc.freeze()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(encode(await obey(crowd, decode(line))).decode(), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
