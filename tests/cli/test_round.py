"""A round at the terminal: a new deal, who must lay, clocks, and a game that cannot go on."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from openkub.law.rules import Rules
from openkub.play.record import Record
from tests.cli.conftest import Ran

Openkub = Callable[..., Ran]


PAIRS = ("play", "--rules", "tournament", "--names", "Anna,Ben", "--seed", "pairs 12")
"""A game in which the first to play is dealt three pairs."""


def test_who_is_dealt_three_pairs_may_ask_for_a_new_deal_once(openkub: Openkub) -> None:
    out = openkub(*PAIRS, stdin="help\nredeal\nredeal\n").out
    assert "redeal asks for a new deal of all tiles" in out
    assert "\n  redeal " in out
    assert "Anna redeals." in out
    assert "New deal: once, before anyone has played or drawn" in out
    assert "draws." not in out


def test_nobody_asks_for_a_new_deal_with_tiles_in_the_hand(openkub: Openkub) -> None:
    assert "You have moved tiles" in openkub(*PAIRS, stdin="*\nredeal\n").out


def test_where_no_new_deal_is_to_be_had_none_is_offered(openkub: Openkub) -> None:
    out = openkub("play", "--names", "Anna,Ben", stdin="redeal\n").out
    assert "New deal: once, before anyone has played or drawn" in out
    assert "redeal asks" not in out


def test_with_an_empty_pool_who_can_lay_must(openkub: Openkub) -> None:
    out = openkub("play", "--names", "Anna,Ben", "--seed", "dry", stdin="draw\n" * 78 + "pass\n").out
    assert "You can lay a tile, so here you may not draw" in out
    free = ("--rules", "default empty_pool_pass=free")
    passed = openkub("play", *free, "--names", "Anna,Ben", "--seed", "dry", stdin="draw\n" * 78 + "pass\n").out
    assert " passes." in passed


@pytest.mark.parametrize("edition", ["original_fr", "tournament", "sabra6 time_limit_mode=mandatory"])
def test_rules_that_want_a_clock_are_played_changed(openkub: Openkub, tmp_path: Path, edition: str) -> None:
    path = tmp_path / "game.kub"
    rules = str(Rules.parse(f"{edition.partition(' ')[0]} time_limit_mode=none"))
    assert f"Rules: {rules}. " in openkub("play", "--rules", edition, "--record", path).out
    assert Record.parse(path.read_text()).rules.time_limit_mode == "none"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the games, with one that today's rules do not allow."""
    folder = tmp_path / "data" / "openkub"
    folder.mkdir(parents=True)
    (folder / "stuck.kub").write_text(
        "openkub 1\nrules: default\nseat: You\nseat: Bot\nseed: demo\n\nround 1\n2 pass\n"
    )
    return folder


def test_a_game_that_the_rules_no_longer_allow_says_so_and_is_not_lost(openkub: Openkub, folder: Path) -> None:
    stuck = folder / "stuck.kub"
    before = stuck.read_text()
    for arguments in (["--resume"], ["--resume", stuck]):
        ran = openkub("play", *arguments)
        assert ran.status == 1
        assert f"{stuck}, line 8: You can only pass when nothing is left to draw" in ran.err
    assert stuck.read_text() == before


def test_the_last_unfinished_game_is_resumed(openkub: Openkub, folder: Path) -> None:
    (folder / "older.kub").write_text("openkub 1\nrules: default\nseat: You\nseat: Anna\nseed: demo\n")
    (folder / "no record.kub").write_text("hello")
    stuck = (folder / "stuck.kub").stat().st_mtime
    os.utime(folder / "older.kub", (stuck + 9, stuck + 9))
    os.utime(folder / "no record.kub", (stuck + 99, stuck + 99))
    assert "older.kub" in openkub("play", "--resume").out
