"""Lowering of element-wise ops that are not in a `ttir.generic` to a program with one kernel.

The kernel calls functions of the vector unit on each tile. The operands' tiles are copied to the
destination registers 0, 1 and so on, and the result is in register 0. A `Row` in the table `ROWS`
describes an op for some element types.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.dialects.ttkernel.compute import (
    CopyTileInitOp,
    CopyTileOp,
    RecipTileInitOp,
    RecipTileOp,
    SubTilesInitOp,
    SubTilesOp,
)
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttkernel.interfaces import TTKernelOperation
from ttmlir_py.dialects.ttkernel.vector_unit import TILE_FUNCTIONS, TileFunction
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    ComputeBuilder,
    Kernel,
    core_range,
    end_kernel,
    new_block,
    replace_by_program,
    tensix_config,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.compute import (
    Buffers,
    Elementwise,
    of_two_buffers,
    packed,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.loops import Tile
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import Operand
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError

_FUNCTIONS: Final = {
    **TILE_FUNCTIONS,
    "recip_tile": TileFunction(RecipTileInitOp, RecipTileOp),
}


class Step(NamedTuple):
    """One call of a function of the vector unit."""

    function: str
    registers: tuple[int, ...]
    """The registers that the function reads, then the register that it writes, if it takes one."""
    types: Mapping[str, Attribute] = MappingProxyType({})
    """The element types that the call names, where they differ from those of the op's operands."""

    @classmethod
    def read(cls, text: str) -> Step:
        """Return the step for a function and its registers, such as `add_int_tile 0 1 0`.

        Without registers, the function works on register 0.
        """
        function, *registers = text.split()
        return cls(function, tuple(map(int, registers)) or (0,))


def _cast(source: DataType, target: DataType, register: int = 0) -> Sequence[Step]:
    types = {"in_dtype": DataTypeAttr(source), "out_dtype": DataTypeAttr(target)}
    return (Step("typecast_tile", (register,), types),)


def _no_parameters(op: Operation) -> Sequence[int]:
    return ()


class Row(NamedTuple):
    """The sequence of calls that computes an op for some element types."""

    types: frozenset[DataType]
    steps: tuple[Step, ...]
    parameters: Callable[[Any], Sequence[int]] = _no_parameters
    """Returns the op's attribute numbers that the call needs, if there is only one step."""


FLOATS: Final = frozenset({DataType.Float32, DataType.BFloat16, DataType.Float16})
_SIGNED: Final = frozenset({DataType.Int32})
WIDE: Final = frozenset({DataType.Int32, DataType.UInt32})
_UNSIGNED: Final = frozenset({DataType.UInt32})
_INTEGERS: Final = WIDE | {DataType.UInt16}
"""The integer types that the vector unit can add and multiply."""
_NARROW: Final = frozenset({DataType.UInt16, DataType.UInt8})
"""Types for which missing functions are replaced by those for signed 32-bit integers."""


def _row(types: frozenset[DataType], *steps: str | Step) -> Row:
    return Row(types, tuple(Step.read(each) if isinstance(each, str) else each for each in steps))


def _float_bits(*names: str) -> Callable[[Any], Sequence[int]]:
    """Return a function that returns the f32 bits of the attributes `names` of an op."""

    def bits(op: Any) -> Sequence[int]:
        numbers = [getattr(op, name).value.data for name in names]
        return [struct.unpack("<i", struct.pack("<f", number))[0] for number in numbers]

    return bits


def _compared(name: str, test: str) -> tuple[Row, ...]:
    """Return the rows of an ordering comparison.

    For unsigned integers they test which operand is larger.
    """
    larger, other = ("1", "0") if name in ("ge", "lt") else ("0", "1")
    return (
        _row(FLOATS, f"{name}_binary_tile 0 1 0"),
        _row(_SIGNED, f"{name}_int32_tile 0 1 0"),
        _row(
            _UNSIGNED,
            f"binary_max_uint32_tile 0 1 {larger}",
            f"sub_int_tile {larger} {other} 0",
            f"{test}_tile_int32",
        ),
    )


def _tested(name: str, test: str) -> tuple[Row, ...]:
    """Return the rows of an equality comparison.

    For integers they test whether the difference, which may wrap, is 0.
    """
    integers = _row(WIDE, "sub_int_tile 0 1 0", f"{test}_tile_int32")
    return (_row(FLOATS, f"{name}_binary_tile 0 1 0"), integers)


def _combined(combination: str, of_integers: str) -> tuple[Row, ...]:
    """Return the rows of a logical function of two numbers, where all numbers except 0 are true."""
    return (
        _row(FLOATS, "nez_tile 0", "nez_tile 1", combination),
        _row(WIDE, "nez_tile_int32 0", "nez_tile_int32 1", f"{of_integers}_binary_tile 0 1 0"),
    )


