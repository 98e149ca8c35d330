"""Modules that several benchmarks share. Importing this package puts the repository root on the module search path."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
