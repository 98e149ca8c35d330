"""Errors that name the extra to install where an optional dependency is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec


@contextmanager
def needs(what: str, extra: str) -> Iterator[None]:
    """Name the extra in the error of an import that fails inside the block.

    >>> with needs("the garden", "openkub[env]"):
    ...     import wheelbarrow
    Traceback (most recent call last):
    ModuleNotFoundError: the garden needs its extra, pip install 'openkub[env]' (wheelbarrow is missing)
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "openkub").startswith("openkub"):
            raise
        told = f"{what} needs its extra, pip install" + f" '{extra}' ({error.name} is missing)"
        raise ModuleNotFoundError(told, name=error.name) from None


def find(*packages: str) -> None:
    """Raise `ModuleNotFoundError` for the first package that is not installed. No package is imported."""
    for package in packages:
        if find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
