"""Element-wise ops that no `ttir.generic` stands for: a program of one kernel, which calls functions of the vector unit on each tile.

The operands' tiles are copied to the destination registers 0, 1 and so on, what is computed there ends in register 0. A row of
`ROWS` says how an op is computed with elements of some types.
"""

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
    """A call of a function of the vector unit."""

    function: str
    registers: tuple[int, ...]
    """Those that it reads, then the one that it writes, if that is another operand of the call."""

    @classmethod
    def read(cls, text: str) -> "Step":
        """From a function and its registers, `add_int_tile 0 1 0`; register 0 if none is given."""
        function, *registers = text.split()
        return cls(function, tuple(map(int, registers)) or (0,))


def _no_parameters(op: Operation) -> Sequence[int]:
    return ()


class Row(NamedTuple):
    """How an op is computed with elements of some types."""

    types: frozenset[DataType]
    steps: tuple[Step, ...]
    parameters: Callable[[Any], Sequence[int]] = _no_parameters
    """What the only step is given of the op beside registers."""


FLOATS: Final = frozenset({DataType.Float32, DataType.BFloat16, DataType.Float16})
_SIGNED: Final = frozenset({DataType.Int32})
_WIDE: Final = frozenset({DataType.Int32, DataType.UInt32})
_INTEGERS: Final = _WIDE | {DataType.UInt16}
"""Those that the vector unit adds and multiplies."""


def _row(types: frozenset[DataType], *steps: str) -> Row:
    return Row(types, tuple(map(Step.read, steps)))


def _float_bits(op: ttir.ClampOp) -> Sequence[int]:
    return [struct.unpack("<i", struct.pack("<f", each.value.data))[0] for each in (op.min, op.max)]


def _compared(name: str) -> tuple[Row, ...]:
    return (_row(FLOATS, f"{name}_binary_tile 0 1 0"),)


def _tested(name: str, test: str) -> tuple[Row, ...]:
    """A comparison with equality, of integers by that of their difference, which may wrap, with 0."""
    integers = _row(_WIDE, "sub_int_tile 0 1 0", f"{test}_tile_int32")
    return (*_compared(name), integers)


def _combined(combination: str) -> tuple[Row, ...]:
    """A function of two truths: numbers other than 0."""
    return (_row(FLOATS, "nez_tile 0", "nez_tile 1", combination),)


def _bitwise(operator: str) -> tuple[Row, ...]:
    return (_row(_INTEGERS, f"bitwise_{operator}_binary_tile 0 1 0"),)


ROWS: Final[Mapping[type[Operation], tuple[Row, ...]]] = {
    ttir.AbsOp: (_row(FLOATS, "abs_tile"), _row(_SIGNED, "abs_tile_int32")),
    ttir.CeilOp: (_row(FLOATS, "ceil_tile"),),
    ttir.CosOp: (_row(FLOATS, "cos_tile"),),
    ttir.FloorOp: (_row(FLOATS, "floor_tile"),),
    ttir.GeluOp: (_row(FLOATS, "gelu_tile"),),
    ttir.LogicalNotOp: (_row(FLOATS | _INTEGERS, "logical_not_tile"),),
    ttir.BitwiseNotOp: (_row(_WIDE, "bitwise_not_tile"),),
    ttir.NegOp: (_row(FLOATS, "negative_tile"), _row(_WIDE, "negative_tile_int32")),
    ttir.TanOp: (_row(FLOATS, "tan_tile"),),
    ttir.TanhOp: (_row(FLOATS, "tanh_tile"),),
    ttir.ReciprocalOp: (_row(FLOATS, "recip_tile"),),
    ttir.ReluOp: (_row(FLOATS, "relu_tile"), _row(_SIGNED, "relu_tile_int32")),
    ttir.RsqrtOp: (_row(FLOATS, "rsqrt_tile"),),
    ttir.SigmoidOp: (_row(FLOATS, "sigmoid_tile"),),
    ttir.SignOp: (_row(FLOATS, "sign_tile"),),
    ttir.SinOp: (_row(FLOATS, "sin_tile"),),
    ttir.SqrtOp: (_row(FLOATS, "sqrt_tile"),),
    ttir.LogOp: (_row(FLOATS, "log_tile"),),
    ttir.Log1pOp: (_row(FLOATS, "log1p_tile"),),
    ttir.Expm1Op: (_row(FLOATS, "expm1_tile"),),
    ttir.ClampOp: (_row(FLOATS, "clamp_tile")._replace(parameters=_float_bits),),
    ttir.EqualOp: _tested("eq", "eqz"),
    ttir.NotEqualOp: _tested("ne", "nez"),
    ttir.GreaterEqualOp: _compared("ge"),
    ttir.GreaterThanOp: _compared("gt"),
    ttir.LessEqualOp: _compared("le"),
    ttir.LessThanOp: _compared("lt"),
    ttir.LogicalAndOp: _combined("mul_binary_tile 0 1 0"),
    ttir.LogicalOrOp: _combined("binary_max_tile 0 1 0"),
    ttir.LogicalXorOp: _combined("ne_binary_tile 0 1 0"),
    ttir.BitwiseAndOp: _bitwise("and"),
    ttir.BitwiseOrOp: _bitwise("or"),
    ttir.BitwiseXorOp: _bitwise("xor"),
    ttir.PowerOp: (_row(FLOATS, "power_binary_tile 0 1 0"),),
    ttir.AddOp: (_row(_INTEGERS, "add_int_tile 0 1 0"),),
    ttir.SubtractOp: (_row(_INTEGERS, "sub_int_tile 0 1 0"),),
    ttir.MultiplyOp: (_row(_INTEGERS, "mul_int_tile 0 1 0"),),
    ttir.MaximumOp: (_row(_SIGNED, "binary_max_int32_tile 0 1 0"),),
    ttir.MinimumOp: (
        _row(FLOATS, "binary_min_tile 0 1 0"),
        _row(_SIGNED, "binary_min_int32_tile 0 1 0"),
    ),
    ttir.WhereOp: (_row(FLOATS | _INTEGERS, "where_tile 0 1 2 0"),),
}
"""By the op's class; `add`, `multiply`, `maximum`, `div` and `exp` of floats are a `ttir.generic` before."""

