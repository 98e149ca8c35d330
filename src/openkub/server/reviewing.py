"""A game that is over, told turn by turn with all that was hidden while it was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, cast

from openkub.law.moves import Redeal
from openkub.pieces.tiles import TileBag
from openkub.play.game import Game, replay
from openkub.play.record import FairDeal, Record
from openkub.server.steps import step_view
from openkub.server.wire.game import OutcomeView, Sheet, StartDraw
from openkub.server.wire.looking_back import PastRound, PastSeat, PastTurn, Promise, Review
from openkub.solver import explain

Did = Literal["play", "draw", "pass", "redeal", "timeout"]


def review(record: Record) -> Review:
    """Return the whole game; `RecordError` if it could not have happened."""
    games = list(replay(record))
    rules, last = record.rules, games[-1]
    return Review(
        rules=str(rules),
        tiles=len(rules.kit(len(record.seats)).bag),
        joker=rules.joker_penalty,
        seats=[PastSeat(name, record.bot(seat)) for seat, name in enumerate(record.seats)],
        promise=_promise(record),
        rounds=[_round(part) for part in _rounds(games)],
        sheet=_sheet(last),
        over=last.over,
        played_on=record.start is not None,
    )


def _promise(record: Record) -> Promise | None:
    deal = record.shuffle
    if not isinstance(deal, FairDeal) or deal.secret is None:
        return None
    return Promise(deal.commitment, [nonce.hex() for nonce in deal.nonces], deal.secret.hex())


def _rounds(games: Sequence[Game]) -> Iterator[list[Game]]:
    """The games of every round: as it was dealt, and after every turn."""
    part: list[Game] = []
    for game in games:
        if part and len(game.record.rounds) > len(part[0].record.rounds):
            yield part
            part = []
        part.append(game)
    yield part


def _round(games: Sequence[Game]) -> PastRound:
    first, last = games[0], games[-1]
    outcome = last.state.outcome
    return PastRound(
        starter=first.state.starter,
        start_draws=[StartDraw(seat, str(tile)) for seat, tile in first.start_draws],
        racks=list(map(str, first.state.racks)),
        table=str(first.state.table),
        opened=list(first.state.opened),
        pool=len(first.state.pool),
        turns=[_turn(before, after) for before, after in pairwise(games)],
        outcome=OutcomeView(outcome.ended, list(outcome.winners), list(outcome.scores)) if outcome else None,
    )


def _turn(before: Game, after: Game) -> PastTurn:
    old, new, seat = before.state, after.state, before.state.turn
    move = new.history[-1].move
    anew = isinstance(move, Redeal)
    laid = TileBag() if anew else new.table.bag.minus(old.table.bag)
    drawn = TileBag() if anew else new.racks[seat].minus(old.racks[seat].minus(laid))
    changed = not anew and new.table != old.table
    return PastTurn(
        seat=seat,
        did=cast(Did, str(move).partition(" ")[0]),
        laid=str(laid),
        drawn=str(drawn),
        table=str(new.table),
        racks=list(map(str, new.racks)),
        opened=list(new.opened),
        pool=len(new.pool),
        steps=[step_view(step) for step in explain(old.table, new.table)] if changed else None,
    )


def _sheet(game: Game) -> Sheet:
    match = game.match
    rounds = [OutcomeView(one.ended, list(one.winners), list(one.scores)) for one in match.sheet]
    return Sheet(rounds, list(match.totals), [list(place) for place in match.ranking])
