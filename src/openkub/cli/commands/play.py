"""`openkub play`: a match at the terminal."""

from __future__ import annotations

import os
import secrets
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.text import Text

from openkub.bots import BOTS
from openkub.cli.folders import data_folder
from openkub.cli.paint import console
from openkub.cli.table.lines import start_editing
from openkub.cli.table.session import Session
from openkub.cli.trouble import Trouble, as_typed, parse_rules, read_game, read_record, read_text
from openkub.messages import LANGUAGES
from openkub.notation.text import nearest
from openkub.play.game import Game

Language = Literal["de", "en", "es", "fr", "nl", "pt"]


def play(  # noqa: PLR0917  # the options of the command
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The game for --resume.")] = None,
    rules: Annotated[str | None, typer.Option(metavar="TEXT", help='Such as "jumbo_de joker_penalty=25".')] = None,
    names: Annotated[str | None, typer.Option(metavar="A,B", help="The people, in order of play.")] = None,
    against: Annotated[str | None, typer.Option(metavar="A,B", help=f"The bots: {', '.join(BOTS)}.")] = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Shuffle by this text; else at random.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this new file.")] = None,
    go_on: Annotated[bool, typer.Option("--resume", help="Go on with FILE, or else with the last game.")] = False,
    lang: Annotated[Language | None, typer.Option(help="Language of refusals; else that of your system.")] = None,
) -> int:
    """Play in the terminal: you against bots, or several people at one keyboard.

    Every turn is kept at once, so you can leave a game at any time, with `quit` or Ctrl-C, and resume it. In the game,
    type `help` for all commands and `hint` for what can be laid. No clock runs here. With clocks, and with people
    elsewhere, play in the browser: `openkub serve`.
    """
    if go_on and any(value is not None for value in (rules, names, against, seed, record)):
        raise Trouble("--resume goes on with a game as it is; the other options are for a new one")
    if not go_on and (file or (record and record.exists())):
        raise Trouble(f"{file or record}: to go on with that game: --resume {file or record}")
    if go_on:
        path = file or _latest_path()
        game = read_game(path)
        _check_bots([bot for _, bot in game.record.bots], str(path))
    else:
        game = _new_game(rules or "default", names, against, secrets.token_hex(16) if seed is None else seed)
        path = record or data_folder() / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{secrets.token_hex(2)}.kub"
    session = Session(game, path, console(), lang or _system_language(), sys.stdin.isatty() and sys.stdout.isatty())
    session.kept = read_text(path) if go_on else None
    return _run(session)


def _latest_path() -> Path:
    """Return the file of the game played last that is not over."""
    for path in sorted(data_folder().glob("*.kub"), key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            record = read_record(path)
        except Trouble:  # not a record
            continue
        if len(record.rounds) != record.rules.rounds or record.rounds[-1].outcome is None:
            return path
    raise Trouble(f"there is no unfinished game in {data_folder()}")


def _new_game(rules: str, names: str | None, against: str | None, seed: str) -> Game:
    """Return a game of these people, then these bots. One person alone plays against one bot."""
    people = [name.strip() for name in (names or "You").split(",")]
    bots = [bot.strip() for bot in against.lower().split(",")] if against else ["casual"] * (len(people) == 1)
    _check_bots(bots, "--against")
    called = [f"{bot} {bots[:place].count(bot) + 1}" if bot in bots[:place] else bot for place, bot in enumerate(bots)]
    seats = (*people, *(called if against else ["Bot"] * len(bots)))
    if len(set(seats)) < len(seats):
        raise Trouble("--names: two seats cannot have the same name")
    wanted = parse_rules(rules)
    if wanted.time_limit_mode == "mandatory":
        wanted = replace(wanted, time_limit_mode="none")
    try:
        return Game.new(wanted, seats, seed, tuple(enumerate(bots, len(people))))
    except ValueError as error:
        raise Trouble(f"this game cannot begin: {error}") from None


def _check_bots(bots: list[str], where: str) -> None:
    for bot in bots:
        if bot not in BOTS:
            raise Trouble(f"{where}: {as_typed(bot)} is none of {', '.join(BOTS)}{nearest(bot, BOTS.keys())}")


def _system_language() -> str:
    variables = ("OPENKUB_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    system = next((os.environ[name][:2].lower() for name in variables if os.environ.get(name)), "en")
    return system if system in LANGUAGES else "en"


def _run(session: Session) -> int:
    """Play until the match is over or the players leave; then say where the record is."""
    if session.interactive:
        start_editing(remembers=not session.is_shared)
    session.news.append(Text(f"Rules: {session.game.match.rules}. Type help for all commands."))
    try:
        session.run()
    except (EOFError, KeyboardInterrupt):
        print()
        if session.is_shared:
            session.clear()
    kept = "The game is over; its record is" if session.game.match.over else "Finished turns are kept in"
    session.screen.print(f"{kept} {session.path}", soft_wrap=True)
    return 0
