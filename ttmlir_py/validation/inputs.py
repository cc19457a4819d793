"""Inputs that expose faults: distinct numbers of both signs, optionally extreme ones or ties."""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from os import PathLike
from typing import Any

import numpy as np
from xdsl.dialects.builtin import BFloat16Type, Float16Type
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.narrowing import is_complex_type, is_integer_type, is_tensor_type
from ttmlir_py.passes.revisions.indices import is_wrapped, sources
from ttmlir_py.reference.numbers import Array, is_signed, limits, number_type
from ttmlir_py.runtime.array_files import read_arrays
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.validation.numbers import narrowed

INDICES: Mapping[str, tuple[str, str, int]] = {
    "ttir.embedding": ("input", "weight", -2),
    "ttir.embedding_backward": ("input", "weight", -2),
    "ttir.gather": ("start_indices", "input", 0),
    "ttir.update_cache": ("update_index", "cache", 2),
    "stablehlo.gather": ("start_indices", "operand", 0),
}
"""Maps ops with index operands to the index operand, the indexed operand, and the indexed
dimension.
"""
CONVERSIONS = ("ttir.typecast", "stablehlo.convert")
DIVISIONS = {
    *("ttir.div", "ttir.remainder", "stablehlo.divide", "stablehlo.remainder"),
}
EDGES = np.array(
    [
        *(0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 1.0, -1.0, 1 + 2**-8, 1 + 2**-9, -1 - 2**-9),
        *(
            1 + 2**-23,
            1 - 2**-24,
            257.0,
            -259.0,
            65535.5,
            2.0**-60,
            -(2.0**-60),
            2.0**30,
            -(2.0**30),
        ),
    ]
)
"""Numbers at which rounding may go wrong: zeros, halves, ties in bf16 and f32, small and large
numbers.
"""


def inputs_for(function: FuncOp, source: str) -> list[Array]:
    """Return inputs of a function as `source` requests.

    It is `randn:SEED`, `edge:SEED`, `ties:SEED` (the seed is optional), or the path of an `.npz`
    file. Raises InputError for anything else.
    """
    kind, _, seed = source.partition(":")
    if kind in ("randn", "edge", "ties") and (seed or "0").isdigit():
        return generate(function, kind, int(seed or 0))
    if not source.endswith(".npz"):
        raise InputError(
            f"'{source}' is neither randn:SEED, nor edge:SEED, nor ties:SEED, nor an .npz file"
        )
    return read_inputs(function, source)


def read_inputs(function: FuncOp, path: str | PathLike[str]) -> list[Array]:
    """Return the inputs in an `.npz` file.

    The arrays are called `arg0`, `arg1`, ..., or have other names and are in the order of the
    arguments. Raises InputError.
    """
    return bind(function, read_arrays(path))


def bind(function: FuncOp, arrays: Mapping[str, Array] | Sequence[Array]) -> list[Array]:
    """Return the arrays in the order of the function's arguments.

    They are given in order, or by the names `arg0`, `arg1`, ..., or by other names in order. Raises
    InputError if they do not match.
    """
    _require_real(function)
    arguments = function.body.block.args
    if isinstance(arrays, Mapping):
        names = [f"arg{i}" for i in range(len(arguments))]
        missing = [name for name in names if name not in arrays]
        if missing and len(missing) < len(names):
            raise InputError(f"there is no input '{missing[0]}'")
        arrays = list(arrays.values()) if missing else [arrays[name] for name in names]
    if len(arrays) != len(arguments):
        raise InputError(f"the function takes {len(arguments)} inputs, got {len(arrays)}")
    for i, (array, argument) in enumerate(zip(arrays, arguments, strict=True)):
        if np.shape(array) != shape_of(argument):
            raise InputError(
                f"input {i} has shape {list(np.shape(array))}, expected {argument.type}"
            )
    return [np.asarray(array) for array in arrays]


def _require_real(function: FuncOp) -> None:
    """Raise InputError for an argument of complex numbers."""
    for argument in function.body.block.args:
        type_ = argument.type
        if is_tensor_type(type_) and is_complex_type(type_.element_type):
            raise InputError(
                f"argument {argument.index} has complex numbers: validate a function of real "
                "arguments and results"
            )


