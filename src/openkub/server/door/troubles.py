"""Error responses: every refusal over HTTP is a `Trouble` with a status, also those of the framework."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from openkub.server.store import Unavailable
from openkub.server.wire.refusals import Refusal, Refused, Trouble

NO_STORE: Mapping[str, str] = MappingProxyType({"Cache-Control": "no-store"})
"""Header of every response of the API: it is for one player, and out of date after the next move."""

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
"""Security headers of every response."""

STATUS: Mapping[Refusal, int] = MappingProxyType(
    {
        Refusal.BAD_MESSAGE: 400,
        Refusal.OTHER_PROTOCOL: 400,
        Refusal.UNAUTHORISED: 401,
        Refusal.NOT_SEATED: 403,
        Refusal.NOT_HOST: 403,
        Refusal.NOT_INVITED: 403,
        Refusal.BAD_SEAT_LINK: 403,
        Refusal.HINTS_OFF: 403,
        Refusal.FORBIDDEN_ORIGIN: 403,
        Refusal.NOT_FOUND: 404,
        Refusal.NO_SUCH_GAME: 404,
        Refusal.NO_SUCH_SEAT: 404,
        Refusal.METHOD_NOT_ALLOWED: 405,
        Refusal.NOT_YOUR_TURN: 409,
        Refusal.ALREADY_SEATED: 409,
        Refusal.WRONG_PHASE: 409,
        Refusal.SEATS_FULL: 409,
        Refusal.TOO_FEW_PLAYERS: 409,
        Refusal.NOT_AWAY: 409,
        Refusal.TOO_LARGE: 413,
        Refusal.ILLEGAL_MOVE: 422,
        Refusal.BAD_SETTINGS: 422,
        Refusal.BAD_NAME: 422,
        Refusal.BAD_POSITION: 422,
        Refusal.BAD_RECORD: 422,
        Refusal.TOO_HARD: 422,
        Refusal.TOO_FAST: 429,
        Refusal.TOO_MANY_GAMES: 429,
        Refusal.UNREADABLE: 500,
        Refusal.UNAVAILABLE: 503,
    }
)
"""The status of every refusal."""

RETRY: Mapping[Refusal, int] = MappingProxyType(
    {Refusal.TOO_FAST: 1, Refusal.TOO_MANY_GAMES: 60, Refusal.UNAVAILABLE: 1}
)
"""After how many seconds it makes sense to try again, where nothing better is known."""


def trouble_answer(
    trouble: Trouble, retry_after: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """A trouble as an answer over HTTP."""
    said = {**NO_STORE, **(headers or {})}
    if trouble.code in RETRY:
        said["Retry-After"] = str(retry_after or RETRY[trouble.code])
    if trouble.code is Refusal.TOO_FAST:
        said["Connection"] = "close"  # whoever has a thousand more in the same segment asks them in vain
    if trouble.code is Refusal.UNAUTHORISED:
        said["WWW-Authenticate"] = "Bearer"
    return Response(msgspec.json.encode(trouble), STATUS[trouble.code], said, media_type="application/json")


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return trouble_answer(error.trouble, error.retry_after)


async def _unavailable(_request: Request, _error: Exception) -> Response:
    return trouble_answer(Trouble(Refusal.UNAVAILABLE, "Not accepted, nothing was done: try again."))


_HTTP = {
    404: Trouble(Refusal.NOT_FOUND, "There is nothing here."),
    405: Trouble(Refusal.METHOD_NOT_ALLOWED, "This cannot be done here."),
    413: Trouble(Refusal.TOO_LARGE, "This is too large."),
}


async def _http_error(request: Request, error: Exception) -> Response:
    """What the framework refuses. A path has several routes, and `Allow` names the methods of all of them."""
    assert isinstance(error, HTTPException)
    trouble = _HTTP.get(error.status_code, Trouble(Refusal.BAD_MESSAGE, "This request cannot be read."))
    headers = {"Allow": ", ".join(allowed_methods(request))} if error.status_code == 405 else None
    return trouble_answer(trouble, headers=headers)


def allowed_methods(request: Request) -> list[str]:
    """The methods that some route takes at the path of this request."""
    found: set[str] = set()
    for route in request.app.router.routes:
        match, _ = route.matches(request.scope)
        found |= (getattr(route, "methods", None) or set()) if match.value else set()
    return sorted(found)


async def _unexpected(_request: Request, _error: Exception) -> Response:
    """An error of our own. It is answered outside of all middleware, so it brings the headers of every answer itself.

    The connection is closed behind it, and a client should know before it asks for more on it.
    """
    trouble = Trouble(Refusal.UNAVAILABLE, "An error of the server's own; it was written down.")
    answer = trouble_answer(trouble, headers={**SAFE_HEADERS, "Connection": "close"})
    answer.status_code = 500
    return answer


def answer_troubles(app: Starlette) -> None:
    """Let every error of this app be answered as a `Trouble`."""
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Unavailable, _unavailable)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unexpected)
