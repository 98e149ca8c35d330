"""Bots in any language: a program that reads events as JSON lines and answers its turns; docs/protocol.md."""

from __future__ import annotations

import json
import time
from pathlib import PurePath
from typing import Any

from openkub.bots.asking import MOST_QUESTIONS, answer_to
from openkub.bots.events import PROTOCOL, Story, hello, line, the_end, your_turn
from openkub.bots.program import Malformed, Program
from openkub.bots.protocol import Clock
from openkub.law.moves import Move
from openkub.notation.errors import NotationError
from openkub.notation.text import quoted
from openkub.play.view import View

__all__ = ["Malformed", "StdioBot"]

START_SECONDS = 20.0
"""How long a program may take to start and say that it is ready."""

_idle: dict[tuple[tuple[str, ...], str], list[Program]] = {}
"""Programs that wait for their next game, by command and rules."""


class StdioBot:
    """One seat in one game, played by a program; the program itself goes on to the next game when all went well."""

    keeps_time = True
    """It watches the clock itself: starting a program is not thinking."""

    def __init__(self, command: tuple[str, ...], seed: int) -> None:
        self.command, self.transcript = command, list[str]()
        self._story = Story(seed)
        self._program: Program | None = None
        self._with_moves = False

    @property
    def name(self) -> str:
        """The program's file name with its arguments."""
        return " ".join([PurePath(self.command[0]).name, *self.command[1:]])

    def choose(self, view: View, clock: Clock) -> Move:
        """Ask the program; if it fails in any way, it is ended."""
        program = self._program or self._take(view)
        try:
            news = [*self._story.news(view), your_turn(view, clock.seconds, with_moves=program.wants_moves)]
            program.check_silent()
            self._send(program, news)
            return self._listen(program, view, _deadline(clock.seconds))
        except BaseException:
            self._program = None
            program.kill()
            raise

    def _listen(self, program: Program, view: View, deadline: float | None) -> Move:
        """Answer what the program asks until it has chosen; its clock runs on, as it does for a bot of the house."""
        for _ in range(MOST_QUESTIONS + 1):
            said = program.read(deadline)
            self.transcript.append(said)
            answer = read_object(said, "choose", "ask")
            if answer["type"] == "choose":
                return _read_move(answer)
            self._send(program, [answer_to(view, answer)])
        raise Malformed(f"more than {MOST_QUESTIONS} questions in a turn")

    def over(self, view: View, scores: tuple[int, ...], foul: str) -> None:
        """Tell the program how it ended, and let it wait for its next game."""
        program, self._program = self._program, None
        if program is None:
            return
        try:
            self._send(program, [*self._story.news(view), the_end(view, scores, foul)])
        except OSError:
            program.kill()
            return
        _idle.setdefault((self.command, str(view.rules)), []).append(program)

    def _take(self, view: View) -> Program:
        """A program that waits, or a new one."""
        waiting = _idle.get((self.command, str(view.rules)), [])
        while waiting:
            self._program = waiting.pop()
            if self._program.is_alive:
                return self._program
        self._program = program = Program(self.command)
        try:
            self._send(program, [hello(view.rules)])
            answer = program.read(_deadline(START_SECONDS))
            self.transcript.append(answer)
            program.wants_moves = _wants_moves(answer)
        except BaseException:
            self._program = None
            program.kill()
            raise
        return program

    def _send(self, program: Program, events: list[dict[str, Any]]) -> None:
        lines = [line(event) for event in events]
        self.transcript += lines
        program.send(lines)


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


def _wants_moves(text: str) -> bool:
    """Whether the program wants moves to choose from."""
    answer = read_object(text, "ready")
    if answer.get("protocol", PROTOCOL) != PROTOCOL:
        raise Malformed(f"it speaks protocol {quoted(str(answer['protocol']))}, not {PROTOCOL}")
    return answer.get("moves") is True


def _read_move(answer: dict[str, Any]) -> Move:
    try:
        return Move.parse(answer.get("move", ""))
    except NotationError as error:
        raise Malformed(str(error)) from None


def read_object(text: str, *kinds: str) -> dict[str, Any]:
    """A line of a program, which must be an object of one of these types."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed(f"not a line of JSON: {quoted(text)}") from None
    if not isinstance(answer, dict) or answer.get("type") not in kinds:
        raise Malformed(f'expected {{"type": "{kinds[0]}", …}}, not {quoted(text)}')
    return answer
