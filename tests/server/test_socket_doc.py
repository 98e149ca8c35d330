"""docs/socket.md shows real messages: each of them is one that the server takes, or gives."""

from pathlib import Path

from msgspec.json import decode, encode

from openkub.server.wire.socket import ClientMessage, ServerMessage

DOCUMENT = (Path(__file__).parents[2] / "docs" / "socket.md").read_text()


def test_every_message_in_the_document_is_one_of_the_wire() -> None:
    for line in DOCUMENT.splitlines():
        if line.startswith("> {"):
            decode(line[2:], type=ClientMessage)
        if line.startswith("< {"):
            assert encode(decode(line[2:], type=ServerMessage)).decode() == line[2:]


def test_every_kind_of_message_is_told_of() -> None:
    for kind in (*ClientMessage.__args__, *ServerMessage.__args__):
        assert f"`{kind.__struct_config__.tag}`" in DOCUMENT
