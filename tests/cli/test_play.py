"""`openkub play`: a game typed through, left, killed, resumed."""

import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from openkub.play.record import Record
from tests.workshop.commands import COMMAND, Run
from tests.workshop.terminal import Terminal


def lines_of(*lines: Any) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(
    "edition",
    ["default rounds=2", "original_es rounds=1", "jumbo_de rounds=1", "default rounds=1 play_after_draw=True"],
)
def test_a_whole_match_typed_through(openkub: Run, typed: Callable[..., Any], tmp_path: Path, edition: str) -> None:
    lines, game = typed(edition, "typed")
    path = tmp_path / "typed.kub"
    ran = openkub("play", "--rules", edition, "--seed", "typed", "--record", path, stdin=lines_of(*lines))
    assert ran.status == 0
    assert path.read_text() == str(game.record)
    assert " the match." in ran.out
    assert (": Rummikub!" in ran.out) == any(round_.outcome.ended == "rack_empty" for round_ in game.record.rounds)
    assert f"its record is {path}" in ran.out
    assert openkub("verify", path).status == 0


def test_the_end_of_input_leaves_the_game_where_it_can_be_resumed(
    openkub: Run, typed: Callable[..., Any], tmp_path: Path
) -> None:
    lines, game = typed("default rounds=1", "left")
    first = openkub("play", "--rules", "default rounds=1", "--seed", "left", stdin=lines_of(*lines[:7]))
    assert first.status == 0
    kept = next((tmp_path / "data" / "openkub").glob("*.kub"))
    assert f"kept in {kept}" in first.out
    rest = openkub("play", "--resume", stdin=lines_of(*lines[7:]))
    assert rest.status == 0
    assert kept.read_text() == str(game.record)


def test_killed_and_resumed_nothing_is_lost(
    openkub: Run, environment: dict[str, str], typed: Callable[..., Any], tmp_path: Path
) -> None:
    lines, game = typed("default rounds=1", "killed")
    path = tmp_path / "killed.kub"
    command = subprocess.Popen(
        [*COMMAND, "play", "--rules", "default rounds=1", "--seed", "killed", "--record", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )
    draws = next(i for i, line in enumerate(lines) if line != "draw")
    command.stdin.write(lines_of(*lines[:draws]).encode())
    command.stdin.flush()
    seen = 0
    while seen < draws:
        line = command.stdout.readline()
        assert line
        seen += line.startswith(b"You drew")
    command.kill()
    assert command.wait(timeout=60) == -signal.SIGKILL
    command.stdin.close()
    command.stdout.close()
    assert [str(move) for seat, move in Record.parse(path.read_text()).rounds[0].turns if seat == 0] == lines[:draws]
    assert openkub("play", "--resume", path, stdin=lines_of(*lines[draws:])).status == 0
    assert path.read_text() == str(game.record)


GAME = """openkub 3
rules: default
seat: You
seat: Bot
seed: 31

round 1
"""


@pytest.fixture
def dealt(openkub: Run) -> Callable[..., Any]:
    """Type lines into a fresh game for two people, so that no bot changes the table."""

    def type_lines(*lines: Any, rules: str = "default", **more: Any) -> Any:
        ran = openkub(
            "play", "--names", "Anna,Ben", "--rules", rules, "--seed", "refusals", stdin=lines_of(*lines), **more
        )
        assert ran.status == 0
        return ran.out

    return type_lines


def test_refusals_say_why(dealt: Callable[..., Any]) -> None:
    out = dealt("pass", "done", "blub", "3 + r5", "undo", "drwa", "d", "x" * 30_000, "\x1b[2J", "dr", "quit")
    assert "You can only pass when nothing is left to draw" in out
    assert "You have laid no tile of your own" in out
    assert "did you mean draw?" in out
    assert "There is no set 3" in out
    assert "There is nothing to undo." in out
    assert "too long" in out
    assert "\x1b" not in out.replace("Anna> \x1b[2J", "")
    assert "d: done or draw?" in out
    assert "Anna draws." in out
    assert "drew" not in out


def test_a_refusal_points_at_the_set_in_the_language_asked_for(openkub: Run, dealt: Callable[..., Any]) -> None:
    rack = next(line for line in dealt().splitlines() if line.startswith("Rack")).split()[1:]
    tile = next(tile for tile in rack if tile != "*")
    for language, word in [
        ("de", "Kombination 1: Es braucht mindestens drei Steine"),
        ("fr", "Combinaison 1 : il faut au moins trois"),
    ]:
        assert word in dealt(tile, "done", OPENKUB_LANG=language)
        assert word in dealt(tile, "done", LANG=f"{language}_XX.UTF-8")
    assert "Set 1: it takes three tiles or more" in dealt(tile, "done", LANG="ja_JP.UTF-8")


def test_moved_tiles_are_not_forgotten_by_a_draw(dealt: Callable[..., Any]) -> None:
    rack = next(line for line in dealt().splitlines() if line.startswith("Rack")).split()[1:]
    assert "You have moved tiles" in dealt(rack[0], "draw")
    assert "Anna draws." in dealt(rack[0], "reset", "draw")


def test_the_rack_is_sorted_both_ways(dealt: Callable[..., Any]) -> None:
    racks = [line for line in dealt("sort").splitlines() if line.startswith("Rack")]
    assert len(racks) == 2
    assert racks[0] != racks[1]
    assert sorted(racks[0].split()) == sorted(racks[1].split())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--rules", "jumbo"], "did you mean jumbo_de?"),
        (["--names", "A,B,C,D,E", "--rules", "jumbo_de"], "2 to 4 can play"),
        (["--names", "Anna,Anna"], "same name"),
        (["--names", "Bot"], "two seats cannot have the same name"),
        (["--names", "A\x1b,B"], "'A\\x1b' is no name"),
        (["--names", ",B"], "'' is no name"),
        (["--seed", "\n"], "'\\n' is no seed"),
        (["--seed", "nameless ;"], "'nameless ;' is no seed"),
        (["--seed", ""], "'' is no seed"),
        (["--lang", "tlh"], "--lang"),
        (["--resume"], "no unfinished game"),
        (["--resume", "missing.kub"], "missing.kub"),
        (["missing.kub"], "--resume missing.kub"),
        (["--resume", "--seed", "x"], "for a new one"),
        (["--resume", "--against", "sharp"], "for a new one"),
        (["--edition", "jumbo_de"], "No such option"),
        (["--latest"], "No such option"),
        (["--terminal"], "No such option"),
        (["--record", "/proc/nowhere/x.kub"], "cannot be kept"),
    ],
)
def test_options_that_make_no_sense(openkub: Run, arguments: list[str], complaint: str) -> None:
    ran = openkub("play", *arguments)
    assert ran.status == 2
    assert complaint in ran.err


