"""What traces cost: runs with and without them, taken in turns; and how fast long ones are read.

    python benchmarks/traces.py [--repeat N]

`mlp` and `resnet50` are those of runtime.py; `small` is a chain of 500 additions of 32 x 32 elements, where an operation takes
least and a record counts most. A ratio is the median of those of pairs, one run with and one without the trace right after
each other, in alternating order; the spread is that of the middle half of the pairs.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads that wait for others take time, too

from runtime import NETWORKS, Recorder

import ttmlir_py
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.traces.tensor.program_tracer import TensorAccessTracer
from ttmlir_py.traces.tensor.writer import TensorTraceWriter


def small(net: Any) -> Any:
    x = y = net.input(32, 32)
    for _ in range(500):
        x = net.add(x, y)
    return x


def programs() -> Iterator[tuple[str, bytes, list[Any]]]:
    """Name, binary and inputs of each network."""
    for name, network in {"small": small, **NETWORKS}.items():
        recorder = Recorder()
        module = recorder.module(network(recorder))
        yield name, ttmlir_py.compile(module), recorder.arrays()


def seconds(run: Callable[[], object]) -> float:
    """Of processor time, which other work on the machine does not count in."""
    started = time.process_time()
    run()
    return time.process_time() - started


def paired(plain: Callable[[], object], traced: Callable[[], object], repeat: int) -> list[float]:
    """Quartiles of the ratios traced / plain."""
    ratios: list[float] = []
    for index in range(repeat):
        order = [plain, traced] if index % 2 else [traced, plain]
        took = {run: seconds(run) for run in order}
        ratios.append(took[traced] / took[plain])
    return quantiles(ratios, n=4)


def tensor_trace(repeat: int) -> None:
    """Runs with the tensor-access trace: in the loops of one trace; and each alone, with opening and decoding the binary."""
    for name, data, arrays in programs():
        binary = TTNNBinary.load(data)
        records = sum(len(each.refs) for each in binary.programs[0].operations)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "t.bin")
            tracer = TensorAccessTracer(binary, data, TensorTraceWriter(path))

            def plain(binary: TTNNBinary = binary, arrays: list[Any] = arrays) -> None:
                binary.run(arrays)

            def looped(
                binary: TTNNBinary = binary,
                arrays: list[Any] = arrays,
                hooks: Any = tracer.hooks,
            ) -> None:
                binary.run(arrays, hooks=hooks)

            def opened(arrays: list[Any] = arrays, data: bytes = data) -> None:
                TTNNBinary.load(data).run(arrays)

            def opened_traced(
                arrays: list[Any] = arrays,
                data: bytes = data,
                path: Path = path,
            ) -> None:
                own = TTNNBinary.load(data)
                tracer = TensorAccessTracer(own, data, TensorTraceWriter(path.with_suffix(".one")))
                with tracer.recording():
                    own.run(arrays, hooks=tracer.hooks)

            plain()
            cases = (("in a loop", plain, looped), ("alone", opened, opened_traced))
            for what, without, traced in cases:
                traced()
                low, middle, high = paired(without, traced, repeat)
                print(
                    f"tensor trace  {name:<10}{records:>6} records  {what:<10}"
                    f"traced / plain = {middle:.3f}  ({low:.3f} to {high:.3f})"
                )
            with tracer.recording():
                pass


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=20, help="pairs")
    options = parser.parse_args()
    tensor_trace(options.repeat)


if __name__ == "__main__":
    main()
