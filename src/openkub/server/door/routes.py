"""Routes that say what they take, give and refuse: what they say is done before the handler runs, and documented."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, Unpack

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from openkub.server.desk import Asker
from openkub.server.door.bodies import answer, read_body
from openkub.server.door.described import Telling, Told, documentation
from openkub.server.door.identity import Players
from openkub.server.door.limits import Kind, Limits, address_of
from openkub.server.door.plain import Plain
from openkub.server.door.policy import NO_STORE
from openkub.server.wire.refusals import Refusal, Refused

Body = TypeVar("Body")


@dataclass(frozen=True, slots=True)
class Asked(Generic[Body]):
    """A request that was read: its body, the values of its path, and who asks."""

    request: Request
    body: Body
    path: Mapping[str, str]
    known_player: str | None

    @property
    def player(self) -> str:
        """The player who asks; `Refused` if nobody is known."""
        if self.known_player is None:
            raise Refused(Refusal.UNAUTHORISED, "Become a player first: POST /api/players.")
        return self.known_player


Given = Awaitable[object]
Reply = Callable[[Asked[Any]], Given]
ReplyTo = Callable[[Asked[Body]], Given]


class Door:
    """Declares routes on a router. `spends` says as what a request is counted, `player` that somebody must be known."""

    def __init__(self, router: APIRouter, limits: Limits, players: Players) -> None:
        self.router, self.limits, self.players = router, limits, players

    def asker(self, asked: Asked[Any]) -> Asker | None:
        """Who has asked this, for a desk; nobody in particular where there are no limits."""
        return None if self.limits.off else Asker(asked.known_player, address_of(asked.request))

    def get(self, route: str, **told: Unpack[Telling]) -> Callable[[Reply], Reply]:
        """Declare a route that reads; what can be told about it are the keywords of `Telling`."""

        def declare(reply: Reply) -> Reply:
            self._add(Told(method="GET", route=route, **told), reply)
            return reply

        return declare

    def post(
        self, route: str, *, takes: type[Body], **told: Unpack[Telling]
    ) -> Callable[[ReplyTo[Body]], ReplyTo[Body]]:
        """Declare a route that takes a body."""

        def declare(reply: ReplyTo[Body]) -> ReplyTo[Body]:
            self._add(Told(method="POST", route=route, takes=takes, **told), reply)
            return reply

        return declare

    def _add(self, told: Told, reply: Reply) -> None:
        async def endpoint(request: Request) -> Response:
            return _response(told, await reply(await self._asked(told, request)))

        self.router.add_api_route(
            told.route,
            endpoint,
            methods=[told.method],
            name=reply.__name__,
            response_model=None,
            response_class=Response,
            route_class_override=Plain,
            **documentation(told, reply),
        )

    async def _asked(self, told: Told, request: Request) -> Asked[Any]:
        player = self.players.player_of(request)
        self.limits.spend(told.spends, request, player)
        asked: Asked[None] = Asked(request, None, _path(told, request), player)
        if told.player:
            _ = asked.player
        if told.takes is None:
            return asked
        return Asked(request, await read_body(request, told.takes, told.largest), asked.path, player)


def _path(told: Told, request: Request) -> Mapping[str, str]:
    values: dict[str, str] = dict(request.path_params)
    try:
        for name, kind in told.path.items():
            msgspec.convert(values[name], kind)
    except msgspec.ValidationError:
        code = Refusal.NO_SUCH_GAME if Refusal.NO_SUCH_GAME in told.refuses else Refusal.NOT_FOUND
        raise Refused(code, "There is no such thing.", where=name) from None
    return values


def _response(told: Told, given: object) -> Response:
    if isinstance(given, Response):
        return given
    if isinstance(told.gives, str):
        return Response(str(given), told.status, NO_STORE, media_type=told.gives)
    return answer(given, told.status)


__all__ = ["Asked", "Door", "Kind"]
