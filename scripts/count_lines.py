"""Print the lines of Python per package, beside their budgets. A budget that is missed is printed, not enforced."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/openkub"
BUDGETS = {
    "notation, pieces, law, play": 5_000,
    "bots": 1_620,
    "arena": 1_540,
    "analysis": 1_050,
    "svg": 900,
    "env, conformance, messages, root": 1_300,
    "cli": 3_000,
    "server": 9_900,
    "solver": 5_300,
    "tests": 30_500,
    "bench": 2_900,
}
"""Maximum lines of `*.py`, blank lines and docstrings included; `root` is the modules beside the packages."""


def lines_below(folder: Path) -> Counter[str]:
    """Count lines by first folder; files that lie in none count as `root`."""
    found: Counter[str] = Counter()
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).parts
        found[parts[0] if len(parts) > 1 else "root"] += len(path.read_text(encoding="utf-8").splitlines())
    return found


def main() -> None:
    """Print a line per budget, and the sum of `src`."""
    packages = lines_below(PACKAGE)
    packages["tests"], packages["bench"] = (lines_below(ROOT / name).total() for name in ("tests", "bench"))
    for names, budget in BUDGETS.items():
        count = sum(packages[name] for name in names.split(", "))
        print(f"{names:34} {count:7,} of {budget:7,}" + f" (+{count - budget:,})" * (count > budget))
    print(f"{'src':34} {lines_below(PACKAGE).total():7,}")


if __name__ == "__main__":
    main()
