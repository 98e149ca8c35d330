"""From what was typed to a bot: a name, a Python class, or a program in any language."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import which
from typing import Any

from openkub.arena.plan import COMMAND, PlanError
from openkub.bots.protocol import Bot

Make = Callable[[int, float | None], Bot]
"""Makes a bot from its seed and the seconds that it may think, if that was said."""

_PYTHON = re.compile(r"(?P<home>[^:]+):(?P<name>[A-Za-z_]\w*)")


def maker(text: str) -> Make:
    """How to make the bot of that name; `PlanError` if there is none.

    `steady` is one of ours, `package.module:Name` or `file.py:Name` something in Python that makes a bot,
    `./program` or `cmd:program with arguments` a program that speaks the protocol.
    """
    if is_program(text):
        return _program(text)
    python = _PYTHON.fullmatch(text)
    return _from_python(python["home"], python["name"]) if python else _ours(text)


def is_program(text: str) -> bool:
    """Whether this names a program, not something in Python."""
    return text.startswith(COMMAND) or ("/" in text and not _PYTHON.fullmatch(text))


def _program(text: str) -> Make:
    from openkub.bots.stdio import StdioBot

    command = tuple(shlex.split(text.removeprefix(COMMAND)) if text.startswith(COMMAND) else [text])
    if not command:
        raise PlanError(f"{text}: write the program behind {COMMAND}")
    if which(command[0]) is None:
        raise PlanError(f"{command[0]} is no program that can be run; for a script, write 'cmd:python3 {command[0]}'")
    return lambda seed, _think: StdioBot(command, seed)


def _ours(name: str) -> Make:
    from openkub.bots import BOTS, make_bot

    if name not in BOTS:
        raise PlanError(
            f"there is no bot {name!r}: take one of {', '.join(BOTS)}, "
            "or a program as ./program or cmd:program, or a class as file.py:Name"
        )
    return lambda seed, think: make_bot(name, seed, think)


@lru_cache(64)
def _from_python(home: str, name: str) -> Make:
    try:
        module = _load(Path(home)) if home.endswith(".py") else import_module(home)
        found: Any = getattr(module, name)
    except Exception as error:  # importing runs foreign code, and whatever it raises says why there is no such bot
        raise PlanError(f"{home}:{name}: {type(error).__name__}: {error}") from error
    made: Make = found
    return made


def _load(path: Path) -> Any:
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
