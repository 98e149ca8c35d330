"""Run the benchmarks beside this file: those named, or all but `soak` and `strength`, which take an hour and more."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import version
from pathlib import Path
from runpy import run_path

BENCHES = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.py")) if path.name != "run.py"}
HOURS = {"soak", "strength"}


def main(names: list[str]) -> None:
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        sys.exit(f"no bench {', '.join(unknown)}; there is {', '.join(BENCHES)}")
    print(f"openkub {version('openkub')}, {platform.python_implementation()} {platform.python_version()}")
    sys.argv[1:] = []
    for name in names or sorted(BENCHES.keys() - HOURS):
        print(f"\n## {name}\n", flush=True)
        run_path(str(BENCHES[name]), run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
