"""Typed turns: steps, refusals, whole plays, hints, and news for the other players."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openkub.law.rules import Rules
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.game import Game
from openkub.play.state import State
from tests.workshop.commands import Ran, Run

Typed = Callable[..., Ran]


@pytest.fixture
def at(openkub: Run, tmp_path: Path) -> Typed:
    """Type lines in a game of Anna and Ben that begins with this table and Anna's rack; both have opened."""

    def type_lines(table: str, rack: str, *lines: str, rules: str = "default", ben: str = "k13") -> Ran:
        racks = [TileBag.parse(rack), TileBag.parse(ben)]
        start = State.of(Rules.parse(rules), Table.parse(table), racks, opened=[True, True])
        path = tmp_path / "position.kub"
        path.write_text(str(Game.new(rules, ("Anna", "Ben"), "turns", start=start).record))
        ran = openkub("play", "--resume", path, stdin="".join(f"{line}\n" for line in lines), COLUMNS="300")
        assert ran.status == 0
        return ran

    return type_lines


def last_screen(ran: Ran) -> list[str]:
    """The table, the rack and the hand on the last screen, and what is said about the turn."""
    lines = ran.out.rpartition("\nRound ")[2].splitlines()[2:]
    return [" ".join(line.split()) for line in lines if line and not line.startswith(("Anna>", "Finished"))]


@pytest.mark.parametrize(
    ("table", "rack", "lines", "shown"),
    [
        ("", "r9 r10 r11 k1", ["R11, r9,r10"], ["1~r9 r10 r11", "Rack k1"]),
        ("", "r9 r10 r11 k7 b7 y7", ["r9-11 | kby7"], ["1~r9 r10 r11 2~k7 b7 y7", "Rack empty"]),
        ("", "r9 r11 * k1", ["r9 r11 j"], ["1~r9 *=r10 r11", "Rack k1"]),
        ("", "y5 y6 y7 k1", ["o5-7"], ["1~y5 y6 y7", "Rack k1"]),
        ("r4 r5 r6", "r3 r7", ["1 + r3", "1+r7"], ["1~r3 r4 r5 r6 r7", "Rack empty"]),
        ("r5 * r7", "r8 k1", ["1 + r8"], ["1~r5 *=r6 r7 r8", "Rack k1"]),
        ("b6 b7 *", "b4 k1", ["1 + b4"], ["1~b4 *=b5 b6 b7", "Rack k1"]),
        ("r4 r5 r6 r7 r8", "r6 k1", ["1 / 2", "1 + r6"], ["1~r4 r5 r6 2~r6 r7 r8", "Rack k1"]),
    ],
)
def test_what_a_line_does(at: Typed, table: str, rack: str, lines: list[str], shown: list[str]) -> None:
    assert last_screen(at(table, rack, *lines)) == [*shown, "done ends the turn like this"]


@pytest.mark.parametrize(
    ("table", "lines", "shown"),
    [
        ("k3 b3 *", ["1 = y3"], ["1~k3 b3 y3", "Rack k1", "Hand * from the table, lay it again"]),
        ("r3 r4 r5 r6", ["1 - r3"], ["1~r4 r5 r6", "Rack k1 y3", "Hand r3 from the table, lay it again"]),
        ("r1 r2 r3 r4", ["1 - r2"], ["1!r1 r3 r4", "Rack k1 y3", "Hand r2 from the table, lay it again"]),
        ("r1 r2 r3 | r4 r5 r6", ["1 2"], ["1~r1 r2 r3 r4 r5 r6", "Rack k1 y3"]),
        ("r4 r5 r6 | r1 r2 r3", ["1 2", "y3"], ["1~r1 r2 r3 r4 r5 r6 3!y3", "Rack k1"]),
        ("r4 r5 r6", ["1 / 1", "undo"], ["1 r4 r5 r6", "Rack k1 y3"]),
        ("r4 r5 r6", ["1 / 1", "2 / 1", "reset"], ["1 r4 r5 r6", "Rack k1 y3"]),
    ],
)
def test_a_turn_that_cannot_end_yet(at: Typed, table: str, lines: list[str], shown: list[str]) -> None:
    seen = last_screen(at(table, "k1 y3", *lines))
    assert seen[: len(shown)] == shown
    assert "done ends the turn like this" not in seen


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("9 + r5", "There is no set 9; there are 1, 2."),
        ("0 + r5", "There is no set 0"),
        ("1 + r5", "'1 - r5' takes it"),
        ("1 + r12", "Your rack lacks r12."),
        ("k1 k1", "Your rack lacks k1."),
        ("1 - k5", "There is no k5 in set 1."),
        ("1 / 0", "it cannot be split behind tile 0"),
        ("1 / 3", "it cannot be split behind tile 3"),
        ("1 1", "to itself"),
        ("1 = r7", "No joker in set 1 stands for r7"),
        ("2 = k1", "No joker in set 2 stands for k1"),
        ("1 = k1 r7", "'k1 r7' is no tile"),
        ("1 +", "I do not understand"),
        ("1 / x", "I do not understand"),
        ("1", "I do not understand"),
        ("r14", "'r14' is no tile"),
        ("r5 q7", "'q7' is no tile"),
        ("größe", "is no tile"),
        ("\u202er5", r"'\u202er5' is no tile"),
        ("play r1 r2 r3", "r1 is neither on the table nor on the rack"),
        ("d", "done or draw?"),
        ("donne", "did you mean done?"),
        ("blub", "I do not know 'blub'; try help."),
        ("x" * 30_000, "too long"),
    ],
)
def test_what_cannot_be_done_is_said(at: Typed, line: str, complaint: str) -> None:
    assert complaint in at("r5 r6 r7 | k3 b3 *", "k1 r7", line).out.partition("\n> ")[2]


