"""Conversion of constants, and of ops that move elements."""

from collections.abc import Callable, Mapping
from typing import Any

from xdsl.dialects.builtin import AnyFloat, TensorType, i32
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import tosa, ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.passes.tosa.convert_tosa_to_ttir.builder import (
    TosaBuilder,
    constant_numbers,
)
from ttmlir_py.rewriting.attributes import (
    dense_i64_array,
    i32_array,
    int_value,
    is_exact_in_f32,
    si32,
)
from ttmlir_py.rewriting.conversion import UnsupportedError


def constant(op: tosa.ConstOp, builder: TosaBuilder) -> SSAValue:
    """Return a constant with the same elements."""
    if tensor_type(op.output) != op.value.get_type():
        raise UnsupportedError("the types of value and output differ")
    made = builder.op(ttir.ConstantOp, (), (op.output.type,), value=op.value)
    builder.constants.add(made)
    return made.result


def _concat(op: tosa.ConcatOp, builder: TosaBuilder) -> SSAValue:
    dim = si32(int_value(op.axis))
    return builder.into(ttir.ConcatOp, op.operands, op.output.type, dim=dim)


def _reshape(op: tosa.ReshapeOp, builder: TosaBuilder) -> SSAValue:
    return builder.reshape(op.input1, shape_of(op.output))


def _transpose(op: tosa.TransposeOp, builder: TosaBuilder) -> SSAValue:
    """Return the permuted input. The order of the dimensions must be a constant."""
    order = constant_numbers(op.perms, "the order of dimensions")
    value = builder.permute(op.input1, order)
    return _of_type(value, op.output)


def _of_type(value: SSAValue, result: SSAValue) -> SSAValue:
    """Return `value` if it has the type of `result`, the result of the TOSA op.

    Raises UnsupportedError otherwise, because the verifier does not check this.
    """
    if value.type != result.type:
        raise UnsupportedError("the type of the result does not follow from the operands")
    return value


def _reverse(op: tosa.ReverseOp, builder: TosaBuilder) -> SSAValue:
    if not shape_of(op.input):
        return op.input
    dims = dense_i64_array([int_value(op.axis)])
    return builder.into(ttir.ReverseOp, (op.input,), op.output.type, dimensions=dims)


def _slice(op: tosa.SliceOp, builder: TosaBuilder) -> SSAValue:
    begins, sizes = integers(op.start), integers(op.size)
    shape = shape_of(op.input)
    if any(b < 0 or s < 1 or b + s > n for b, s, n in zip(begins, sizes, shape, strict=True)):
        raise UnsupportedError("the slice is not within its input")
    bounds = {
        "begins": i32_array(begins),
        "ends": i32_array([begin + size for begin, size in zip(begins, sizes, strict=True)]),
        "step": i32_array([1] * len(shape)),
    }
    return builder.into(ttir.SliceOp, (op.input,), op.output.type, **bounds)


def _tile(op: tosa.TileOp, builder: TosaBuilder) -> SSAValue:
    """Return the input repeated along each dimension. The numbers of repetitions must be
    positive.
    """
    factors = integers(op.multiples)
    if any(factor < 1 for factor in factors):
        raise UnsupportedError("a factor is not positive")
    repeats = dense_i64_array(factors)
    return builder.into(ttir.RepeatOp, (op.input1,), op.output.type, repeat_dimensions=repeats)


def _pad(op: tosa.PadOp, builder: TosaBuilder) -> SSAValue:
    """Return the padded input. The padding sizes and the padding value must be constants, and f32,
    the type of TTIR's padding value, must hold the value exactly.
    """
    sizes = constant_numbers(op.padding, "the padding")
    if any(size < 0 for size in sizes):
        raise UnsupportedError("the padding is negative")
    number: float = 0
    if op.pad_const is not None:
        (number,) = constant_numbers(op.pad_const, "the value of the padding")
    elif op.quantization_info is not None:
        number = op.quantization_info.input_zp
    if not is_exact_in_f32(number):
        raise UnsupportedError("TTIR's padding value is f32, which cannot represent this value")
    return _of_type(builder.pad(op.input1, sizes, number), op.output)


def _gather(op: tosa.GatherOp, builder: TosaBuilder) -> SSAValue:
    """Return the gathered rows, as an embedding in a table of the rows of all batches.

    The row numbers of a batch follow those of the batch before.
    """
    if not isinstance(tensor_type(op.values).element_type, AnyFloat):
        raise UnsupportedError("a gather of integers is not supported")
    batches, rows, width = shape_of(op.values)
    indices, table = op.indices, builder.reshaped(op.values, [batches * rows, width])
    if batches > 1:
        first_rows = builder.arange(TensorType(i32, [batches, 1]), 0, rows)
        indices = builder.into(ttir.AddOp, (indices, first_rows), op.indices.type)
    return builder.into(ttir.EmbeddingOp, (indices, table), op.output.type)


CONVERSIONS: Mapping[type[Operation], Callable[[Any, TosaBuilder], SSAValue]] = {
    tosa.ConcatOp: _concat,
    tosa.GatherOp: _gather,
    tosa.PadOp: _pad,
    tosa.ReshapeOp: _reshape,
    tosa.ReverseOp: _reverse,
    tosa.SliceOp: _slice,
    tosa.TileOp: _tile,
    tosa.TransposeOp: _transpose,
}
