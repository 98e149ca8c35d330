"""Where others reach this server: what a page needs that was opened as localhost, and wants to invite somebody."""

from __future__ import annotations

from ipaddress import ip_address

from starlette.requests import Request

from openkub.server.door.headers import name_of
from openkub.server.door.routes import Asked, Door
from openkub.server.wire.http import Addresses

_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
_OF_PROXIES = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers of a request that a proxy has passed on."""


def is_from_here(request: Request) -> bool:
    """Return whether a program on this machine asks, and no proxy on behalf of a client elsewhere.

    Proxies that add no header are known by the public name in `Host`.
    """
    direct = not any(name in request.headers for name in _OF_PROXIES)
    named = name_of(request.headers.get("host", "")) in _THIS_MACHINE
    return direct and named and request.client is not None and _is_loopback(request.client.host)


def _is_loopback(host: str) -> bool:
    """Return whether this is an address of this machine alone. IPv4 clients of an IPv6 socket have mapped addresses.

    >>> [_is_loopback(host) for host in ("127.0.0.2", "::1", "::ffff:127.0.0.1", "::ffff:192.0.2.7", "192.0.2.7")]
    [True, True, True, False, False]
    """
    return ip_address(host.removeprefix("::ffff:")).is_loopback


def add(door: Door, known: Addresses) -> None:
    """The route that tells them."""

    @door.get("/api/addresses")
    async def addresses(asked: Asked[None]) -> Addresses:
        """Where others reach this server.

        `public` is what the host has set; `network` are the addresses in the machine's own network, which only its own
        browser is told.
        """
        at_home = asked.request.url.hostname in _THIS_MACHINE
        return known if at_home else Addresses(known.public, [])
