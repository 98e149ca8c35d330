"""A typer command that is generated from a dataclass.

Every field with a help text in its metadata is an option and an environment variable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, fields
from inspect import Parameter, Signature
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from openkub.cli.settings import env

Options = TypeVar("Options")


def command(kind: type[Options], run: Callable[[Options], int]) -> Callable[..., int]:
    """Return a command that calls `run` with its options. The docstring of `run` is its help."""
    shown = [one for one in fields(kind) if "help" in one.metadata]  # type: ignore[arg-type]  # any dataclass
    hints = get_type_hints(kind)

    def called(**given: Any) -> int:
        return run(kind(**{one.name: _value(one, given[one.name]) for one in shown}))

    called.__doc__ = run.__doc__
    called.__signature__ = Signature([_parameter(one, hints[one.name]) for one in shown])  # type: ignore[attr-defined]  # typer reads it
    return called


def _parameter(one: Field[Any], hint: Any) -> Parameter:
    """Return the option of a field: `--name`, or `--no-name` if its default is true."""
    name = f"no_{one.name}" if one.default is True else one.name
    settings = {"flag": f"--{name.replace('_', '-')}", "envvar": env(name.upper()), **one.metadata}
    kind = list[str] if hint == tuple[str, ...] else hint
    default = False if kind is bool else one.default or None if kind in (str, list[str]) else one.default
    option = typer.Option(settings.pop("flag"), **settings)
    return Parameter(one.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])


def _value(one: Field[Any], given: Any) -> Any:
    """Return the value of a field that was given as an option, or by its variable."""
    if isinstance(one.default, bool):
        return given != one.default
    if given is None:
        return one.default
    return tuple(given) if isinstance(given, list) else given
