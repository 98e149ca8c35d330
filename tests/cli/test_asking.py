"""What Tab offers while a line is typed, and what the arrow keys bring back."""

from pathlib import Path

import pytest

from openkub.cli.table.lines import completions
from tests.test_draft import drafted
from tests.workshop.terminal import Terminal


@pytest.mark.parametrize(
    ("before", "offered"),
    [("1 - ", ["r5", "r6", "r7"]), ("1 + ", ["k1", "r8"]), ("k1 ", ["k1", "r8"]), ("9 - ", ["k1", "r8"])],
)
def test_what_makes_sense_next_is_offered(before: str, offered: list[str]) -> None:
    assert completions(before, drafted("r5 r6 r7 | k3 b3 *", "k1 r8 r8")) == offered


def test_tab_completes_and_the_arrow_brings_back_what_was_typed(environment: dict[str, str]) -> None:
    terminal = Terminal("play", "--seed", "hint 4", env=environment)
    terminal.until("You>")
    terminal.type("rese\t\n")
    terminal.until("There is nothing to undo.")
    terminal.until("You>")
    terminal.type("k3 k4 k\t5\n")
    terminal.until("not done yet: Your own sets come to 12 points")
    terminal.until("You>")
    terminal.type("1 - k3 k4 \t\n")
    terminal.until("You>")
    terminal.type("blub\n")
    terminal.until("I do not know 'blub'")
    terminal.until("You>")
    terminal.type("\x1b[A\n")
    assert "I do not know" in terminal.until("'blub'")
    terminal.until("You>")
    terminal.type("undo\n")
    terminal.until("You>")
    terminal.type("hint\n")
    terminal.until("At the start of your turn you can lay")
    terminal.until("You>")
    terminal.type("\x04")
    terminal.until("kept in")
    assert terminal.ends() == 0


def test_at_a_shared_keyboard_the_arrow_brings_back_nothing(environment: dict[str, str]) -> None:
    terminal = Terminal("play", "--names", "Anna,Ben", "--seed", "pty", env=environment)
    terminal.until("then press Enter.")
    terminal.type("\n")
    terminal.until(">")
    terminal.type("blub\n")
    terminal.until("I do not know 'blub'")
    terminal.until("> ")
    terminal.type("\x1b[Adra\n")
    assert "blub" not in terminal.until("You drew")
    terminal.type("\x04")
    terminal.until("kept in")
    assert terminal.ends() == 0


def test_without_readline_lines_are_plain(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "readline.py").write_text("raise ImportError\n")
    terminal = Terminal("play", "--seed", "pty", env={**environment, "PYTHONPATH": str(tmp_path)})
    terminal.until("You>")
    terminal.type("blub\n")
    terminal.until("I do not know 'blub'")
    terminal.type("quit\n")
    terminal.until("kept in")
    assert terminal.ends() == 0
