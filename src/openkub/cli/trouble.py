"""What goes wrong outside the rules: files that cannot be read, options that make no sense."""

from __future__ import annotations

from pathlib import Path

from openkub.notation.errors import NotationError


class Trouble(Exception):
    """An error to be told in one line; the command ends with this status."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


def read_text(path: Path) -> str:
    """The text of a file; `Trouble` names the file and says why it cannot be read."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Trouble(f"{path}: this is not a text file in UTF-8 (byte {error.start} is in the way)") from None
    except (OSError, ValueError) as error:
        raise Trouble(f"{path}: cannot be read: {reason(error)}") from None


def reason(error: Exception) -> str:
    """Why the system refused something, without the file's name, which stands before it anyway."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def place_of(error: NotationError) -> str:
    """Where in a text the error is, as people count: from 1."""
    line = f"line {error.line}, " if error.line else ""
    return f"{line}column {error.position + 1}"


def printable(text: str, longest: int = 200) -> str:
    r"""A line of somebody's file, made safe for a terminal.

    >>> printable("r7\x1b[2J")
    'r7\\x1b[2J'
    """
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:longest])
    return shown + ("…" if len(text) > longest else "")