def test_a_record_is_never_overwritten(openkub: Run, record: Path) -> None:
    before = record.read_text()
    ran = openkub("play", "--record", record)
    assert ran.status == 2
    assert "--resume" in ran.err
    assert record.read_text() == before


def test_a_false_record_is_not_resumed(openkub: Run, tmp_path: Path) -> None:
    path = tmp_path / "false.kub"
    path.write_text(GAME + "1 pass\n2 pass\n")
    ran = openkub("play", "--resume", path)
    assert ran.status == 1
    assert f"{path}, line 8: " in ran.err


def test_a_match_that_is_over_says_so(openkub: Run, record: Path) -> None:
    ran = openkub("play", "--resume", record)
    assert ran.status == 0
    assert "The game is over" in ran.out


def test_at_a_terminal_the_screen_is_passed_on_and_cleared(environment: dict[str, str]) -> None:
    terminal = Terminal("play", "--names", "Anna,Ben", "--seed", "pty", env={**environment, "NO_COLOR": "1"})
    first = terminal.until("then press Enter.")
    name, other = ("Anna", "Ben") if "Anna" in first else ("Ben", "Anna")
    terminal.type("\n")
    assert "Rack" in terminal.until(f"{name}>")
    terminal.type("draw\n")
    terminal.until("Press Enter.")
    terminal.type("\n")
    between = terminal.until(f"Pass the screen to {other}")
    assert "\x1b[2J" in between
    assert "Rack" not in between
    terminal.until("Enter.")
    terminal.type("\n")
    assert f"{name} draws." in terminal.until(f"{other}>")
    terminal.type("\x04")
    terminal.until("Finished turns are kept in")
    assert terminal.ends() == 0


def test_ctrl_c_leaves_quietly(environment: dict[str, str]) -> None:
    terminal = Terminal("play", "--seed", "pty", env=environment)
    terminal.until("You> ")
    terminal.interrupt()
    rest = terminal.until("kept in")
    assert "Traceback" not in rest
    assert "\x1b[2J" not in rest
    assert terminal.ends() == 0


