"""Plants faults in the code that writes C++ and Python programs. Validation must name each fault.

C++ faults are in the conversion to EmitC, which then makes another call, or in the emitter, which
changes a call before writing it. All C++ faults are in one file, with a function each, because
starting the compiler takes most of the time. Python faults are in the rows that map an operation to
a call, or in the format of numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faults import INTEGERS, PROGRAM, Fault
from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr, StringAttr
from xdsl.ir import Operation

import ttmlir_py
from ttmlir_py import validation
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.emitc.attributes import OpaqueAttr
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.passes.registry import get_pass
from ttmlir_py.target.cpp.emitter import CppEmitter
from ttmlir_py.target.python import calls, functions
from ttmlir_py.target.python.calls import CALLS, Row, output_of, row
from ttmlir_py.validation import Verdict

TO_EMITC = "builtin.module(ttir-to-emitc-pipeline{complete-calls=true})"
TO_TTNN = "builtin.module(ttir-to-ttnn-backend-pipeline)"
CONVERSION, EMITTER = "convert-ttnn-to-emitc", "mlir-to-cpp"


@dataclass(frozen=True)
class Emitted:
    """A fault: its kind and place, the changed call, the change, and the operation of the source
    that must be named.
    """

    fault: Fault
    where: str
    """The flag of the pass, or `mlir-to-cpp` for the emitter."""
    callee: str
    """The called function, without namespace. The first of its calls is wrong."""
    change: Callable[[Any], None]
    culprit: str

    def __str__(self) -> str:
        return f"{self.fault.value}: {self.where}, {self.callee}, {self.culprit}"


def another(name: str) -> Callable[[Any], None]:
    """Call another function."""

    def apply(op: Any) -> None:
        op.properties["callee"] = StringAttr(name)

    return apply


def argument(number: int, value: Callable[[Any], Any]) -> Callable[[Any], None]:
    """Change an argument that is not an operand, or that is the index of an operand."""

    def apply(op: Any) -> None:
        held = list(op.properties["args"].data)
        held[number] = value(held[number])
        op.properties["args"] = ArrayAttr(held)

    return apply


def swap(op: Any) -> None:
    """Exchange the first two operands."""
    op.operands = [op.operands[1], op.operands[0], *op.operands[2:]]


def drop(op: Any) -> None:
    """Replace the uses of the result by the operand."""
    op.results[0].replace_all_uses_with(op.operands[0])
    erase(op)


def erase(op: Any) -> None:
    op.detach()
    op.erase()


def stale(op: Any) -> None:
    """Replace the first operand by the function's first argument."""
    op.operands[0] = op.parent.args[0]


def text(value: str) -> Callable[[Any], Any]:
    return lambda old: OpaqueAttr(value)


def integer(value: int) -> Callable[[Any], Any]:
    return lambda old: IntegerAttr(value, old.type)


def scaled(old: Any) -> Any:
    return FloatAttr(old.value.data * 1.01, old.type)


SHORT = text("ttnn::DataType::UINT16")
FIRST = integer(0)
CPP_FAULTS: Sequence[Emitted] = (
    Emitted(Fault.VALUE, CONVERSION, "maximum", another("ttnn::minimum"), "ttir.maximum"),
    Emitted(Fault.VALUE, CONVERSION, "relu", another("ttnn::abs"), "ttir.relu"),
    Emitted(Fault.VALUE, CONVERSION, "sum", another("ttnn::mean"), "ttir.sum"),
    Emitted(Fault.VALUE, CONVERSION, "softmax", argument(1, FIRST), "ttir.softmax"),
    Emitted(Fault.VALUE, EMITTER, "sum", argument(1, text("ttnn::SmallVector<int>{0}")), "ttir.sum"),
    Emitted(Fault.ORDER, CONVERSION, "subtract", swap, "ttir.subtract"),
    Emitted(Fault.ORDER, EMITTER, "matmul", swap, "ttir.matmul"),
    Emitted(Fault.ORDER, CONVERSION, "utilCreateVec", swap, "ttir.concat"),
    Emitted(Fault.LOST, CONVERSION, "relu", drop, "ttir.relu"),
    Emitted(Fault.LOST, CONVERSION, "update_cache", erase, "ttir.update_cache"),
    Emitted(Fault.SCALE, CONVERSION, "full", argument(1, scaled), "ttir.constant"),
    Emitted(Fault.SCALE, EMITTER, "full", argument(1, scaled), "ttir.constant"),
    Emitted(Fault.DTYPE, CONVERSION, "empty", argument(1, SHORT), "ttir.bitwise_or"),
    Emitted(Fault.STALE, CONVERSION, "matmul", stale, "ttir.matmul"),
    Emitted(Fault.STALE, EMITTER, "multiply", stale, "ttir.multiply"),
)  # fmt: skip


def cpp_source(faults: Sequence[Emitted]) -> str:
    """Return a program with a function for each fault, and one without a fault."""
    parts = [PROGRAM.replace("@main", "@right")]
    for number, fault in enumerate(faults):
        program = INTEGERS if fault.fault is Fault.DTYPE else PROGRAM
        parts.append(program.replace("@main", f"@wrong{number}"))
    return "".join(parts)


