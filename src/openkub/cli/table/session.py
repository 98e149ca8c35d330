"""A match at one terminal: people take turns at the keys, bots play at once, every turn is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, takewhile

from rich.console import Console
from rich.text import Text

from openkub.cli.paint import flow
from openkub.cli.table.asking import Ask
from openkub.cli.table.bots import bot_move
from openkub.cli.table.complaint import Complaint, refusal
from openkub.cli.table.hinting import STRONGEST, hint_lines
from openkub.cli.table.keep import Keeper
from openkub.cli.table.screen import Screen
from openkub.cli.table.sheet import score_sheet
from openkub.cli.table.tell import round_end, start_text, turn_text, wins_text
from openkub.cli.table.typed import HELP, LAYS_AFTER_DRAW, Verb, Wish, change_draft, read
from openkub.cli.trouble import Trouble
from openkub.law.moves import Code, Draw, Move, Pass, Play, Redeal
from openkub.play.draft import Draft
from openkub.play.game import Game
from openkub.solver.answers import position_of


class Left(Exception):
    """The players have left; the game is kept."""


@dataclass(slots=True)
class Session:
    """The game so far, where it is kept, and the terminal; `ask` returns a line or raises `EOFError`."""

    game: Game
    keeper: Keeper
    screen: Console
    language: str
    ask: Ask
    interactive: bool
    hints: bool = True
    sort: str = "colour"
    news: list[Text] = field(default_factory=list)
    unfinished: bool = False
    hinted: int = 0  # how strong the last hint of this turn was

    def run(self) -> None:
        """Play until the match is over; `Left` when the players stop before."""
        self.keeper.keep(self.game)
        while True:
            if not self.game.state.history:
                self.news.append(start_text(self.names, self.game))
            while not self.game.state.outcome:
                self._turn()
            self._end_of_round()
            if self.game.match.over:
                return
            self.game = self.game.next_round()
            self.keeper.keep(self.game)

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays."""
        return self.game.record.seats

    @property
    def people(self) -> int:
        """How many sit at the keys."""
        return len(self.names) - len(self.game.record.bots)

    def _turn(self) -> None:
        name, bot = self.names[self.game.state.turn], self.game.record.bot(self.game.state.turn)
        if bot is not None:
            self._make(self._bot_move(bot))
            return
        if self.people > 1 and self.interactive and not self.game.state.has_drawn:
            self._pass_screen(name)
        self._make(self._human_move(name))

    def _make(self, move: Move) -> None:
        """A legal move: judged, kept, told."""
        before, seat = self.game.state, self.game.state.turn
        self.game = self.game.apply(move)
        self.keeper.keep(self.game)
        self.news.append(turn_text(self.names[seat], before.table, self.game.state.history[-1]))
        drawn = self.game.state.racks[seat].minus(before.racks[seat])
        if drawn and not isinstance(move, Redeal) and self.game.record.bot(seat) is None:
            self._show_drawn(f"You drew {drawn}.")
        if self.people > 1:
            # Everybody's turn since the one who is next had theirs, and how these tiles came to be dealt until all had
            # a turn with them; whoever is alone at the keys wipes the list.
            turns, next_ = self.game.state.turns, self.game.state.turn
            others = len(list(takewhile(lambda turn: turn.seat != next_, reversed(turns))))
            del self.news[: -(others + (others == len(turns)))]

    def _show_drawn(self, text: str) -> None:
        """What was drawn is the player's own business: with others at the keys, only until Enter."""
        if self.people == 1:
            self.news[-1] = Text(text)
        elif self.interactive:
            self._ask(f"{text} Press Enter.")
        else:
            self._print([Text(text)])

    def _bot_move(self, bot: str) -> Move:
        state = self.game.state
        move = bot_move(state.view(state.turn), bot)
        if state.check(move) is not None:
            raise Trouble(f"the bot finds no legal move; the game is kept in {self.keeper.path}", 1)
        return move

    def _pass_screen(self, name: str) -> None:
        self._clear()
        self._ask(f"Pass the screen to {name}, then press Enter.")

    def leave(self) -> None:
        """End before the match does: with others at the keys, no rack stays on the screen."""
        if self.people > 1:
            self._clear()

    def _clear(self) -> None:
        if self.interactive:
            # The last code wipes what could be scrolled back to: the racks of others.
            codes = "\n" * self.screen.height if self.screen.is_dumb_terminal else "\033[H\033[2J\033[3J"
            print(codes, end="", flush=True)

    def _human_move(self, name: str) -> Move:
        """Ask until a legal move comes."""
        drafts = [Draft.start(position_of(self.game.state.view(self.game.state.turn)))]
        self.hinted = 0
        say: list[Text] = []  # what the last command called forth
        while True:
            self._show(drafts[-1], say)
            self.unfinished = drafts[-1].is_changed
            say.clear()
            try:
                command = read(self._ask(f"{name}> ", drafts[-1]))
                if isinstance(command, tuple):
                    drafts.append(change_draft(drafts[-1], command))
                    continue
                move = self._obey(command, drafts, say)
            except Complaint as complaint:
                say.append(Text(str(complaint), "bold red"))
                continue
            if move:
                self.unfinished = False
                if self.people == 1 or not self.interactive:
                    self.news.clear()
                return move

    def _ask(self, prompt: str, draft: Draft | None = None) -> str:
        try:
            return self.ask(prompt, draft)
        except EOFError:
            raise Left from None

    def _show(self, draft: Draft, say: list[Text]) -> None:
        """The whole screen; in a transcript, an answer alone where there is one, and news only once."""
        if say and not self.interactive:
            return self._print(say)
        self._clear()
        state = self.game.state
        rounds = self.game.match.rules.rounds
        round_ = f"Round {len(self.game.record.rounds)}" + (f" of {rounds}" if rounds else "")
        seen = Screen(state.view(state.turn), self.names, round_, self.sort).lines(draft, self.screen.width)
        self._print(chain(flow(self.news, self.screen.width), seen, self._offers(draft), say))
        if not self.interactive:
            self.news.clear()
        return None

    def _offers(self, draft: Draft) -> Iterator[Text]:
        """How the turn could end as it stands, beyond what always can be typed."""
        if self.game.state.check(self._ending(draft)) is None:
            yield Text("  done ends the turn like this", "green")
        if not draft.is_changed and self.game.state.check(Redeal()) is None:
            yield Text("  redeal asks for a new deal of all tiles", "green")

    def _print(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self.screen.print(line, crop=False)

    def _obey(self, wish: Verb | Wish, drafts: list[Draft], say: list[Text]) -> Move | None:
        """What a word asks for: a move, or something about the screen or the draft."""
        match wish:
            case Verb.DONE:
                return self._judge(self._ending(drafts[-1]), drafts[-1])
            case Verb.DRAW | Verb.PASS | Verb.REDEAL:
                if drafts[-1].is_changed:
                    raise Complaint("You have moved tiles: reset puts them back, done ends the turn with them.")
                return self._judge(_PLAIN[wish], drafts[-1])
            case Verb.UNDO if len(drafts) > 1:
                drafts.pop()
            case Verb.UNDO:
                raise Complaint("There is nothing to undo.")
            case Verb.RESET:
                del drafts[1:]
            case Verb.SORT:
                self.sort = "number" if self.sort == "colour" else "colour"
            case Verb.HELP:
                say.append(Text(self._help()))
            case Verb.HINT:
                say += self._hint(min(self.hinted + 1, STRONGEST), drafts[-1])
            case Wish(strength):
                say += self._hint(strength, drafts[-1])
            case Verb.QUIT:
                raise Left
            case Verb.SHOW:
                pass
        return None

    def _ending(self, draft: Draft) -> Move:
        """The move that ends the turn with this draft; after a draw, a pass where nothing was moved."""
        return Pass() if self.game.state.has_drawn and not draft.is_changed else Play(draft.table)

    def _help(self) -> str:
        """What can be typed at this table."""
        missing = [] if self.hints else [Verb.HINT]
        missing += [Verb.REDEAL] if self.game.match.rules.redeal_doubles is None else []
        help_ = HELP.replace(*LAYS_AFTER_DRAW) if self.game.match.rules.play_after_draw else HELP
        return "\n".join(line for line in help_.split("\n") if line.split()[0] not in missing)

    def _hint(self, strength: int, draft: Draft) -> Iterable[Text]:
        if not self.hints:
            raise Complaint("This table plays without hints.")
        self.hinted = strength
        return hint_lines(self.game.state.view(self.game.state.turn), strength, moved=draft.is_changed)

    def _judge(self, move: Move, draft: Draft) -> Move:
        """The move, if it is legal; else why not, by the numbers that the player sees."""
        problem = self.game.state.check(move)
        if problem is None:
            return move
        said = refusal(problem, draft, self.language)
        if problem.code is Code.MUST_PLAY and self.hints:
            said += " (hint shows what can be laid.)"
        raise Complaint(said)

    def _end_of_round(self) -> None:
        self._clear()
        self._print(flow(self.news, self.screen.width))
        self.news.clear()
        self._print(round_end(self.names, self.game))
        self.screen.print(score_sheet(self.names, self.game.match))
        if self.game.match.over:
            self._end_of_match()
        elif self.interactive and self._ask("Enter: next round, q: leave > ").strip().lower().startswith("q"):
            raise Left

    def _end_of_match(self) -> None:
        self.screen.print(Text(f"{wins_text(self.names, self.game.match.ranking[0])} the match.", "bold"))


_PLAIN: Mapping[Verb, Move] = {Verb.DRAW: Draw(), Verb.PASS: Pass(), Verb.REDEAL: Redeal()}