@pytest.mark.parametrize("leaving", ["quit\n", "\x04", "\x03"])
def test_who_leaves_takes_the_rack_off_a_shared_screen(environment: dict[str, str], leaving: str) -> None:
    terminal = Terminal("play", "--names", "Anna,Ben", "--seed", "pty", env={**environment, "NO_COLOR": "1"})
    terminal.until("then press Enter.")
    terminal.type("\n")
    terminal.until("Rack")
    terminal.until("> ")
    if leaving == "\x03":
        terminal.interrupt()
    else:
        terminal.type(leaving)
    rest = terminal.until("Finished turns are kept in")
    assert "\x1b[2J\x1b[3J" in rest
    assert terminal.ends() == 0


@pytest.fixture
def hinted(openkub: Run) -> Callable[..., Any]:
    """What is said in a game where k3 k4 k5 and r10 b10 y10 can be laid at once; with another seed, nothing."""

    def type_lines(*lines: Any, options: Sequence[Any] = (), seed: str = "hint 4") -> Any:
        ran = openkub("play", "--seed", seed, *options, stdin=lines_of(*lines), COLUMNS="200")
        assert ran.status == 0
        return ran.out

    return type_lines


def test_hints_grow_stronger(hinted: Callable[..., Any]) -> None:
    first, second, third, fourth = hinted("hint", "hint", "hint", "hint").split("You> hint\n")[1:]
    assert "you can lay k3 k4 k5 r10 b10 y10\n" in first
    assert "hint says more" in first
    assert "change" not in first
    assert "Sets that change: none." in second
    assert "1. lay" not in second
    assert "  1. lay k3 k4 k5 as set 1\n  2. lay r10 b10 y10 as set 2\n" in third
    assert "hint says more" not in third
    assert "  1. lay k3 k4 k5" in fourth


def test_a_hint_starts_anew_in_the_next_turn(hinted: Callable[..., Any]) -> None:
    shown = hinted("hint", "hint", "hint", "draw", "hint")
    assert "1. lay" in shown.partition("You> draw")[0]
    assert "1. lay" not in shown.partition("You> draw")[2]


def test_where_nothing_can_be_laid_the_hint_says_so(hinted: Callable[..., Any]) -> None:
    assert "Nothing can be laid in this turn; draw ends it." in hinted("hint", seed="hint 1")


# Draw and play in the same turn


def test_who_has_drawn_may_lay_or_end_the_turn(openkub: Run) -> None:
    options = ("--names", "Anna,Ben", "--rules", "default play_after_draw=True", "--seed", "refusals")
    out = openkub("play", *options, stdin=lines_of("done", "draw", "help", "draw", "done", "draw", "pass", "draw")).out
    assert "You have laid no tile of your own" in out
    assert "draw         take a tile; under the rule play_after_draw you may still lay" in out
    assert "You have drawn in this turn already: play, or end the turn." in out
    assert out.count(" draws.") >= 3
    assert [line for line in out.splitlines() if line.endswith(("draws.", "passes."))]


def test_a_hint_before_the_draw_says_that_it_does_not_end_the_turn(hinted: Callable[..., Any]) -> None:
    options = ("--rules", "default play_after_draw=True")
    out = hinted("hint", "draw", "hint", options=options, seed="hint 1")
    assert "Nothing can be laid yet; draw takes a tile, and you may still lay." in out
    assert "Nothing can be laid in this turn; pass ends it." in out


def test_at_a_terminal_the_screen_stays_with_who_has_drawn(environment: dict[str, str]) -> None:
    rules = ("--rules", "default play_after_draw=True")
    terminal = Terminal("play", "--names", "Anna,Ben", "--seed", "pty", *rules, env={**environment, "NO_COLOR": "1"})
    first = terminal.until("then press Enter.")
    name, other = ("Anna", "Ben") if "Anna" in first else ("Ben", "Anna")
    terminal.type("\n")
    terminal.until(f"{name}>")
    terminal.type("draw\n")
    terminal.until("Press Enter.")
    terminal.type("\n")
    assert "Pass the screen" not in terminal.until(f"{name}>")
    terminal.type("done\n")
    terminal.until(f"Pass the screen to {other}")
    terminal.until("Enter.")
    terminal.type("\n")
    shown = terminal.until(f"{other}>")
    assert f"{name} draws." in shown
    assert f"{name} passes." in shown
    terminal.type("\x04")
    terminal.until("Finished turns are kept in")
    assert terminal.ends() == 0