def _rounded(name: str) -> tuple[Row, ...]:
    """Return the rows of a rounding function. Integers are left alone."""
    return (_row(FLOATS, f"{name}_tile"), _row(WIDE))


_REMAINDER: Final = (
    # Register 3 becomes half of the dividend, as a signed integer. The lowest bit is cleared before
    # the division by 2, and the highest bit after it.
    *("sub_int_tile 0 0 2", "eqz_tile_int32 2", "bitwise_and_binary_tile 0 2 3"),
    *("sub_int_tile 0 3 3", "add_int_tile 2 2 2", "div_int32_trunc_tile 3 2 3"),
    *("sub_int_tile 2 2 2", "bitwise_not_tile 2"),
    *_cast(DataType.UInt32, DataType.Float32, 2),
    *_cast(DataType.Float32, DataType.Int32, 2),  # the largest signed number
    "bitwise_and_binary_tile 3 2 3",
    # Register 3 becomes twice the quotient of that half, or 0 if the divisor is negative as a
    # signed integer. Register 2 becomes the remainder, which is less than two divisors.
    *("div_int32_trunc_tile 3 1 3", "relu_tile_int32 3", "add_int_tile 3 3 3"),
    *("mul_int_tile 3 1 2", "sub_int_tile 0 2 2"),
    # Register 0 becomes 1 if that remainder is not less than the divisor.
    *("binary_max_uint32_tile 2 1 0", "sub_int_tile 0 2 0", "eqz_tile_int32 0"),
)
"""The first calls of an unsigned integer division, which uses a signed division."""
_HALF: Final = frozenset({DataType.UInt16})
_NEGATED: Final = ("sub_int_tile 0 0 1", "sub_int_tile 1 0 0")
"""Calls that compute 0 minus the number; the result wraps."""


def _bitwise(operator: str) -> tuple[Row, ...]:
    return (_row(_INTEGERS, f"bitwise_{operator}_binary_tile 0 1 0"),)


