"""The command line: `openkub play`, `rules`, `verify`, `replay`, `conformance`; one command a file."""

from openkub.cli.app import main

__all__ = ["main"]
