"""The functions of the kernel interface by C++ name, with their arguments and results.

The semantics are methods of the same name in the participating thread classes:
`dataflow.NocThread`, or `compute.UnpackThread`, `MathThread` and `PackThread` for compute kernels.
A thread skips calls that its class does not implement.
"""

import re
from dataclasses import dataclass

from ttmlir_py.tensix.steps import INT32, UINT64, Type

SEMAPHORES, SEMAPHORE_BYTES, SEMAPHORE_BASE = 16, 16, 0
"""Number of semaphores per core, their distance in bytes, and the address of the first."""
SEMAPHORES_END = SEMAPHORE_BASE + SEMAPHORES * SEMAPHORE_BYTES
MACROS = {"MEM_ZEROS_BASE": SEMAPHORES_END, "MEM_ZEROS_SIZE": 512}
"""Macros of the interface. Reserved L1 holds the semaphores and a block of zeros."""
PORTS = {
    **{f"c_in{index}": index for index in range(8)},
    **{f"dataflow{index}": 8 + index for index in range(8)},
    **{f"c_out{index}": 16 + index for index in range(8)},
    **{f"c_intermed{index}": 24 + index for index in range(8)},
}
"""Maps enumerators of `::tt::CB` to port numbers of circular buffers."""
PORT_NAMES = {number: name for name, number in PORTS.items()}


@dataclass(frozen=True, slots=True)
class Operation:
    """A function of the interface: its argument kinds and its result type."""

    arguments: tuple[str, ...]
    """Kinds of arguments: `cb` is a port, `ptr` an address in L1. A `?` at the end marks optional
    ones.
    """
    result: Type | None = None
    template: str = ""
    """Regular expression for the template arguments, joined by commas."""
    method: str = ""
    """Name of the method, if it differs from the function's name."""

    def accepts(self, count: int) -> bool:
        """Return whether the function accepts `count` arguments."""
        required = sum(not kind.endswith("?") for kind in self.arguments)
        return required <= count <= len(self.arguments)


def _operation(
    arguments: str = "", result: Type | None = None, template: str = "", method: str = ""
) -> Operation:
    return Operation(tuple(arguments.split()), result, template, method)


_REDUCTION = r"PoolType::(SUM|MAX|AVG),ReduceDim::REDUCE_(ROW|COL|SCALAR)"
_FORMAT = r"DataFormat::\w+"
_FORMATS = f"{_FORMAT},{_FORMAT}"
_INTEGERS = "DataFormat::(Int32|UInt32|UInt16)"
_BROADCAST = "BroadcastType::(NONE|COL|ROW|SCALAR)"
_MULTICAST_DATA = "int addr int int int?"
_MULTICAST_WORD = "int addr int int?"
_TWO_TILES = "cb cb int int int"