ROWS: Final[Mapping[type[Operation], tuple[Row, ...]]] = {
    ttir.AbsOp: (
        _row(FLOATS, "abs_tile"),
        _row(_SIGNED, "abs_tile_int32"),
        _row(_UNSIGNED),
    ),
    ttir.CbrtOp: (_row(FLOATS, "cbrt_tile"),),
    ttir.CeilOp: _rounded("ceil"),
    ttir.CosOp: (_row(FLOATS, "cos_tile"),),
    ttir.FloorOp: _rounded("floor"),
    ttir.GeluOp: (_row(FLOATS, "gelu_tile"),),
    ttir.IsFiniteOp: (
        _row(FLOATS, "isfinite_tile"),
        _row(WIDE, "sub_int_tile 0 0 0", "eqz_tile_int32"),
    ),
    ttir.LeakyReluOp: (
        _row(FLOATS, "leaky_relu_tile")._replace(parameters=_float_bits("parameter")),
    ),
    ttir.LogicalNotOp: (_row(FLOATS | _INTEGERS, "logical_not_tile"),),
    ttir.BitwiseNotOp: (
        _row(WIDE, "bitwise_not_tile"),
        _row(_HALF, *_NEGATED, "sub_int_tile 1 1 1", "logical_not_tile 1", "sub_int_tile 0 1 0"),
    ),
    ttir.NegOp: (
        _row(FLOATS, "negative_tile"),
        _row(WIDE, "negative_tile_int32"),
        _row(_HALF, *_NEGATED),
    ),
    ttir.TanOp: (_row(FLOATS, "tan_tile"),),
    ttir.TanhOp: (_row(FLOATS, "tanh_tile"),),
    ttir.ReciprocalOp: (_row(FLOATS, "recip_tile"),),
    ttir.ReluOp: (_row(FLOATS, "relu_tile"), _row(_SIGNED, "relu_tile_int32"), _row(_UNSIGNED)),
    ttir.RsqrtOp: (_row(FLOATS, "rsqrt_tile"),),
    ttir.SigmoidOp: (_row(FLOATS, "sigmoid_tile"),),
    ttir.SignOp: (
        _row(FLOATS, "sign_tile"),
        _row(
            _SIGNED,
            "sub_int_tile 0 0 1",
            "lt_int32_tile 0 1 2",
            "gt_int32_tile 0 1 0",
            "sub_int_tile 0 2 0",
        ),
        _row(_UNSIGNED, "nez_tile_int32"),
    ),
    ttir.SinOp: (_row(FLOATS, "sin_tile"),),
    ttir.SqrtOp: (_row(FLOATS, "sqrt_tile"),),
    ttir.LogOp: (_row(FLOATS, "log_tile"),),
    ttir.Log1pOp: (_row(FLOATS, "log1p_tile"),),
    ttir.Expm1Op: (_row(FLOATS, "expm1_tile"),),
    ttir.ClampOp: (_row(FLOATS, "clamp_tile")._replace(parameters=_float_bits("min", "max")),),
    ttir.EqualOp: _tested("eq", "eqz"),
    ttir.NotEqualOp: _tested("ne", "nez"),
    ttir.GreaterEqualOp: _compared("ge", "eqz"),
    ttir.GreaterThanOp: _compared("gt", "nez"),
    ttir.LessEqualOp: _compared("le", "eqz"),
    ttir.LessThanOp: _compared("lt", "nez"),
    ttir.LogicalAndOp: _combined("mul_binary_tile 0 1 0", "bitwise_and"),
    ttir.LogicalOrOp: _combined("binary_max_tile 0 1 0", "bitwise_or"),
    ttir.LogicalXorOp: _combined("ne_binary_tile 0 1 0", "bitwise_xor"),
    ttir.BitwiseAndOp: _bitwise("and"),
    ttir.BitwiseOrOp: _bitwise("or"),
    ttir.BitwiseXorOp: _bitwise("xor"),
    ttir.PowerOp: (_row(FLOATS, "power_binary_tile 0 1 0"),),
    ttir.AddOp: (_row(_INTEGERS, "add_int_tile 0 1 0"),),
    ttir.SubtractOp: (_row(_INTEGERS, "sub_int_tile 0 1 0"),),
    ttir.MultiplyOp: (_row(_INTEGERS, "mul_int_tile 0 1 0"),),
    ttir.DivOp: (
        _row(_SIGNED, "div_int32_trunc_tile 0 1 0"),
        _row(
            _UNSIGNED,
            *_REMAINDER,
            "add_int_tile 0 3 0",
            # A division by 0 gives 1 here, but must give all bits.
            *("eqz_tile_int32 1", "add_int_tile 1 1 1", "sub_int_tile 0 1 0"),
        ),
    ),
    ttir.RemainderOp: (
        _row(FLOATS, "remainder_binary_tile 0 1 0"),
        _row(_SIGNED, "remainder_int32_tile 0 1 0"),
        _row(_UNSIGNED, *_REMAINDER, "mul_int_tile 0 1 0", "sub_int_tile 2 0 0"),
    ),
    ttir.MaximumOp: (
        _row(_SIGNED, "binary_max_int32_tile 0 1 0"),
        _row(_UNSIGNED, "binary_max_uint32_tile 0 1 0"),
    ),
    ttir.MinimumOp: (
        _row(FLOATS, "binary_min_tile 0 1 0"),
        _row(_SIGNED, "binary_min_int32_tile 0 1 0"),
        _row(_UNSIGNED, "binary_min_uint32_tile 0 1 0"),
    ),
    ttir.WhereOp: (_row(FLOATS | _INTEGERS, "where_tile 0 1 2 0"),),
}
"""Maps each op class to its rows.

`add`, `multiply`, `maximum`, `div` and `exp` of floats are lowered to a `ttir.generic` before.
"""

_SUBTRACTION: Final = Elementwise(
    lambda kernel, buffers: kernel.call(SubTilesInitOp, *buffers[:2]), of_two_buffers(SubTilesOp)
)
"""The subtraction of floats by the matrix unit."""


def replace_by_kernel(
    op: DestinationStyle,
    build: Callable[[ComputeBuilder, Sequence[SSAValue]], None],
    *,
    is_wide: bool = False,
) -> None:
    """Replace `op` by a program in which each core computes with its shards of inputs and output.

    `build` inserts the code of the kernel. `is_wide` selects 32-bit destination registers even if
    neither inputs nor output are 32-bit integers.
    """
    operands = [Operand.of(value) for value in (*op.dps_inputs, *op.dps_inits)]
    *inputs, output = operands
    if any(each.layout.grid != output.layout.grid for each in inputs):
        raise UnsupportedError("operands are on different grids")
    ports = [CBPort(CBPort.In0.value + index) for index in range(len(inputs))]
    types = [each.buffer(port) for each, port in zip(operands, [*ports, CBPort.Out0], strict=True)]
    block = new_block(op, types)
    build(ComputeBuilder.at_end(block, op.location), block.args)
    end_kernel(block, op)
    wide = [port for port, each in zip(ports, inputs, strict=True) if each.tile.dataType in WIDE]
    config = tensix_config(
        op,
        wide_ports=wide,
        is_wide=is_wide or any(each.tile.dataType in WIDE for each in operands),
    )
    cores = core_range(output.layout.grid, scope_device(op).workerGrid)
    replace_by_program(op, [Kernel(config, cores, block)], op.dps_inputs, op.dps_inits)