@contextmanager
def wrong_cpp(faults: Sequence[Emitted]) -> Iterator[None]:
    """Plant a fault in each function that writes C++. Raise AssertionError if a fault changes
    nothing.
    """
    of_name = {f"wrong{number}": fault for number, fault in enumerate(faults)}
    changed: set[str] = set()

    def plant(op: Any, where: str) -> None:
        function: Any = op.parent_op()
        name = function.sym_name.data
        fault = of_name.get(name)
        if name in changed or fault is None or fault.where != where:
            return
        if op.callee.data.removeprefix("ttnn::") == fault.callee:
            changed.add(name)
            fault.change(op)

    conversion: Any = get_pass(CONVERSION)
    converts, writes = conversion.run, CppEmitter._call_opaque

    def run(self: Any, context: Any, module: Operation) -> None:
        converts(self, context, module)
        for op in [op for op in module.walk() if op.name == "emitc.call_opaque"]:
            plant(op, CONVERSION)

    def write(self: Any, op: Any) -> None:
        plant(op, EMITTER)
        writes(self, op)

    conversion.run, CppEmitter._call_opaque = run, write
    try:
        yield
        assert changed == of_name.keys(), f"nothing was changed in {of_name.keys() - changed}"
    finally:
        conversion.run, CppEmitter._call_opaque = converts, writes


def misnamed_cpp(folder: Path, faults: Sequence[Emitted] = CPP_FAULTS) -> list[str]:
    """Return the C++ faults whose operation or line is reported incorrectly."""
    source, target = folder / "m.mlir", folder / "m.cpp"
    source.write_text(cpp_source(faults))
    with wrong_cpp(faults):
        target.write_bytes(ttmlir_py.compile(source.read_text(), TO_EMITC, EMITTER))
    right, *verdicts = validation.compare(source, target, "randn:0")
    found = [_problem(fault, each) for fault, each in zip(faults, verdicts, strict=True)]
    return [*filter(None, found), *([] if right.is_right else [f"without a fault: {right}"])]


def _problem(fault: "Emitted | Wrong", verdict: Verdict) -> str:
    """Return what is wrong with a verdict. Empty if it names the operation and the line."""
    row_ = verdict.first
    if row_ is None:
        return f"{fault}: is right"
    shown = row_.computed_as.partition(" ")[0].rpartition(":")[2].isdigit()
    is_lost = "afterwards" in row_.note
    named = row_.op == fault.culprit and row_.place and (shown or is_lost)
    return "" if named else f"{fault}: {row_}"


# ---- Python --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wrong:
    """A fault in the writer of Python: the operation that becomes another call, or None for the
    format of numbers.
    """

    fault: Fault
    op: type[Operation] | None
    call: Row | None
    culprit: str

    def __str__(self) -> str:
        name = "numbers" if self.op is None else self.op.name
        return f"{self.fault.value}: ttnn-to-python, {name}, {self.culprit}"


def first_argument(op: Any) -> Any:
    return op.parent.args[0]


def backwards(op: Any) -> Any:
    return list(op.inputs)[::-1]


def short(op: Any) -> Any:
    """Return a 16-bit type instead of the type of an integer."""
    return DataTypeAttr(DataType.UInt16)


EMPTY = CALLS[ttnn.EmptyOp]
PYTHON_FAULTS: Sequence[Wrong] = (
    Wrong(Fault.VALUE, ttnn.MaximumOp, row("minimum", "inputs*", like=None, output_tensor=output_of), "ttir.maximum"),
    Wrong(Fault.VALUE, ttnn.SumOp, row("sum", "input", keepdim="keep_dim"), "ttir.sum"),
    Wrong(Fault.VALUE, ttnn.SliceOp, row("slice", "input", lambda op: [0, 1], lambda op: [64, 17], "step"), "ttir.index"),
    Wrong(Fault.ORDER, ttnn.MatmulOp, row("matmul", "b", "a", like=None), "ttir.matmul"),
    Wrong(Fault.ORDER, ttnn.ConcatOp, row("concat", backwards, "dim", like="inputs"), "ttir.concat"),
    Wrong(Fault.LOST, ttnn.UpdateCacheOp, row("relu", "cache", like=None), "ttir.update_cache"),
    Wrong(Fault.LOST, ttnn.ReluOp, row("typecast", "inputs*", calls.dtype_of, like=None), "ttir.relu"),
    Wrong(Fault.SCALE, None, None, "ttir.constant"),
    Wrong(Fault.DTYPE, ttnn.EmptyOp, row("empty", "shape", like=None, **{**EMPTY.keywords, "dtype": short}), "ttir.bitwise_or"),
    Wrong(Fault.STALE, ttnn.MatmulOp, row("matmul", first_argument, "b", like=None), "ttir.matmul"),
)  # fmt: skip


@contextmanager
def wrong_python(fault: Wrong) -> Iterator[None]:
    """Plant a fault in the code that writes Python."""
    rows: Any = CALLS
    right = rows.get(fault.op)
    text_of = functions.float_text
    if fault.op is None:
        functions.float_text = lambda number: text_of(number * 1.01)
    else:
        rows[fault.op] = fault.call
    try:
        yield
    finally:
        functions.float_text = text_of
        if fault.op is not None:
            rows[fault.op] = right


def unnamed_python(fault: Wrong, folder: Path) -> str:
    """Return what validation of a fault misses. Empty if it names the operation and the line."""
    source, target = folder / "m.mlir", folder / "m.py"
    source.write_text(INTEGERS if fault.fault is Fault.DTYPE else PROGRAM)
    right = ttmlir_py.compile(source.read_text(), TO_TTNN, "ttnn-to-python")
    with wrong_python(fault):
        wrong = ttmlir_py.compile(source.read_text(), TO_TTNN, "ttnn-to-python")
    assert wrong != right, f"{fault}: nothing was changed"
    target.write_bytes(wrong)
    (verdict,) = validation.compare(source, target, "randn:0")
    return _problem(fault, verdict)