def generate(function: FuncOp, kind: str, seed: int) -> list[Array]:
    """Return random inputs: normally distributed floats, integers of which half are small, and
    valid indices.

    `edge` mixes in numbers at which rounding, overflow and signs are decided. With `ties`, all f32
    numbers are halfway between two integers or two bf16 numbers. All are representable in their
    type. A divisor of integers is not 0, and floats that become unsigned integers are not negative,
    because StableHLO defines no results for them. Keys of a sort by several keys are equal often
    enough that the next key decides. An unused argument is zero and takes no memory, because a
    cut-out of a model may have all weights as arguments.
    """
    _require_real(function)
    generator = np.random.default_rng(seed)
    rows, divisors, keys = _indexed(function), _divisors(function), _earlier_keys(function)
    made: list[Array] = []
    for argument in function.body.block.args:
        if not is_tensor_type(argument.type):
            raise InputError(f"argument {argument.index} is not a tensor, but {argument.type}")
        shape, element = shape_of(argument), tensor_type(argument).element_type
        if not argument.uses:
            made.append(np.broadcast_to(number_type(element).type(0), shape))
        elif _held_boolean(function, argument.index):
            made.append(generator.integers(0, 2, shape).astype(number_type(element)))
        elif argument in rows:
            made.append(_indices(argument, rows[argument], generator))
        elif argument in keys:
            made.append(generator.integers(0, 3, shape).astype(number_type(element)))
        elif number_type(element).kind == "f":
            values = generator.standard_normal(shape)
            values = ties(values, generator) if kind == "ties" else values
            values = representable(_with_edges(values, kind, EDGES, generator), element)
            made.append(np.abs(values) if _becomes_unsigned(argument) else values)
        else:
            values = _integers(shape, element, kind, generator)
            made.append(np.where(values == 0, 1, values) if argument in divisors else values)
    return made


def before_conversion(function: FuncOp) -> Iterator[ModuleOp]:
    """Yield the modules around a function, which record what its types were before its revision
    was converted.
    """
    parent = function.parent_op()
    while parent is not None:
        if isinstance(parent, ModuleOp):
            yield parent
        parent = parent.parent_op()


def _held_boolean(function: FuncOp, index: int) -> bool:
    """Whether the argument was a tensor of i1 before its revision was converted."""
    name = function.sym_name.data
    return any(
        index in each.boolean_arguments.get(name, ()) for each in before_conversion(function)
    )


def _indices(argument: SSAValue, count: int, generator: np.random.Generator) -> Array:
    """Return numbers from 0 to `count` - 1. If the program adds `count` to negative ones, return
    numbers from -`count`.

    For a float type, they are limited to the range in which it has all integers.
    """
    shape, element = shape_of(argument), tensor_type(argument).element_type
    if is_integer_type(element):
        least = -count if is_signed(element) and is_wrapped(argument) else 0
        return generator.integers(least, count, shape)
    exact = 2**8 if isinstance(element, BFloat16Type) else 2**11
    return generator.integers(0, min(count, exact), shape).astype(np.float64)


