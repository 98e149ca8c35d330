"""The heart of a worker: a thread that says every second in the store that it lives, however busy the event loop is."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from openkub.server.store import Unavailable

log = logging.getLogger("openkub.server")


class Heart:
    """Calls `beat` again and again until it is stopped, then `end`; an error is told and is not the end."""

    def __init__(
        self,
        beat: Callable[[], None],
        seconds: float,
        *,
        stumbled: Callable[[BaseException], None],
        end: Callable[[], None],
    ) -> None:
        self._beat, self._seconds, self._stumbled, self._end = beat, seconds, stumbled, end
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="openkub-heart", daemon=True)

    def start(self) -> None:
        """Beat from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Beat no more; one that is under way is not waited for."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(self._seconds):
            try:
                self._beat()
            except Unavailable as error:
                if not self._stopped.is_set():
                    log.warning("the store cannot be reached: %s", error)
            except Exception as error:  # whatever it is, all clocks hang on this
                self._stumbled(error)
        self._end()
