"""The document says all that there is, with examples, and nothing that is not there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openkub.serve_options import Options
from openkub.server.app import create_app
from openkub.server.door.openapi import PATH, document, wire_types
from openkub.server.door.troubles import STATUS
from openkub.server.wire.refusals import Refusal, Trouble
from tests.server.doors import browsing, whole_app
from tests.workshop.chance import Seeded


def any_app() -> Any:
    return create_app(Options(), Seeded("openapi"))


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return document(any_app())


def operations(whole: Any) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": operation
        for path, methods in whole["paths"].items()
        for method, operation in methods.items()
    }


def references(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from [value["$ref"]] if "$ref" in value else []
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_it_is_served_as_it_is_made(tmp_path: Path) -> None:
    with browsing(whole_app(tmp_path)) as client:
        served = client.get(PATH).json()
    assert served["openapi"].startswith("3.1")
    assert served == msgspec.json.decode(msgspec.json.encode(document(any_app())))


def test_every_route_of_the_api_is_told(whole: dict[str, Any]) -> None:
    app = any_app()
    routes = {
        f"{method} {route.path}"
        for route in app.routes
        for method in getattr(route, "methods", None) or ()
        if route.path.startswith("/api/") and route.path != PATH
    }
    assert routes == set(operations(whole))


def test_every_reference_leads_somewhere(whole: dict[str, Any]) -> None:
    names = {ref.rpartition("/")[2] for ref in references(whole)}
    assert names <= set(whole["components"]["schemas"])


def test_every_type_of_the_wire_is_there_with_its_sentence(whole: dict[str, Any]) -> None:
    schemas = whole["components"]["schemas"]
    for kind in wire_types():
        assert schemas[kind.__name__]["description"]
    for name in ("ClientMessage", "ServerMessage"):
        assert schemas[name]["discriminator"]["propertyName"] == "type"


def test_every_route_has_a_summary_and_says_what_it_refuses(whole: dict[str, Any]) -> None:
    for name, operation in operations(whole).items():
        assert operation["summary"], name
        for status, answer in operation["responses"].items():
            if status >= "4":
                code = answer["content"]["application/json"]["example"]["code"]
                assert str(STATUS[Refusal(code)]) == status, name


def sent_types(whole: Any) -> Iterator[Any]:
    """The struct of every request body and of every message of a client."""
    kinds = {kind.__name__: kind for kind in wire_types()}
    bodies = [operation["requestBody"] for operation in operations(whole).values() if "requestBody" in operation]
    for ref in references([bodies, whole["components"]["schemas"]["ClientMessage"]["anyOf"]]):
        yield kinds[ref.rpartition("/")[2]]


def test_the_examples_of_what_a_client_must_send_make_messages(whole: dict[str, Any]) -> None:
    kinds, schemas = list(sent_types(whole)), whole["components"]["schemas"]
    assert len(kinds) > 25
    for kind in kinds:
        schema = schemas[kind.__name__]
        made = {name: example_of(schema["properties"][name], schemas) for name in schema["required"]}
        msgspec.convert(made, kind)


def example_of(schema: Any, schemas: Any) -> Any:
    """An example of a field. Texts must have one in the schema."""
    for option in schema.get("anyOf", [schema]):
        match option:
            case {"$ref": ref}:
                return example_of(schemas[ref.rpartition("/")[2]], schemas)
            case {"examples": [example, *_]} | {"enum": [example, *_]} | {"type": "integer", "minimum": example}:
                return example
    raise LookupError(schema)


def test_the_examples_of_refusals_are_troubles(whole: dict[str, Any]) -> None:
    for operation in operations(whole).values():
        for status, answer in operation["responses"].items():
            if status >= "4":
                msgspec.convert(answer["content"]["application/json"]["example"], Trouble)


def test_every_operation_says_who_may_ask_and_the_document_where(whole: dict[str, Any]) -> None:
    asked = {name: operation["security"] for name, operation in operations(whole).items()}
    assert asked["GET /api/rules"] == []
    assert asked["POST /api/games"] == [{"cookie": []}, {"bearer": []}]
    assert whole["servers"][0]["url"] == "/"


def test_a_refusal_that_says_when_to_try_again_is_told_with_its_header(whole: dict[str, Any]) -> None:
    for name, operation in operations(whole).items():
        with_header = {status for status, answer in operation["responses"].items() if "headers" in answer}
        assert with_header == {"429", "503"}, name
        for status in with_header:
            assert operation["responses"][status]["headers"]["Retry-After"]["schema"] == {"type": "integer"}, name


def strings(value: Any) -> Iterator[Any]:
    """Every schema of a text in a part of the document."""
    if isinstance(value, dict):
        yield from [value] if value.get("type") == "string" else []
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def test_every_text_of_the_wire_has_a_pattern_that_its_examples_match_and_a_nul_does_not(whole: dict[str, Any]) -> None:
    parameters = [operation.get("parameters", []) for operation in operations(whole).values()]
    free = [
        text for text in strings([whole["components"]["schemas"], parameters]) if not text.keys() & {"enum", "const"}
    ]
    assert len(free) > 100
    for text in free:
        assert not re.search(text["pattern"], "a\0b"), text
        for example in text.get("examples", ()):
            assert re.search(text["pattern"], example), text


def test_every_path_parameter_is_told(whole: dict[str, Any]) -> None:
    for name, operation in operations(whole).items():
        told = {part["name"] for part in operation.get("parameters", ()) if part["in"] == "path"}
        assert told == {part[1:-1] for part in name.split("/") if part.startswith("{")}, name
