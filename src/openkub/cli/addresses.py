"""Where a server can be reached: from this machine, and from others in its network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

ON_THE_NETWORK = ("0.0.0.0", "::")
PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for examples: a way to them says from where this machine would send, and nothing is sent."""


def own_url(host: str, port: int) -> str:
    """The address to open on this machine.

    >>> own_url("0.0.0.0", 8000), own_url("fe80::1", 80)
    ('http://localhost:8000', 'http://[fe80::1]:80')
    """
    return url("localhost" if host in (*ON_THE_NETWORK, "127.0.0.1", "::1") else host, port)


def network_urls(host: str, port: int) -> tuple[str, ...]:
    """The addresses that others in the network can open, the likeliest first; none if only this machine can.

    >>> network_urls("127.0.0.1", 8000), network_urls("192.168.1.20", 8000)
    ((), ('http://192.168.1.20:8000',))
    """
    if host in ON_THE_NETWORK:
        wanted = {4} if host == "0.0.0.0" else {4, 6}
        return tuple(url(address, port) for address in _own_addresses() if _version(address) in wanted)
    return () if is_loopback(host) else (url(host, port),)


def url(host: str, port: int) -> str:
    """An address as a browser wants it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine answers to that name.

    >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("kitchen.local")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def public_origin(text: str) -> str | None:
    """A public address without what follows host and port; None if it is no address of a page.

    >>> public_origin("https://kub.example.org/"), public_origin("kub.example.org"), public_origin("https://")
    ('https://kub.example.org', None, None)
    """
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    plain = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/") and not parts.query
    return f"{parts.scheme}://{parts.netloc}" if plain else None


def _version(address: str) -> int:
    return ipaddress.ip_address(address).version


def _own_addresses() -> list[str]:
    """This machine's addresses in its networks, that from which it would send first."""
    found = dict.fromkeys([*_routed(), *_named()])
    return [address for address in found if _can_be_reached(address)]


def _can_be_reached(address: str) -> bool:
    ours = ipaddress.ip_address(address)
    return not (ours.is_loopback or ours.is_link_local or ours.is_unspecified)


def _routed() -> Iterator[str]:
    for family, somewhere in PROBES:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((somewhere, 9))
                yield str(probe.getsockname()[0])
        except OSError:
            continue


def _named() -> list[str]:
    try:
        return [str(known[4][0]).partition("%")[0] for known in socket.getaddrinfo(socket.gethostname(), None)]
    except OSError:
        return []
