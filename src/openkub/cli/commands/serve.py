"""`openkub serve`: a server of games in the browser."""

from __future__ import annotations

from openkub.cli.options import command
from openkub.cli.serving import run
from openkub.serve_options import Options

serve = command(Options, run)
