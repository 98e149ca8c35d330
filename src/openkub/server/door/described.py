"""What a route says of itself, in the words of OpenAPI."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Required, TypedDict

import msgspec

from openkub.server.door.bodies import LARGEST
from openkub.server.door.limits import Kind
from openkub.server.door.troubles import RETRY, STATUS
from openkub.server.wire.refusals import Refusal

REF = "#/components/schemas/{name}"
Json = dict[str, Any]


class Telling(TypedDict, total=False):
    """What may be told about a route, as keywords."""

    gives: Required[type | str]
    status: int
    refuses: tuple[Refusal, ...]
    spends: Kind
    player: bool
    path: Mapping[str, Any]
    largest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """All that is told about a route. `gives` is a struct, or the media type of a text."""

    method: str
    route: str
    gives: type | str
    takes: type | None = None
    status: int = 200
    refuses: tuple[Refusal, ...] = ()
    spends: Kind = Kind.ANY
    player: bool = False
    path: Mapping[str, Any] = field(default_factory=dict)
    largest: int = LARGEST
    """The bytes that its body may have."""

    @property
    def refusals(self) -> frozenset[Refusal]:
        """All refusals: those of its own, and those that every such route has."""
        always = {Refusal.UNAUTHORISED, Refusal.TOO_FAST, Refusal.UNAVAILABLE}
        body = {Refusal.BAD_MESSAGE, Refusal.TOO_LARGE, Refusal.FORBIDDEN_ORIGIN} if self.takes else set()
        path = {Refusal.NOT_FOUND} if self.path and Refusal.NO_SUCH_GAME not in self.refuses else set()
        return frozenset({*self.refuses, *always, *body, *path})


def reference(kind: Any) -> Json:
    """Where the schema of a type stands; of a plain type, the schema itself."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return schema


def documentation(told: Told, reply: Callable[..., Any]) -> Json:
    """What FastAPI is to write into the document about this route."""
    summary, _, description = inspect.cleandoc(reply.__doc__ or "").partition("\n")
    extra: Json = {"security": [{"cookie": []}, {"bearer": []}] if told.player else []}
    if told.path:
        extra["parameters"] = _path(told)
    if told.takes:
        extra["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": reference(told.takes)}},
        }
    return {
        "summary": summary.rstrip("."),
        "description": " ".join(description.split()),
        "operation_id": reply.__name__,
        "status_code": told.status,
        "response_description": _given(told.gives),
        "responses": {**_success(told), **_refusals(told)},
        "openapi_extra": extra,
    }


def _given(gives: type | str) -> str:
    if isinstance(gives, type):
        return inspect.cleandoc(gives.__doc__ or gives.__name__).partition("\n")[0]
    return "As text."


def _success(told: Told) -> dict[int | str, Json]:
    schema = _text(told.gives) if isinstance(told.gives, str) else reference(told.gives)
    content: Json = {"schema": schema}
    media = told.gives if isinstance(told.gives, str) else "application/json"
    return {told.status: {"content": {media: content}}}


def _text(media: str) -> Json:
    return {"type": "object" if media == "application/json" else "string"}


def _refusals(told: Told) -> dict[int | str, Json]:
    """One answer for every status, naming the codes that it may carry."""
    by_status: dict[int, list[Refusal]] = {}
    for code in sorted(told.refusals):
        by_status.setdefault(STATUS[code], []).append(code)
    return {status: _refusal(by_status[status]) for status in sorted(by_status)}


def _refusal(codes: list[Refusal]) -> Json:
    named = " or ".join(f"`{code}`" for code in codes)
    example = {"code": codes[0].value, "message": "Why, in English.", "where": None, "problem": None}
    said: Json = {
        "description": f"Refused: {named}.",
        "content": {"application/json": {"schema": REF_TROUBLE, "example": example}},
    }
    return {**said, "headers": {"Retry-After": _RETRY_AFTER}} if RETRY.keys() & codes else said


_RETRY_AFTER: Json = {"description": "Seconds to wait before the next attempt.", "schema": {"type": "integer"}}


REF_TROUBLE: Json = {"$ref": REF.format(name="Trouble")}


def _path(told: Told) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": reference(kind)} for name, kind in told.path.items()
    ]