def _data_types(op: DestinationStyle) -> tuple[DataType, DataType]:
    """Return the element types of inputs and output. Raises UnsupportedError if the inputs
    differ.
    """
    found = {metal_layout_of(each.type).get_data_type() for each in op.dps_inputs}
    if len(found) != 1:
        types = " and ".join(sorted(each.keyword for each in found))
        raise UnsupportedError(f"no kernel computes with {types} together")
    return found.pop(), metal_layout_of(op.dps_inits[0].type).get_data_type()


def _lower(op: DestinationStyle, state: None) -> None:
    source, target = _data_types(op)
    if isinstance(op, ttir.SubtractOp) and source in FLOATS and target in FLOATS:
        replace_by_kernel(op, partial(_SUBTRACTION.build, intermediates=()))
        return
    row, computed = row_of(type(op), source)
    before = [step for i in range(len(op.dps_inputs)) for step in casts(source, computed, i)]
    after = (*casts_back(computed, source), *casts(source, target))
    steps = (*before, *row.steps, *after)
    computation = _computation(steps, {"dtype": DataTypeAttr(computed)}, row.parameters(op))
    replace_by_kernel(
        op,
        partial(computation.build, intermediates=()),
        is_wide=computed in WIDE,
    )


def row_of(cls: type[Operation], source: DataType) -> tuple[Row, DataType]:
    """Return the row for an op and an element type, and the type in which the row computes.

    Types of 8 and 16 bits may be computed in 32 bits. Raises UnsupportedError if no kernel exists.
    """
    rows = ROWS.get(cls, ())
    for computed in (source, DataType.Int32)[: 1 + (source in _NARROW)]:
        row = next((row for row in rows if computed in row.types), None)
        if row is not None:
            return row, computed
    raise UnsupportedError(f"no kernel computes it with elements of type {source.keyword}")


def _lower_typecast(op: ttir.TypecastOp, state: None) -> None:
    source, target = _data_types(op)
    computation = _computation(casts(source, target), {})
    replace_by_kernel(op, partial(computation.build, intermediates=()))


def casts(source: DataType, target: DataType, register: int = 0) -> Sequence[Step]:
    """Return the calls that convert a tile in `register` from `source` to `target`.

    Unpacker and packer convert between floats. An f16 is an f32 in a register.
    """
    if source is target or WIDE.issuperset((source, target)):
        return ()  # this conversion keeps the bits
    if DataType.Float16 in (source, target):
        if FLOATS.issuperset((source, target)):
            return ()
        source, target = (
            DataType.Float32 if each is DataType.Float16 else each for each in (source, target)
        )
    return _cast(source, target, register)


def casts_back(computed: DataType, source: DataType) -> Sequence[Step]:
    """Return the calls that convert the result in register 0 back to the type `source`."""
    if computed is source:
        return ()
    # A division by zero gives all bits set, which the conversion makes the largest number.
    return (*_cast(computed, DataType.UInt32), *casts(DataType.UInt32, source))


def _computation(
    steps: Sequence[Step], types: Mapping[str, Attribute], parameters: Sequence[int] = ()
) -> Elementwise:
    """Return a computation that runs `steps` on copies of the operands' tiles.

    A single step is initialized once, before all tiles.
    """

    def prepare(kernel: ComputeBuilder, step: Step) -> None:
        init = _FUNCTIONS[step.function].init
        kernel.call(init, **fields(init, {**types, **step.types}))

    def init(kernel: ComputeBuilder, buffers: Buffers) -> None:
        if len(steps) == 1:
            prepare(kernel, steps[0])

    def body(tile: Tile, intermediates: Buffers) -> None:
        kernel, (*sources, target), (*numbers, target_number) = tile
        used = {*range(len(sources)), *(each for step in steps for each in step.registers)}
        registers = [kernel.i32(number) for number in range(max(used) + 1)]
        with packed(kernel, registers[0], target, target_number):
            for source, number, register in zip(sources, numbers, registers, strict=False):
                kernel.call(CopyTileInitOp, source)
                kernel.call(CopyTileOp, source, number, register)
            for step in steps:
                if len(steps) > 1:
                    prepare(kernel, step)
                operands = [registers[each] for each in step.registers]
                operands += map(kernel.i32, parameters)
                function = _FUNCTIONS[step.function].op
                kernel.call(function, *operands, **fields(function, {**types, **step.types}))

    return Elementwise(init, body)


def fields(cls: type[TTKernelOperation], types: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """Return the properties of `cls` that name element types, taken from `types`."""
    return {name: types[name] for name in cls.get_irdl_definition().properties}


LOWERINGS: Lowerings[None] = {
    **{op: _lower for op in ttir.TTIR.operations if issubclass(op, ElementwiseOp)},
    ttir.ClampOp: _lower,
    ttir.TypecastOp: _lower_typecast,
}
