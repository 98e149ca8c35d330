"""What may come next in a line that is being typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from openkub.cli.table.typed import Verb
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.draft import Draft


def suggestions(before: str, draft: Draft) -> list[str]:
    """The words that make sense behind what stands there: tiles, numbers of sets, signs, commands.

    >>> from openkub.pieces.melds import Table
    >>> from openkub.law.rules import Rules
    >>> from openkub.law.turns import Position
    >>> draft = Draft.start(Position(Rules(), Table.parse("r4 r5 r6 r7"), TileBag.parse("k9 r8"), opened=True))
    >>> suggestions("1 - ", draft), suggestions("1 + ", draft), suggestions("k9 ", draft)
    (['r4', 'r5', 'r6', 'r7'], ['r8', 'k9'], ['r8', '|'])
    """
    return list(dict.fromkeys(_words(before.lower().strip(), draft)))


def _words(before: str, draft: Draft) -> Iterator[str]:
    found = re.match(r"([0-9]+) *([-+/=&]?)", before)
    number, sign = (int(found[1]) - 1, found[2]) if found else (-1, "")
    if not before:
        yield from _names(draft.rack + draft.hand)
        yield from _numbers(draft)
        without = Verb.REDEAL if draft.position.rules.redeal_doubles is None else None
        yield from (verb.value for verb in Verb if verb is not without)
    elif number not in draft.numbers:
        yield from _names((draft.rack + draft.hand).minus(_typed_tiles(before)))
        yield "|"
    elif not sign:
        yield from "+-/="
        yield from _numbers(draft, but=number)
    elif sign == "-":
        yield from _names(draft.sets[number])
    elif sign == "&":
        yield from _numbers(draft, but=number)
    elif sign == "/":
        yield from (str(at) for at in range(1, len(draft.sets[number])))
    else:
        yield from _names((draft.rack + draft.hand).minus(_typed_tiles(before)))


def _names(tiles: Iterable[Tile]) -> Iterator[str]:
    return map(str, tiles)


def _numbers(draft: Draft, but: int = -1) -> Iterator[str]:
    return (str(number + 1) for number in draft.numbers if number != but)


def _typed_tiles(before: str) -> TileBag:
    """The tiles that stand there already, written one by one."""
    words = re.findall(r"[krby](?:1[0-3]|[1-9])(?!\S)|\*", before)
    return TileBag.joined(TileBag([Tile(word)] * min(words.count(word), 4)) for word in set(words))
