"""Who asks: a token of this house in a cookie, or as bearer for programs. The server knows nothing but its hash."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from openkub.server.chance import Chance
from openkub.server.door.bodies import answer
from openkub.server.door.limits import Kind
from openkub.server.door.routes import Asked, Door
from openkub.server.tokens import hashed, is_issued, new_token
from openkub.server.wire.http import NewPlayer, Player
from openkub.server.wire.refusals import Refusal, Refused

COOKIE = "openkub_player"
SAFE_COOKIE = f"__Host-{COOKIE}"
"""Its name where the page came over TLS: browsers then take it from this host alone, not from one beside it."""
KEPT_S = 400 * 24 * 3600
"""Browsers keep no cookie longer; every visit begins it anew."""


class Players:
    """Who has a token of this house; its key is known once the store is open."""

    def __init__(self, chance: Chance, key: bytes = b"") -> None:
        self._chance, self.key = chance, key

    def new_token(self) -> str:
        """A token for somebody new."""
        return new_token(self._chance, self.key)

    def player_of(self, connection: HTTPConnection) -> str | None:
        """The player behind a request or a handshake, by the hash of the token."""
        token = self._token_of(connection)
        return hashed(token) if token else None

    def cookie_of(self, connection: HTTPConnection) -> str | None:
        """The token in the cookie; over TLS only in the one that nobody else can have set."""
        cookies = cookies_of(connection)
        plain = "" if _is_secure(connection) else cookies.get(COOKIE, "")
        cookie = cookies.get(SAFE_COOKIE, "") or plain
        return cookie if is_issued(cookie, self.key) else None

    def _token_of(self, connection: HTTPConnection) -> str | None:
        """What was not issued here is refused as bearer, and ignored as cookie."""
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return self.cookie_of(connection)
        if not is_issued(bearer, self.key):
            why = "This token was not issued here: become a player anew, POST /api/players."
            raise Refused(Refusal.UNAUTHORISED, why, where="authorization")
        return bearer


def cookies_of(connection: HTTPConnection) -> Mapping[str, str]:
    """The cookies as they came; tokens need no quotes, and to take quotes off may cost the square of their length."""
    pairs = (pair.partition("=") for header in connection.headers.getlist("cookie") for pair in header.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _is_secure(connection: HTTPConnection) -> bool:
    """Whether the page came over TLS. A proxy may speak it and not say so; the browser, whose page this is, does."""
    told = connection.headers.get("origin", "").lower()
    return connection.scope["scheme"] in ("https", "wss") or told.startswith("https:")


def _set_cookie(response: Response, connection: HTTPConnection, token: str) -> None:
    secure = _is_secure(connection)
    name = SAFE_COOKIE if secure else COOKIE
    response.set_cookie(name, token, max_age=KEPT_S, path="/", httponly=True, samesite="strict", secure=secure)


def add(door: Door) -> None:
    """The route by which one becomes a player."""

    @door.post("/api/players", spends=Kind.PLAYER)
    async def new_player(asked: Asked[NewPlayer]) -> Player | Response:
        """Become a player.

        A browser gets a cookie; one that has it already keeps it, so that two tabs are one player. A program asks for
        a `bearer` and sends it as `Authorization: Bearer …` from then on.
        """
        if asked.body.bearer:
            return answer(Player(door.players.new_token()))
        response = answer(Player(None))
        _set_cookie(response, asked.request, door.players.cookie_of(asked.request) or door.players.new_token())
        return response
