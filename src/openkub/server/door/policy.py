"""Headers of answers: what every browser is told, and what none may keep."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NO_STORE: Mapping[str, str] = MappingProxyType({"Cache-Control": "no-store"})
"""What is said about a game is for one pair of eyes, and only true now."""

SAFE_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
)
"""On every answer, whatever it is."""