def test_an_empty_table_has_no_sets(at: Typed) -> None:
    assert "There is no set 3; the table is empty." in at("", "k1", "3 / 1").out


def test_a_whole_play_can_be_typed(at: Typed) -> None:
    out = at("r4 r5 r6", "r7 k1", "play r4-6 | r7", "play r4-7").out
    assert "Set 2: it takes three tiles or more" in out
    assert "Anna lays r7 and changes 1 set." in out


def test_a_refused_set_has_the_number_that_it_has_on_the_screen(at: Typed) -> None:
    out = at("r1 r2 r3 | r4 r5 r6 | k9 b9 y9", "k1 k2", "1 2", "k1", "done").out
    assert out.count("Set 4: it takes three tiles or more") == 2
    table = "k9 b9 y9 | r5 * r7 r8 | y1 y2 y3"
    assert "Set 2: a set with a joker" in at(table, "r9 r10 k1", "2 - r8", "r8-10", "done", rules="jumbo_de").out


def test_the_others_are_told_what_was_laid(at: Typed) -> None:
    out = at("r4 r5 r6", "r7 k9 b9 y9 k1", "kby9", "done", "draw").out
    assert "Anna lays k9 b9 y9." in out
    assert "Ben draws." in out


def test_who_lays_the_last_tile_calls_and_the_others_pay(at: Typed) -> None:
    out = at("", "r9 r10 r11", "r9-11", "done").out
    assert "Anna calls: Rummikub!\nAnna won round 1: the last tile is laid.\n" in out
    assert "  Anna: +13, +13 in all" in out
    assert "  Ben: -13, -13 in all  k13" in out


def test_a_hint_names_the_sets_by_their_numbers(at: Typed) -> None:
    out = at("k9 b9 y9 | b8 b9 b10 | k4 r4 b4 y4", "y5 y6 k8 y8 b11", *["hint"] * 3).out
    assert "At the start of your turn you can lay y5 y6 k8 y8 b11\nSets that change: 2, 3.\nhint says more" in out
    assert "  1. take b8 from set 2, which leaves b9 b10\n" in out
    assert "  5. add b11 to set 2: b9 b10 b11\n" in out


def test_a_file_that_somebody_else_changed_is_not_overwritten(openkub: Run, tmp_path: Path) -> None:
    from openkub.cli.paint import console
    from openkub.cli.table.session import Session
    from openkub.cli.trouble import Trouble

    game = Game.new("default", ("Bot", "Bot 2"), "x", ((0, "casual"), (1, "casual")))
    session = Session(game, tmp_path / "game.kub", console(), "en", interactive=False, kept="what was read")
    session.path.write_text("mine")
    with pytest.raises(Trouble, match="changed by another program"):
        session.run()
    assert [path.name for path in tmp_path.iterdir()] == ["game.kub"]
    assert session.path.read_text() == "mine"


def test_the_help_names_every_command(at: Typed) -> None:
    from openkub.cli.table.lines import COMMANDS, HELP

    shown: Any = at("", "k1", "help", "?").out
    assert all(command in HELP for command in COMMANDS if command != "help")
    assert HELP in shown
