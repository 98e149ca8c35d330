"""The kernel's doors: what they refuse and give back; and that its words are laid out alike for Python and for C."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path

import pytest

from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.solver import kernel
from openkub.solver.kernel import layout
from openkub.solver.kernel.work import Work

FOLDER = Path(layout.__file__).parent
ROWS = Path(__file__).parent.parent / "data" / "solver" / "positions.jsonl"


def bits(text: str) -> int:
    """Tiles as counts."""
    return TileBag.parse(text).bits


def sets(text: str) -> list[bytes]:
    """A table as the kernel reads it."""
    return [bytes(meld) for meld in Table.parse(text)]


def enums_of_c() -> dict[str, dict[str, int]]:
    """Every enum of layout.pxd; that without a name holds the constants."""
    enums: dict[str, dict[str, int]] = {}
    for line in (FOLDER / "layout.pxd").read_text().splitlines():
        if head := re.fullmatch(r"cdef enum ?(\w*):", line):
            enums[head[1]] = {}
        elif value := re.match(r"    (\w+) = (-?\w+)$", line):
            enums[list(enums)[-1]][value[1]] = int(value[2], 0)
    return enums


def test_python_and_c_have_the_same_constants() -> None:
    constants = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
    del constants["IMPOSSIBLE"]  # does not fit an enum of C
    assert enums_of_c()[""] == constants


@pytest.mark.parametrize("enum", [layout.Mode, layout.Form])
def test_python_and_c_have_the_same_enums(enum: type[IntEnum]) -> None:
    assert enums_of_c()[enum.__name__] == {one.name: one.value for one in enum}


def test_the_parts_of_a_key_lie_side_by_side() -> None:
    parts = [
        (0, (1 << layout.COLOURS * layout.STATE_BITS) - 1),
        (layout.NUMBER_AT, layout.NUMBER),
        (layout.CARRY_AT, layout.CARRY),
        (layout.JOKERS_AT, 7),
        (layout.DEAD_AT, 1),
    ]
    assert sum(mask << at for at, mask in parts) == (1 << 64) - 1


def test_the_parts_of_an_option_lie_side_by_side() -> None:
    heads = (1 << 3 * layout.HEAD_BITS) - 1
    parts = [
        (layout.JOIN_AT, layout.JOIN),
        (layout.FILL_AT, layout.FILL),
        (layout.BRIDGE_AT, layout.BRIDGE),
        (layout.START_AT, layout.START),
        (layout.HEAD_AT, heads),
        (layout.SWALLOW_ONE_AT, layout.SWALLOW),
        (layout.SWALLOW_TWO_AT, layout.SWALLOW),
        (layout.CORE_HEAD_AT, layout.CORE_HEAD),
    ]
    assert sum(mask << at for at, mask in parts) == (1 << 27) - 1


WRONG: dict[str, Callable[[], object]] = {
    "four tiles of a kind": lambda: kernel.solve(bits("k5 k5"), bits("k5 k5")),
    "five jokers": lambda: kernel.can_go_out(bits("* * *"), bits("* *")),
    "a 54th kind": lambda: kernel.solve(0, 1 << 4 * 53),
    "too few bytes": lambda: kernel.solve(bytes(26), 0),
    "a tile that must be laid and is not there": lambda: kernel.solve(0, bits("k5"), kernel.EACH_TILE, bits("k6")),
    "fewer than no tiles": lambda: kernel.exactly(0, bits("k5"), -1),
    "gains that fall": lambda: kernel.Weights([[2, 1]] * 53),
    "gains that nobody can add up": lambda: kernel.Weights([[1 << 60] * 3] * 53),
    "too few gains": lambda: kernel.Weights([[1]] * 52),
    "copies of no kit": lambda: kernel.singles(0, 4, 2),
    "a set of another kind": lambda: kernel.calmest([bytes([0, 4, 53])], bits("k5")),
    "a set of jokers": lambda: kernel.calmest([b"\4\5\6", b"\x34\x34\x34"], bits("k5 k6 k7")),
    "a table that is none": lambda: kernel.calmest([b"\4\5"], bits("k7")),
}
WRONG_CORES: dict[str, tuple[list[kernel.RunCore], list[kernel.GroupCore]]] = {
    "sixty runs": ([(0, 1, (0, 4, 8))] * 60, []),
    "sixty groups": ([], [(5, 0b111, 0)] * 60),
    "three hundred groups": ([], [(1 + n % 13, 0b111, 0) for n in range(300)]),
    "jokers of two kits": ([], [(5, 0b1, 2), (6, 0b1, 2), (7, 0b1, 2)]),
    "a run beyond 13": ([(0, 12, (44, 48, 52))], []),
    "a run of a fifth colour": ([(4, 1, (4, 8, 12))], []),
    "a run before 1": ([(0, 0, (52, 0, 4))], []),
    "a run of two": ([(0, 1, (0, 4))], []),
    "a run of other tiles": ([(0, 1, (0, 4, 9))], []),
    "a group of number 14": ([], [(14, 0b111, 0)]),
    "a group of number 0": ([], [(0, 0b111, 0)]),
    "a group of five": ([], [(3, 0b1111, 1)]),
    "a group of two": ([], [(3, 0b11, 0)]),
    "a group of a fifth colour": ([], [(3, 0b10011, 0)]),
    "a group of jokers": ([], [(3, 0, 3)]),
}


@pytest.mark.parametrize("question", WRONG.values(), ids=WRONG)
def test_what_no_kit_has_is_refused(question: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        question()


@pytest.mark.parametrize(("runs", "groups"), WRONG_CORES.values(), ids=WRONG_CORES)
def test_cores_that_no_kit_has_are_refused(runs: list[kernel.RunCore], groups: list[kernel.GroupCore]) -> None:
    with pytest.raises(ValueError, match=r"."):
        kernel.solve(0, bits("k5"), kernel.EACH_TILE, None, False, runs, groups)


def test_a_number_that_fits_no_position_is_refused() -> None:
    for counts in (-1, 1 << 216):
        with pytest.raises(OverflowError):
            kernel.solve(counts, 0)


@pytest.mark.parametrize("tiles", [4, 160, 168, 169, 255, 256, 100_000])
def test_more_tiles_than_the_rack_has_are_never_laid(tiles: int) -> None:
    assert kernel.exactly(bits("r7 r8 r9"), bits("r10 r11 k5"), tiles) is None
    assert kernel.solve(0, bits("r10 r11 r12"), tiles=tiles) is None


def test_an_opening_may_be_asked_to_be_worth_more_than_a_byte_can_count() -> None:
    rack = bits(" ".join(f"{colour}{number}" for colour in "krb" for number in range(1, 14)))
    assert kernel.opening_value(rack)[0] == 273
    best = kernel.opening_best(rack, minimum=273)
    assert best
    assert best[0] == 39
    assert kernel.opening_best(rack, minimum=274) is None
    assert kernel.opening_best(rack, minimum=1 << 40) is None
    assert kernel.opening_best(rack, minimum=-5) == kernel.opening_best(rack, minimum=0)


def test_a_question_that_is_refused_gives_its_workspace_back() -> None:
    kernel.forget()
    assert kernel.nodes() is None
    with pytest.raises(ValueError, match="more than there are"):
        kernel.solve(bits("k5 k5"), bits("k5 k5"))
    assert kernel.nodes() == 0


def test_what_was_asked_before_leaves_no_trace() -> None:
    here = bits("r4 r5 r6 k6 b6 y6"), bits("k7 r7 b7 y9 *")
    fresh = kernel.solve(*here)
    kernel.solve(*here, kernel.EACH_TILE, None, False, [(1, 1, (1, 5, 52))], [(6, 0b1, 2)])
    kernel.calmest(sets("r4 r5 r6 | k6 b6 y6"), here[1])
    kernel.singles(here[0])
    kernel.opening_fewest(here[1])
    with pytest.raises(ValueError, match="no run"):
        kernel.solve(*here, kernel.EACH_TILE, None, False, [(1, 1, (1, 5, 52)), (4, 1, (1, 5, 9))])
    assert kernel.solve(*here) == fresh


def test_where_all_can_be_laid_half_of_the_searches_dive_straight_to_the_end() -> None:
    opened = []
    for row in map(json.loads, ROWS.read_text().splitlines()):
        table = TileBag.joined(Meld(map(Tile, meld)).bag for meld in row["table"])
        rack = TileBag(map(Tile, row["rack"]))
        if kernel.can_go_out(table.bits, rack.bits):
            opened.append(kernel.nodes() or 0)
    assert len(opened) > 40
    assert sorted(opened)[len(opened) // 2] == layout.NUMBERS  # one state a number


def test_an_opening_may_be_asked_for_as_often_as_one_likes() -> None:
    racks = [bits("r10 r11 r12 k1"), bits("k10 r10 b10 y1 y1")] * 40
    assert {kernel.opening_best(rack)[0] for rack in racks} == {3}  # type: ignore[index]


def test_a_workspace_stays_below_16_mebibytes_also_while_it_grows() -> None:
    tracemalloc.start()
    try:
        work, nodes = Work(), layout.FIRST_NODES
        while nodes < layout.MAX_NODES:
            nodes = min(nodes * 4, layout.MAX_NODES)
            work.resize(nodes)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()
