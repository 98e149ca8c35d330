"""A process that has the command at hand and forks for every run of it: `python -m tests.workshop.forking FD`.

The run is a process of its own, with its own arguments, environment, folder and streams; only the time in which Python
reads the modules is saved, which is most of what a short command takes.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import socket
import sys
import traceback
from collections.abc import Callable
from typing import NoReturn

REQUEST_BYTES = 2**17


def main(number: int) -> None:
    """Fork for every request that comes in at this socket, one after the other; its answer is the exit status."""
    import openkub.arena
    import openkub.bots
    import openkub.cli.app
    import openkub.server.run  # the command itself would read them late

    gc.freeze()  # nothing of this is garbage, in no child
    with socket.socket(fileno=number) as line:
        while True:
            request, streams, _, _ = socket.recv_fds(line, REQUEST_BYTES, 3)
            if not request:
                return
            child = os.fork()
            if child == 0:
                line.close()
                become(json.loads(request), streams)
                leave(openkub.cli.app.main)
            for stream in streams:
                os.close(stream)
            _, status = os.waitpid(child, 0)
            line.send(str(os.waitstatus_to_exitcode(status)).encode())


def become(request: dict[str, str | list[str] | dict[str, str]], streams: list[int]) -> None:
    """What makes a process that one: where it is, what it was told, whom it talks to."""
    os.chdir(str(request["folder"]))
    os.environ.clear()
    os.environ.update(request["environment"])  # type: ignore[arg-type]
    sys.argv[1:] = request["arguments"]  # type: ignore[assignment]
    for place, number in enumerate(streams):
        os.dup2(number, place)
        os.close(number)
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", line_buffering=False)


def leave(command: Callable[[], object]) -> NoReturn:
    """Run the command and go as an interpreter does, but do not tidy up what was read in before the fork."""
    status = 1
    try:
        command()
        status = 0
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException:
        traceback.print_exc()
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


if __name__ == "__main__":
    main(int(sys.argv[1]))
