"""The command line: `openkub play`, `serve`, `solve`, `rules`, `verify`, `arena` and more; one command a file."""

from openkub.extras import needs

with needs("the command line", "openkub[cli]"):
    from openkub.cli.app import main

__all__ = ["main"]
