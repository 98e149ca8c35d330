"""`openkub serve` whose event loop writes down its CPU time: `python bench/lib/timed_loop.py PORT DATABASE FILE`.

A timer of 1 ms fires in every iteration of the loop. The CPU time between two firings is what others wait for, and it
does not depend on the other load of the machine.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from socket import socket

import uvicorn

from openkub.serve_options import Options
from openkub.server.run import listening, prove, serve

EVERY_S = 0.001


class Watched(uvicorn.Server):
    """A server that keeps the CPU time between two firings of the timer, in seconds."""

    file = Path()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop, self._last, self._times = asyncio.get_running_loop(), time.thread_time(), list[float]()
        self._tick()

    def _tick(self) -> None:
        now = time.thread_time()
        self._times.append(now - self._last)
        self._last = now
        self._loop.call_later(EVERY_S, self._tick)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self.file.write_text(json.dumps(self._times))
        await super().shutdown(sockets)


def main(port: str, database: str, file: str) -> None:
    Watched.file = Path(file)
    uvicorn.Server = Watched  # type: ignore[misc]  # `serve` takes it from there
    options = Options(database=database, port=int(port))
    with listening(options) as door:
        asyncio.run(prove(options))
        serve(options, door)


if __name__ == "__main__":
    main(*sys.argv[1:])
