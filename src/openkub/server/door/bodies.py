"""Bodies of requests become structs, structs become bodies of answers; what cannot be read is named with its place."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from openkub.server.door.troubles import NO_STORE
from openkub.server.wire.refusals import Refusal, Refused

LARGEST = 16 * 1024
"""The bytes that a body may have; a full table with all settings takes less than two thousand."""

SLOWEST_S = 10
"""In which a body must have come: one of that size needs a tenth of it on the worst of lines."""

T = TypeVar("T")


async def read_body(request: Request, kind: type[T], largest: int = LARGEST) -> T:
    """The body of a request as this struct; `Refused` says what is wrong with it, and where."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(Refusal.BAD_MESSAGE, "A body is application/json.", where="content-type")
    return decoded(await _read(request, largest), kind)


async def _read(request: Request, largest: int) -> bytes:
    too_large = Refused(Refusal.TOO_LARGE, f"A body has at most {largest} bytes.")
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and (len(length) > 9 or int(length) > largest):
        raise too_large
    data = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_S):
            async for chunk in request.stream():
                data += chunk
                if len(data) > largest:
                    raise too_large
    except ClientDisconnect:
        raise Refused(Refusal.BAD_MESSAGE, "The body ended too early.") from None
    except TimeoutError:
        raise Refused(Refusal.BAD_MESSAGE, f"The body did not come within {SLOWEST_S} s.") from None
    return bytes(data)


def decoded(data: bytes, kind: type[T]) -> T:
    """A struct from JSON; only what msgspec can say about bad input leaves here, as `Refused`."""
    try:
        # msgspec checks texts only where it keeps them; half of a surrogate pair is no text either way.
        data.decode()
        value = msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        message, where = split_place(str(error))
        raise Refused(Refusal.BAD_MESSAGE, message, where=where) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(Refusal.BAD_MESSAGE, _why_no_json(error), where="$") from None
    if b"\\u0000" in data:
        raise Refused(Refusal.BAD_MESSAGE, "No text has a character 0 in it.", where="$")
    return value


def split_place(text: str) -> tuple[str, str]:
    """What is wrong, and where.

    >>> split_place("Expected `int` >= 15 - at `$.settings.clock.seconds`")
    ('Expected `int` >= 15', '$.settings.clock.seconds')
    """
    message, _, place = text.rpartition(" - at `")
    return (message, place.removesuffix("`")) if message else (text, "$")


def _why_no_json(error: Exception) -> str:
    match error:
        case UnicodeDecodeError():
            return f"This is not UTF-8: byte {error.start} is in the way."
        case RecursionError():
            return "This is nested too deeply."
    return f"This is not JSON: {str(error).removeprefix('JSON is malformed: ')}."


def answer(value: object, status: int = 200) -> Response:
    """A struct as the answer."""
    return Response(msgspec.json.encode(value), status, NO_STORE, media_type="application/json")
