"""`check_bot`: our own bots pass everywhere, and bots that do wrong are told what and where."""

from dataclasses import dataclass
from itertools import count

import pytest

from openkub.bots import BOTS, Bot, BotFault, Clock, check_bot, make_bot
from openkub.law.moves import Move, Play, TimeOut
from openkub.law.rules import EDITIONS
from openkub.play.view import View
from openkub.solver import best_play

DISTINCT = [name for name in BOTS if name != "most-tiles"]


def idle(view: View) -> Move:
    return view.idle


@dataclass
class Foolish:
    """A bot of which one thing is wrong."""

    fault: str
    turns: "count[int]"
    name: str = "foolish"

    def choose(self, view: View, clock: Clock) -> Move:
        if self.fault == "never lays anything":
            return idle(view)
        if self.fault == "takes the table":
            return Play(view.table)
        if self.fault == "lets the clock run":
            return TimeOut()
        play = best_play(view) or idle(view)
        return play if next(self.turns) % 2 else idle(view)


SEATS = {"default": 2, "sabra6": 6, "original_fr": 5, "jumbo_de": 3, "sabra_xxl": 4, "original_es": 2, "tournament": 2}
"""Every edition, every number of seats, each bot among others of its kind."""


@pytest.mark.parametrize(
    "edition", [pytest.param(edition, marks=[] if edition == "default" else pytest.mark.heavy) for edition in EDITIONS]
)
@pytest.mark.parametrize("name", DISTINCT)
def test_every_bot_is_legal_and_repeatable_in_every_edition(name: str, edition: str) -> None:
    report = check_bot(lambda: make_bot(name, seed=3, think=0.02), editions=[edition], seats=[SEATS[edition]])
    assert (report.name, report.rounds) == (name, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", DISTINCT)
def test_every_bot_is_legal_and_repeatable_in_every_edition_with_any_number_of_seats(name: str) -> None:
    report = check_bot(lambda: make_bot(name, seed=3, think=0.02))
    assert report.name == name
    assert report.rounds == sum(2 * EDITIONS[edition].most_players - 1 for edition in EDITIONS)


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("never lays anything", "pass is illegal: must_play"),
        ("takes the table", "illegal: nothing_played"),
        ("lets the clock run", "is no move that a bot may choose"),
        ("changes its mind", "not repeatable"),
    ],
)
def test_a_bot_that_does_wrong_is_told_what_and_where(fault: str, says: str) -> None:
    turns = count()
    with pytest.raises(BotFault, match=says) as caught:
        check_bot(lambda: Foolish(fault, turns), editions=["default"], seats=[2])
    position = str(caught.value).partition("\n")[2]
    assert View.parse(position).seat is not None


def test_a_bot_that_is_late_is_told_so() -> None:
    with pytest.raises(BotFault, match=r"0\.0 s were given"):
        check_bot(make_bot("steady"), editions=["default"], seats=[2], seconds=0.0)


def test_a_bot_may_be_given_instead_of_a_factory() -> None:
    bot: Bot = make_bot("steady")
    report = check_bot(bot, editions=["default"], seats=[2], seconds=600.0)
    assert str(report).startswith("steady: legal, repeatable, in time; 3 rounds")


def test_a_name_that_no_bot_has_is_refused_with_the_names_that_there_are() -> None:
    with pytest.raises(ValueError, match="novice, casual, steady, sharp, expert"):
        make_bot("grandmaster")
