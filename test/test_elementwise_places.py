"""An element-wise op is declared in five places of the code; all other tables derive from them.

docs/adding_an_op.md lists the places. `test_extension_pages.py` follows the page, and removes each
place.
"""

import inspect

from ttmlir_py import ttnn
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects import ttnn as ttnn_dialect
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp as TTIRElementwiseOp
from ttmlir_py.dialects.ttnn.interfaces import ElementwiseOp, ElementwiseUnaryOp
from ttmlir_py.documentation.host_functions import STORED, host_functions_text
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import LOWERINGS
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc.table import LOWERINGS as CPP_CALLS
from ttmlir_py.reference import ttir as reference
from ttmlir_py.reference.meanings import MEANINGS
from ttmlir_py.runtime.kernels import ELEMENTWISE
from ttmlir_py.runtime.kernels.registry import PerElement
from ttmlir_py.schemas import load_schema
from ttmlir_py.target.flatbuffer.ops import SERIALIZERS
from ttmlir_py.target.python.calls import CALLS

CASES = load_schema("TTNN/binary.fbs").types["tt.target.ttnn.EltwiseOpType"].values
TTIR_OPS = [op for op in ttir.TTIR.operations if issubclass(op, TTIRElementwiseOp)]
TTNN_OPS = [op for op in ttnn_dialect.TTNN.operations if issubclass(op, ElementwiseOp)]
OTHER_DECLARATIONS = {"Clamp", "Scatter", "Typecast"}
"""Cases of the schema's `EltwiseOpType` that are not element-wise ops in both dialects."""


def case_of(op):
    return op.__name__.removesuffix("Op")


def computed_by_reference():
    """Return the schema cases of the ops that the reference computes. If an op has no class, its
    mnemonic gives the case.
    """
    cases = {op.name: case_of(op) for op in TTIR_OPS}
    names = {f"ttir.{name}" for name in reference.ELEMENTWISE} | (MEANINGS.keys() & cases.keys())
    return {cases.get(name) or name[5:].title().replace("_", "") for name in names}


PLACES = {
    "a class in ttmlir_py/dialects/ttir/elementwise.py": {*map(case_of, TTIR_OPS)},
    "a class in ttmlir_py/dialects/ttnn/elementwise.py": {*map(case_of, TTNN_OPS)},
    "a case at the end of EltwiseOpType in ttmlir_py/schemas/TTNN/program.fbs": {*CASES},
    "a row in ttmlir_py/runtime/kernels/elementwise.py": {*ELEMENTWISE},
    "a function in ttmlir_py/reference/ttir.py": computed_by_reference(),
}


def test_elementwise_operation_is_in_every_table():
    missing = [
        f"{case} lacks {place}"
        for case in sorted(set().union(*PLACES.values()) - OTHER_DECLARATIONS)
        for place, cases in PLACES.items()
        if case not in cases
    ]
    assert not missing, "\n" + "\n".join(missing)
    assert {*CASES} >= OTHER_DECLARATIONS


def test_stored_host_library_functions_are_current():
    assert STORED.read_text() == host_functions_text(), f"{STORED} is stale: run `make generated`"


def test_elementwise_tables_of_ttir_and_ttnn_follow_from_definitions():
    """Some tables are derived by rules that have exceptions for single ops."""
    for op in TTIR_OPS:
        assert op in LOWERINGS, (
            f"{op.name} has no row in ttmlir_py/passes/ttnn/convert_ttir_to_ttnn/elementwise.py"
        )
    for op in TTNN_OPS:
        assert op in SERIALIZERS, f"{op.name} has no row in ttmlir_py/target/flatbuffer/ops.py"
        assert op in CPP_CALLS, (
            f"{op.name} has no row in ttmlir_py/passes/ttnn/convert_ttnn_to_emitc/table.py"
        )
        assert op in CALLS, f"{op.name} has no row in ttmlir_py/target/python/calls.py"


def test_every_elementwise_kernel_has_cost_and_ttnn_function():
    for case, row in ELEMENTWISE.items():
        assert isinstance(row.cost.work, PerElement), f"{case}: its row does not say what it costs"
        assert callable(getattr(ttnn, row.library_name, None)), (
            f"{case}: the package ttnn has no function {row.library_name}"
        )


def test_emitted_python_calls_ttnn_function_of_elementwise_kernel():
    for op in TTNN_OPS:
        function, row = CALLS[op].function, ELEMENTWISE.get(case_of(op))
        assert row is None or row.library_name == function, (
            f"{op.name} is emitted as ttnn.{function}, its row in runtime/kernels/elementwise.py says "
            f"ttnn.{row.library_name}: set library_name there, or _FUNCTIONS in target/python/calls.py"
        )


def test_dialect_and_kernel_agree_on_approximable_functions():
    for op in TTNN_OPS:
        row = ELEMENTWISE.get(case_of(op))
        if row is None or not issubclass(op, ElementwiseUnaryOp):
            continue
        assert (row.approximable_since == 2025) == op.APPROXIMABLE, (
            f"{op.name}: APPROXIMABLE in dialects/ttnn and approximable_since in "
            "runtime/kernels/elementwise.py disagree"
        )
        parameters = inspect.signature(getattr(ttnn, row.library_name)).parameters
        is_approximable = row.approximable_since is not None
        assert ("fast_and_approximate_mode" in parameters) == is_approximable, op.name