UNARY = {
    **{"exp": "Exp", "recip": "Reciprocal", "sqrt": "Sqrt", "rsqrt": "Rsqrt", "relu": "Relu"},
    **{"sigmoid": "Sigmoid", "negative": "Neg", "abs": "Abs", "tanh": "Tanh", "gelu": "Gelu"},
    **{"log": "Log", "sin": "Sin", "cos": "Cos", "tan": "Tan", "floor": "Floor", "ceil": "Ceil"},
    **{"sign": "Sign", "expm1": "Expm1", "log1p": "Log1p", "logical_not_unary": "LogicalNot"},
    **{"eqz": "LogicalNot", "bitwise_not": "BitwiseNot", "cbrt": "Cbrt", "isfinite": "IsFinite"},
}
"""Maps the X in names of functions `X_tile(d)`, which run on the vector unit, to the
`EltwiseOpType` member with the same numerics.
"""
BINARY = {"add": "Add", "sub": "Subtract", "mul": "Multiply"}
"""Maps the X in names of functions `X_tiles(a, b, i, j, d)`, which run on the matrix unit, to the
`EltwiseOpType` member.
"""
BINARY_SFPU = {
    **{"add_binary": "Add", "sub_binary": "Subtract", "mul_binary": "Multiply"},
    **{"div_binary": "Div", "binary_max": "Maximum", "binary_min": "Minimum"},
    **{"power_binary": "Power", "eq_binary": "Equal", "ne_binary": "NotEqual"},
    **{"gt_binary": "GreaterThan", "ge_binary": "GreaterEqual"},
    **{"lt_binary": "LessThan", "le_binary": "LessEqual", "remainder_binary": "Remainder"},
}
"""Maps the X in names of functions `X_tile(d0, d1, d)`, which run on the vector unit, to the
`EltwiseOpType` member.
"""
UNARY_INTEGER = {"negative": "Neg", "abs": "Abs", "relu": "Relu", "eqz": "LogicalNot"}
"""Maps the X in names of functions `X_tile_int32(d)`, which run on the vector unit, to the
`EltwiseOpType` member.
"""
BINARY_INTEGER = {
    **{"add_int": "Add", "sub_int": "Subtract", "mul_int": "Multiply"},
    **{f"bitwise_{name}_binary": f"Bitwise{name.title()}" for name in ("and", "or", "xor")},
}
"""Maps the X in names of functions `X_tile<format>(d0, d1, d)`, which run on the vector unit, to
the `EltwiseOpType` member.
"""
BINARY_SIGNED = {
    **{"binary_max_int32": "Maximum", "binary_min_int32": "Minimum", "div_int32_trunc": "Div"},
    **{"gt_int32": "GreaterThan", "ge_int32": "GreaterEqual", "remainder_int32": "Remainder"},
    **{"lt_int32": "LessThan", "le_int32": "LessEqual"},
}
"""Maps the X in names of functions `X_tile(d0, d1, d)` on signed 32-bit integers to the
`EltwiseOpType` member.
"""
BINARY_UNSIGNED = {"binary_max_uint32": "Maximum", "binary_min_uint32": "Minimum"}
"""Maps the X in names of functions `X_tile(d0, d1, d)` on unsigned 32-bit integers to the
`EltwiseOpType` member.
"""

