"""`openkub play`: a match at the terminal."""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from openkub.cli.paint import console
from openkub.cli.reading import parse_rules
from openkub.cli.table.asking import ask_pipe, terminal_asker
from openkub.cli.table.keep import Keeper, Kept, latest_unfinished, new_path, read_game
from openkub.cli.table.language import language
from openkub.cli.table.seats import seating
from openkub.cli.table.session import Left, Session
from openkub.cli.trouble import Trouble
from openkub.law.leaflets import LEAFLETS
from openkub.law.rules import EDITIONS, Rules
from openkub.notation.errors import NotationError
from openkub.play.game import Game
from openkub.play.record import Seed, seed_text

RulesText = Annotated[
    str | None,
    typer.Option(
        "--rules", "--edition", metavar="TEXT", help='Such as "jumbo_de joker_penalty=25"; see openkub rules.'
    ),
]
Players = Annotated[int | None, typer.Option(metavar="N", help="Seats in all, bots included.", min=2, max=6)]
Names = Annotated[str | None, typer.Option(metavar="A,B", help="The people at the keys, in order of play.")]
Bots = Annotated[int | None, typer.Option(metavar="K", help="How many of the seats are bots.", min=0, max=5)]
Against = Annotated[
    str | None, typer.Option(metavar="A,B", help="Which bots: novice, casual, steady, sharp, expert; a seat each.")
]
SeedText = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Deal the tiles that follow from this text; random otherwise.")
]
RecordFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Keep the game in this file, not in your data folder.")
]
ResumeFile = Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with the game in this file.")]
Latest = Annotated[bool, typer.Option("--latest", help="Go on with the game played last that is not over.")]
Lang = Annotated[
    str | None, typer.Option(metavar="LANG", help="Refusals in de, en, es, fr, nl or pt; else as your system is set.")
]
NoHints = Annotated[bool, typer.Option("--no-hints", help="Nobody at this table is given hints.")]
Terminal = Annotated[
    bool, typer.Option("--terminal", help="Play in this terminal, as it does anyway: the browser is `openkub serve`.")
]


def play(  # noqa: PLR0917  # the options of the command
    terminal: Terminal = False,
    rules: RulesText = None,
    players: Players = None,
    names: Names = None,
    bots: Bots = None,
    against: Against = None,
    seed: SeedText = None,
    record: RecordFile = None,
    resume: ResumeFile = None,
    latest: Latest = False,
    lang: Lang = None,
    no_hints: NoHints = False,
) -> int:
    """Play in the terminal: you against bots, or several people at one keyboard.

    Every turn is kept at once, so a game can be left at any time, with `quit` or Ctrl-C, and resumed. In the game, type
    `help` for what can be typed and `hint` for what can be laid. No clock runs here. In the browser, with clocks and
    with people elsewhere, it is played through `openkub serve`.
    """
    speech = language(lang)
    if latest or resume is not None:
        if any(value is not None for value in (rules, players, names, bots, against, seed, record)):
            raise Trouble("--resume and --latest go on with a game as it is; the other options are for a new one")
        if latest and resume is not None:
            raise Trouble("--resume names a game, --latest takes the last one: say one of them")
        kept = read_game(resume) if resume is not None else latest_unfinished()
        wanted = kept.game.match.rules
    else:
        wanted = parse_rules(rules or "default")
        who = seating(wanted, players, names, bots, against)
        game = Game.new(_without_clock(wanted), who.names, Seed(_seed(seed)), who.bots)
        kept = Kept(game, Keeper.new(record or new_path()))
    return _play(kept, _greeting(kept, wanted), speech, hints=not no_hints)


def _seed(text: str | None) -> str:
    try:
        return seed_text(text) if text is not None else secrets.token_hex(16)
    except NotationError as error:
        raise Trouble(f"--seed: {error}") from None


def _play(kept: Kept, greeting: list[Text], speech: str, *, hints: bool) -> int:
    game, keeper = kept.game, kept.keeper
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    screen = console()
    session = Session(game, keeper, screen, speech, ask_pipe, interactive, hints)
    if interactive:
        session.ask = terminal_asker(remembers=session.people == 1)
    session.news += greeting
    try:
        session.run()
    except (Left, EOFError, KeyboardInterrupt):
        screen.print()
        session.leave()
    if session.unfinished:
        screen.print("The turn that you had begun is not kept.")
    over = "The game is over; its record is" if session.game.match.over else "The game is kept in"
    screen.print(f"{over} {keeper.path}", soft_wrap=True)
    return 0


def _greeting(kept: Kept, wanted: Rules) -> list[Text]:
    lines = [Text(f"A newer game cannot go on: {kept.passed_over}.")] if kept.passed_over else []
    lines.append(Text(f"Rules: {kept.game.match.rules}. Type help for what can be typed."))
    lines.append(Text(f"The game is kept in {kept.keeper.path}", no_wrap=True, overflow="ignore"))
    if "mandatory" in (wanted.time_limit_mode, EDITIONS[wanted.edition].time_limit_mode):
        lines.append(Text(f"Played without {_clock(wanted)}: a changed rule."))
    return lines


def _without_clock(rules: Rules) -> Rules:
    """The rules as they can be kept here: where a clock belongs to them, the record says that none runs."""
    return replace(rules, time_limit_mode="none") if rules.time_limit_mode == "mandatory" else rules


def _clock(rules: Rules) -> str:
    """The clock that belongs to the rules.

    >>> _clock(EDITIONS["original_fr"]), _clock(EDITIONS["tournament"])
    ('the minute that the leaflet gives', 'the clock of 10 minutes, and 10 seconds a turn')
    """
    seconds = rules.time_limit_s or EDITIONS[rules.edition].time_limit_s
    if rules.time_bank_s:
        return f"the clock of {rules.time_bank_s / 60:g} minutes, and {seconds} seconds a turn"
    if seconds == 60 and rules.edition in LEAFLETS:
        return "the minute that the leaflet gives"
    return f"the {seconds} seconds a turn that these rules give"
