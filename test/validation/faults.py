"""Plants faults in the compiler and the simulator. Validation must name each fault.

A fault is in a pass (one of its operations is changed after it), in the serializer (a table has
another field), or in a kernel.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr
from xdsl.ir import Operation

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import ranked_tensor
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.system import DataTypeAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.passes.registry import get_pass
from ttmlir_py.rewriting.mutation import set_type
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS
from ttmlir_py.target.flatbuffer import ttnn as translation
from ttmlir_py.validation import PassValidation, Verdict, compare_modules, mark

PIPELINE = "builtin.module(ttir-to-ttnn-backend-pipeline)"
UNARY = "<{operandSegmentSizes = array<i32: 1, 1>}>"
BINARY = "<{operandSegmentSizes = array<i32: 2, 1>}>"
T = "tensor<32x32xf32>"
PROGRAM = f"""func.func @main(%a: {T}, %b: {T}, %cache: tensor<1x1x64x32xf32>, %line: tensor<1x1x1x32xf32>, %at: tensor<1xi32>)
    -> ({T}, tensor<32x1xf32>, tensor<64x16xf32>, tensor<1x1x64x32xf32>) {{
  %e = tensor.empty() : {T}
  %max = "ttir.maximum"(%a, %b, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  %scale = "ttir.constant"() <{{value = dense<-0.75> : {T}}}> : () -> {T}
  %scaled = "ttir.multiply"(%max, %scale, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  %relu = "ttir.relu"(%scaled, %e) {UNARY} : ({T}, {T}) -> {T}
  %soft = "ttir.softmax"(%b, %e) <{{dimension = 1 : si32}}> : ({T}, {T}) -> {T}
  %less = "ttir.subtract"(%relu, %soft, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  %turned = "ttir.transpose"(%a, %e) <{{dim0 = 0 : si32, dim1 = 1 : si32}}> : ({T}, {T}) -> {T}
  %product = "ttir.matmul"(%less, %turned, %e) : ({T}, {T}, {T}) -> {T}
  %f = tensor.empty() : tensor<32x1xf32>
  %sum = "ttir.sum"(%product, %f) <{{dim_arg = [1 : i32], keep_dim = true}}> : ({T}, tensor<32x1xf32>) -> tensor<32x1xf32>
  %g = tensor.empty() : tensor<64x32xf32>
  %joined = "ttir.concat"(%product, %b, %g) <{{dim = 0 : si32}}> : ({T}, {T}, tensor<64x32xf32>) -> tensor<64x32xf32>
  %h = tensor.empty() : tensor<64x16xf32>
  %part = "ttir.index"(%joined, %h) <{{dim = 1 : i32, begin = 0 : i32, end = 16 : i32, step = 1 : i32}}> : (tensor<64x32xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  %held = "ttir.update_cache"(%cache, %line, %at) <{{batch_offset = 0 : i32}}> : (tensor<1x1x64x32xf32>, tensor<1x1x1x32xf32>, tensor<1xi32>) -> tensor<1x1x64x32xf32>
  return %product, %sum, %part, %held : {T}, tensor<32x1xf32>, tensor<64x16xf32>, tensor<1x1x64x32xf32>
}}
"""
Change = Callable[[Operation], None]


def rebuilt(op: Operation, name: str) -> None:
    """Replace an operation of TTNN by another one."""
    other = getattr(ttnn, name).create(
        operands=op.operands,
        result_types=[each.type for each in op.results],
        properties=dict(op.properties),
    )
    other.location = op.location
    op.parent.insert_op_before(other, op)
    op.results[0].replace_all_uses_with(other.results[0])
    op.detach()
    op.erase()


def another(name: str) -> Change:
    return lambda op: rebuilt(op, name)


def drop(op: Operation) -> None:
    """Replace the uses of the result by the operand."""
    op.results[0].replace_all_uses_with(op.operands[0])
    op.detach()
    op.erase()


def erase(op: Operation) -> None:
    op.detach()
    op.erase()


def swap(op: Operation) -> None:
    """Exchange the first two operands."""
    op.operands = [op.operands[1], op.operands[0], *op.operands[2:]]


def change(name: str, changed: Callable[[Any], Any]) -> Change:
    def apply(op: Operation) -> None:
        op.properties[name] = changed(op.properties[name])

    return apply


def integer(value: int) -> Callable[[Any], Any]:
    return lambda old: IntegerAttr(value, old.type)


def listed(*values: int) -> Callable[[Any], Any]:
    return lambda old: ArrayAttr([IntegerAttr(each, old.data[0].type) for each in values])


def scaled(old: Any) -> Any:
    return FloatAttr(old.value.data * 1.01, old.type)


def stale(op: Operation) -> None:
    """Replace the operand by an older tensor of the same type."""
    older = next(
        result
        for each in op.parent.ops
        for result in each.results
        if result.type == op.operands[0].type and result is not op.operands[0]
    )
    op.operands[0] = older


def shifted(op: Operation) -> None:
    """Move a slice by one element along dimension 1."""
    change("begins", listed(0, 1))(op)
    change("ends", listed(64, 17))(op)


def short(op: Operation) -> None:
    """Give the result and its destination 16 bits."""
    type_: Any = op.results[0].type
    tile = TileType((32, 32), DataType.UInt16)
    layout = type_.encoding.with_element_type(tile, type_.get_shape())
    for value in (op.results[0], op.operands[-1]):
        set_type(value, ranked_tensor(type_.element_type, type_.get_shape(), layout))
    written: Any = op.operands[-1].owner
    if written.name == "ttnn.empty":
        written.properties["dtype"] = DataTypeAttr(DataType.UInt16)


class Fault(Enum):
    """The kinds of wrong results."""

    VALUE = "wrong values"
    ORDER = "wrong order"
    LOST = "lost effects"
    SCALE = "1 % off"
    DTYPE = "wrong data type"
    STALE = "stale buffer"


@dataclass(frozen=True)
class Planted:
    """A fault: its kind and place, the change, and the operation of the source that must be
    named.
    """

    fault: Fault
    where: str
    """The flag of a pass, `field` for the serializer, `kernel` for the simulator."""
    name: str
    """The operation of TTNN, or the table or kernel. The first occurrence is wrong, or all uses of
    a kernel.
    """
    change: Callable[[Any], Any]
    culprit: str

    def __str__(self) -> str:
        change = getattr(self.change, "__name__", "")
        return f"{self.fault.value}: {self.where}, {self.name}, {change}, {self.culprit}"


CONVERT, LAYOUT, DECOMPOSITION = "convert-ttir-to-ttnn", "ttnn-layout", "ttir-to-ttir-decomposition"
WORKAROUND, LAYOUTS, DEALLOCATE = "ttnn-workaround", "ttnn-decompose-layouts", "ttnn-deallocate"


def _passes(fault: Fault, *rows: tuple[Sequence[str], str, Change, str]) -> Iterator[Planted]:
    for flags, name, change_, culprit in rows:
        for flag in flags:
            yield Planted(fault, flag, name, change_, culprit)


def _of(
    place: str, fault: Fault, *rows: tuple[str, Callable[[Any], Any], str]
) -> Iterator[Planted]:
    for row in rows:
        yield Planted(fault, place, *row)


def field(name: str, value: Any) -> Callable[[Any], Any]:
    """Change a field of a table."""

    def set_field(fields: dict[str, Any]) -> None:
        fields[name] = value

    return set_field


def exchanged(first: str, second: str) -> Callable[[Any], Any]:
    """Exchange two fields."""

    def exchange(fields: dict[str, Any]) -> None:
        fields[first], fields[second] = fields[second], fields[first]

    return exchange


def reversed_(name: str) -> Callable[[Any], Any]:
    """Reverse a list of tensors."""

    def reverse(fields: dict[str, Any]) -> None:
        fields[name] = fields[name][::-1]

    return reverse


def input_ref(name: str) -> Callable[[Any], Any]:
    """Read the program's first input instead."""

    def read_input(fields: dict[str, Any]) -> None:
        held = fields[name]
        if isinstance(held, list):
            fields[name] = [{**held[0], "global_id": 1}, *held[1:]]
        else:
            fields[name] = {**held, "global_id": 1}

    return read_input


def times(row: Any) -> Any:
    """Return the kernel row with a result that is 1 % too large."""
    right = row.compute
    return replace(row, compute=lambda *a, **k: right(*a, **k) * 1.01)


def plus(row: Any) -> Any:
    """Return the kernel row with a result that is 0.01 too large."""
    right = row.compute
    return replace(row, compute=lambda *a, **k: right(*a, **k) + 0.01)


def other_way(row: Any) -> Any:
    """Return the kernel row with reversed operands. Element-wise rows have them in a list."""
    right = row.compute

    def compute(first: Any, *others: Any, **keywords: Any) -> Any:
        if isinstance(first, list):
            return right(first[::-1], *others, **keywords)
        return right(others[0], first, *others[1:], **keywords)

    return replace(row, compute=compute)


def first_operand(row: Any) -> Any:
    """Return the kernel row with a kernel that returns the first operand unchanged."""
    return replace(
        row, compute=lambda first, *_, **__: first[0] if isinstance(first, list) else first
    )


BACK = (CONVERT, WORKAROUND, LAYOUTS, DEALLOCATE)
FAULTS: Sequence[Planted] = (
    *_passes(
        Fault.VALUE,
        ((CONVERT, WORKAROUND), "ttnn.maximum", another("MinimumOp"), "ttir.maximum"),
        ((CONVERT, DEALLOCATE), "ttnn.maximum", another("AddOp"), "ttir.maximum"),
        ((CONVERT,), "ttnn.multiply", another("DivOp"), "ttir.multiply"),
        ((CONVERT, LAYOUTS), "ttnn.relu", another("AbsOp"), "ttir.relu"),
        (BACK, "ttnn.softmax", change("dimension", integer(0)), "ttir.softmax"),
        ((LAYOUT,), "ttir.softmax", change("dimension", integer(0)), "ttir.softmax"),
        ((CONVERT, LAYOUTS), "ttnn.sum", another("MeanOp"), "ttir.sum"),
        ((CONVERT,), "ttnn.sum", another("MaxOp"), "ttir.sum"),
        ((DECOMPOSITION,), "ttir.slice", shifted, "ttir.index"),
    ),
    *_of(
        "field",
        Fault.VALUE,
        ("SoftmaxOp", field("dimension", 0), "ttir.softmax"),
        ("TransposeOp", field("dim1", 0), "ttir.transpose"),
        ("ReductionOp", field("type", "Mean"), "ttir.sum"),
        ("EltwiseOp", field("type", "Add"), "ttir.maximum"),
    ),
    *_of(
        "kernel",
        Fault.VALUE,
        *(
            (name, plus, f"ttir.{name.lower()}")
            for name in ("Maximum", "Relu", "Subtract", "Multiply")
        ),
    ),
    *_passes(
        Fault.ORDER,
        (BACK, "ttnn.subtract", swap, "ttir.subtract"),
        ((LAYOUT,), "ttir.subtract", swap, "ttir.subtract"),
        (BACK, "ttnn.matmul", swap, "ttir.matmul"),
        (BACK, "ttnn.concat", swap, "ttir.concat"),
        ((DECOMPOSITION, LAYOUT), "ttir.concat", swap, "ttir.concat"),
    ),
    *_of(
        "field",
        Fault.ORDER,
        ("MatmulOp", exchanged("in0", "in1"), "ttir.matmul"),
        ("ConcatOp", reversed_("inputs"), "ttir.concat"),
    ),
    *_of(
        "kernel",
        Fault.ORDER,
        ("Subtract", other_way, "ttir.subtract"),
        ("MatmulOp", other_way, "ttir.matmul"),
    ),
    *_passes(
        Fault.LOST,
        (BACK, "ttnn.relu", drop, "ttir.relu"),
        (BACK, "ttnn.transpose", drop, "ttir.transpose"),
        (BACK[:-1], "ttnn.softmax", drop, "ttir.softmax"),
        (BACK, "ttnn.update_cache", erase, "ttir.update_cache"),
    ),
    *_of(
        "kernel",
        Fault.LOST,
        *(
            (name, first_operand, culprit)
            for name, culprit in (
                ("UpdateCacheOp", "ttir.update_cache"),
                ("SoftmaxOp", "ttir.softmax"),
                ("Relu", "ttir.relu"),
                ("TransposeOp", "ttir.transpose"),
            )
        ),
    ),
    *_passes(Fault.SCALE, (BACK, "ttnn.full", change("fillValue", scaled), "ttir.multiply")),
    *_of("field", Fault.SCALE, ("FullOp", field("fill_value", -0.7425), "ttir.multiply")),
    *_of(
        "kernel",
        Fault.SCALE,
        *(
            (f"{name}Op", times, f"ttir.{name.lower()}")
            for name in ("Softmax", "Matmul", "Transpose", "Concat")
        ),
        *(
            (name, times, f"ttir.{name.lower()}")
            for name in ("Maximum", "Relu", "Subtract", "Multiply")
        ),
        ("SliceOp", times, "ttir.index"),
    ),
    *_passes(
        Fault.DTYPE,
        (BACK, "ttnn.bitwise_or", short, "ttir.bitwise_or"),
        (BACK, "ttnn.bitwise_not", short, "ttir.bitwise_not"),
        (BACK, "ttnn.bitwise_and", short, "ttir.bitwise_and"),
    ),
    *_passes(
        Fault.STALE,
        ((LAYOUT, CONVERT), "matmul", stale, "ttir.matmul"),
        ((LAYOUT, CONVERT, WORKAROUND), "subtract", stale, "ttir.subtract"),
        ((LAYOUT, CONVERT, WORKAROUND), "relu", stale, "ttir.relu"),
        ((LAYOUT, CONVERT), "concat", stale, "ttir.concat"),
        ((LAYOUT, CONVERT), "multiply", stale, "ttir.multiply"),
    ),
    *_of(
        "field",
        Fault.STALE,
        ("SoftmaxOp", input_ref("in"), "ttir.softmax"),
        ("ReductionOp", input_ref("in"), "ttir.sum"),
        ("MatmulOp", input_ref("in0"), "ttir.matmul"),
        ("ConcatOp", input_ref("inputs"), "ttir.concat"),
    ),
)
"""All faults, at least ten of each kind."""


U32 = "tensor<32x32xui32>"
INTEGERS = f"""func.func @main(%a: {U32}, %b: {U32}, %c: {U32}) -> {U32} {{
  %e = tensor.empty() : {U32}
  %f = tensor.empty() : {U32}
  %g = tensor.empty() : {U32}
  %or = "ttir.bitwise_or"(%a, %b, %e) {BINARY} : ({U32}, {U32}, {U32}) -> {U32}
  %not = "ttir.bitwise_not"(%or, %f) {UNARY} : ({U32}, {U32}) -> {U32}
  %and = "ttir.bitwise_and"(%not, %c, %g) {BINARY} : ({U32}, {U32}, {U32}) -> {U32}
  %h = tensor.empty() : {U32}
  %xor = "ttir.bitwise_xor"(%and, %a, %h) {BINARY} : ({U32}, {U32}, {U32}) -> {U32}
  return %xor : {U32}
}}
"""


def program_of(fault: Planted) -> str:
    """Return the program in which a fault is planted."""
    return INTEGERS if fault.fault is Fault.DTYPE else PROGRAM


@contextmanager
def planted(fault: Planted) -> Iterator[None]:
    """Plant a fault in the compiler or the simulator. Raise AssertionError if it changes
    nothing.
    """
    if fault.where == "kernel":
        table: Any = KERNELS if fault.name in KERNELS else ELEMENTWISE
        right = table[fault.name]
        table[fault.name] = fault.change(right)
        try:
            yield
        finally:
            table[fault.name] = right
        return
    holder, name, wrong, changed = (
        _wrong_table(fault) if fault.where == "field" else _wrong_pass(fault)
    )
    right = getattr(holder, name)
    setattr(holder, name, wrong)
    try:
        yield
        assert changed, f"{fault}: nothing was changed"
    finally:
        setattr(holder, name, right)


Wrong = tuple[Any, str, Callable[..., Any], list[Any]]


def _wrong_table(fault: Planted) -> Wrong:
    right, changed = translation.operation_table, list[Any]()

    def operation_table(references: Any, op: Operation) -> Any:
        kind, fields = right(references, op)
        if kind == fault.name and (not changed or changed[0] is op):
            changed[:] = [op]
            fault.change(fields)
        return kind, fields

    return translation, "operation_table", operation_table, changed


def _wrong_pass(fault: Planted) -> Wrong:
    cls: Any = get_pass(fault.where)
    right, changed = cls.run, list[Any]()
    names = (fault.name, f"ttir.{fault.name}", f"ttnn.{fault.name}")

    def run(self: Any, context: Any, op: Operation) -> None:
        right(self, context, op)
        chosen = next((each for each in op.walk() if each.name in names), None)
        assert chosen is not None, f"after {fault.where} there is no {fault.name}"
        changed.append(chosen)
        fault.change(chosen)

    return cls, "run", run, changed


def validated(text: str = PROGRAM) -> tuple[Sequence[Verdict], PassValidation]:
    """Return the verdicts after the first pass that breaks the program, or at the end."""
    context = compiler.create_context()
    module = ttmlir_py.parse(text, context=context, file_name="m.mlir")
    each = PassValidation(mark(module), module)
    with context.diagnostics.collect():
        compiler.PassManager(PIPELINE, context=context, instrumentations=[each]).run(module)
    return each.verdicts or compare_modules(each.source, module, "randn:0"), each


def _behind(fault: Planted) -> str:
    """Return the component that must be blamed if no pass is wrong."""
    if fault.where == "kernel":
        label = f"EltwiseOp({fault.name})" if fault.name in ELEMENTWISE else fault.name
        return f"the simulator's kernel of {label}"
    return "the serializer" if fault.where == "field" else ""


def unnamed(fault: Planted) -> str:
    """Return what validation of a fault misses. Empty if it names the operation, and the pass or
    the component after the passes.
    """
    with planted(fault):
        (verdict,) = validated(program_of(fault))[0]
    row = verdict.first
    if row is None:
        return f"{fault}: is right"
    found = f"{row.op} after {verdict.first_pass}, {row.kind.value}, behind: {row.behind}"
    wanted_pass = None if fault.where in ("field", "kernel") else fault.where
    named = row.op == fault.culprit and verdict.first_pass == wanted_pass and row.place
    named = named and row.behind == _behind(fault)
    return "" if named else f"{fault}: {found}"