OPERATIONS = {
    # circular buffers
    "cb_reserve_back": _operation("cb int"),
    "cb_push_back": _operation("cb int"),
    "cb_wait_front": _operation("cb int"),
    "cb_pop_front": _operation("cb int"),
    "get_write_ptr": _operation("cb", INT32),
    "get_read_ptr": _operation("cb", INT32),
    "get_tile_size": _operation("cb", INT32),
    # arguments and memory
    "get_arg_val": _operation("int", INT32, "u?int32_t"),
    "get_compile_time_arg_val": _operation("int", INT32),
    "get_semaphore": _operation("int", INT32),
    "store_to_l1": _operation("ptr int int"),
    # the network on chip
    "get_noc_addr": _operation("int", UINT64),
    "get_noc_addr_xy": _operation("int int int int?", UINT64),
    "get_noc_addr_from_bank_id": _operation("int int", UINT64, "true|false"),
    "get_noc_multicast_addr": _operation("int int int int int int?", UINT64),
    "noc_async_read": _operation("addr int int"),
    "noc_async_read_one_packet_set_state": _operation("addr int"),
    "noc_async_read_one_packet_with_state": _operation("addr int"),
    "noc_async_read_barrier": _operation(),
    "noc_async_write": _operation("int addr int"),
    "noc_async_write_barrier": _operation(),
    "noc_async_write_multicast": _operation(_MULTICAST_DATA),
    "noc_async_write_multicast_one_packet": _operation(
        _MULTICAST_DATA, method="noc_async_write_multicast"
    ),
    "noc_async_write_multicast_loopback_src": _operation(_MULTICAST_DATA),
    "noc_semaphore_inc": _operation("addr int int?"),
    "noc_semaphore_set": _operation("ptr int"),
    "noc_semaphore_wait": _operation("ptr int"),
    "noc_semaphore_wait_min": _operation("ptr int"),
    "noc_semaphore_set_multicast": _operation(_MULTICAST_WORD),
    "noc_semaphore_set_multicast_loopback_src": _operation(_MULTICAST_WORD),
    # destination registers
    **{f"tile_regs_{name}": _operation() for name in ("acquire", "commit", "wait", "release")},
    "pack_tile": _operation("int cb int?", template="true|false"),
    # Configuration calls do nothing: the simulator uses the buffers' formats.
    "unary_op_init_common": _operation("cb cb"),
    "binary_op_init_common": _operation("cb cb cb"),
    "copy_tile_init": _operation("cb?"),
    "copy_tile_to_dst_init_short": _operation("cb?"),
    "tilize_init": _operation("cb int cb"),
    "untilize_init": _operation("cb cb"),
    "reduce_init": _operation("cb cb cb", template=f"true,{_REDUCTION}"),
    "mul_tiles_init_f": _operation(),
    "max_tile_init": _operation(),
    "mm_init": _operation("cb cb cb int?"),
    "mm_init_short": _operation("cb cb int?"),
    "transpose_wh_init": _operation("cb cb"),
    "transpose_wh_init_short": _operation("cb"),
    "typecast_tile_init": _operation("", template=_FORMATS),
    **{f"{name}_tiles_init": _operation("cb cb") for name in BINARY},
    "unary_bcast_init": _operation("cb cb", template=_BROADCAST),
    "mul_int_tile_init": _operation(template=_INTEGERS),
    **{
        f"{name}_tile_init": _operation()
        for name in (*UNARY, *BINARY_SFPU, *BINARY_SIGNED, *BINARY_UNSIGNED)
    },
    **{
        f"{name}_tile_init": _operation()
        for name in ("rounding_op", "nez", "clamp", "where", "logical_not", "leaky_relu")
    },
    **{f"{name}_tile_init": _operation() for name in ("add_int", "sub_int", "binary_bitwise")},
    # tiles
    "copy_tile": _operation("cb int int"),
    "tilize_block": _operation("cb int cb"),
    "untilize_block": _operation("cb int cb"),
    "reduce_tile": _operation(_TWO_TILES, template=_REDUCTION),
    "matmul_tiles": _operation(f"{_TWO_TILES} int?"),
    "transpose_wh_tile": _operation("cb int int"),
    "max_tile": _operation("int int"),
    "typecast_tile": _operation("int", template=_FORMATS),
    **{f"{name}_tiles": _operation(_TWO_TILES) for name in BINARY},
    **{f"{name}_tile": _operation("int") for name in UNARY},
    **{
        f"{name}_tile": _operation("int int int")
        for name in (*BINARY_SFPU, *BINARY_SIGNED, *BINARY_UNSIGNED)
    },
    **{f"{name}_tile_int32": _operation("int") for name in (*UNARY_INTEGER, "nez")},
    **{f"{name}_tile": _operation("int int int", template=_INTEGERS) for name in BINARY_INTEGER},
    "nez_tile": _operation("int"),
    "logical_not_tile": _operation("int", template=_FORMAT, method="logical_not_unary_tile"),
    "clamp_tile": _operation("int int int"),
    "leaky_relu_tile": _operation("int int"),
    "where_tile": _operation("int int int int", template=_FORMAT),
    "unary_bcast": _operation("cb int int", template=_BROADCAST),
}
"""Maps names to functions. `get_noc_addr` with coordinates is `get_noc_addr_xy`, as in TTKernel."""

MIXES_PLACES = frozenset(("transpose_wh_tile", "unary_bcast", "matmul_tiles", "reduce_tile"))
"""Tile functions whose result elements depend on elements at other positions."""


def is_configuration(function: str) -> bool:
    """Return whether a function only configures a unit, which the simulator does not need."""
    return "_init" in function


def takes_template(function: str) -> bool:
    """Return whether the template arguments of a function change its result."""
    return function in ("reduce_tile", "typecast_tile", "unary_bcast")


def find(name: str, template: tuple[str, ...], count: int) -> tuple[str, Operation]:
    """Return the name and definition of the function that a call refers to.

    Raises ValueError for invalid calls.
    """
    if name == "get_noc_addr" and count > 1:
        name = "get_noc_addr_xy"
    operation = OPERATIONS.get(name)
    if operation is None:
        raise ValueError(f"the kernel interface has no function '{name}'")
    if not operation.accepts(count):
        raise ValueError(f"'{name}' takes {' '.join(operation.arguments) or 'nothing'}")
    given = ",".join(template)
    if given and not re.fullmatch(operation.template, given):
        raise ValueError(f"'{name}' has no template arguments <{', '.join(template)}>")
    return name, operation
