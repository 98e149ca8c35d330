"""What is said when the server cannot start: one line that tells why, and no traceback."""

from __future__ import annotations

import logging
from typing import ClassVar

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Start:
    """Shortens what the framework says about a start that failed to its last line, and keeps it."""

    why_not: ClassVar[str | None] = None
    """Why the server of this process could not start."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        logging.getLogger("uvicorn.error").addFilter(_is_news)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let everything through but long stories."""
        await self._app(scope, receive, _in_short(send) if scope["type"] == "lifespan" else send)


def _in_short(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "lifespan.startup.failed":
            last = "".join(message.get("message", "").strip().splitlines()[-1:])
            Start.why_not = last.partition(": ")[2] or last
            message = {**message, "message": Start.why_not}
        await send(message)

    return sending


def _is_news(record: logging.LogRecord) -> bool:
    """That it did not start is said by who says why."""
    return not record.getMessage().startswith("Application startup failed")
