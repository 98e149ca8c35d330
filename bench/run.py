"""Run the benchmarks beside this file, all or those named. Every script here is one, but for this and `_*.py`."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import version
from pathlib import Path
from runpy import run_path

HERE = Path(__file__).parent


def main(names: list[str]) -> None:
    benches = {path.stem: path for path in sorted(HERE.glob("[!_]*.py")) if path.name != Path(__file__).name}
    unknown = [name for name in names if name not in benches]
    if unknown:
        sys.exit(f"no bench {', '.join(unknown)}; there is {', '.join(benches)}")
    print(f"openkub {version('openkub')}, {platform.python_implementation()} {platform.python_version()}")
    for name in names or benches:
        print(f"\n## {name}\n", flush=True)
        run_path(str(benches[name]), run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
