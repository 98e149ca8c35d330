"""Options that cannot be read, told in our own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS = (
    (r" \(env var: '(\w+)'\)", r" (or \1)"),
    (r"Invalid value for '([^']+)'([^:]*): ", r"\1\2: "),
    (r"Value error, ", ""),
    (r" is not one of (.+?)\.?$", lambda found: f" is none of {found[1].replace(chr(39), '')}"),
    (r"Input should be less than or equal to (\S+)", r"at most \1"),
    (r"Input should be greater than or equal to (\S+)", r"at least \1"),
    (r"Input should be a valid integer.*", "a whole number is wanted"),
    (r"Input should be a valid number.*", "a number is wanted"),
)
"""What the library for the command line says, and how we say it."""


def in_our_words(said: str) -> str:
    """A complaint of the library for the command line.

    >>> in_our_words("Invalid value for '--objective': Value error, 'foo' is not one of 'tiles', 'value'.")
    "--objective: 'foo' is none of tiles, value"
    >>> in_our_words("Invalid value for '--players': Input should be less than or equal to 6")
    '--players: at most 6'
    >>> in_our_words("Invalid value for '--port' (env var: 'OPENKUB_PORT'): Input should be a valid integer")
    '--port (or OPENKUB_PORT): a whole number is wanted'
    """
    for theirs, ours in _WORDS:
        said = re.sub(theirs, ours, said)
    return said


def where_to_look(arguments: Sequence[str], commands: Sequence[str]) -> str:
    """The help for what was typed.

    >>> where_to_look(["solve", "--colour"], ["play", "solve"]), where_to_look(["slove"], ["play", "solve"])
    ('openkub solve --help', 'openkub --help')
    """
    return f"openkub {arguments[0]} --help" if arguments and arguments[0] in commands else "openkub --help"
