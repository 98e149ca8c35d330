"""The token bucket of clients behind a trusted proxy, whose IP address is known only after the headers were parsed."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from openkub.server.door.limits import TooFast, address_of
from openkub.server.door.peers import HANDSHAKE, REQUEST, Peers, count_throttled
from openkub.server.door.troubles import trouble_answer
from openkub.server.wire.refusals import Refusal

LONGEST_WAIT_S = 10
"""Maximum seconds that a request waits for points. Each that waits holds a connection of the proxy."""
POLICY_VIOLATION = 1008


class ProxiedClients:
    """ASGI middleware. A request that came through a trusted proxy waits until its client has points for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, perhaps later; or refuse it with 429."""
        peers: Peers | None = scope["state"].get("peers") if scope["type"] in ("http", "websocket") else None
        wait = 0.0 if peers is None else _wait(peers, scope)
        if wait > LONGEST_WAIT_S:
            await _refuse(TooFast(wait), scope, receive, send)
            return
        if wait:
            count_throttled(scope["state"])
            await asyncio.sleep(wait)
        await self._app(scope, receive, send)


def _wait(peers: Peers, scope: Scope) -> float:
    """Spend the points of a request, unless it would have to wait for too long. Return the seconds to wait."""
    peer = peers.of(address_of(HTTPConnection(scope)))
    wait = peer.wait()
    points = REQUEST if scope["type"] == "http" else REQUEST + HANDSHAKE
    return wait if wait > LONGEST_WAIT_S else peer.spend(points)


async def _refuse(error: TooFast, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await trouble_answer(error.trouble, error.retry_after)(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": Refusal.TOO_FAST.value})
