"""Who asks: a random token in a cookie, or as bearer for programs. The server knows nothing but its hash."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import Response

from openkub.server.chance import Chance
from openkub.server.door.bodies import answer
from openkub.server.door.limits import Kind
from openkub.server.wire.http import NewPlayer, Player
from openkub.server.wire.refusals import Refusal, Refused

if TYPE_CHECKING:
    from openkub.server.door.routes import Asked, Door

COOKIE = "openkub_player"
SAFE_COOKIE = f"__Host-{COOKIE}"
"""Its name where the page came over TLS: browsers then take it from this host alone, not from one beside it."""
KEPT_S = 400 * 24 * 3600
"""Browsers keep no cookie longer; every visit begins it anew."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def new_token(chance: Chance) -> str:
    """32 random bytes, as text that fits into a header."""
    return urlsafe_b64encode(chance(32, "token")).decode().rstrip("=")


def hashed(token: str) -> str:
    """The only form in which a token is kept. It has 256 random bits, so one plain hash is enough."""
    return sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a request or a handshake; what is no token is refused as bearer, and ignored as cookie."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        if not _TOKEN.fullmatch(bearer):
            raise Refused(Refusal.UNAUTHORISED, "This is no player's token.", where="authorization")
        return bearer
    return _cookie_of(connection)


def _is_secure(connection: HTTPConnection) -> bool:
    """Whether the page came over TLS. A proxy may speak it and not say so; the browser, whose page this is, does."""
    told = connection.headers.get("origin", "").lower()
    return connection.url.scheme in ("https", "wss") or told.startswith("https:")


def _cookie_of(connection: HTTPConnection) -> str | None:
    """The token in the cookie; over TLS only in the one that nobody else can have set."""
    plain = "" if _is_secure(connection) else connection.cookies.get(COOKIE, "")
    cookie = connection.cookies.get(SAFE_COOKIE, "") or plain
    return cookie if _TOKEN.fullmatch(cookie) else None


def player_of(connection: HTTPConnection) -> str | None:
    """The player behind a request or a handshake, by the hash of the token."""
    token = token_of(connection)
    return hashed(token) if token else None


def _set_cookie(response: Response, connection: HTTPConnection, token: str) -> None:
    secure = _is_secure(connection)
    name = SAFE_COOKIE if secure else COOKIE
    response.set_cookie(name, token, max_age=KEPT_S, path="/", httponly=True, samesite="strict", secure=secure)


def add(door: Door, chance: Chance) -> None:
    """The route by which one becomes a player."""

    @door.post("/api/players", takes=NewPlayer, gives=Player, spends=Kind.PLAYER)
    async def new_player(asked: Asked[NewPlayer]) -> Response:
        """Become a player.

        A browser gets a cookie; one that has it already keeps it, so that two tabs are one player. A program asks for
        a `bearer` and sends it as `Authorization: Bearer …` from then on.
        """
        if asked.body.bearer:
            return answer(Player(new_token(chance)))
        response = answer(Player(None))
        _set_cookie(response, asked.request, _cookie_of(asked.request) or new_token(chance))
        return response
