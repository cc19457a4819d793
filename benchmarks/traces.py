"""The cost of traces: alternating runs with and without them, and the speed of reading long ones.

    python benchmarks/traces.py [--repeat N] [--network NAME] [--loops N]

`mlp` and `resnet50` are those of runtime.py. `small` is a chain of 500 additions of 32 x 32
elements, whose operations are so short that the cost of a record is highest. A pair is one run with
and one without the trace right after each other, in alternating order. A ratio is the median of
those of the pairs, and the spread is that of the middle half of the pairs.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import quantiles
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # waiting threads would take processor time, too

from runtime import NETWORKS, Recorder

import ttmlir_py
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.traces.tensor.program_tracer import TensorAccessTracer
from ttmlir_py.traces.tensor.writer import TensorTraceWriter

Way = Callable[[], object]


def small(net: Any) -> Any:
    x = y = net.input(32, 32)
    for _ in range(500):
        x = net.add(x, y)
    return x


ALL: dict[str, Callable[[Any], Any]] = {"small": small, **NETWORKS}


def programs(names: Iterable[str]) -> Iterator[tuple[str, bytes, list[Any]]]:
    """Yield name, binary and inputs of each network."""
    for name in names:
        recorder = Recorder()
        module = recorder.module(ALL[name](recorder))
        yield name, ttmlir_py.compile(module), recorder.arrays()


def seconds(run: Callable[[], object]) -> float:
    """Return the processor time of a run, which excludes other work on the machine."""
    started = time.process_time()
    run()
    return time.process_time() - started


def paired(plain: Way, traced: Callable[[], Way], repeat: int) -> list[float]:
    """Return quartiles of the ratios traced / plain.

    `traced` returns the function to measure; what it does before that is not measured.
    """
    ratios: list[float] = []
    for index in range(repeat):
        other = traced()
        order = [plain, other] if index % 2 else [other, plain]
        took = {run: seconds(run) for run in order}
        ratios.append(took[other] / took[plain])
    return quantiles(ratios, n=4)


@dataclass(frozen=True)
class Program:
    """A program, with runs with and without a trace. `loops` runs are measured together."""

    data: bytes
    arrays: list[Any]
    path: Path
    loops: int

    @cached_property
    def binary(self) -> TTNNBinary:
        return TTNNBinary.load(self.data)

    def loop(self) -> None:
        for _ in range(self.loops):
            self.binary.run(self.arrays)

    def traced_loop(self) -> Way:
        """Return a function that continues a trace after its first run, and closes it."""
        self.path.unlink(missing_ok=True)
        tracer = TensorAccessTracer(self.binary, self.data, TensorTraceWriter(self.path))
        self.binary.run(self.arrays, hooks=tracer.hooks)

        def run() -> None:
            with tracer.recording():
                for _ in range(self.loops):
                    self.binary.run(self.arrays, hooks=tracer.hooks)

        return run

    def alone(self) -> None:
        """Load and decode the binary, and run it once."""
        TTNNBinary.load(self.data).run(self.arrays)

    def traced_alone(self) -> Way:
        self.path.unlink(missing_ok=True)

        def run() -> None:
            binary = TTNNBinary.load(self.data)
            tracer = TensorAccessTracer(binary, self.data, TensorTraceWriter(self.path))
            with tracer.recording():
                binary.run(self.arrays, hooks=tracer.hooks)

        return run


def tensor_trace(names: Iterable[str], repeat: int, loops: int) -> None:
    """Print the ratios of runs with the tensor-access trace: in one trace, and each with its
    own.
    """
    for name, data, arrays in programs(names):
        with tempfile.TemporaryDirectory() as folder:
            program = Program(data, arrays, Path(folder, "t.bin"), loops)
            records = sum(len(each.refs) for each in program.binary.programs[0].operations)
            cases = (
                ("in a loop", program.loop, program.traced_loop),
                ("alone", program.alone, program.traced_alone),
            )
            for what, plain, traced in cases:
                plain()
                traced()()
                low, middle, high = paired(plain, traced, repeat)
                print(
                    f"tensor trace  {name:<10}{records:>6} records  {what:<10}"
                    f"traced / plain = {middle:.3f}  ({low:.3f} to {high:.3f})"
                )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=10, help="pairs")
    parser.add_argument("--network", choices=list(ALL))
    parser.add_argument("--loops", type=int, default=20, help="runs of a trace measured together")
    options = parser.parse_args()
    names = [options.network] if options.network else list(ALL)
    tensor_trace(names, options.repeat, options.loops)


if __name__ == "__main__":
    main()
