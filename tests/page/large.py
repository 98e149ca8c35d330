"""Tables as full as they get: nearly every tile of the kit lies in sets."""

from dataclasses import replace
from typing import Any

from openkub import Position
from openkub.law.moves import Draw, Play
from openkub.pieces.tiles import TileBag
from openkub.solver import best_play
from tests.page.tables import Story


def ninety() -> Story:
    """Two players, 90 tiles on the table, Anna to move."""
    return _crowded(("Anna", "Bruno"), secret=4, pool=0, kept=(14, 2))


def crowd() -> Story:
    """Six players, 112 tiles on the table, Anna to move with 22 on her rack."""
    people = ("Anna", "Bruno", "Clara", "Daan", "Emma", "Fabio")
    story = _crowded(people, secret=243, pool=24, kept=(11, 1, 1, 1, 1, 1))
    while tiles_on(story) < 111 or story.state.turn != 0:
        play = best_play(story.state.view(story.state.turn)) if story.state.turn else None
        story.move(Draw() if play is None or story.state.apply(play).outcome else play)
    return story


def throng() -> Story:
    """Six players, 121 tiles on the table, Anna to move with 14 on her rack."""
    people = ("Anna", "Bruno", "Clara", "Daan", "Emma", "Fabio")
    story = _crowded(people, secret=256, pool=4, kept=(11, 1, 1, 1, 1, 1))
    story.move(Draw())
    while story.state.turn != 0:
        state = story.state
        rack = state.racks[state.turn]
        keeps_one = Position(state.rules, state.table, rack - TileBag(list(rack)[:1]), state.opened[state.turn])
        story.move(state.idle if tiles_on(story) >= 121 else best_play(keeps_one) or state.idle)
    return story


def late() -> Story:
    """Two players, 80 tiles on the table; Anna can lay her last eleven as three sets and two single tiles."""
    return _crowded(("Anna", "Bruno"), secret=491, pool=0, kept=(11, 15), rules="default empty_pool_pass=free rounds=1")


def tiles_on(story: Story) -> Any:
    return sum(len(meld) for meld in story.state.table)


def _crowded(people: tuple[str, ...], *, secret: int, pool: int, kept: tuple[int, ...], **settings: Any) -> Story:
    """Everybody draws first, then all lay new sets and keep so many tiles."""
    story = Story(*people, secret=secret, **settings).dealt()
    while len(story.state.pool) > pool:
        story.move(Draw())
    first = story.state.turn
    for seat in (*range(first, len(people)), *range(first)):
        story.move(_all_but(kept[seat], story))
    while story.state.turn != 0:
        story.move(story.state.idle)
    return story


def _all_but(kept: int, story: Story) -> Any:
    """The best that the player to move can lay without touching the table, less what would leave fewer tiles."""
    state = story.state
    view = state.view(state.turn)
    empty = type(state.table).parse("")
    melds = [list(map(str, meld)) for meld in best_play(replace(view, table=empty)).table]
    spare = kept - (len(state.racks[state.turn]) - sum(map(len, melds)))
    while spare > 2 and any(len(meld) == 3 for meld in melds):
        melds.remove(next(meld for meld in melds if len(meld) == 3))
        spare -= 3
    for meld in melds:
        while spare > 0 and len(meld) > 3:
            meld.pop()
            spare -= 1
    lying = [str(meld) for meld in state.table]
    return Play(type(state.table).parse(" | ".join([*lying, *(" ".join(meld) for meld in melds)])))
