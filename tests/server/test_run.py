"""The processes of a server with several workers."""

import subprocess
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from tests.server.postgres import Cluster
from tests.server.serving import Serving, serving

PATIENCE_S = 60


def workers_of(server: Serving) -> list[psutil.Process]:
    children = psutil.Process(server.process.pid).children()
    running = [child for child in children if child.status() != psutil.STATUS_ZOMBIE]
    return [child for child in running if any("spawn_main" in word for word in child.cmdline())]


def until_told(lines: Iterator[str], what: str) -> str:
    """The next line of the log that says this."""
    return next(line for line in lines if what in line)


def killed(worker: psutil.Process) -> None:
    worker.kill()
    psutil.wait_procs([worker], timeout=PATIENCE_S)


@pytest.fixture
def server(cluster: Cluster, postgres_address: str) -> Iterator[Any]:
    """A server whose two workers are both there."""
    database = urlsplit(postgres_address).path.lstrip("/")
    with serving(postgres_address, workers=2, stderr=subprocess.PIPE) as server:
        while cluster.sql("SELECT count(*) FROM openkub.beats", database) != "2":
            server.await_ready()
        yield server


def test_workers_go_when_their_supervisor_is_killed(server: Any) -> None:
    workers = workers_of(server)
    assert len(workers) == 2
    server.process.kill()
    _, alive = psutil.wait_procs(workers, timeout=30)
    assert alive == []


def test_a_worker_that_is_killed_is_named_in_the_log_and_started_again(server: Any) -> None:
    first, second = workers_of(server)
    killed(first)
    told = until_told(server.log, "another is started")
    assert f"WARNING openkub.server: worker {first.pid} was killed by SIGKILL; another is started" in told
    second.terminate()
    told = until_told(server.log, "another is started")
    assert f"worker {second.pid} was killed by SIGTERM" in told
    server.await_ready()
    server.process.terminate()
    assert server.process.wait(PATIENCE_S) == 0


def test_a_worker_that_dies_while_the_database_is_away_takes_nobody_along_and_is_back_with_it(
    cluster: Cluster, server: Any
) -> None:
    lost, other = workers_of(server)
    with cluster.stopped():
        killed(lost)
        told = until_told(server.log, "waits for the database")
        assert "PostgreSQL cannot be reached" in told
        assert server.process.poll() is None
        assert other.is_running()
    (new,) = set(workers_of(server)) - {other}
    assert f"worker {new.pid} waits" in told
    killed(other)  # from now on only the new one can answer
    server.await_ready()
    assert new.is_running()


def test_all_end_at_once_when_told_while_a_worker_waits_for_the_database(cluster: Cluster, server: Any) -> None:
    with cluster.stopped():
        killed(workers_of(server)[0])
        until_told(server.log, "waits for the database")
        workers = workers_of(server)
        assert len(workers) == 2
        server.process.terminate()
        assert server.process.wait(PATIENCE_S) == 0
        assert not any(worker.is_running() for worker in workers)
