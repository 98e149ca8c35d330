"""The OpenAPI document: the routes as they declare themselves, and every type of the wire, the socket's too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from importlib.metadata import version
from inspect import cleandoc
from types import ModuleType
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.requests import Request
from starlette.responses import Response

from openkub.analysis import report
from openkub.server.door.described import REF, Json
from openkub.server.door.examples import EXAMPLES
from openkub.server.door.files import File
from openkub.server.wire import game, http, looking_back, refusals, socket

PATH = "/api/openapi.json"
_ABOUT = """\
Everything about games, records and positions. Play itself goes over a WebSocket at `/api/games/{game}/socket`, whose \
messages are the schemas `ClientMessage` and `ServerMessage`. Tiles, sets, tables, moves and rules are texts: `r7` is \
a red seven, `*` a joker, `r5 * r7 | k9 b9 y9` a table. No text contains a NUL, and integers are written without a \
decimal point. Every refusal is a `Trouble` with a code of a closed list."""
NO_NUL = r"^[^\u0000]*$"
"""The pattern of texts that have no stricter one."""
_BASES = frozenset({game.Message, socket.FromClient, socket.FromServer})


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


def document(app: FastAPI) -> Json:
    """The whole document of an app."""
    whole: Json = get_openapi(
        title="openkub",
        version=version("openkub"),
        summary="Rummikub: games, records, and answers about positions.",
        description=_ABOUT,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        servers=[{"url": "/", "description": "The server that gives this document."}],
        routes=app.routes,
    )
    for methods in whole["paths"].values():
        for operation in methods.values():
            _add_examples(operation)
    whole["components"] = {
        "schemas": dict(sorted(schemas().items())),
        "securitySchemes": {
            "bearer": {"type": "http", "scheme": "bearer", "description": "A player's token, for programs."},
            "cookie": {
                "type": "apiKey",
                "in": "cookie",
                "name": "openkub_player",
                "description": "A player's token, set by `POST /api/players`.",
            },
        },
    }
    return whole


def _add_examples(operation: Json) -> None:
    """Examples are added at the end: FastAPI leaves out whatever is null, and so would change them."""
    for part in (operation.get("requestBody", {}), *operation["responses"].values()):
        for media, content in part.get("content", {}).items():
            ref: str | None = content["schema"].get("$ref")
            name = ref.rpartition("/")[2] if ref else media
            if name in EXAMPLES:
                content["example"] = EXAMPLES[name]


def add(app: FastAPI) -> None:
    """Serve the document; there is no page to browse it with, since that would load from other hosts."""
    made: list[File] = []

    @app.get(PATH, include_in_schema=False)
    async def openapi(request: Request) -> Response:
        if not made:
            made.append(File.of(msgspec.json.encode(document(app)), "application/json"))
        return made[0].answer(request.headers)


__all__ = ["PATH", "add", "document", "schemas", "wire_types"]
