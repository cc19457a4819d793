"""An element-wise op stands in five places; what is missing in one of them is named here.

A new op such as `ttir.tanh` is a class in dialects/ttir, one in dialects/ttnn, a case of the schema's `EltwiseOpType`, a row of
`runtime/kernels/elementwise.py` and a line of the C++ library's functions. All else follows from these: lowering, serialization,
calls in C++ and Python, the Python function, the estimate of its time.
"""

import inspect
import re
from pathlib import Path

import pytest

from ttmlir_py import standalone, ttnn
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects import ttnn as ttnn_dialect
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp as TTIRElementwiseOp
from ttmlir_py.dialects.ttnn.interfaces import ElementwiseOp, ElementwiseUnaryOp
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import LOWERINGS
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc.table import LOWERINGS as CPP_CALLS
from ttmlir_py.runtime.kernels import ELEMENTWISE
from ttmlir_py.runtime.kernels.registry import PerElement
from ttmlir_py.schemas import load_schema
from ttmlir_py.target.flatbuffer.ops import SERIALIZERS
from ttmlir_py.target.python.calls import CALLS

CASES = load_schema("TTNN/binary.fbs").types["tt.target.ttnn.EltwiseOpType"].values
FUNCTIONS = (Path(standalone.__file__).parent / "include/ttnn_host/functions.hpp").read_text()
TTIR_OPS = [op for op in ttir.TTIR.operations if issubclass(op, TTIRElementwiseOp)]
TTNN_OPS = [op for op in ttnn_dialect.TTNN.operations if issubclass(op, ElementwiseOp)]


def case_of(op):
    return op.__name__.removesuffix("Op")


@pytest.mark.parametrize("op", TTIR_OPS, ids=lambda op: op.name)
def test_ttir_ops_are_lowered(op):
    assert op in LOWERINGS, (
        f"{op.name} is not lowered: write {op.__name__} in dialects/ttnn/elementwise.py, or in passes/ttnn/convert_ttir_to_ttnn a row"
    )


@pytest.mark.parametrize("op", TTNN_OPS, ids=lambda op: op.name)
def test_ttnn_ops_are_serialized(op):
    case = case_of(op)
    assert op in SERIALIZERS, f"{op.name} has no row in target/flatbuffer/ops.py"
    assert case in CASES, (
        f"{op.name} has no case in a binary: add '{case}' to EltwiseOpType in schemas/TTNN/program.fbs"
    )


@pytest.mark.parametrize("case", CASES)
def test_cases_of_the_schema_have_a_kernel_and_a_function(case):
    assert case in ELEMENTWISE, (
        f"EltwiseOpType {case} is not simulated: add a row to runtime/kernels/elementwise.py"
    )
    row = ELEMENTWISE[case]
    assert isinstance(row.work, PerElement), f"{case}: its row does not say what it costs"
    assert callable(getattr(ttnn, row.library_name, None)), f"there is no ttnn.{row.library_name}"


@pytest.mark.parametrize("op", TTNN_OPS, ids=lambda op: op.name)
def test_calls_have_a_function(op):
    name = op.name.removeprefix("ttnn.")
    assert op in CPP_CALLS, f"{op.name} has no row in passes/ttnn/convert_ttnn_to_emitc/table.py"
    assert re.search(rf"\({name}[,)]|\bTensor {name}\(", FUNCTIONS), (
        f"{op.name} cannot be called from C++: add TTNN_HOST_UNARY({name}), or another macro, to "
        "standalone/include/ttnn_host/functions.hpp"
    )
    assert op in CALLS, f"{op.name} has no row in target/python/calls.py"
    function = CALLS[op].function
    row = ELEMENTWISE.get(case_of(op))
    assert row is None or row.library_name == function, (
        f"{op.name} is emitted as ttnn.{function}, its row in runtime/kernels/elementwise.py says "
        f"ttnn.{row.library_name}: set library_name there, or _FUNCTIONS in target/python/calls.py"
    )


@pytest.mark.parametrize(
    "op",
    [op for op in TTNN_OPS if issubclass(op, ElementwiseUnaryOp) and case_of(op) in ELEMENTWISE],
    ids=lambda op: op.name,
)
def test_both_sides_know_what_is_approximable(op):
    name, row = op.name.removeprefix("ttnn."), ELEMENTWISE[case_of(op)]
    assert (row.approximable_since == 2025) == op.APPROXIMABLE, (
        f"{op.name}: APPROXIMABLE in dialects/ttnn and approximable_since in runtime/kernels/elementwise.py disagree"
    )
    parameters = inspect.signature(getattr(ttnn, row.library_name)).parameters
    assert ("fast_and_approximate_mode" in parameters) == (row.approximable_since is not None)
    assert (f"TTNN_HOST_APPROXIMABLE({name})" in FUNCTIONS) == op.APPROXIMABLE, (
        f"{op.name} needs another macro in standalone/include/ttnn_host/functions.hpp"
    )
