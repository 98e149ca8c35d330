"""The language in which moves are refused."""

from __future__ import annotations

import os
from collections.abc import Mapping

from openkub.cli.trouble import Trouble
from openkub.cli.words import as_typed
from openkub.messages import LANGUAGES

VARIABLES = ("OPENKUB_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def language(wish: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The language asked for, or that of the environment, or English.

    >>> language(None, {"LANG": "de_AT.UTF-8"}), language(None, {"LANG": "C"})
    ('de', 'en')
    """
    if wish is not None:
        if wish not in LANGUAGES:
            raise Trouble(f"--lang: {as_typed(wish)} is none of {', '.join(LANGUAGES)}")
        return wish
    named = (environment[name][:2].lower() for name in VARIABLES if environment.get(name))
    first = next(named, "en")
    return first if first in LANGUAGES else "en"
