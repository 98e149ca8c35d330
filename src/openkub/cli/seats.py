"""Who sits where: people first, then bots."""

from __future__ import annotations

from openkub.cli.bot import PLAIN, bot_names, is_bot
from openkub.cli.trouble import Trouble
from openkub.cli.words import as_typed, many
from openkub.record import seat_name
from openkub.rules import Rules
from openkub.tiles import NotationError


def seats(
    rules: Rules, players: int | None, names: str | None, bots: int | None, against: str | None = None
) -> tuple[str, ...]:
    """The names of all seats; who says nothing plays against one bot.

    >>> seats(Rules(), None, None, None), seats(Rules(), 3, "Anna", None), seats(Rules(), None, "Anna,Ben", None)
    (('You', 'Bot'), ('Anna', 'Bot', 'Bot 2'), ('Anna', 'Ben'))
    >>> seats(Rules(), None, None, None, "sharp,casual")
    ('You', 'sharp', 'casual')
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
        raise Trouble(f"--names: {many(len(given), 'name')} for {people} {'person' if people == 1 else 'people'}")
    if people < 1:
        raise Trouble(f"{'--against' if wanted else '--bots'}: at least one seat must be a person's")
    own = given or (["You"] if people == 1 else [f"Player {n}" for n in range(1, people + 1)])
    return (*own, *bot_names(wanted or [PLAIN] * machines))


def _against(text: str | None) -> list[str]:
    """The bots that were asked for."""
    wanted = [name.strip() for name in text.split(",")] if text else []
    unknown = [name for name in wanted if not is_bot(name) or name != name.rstrip(" 123456789")]
    if unknown:
        from openkub.bots import BOTS

        raise Trouble(f"--against: {as_typed(unknown[0])} is none of {', '.join(BOTS)}")
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
        if is_bot(name):
            raise Trouble(f"--names: {name} is what a bot is called; take another name")
    if len(set(names)) < len(names):
        raise Trouble("--names: two people cannot have the same name")
    return names
