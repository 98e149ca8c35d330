"""The command `openkub`: its parts, and how it ends."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib.metadata import version as installed_version
from platform import python_version
from typing import Annotated

import typer

from openkub.cli.commands import (
    admin,
    analyse,
    arena,
    conformance,
    draw,
    play,
    rules,
    serve,
    solve,
    verify,
)
from openkub.cli.settings import PAGE
from openkub.cli.trouble import Trouble, printable
from openkub.solver import IS_COMPILED

INTERRUPTED, BUG = 130, 70

app = typer.Typer(
    name="openkub",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.add_typer(admin.app, name="admin")
app.command("solve")(solve.solve)
app.command("rules")(rules.rules)
app.command("draw")(draw.draw)
app.command("verify")(verify.verify_files)
app.command("analyse")(analyse.analyse_file)
app.command("conformance")(conformance.run_files)
app.command("arena")(arena.arena)


def _show_version(wanted: bool) -> None:
    if wanted:
        kernel = "compiled" if IS_COMPILED else "NOT compiled, about a hundred times slower"
        page = "built" if PAGE.exists() else "missing"
        typer.echo(f"openkub {installed_version('openkub')} (Python {python_version()}; solver {kernel}; page {page})")
        raise typer.Exit


@app.callback()
def openkub(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """The tile game with the rules of five printed editions: play it, serve it, look a rule up, check a game."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its status."""
    warnings.formatwarning = lambda message, *_where: f"openkub: {message}\n"
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """The status of one command; whatever goes wrong is told in one line."""
    try:
        status = typer.main.get_command(app).main(arguments or ["--help"], prog_name="openkub", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except Trouble as trouble:
        return _tell(str(trouble), trouble.status)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except typer.TyperException as error:
        return _tell(f"{error.format_message()} ({_where_to_look(arguments)} lists what there is)", 2)
    except Exception as error:  # a bug is told in one line; who wants to see where it is says so
        if os.environ.get("OPENKUB_TRACEBACK"):
            raise
        return _tell(f"this is a bug: {type(error).__name__}: {error} (OPENKUB_TRACEBACK=1 shows where)", BUG)


def _where_to_look(arguments: Sequence[str]) -> str:
    """The help for what was typed.

    >>> _where_to_look(["solve", "--colour"]), _where_to_look(["slove"])
    ('openkub solve --help', 'openkub --help')
    """
    commands = [command.name for command in app.registered_commands] + ["admin"]
    return f"openkub {arguments[0]} --help" if arguments and arguments[0] in commands else "openkub --help"


def _tell(message: str, status: int) -> int:
    print(f"openkub: {printable(' '.join(message.split()), 1000)}", file=sys.stderr)
    return status


def _reader_gone() -> int:
    """Whoever read our output has closed it: say nothing more, not even when Python flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
