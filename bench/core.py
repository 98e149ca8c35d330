"""The rules core: what a turn, a whole game, a state in memory and hostile input cost, beside two named peers."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from hashlib import sha256
from importlib.metadata import version

import chess
import pokerkit
from lib.measure import cpu_us, human_us, print_table

from openkub import EDITIONS, Draw, Pass, Play, Rules, State, Table, Tile, TileBag, TimeOut, best_play
from openkub.conformance import load_cases
from openkub.law.moves import Move
from openkub.pieces import melds
from openkub.pieces.melds import Meld
from openkub.pieces.within import melds_within
from openkub.play.game import Game, replay, resume
from openkub.play.record import Record, Seed
from openkub.play.view import View

SEED_OF_80_TURNS = "bench 3"
SIGNED_GAMES = 5
LONGEST_GAME = 400

BEFORE = """k1 k2 k3 k4 k5 | r1 r2 r3 r4 r5 | b1 b2 b3 b4 b5 | y1 y2 y3 y4 y5 | k6 k7 * k9 k10 | r6 r7 r8 r9 r10
    | b6 b7 b8 b9 b10 | y6 y7 y8 y9 y10 | k11 r11 b11 y11 | k12 r12 b12 y12 | k13 r13 b13 y13 | k1 r1 b1 y1
    | k2 r2 b2 y2"""
REARRANGED = {"b1 b2 b3 b4 b5": "b1 b2 b3 | b3 b4 b5", "k2 r2 b2 y2": "k2 r2 b2 | y2 y3 y4"}
JOKER_FREED = {"k6 k7 * k9 k10": "k6 k7 k8 k9 k10 | k12 r12 *"}
RACK = "b3 y3 y4 k8 k12 r12 k13 r9 r9 b7 y1 y11 b13 k4"


def main() -> None:
    peer = chess_copy_and_push()
    own = [*turn_rows(), *game_rows()]
    peer = min(peer, chess_copy_and_push())  # before and after: another program may have been in the way
    rows = [*own, *peer_rows(peer)]
    heads = ("CPU time, median", "", "target", f"chess {version('chess')} = 1")
    print_table(heads, ([what, human_us(us), target, f"{us / peer:.3g}"] for what, us, target in rows))
    print(f"\nthe states of that game in memory: {state_bytes() / 1024:.1f} KiB each (target 4 KiB)")
    what, us = slowest_bad_input()
    print(f"100,000 bad characters: at most {human_us(us)} (target 50 ms), for {what}")
    print(f"signature: {signature()}")


Row = tuple[str, float, str]


def turn_rows() -> Iterator[Row]:
    state, play = sixty_tiles("default", REARRANGED)
    yield "a play on 60 tiles, checked and applied", cpu_us(lambda: state.apply(play)), "150 µs"
    yield "the same, every set seen for the first time", cpu_us(lambda: _apply_anew(state, play)), ""
    state, play = sixty_tiles("jumbo_de", REARRANGED | JOKER_FREED)
    yield "the same in jumbo_de, a joker swapped too", cpu_us(lambda: state.apply(play)), "150 µs"


def _apply_anew(state: State, play: Play) -> State:
    for remembered in (melds._readings, melds._bag, melds._key):
        remembered.cache_clear()
    return replace(state, table=Table(state.table)).apply(Play(Table(play.table)))


def sixty_tiles(edition: str, changes: dict[str, str]) -> tuple[State, Play]:
    """A table of 60 tiles, and a play that splits a run and takes a tile out of a group."""
    before = " ".join(BEFORE.split())
    after = before
    for old, new in changes.items():
        after = after.replace(old, new)
    table, racks = Table.parse(before), [TileBag.parse(RACK), TileBag.parse("k7 r7")]
    assert len(table.bag) == 60
    return State.of(EDITIONS[edition], table, racks, opened=[True, True]), Play(Table.parse(after))


def game_rows() -> Iterator[Row]:
    record = game_of_80_turns()
    yield "a record of 80 turns, replayed and verified", cpu_us(lambda: resume(record)), "20 ms"
    text = str(record)
    yield f"the same from its {len(text) // 1000} kB of text", cpu_us(lambda: resume(Record.parse(text))), ""


def game_of_80_turns() -> Record:
    game = greedy_game(EDITIONS["default"], 4, SEED_OF_80_TURNS)
    assert len(game.state.history) == 80, "the greedy player has changed; look for another seed"
    return game.record


def peer_rows(chess_us: float) -> Iterator[Row]:
    yield f"chess {version('chess')}: is_legal, copy and push at ply 40", chess_us, ""
    moves = _chess_game(80)
    yield "chess: a game of 80 plies, is_legal, copy and push each", cpu_us(lambda: _replay_chess(moves)), ""
    yield f"pokerkit {version('pokerkit')}: deepcopy and check_or_call", pokerkit_copy_and_call(), ""


def chess_copy_and_push() -> float:
    board = _replay_chess(_chess_game(40))
    move = next(iter(board.legal_moves))
    return cpu_us(lambda: _copy_and_push(board, move))


def _copy_and_push(board: chess.Board, move: chess.Move) -> chess.Board:
    assert board.is_legal(move)
    after = board.copy()
    after.push(move)
    return after


def _chess_game(plies: int) -> list[chess.Move]:
    """A legal game without sense: the n-th of the legal moves, n running on."""
    board = chess.Board()
    for ply in range(plies):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        board.push(moves[7 * ply % len(moves)])
    return board.move_stack


def _replay_chess(moves: list[chess.Move]) -> chess.Board:
    board = chess.Board()
    for move in moves:
        board = _copy_and_push(board, move)
    return board


def pokerkit_copy_and_call() -> float:
    state = pokerkit.NoLimitTexasHoldem.create_state(
        tuple(pokerkit.Automation), ante_trimming_status=True, raw_antes=0, raw_blinds_or_straddles=(1, 2), min_bet=2,
        raw_starting_stacks=200, player_count=4,
    )  # fmt: skip
    return cpu_us(lambda: deepcopy(state).check_or_call())


def state_bytes() -> float:
    """What each state of a replay costs when all are kept: its table and move too, but what states share only once."""
    text = str(game_of_80_turns())
    resume(Record.parse(text))
    tracemalloc.start()
    states = [game.state for game in replay(Record.parse(text))]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(states)


READERS: dict[str, Callable[[str], object]] = {
    "a tile": Tile,
    "a rack": TileBag.parse,
    "a set": Meld.parse,
    "a table": Table.parse,
    "rules": Rules.parse,
    "a move": Move.parse,
    "a state": State.parse,
    "a view": View.parse,
    "a record": Record.parse,
    "a record in JSON": Record.from_json,
    "cases": load_cases,
}
HEADER = "openkub 2\nrules: default\nseat: A\nseat: B\nseed: x\nround 1\n"
BAD = ["r7 ", "|", "\x00", "9", "[", '{"":', "\n", "a: ", "x=1 ", "1 draw\n", ";", " ", "🂡"]


def slowest_bad_input() -> tuple[str, float]:
    """The reader and the text, made of a repeated piece, that took longest to be refused."""
    worst = ("", 0.0)
    for what, read in READERS.items():
        for start in ("", "default ", "play r7", "rules: ", HEADER):
            for piece in BAD:
                text = (start + piece * 100_000)[:100_000]
                us = cpu_us(lambda read=read, text=text: _refused(read, text), samples=3)  # type: ignore[misc]  # lambdas bind late
                worst = max(worst, (f"{what} of {piece!r}", us), key=lambda found: found[1])
    return worst


def _refused(read: Callable[[str], object], text: str) -> None:
    """Read it; any error but ours would come through."""
    with suppress(ValueError):
        read(text)


def signature() -> str:
    """A hash of how some greedy games ended in every edition: a commit that should not change play leaves it alone."""
    digest = sha256()
    for rules in EDITIONS.values():
        for number in range(SIGNED_GAMES):
            seats = 2 + number % (rules.most_players - 1)
            game = greedy_game(replace(rules, voluntary_draw=True), seats, f"signature {number}")
            digest.update(str(game.state).encode())
    return digest.hexdigest()[:16]


# --- a simple player, whose games are always the same ---


def greedy_game(rules: Rules, seats: int, seed: str) -> Game:
    """A round in which every seat plays greedily, up to its end."""
    game = Game.new(rules, tuple(f"Seat {seat + 1}" for seat in range(seats)), Seed(seed))
    while not game.state.outcome and len(game.state.history) < LONGEST_GAME:
        game = game.apply(greedy_move(game.state))
    return game


def greedy_move(state: State) -> Move:
    """The most valuable sets of the rack, then single tiles wherever they fit; now and then the clock is too fast."""
    rack = state.racks[state.turn]
    if len(state.history) % 23 == 22 and state.rules.time_limit_mode != "none":
        return TimeOut(Table((*state.table, Meld([next(iter(rack))]))))
    melds = list(state.table)
    for meld in sorted(melds_within(rack), key=_worth, reverse=True):
        if meld.bag <= rack:
            melds.append(meld)
            rack -= meld.bag
    if state.opened[state.turn]:
        melds = _with_singles(melds, rack)
    play = Play(Table(melds))
    if state.check(play) is None:
        return play
    if state.pool:
        return Draw()
    # With an empty pool who can lay must: what is beyond this player is the solver's to find.
    return best_play(state.view(state.turn), tidy=False) or Pass()


def _worth(meld: Meld) -> tuple[int, int]:
    return meld.value(), -meld.jokers


def _with_singles(melds: list[Meld], rack: TileBag) -> list[Meld]:
    for tile in rack:
        for place, meld in enumerate(melds):
            longer = next((m for m in (Meld((*meld, tile)), Meld((tile, *meld))) if m.is_valid), None)
            if longer:
                melds[place] = longer
                break
    return melds


if __name__ == "__main__":
    main()
