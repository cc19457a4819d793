"""The efficiency of two workers: the time of one worker, divided by twice the time of two.

    python tools/sweep/efficiency.py TABLE [--cases 300] [--repeat 2]

Runs the same cases of a table with `--workers 1`, which needs no Dask, and with `--workers 2`. The
computer must be idle and have two cores. With 300 cases of `examples/sweep/operations.toml`, it
takes about three minutes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ttmlir_py.sweep.results import Results

GOAL = 0.85


def measured(table: str, cases: int, workers: int, output: Path) -> float:
    """Return the seconds of a run. Raises CalledProcessError if it fails."""
    command = [sys.executable, "-m", "ttmlir_py.tools.ttmlir_sweep", "run", table, "--exit-zero"]
    command += ["-o", str(output), "--sample", str(cases), "--workers", str(workers)]
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


def main() -> int:
    """Measure, and exit with 1 if the efficiency misses the goal or the results differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--repeat", type=int, default=2)
    options = parser.parse_args()
    seconds: dict[int, list[float]] = {1: [], 2: []}
    digests: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.repeat):
            for workers, found in seconds.items():
                output = Path(folder) / f"{workers}-{number}.sqlite"
                found.append(measured(options.table, options.cases, workers, output))
                digests.add(Results(output).digest())
    one, two = min(seconds[1]), min(seconds[2])
    efficiency = one / (2 * two)
    print(f"1 worker {one:.1f} s, 2 workers {two:.1f} s: efficiency {efficiency:.1%}", end="")
    print(f" (goal {GOAL:.0%}), results {'equal' if len(digests) == 1 else 'DIFFERENT'}")
    return 0 if efficiency >= GOAL and len(digests) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
