"""Lowering of TTKernel ops to calls of the C++ kernel interface, whose functions have the ops'
names.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import ArrayAttr, FunctionType, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects.emitc.attributes import OpaqueAttr
from ttmlir_py.dialects.emitc.operators import CallOpaqueOp, CastOp
from ttmlir_py.dialects.emitc.types import ArrayType, LValueType, OpaqueType, PointerType
from ttmlir_py.dialects.emitc.variables import (
    AssignOp,
    ConstantOp,
    GetGlobalOp,
    LoadOp,
    SubscriptOp,
    VariableOp,
)
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttkernel.enums import BcastType, CBPort, ReduceDim, ReduceType
from ttmlir_py.dialects.ttkernel.types import (
    CBType,
    L1AddrPtrType,
    L1AddrType,
    NocAddrType,
)
from ttmlir_py.dialects.ttkernel.vector_unit import VECTOR_UNIT_OPS
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.ir.writing.attributes import quoted
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc.building import (
    EmitCBuilder,
    Tables,
    converted_type,
    replace_result,
)
from ttmlir_py.rewriting.mutation import erase, insert_at_start, replace

_PREFIX = "ttkernel."
_CB = OpaqueType("::tt::CB")
_L1_WORD = OpaqueType("volatile tt_l1_ptr uint32_t")
_TYPES: dict[type[Attribute], Attribute] = {
    NocAddrType: IntegerType(64),
    L1AddrType: IntegerType(32),
    L1AddrPtrType: PointerType(_L1_WORD),
}
_PORTS = {"In": "c_in", "DataFlow": "dataflow", "Out": "c_out", "Intermed": "c_intermed"}
_POOLS = {ReduceType.Sum: "PoolType::SUM", ReduceType.Max: "PoolType::MAX"}
_DIMENSIONS = {
    ReduceDim.Row: "ReduceDim::REDUCE_ROW",
    ReduceDim.Col: "ReduceDim::REDUCE_COL",
}
_SCALAR = "ReduceDim::REDUCE_SCALAR"
_BROADCASTS = {
    BcastType.None_: "BroadcastType::NONE",
    BcastType.Col: "BroadcastType::COL",
    BcastType.Row: "BroadcastType::ROW",
    BcastType.Scalar: "BroadcastType::SCALAR",
}
_DATA_FORMATS = {DataType.BFloat16: "Float16_b"}
"""Maps data types to their names in the kernel interface, where these differ from the enum's."""


def _port_name(port: CBPort) -> str:
    """Return the name of `port` in the kernel interface."""
    match = re.fullmatch(r"(\D+)(\d+)", port.case_name)
    assert match is not None
    return f"::tt::CB::{_PORTS[match[1]]}{match[2]}"


def replace_arguments(function: FuncOp) -> None:
    """Replace the circular buffer arguments of a kernel by variables, so that it has no
    arguments.
    """
    entry = function.body.blocks.first
    if entry is None or not entry.args:
        return
    ops: list[Operation] = []
    for argument in tuple(entry.args):
        if isinstance(argument.type, CBType):
            port = OpaqueAttr(_port_name(argument.type.port))
            variable = VariableOp(LValueType(_CB), port)
            loaded = LoadOp(variable.result)
            ops += (variable, loaded)
            argument.replace_all_uses_with(loaded.result)
        elif argument.first_use is not None:
            raise OperationError(
                function,
                f"argument #{argument.index} of type {quoted(argument.type)} is used, but a kernel "
                "can have only circular buffers as arguments",
            )
    for argument in tuple(entry.args):
        entry.erase_arg(argument)
    for op in reversed(ops):
        op.location = function.location
        insert_at_start(entry, op)
    function.properties["function_type"] = FunctionType.from_lists([], [])
    function.properties.pop("arg_attrs", None)
    function.properties.pop("res_attrs", None)


def _call(callee: str, template: Callable[[Any], Sequence[str]] | None = None) -> Any:
    """Return a lowering to a call of `callee`. `template` returns its template arguments."""

    def lower(op: Any, tables: Tables) -> None:
        result_types: Sequence[Attribute] = op.result_types
        types = [_TYPES.get(type.__class__, type) for type in result_types]
        texts = template(op) if template is not None else ()
        arguments = ArrayAttr(map(OpaqueAttr, texts)) if texts else None
        call = EmitCBuilder(op).insert(
            CallOpaqueOp(types, callee, op.operands, template_args=arguments)
        )
        replace(op, call.results)

    return lower


def _reduction(op: Any) -> Sequence[str]:
    return _POOLS[op.reduce_type.value], _DIMENSIONS.get(op.reduce_dim.value, _SCALAR)


def _broadcast(op: Any) -> Sequence[str]:
    return (_BROADCASTS[op.bcast_type.value],)


def _data_format(data_type: DataType) -> str:
    return f"DataFormat::{_DATA_FORMATS.get(data_type, data_type.name)}"


def _data_formats(op: Any) -> Sequence[str]:
    """Return the template arguments for the element types of the vector unit op `op`.

    Conversions take the numbers of formats.
    """
    if "dtype" in op.properties:
        return (_data_format(op.dtype.value),)
    if "in_dtype" not in op.properties:
        return ()
    number = "static_cast<std::underlying_type_t<DataFormat>>({})".format
    return [number(_data_format(each.value)) for each in (op.in_dtype, op.out_dtype)]


