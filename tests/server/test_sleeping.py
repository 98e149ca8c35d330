"""Time-outs with an empty pool, on a real server: a player who could lay has not passed."""

from typing import Any

from openkub.law.moves import Code, Pass
from openkub.law.rules import EDITIONS
from openkub.server import entries
from openkub.server.founding import checked
from openkub.server.wire.game import BankClock, Wanted
from tests.page.tables import Story
from tests.server.inprocess import Line, Serving
from tests.workshop.chance import token_of

PLAY_ON = [name for name, rules in EDITIONS.items() if rules.pool_empty_rule == "play_on"]


def dried_up(edition: str) -> Story:
    """Both players have drawn until the pool was empty, and have no time left."""
    agreed = checked(Wanted(f"{edition} deal_size=20 rounds=1", 2, BankClock(30)), ())
    story = Story("Anna", "Bruno", rules=agreed.rules, clock=agreed.clock).dealt()
    while story.state.pool:
        story.happen(entries.Moved(story.state.turn, "draw", "player", 0))
    return story


def moves(server: Serving, game: str) -> list[Any]:
    found = [entries.from_bytes(entry.data) for entry in server.log(game)]
    return [move for move in found if isinstance(move, entries.Moved) and move.move != "draw"]


def test_a_round_does_not_end_before_two_circles_of_time_outs_of_players_who_could_lay(server: Serving) -> None:
    stories = [dried_up(edition) for edition in PLAY_ON]
    for story in stories:
        problem = story.state.check(Pass())
        assert problem is not None
        assert problem.code == Code.MUST_PLAY
        story.put_down(server)
    lines = [Line(server, story.id, token_of(name)) for story in stories for name in story.people]
    for line in lines:
        line.hello()
    for line in lines:
        while line.phase == "playing":
            line.next()
        assert line.view["position"]["outcome"]["ended"] == "pool_empty"
        line.close()
    for story in stories:
        assert [(move.move, move.by) for move in moves(server, story.id)] == [("timeout", "clock")] * 4
