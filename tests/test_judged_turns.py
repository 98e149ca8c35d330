"""The file by which the page's judge is measured says what the referee says."""

import json

from openkub.law.turns import Position
from openkub.pieces.melds import Table
from tests.data.turns import FILE

TURNS = json.loads(FILE.read_text())


def test_the_referee_judges_as_the_file_says() -> None:
    for turn in TURNS:
        position = Position(turn["rules"], turn["table"], turn["rack"], turn["opened"])
        assert (position.play_problem(Table(turn["after"])) is None) == turn["legal"], turn


def test_both_verdicts_are_common_in_every_edition() -> None:
    for edition in {turn["rules"] for turn in TURNS}:
        verdicts = [turn["legal"] for turn in TURNS if turn["rules"] == edition]
        assert min(verdicts.count(True), verdicts.count(False)) > 10
