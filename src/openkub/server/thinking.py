"""Bots think in processes of their own, so that no socket waits for them."""

from __future__ import annotations

from openkub.bots import Clock, make_bot
from openkub.law.moves import Move
from openkub.play.view import View
from openkub.server.desk import Desk
from openkub.server.wire.refusals import Refused
from openkub.solver import any_play

AT_ONCE = 100_000
"""Bots wait for each other as long as it takes: people see it as thinking."""
LONGEST_S = 10
"""A bot that has found nothing by then draws; the searches of some house rules do not end."""


def choose(level: str, seed: int, view: View, seconds: float) -> Move:
    """The move of a bot, in the process that thinks."""
    return make_bot(level, seed, seconds).choose(view, Clock(seconds))


class Thinkers:
    """A few processes in which bots think."""

    def __init__(self, processes: int = 1) -> None:
        self._desk = Desk(processes, waiting=AT_ONCE, seconds=LONGEST_S)

    async def choose(self, level: str, seed: int, view: View, seconds: float) -> Move:
        """The move of a bot; if it comes to none, it lays nothing, whether it may or not."""
        try:
            return await self._desk.work(choose, level, seed, view, seconds)
        except Refused:
            return view.idle

    async def must_lay(self, view: View) -> Move:
        """A move for one who may not lay nothing; `Refused` if none is found in time."""
        return await self._desk.work(any_play, view) or view.idle
