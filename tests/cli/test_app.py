"""The command as a whole: help, typing errors, pipes."""

import subprocess
import sys

import pytest
import typer

from openkub import __version__
from openkub.cli import app
from openkub.solver import IS_COMPILED
from tests.workshop.commands import COMMAND, Run

COMMANDS = list(typer.main.get_command(app.app).commands)


def test_help_names_every_command(openkub: Run) -> None:
    shown = openkub("--help")
    assert shown.status == 0
    assert len(COMMANDS) >= 9
    assert all(f" {command} " in shown.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(openkub: Run, command: str) -> None:
    shown = openkub(command, "--help")
    assert shown.status == 0
    assert f"openkub {command}" in shown.out


def test_version(openkub: Run) -> None:
    told = openkub("--version").out
    assert told.startswith(f"openkub {__version__} (Python 3.")
    assert ("solver compiled" in told) is IS_COMPILED


def test_without_its_extra_the_command_says_in_a_line_how_to_get_it(environment: dict[str, str]) -> None:
    missing = "import sys; sys.modules['typer'] = None; from openkub.__main__ import main; main()"
    ran = subprocess.run([sys.executable, "-c", missing], capture_output=True, env=environment, check=False, timeout=60)
    told = ran.stderr.decode()
    assert (ran.returncode, told.count("\n")) == (1, 1)
    assert "pip install 'openkub[cli]' (typer is missing)" in told


def test_a_mistyped_command_is_suggested(openkub: Run) -> None:
    ran = openkub("verfy")
    assert ran.status == 2
    assert "verify" in ran.err


def test_a_mistyped_option_is_suggested(openkub: Run) -> None:
    ran = openkub("play", "--name", "Anna")
    assert ran.status == 2
    assert "--names" in ran.err


def test_a_reader_that_leaves_is_no_error(environment: dict[str, str]) -> None:
    command = subprocess.Popen(
        [*COMMAND, "rules", "jumbo_de"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    command.stdout.readline()
    command.stdout.close()
    assert command.stderr.read() == b""
    command.stderr.close()
    command.wait(timeout=60)


def test_a_bug_is_told_in_a_line_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(app.typer.main, "get_command", lambda _: 1 / 0)
    assert app.run([]) == app.BUG
    assert capsys.readouterr().err.startswith("openkub: this is a bug: ZeroDivisionError")
    monkeypatch.setenv("OPENKUB_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        app.run([])


def test_the_package_itself_is_the_command(environment: dict[str, str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "openkub", "--version"], capture_output=True, env=environment, check=True, timeout=60
    )
    assert ran.stdout.startswith(b"openkub 0.")


def test_without_arguments_the_help_is_shown(openkub: Run) -> None:
    shown = openkub()
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == openkub("--help").out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "--objective", "foo"], "'--objective'"),
        (["solve", "--objective", "\x1b🙂"], r"\x1b🙂"),
        (["solve", "--bogus"], "No such option: --bogus (openkub solve --help lists"),
        (["arena", "sharp", "novice", "--deals", "5", "--journal"], "'--journal'"),
        (["play", "--lang", "tlh"], "'--lang'"),
        (["play", "--rules"], "(openkub play --help lists"),
        (["verify"], "(openkub verify --help lists"),
        (["nothing"], "No such command 'nothing'. (openkub --help lists"),
        (["--bogus"], "(openkub --help lists"),
    ],
)
def test_wrong_options_are_told_with_the_right_help(openkub: Run, arguments: list[str], complaint: str) -> None:
    ran = openkub(*arguments)
    assert ran.status == 2
    assert complaint in ran.err
