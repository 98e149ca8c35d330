"""A match at one terminal: people take turns at the keyboard, bots play at once, every turn is kept."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from openkub.bots import Clock, make_bot
from openkub.cli.paint import flow
from openkub.cli.table.lines import HELP, ask, read_line
from openkub.cli.table.screen import hint_lines, round_end, screen_lines, turn_text
from openkub.cli.trouble import Trouble, read_text, reason
from openkub.law.moves import Code, Move, Pass, Play, Redeal
from openkub.messages import message
from openkub.play.draft import Draft
from openkub.play.game import Game
from openkub.play.steps import StepError
from openkub.solver.answers import position_of
from openkub.solver.hints import Strength


@dataclass(slots=True)
class Session:
    """The game, its file and the terminal."""

    game: Game
    path: Path
    screen: Console
    language: str
    interactive: bool
    sort: str = "colour"
    next_hint: Strength = 1
    drafts: list[Draft] = field(default_factory=list)
    """The table at the start of this turn and after each step."""
    news: list[Text] = field(default_factory=list)
    """What the next player is told."""
    kept: str | None = None
    """The text that was last read from the file or written to it."""

    def run(self) -> None:
        """Play until the match is over. Raise `EOFError` when the players leave before."""
        self._keep()
        while True:
            while not self.game.over:
                self._turn()
            self.clear()
            self._print(self.news)
            self._print(round_end(self.game))
            if self.game.match.over:
                return
            if self.interactive:
                ask("Press Enter for the next round, Ctrl-D to leave. ")
            self.news.clear()
            self.game = self.game.next_round()
            self._keep()

    @property
    def is_shared(self) -> bool:
        """Whether several people sit at the keyboard."""
        return len(self.game.record.seats) - len(self.game.record.bots) > 1

    def clear(self) -> None:
        """Wipe the terminal, and what could be scrolled back to: the racks of others."""
        if self.interactive:
            codes = "\n" * self.screen.height if self.screen.is_dumb_terminal else "\033[H\033[2J\033[3J"
            print(codes, end="", flush=True)

    def _turn(self) -> None:
        """Take one turn: it is judged, kept and told."""
        before, view, seat = self.game.state, self.game.view, self.game.state.turn
        name, bot = self.game.record.seats[seat], self.game.record.bot(seat)
        move = self._ask_move(name) if bot is None else make_bot(bot, seed=view.turn).choose(view, Clock())
        self.game = self.game.apply(move)
        self._keep()
        if bot is None:
            self.news = self.news[-2 * view.seats :] if self.is_shared else []
        told, drawn = turn_text(name, before.table, move), self.game.state.racks[seat].minus(before.racks[seat])
        if bot is None and drawn and not isinstance(move, Redeal):
            if not self.is_shared:
                told = Text(f"You drew {drawn}.")
            elif self.interactive:
                ask(f"You drew {drawn}. Press Enter.")
        self.news.append(told)

    def _keep(self) -> None:
        """Write the record so that at every moment either the old or the new one is whole."""
        if self.kept is not None and read_text(self.path) != self.kept:
            raise Trouble(f"{self.path}: was changed by another program; this turn is not written over it")
        path, self.kept = self.path.resolve(), str(self.game.record)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with fresh.open("w", encoding="utf-8", newline="\n") as file:
                file.write(self.kept)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except OSError as error:
            raise Trouble(f"{self.path}: the game cannot be kept: {reason(error)}") from None

    def _ask_move(self, name: str) -> Move:
        """Ask until a legal move comes."""
        if self.is_shared and self.interactive and not self.game.state.has_drawn:
            self.clear()
            ask(f"Pass the screen to {name}, then press Enter.")
        self.next_hint, self.drafts = 1, [Draft.start(position_of(self.game.view))]
        said: list[Text] = []
        while True:
            self._show(said)
            said = []
            try:
                move = self._obey(read_line(ask(f"{name}> ", self.drafts[-1])), said)
            except ValueError as error:
                said = [Text(str(error), "bold red")]
            else:
                if move is not None:
                    return move

    def _show(self, said: list[Text]) -> None:
        """Show the whole screen; in a transcript only the answer to the last line, if there is one."""
        if self.interactive or not said:
            self.clear()
            self._print(flow(self.news, self.screen.width))
            self._print(screen_lines(self.game, self.drafts[-1], self.sort, self.screen.width))
            refusal = self._refusal(self._ending(), self.drafts[-1])
            if refusal is None:
                self._print([Text("  done ends the turn like this", "green")])
            elif self.drafts[-1].is_changed and not said:
                self._print([Text(f"  not done yet: {refusal}", "red")])
            elif not self.drafts[-1].is_changed and self.game.state.check(Redeal()) is None:
                self._print([Text("  redeal asks for a new deal of all tiles", "green")])
        self._print(said)

    def _print(self, lines: Iterable[object]) -> None:
        for line in lines:
            self.screen.print(line, crop=False)

    def _obey(self, meant: object, said: list[Text]) -> Move | None:
        """Change the draft or the screen, or return the move that ends the turn."""
        draft = self.drafts[-1]
        match meant:
            case tuple():
                self.drafts.append(draft.after(*meant))
            case Play(table):
                return self._judge(meant, replace(draft, sets=tuple(table)))
            case "done":
                return self._judge(self._ending(), draft)
            case "draw" | "pass" | "redeal":
                if draft.is_changed:
                    raise StepError("You have moved tiles: reset puts them back, done ends the turn with them.")
                return self._judge(Move.parse(meant), draft)
            case "undo" | "reset" if len(self.drafts) == 1:
                raise StepError("There is nothing to undo.")
            case "undo" | "reset":
                del self.drafts[-1 if meant == "undo" else 1 :]
            case "sort":
                self.sort = "number" if self.sort == "colour" else "colour"
            case "help":
                said.append(Text(HELP))
            case "hint":
                said += hint_lines(self.game.view, self.next_hint)
                self.next_hint = 2 if self.next_hint == 1 else 3
            case "quit":
                raise EOFError
        return None

    def _ending(self) -> Move:
        """Return the move that ends the turn as the table lies; after a draw, a pass where nothing was moved."""
        draft = self.drafts[-1]
        return Pass() if self.game.state.has_drawn and not draft.is_changed else Play(draft.table)

    def _judge(self, move: Move, draft: Draft) -> Move:
        """Return the move if it is legal. Raise `StepError` that says why not."""
        refusal = self._refusal(move, draft)
        if refusal is not None:
            raise StepError(refusal)
        return move

    def _refusal(self, move: Move, draft: Draft) -> str | None:
        """Return why the rules refuse a move, or None. Sets have the numbers on the screen, which count gaps."""
        problem = self.game.state.check(move)
        if problem is None:
            return None
        if problem.meld is not None and problem.code not in _OF_BEFORE:
            problem = replace(problem, meld=draft.numbers[problem.meld])
        return message(problem, self.language, self.game.match.rules.edition)


_OF_BEFORE = (Code.INVALID_BEFORE, Code.JOKER_SET_SPLIT, Code.JOKER_SOURCE)
"""Problems that name a set of the table before the turn. Such a set keeps its number until the turn is over."""
