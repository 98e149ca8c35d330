"""Write the OpenAPI document and the page's TypeScript types of the wire.

Fields that a client may leave out are optional; what the server sends is always there, so there they are not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from openkub.serve_options import Options
from openkub.server.app import create_app
from openkub.server.chance import real_chance
from openkub.server.door.openapi import document

ROOT = Path(__file__).parents[2]
OPENAPI, TYPES = ROOT / "docs/openapi.json", ROOT / "web/src/lib/wire.d.ts"
WIDTH = 116

Json = dict[str, Any]
_HEAD = "/* Generated from the server's wire types by `make types`: change those, not this. */\n"


class Types:
    """The schemas of a document as TypeScript."""

    def __init__(self, whole: Json) -> None:
        self.paths: Json = whole["paths"]
        self.schemas: Json = whole["components"]["schemas"]
        bodies = [schema for _, _, operation in self.operations() if (schema := _content(operation.get("requestBody")))]
        self.sent = set(self._reached({"anyOf": [*bodies, _ref("ClientMessage")]}))
        """The types that clients send, whose fields with a default may be left out."""

    def operations(self) -> Iterator[tuple[str, str, Json]]:
        """Method, path and description of every route."""
        for path, methods in sorted(self.paths.items()):
            for method, operation in sorted(methods.items()):
                yield method.upper(), path, operation

    def _reached(self, schema: Any) -> Iterator[str]:
        """The names of all types that a schema leads to."""
        seen: set[str] = set()
        todo = [schema]
        while todo:
            match todo.pop():
                case {"$ref": str(ref)} if (name := _name(ref)) not in seen:
                    seen.add(name)
                    todo.append(self.schemas[name])
                case dict(found):
                    todo += [value for key, value in found.items() if key != "discriminator"]
                case list(items):
                    todo += items
        yield from seen

    def text(self) -> str:
        """The whole file."""
        parts = [_HEAD, *(self._declared(name) for name in sorted(self.schemas)), self._endpoints()]
        return "\n".join(parts)

    def _declared(self, name: str) -> str:
        schema = self.schemas[name]
        comment = _comment(schema.get("description"), "")
        if "properties" not in schema:
            return f"{comment}export type {name} ={self._union(schema, name in self.sent)};\n"
        lines = [line for key in schema["properties"] for line in self._field(name, key)]
        return "\n".join([f"{comment}export interface {name} {{", *lines, "}", ""])

    def _union(self, schema: Json, sent: bool) -> str:
        members = self.type_of(schema, sent=sent).split(" | ")
        line = f" {' | '.join(members)}"
        return line if len(line) < WIDTH // 2 else "".join(f"\n  | {member}" for member in members)

    def _field(self, owner: str, key: str) -> Iterator[str]:
        schema = self.schemas[owner]["properties"][key]
        sent = owner in self.sent
        optional = sent and key not in self.schemas[owner].get("required", ())
        comment, mark = _comment(_described(schema), "  "), "?" if optional else ""
        yield f"{comment}  {key}{mark}: {self.type_of(schema, sent=sent)};"

    def type_of(self, schema: Json, *, sent: bool) -> str:
        """A schema as a type; what the server sends has all its fields, also those that a client may leave out."""
        match schema:
            case {"$ref": str(ref)}:
                name = _name(ref)
                return f"Required<{name}>" if self._has_optional(name) and not sent else name
            case {"anyOf": list(options)}:
                return " | ".join(dict.fromkeys(self.type_of(option, sent=sent) for option in options))
            case {"enum": list(values)}:
                return " | ".join(map(json.dumps, values))
            case {"type": "array", "items": dict(items)}:
                inner = self.type_of(items, sent=sent)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case {"type": "object", "additionalProperties": dict(values)}:
                return f"Record<string, {self.type_of(values, sent=sent)}>"
            case {"type": "object"}:
                return "Record<string, unknown>"
        return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}[
            schema["type"]
        ]

    def _has_optional(self, name: str) -> bool:
        schema = self.schemas[name]
        return name in self.sent and len(schema.get("properties", ())) > len(schema.get("required", ()))

    def _endpoints(self) -> str:
        lines = ["/** What every route takes and gives. */", "export interface Endpoints {"]
        for method, path, operation in self.operations():
            body = _content(operation.get("requestBody"))
            given = next((_content(answer) for status, answer in operation["responses"].items() if status < "3"), None)
            takes = self.type_of(body, sent=True) if body else "undefined"
            gives = self.type_of(given, sent=False) if given else "undefined"
            comment = _comment(f"{operation['summary']}.", "  ")
            lines.append(f'{comment}  "{method} {path}": {{ takes: {takes}; gives: {gives} }};')
        return "\n".join([*lines, "}", ""])


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]


def _content(part: Json | None) -> Json | None:
    """The schema of a body."""
    contents = (part or {}).get("content", {})
    return next((content["schema"] for content in contents.values()), None)


def _described(schema: Json) -> str | None:
    found: str | None = schema.get("description")
    return found or next((d for option in schema.get("anyOf", ()) if (d := option.get("description"))), None)


def _comment(text: str | None, indent: str) -> str:
    if not text:
        return ""
    lines = wrap(" ".join(text.split()).replace("*/", "* /"), WIDTH - len(indent) - 3)
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "".join([f"{indent}/**\n", *(f"{indent} * {line}\n" for line in lines), f"{indent} */\n"])


def generated() -> dict[Path, str]:
    """Both files as they should be."""
    whole = document(create_app(Options(), real_chance))
    return {OPENAPI: json.dumps(whole, indent=1, ensure_ascii=False) + "\n", TYPES: Types(whole).text()}


def main() -> None:
    """Write both files."""
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