def _lower_macro(op: Operation, tables: Tables) -> None:
    """Lower an op without operands to a macro, whose name is that of the op in capitals."""
    builder = EmitCBuilder(op)
    name = OpaqueAttr(op.name.removeprefix(_PREFIX).upper())
    replace_result(op, builder.insert(ConstantOp(op.results[0].type, name)).results[0])


def _lower_store(op: Any, tables: Tables) -> None:
    builder = EmitCBuilder(op)
    subscript = SubscriptOp(LValueType(_L1_WORD), op.l1_ptr, [op.offset])
    element: SSAValue = builder.insert(subscript).results[0]
    value = builder.insert(CastOp(op.value, _L1_WORD)).results[0]
    builder.insert(AssignOp(element, value))
    erase(op)


def _lower_return(op: Operation, tables: Tables) -> bool | None:
    if not isinstance(op.parent_op(), FuncOp):
        return False
    EmitCBuilder(op).insert(ReturnOp())
    erase(op)
    return None


def lower_transactions_table(op: Any, tables: Tables) -> bool | None:
    """Lower a table to a global array, which is defined once per distinct table."""
    if op.table.first_use is None:
        erase(op)
        return None
    type = converted_type(op.table.type)
    if not isinstance(type, ArrayType):
        return False
    name = _table_name(op, len(tables.definitions))
    tables.definitions[name] = type, op.entries.get_values()
    builder = EmitCBuilder(op)
    replace_result(op, builder.insert(GetGlobalOp(type, name)).results[0])
    return None


def _table_name(op: Operation, number: int) -> str:
    """Return a name for table `number`, made from the names of the ops around `op`."""
    parts: list[str] = []
    parent: Operation | None = op
    while parent is not None and parent.name != "builtin.module":
        name = parent.sym_name.data if isinstance(parent, FuncOp) else operation_name(parent)
        parts.append(name)
        parent = parent.parent_op()
    return re.sub(r"[^0-9A-Za-z]", "_", f"g_{'.'.join(parts)}.{number}")


_CALLS = [
    "add_tiles",
    "add_tiles_init",
    "binary_op_init_common",
    "cb_pop_front",
    "cb_push_back",
    "cb_reserve_back",
    "cb_wait_front",
    "copy_tile",
    "copy_tile_init",
    "exp_tile",
    "exp_tile_init",
    "get_compile_time_arg_val",
    "get_noc_addr",
    "get_noc_multicast_addr",
    "get_read_ptr",
    "get_semaphore",
    "get_tile_size",
    "get_write_ptr",
    "matmul_tiles",
    "max_tile",
    "max_tile_init",
    "mm_init",
    "mm_init_short",
    "mul_tiles",
    "mul_tiles_init",
    "mul_tiles_init_f",
    "noc_async_read",
    "noc_async_read_barrier",
    "noc_async_read_one_packet_set_state",
    "noc_async_read_one_packet_with_state",
    "noc_async_write",
    "noc_async_write_barrier",
    "noc_async_write_multicast",
    "noc_async_write_multicast_loopback_src",
    "noc_async_write_multicast_one_packet",
    "noc_semaphore_inc",
    "noc_semaphore_set",
    "noc_semaphore_set_multicast",
    "noc_semaphore_set_multicast_loopback_src",
    "noc_semaphore_wait",
    "noc_semaphore_wait_min",
    "pack_tile",
    "recip_tile",
    "recip_tile_init",
    "sub_tiles",
    "sub_tiles_init",
    "tile_regs_acquire",
    "tile_regs_commit",
    "tile_regs_release",
    "tile_regs_wait",
    "tilize_block",
    "tilize_init",
    "transpose_wh_init",
    "transpose_wh_tile",
    "unary_op_init_common",
    "untilize_block",
    "untilize_init",
]
"""Names of the ops that become calls of functions with the same name."""

LOWERINGS: dict[str, Callable[[Any, Tables], bool | None]] = {
    **{_PREFIX + name: _call(name) for name in _CALLS},
    **{op.name: _call(op.name.removeprefix(_PREFIX), _data_formats) for op in VECTOR_UNIT_OPS},
    "ttkernel.get_arg_val": _call("get_arg_val", lambda op: ("uint32_t",)),
    "ttkernel.get_noc_addr_from_bank_id": _call("get_noc_addr_from_bank_id", lambda op: ("true",)),
    "ttkernel.get_noc_addr_xy": _call("get_noc_addr"),
    "ttkernel.mem_zeros_base": _lower_macro,
    "ttkernel.mem_zeros_size": _lower_macro,
    "ttkernel.reduce_init": _call("reduce_init", lambda op: ("true", *_reduction(op))),
    "ttkernel.reduce_tile": _call("reduce_tile", _reduction),
    "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>": _call(
        "reinterpret_cast<volatile tt_l1_ptr uint32_t*>"
    ),
    "ttkernel.return": _lower_return,
    "ttkernel.store_to_l1": _lower_store,
    "ttkernel.unary_bcast": _call("unary_bcast", _broadcast),
    "ttkernel.unary_bcast_init": _call("unary_bcast_init", _broadcast),
}
