"""How a program's outputs on the device correlate with those in float64: an interval where the device's blocking is not known."""

from collections.abc import Iterator, Sequence

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.comparison import pcc
from ttmlir_py.runtime.evaluation import in_float64
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.executor import Executor
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import bind_inputs
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.summary import INDENT, output_names
from ttmlir_py.runtime.tensor import Tensor
from ttmlir_py.runtime.ttnn_program import TTNNProgram

Interval = tuple[float, float] | None
"""The smallest and largest correlation; None if one of the outputs has none."""


def output_correlations(
    binary: TTNNBinary,
    program: TTNNProgram,
    inputs: Sequence[Array],
    numerics: DeviceNumerics,
    memory_limit: int,
) -> list[Interval]:
    """For each output the correlations of all that the device may compute with the same program in float64."""
    values = bind_inputs(program, list(inputs))
    tensors = [
        Tensor(ref.desc, in_float64(each, ref.desc.data_type))
        for ref, each in zip(program.inputs, values, strict=True)
    ]
    exact = Executor(program, RunEvents(), memory_limit, in_float64).run(tensors)
    runs = [
        binary.run(inputs, program.index, memory_limit=memory_limit, numerics=each)
        for each in numerics.bounds()
    ]
    return [
        _interval([pcc(golden.values, each) for each in found])
        for golden, *found in zip(exact, *runs, strict=True)
    ]


def _interval(found: Sequence[float | None]) -> Interval:
    known = [each for each in found if each is not None]
    return (min(known), max(known)) if len(known) == len(found) else None


def correlation_lines(intervals: Sequence[Interval]) -> Iterator[str]:
    """A line for each output."""
    for name, interval in zip(output_names(len(intervals)), intervals, strict=True):
        yield f"{INDENT}{name}: device numerics: PCC with float64 {_text(interval)}"


def _text(interval: Interval) -> str:
    if interval is None:
        return "none: no finite values"
    low, high = (f"{each:.6f}" for each in interval)
    if low == high:
        return low
    return f"{low} to {high}: the blocks of matrix products (in0_block_w) are not known"
