"""Questions about positions that a client describes: what could be played, and whether a turn is legal."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal, TypeVar, cast

import msgspec
from starlette.responses import Response

from openkub.law.leaflets import SOURCES, TITLES
from openkub.law.moves import Code, Move, Problem
from openkub.law.options import Option
from openkub.law.rules import EDITIONS, OPTIONS, Rules
from openkub.law.turns import Position
from openkub.messages import message
from openkub.notation.errors import NotationError
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.play.state import State
from openkub.play.steps import Step
from openkub.server.desk import Desk
from openkub.server.door.files import File
from openkub.server.door.limits import Kind
from openkub.server.door.routes import Asked, Door
from openkub.server.steps import step_view
from openkub.server.wire import http as wire
from openkub.server.wire.refusals import ProblemView, Refusal, Refused
from openkub.solver import Answer, best, explain
from openkub.solver.positions import PositionError, checked_position

T = TypeVar("T")

_ASKED = (Refusal.BAD_POSITION, Refusal.TOO_HARD)


def add(door: Door, desk: Desk) -> None:
    """Declare the routes that answer questions about positions; the solver works in the processes of `desk`."""

    @door.get("/api/rules")
    async def rules(asked: Asked[None]) -> wire.RulesView | Response:
        """Every edition, every option, and where the leaflets speak of them.

        The answer changes only with the server's version: it has an `ETag` to ask again with.
        """
        return _rules_file().answer(asked.request.headers)

    @door.post("/api/solve", refuses=_ASKED, spends=Kind.ANALYSIS)
    async def solve(asked: Asked[wire.Solve]) -> wire.Solution:
        """The best play in a position.

        Among equal plays it is one that disturbs the table least, with the human moves that lead to it.
        """
        said = asked.body
        here = position(said.rules, said.table, said.rack, opened=said.opened)
        return _solution(*await desk.work(_solved, here, said.objective, asker=door.asker(asked)))

    @door.post("/api/judge", refuses=_ASKED, spends=Kind.ANALYSIS)
    async def judge(asked: Asked[wire.Judge]) -> wire.Verdict:
        """Whether a turn is legal in a position.

        If it is not, the verdict names the rule and the place, and says so in the player's language and in the words
        of the edition. No turn is legal on a table that held no valid sets before it: `invalid_before`.
        """
        said = asked.body
        move, rules = read(Move.parse, said.move, "move"), read(Rules.parse, said.rules, "rules")
        table, rack = read(Table.parse, said.table, "table"), read(TileBag.parse, said.rack, "rack")
        if table.first_invalid is not None:
            return _verdict(Problem(Code.INVALID_BEFORE, table.first_invalid), said.language, rules)
        here = checked(rules, table, rack, opened=said.opened)
        problem = await desk.work(_judged, here, said.pool, move, asker=door.asker(asked))
        return _verdict(problem, said.language, rules)


def _solved(here: Position, objective: Literal["tiles", "value", "fewest"]) -> tuple[Answer | None, tuple[Step, ...]]:
    answer = best(here, objective)
    return answer, explain(here.table, answer.table) if answer else ()


def _solution(answer: Answer | None, steps: tuple[Step, ...]) -> wire.Solution:
    if answer is None:
        return wire.Solution(0, 0, "", None, [])
    laid, table = str(answer.laid), str(answer.table)
    return wire.Solution(answer.count, answer.value, laid, table, [step_view(step) for step in steps])


def _judged(here: Position, pool: bool, move: Move) -> Problem | None:
    """What is wrong with the move at a table of two; which tile lies in the pool does not matter to any rule."""
    racks, opened = (here.rack, TileBag([JOKER])), (here.opened, True)
    state = State.of(here.rules, here.table, racks, opened=opened, pool=(JOKER,) if pool else ())
    return state.check(move)


def _verdict(problem: Problem | None, language: str, rules: Rules) -> wire.Verdict:
    if problem is None:
        return wire.Verdict(legal=True, problem=None, message=None)
    return wire.Verdict(legal=False, problem=ProblemView.of(problem), message=message(problem, language, rules.edition))


@cache
def _rules_file() -> File:
    view = wire.RulesView([_edition(name) for name in EDITIONS], [_option(option) for option in OPTIONS.values()])
    return File.of(msgspec.json.encode(view), "application/json")


def _edition(name: str) -> wire.EditionView:
    return wire.EditionView(name, TITLES[name], {option: getattr(EDITIONS[name], option) for option in OPTIONS})


def _option(option: Option) -> wire.OptionView:
    choices = cast(list[str | int | bool], list(option.choices)) or None
    return wire.OptionView(
        name=option.name,
        sentence=option.sentence,
        choices=choices,
        low=None if choices else option.low,
        high=None if choices else option.high,
        may_be_none=option.may_be_none,
        sources=dict(SOURCES.get(option.name, {})),
    )


def read(parse: Callable[[str], T], text: str, field: str) -> T:
    """Parse the text of a field. `Refused` names the character at fault, counted from 0: `$.rack[4]`."""
    try:
        return parse(text)
    except NotationError as error:
        raise Refused(Refusal.BAD_POSITION, str(error), where=f"$.{field}[{error.position}]") from None


def position(rules: str, table: str, rack: str, *, opened: bool) -> Position:
    """Return a position from its texts. Its tiles must fit the kit, and its table must hold valid sets."""
    wanted = read(Rules.parse, rules, "rules")
    sets, tiles = read(Table.parse, table, "table"), read(TileBag.parse, rack, "rack")
    return checked(wanted, sets, tiles, opened=opened)


def checked(rules: Rules, table: Table, rack: TileBag, *, opened: bool = True) -> Position:
    """Return the position. `Refused` if it is impossible."""
    try:
        return checked_position(rules, table, rack, opened=opened)
    except PositionError as error:
        raise Refused(Refusal.BAD_POSITION, str(error), where="$.table") from None
