"""The correlation of a program's results on the device with its results in float64.

Where the device's matrix blocking is unknown, the correlation is an interval.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.comparison import is_constant, pcc
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.evaluation import in_float64
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.executor import Executor
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import bind_inputs
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.summary import INDENT, output_names
from ttmlir_py.runtime.tensor import Tensor
from ttmlir_py.runtime.ttnn_program import TTNNProgram


class Interval(NamedTuple):
    """The smallest and largest possible correlation of an output with its float64 result."""

    low: float
    high: float


class ConstantInterval(Interval):
    """The interval of a constant output, whose correlation has no meaning."""


def output_correlations(
    binary: TTNNBinary,
    program: TTNNProgram,
    inputs: Sequence[Array],
    numerics: DeviceNumerics,
    memory_limit: int,
) -> list[Interval | None]:
    """Return, for each output, the possible correlations of the device's result with float64.

    The entry is None if the correlation is undefined.
    """
    exact = exact_outputs(program, inputs, memory_limit)
    runs = [
        binary.run(inputs, program.index, memory_limit=memory_limit, numerics=each)
        for each in numerics.bounds()
    ]
    return [
        _interval([pcc(golden.values, each) for each in found], is_constant(golden.values))
        for golden, *found in zip(exact, *runs, strict=True)
    ]


def exact_outputs(
    program: TTNNProgram, inputs: Sequence[Array], memory_limit: int = MEMORY_LIMIT
) -> list[Tensor]:
    """Return the outputs of a program that computes in float64, without rounding to its formats."""
    values = bind_inputs(program, list(inputs))
    tensors = [
        Tensor(ref.desc, in_float64(each, ref.desc.data_type))
        for ref, each in zip(program.inputs, values, strict=True)
    ]
    return Executor(program, RunEvents(), memory_limit, in_float64).run(tensors)


def _interval(found: Sequence[float | None], constant: bool) -> Interval | None:
    known = [each for each in found if each is not None]
    if len(known) < len(found):
        return None
    return (ConstantInterval if constant else Interval)(min(known), max(known))


def correlation_lines(intervals: Sequence[Interval | None]) -> Iterator[str]:
    """Yield one line of text per output."""
    for name, interval in zip(output_names(len(intervals)), intervals, strict=True):
        yield f"{INDENT}{name}: device numerics: PCC with float64 {_text(interval)}"


def _text(interval: Interval | None) -> str:
    if interval is None:
        return "none: no finite values"
    low, high = f"{interval.low:.6f}", f"{interval.high:.6f}"
    if isinstance(interval, ConstantInterval):
        return f"{low}: the output is constant, so PCC confirms nothing"
    if low == high:
        return low
    return f"{low} to {high}: the blocks of matrix products (in0_block_w) are not known"
