"""The arena on one machine: a pool of processes."""

from __future__ import annotations

import os
import pickle
import re
import signal
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess

from openkub.arena.deals import Done, Task, chunks, play_chunk, void_deal
from openkub.arena.plan import Plan, PlanError
from openkub.solver import IS_COMPILED, SLOW

AHEAD = 2
"""Parcels that a worker has been given at most: the one it plays, and the next."""
SAFE_PATH = "PYTHONSAFEPATH"


def play_pool(plan: Plan, tasks: Iterable[Task], *, keep: bool, jobs: int) -> Iterator[Done]:
    """Play in so many processes; the deals come in any order.

    `PlanError` if the bots cannot be sent to other processes, or none can be started.
    """
    if not IS_COMPILED:
        warnings.warn(SLOW, RuntimeWarning, stacklevel=2)
    left = dict(enumerate(chunks(tasks, jobs)))
    while left:
        try:
            for number, done in _play_together(plan, left, keep=keep, jobs=jobs):
                del left[number]
                yield done
        except BrokenProcessPool:
            # A bot took its process down, and the pool with it. It was among those under way.
            for number in list(islice(left, AHEAD * jobs)):
                yield from (_play_alone(plan, task, keep=keep) for task in left.pop(number))


def _play_together(plan: Plan, parcels: dict[int, list[Task]], *, keep: bool, jobs: int) -> Iterator[tuple[int, Done]]:
    pool = _executor(jobs)
    try:
        _greet(pool, plan)
        waiting = iter(list(parcels.items()))
        going: dict[Future[Done], int] = {}
        while True:
            for number, tasks in islice(waiting, AHEAD * jobs - len(going)):
                going[pool.submit(play_chunk, plan, tasks, keep)] = number
            if not going:
                return
            ready, _ = wait(going, return_when=FIRST_COMPLETED)
            for future in ready:
                yield going.pop(future), future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _greet(pool: ProcessPoolExecutor, plan: Plan) -> None:
    """See that a process can be started, and that it knows the bots."""
    try:
        pool.submit(os.getpid).result()
        pool.submit(pickle.loads, pickle.dumps(plan.bots)).result()
    except BrokenProcessPool:
        raise PlanError(
            "no other process could be started. A script is run again by each of them: what it does goes below "
            'if __name__ == "__main__":, or play with jobs=1'
        ) from None
    except Exception as error:  # whatever a foreign object has against it
        raise PlanError(f"other processes cannot see every bot, play with jobs=1: {error}") from error


def _play_alone(plan: Plan, task: Task, *, keep: bool) -> Done:
    with _executor(1) as pool:
        try:
            return pool.submit(play_chunk, plan, [task], keep).result()
        except BrokenProcessPool:
            return void_deal(task)


class _Process(SpawnProcess):
    """A process that takes no module from whatever folder this is, before it knows where ours come from."""

    def start(self) -> None:
        with _safe_path():
            super().start()


class _Spawn(SpawnContext):
    Process = _Process


@contextmanager
def _safe_path() -> Iterator[None]:
    """A new Python begins by importing from the folder it is in; not one that is started meanwhile."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        _put_back(before)


def _put_back(before: str | None) -> None:
    os.environ.pop(SAFE_PATH) if before is None else os.environ.update({SAFE_PATH: before})


def _executor(jobs: int) -> ProcessPoolExecutor:
    before = os.environ.get(SAFE_PATH)
    with _safe_path():  # its queues start a process, too
        return ProcessPoolExecutor(jobs, mp_context=_Spawn(), initializer=_begin, initargs=(before,))


def _begin(safe_path: str | None) -> None:
    """In a new process: an interrupt is the parent's business, what a slow solver has to say was said by it, once, and
    programs that play find their neighbours.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.filterwarnings("ignore", re.escape(SLOW), RuntimeWarning)
    _put_back(safe_path)
