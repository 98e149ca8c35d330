"""Who sits where: people first, then bots."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.cli.table.bots import PLAIN, STRENGTH, check_bot
from openkub.cli.trouble import Trouble
from openkub.cli.words import amount
from openkub.law.rules import Rules
from openkub.notation.errors import NotationError
from openkub.play.record import seat_name


@dataclass(frozen=True, slots=True)
class Seating:
    """The names of all seats, and which bots sit where."""

    names: tuple[str, ...]
    bots: tuple[tuple[int, str], ...]


def seating(
    rules: Rules, players: int | None, names: str | None, bots: int | None, against: str | None = None
) -> Seating:
    """Who sits where; who says nothing plays against one bot.

    >>> seating(Rules(), None, None, None)
    Seating(names=('You', 'Bot'), bots=((1, 'casual'),))
    >>> seating(Rules(), 3, "Anna", None).names, seating(Rules(), None, "Anna,Ben", None).names
    (('Anna', 'Bot', 'Bot 2'), ('Anna', 'Ben'))
    >>> seating(Rules(), None, None, None, "sharp,casual").bots
    ((1, 'sharp'), (2, 'casual'))
    """
    given, wanted = _names(names), _against(against)
    if wanted and bots not in (None, len(wanted)):
        raise Trouble(f"--against names {len(wanted)}, --bots wants {bots}: say one of them")
    bots = len(wanted) if wanted else bots
    people, machines = _counts(players, len(given) if given else None, bots)
    try:
        rules.check_seats(people + machines)
    except ValueError as error:
        raise Trouble(f"seats: {error}") from None
    if given and len(given) != people:
        raise Trouble(f"--names: {amount(len(given), 'name')} for {people} {'person' if people == 1 else 'people'}")
    if people < 1:
        raise Trouble(f"{'--against' if wanted else '--bots'}: at least one seat must be a person's")
    own = given or (["You"] if people == 1 else [f"Player {n}" for n in range(1, people + 1)])
    return _seat_all(own, wanted or [STRENGTH] * machines, _number_bots(wanted or [PLAIN] * machines))


def _seat_all(people: list[str], kinds: list[str], called: list[str]) -> Seating:
    names = (*people, *called)
    if len(set(names)) < len(names):
        raise Trouble("--names: two seats cannot have the same name")
    return Seating(names, tuple(enumerate(kinds, len(people))))


def _number_bots(kinds: list[str]) -> list[str]:
    """What bots are called: the second of a kind is numbered.

    >>> _number_bots(["sharp", "casual", "sharp"])
    ['sharp', 'casual', 'sharp 2']
    """
    return [
        kind if kind not in kinds[:place] else f"{kind} {kinds[: place + 1].count(kind)}"
        for place, kind in enumerate(kinds)
    ]


def _against(text: str | None) -> list[str]:
    """The bots that were asked for."""
    wanted = [name.strip().lower() for name in text.split(",")] if text else []
    for bot in wanted:
        check_bot(bot, "--against")
    return wanted


def _counts(players: int | None, named: int | None, bots: int | None) -> tuple[int, int]:
    """How many people and how many bots, from as much as was said."""
    if bots is None:
        people = named or 1
        bots = max(0, players - people) if players is not None else int(people == 1)
    people = players - bots if players is not None else named or 1
    return people, bots


def _names(text: str | None) -> list[str]:
    names = [name.strip() for name in (text or "").split(",")] if text else []
    for name in names:
        try:
            seat_name(name)
        except NotationError as error:
            raise Trouble(f"--names: {error}") from None
    return names
