"""A round at the terminal: how it begins, a new deal, who must lay, how it ends, and one that cannot go on."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from openkub.cli.table.tell import round_end
from openkub.law.moves import Play
from openkub.law.rules import EDITIONS
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TileBag
from openkub.play.game import Game
from openkub.play.record import Record, Seed
from openkub.play.state import State
from tests.cli.conftest import Ran

Openkub = Callable[..., Ran]


def test_who_drew_what_for_the_start_is_shown(openkub: Openkub) -> None:
    game = Game.new(EDITIONS["default"], ("You", "Bot"), Seed("demo"))
    drawn = ", ".join(f"{('You', 'Bot')[seat]} {tile}" for seat, tile in game.start_draws)
    assert f"Drawn for the start: {drawn}. Bot begins." in openkub("play", "--seed", "demo").out


def test_a_round_that_is_under_way_has_begun(openkub: Openkub, tmp_path: Path) -> None:
    path = tmp_path / "game.kub"
    assert "Drawn for" in openkub("play", "--seed", "demo", "--record", path, stdin="draw\n").out
    assert "Drawn for" not in openkub("play", "--resume", path).out


PAIRS = ("play", "--rules", "tournament", "--names", "Anna,Ben", "--seed", "pairs 12")
"""A game in which the first to play is dealt three pairs."""


def test_who_is_dealt_three_pairs_may_ask_for_a_new_deal_once(openkub: Openkub) -> None:
    out = openkub(*PAIRS, stdin="help\nredeal\nredeal\n").out
    assert "redeal asks for a new deal of all tiles" in out
    assert "\n  redeal " in out
    assert "Anna asks for a new deal." in out
    assert "New deal: once, before your first turn" in out
    assert "You drew" not in out


def test_nobody_asks_for_a_new_deal_with_tiles_in_the_hand(openkub: Openkub) -> None:
    assert "You have moved tiles" in openkub(*PAIRS, stdin="*\nredeal\n").out


def test_where_no_new_deal_is_to_be_had_nobody_hears_of_it(openkub: Openkub) -> None:
    out = openkub("play", "--names", "Anna,Ben", stdin="help\nredeal\n").out
    assert "New deal: once, before your first turn" in out
    assert "redeal asks" not in out
    assert "\n  redeal " not in out


def test_with_an_empty_pool_who_can_lay_must(openkub: Openkub) -> None:
    out = openkub("play", "--names", "Anna,Ben", "--seed", "dry", stdin="draw\n" * 78 + "pass\n").out
    assert "You can lay a tile, so here you may not draw" in out
    free = ("--rules", "default empty_pool_pass=free")
    passed = openkub("play", *free, "--names", "Anna,Ben", "--seed", "dry", stdin="draw\n" * 78 + "pass\n").out
    assert " passes." in passed


def ended(*racks: str) -> list[str]:
    """What is said at the end of a tournament round in which Anna, who has opened, lays her last tiles."""
    rules = EDITIONS["tournament"]
    held = [TileBag.parse(rack) for rack in racks]
    game = Game.new(rules, ("Anna", "You"), Seed("demo"))
    game = replace(game, state=State.of(rules, Table(), held, opened=[True, False]))
    return [str(line) for line in round_end(("Anna", "You"), game.apply(Play(Table([Meld(held[0])]))))]


def test_who_lays_the_last_tile_calls_and_who_has_not_opened_pays() -> None:
    assert ended("r9 r10 r11", "k2 *") == [
        "Anna calls: Rummikub!",
        "Anna wins round 1: the last tile is laid.",
        "  You: k2 *  (not opened: 100 instead of 52)",
    ]
    assert ended("r9 r10 r11", "k9 k10 k11")[2] == "  You: k9 k10 k11  (not opened: 200 instead of 30)"


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("original_fr", "Played without the minute that the leaflet gives: a changed rule."),
        ("tournament", "Played without the clock of 10 minutes, and 10 seconds a turn: a changed rule."),
        (
            "sabra6 time_limit_mode=mandatory",
            "Played without the 120 seconds a turn that these rules give: a changed rule.",
        ),
    ],
)
def test_rules_that_want_a_clock_are_played_changed(openkub: Openkub, tmp_path: Path, edition: str, said: str) -> None:
    path = tmp_path / "game.kub"
    assert said in openkub("play", "--rules", edition, "--record", path).out
    assert Record.parse(path.read_text()).rules.time_limit_mode == "none"
    assert ("changed rule" in openkub("play", "--resume", path).out) == (" " not in edition)


def test_an_edition_without_a_clock_says_nothing_of_one(openkub: Openkub) -> None:
    assert "changed rule" not in openkub("play").out


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
    for arguments in (["--latest"], ["--resume", stuck]):
        ran = openkub("play", *arguments)
        assert ran.status == 1
        assert f"{stuck}, line 8: You can only pass when nothing is left to draw" in ran.err
        assert "this game cannot go on; its file is left as it is" in ran.err
    assert stuck.read_text() == before


def test_an_older_game_goes_on_and_the_newer_one_is_named(openkub: Openkub, folder: Path) -> None:
    (folder / "older.kub").write_text("openkub 1\nrules: default\nseat: You\nseat: Bot\nseed: demo\n")
    (folder / "over.kub").write_text("hello")
    stuck = (folder / "stuck.kub").stat().st_mtime
    os.utime(folder / "older.kub", (stuck - 9, stuck - 9))
    out = openkub("play", "--latest").out.replace("\n", " ")
    assert "A newer game cannot go on: " in out
    assert "older.kub" in out
