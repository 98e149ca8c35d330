"""The router of the HTTP API. A route's types are read from the annotations of its handler."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    TypedDict,
    TypeVar,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from openkub.server.desk import Asker
from openkub.server.door.bodies import LARGEST, answer, read_body
from openkub.server.door.limits import Kind, Limits, address_of
from openkub.server.door.troubles import NO_STORE
from openkub.server.founding import CODE_LENGTH, CODE_LETTERS
from openkub.server.wire.refusals import Refusal, Refused

if TYPE_CHECKING:
    from openkub.server.door.identity import Players

GameId = Annotated[
    str,
    Meta(pattern="^[A-Za-z0-9_-]{22}$", description="The id in the game's link.", examples=["3q2-7wAAAAAAAAAAAAAAAA"]),
]
ShortCode = Annotated[
    str,
    Meta(
        pattern=f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$",
        description="The short code of a game that waits for players.",
        examples=["KWBXY7"],
    ),
]
AnalysisId = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{22}$",
        description="The id of an analysis of a record.",
        examples=["Vq3LWnXcQ0uS1dJp7bKx2A"],
    ),
]
PARAMETERS: Mapping[str, Any] = {"game": GameId, "code": ShortCode, "analysis": AnalysisId}
"""The types of path parameters, by name."""
PlainText = Annotated[str, "text/plain"]
"""A handler's text, with its media type."""
JsonText = Annotated[str, "application/json"]
"""A handler's JSON, encoded already."""

Body = TypeVar("Body")


@dataclass(frozen=True, slots=True)
class Asked(Generic[Body]):
    """A validated request: its body, its path parameters and its player."""

    request: Request
    body: Body
    path: Mapping[str, str]
    known_player: str | None

    @property
    def player(self) -> str:
        """Return the player, or raise `Refused` without a token."""
        if self.known_player is None:
            raise Refused(Refusal.UNAUTHORISED, "Become a player first: POST /api/players.")
        return self.known_player


Handler = Callable[[Asked[Any]], Awaitable[object]]
H = TypeVar("H", bound=Handler)


class RouteOptions(TypedDict, total=False):
    """Options of a route that the annotations of its handler do not give."""

    status: int
    refuses: tuple[Refusal, ...]
    spends: Kind
    player: bool
    largest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteSpec:
    """The specification of a route: what it takes, returns and refuses."""

    method: str
    path: str
    name: str
    about: str
    """The handler's docstring."""
    parameters: Mapping[str, Any]
    """The types of the path parameters."""
    takes: type | None
    """The struct of the request body."""
    gives: type | str
    """The struct of the response, or the media type of a text."""
    status: int = 200
    refuses: tuple[Refusal, ...] = ()
    spends: Kind = Kind.ANY
    """The rate limit that a request counts against."""
    player: bool = False
    """True if a token is required."""
    largest: int = LARGEST
    """Maximum bytes of the request body."""

    @classmethod
    def of(cls, method: str, path: str, handler: Handler, options: RouteOptions) -> RouteSpec:
        """Return the specification of a handler: `async def name(asked: Asked[Takes]) -> Gives`."""
        asked, returned = get_type_hints(handler, include_extras=True).values()
        (takes,) = get_args(asked)
        return cls(
            method=method,
            path=path,
            name=handler.__name__,
            about=inspect.cleandoc(handler.__doc__ or ""),
            parameters={name: PARAMETERS[name] for name in re.findall(r"{(\w+)}", path)},
            takes=None if takes is type(None) else takes,
            gives=_response_type(returned),
            **options,
        )

    @property
    def refusals(self) -> frozenset[Refusal]:
        """All refusals: its own, and those of every such route."""
        always = {Refusal.UNAUTHORISED, Refusal.TOO_FAST, Refusal.UNAVAILABLE}
        body = {Refusal.BAD_MESSAGE, Refusal.TOO_LARGE, Refusal.FORBIDDEN_ORIGIN} if self.takes else set()
        path = {Refusal.NOT_FOUND} if self.parameters and Refusal.NO_SUCH_GAME not in self.refuses else set()
        return frozenset({*self.refuses, *always, *body, *path})


def _response_type(returned: Any) -> Any:
    """Return the documented type of `Struct`, `Struct | Response`, `PlainText` or `JsonText`."""
    if get_origin(returned) is Annotated:
        return returned.__metadata__[0]
    return next(kind for kind in get_args(returned) or [returned] if kind is not Response)


class ExactRoute(Route):
    """A route for these methods only. Starlette's `Route` adds HEAD to GET."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[[Request], Awaitable[Response]],
        methods: Collection[str] = ("GET",),
        spec: RouteSpec | None = None,
    ) -> None:
        super().__init__(path, endpoint)
        self.methods = set(methods)
        self.spec = spec
        """What the OpenAPI document says; None keeps the route out of it."""


class Door:
    """The router of the API. It appends to `routes`; rate limit, token and body are checked before the handler runs."""

    def __init__(self, routes: list[BaseRoute], limits: Limits, players: Players) -> None:
        self.routes, self.limits, self.players = routes, limits, players

    def asker(self, asked: Asked[Any]) -> Asker | None:
        """Return whose share of the workers a job counts against; None without limits."""
        return None if self.limits.off else Asker(asked.known_player, address_of(asked.request))

    def get(self, path: str, **options: Unpack[RouteOptions]) -> Callable[[H], H]:
        """Declare a handler of GET."""
        return self._declare("GET", path, options)

    def post(self, path: str, **options: Unpack[RouteOptions]) -> Callable[[H], H]:
        """Declare a handler of POST."""
        return self._declare("POST", path, options)

    def _declare(self, method: str, path: str, options: RouteOptions) -> Callable[[H], H]:
        def declare(handler: H) -> H:
            spec = RouteSpec.of(method, path, handler, options)

            async def endpoint(request: Request) -> Response:
                return _response(spec, await handler(await self._asked(spec, request)))

            self.routes.append(ExactRoute(path, endpoint, [method], spec))
            return handler

        return declare

    async def _asked(self, spec: RouteSpec, request: Request) -> Asked[Any]:
        player = self.players.player_of(request)
        self.limits.spend(spec.spends, request, player)
        asked: Asked[None] = Asked(request, None, _path(spec, request), player)
        if spec.player:
            _ = asked.player
        if spec.takes is None:
            return asked
        return Asked(request, await read_body(request, spec.takes, spec.largest), asked.path, player)


def _path(spec: RouteSpec, request: Request) -> Mapping[str, str]:
    values: dict[str, str] = dict(request.path_params)
    try:
        for name, kind in spec.parameters.items():
            msgspec.convert(values[name], kind)
    except msgspec.ValidationError:
        code = Refusal.NO_SUCH_GAME if Refusal.NO_SUCH_GAME in spec.refuses else Refusal.NOT_FOUND
        raise Refused(code, "There is no such thing.", where=name) from None
    return values


def _response(spec: RouteSpec, given: object) -> Response:
    if isinstance(given, Response):
        return given
    if isinstance(spec.gives, str):
        return Response(str(given), spec.status, NO_STORE, media_type=spec.gives)
    return answer(given, spec.status)
