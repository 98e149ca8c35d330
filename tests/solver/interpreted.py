"""Runs the kernel as plain Python: questions come in as JSON lines, answers go out. Started by test_interpreted.py.

With the argument `without-cython` the `cython` package cannot be imported, as where it is not installed. With `threads`
no questions are read; threads take and give workspaces back as fast as they can. With `rounds` a deal is played.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

ROOMS = "openkub.solver.kernel."


class SourceOnly(MetaPathFinder):
    """Finds the kernel's rooms as Python source, whatever was compiled."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not path or not fullname.startswith(ROOMS):
            return None
        return spec_from_file_location(fullname, Path(path[0], fullname.removeprefix(ROOMS) + ".py"))


def plain_kernel() -> Any:
    """The kernel from its source."""
    sys.meta_path.insert(0, SourceOnly())
    from openkub.solver import kernel

    return kernel


def answers(kernel: Any, question: dict[str, Any]) -> Iterator[Any]:
    """What the kernel says of a position: solves, with a tile that must go and with cores; frontier and opening."""
    table, rack, must = question["table"], question["rack"], question["must"]
    weights = kernel.Weights(question["weights"])
    runs = [(colour, first, tuple(kinds)) for colour, first, kinds in question["runs"]]
    groups = [tuple(group) for group in question["groups"]]
    yield kernel.solve(table, rack, weights)
    both = [number.to_bytes(27, "little") for number in (table, rack)]
    rows = kernel.solve_many(*both, weights, 5000)
    yield [(gain, kernel.laid_told(row), kernel.sets_told(row)) for gain, row in rows]
    yield [list(row) for _, row in (kernel.solve_sets(question["sets"], rack, weights, one, None) for one in (0, 1))]
    yield kernel.solve(table, rack, weights, must)
    yield kernel.solve(question["loose"], rack, weights, None, False, runs, groups)
    yield kernel.solve(table, rack, weights, None, True)
    yield kernel.solve(table, rack, weights, None, False, (), (), 2)
    yield [kernel.exactly(table, rack, tiles, weights) for tiles in range(4)]
    sets = [bytes(tiles) for tiles in question["sets"]]
    yield kernel.calmest(sets, rack, weights)
    yield kernel.calmer(sets, table, rack, weights, 1, 1 << 20, must)
    yield kernel.calmer(sets, question["loose"], rack, weights, 1, 1 << 20, None, runs, groups)
    yield kernel.can_go_out(table, rack)
    yield kernel.can_play_any(table, rack)
    yield kernel.go_out(table, must)
    yield kernel.singles(table, 2, 2)
    yield kernel.opening_value(rack)
    yield kernel.opening_value(rack, False)
    yield kernel.opening_best(rack, weights, True, 30)
    yield kernel.opening_fewest(rack)
    yield kernel.openings(rack), kernel.openings(rack, 50, False)
    graph = kernel.all_plays(table, rack, None, 2000)
    if graph is not None:
        yield graph.size, graph.ways(0, graph.start), graph.mask(0), graph.mask(must), graph.work
    for wanted in (None, must):
        effort = kernel.Effort(3000)
        few = kernel.few_plays(table, rack, wanted, 2000, effort)
        yield few if isinstance(few, list) else few and few.size, effort.left


def told(kernel: Any, question: dict[str, Any]) -> list[Any]:
    """Every answer with the number of states that were opened for it."""
    return [(answer, kernel.nodes()) for answer in answers(kernel, question)]


def rounds_told(kernel: Any, racks: Sequence[str], pool: str, steps: int) -> list[str]:
    """A round in two lanes, laid what can be, lowest tiles first and highest first: all that is written."""
    kit = bytes([2] * 53)
    lanes, desk = kernel.Lanes(2, 2, kit, 30, True, False, True, False, 1000, 100_000), kernel.Desk()
    for lane in (0, 1):
        lanes.deal(lane, [bytes.fromhex(rack) for rack in racks], bytes.fromhex(pool), lane)
    written = []
    for _ in range(steps):
        seen, masks, turns = bytearray(2 * 233), bytearray(2 * 55), bytearray(2)
        assert kernel.look(lanes, desk) == []
        kernel.write(lanes, seen, masks, turns)
        written.append((seen + masks + turns).hex())
        if lanes.ended():
            break
        highest = masks.rfind(1, 55, 55 + 54)
        actions = masks.find(1), 54 if highest < 0 else highest - 55
        lanes.step(bytearray(struct.pack("qq", *actions)))
    return written


def readable(answer: Any) -> Any:
    """An answer as JSON knows it."""
    convert: Callable[[Any], Any] = list
    return json.loads(json.dumps(answer, default=convert))


def shared_workspaces() -> int:
    """How often a thread was given a workspace that another one held."""
    from openkub.solver.kernel.work import taken

    sys.setswitchinterval(1e-6)
    held: list[int] = []
    shared: list[int] = []

    def take(_turn: int) -> None:
        with taken() as work:
            shared.extend(other for other in held[:] if other == id(work))
            held.append(id(work))
            held.remove(id(work))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(take, range(4000)))
    return len(shared)


def main() -> None:
    """Answer every line."""
    if "without-cython" in sys.argv:
        sys.modules["cython"] = None  # type: ignore[assignment]
        sys.modules["Cython"] = None  # type: ignore[assignment]
    kernel = plain_kernel()
    print(json.dumps(kernel.IS_COMPILED))
    if "threads" in sys.argv:
        print(json.dumps(shared_workspaces()))
        return
    if "rounds" in sys.argv:
        print(json.dumps(rounds_told(kernel, **json.loads(sys.stdin.readline()))))
        return
    for line in sys.stdin:
        print(json.dumps(readable(told(kernel, json.loads(line)))))


if __name__ == "__main__":
    main()
