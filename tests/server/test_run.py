"""The processes of a server."""

import psutil

from tests.server.serving import serving


def test_workers_go_when_their_supervisor_is_killed(postgres_address: str) -> None:
    with serving(postgres_address, workers=2) as server:
        workers = [
            child
            for child in psutil.Process(server.process.pid).children()
            if any("spawn_main" in word for word in child.cmdline())
        ]
        assert len(workers) == 2
        server.process.kill()
        _, alive = psutil.wait_procs(workers, timeout=30)
        assert alive == []
