"""The command line: `openkub play`, `serve`, `solve`, `rules`, `verify`, `arena` and more; one command a file."""

from openkub.cli.app import main

__all__ = ["main"]
