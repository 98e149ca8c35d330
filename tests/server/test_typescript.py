"""The page's types of the wire: generated, small, and fresh."""

from pathlib import Path
from typing import Any

import pytest

from web.scripts.wire import Types, generated


@pytest.mark.parametrize("path", generated(), ids=lambda path: path.name)
def test_what_is_generated_is_fresh(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generated()[path], "run `make types`"


def types(schemas: Any, paths: Any = None) -> Types:
    union = {"anyOf": [{"$ref": "#/components/schemas/Sent"}]}
    return Types({"paths": paths or {}, "components": {"schemas": {"ClientMessage": union, "Sent": SENT, **schemas}}})


SENT = {
    "description": "What a client says.",
    "type": "object",
    "properties": {
        "type": {"enum": ["sent"]},
        "count": {"type": "integer", "default": 3, "description": "How many."},
        "inner": {"$ref": "#/components/schemas/Sent"},
    },
    "required": ["type"],
}


def test_what_a_client_may_leave_out_is_optional() -> None:
    text = types({}).text()
    assert "/** What a client says. */\nexport interface Sent {\n" in text
    assert '  type: "sent";\n  /** How many. */\n  count?: number;\n  inner?: Sent;\n}' in text


def test_what_the_server_sends_is_always_there() -> None:
    answer = {
        "type": "object",
        "properties": {"value": {"type": "string", "default": ""}, "sent": {"$ref": "#/components/schemas/Sent"}},
        "required": [],
    }
    assert "  value: string;\n  sent: Required<Sent>;\n" in types({"Answer": answer}).text()


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ({"type": "boolean"}, "boolean"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"enum": ["a", 1]}, '"a" | 1'),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "(string | null)[]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
        ({"type": "object"}, "Record<string, unknown>"),
    ],
)
def test_every_kind_of_schema_has_its_type(schema: dict[str, Any], type_: str) -> None:
    assert types({}).type_of(schema, sent=False) == type_


def test_a_comment_cannot_be_ended_from_inside() -> None:
    text = types({"Odd": {"description": "It ends */ here. " + "word " * 40, "enum": ["x"]}}).text()
    assert " * It ends * / here. word" in text


def test_the_messages_of_the_socket_are_told_apart_by_their_type() -> None:
    _, text = generated().values()
    assert "export type ServerMessage =\n  | " in text
    assert 'export interface Move {\n  type: "move";' in text
