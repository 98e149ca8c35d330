"""Runs the kernel as plain Python: questions come in as JSON lines, answers go out. Started by test_interpreted.py.

With the argument `without-cython` the `cython` package cannot be imported, as where it is not installed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import openkub.solver


def plain_kernel() -> Any:
    """The kernel from its source, whatever was compiled."""
    name = "openkub.solver.plain_kernel"
    loader = SourceFileLoader(name, str(Path(openkub.solver.__file__).parent / "kernel.py"))
    spec = spec_from_loader(name, loader)
    assert spec
    module = module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def answers(kernel: Any, question: dict[str, Any]) -> Iterator[Any]:
    """What the kernel says of a position: solves, with a tile that must go and with cores; frontier and opening."""
    table, rack, must = question["table"], question["rack"], question["must"]
    weights = kernel.Weights(question["weights"])
    runs = [(colour, first, tuple(kinds)) for colour, first, kinds in question["runs"]]
    groups = [tuple(group) for group in question["groups"]]
    yield kernel.solve(table, rack, weights)
    yield kernel.solve(table, rack, weights, must)
    yield kernel.solve(question["loose"], rack, weights, None, False, runs, groups)
    yield kernel.solve(table, rack, weights, None, True)
    yield kernel.solve(table, rack, weights, None, False, (), (), 2)
    yield [kernel.exactly(table, rack, tiles, weights) for tiles in range(4)]
    yield kernel.calmest([bytes(tiles) for tiles in question["sets"]], rack, weights)
    yield kernel.can_go_out(table, rack)
    yield kernel.can_play_any(table, rack)
    yield kernel.singles(table, 2, 2)
    yield kernel.opening_value(rack)
    yield kernel.opening_value(rack, False)


def readable(answer: Any) -> Any:
    """An answer as JSON knows it."""
    convert: Callable[[Any], Any] = list
    return json.loads(json.dumps(answer, default=convert))


def main() -> None:
    """Answer every line."""
    if "without-cython" in sys.argv:
        sys.modules["cython"] = None  # type: ignore[assignment]
        sys.modules["Cython"] = None  # type: ignore[assignment]
    kernel = plain_kernel()
    print(json.dumps(kernel.__file__))
    for line in sys.stdin:
        print(json.dumps(readable(list(answers(kernel, json.loads(line))))))


if __name__ == "__main__":
    main()
