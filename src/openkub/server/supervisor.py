"""The supervisor of worker processes: starts them, restarts those that end, and stops all of them."""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Pipe, wait
from multiprocessing.context import SpawnProcess

log = logging.getLogger("openkub.server")

RESTART_S = 2.0
"""Minimum seconds between two starts of one worker: a worker that fails at once is no busy loop."""
STOP_S = 5.0
"""Seconds until a worker that ignores SIGTERM is killed."""


@dataclass(slots=True)
class _Worker:
    """A process and its start."""

    process: SpawnProcess
    started: float = field(default_factory=time.monotonic)

    @property
    def rest(self) -> float:
        """Seconds until it may be started again."""
        return max(0.0, self.started + RESTART_S - time.monotonic())


def supervise(new_process: Callable[[], SpawnProcess], count: int) -> None:
    """Keep `count` worker processes alive until SIGINT or SIGTERM, then stop them."""
    told, tell = Pipe(duplex=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: tell.send_bytes(b"stop"))
    workers = [_started(new_process) for _ in range(count)]
    while not told.poll():
        wait([told, *(worker.process.sentinel for worker in workers)])
        for place, worker in enumerate(workers):
            if worker.process.is_alive() or told.poll(worker.rest):
                continue
            log.warning("worker %s %s; another is started", worker.process.pid, _how(worker.process))
            workers[place] = _started(new_process)
    _stop([worker.process for worker in workers])


def _started(new_process: Callable[[], SpawnProcess]) -> _Worker:
    process = new_process()
    process.start()
    return _Worker(process)


def _how(process: SpawnProcess) -> str:
    """How a process ended."""
    status = process.exitcode or 0
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:  # a real-time signal has no name
        return f"was killed by signal {-status}"


def _stop(processes: list[SpawnProcess]) -> None:
    for process in processes:
        process.terminate()
    end = time.monotonic() + STOP_S
    for process in processes:
        process.join(max(0.0, end - time.monotonic()))
        process.kill()
        process.join()
