"""The command `openkub`, also as `python -m openkub`: the command line, or a word on how to get it."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; without its extra, say so in a line."""
    try:
        from openkub.cli import main as run
    except ModuleNotFoundError as error:
        if (error.name or "openkub").startswith("openkub"):
            raise
        sys.exit(f"openkub: {error}")
    run()


if __name__ == "__main__":
    main()
