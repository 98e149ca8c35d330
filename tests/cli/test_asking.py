"""What Tab offers while a line is typed, and what the arrow keys bring back."""

import pytest

from openkub.cli.table.suggesting import suggestions
from tests.test_draft import drafted
from tests.workshop.terminal import Terminal


@pytest.mark.parametrize(
    ("before", "offered"),
    [
        ("1 ", ["+", "-", "/", "=", "2"]),
        ("1 - ", ["r5", "r6", "r7"]),
        ("1 / ", ["1", "2"]),
        ("1 & ", ["2"]),
        ("1 + ", ["k1", "r8"]),
        ("1 + r8 ", ["k1", "r8"]),
        ("1 + r8 r8 ", ["k1"]),
        ("k1 ", ["r8", "|"]),
        ("k1 | ", ["r8", "|"]),
        ("9 + ", ["k1", "r8", "|"]),
        ("* " * 9, ["k1", "r8", "|"]),
    ],
)
def test_what_makes_sense_next_is_offered(before: str, offered: list[str]) -> None:
    assert suggestions(before, drafted("r5 r6 r7 | k3 b3 *", "k1 r8 r8")) == offered


def test_at_first_tiles_sets_and_commands_are_offered() -> None:
    offered = suggestions("", drafted("r5 r6 r7", "k1"))
    assert offered[:2] == ["k1", "1"]
    assert "draw" in offered
    assert "redeal" not in offered


def test_tab_completes_and_the_arrow_brings_back_what_was_typed(environment: dict[str, str]) -> None:
    terminal = Terminal("play", "--seed", "pty", env=environment)
    terminal.until("You>")
    terminal.type("rese\t\n")
    terminal.until("You>")
    terminal.type("blub\n")
    terminal.until("I do not know 'blub'")
    terminal.until("You>")
    terminal.type("\x1b[A\x1b[A\x1b[A\n")
    terminal.until("You>")
    terminal.type("\x1b[A\x1b[A\n")
    assert "I do not know" in terminal.until("'blub'")
    terminal.until("You>")
    terminal.type("\x04")
    terminal.until("kept in")
    assert terminal.ends() == 0
