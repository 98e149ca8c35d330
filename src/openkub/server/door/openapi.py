"""The OpenAPI document: the routes as their handlers declare them, and the schemas of all wire types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from importlib.metadata import version
from inspect import cleandoc
from types import ModuleType
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from openkub.analysis import report
from openkub.server.door.files import File
from openkub.server.door.routes import ExactRoute, RouteSpec
from openkub.server.door.troubles import RETRY, STATUS
from openkub.server.wire import game, http, looking_back, refusals, socket
from openkub.server.wire.refusals import Refusal

Json = dict[str, Any]

PATH = "/api/openapi.json"
_ABOUT = """\
Everything about games, records and positions. Play itself goes over a WebSocket at `/api/games/{game}/socket`, whose \
messages are the schemas `ClientMessage` and `ServerMessage`. Tiles, sets, tables, moves and rules are texts: `r7` is \
a red seven, `*` a joker, `r5 * r7 | k9 b9 y9` a table. No text contains a NUL, and integers are written without a \
decimal point. Every refusal is a `Trouble` with a code of a closed list."""
REF = "#/components/schemas/{name}"
NO_NUL = r"^[^\u0000]*$"
"""The pattern of texts that have no stricter one."""
_BASES = frozenset({game.Message, socket.FromClient, socket.FromServer})
_RETRY_AFTER: Json = {"description": "Seconds to wait before the next attempt.", "schema": {"type": "integer"}}
_SECURITY_SCHEMES: Json = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "A player's token, for programs."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "openkub_player",
        "description": "A player's token, set by `POST /api/players`.",
    },
}


def document(app: Starlette) -> Json:
    """Return the OpenAPI document of an app."""
    paths: Json = {}
    for route in app.routes:
        if isinstance(route, ExactRoute) and route.spec:
            paths.setdefault(route.path, {})[route.spec.method.lower()] = _operation(route.spec)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "openkub",
            "summary": "Rummikub: games, records, and answers about positions.",
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "version": version("openkub"),
        },
        "servers": [{"url": "/", "description": "The server that gives this document."}],
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas().items())), "securitySchemes": _SECURITY_SCHEMES},
    }


def add(app: Starlette) -> None:
    """Serve the document. There is no page to browse it: such pages load scripts from other hosts."""
    made: list[File] = []

    async def openapi(request: Request) -> Response:
        if not made:
            made.append(File.of(msgspec.json.encode(document(app)), "application/json"))
        return made[0].answer(request.headers)

    app.routes.append(ExactRoute(PATH, openapi))


# --- operations ---


def _operation(spec: RouteSpec) -> Json:
    """Return an operation object."""
    summary, _, description = spec.about.partition("\n")
    told: Json = {"summary": summary.rstrip(".")}
    if description:
        told["description"] = " ".join(description.split())
    told["operationId"] = spec.name
    if spec.parameters:
        told["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": _schema(kind)}
            for name, kind in spec.parameters.items()
        ]
    if spec.takes:
        told["requestBody"] = {"content": _content("application/json", _schema(spec.takes)), "required": True}
    told["responses"] = {str(spec.status): _success(spec.gives), **_refusals(spec)}
    told["security"] = [{"cookie": []}, {"bearer": []}] if spec.player else []
    return told


def _schema(kind: Any) -> Json:
    """Return a reference to a struct's schema, or the schema of a plain type."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return schema


def _content(media: str, schema: Json, **more: Any) -> Json:
    return {media: {"schema": schema, **more}}


def _success(gives: type | str) -> Json:
    if isinstance(gives, str):
        kind = "object" if gives == "application/json" else "string"
        return {"description": "As text.", "content": _content(gives, {"type": kind})}
    summary = cleandoc(gives.__doc__ or gives.__name__).partition("\n")[0]
    return {"description": summary, "content": _content("application/json", _schema(gives))}


def _refusals(spec: RouteSpec) -> Json:
    """Return one response for each status, with the codes that it can carry."""
    by_status: dict[int, list[Refusal]] = {}
    for code in sorted(spec.refusals):
        by_status.setdefault(STATUS[code], []).append(code)
    return {str(status): _refusal(codes) for status, codes in sorted(by_status.items())}


def _refusal(codes: list[Refusal]) -> Json:
    told: Json = {"description": f"Refused: {' or '.join(f'`{code}`' for code in codes)}."}
    if RETRY.keys() & codes:
        told["headers"] = {"Retry-After": _RETRY_AFTER}
    example = {"code": codes[0].value, "message": "Why, in English."}
    told["content"] = _content("application/json", _schema(refusals.Trouble), example=example)
    return told


# --- schemas ---


def wire_types() -> Iterator[type]:
    """Yield every struct and dataclass that goes over the wire, in the order of declaration."""
    modules: tuple[ModuleType, ...] = (refusals, game, http, looking_back, report, socket)
    for module in modules:
        for value in vars(module).values():
            is_message = isinstance(value, type) and (issubclass(value, msgspec.Struct) or is_dataclass(value))
            if is_message and value.__module__ == module.__name__ and value not in _BASES:
                yield value


@cache
def schemas() -> Json:
    """The schemas of all types of the wire, by name."""
    unions: dict[str, Any] = {"ClientMessage": socket.ClientMessage, "ServerMessage": socket.ServerMessage}
    found, components = msgspec.json.schema_components([*unions.values(), *wire_types()], ref_template=REF)
    said = {"ClientMessage": "What a client may send.", "ServerMessage": "What the server may send."}
    named = {name: {"title": name, "description": said[name], **found[index]} for index, name in enumerate(unions)}
    told = {**{name: _dedented(schema) for name, schema in components.items()}, **named}
    _forbid_nul(told)
    return told


def _forbid_nul(schema: Any) -> None:
    """Add a pattern to every schema of a free text below this one."""
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        _forbid_nul(part)
    if isinstance(schema, dict) and schema.get("type") == "string" and not schema.keys() & {"pattern", "enum", "const"}:
        schema["pattern"] = NO_NUL


def _dedented(schema: Json) -> Json:
    """Its description as it is meant: Python leaves the indentation of a docstring in it before 3.13."""
    return {**schema, "description": cleandoc(schema["description"])} if "description" in schema else schema


__all__ = ["PATH", "add", "document", "schemas", "wire_types"]
