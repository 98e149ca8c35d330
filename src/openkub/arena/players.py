"""From what was typed or given to a bot: a name, a program in any language, or anything in Python that is or makes one.

>>> class Mine:
...     name = "mine"
...     def choose(self, view, clock):
...         return view.idle
>>> maker(Mine)(7, None).name, maker("steady")(7, None).name
('mine', 'steady')
"""

from __future__ import annotations

import inspect
import re
import shlex
import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from os import fsencode
from pathlib import Path
from shutil import which
from types import ModuleType
from typing import Any

from openkub.arena.plan import COMMAND, Entrant, PlanError, label, spelled
from openkub.bots.protocol import Bot
from openkub.notation.text import nearest, quoted

Make = Callable[[int, float | None], Bot]
"""Makes a bot from its seed and the seconds that it may think, if that was said."""

_PYTHON = re.compile(r"(?P<home>[^:]+):(?P<name>[A-Za-z_]\w*)")


def maker(entrant: Entrant) -> Make:
    """How to make this bot; `PlanError` if there is no such bot.

    `steady` is one of ours, `package.module:Name` or `file.py:Name` something in Python, `./program` or
    `cmd:program with arguments` a program that speaks the protocol. What is in Python may also be given as it is: a
    class or a function that makes a bot, or a bot, which then plays all its games.
    """
    return _named(entrant) if isinstance(entrant, str) else _made_by(entrant)


def _named(text: str) -> Make:
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

    if name.lower() not in BOTS:
        raise PlanError(
            f"there is no bot {name!r}: take one of {', '.join(BOTS)}, "
            f"or a program as ./program or cmd:program, or a class as file.py:Name{nearest(name, BOTS.keys())}"
        )
    return lambda seed, think: make_bot(name, seed, think)


@lru_cache(64)
def _from_python(home: str, name: str) -> Make:
    try:
        found: Any = getattr(_load_file(Path(home)) if home.endswith(".py") else _import(home), name)
    except Exception as error:  # importing runs foreign code, and whatever it raises says why there is no such bot
        raise PlanError(f"{home}:{name}: {type(error).__name__}: {error}") from error
    return _made_by(found)


def _load_file(path: Path) -> ModuleType:
    """Import a bot's file under a unique name. Each folder gets its own copy of the modules beside the file."""
    path = path.resolve()
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    _FOLDER.use(path.parent)
    name = f"openkub_bot_{sha256(fsencode(path)).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = sys.modules[name] = module_from_spec(spec)  # dataclasses look it up there
    spec.loader.exec_module(module)
    return module


class _BotFolder:
    """The one folder of bots on `sys.path`, behind the standard library and installed packages."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.before: set[str] = set()

    def use(self, folder: Path) -> None:
        """Put this folder in place of the last one, whose modules are forgotten."""
        if folder == self.folder:
            return
        if self.folder:
            sys.path.remove(str(self.folder))
            for name in [name for name in sys.modules if self._has(name)]:
                del sys.modules[name]
        sys.path.append(str(folder))
        self.folder, self.before = folder, set(sys.modules)

    def _has(self, name: str) -> bool:
        top = name.partition(".")[0]
        file: str | None = getattr(sys.modules.get(top), "__file__", None)
        return file is not None and top not in self.before and self.folder in list(Path(file).parents)[:2]


_FOLDER = _BotFolder()
"""One for each process, as `sys.path` is."""


def _import(name: str) -> Any:
    """A module, of the folder that one is in too."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    return import_module(name)


def _made_by(found: Any) -> Make:
    """What makes the bot: a class or a function gets of seed and seconds what it asks for, a bot stays as it is."""
    if not isinstance(found, type) and isinstance(found, Bot):
        return lambda _seed, _think: found
    if not callable(found):
        raise PlanError(f"{spelled(found)} is no bot and makes none: a bot has a name and a method choose(view, clock)")
    by_name, by_place = _asked_for(found)

    def make(seed: int, think: float | None) -> Bot:
        given = {"seed": seed, "think": think}
        try:
            made: Bot = found(*list(given.values())[:by_place], **{name: given[name] for name in by_name})
        except Exception as error:  # foreign code: whatever it raises says why there is no bot
            raise PlanError(f"{label(found)} cannot be made: {type(error).__name__}: {error}") from error
        if not callable(getattr(made, "choose", None)):
            raise PlanError(f"{label(found)} made {quoted(made)}, which has no method choose(view, clock)")
        return made

    return make


def _asked_for(found: Any) -> tuple[list[str], int]:
    """Which of seed and think a class or function takes by name, or else how many things it needs."""
    try:
        parameters = list(inspect.signature(found).parameters.values())
    except (TypeError, ValueError):  # written in C
        return [], 2
    by_name = [p.name for p in parameters if p.name in ("seed", "think") and p.kind != p.POSITIONAL_ONLY]
    needed = [p for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in needed if p.name not in by_name]
    if len(needed) > (0 if by_name else 2):
        raise PlanError(f"{spelled(found)} needs {needed[0].name}: the arena gives a seed and seconds to think")
    return by_name, len(needed)
