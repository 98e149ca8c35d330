"""The fields of the kernel's classes, read from their `.pxd`: the interpreted kernel makes its arrays from them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

from openkub.solver.kernel import layout

_CODES = {
    "unsigned char": "B",
    "int": "i",
    "unsigned short": "H",
    "unsigned int": "I",
    "long long": "q",
    "unsigned long long": "Q",
}
_CLASS = re.compile(r"cdef class (\w+):")
_FIELD = re.compile(r"    cdef ([a-z ]+?)(\[.+\]|\*)? (\w+)(?:  #.*)?")


@cache
def fields(name: str, room: str = "work") -> dict[str, Callable[[], Any]]:
    """For every field of a class that is no pointer, what makes its first value."""
    made: dict[str, Callable[[], Any]] = {}
    here = None
    for line in Path(__file__).with_name(f"{room}.pxd").read_text(encoding="utf-8").splitlines():
        if found := _CLASS.fullmatch(line):
            here = found[1]
        elif here == name and (found := _FIELD.fullmatch(line)) and found[2] != "*":
            made[found[3]] = _maker(found[1], found[2])
    return made


def _maker(kind: str, size: str | None) -> Callable[[], Any]:
    if size is None:
        return list if kind == "list" else int
    length = prod(_number(factor) for factor in size.strip("[]").split(" * "))
    return lambda: array(_CODES[kind], [0]) * length


def _number(factor: str) -> int:
    """A number, a constant of the layout, or the sum of two in brackets."""
    return sum(getattr(layout, word, None) or int(word) for word in factor.strip("()").split(" + "))
