"""What stands in front of every answer: headers that keep a browser to this house, and a look at who sends a wish.

A middleware of plain ASGI: a socket passes it once, at the handshake.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers as RequestHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openkub.server.door.policy import SAFE_HEADERS
from openkub.server.door.troubles import trouble_answer
from openkub.server.wire.refusals import Refusal, Trouble

_RAW = [(name.lower().encode(), value.encode()) for name, value in SAFE_HEADERS.items()]
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY_VIOLATION = 1008


class Headers:
    """Adds the headers, and refuses writes and sockets of pages that are not ours; `origins` names more of ours."""

    def __init__(self, app: ASGIApp, origins: Iterable[str] = ()) -> None:
        self._app = app
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a handshake through, or not."""
        if scope["type"] == "http":
            await self._request(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket" and not self._is_ours(scope):
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": Refusal.FORBIDDEN_ORIGIN.value})
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in _READING or self._is_ours(scope):
            await self._app(scope, receive, send)
            return
        trouble = Trouble(Refusal.FORBIDDEN_ORIGIN, "This page is not served from here.", where="origin")
        await trouble_answer(trouble)(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        """Browsers say from which page a wish comes, and pages cannot lie about it; programs say nothing."""
        headers = RequestHeaders(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            return True
        return origin.lower() in self._origins or _is_at(origin, headers.get("host", ""), scope["scheme"])


def _is_at(origin: str, host: str, scheme: str) -> bool:
    """Whether a page is from this host; where that speaks TLS, a page that came without it is not.

    >>> _is_at("https://here", "here", "https"), _is_at("http://here", "here", "https")
    (True, False)
    >>> _is_at("http://here", "here", "ws")
    True
    """
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    plain_to_safe = page.scheme != "https" and scheme in ("https", "wss")
    return page.netloc != "" and page.netloc.lower() == host.lower() and not plain_to_safe


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_RAW]
        await send(message)

    return sending
