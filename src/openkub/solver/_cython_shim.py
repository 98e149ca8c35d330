"""What the kernel needs of the `cython` module when that package is absent.

Only names used at run time by the interpreted kernel; every one is a no-op.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

compiled = False


def _same(thing: T) -> T:
    return thing


def _option(*_values: Any, **_names: Any) -> Callable[[T], T]:
    return _same


cclass = cfunc = inline = _same
exceptval = locals = _option


class _Lock:
    """`cython.nogil` is both a decorator and a context manager, `cython.gil` the latter."""

    def __call__(self, thing: T) -> T:
        return thing

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_what: object) -> None:
        return None


nogil = gil = _Lock()


def declare(_type: Any = None, value: Any = None, **_names: Any) -> Any:
    return value


def cast(_type: Any, value: Any, **_names: Any) -> Any:
    return value


int = uint = longlong = ulonglong = bint = p_uchar = p_longlong = object()
"""C types, where they are named at run time."""
