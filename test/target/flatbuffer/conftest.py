"""Makes the builders of test binaries importable here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "runtime"))
