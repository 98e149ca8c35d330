"""What stands in front of every answer: headers that keep a browser to this house, and a look at who sends a wish.

A middleware of plain ASGI: a socket passes it once, at the handshake.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers as RequestHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openkub.server.door.troubles import SAFE_HEADERS, trouble_answer
from openkub.server.wire.refusals import Refusal, Trouble

_RAW = [(name.lower().encode(), value.encode()) for name, value in SAFE_HEADERS.items()]
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY_VIOLATION = 1008


class Headers:
    """Middleware that adds the headers, and refuses writes and WebSockets of foreign pages.

    `origins` are further addresses of this server. Requests may name their hosts, or a host that no site can have.
    """

    def __init__(self, app: ASGIApp, origins: Iterable[str] = ()) -> None:
        self._app = app
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)
        self._hosts = frozenset(name_of(urlsplit(origin).hostname or "") for origin in self._origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a handshake through, or not."""
        if scope["type"] == "http":
            await self._request(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket" and not (self._is_called(scope) and self._is_ours(scope)):
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": Refusal.FORBIDDEN_ORIGIN.value})
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._is_called(scope):
            why = "This server does not know that this is its name: its host says so with --public-url URL."
            trouble = Trouble(Refusal.FORBIDDEN_ORIGIN, why, where="host")
        elif scope["method"] in _READING or self._is_ours(scope):
            await self._app(scope, receive, send)
            return
        else:
            trouble = Trouble(Refusal.FORBIDDEN_ORIGIN, "This page is not served from here.", where="origin")
        await trouble_answer(trouble)(scope, receive, send)

    def _is_called(self, scope: Scope) -> bool:
        """Whether this is a name of ours. Else a site could let its own name lead here, and its page would be ours."""
        host = RequestHeaders(scope=scope).get("host", "")
        name = name_of(host)
        return host == "" or is_nobodys(name) or name in self._hosts

    def _is_ours(self, scope: Scope) -> bool:
        """Browsers say from which page a wish comes, and pages cannot lie about it; programs say nothing."""
        headers = RequestHeaders(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            return True
        return origin.lower() in self._origins or _is_at(origin, headers.get("host", ""), scope["scheme"])


def name_of(host: str) -> str:
    """The name in a `Host` header, without its port.

    >>> name_of("Play.example:8000"), name_of("[::1]:80"), name_of("localhost.")
    ('play.example', '::1', 'localhost')
    """
    text = host.strip().lower()
    name = text.partition("]")[0].removeprefix("[") if text.startswith("[") else text.partition(":")[0]
    return name.removesuffix(".")


def is_nobodys(name: str) -> bool:
    """Whether no site can have this name: an address, one without a dot, or one that only a home's own network knows.

    >>> [is_nobodys(name) for name in ("127.0.0.1", "::1", "localhost", "kitchen.local", "evil.example")]
    [True, True, True, True, False]
    """
    try:
        ip_address(name)
    except ValueError:
        return name != "" and ("." not in name or name.endswith((".local", ".localhost", ".internal", ".home.arpa")))
    return True


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