def _integers(
    shape: Sequence[int], element: Attribute, kind: str, generator: np.random.Generator
) -> Array:
    least, most = map(int, limits(narrowed(element)))
    if most == 1:
        return generator.integers(0, 2, shape).astype(bool)
    type_ = number_type(element)
    small = generator.integers(max(least, -99), min(most, 99), shape, type_, endpoint=True)
    wide = generator.integers(least, most, shape, type_, endpoint=True)
    values = np.where(generator.random(shape) < 0.5, small, wide)
    edges = np.array([least, most, least + 1, most - 1, 0, 1, most // 2 + 1], type_)
    return _with_edges(values, kind, edges, generator)


def _with_edges(values: Array, kind: str, edges: Array, generator: np.random.Generator) -> Array:
    """Return `values` with a random third replaced by the numbers in `edges` in turn."""
    if kind == "edge" and values.size:
        chosen = generator.permutation(values.size)[: max(values.size // 3, 1)]
        values.reshape(-1)[chosen] = np.resize(edges, len(chosen))
    return values


def ties(values: Array, generator: np.random.Generator) -> Array:
    """Return numbers near `values` that are ties: a third between integers, the others between bf16
    numbers.
    """
    fraction, exponent = np.frexp(values)
    between = np.ldexp(np.floor(fraction * 256) + 0.5, exponent - 8)
    return np.where(generator.random(values.shape) < 1 / 3, np.floor(8 * values) + 0.5, between)


def representable(values: Array, element: Attribute) -> Array:
    """Return the numbers of type `element` nearest to `values`; f64 counts as f32."""
    if isinstance(element, Float16Type):
        return values.astype(np.float16).astype(np.float64)
    single = values.astype(np.float32)
    if isinstance(element, BFloat16Type):
        bits = single.view(np.uint32)
        rounded = bits + 0x7FFF + ((bits >> 16) & 1)
        single = (rounded & 0xFFFF0000).astype(np.uint32).view(np.float32)
    return single.astype(np.float64)


def _indexed(function: FuncOp) -> dict[SSAValue, int]:
    """Map each argument that holds indices to the number of elements that it indexes."""
    rows: dict[SSAValue, int] = {}
    for op in function.walk():
        if op.name not in INDICES:
            continue
        index, counted, dim = INDICES[op.name]
        shape = shape_of(getattr(op, counted))
        size = shape[_gathered(shape, op) if op.name.endswith(".gather") else dim]
        for value in sources(getattr(op, index)):
            rows[value] = min(size, rows.get(value, size))
    for module in before_conversion(function):
        for position, size in module.index_arguments.get(function.sym_name.data, {}).items():
            value = function.body.block.args[position]
            rows[value] = min(size, rows.get(value, size))
    return rows


def _divisors(function: FuncOp) -> set[SSAValue]:
    """Return the arguments by which integers are divided."""
    divisions = [op for op in function.walk() if op.name in DIVISIONS]
    return {each for op in divisions for each in sources(op.operands[1])}


def _becomes_unsigned(value: SSAValue) -> bool:
    """Whether floats are converted to unsigned integers, which is not defined for negative ones."""
    casts = (use.operation for use in value.uses if use.operation.name in CONVERSIONS)
    elements = (tensor_type(each.results[0]).element_type for each in casts)
    return any(
        is_integer_type(each) and each.bitwidth > 1 and not is_signed(each) for each in elements
    )


def _earlier_keys(function: FuncOp) -> set[SSAValue]:
    """Return the arguments by which a sort orders before it compares another key."""
    found = set[SSAValue]()
    for op in function.walk():
        if op.name == "stablehlo.sort":
            compared = op.regions[0].block.args
            keys = [
                each for each, pair in zip(op.operands, compared[::2], strict=True) if pair.uses
            ]
            for key in keys[:-1]:
                found |= sources(key)
    return found


def _gathered(shape: Sequence[int], op: Any) -> int:
    """Return the size of the smallest dimension that the indices of a `gather` refer to."""
    is_ttir = op.name == "ttir.gather"
    dims = integers(op.start_index_map) if is_ttir else op.dimension_numbers.startIndexMap
    return min(dims, key=lambda dim: shape[dim], default=0)


SIGNED = {"abs", "relu", "leaky_relu", "sign", "remainder", "floor", "ceil", "neg", "negate"}
COMPARING = {
    *("eq", "ne", "ge", "gt", "le", "lt", "compare"),
    *("logical_and", "logical_or", "logical_not"),
}
REDUCING = {
    *("max", "mean", "min", "prod", "reduce_and", "sum", "softmax", "cumsum"),
    *("reduce", "reduce_window"),
}
CHOOSING = {"maximum", "minimum", "where", "select", "clamp"}


def unexercised(name: str, operands: Sequence[Array], result: Array) -> str | None:
    """Return why these operands cannot show a fault of the op, or None. The reason is that another
    op would give the same result for them.
    """
    kind = name.rpartition(".")[2]
    if not operands or not prod(result.shape):
        return None
    first = operands[0]
    if kind in SIGNED and first.dtype.kind != "b" and not (first < 0).any():
        return "no operand is negative"
    if kind in COMPARING and (result == result.flat[0]).all() and result.size > 1:
        return "all results are alike"
    if kind in REDUCING and first.size > 1 and (first == first.flat[0]).all():
        return "all elements are alike"
    if kind in CHOOSING and result.size > 1 and result.shape == first.shape:
        candidates = operands if kind not in ("where", "select") else operands[1:]
        if any(x.shape == result.shape and np.array_equal(x, result) for x in candidates):
            return "one operand is the result"
    return None
