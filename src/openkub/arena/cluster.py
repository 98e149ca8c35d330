"""The arena on many machines: the same parcels, carried by Ray."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from openkub.arena.deals import Done, Task, chunks, play_chunk, void_deal
from openkub.arena.plan import Plan, PlanError

LOCAL = "local"
"""What Ray, too, calls a cluster of its own here, whatever else is running."""
AHEAD = 2
KNOCK_SECONDS = 5.0
STORE_BYTES = 80_000_000
"""Room for parcels in a Ray of our own; they are small."""


def play_cluster(plan: Plan, tasks: Iterable[Task], *, keep: bool, address: str, jobs: int) -> Iterator[Done]:
    """Play on the Ray cluster at that address (`local` starts one here with so many workers)."""
    ray = _import_ray()
    own = not ray.is_initialized()
    if own:
        _start(ray, address, jobs)
    try:
        yield from _spread(ray, plan, list(tasks), keep=keep)
    finally:
        if own:
            ray.shutdown()


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise PlanError("--cluster needs its extra, pip install 'openkub[cluster]' (ray is missing)") from None
    return ray


def _start(ray: Any, address: str, jobs: int) -> None:
    quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL:
            ray.init(LOCAL, num_cpus=jobs, object_store_memory=STORE_BYTES, **quiet)
        else:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        raise PlanError(f"--cluster {address}: {error}") from None


def _knock(address: str) -> None:
    """Fail at once where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()


def _spread(ray: Any, plan: Plan, tasks: list[Task], *, keep: bool) -> Iterator[Done]:
    """Keep every processor of the cluster busy; a parcel whose worker died is played again deal by deal."""
    play = ray.remote(max_retries=0)(play_chunk)
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = chunks(tasks, processors)
    going: dict[Any, list[Task]] = {}
    while True:
        for parcel in islice(waiting, AHEAD * processors - len(going)):
            going[play.remote(plan, parcel, keep)] = parcel
        if not going:
            return
        (ready,), _ = ray.wait(list(going))
        parcel = going.pop(ready)
        try:
            yield ray.get(ready)
        except ray.exceptions.WorkerCrashedError:
            yield from (_play_alone(ray, play, plan, task, keep=keep) for task in parcel)


def _play_alone(ray: Any, play: Any, plan: Plan, task: Task, *, keep: bool) -> Done:
    try:
        done: Done = ray.get(play.remote(plan, [task], keep))
    except ray.exceptions.WorkerCrashedError:
        return void_deal(task)
    return done
