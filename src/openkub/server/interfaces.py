"""Checks the private interfaces of uvicorn and websockets that this server extends.

Both may change them in any release. Then the server must not start, rather than fail at the first connection.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version

OWNERS = ("uvicorn", "websockets")
HTTP = "uvicorn.protocols.http.h11_impl:H11Protocol"
SOCKET = "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol"

PROTOCOLS = {
    HTTP: (
        *("connection_made", "connection_lost", "data_received", "on_response_complete", "handle_websocket_upgrade"),
        *("send_400_response", "shutdown"),
        *("transport", "loop", "connections", "cycle", "limit_concurrency", "timeout_keep_alive"),
    ),
    SOCKET: (
        *("connection_made", "connection_lost", "data_received", "pause_writing", "resume_writing", "shutdown"),
        "handle_parser_exception",
        *("handle_connect", "handle_cont", "handle_events"),
        *("transport", "loop", "conn", "queue", "frames", "read_paused", "close_sent"),
        *("handshake_initiated", "handshake_complete"),
    ),
}
"""The classes that we extend, and what we use of their instances."""

NAMES = {
    "uvicorn.middleware.proxy_headers:ProxyHeadersMiddleware": (),
    "uvicorn.server:ServerState": (),
    "websockets.server:ServerProtocol": ("fail", "state"),
    "websockets.frames:Frame": (),
    "websockets.http11:Request": (),
    "websockets.protocol:OPEN": (),
    "websockets.utils:apply_mask": (),
}
"""The other objects that we use, and what we use of them."""


def missing() -> list[str]:
    """The interfaces that the installed versions lack."""
    lacking: list[str] = []
    for place in (*PROTOCOLS, *NAMES):
        found = _found(place)
        if found is None:
            lacking.append(place.replace(":", "."))
        else:
            names = PROTOCOLS.get(place) or NAMES[place]
            lacking += [f"{place.partition(':')[2]}.{name}" for name in names if not hasattr(found, name)]
    return lacking


def told(lacking: list[str]) -> str:
    """A sentence that names them, and the versions that have them."""
    there = " and ".join(f"{owner} {version(owner)}" for owner in OWNERS)
    return f"{there} lack {', '.join(lacking)}; this openkub works with {' and '.join(_wanted())}"


def _found(place: str) -> object:
    module, _, name = place.partition(":")
    try:
        found = getattr(import_module(module), name, None)
    except ImportError:
        return None
    return found if found is None or place not in PROTOCOLS else _instance(found)


def _instance(protocol: type) -> object:
    """An instance that serves nothing: many of the names are set when one is made."""
    from uvicorn import Config
    from uvicorn.server import ServerState

    loop = asyncio.new_event_loop()
    try:
        config = Config(_no_app, http="h11", ws="none", lifespan="off", log_config=None)
        config.load()
        return protocol(config=config, server_state=ServerState(), app_state={}, _loop=loop)
    except (AttributeError, TypeError):
        return protocol
    finally:
        loop.close()


async def _no_app(scope: object, receive: object, send: object) -> None:
    """Serve nothing."""


def _wanted() -> list[str]:
    """Return the requirements in our own metadata."""
    try:
        texts = [text.partition(";")[0].strip() for text in requires("openkub") or []]
    except PackageNotFoundError:
        return ["other versions"]
    return [text for text in texts if text.startswith(OWNERS)]
