"""Bots think in processes of their own, so that no socket waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

from openkub.bots import Clock, make_bot
from openkub.moves import Draw, Move, Pass
from openkub.solver import best_play
from openkub.view import View


def choose(level: str, seed: int, view: View, seconds: float) -> Move:
    """The move of a bot, in the process that thinks."""
    return make_bot(level, seed, seconds).choose(view, Clock(seconds))


def _prepare() -> None:
    """Ctrl-C is for the server, which stops its thinkers itself; if it is killed, they go with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


class Thinkers:
    """A few processes in which bots think; started when the first bot has to, and again if one is killed."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, level: str, seed: int, view: View, seconds: float) -> Move:
        """The move of a bot; a simple legal one if the thinker dies over it."""
        for _ in range(2):
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    self._running(), choose, level, seed, view, seconds
                )
            except BrokenExecutor:
                self.close()
        return best_play(view) or (Draw() if view.pool else Pass())

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=_prepare)
        return self._pool

    def close(self) -> None:
        """Let the thinkers go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
