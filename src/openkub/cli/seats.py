"""Who sits where: people first, then bots."""

from __future__ import annotations

import re

from openkub.cli.trouble import Trouble
from openkub.record import seat_name
from openkub.rules import Rules
from openkub.tiles import NotationError

_BOT = re.compile(r"Bot( \d)?")


def is_bot(name: str) -> bool:
    """Whether this seat is a bot's: the record says so by the name alone."""
    return bool(_BOT.fullmatch(name))


def seats(rules: Rules, players: int | None, names: str | None, bots: int | None) -> tuple[str, ...]:
    """The names of all seats; who says nothing plays against one bot.

    >>> seats(Rules(), None, None, None), seats(Rules(), 3, "Anna", None), seats(Rules(), None, "Anna,Ben", None)
    (('You', 'Bot'), ('Anna', 'Bot', 'Bot 2'), ('Anna', 'Ben'))
    """
    given = _names(names)
    people, machines = _counts(players, len(given) if given else None, bots)
    try:
        rules.check_seats(people + machines)
    except ValueError as error:
        raise Trouble(f"seats: {error}") from None
    if given and len(given) != people:
        raise Trouble(f"--names: {len(given)} names for {people} people")
    if people < 1:
        raise Trouble("--bots: at least one seat must be a person's")
    own = given or (["You"] if people == 1 else [f"Player {n}" for n in range(1, people + 1)])
    return (*own, *("Bot" if n == 1 else f"Bot {n}" for n in range(1, machines + 1)))


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
        if is_bot(name):
            raise Trouble(f"--names: {name} is what a bot is called; take another name")
    if len(set(names)) < len(names):
        raise Trouble("--names: two people cannot have the same name")
    return names
