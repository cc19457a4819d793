"""Runs random programs in two ways and compares the results: TTMetal kernels on the simulated chip,
and TTNN calls on the simulator.

    python test/fuzz/fuzz_metal.py --count 2000 --seed 0

The results must have the same bits where both paths round alike, and otherwise differ by no more
than their roundings allow. On the chip, the results must not depend on the checks or on the order
in which cores and threads run. `--only NUMBER` shows one program and runs it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from metal_programs import FLOATS, INTEGERS, ROWS, TTMETAL, Program, compiles, random_program

import ttmlir_py
from ttmlir_py import runtime, tensix
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError
from ttmlir_py.tensix.memory import Checks
from ttmlir_py.tensix.trials import Noc
from ttmlir_py.tools.progress import ProgressLine

LARGE = 8_000_000
"""The bytes of tensors from which a program runs only with cores in lockstep, because one core at a
time takes long.
"""
CORE, TOO_LARGE = 1_400_000, "too large"
"""The bytes of tensors that one core can hold, and the text for programs that need more."""

PROGRESS_EVERY = 100
"""The number of programs after which progress is printed, if the output is a file."""


def difference(program: Program, number: int) -> str:
    """Return how the results of `program` differ or why it has no results; an empty string if they
    agree.
    """
    arrays = program.arrays(number)
    try:
        chip = tensix.load(ttmlir_py.compile(program.text, *TTMETAL))
        got = chip.run(arrays)
        expected = runtime.load(ttmlir_py.compile(program.text)).run(arrays)
    except ttmlir_py.CompilationError as error:
        if "Out of memory" in str(error) and program.aligned_bytes > CORE:
            return TOO_LARGE
        return str(error)
    except (SimulationError, BinaryError) as error:
        return f"{type(error).__name__}: {error}"
    for options in _other_runs(program, number):
        try:
            again = chip.run(arrays, **options)
        except SimulationError as error:
            return f"{options}: {error}"
        if any(a.tobytes() != b.tobytes() for a, b in zip(got, again, strict=True)):
            return f"other bits with {options}"
    for value, ours, theirs in zip(program.results, got, expected, strict=True):
        if ours.shape != value.shape or theirs.shape != value.shape:
            return f"{value.name}: {ours.shape} and {theirs.shape}, not {value.shape}"
        wide, other = ours.astype(np.float64), theirs.astype(np.float64)
        if not np.isfinite(wide).all():
            return f"{value.name}: not finite"
        largest = float(np.abs(wide - other).max(initial=0.0))
        if largest > value.error:
            return f"{value.name}: apart by {largest:.3g}, at most {value.error:.3g} is right"
    return ""


def _other_runs(program: Program, number: int) -> Iterator[dict[str, Any]]:
    """Yield the options of runs that must give the same results: threads in random order with late
    data, no checks, one core at a time.
    """
    if number % 3 == 0:
        yield {"noc": Noc.LATE, "schedule": number}
    if number % 3 == 1:
        yield {"checks": Checks.OFF}
    if program.bytes < LARGE:
        yield {"lockstep": False}


@dataclass
class Report:
    """The number of compared programs, and the failures."""

    ops: Counter[str] = field(default_factory=Counter[str])
    exact: int = 0
    """The number of programs whose results must have the same bits."""
    too_large: int = 0
    failures: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])


def compare(seed: int, numbers: Sequence[int], *, show_progress: bool = False) -> Report:
    """Compile and run the programs with `numbers`, and return the report."""
    report = Report()
    line = ProgressLine(sys.stderr, every=0.25) if sys.stderr.isatty() else None
    for done, number in enumerate(numbers):
        if show_progress:
            _show_progress(done, len(numbers), report, line)
        program = random_program(seed, number)
        report.ops.update(program.ops)
        report.exact += all(value.error == 0 for value in program.results)
        found = difference(program, number)
        if found == TOO_LARGE:
            report.too_large += 1
            print(f"program {number}: {found}", flush=True)
        elif found:
            report.failures.append((number, found))
            print(f"program {number}: {found}", flush=True)
    if line:
        line.clear()
    return report


def _show_progress(done: int, count: int, report: Report, line: ProgressLine | None) -> None:
    """Show progress on one line of a terminal, or print it every hundred programs to a file."""
    text = f"{done} of {count} programs, {len(report.failures)} failures"
    if line:
        line.show(lambda _: text)
    elif done and done % PROGRESS_EVERY == 0:
        print(text, file=sys.stderr, flush=True)


def main() -> int:
    """Compare programs. Return exit code 1 if results differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--only", type=int, help="show this program, and run it alone")
    options = parser.parse_args()
    first, count = options.first, options.count
    if options.only is not None:
        first, count = options.only, 1
        print(random_program(options.seed, first).text)
    started = perf_counter()
    report = compare(options.seed, range(first, first + count), show_progress=True)
    seconds = perf_counter() - started
    print(
        f"{count} programs of seed {options.seed} in {seconds:.0f} s, {report.exact} of them to the bit, "
        f"{report.too_large} too large: {len(report.failures)} failures"
    )
    for op in ROWS:
        if not any(compiles(op, element) for element in (*FLOATS, *INTEGERS)):
            print(f"  {op:24}   has no kernels")
    for op, times in sorted(report.ops.items()):
        print(f"  {op:24}{times:8}")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
