"""Situations from text, so that a test shows its tiles and nothing else."""

from dataclasses import replace

from openkub.law.moves import Code, Play, Problem
from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag, parse_tiles
from openkub.play.state import State

bag = TileBag.parse
meld = Meld.parse
table = Table.parse


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles in their order."""
    return tuple(parse_tiles(text, "tiles"))


def rules(edition: str = "default", **options: object) -> Rules:
    """An edition with some options changed."""
    return replace(EDITIONS[edition], **options)  # type: ignore[arg-type]


def position(lies: str, rack: str, edition: str = "default", *, opened: bool = True, **options: object) -> Position:
    """What lies on the table, what is on the rack, and by which rules."""
    return Position(rules(edition, **options), table(lies), bag(rack), opened)


def problem(lies: str, rack: str, after: str, edition: str = "default", **more: object) -> Code | None:
    """What the rules have against leaving the table like this."""
    found = position(lies, rack, edition, **more).play_problem(table(after))  # type: ignore[arg-type]
    return found.code if found else None


def round_of(
    racks: str, lies: str = "", pool: str = "", edition: str = "default", *, opened: bool = True, **options: object
) -> State:
    """A round in the middle: racks parted by slashes, all players opened or none, the first to move."""
    held = [bag(rack.strip()) for rack in racks.split("/")]
    return State.of(rules(edition, **options), table(lies), held, opened=[opened] * len(held), pool=tiles(pool), turn=0)


def refusal(state: State, after: str) -> Problem | None:
    """What a round has against a play."""
    return state.check(Play(table(after)))