_SUBTRACTION: Final = Elementwise(
    lambda kernel, buffers: kernel.call(SubTilesInitOp, *buffers[:2]), of_two_buffers(SubTilesOp)
)
"""Of floats, by the matrix unit."""


def replace_by_kernel(
    op: DestinationStyle,
    build: Callable[[ComputeBuilder, Sequence[SSAValue]], None],
) -> None:
    """Put a program in the place of an op: on each core a kernel that computes with its shards of inputs and output."""
    operands = [Operand.of(value) for value in (*op.dps_inputs, *op.dps_inits)]
    *inputs, output = operands
    if any(each.layout.grid != output.layout.grid for each in inputs):
        raise UnsupportedError("operands lie on different grids")
    ports = [CBPort(CBPort.In0.value + index) for index in range(len(inputs))]
    types = [each.buffer(port) for each, port in zip(operands, [*ports, CBPort.Out0], strict=True)]
    block = new_block(op, types)
    build(ComputeBuilder.at_end(block, op.location), block.args)
    end_kernel(block, op)
    wide = [port for port, each in zip(ports, inputs, strict=True) if each.tile.dataType in _WIDE]
    config = tensix_config(
        op, wide_ports=wide, is_wide=any(each.tile.dataType in _WIDE for each in operands)
    )
    cores = core_range(output.layout.grid, scope_device(op).workerGrid)
    replace_by_program(op, [Kernel(config, cores, block)], op.dps_inputs, op.dps_inits)


def _data_types(op: DestinationStyle) -> tuple[DataType, DataType]:
    """The types of the inputs' elements and of the output's. Raises UnsupportedError if inputs differ."""
    found = {metal_layout_of(each.type).get_data_type() for each in op.dps_inputs}
    if len(found) != 1:
        types = " and ".join(sorted(each.keyword for each in found))
        raise UnsupportedError(f"no kernel computes with {types} together")
    return found.pop(), metal_layout_of(op.dps_inits[0].type).get_data_type()


def _lower(op: DestinationStyle, state: None) -> None:
    source, target = _data_types(op)
    if target is not source and not FLOATS.issuperset((source, target)):
        raise UnsupportedError(f"no kernel computes {target.keyword} from {source.keyword}")
    if isinstance(op, ttir.SubtractOp) and source in FLOATS:
        computation = _SUBTRACTION
    else:
        row = next((row for row in ROWS.get(type(op), ()) if source in row.types), None)
        if row is None:
            raise UnsupportedError(f"no kernel computes it with elements of type {source.keyword}")
        types = {"dtype": DataTypeAttr(source)}
        computation = _computation(row.steps, types, row.parameters(op))
    replace_by_kernel(op, partial(computation.build, intermediates=()))


def _lower_typecast(op: ttir.TypecastOp, state: None) -> None:
    source, target = _data_types(op)
    types = {"in_dtype": DataTypeAttr(source), "out_dtype": DataTypeAttr(target)}
    steps: tuple[Step, ...] = (Step("typecast_tile", (0,)),)
    if source is target or _WIDE.issuperset((source, target)):
        steps = ()  # the bits stay
    elif DataType.Float16 in (source, target):
        if not FLOATS.issuperset((source, target)):
            raise UnsupportedError(f"no kernel converts {source.keyword} to {target.keyword}")
        steps = ()  # unpacker and packer convert
    replace_by_kernel(op, partial(_computation(steps, types).build, intermediates=()))


def _computation(
    steps: Sequence[Step], types: Mapping[str, Attribute], parameters: Sequence[int] = ()
) -> Elementwise:
    """What calls functions on copies of the operands' tiles. If there is one step, it is prepared for before all tiles."""

    def prepare(kernel: ComputeBuilder, step: Step) -> None:
        init = _FUNCTIONS[step.function].init
        kernel.call(init, **_fields(init, types))

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
                kernel.call(function, *operands, **_fields(function, types))

    return Elementwise(init, body)


def _fields(cls: type[TTKernelOperation], types: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """What an op says of the elements' types."""
    return {name: types[name] for name in cls.get_irdl_definition().properties}


LOWERINGS: Lowerings[None] = {
    **{op: _lower for op in ttir.TTIR.operations if issubclass(op, ElementwiseOp)},
    ttir.ClampOp: _lower,
    ttir.TypecastOp: _lower_typecast,
}
