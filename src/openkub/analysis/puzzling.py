"""Making puzzles: bots play, and what they come upon is kept where one answer is proven."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from openkub.analysis.proving import frees_a_joker, is_only_choice, needs_every_tile
from openkub.analysis.puzzles import Collection, Kind, Puzzle
from openkub.bots import LEVELS, Clock, make_bot
from openkub.law.moves import Play
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.tiles import TileBag
from openkub.play.state import State
from openkub.solver import best, smallest_opening

TABLES = (("steady", "casual"), ("casual", "casual"), ("steady", "sharp", "casual"), ("casual", "steady", "casual"))
"""Who plays the games: those who lay much, and miss something."""
EASIEST, HARDEST = 2, 5
"""The grades that are looked for; an opening may be easier."""
MOST_SETS, MOST_RACK = 16, 16
"""No larger table and no larger rack is asked of anybody."""
_THINK = 0.005


def make_puzzles(begun: Collection, count_: int) -> Iterator[tuple[int, tuple[Puzzle, ...]]]:
    """Go on from a collection until it has so many, each kind as often: what every further game brings.

    The last game of what was begun may have been cut short; it is played again, so its puzzles must be taken out first
    (`drop_last_game`). The same seed gives the same puzzles, however often it was interrupted.
    """
    kinds = Counter(puzzle.kind for puzzle in begun.puzzles)
    most = {kind: count_ // len(Kind) + (place < count_ % len(Kind)) for place, kind in enumerate(Kind)}
    for game in count(begun.puzzles[-1].game + 1 if begun.puzzles else 1):
        if all(kinds[kind] >= most[kind] for kind in Kind):
            return
        found = [puzzle for puzzle in _of_game(begun.rules, begun.seed, game) if kinds[puzzle.kind] < most[puzzle.kind]]
        kinds.update(puzzle.kind for puzzle in found)
        yield game, tuple(found)


def drop_last_game(collection: Collection) -> Collection:
    """The collection without the puzzles of its last game, which may not be all that it brings."""
    last = collection.puzzles[-1].game if collection.puzzles else 0
    return replace(collection, puzzles=tuple(puzzle for puzzle in collection.puzzles if puzzle.game != last))


def _of_game(rules: Rules, seed: str, game: int) -> Iterator[Puzzle]:
    """Of every kind the puzzle that is nearest to the grade whose turn it is, no two of one turn, in their order."""
    found = list(_of_turns(rules, seed, game))
    aim = EASIEST + game % (HARDEST - EASIEST + 1)
    chosen: dict[int, Puzzle] = {}
    for kind in (Kind.JOKER, Kind.LAY, Kind.OUT, Kind.OPEN):
        rivals = [puzzle for puzzle in found if puzzle.kind is kind and puzzle.turn not in chosen]
        if kind is not Kind.OPEN:
            rivals = [puzzle for puzzle in rivals if puzzle.grade >= EASIEST]
        if rivals:
            nearest = min(rivals, key=lambda puzzle: (abs(puzzle.grade - aim), -puzzle.need))
            chosen[nearest.turn] = nearest
    for _, puzzle in sorted(chosen.items()):
        yield replace(puzzle, found_by=_finders(puzzle))


def _of_turns(rules: Rules, seed: str, game: int) -> Iterator[Puzzle]:
    names = TABLES[game % len(TABLES)]
    bots = [make_bot(name, seat, _THINK) for seat, name in enumerate(names)]
    state = State.deal(rules, len(names), f"{seed} {game}")
    while not state.outcome:
        view = state.view(state.turn)
        if len(view.table) <= MOST_SETS and len(view.rack) <= MOST_RACK:
            yield from _of_position(view.position, game, len(state.history) + 1)
        state = state.apply(bots[state.turn].choose(view, Clock()))


def _of_position(position: Position, game: int, turn: int) -> Iterator[Puzzle]:
    if not position.opened:
        found = smallest_opening(position)
        if found and needs_every_tile(position, found.laid):
            yield Puzzle(Kind.OPEN, found.count, position, found.table, (), game, turn)
        return
    quick = best(position, tidy=False)
    if quick is None or quick.count < 2 or not is_only_choice(position, quick.laid):
        return
    most = best(position)
    assert most
    kind = Kind.JOKER if frees_a_joker(position, most.count) else Kind.LAY
    if kind is Kind.JOKER or most.count < len(position.rack):
        yield Puzzle(kind, most.count, position, most.table, (), game, turn)
    if kind is Kind.LAY and most.count >= 3:
        alone = replace(position, rack=most.laid)
        yield Puzzle(Kind.OUT, most.count, alone, most.table, (), game, turn)


def _finders(puzzle: Puzzle) -> tuple[str, ...]:
    """The bots that find it when nothing is left to draw and nobody may wait."""
    position = puzzle.position
    unseen = position.rules.kit(2).bag - position.table.bag - position.rack
    racks = [position.rack, TileBag([next(iter(unseen))])]
    view = State.of(position.rules, position.table, racks, opened=[position.opened, True]).view(0)
    chosen = {name: make_bot(name, 0, _THINK).choose(view, Clock()) for name in LEVELS}
    return tuple(name for name, move in chosen.items() if isinstance(move, Play) and puzzle.is_solved_by(move.table))
