"""`openkub play --against`: bots by their names."""

from pathlib import Path

import pytest

from openkub.play.game import verify
from openkub.play.record import Record
from tests.workshop.commands import Run


def test_named_bots_sit_at_the_table_and_are_known_again_when_the_game_goes_on(openkub: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.kub"
    ran = openkub("play", "--against", "sharp,casual", "--seed", "x", "--record", path, stdin="draw\n" * 3)
    assert ran.status == 0
    assert "sharp: " in ran.out
    assert openkub("play", "--resume", path, stdin="draw\n" * 2).status == 0
    record = Record.parse(path.read_text())
    assert record.seats == ("You", "sharp", "casual")
    assert record.bots == ((1, "sharp"), (2, "casual"))
    assert sum(seat == 0 for seat, _ in record.rounds[0].turns) == 5
    assert verify(path.read_text()) is None


def test_two_of_a_kind_are_numbered(openkub: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.kub"
    assert openkub("play", "--against", "steady, steady", "--names", "Anna", "--record", path).status == 0
    assert Record.parse(path.read_text()).seats == ("Anna", "steady", "steady 2")


def test_a_person_may_be_called_like_a_bot(openkub: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.kub"
    assert "\nsharp> draw" in openkub("play", "--names", "sharp,Bot", "--record", path, stdin="draw\ndraw\n").out
    assert Record.parse(path.read_text()).bots == ()
    assert "\nBot> draw" in openkub("play", "--resume", path, stdin="draw\ndraw\n").out


def test_a_bot_that_does_not_play_here_is_named(openkub: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.kub"
    path.write_text("openkub 3\nrules: default\nseat: You\nseat: Deep\nbot: 2 deep thought\nseed: demo\n")
    assert "'deep thought' is none of novice" in openkub("play", "--resume", path).err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--against", "nobody"], "is none of novice"),
        (["--against", "sharp,"], "is none of novice"),
        (["--against", "sharp 2"], "is none of novice"),
        (["--against", "Shrap"], "did you mean sharp?"),
        (["--against", "sharp", "--names", "sharp"], "two seats cannot have the same name"),
        (["--against", "sharp,sharp,sharp,sharp", "--rules", "jumbo_de"], "2 to 4 can play"),
    ],
)
def test_what_makes_no_sense_is_refused(openkub: Run, arguments: list[str], complaint: str) -> None:
    ran = openkub("play", *arguments)
    assert ran.status == 2
    assert complaint in ran.err
