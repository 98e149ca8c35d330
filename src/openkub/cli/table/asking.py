"""How lines come in: edited at a terminal, with history and completion; from a pipe as they are."""

from __future__ import annotations

import re
import sys
from typing import Protocol

from openkub.cli.table.suggesting import suggestions
from openkub.play.draft import Draft


class Ask(Protocol):
    """A line of the player's, or `EOFError`; where a turn is being thought about, Tab completes tiles and sets."""

    def __call__(self, prompt: str, draft: Draft | None = None) -> str:
        """Ask with this prompt."""


def ask_pipe(prompt: str, draft: Draft | None = None) -> str:
    """A line of a pipe, printed so that what comes out can be read."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{prompt}{line.rstrip()}")
    return line.rstrip("\n")


def terminal_asker(*, remembers: bool) -> Ask:
    """Lines that can be edited; `remembers` if the arrow keys bring back what was typed: not where others follow."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import DynamicCompleter, WordCompleter
    from prompt_toolkit.history import DummyHistory, InMemoryHistory
    from prompt_toolkit.shortcuts import CompleteStyle

    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory() if remembers else DummyHistory(),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,  # a menu would want room below, and push the table off the screen
    )

    def ask(prompt: str, draft: Draft | None = None) -> str:
        def words() -> WordCompleter:
            typed = session.default_buffer.document.text_before_cursor
            before = re.sub(r"\S*$", "", typed)
            return WordCompleter(suggestions(before, draft) if draft else [], ignore_case=True, WORD=True)

        return session.prompt(prompt, completer=DynamicCompleter(words))

    return ask
