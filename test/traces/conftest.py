"""Lets tests here use the builders of binaries."""

import sys
from pathlib import Path

for folder in ("runtime", "ttrt"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))
