"""Write the editions and options of the rules for the pages that need no server; `--check` fails when they are old."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from openkub.law.leaflets import LEAFLETS, TITLES, sayings
from openkub.law.rules import EDITIONS, OPTIONS

FILE = Path(__file__).parent.parent / "src/lib/rules/editions.json"


def text() -> str:
    """The data as the page reads it: the same facts as the server's list of rules."""
    editions = [
        {
            "name": name,
            "title": "openkub" if name == "default" else TITLES[name],
            "leaflet": dict(LEAFLETS[name].names) if name in LEAFLETS else None,
            "languages": LEAFLETS[name].languages if name in LEAFLETS else [],
            "min_age": LEAFLETS[name].min_age if name in LEAFLETS else None,
            "options": {option: getattr(rules, option) for option in OPTIONS},
        }
        for name, rules in EDITIONS.items()
    ]
    options = [
        {
            "name": option.name,
            "choices": list(option.choices) or None,
            "low": None if option.choices else option.low,
            "high": None if option.choices else option.high,
            "may_be_none": option.may_be_none,
            "says": {
                edition: said.printed for said in sayings(option.name) if not said.language for edition in said.editions
            },
        }
        for option in OPTIONS.values()
    ]
    return json.dumps({"editions": editions, "options": options}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(f"{FILE.name} is stale: run {Path(__file__).name}" if FILE.read_text() != text() else None)
    FILE.write_text(text())
