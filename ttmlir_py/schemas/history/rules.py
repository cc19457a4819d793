"""Forms that tables had until a date, and that `REVISION` states in another way.

A rule takes the fields that it converts out of a table, and returns fields in the new form. The
other fields are converted by their names. A field or a member that no rule converts, and that
`REVISION` does not have, is refused.
"""

from collections.abc import Callable, Mapping
from math import prod
from types import MappingProxyType
from typing import Any, Final, Protocol

from ttmlir_py.schemas.history import REVISION
from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.revisions.rows import (
    BINARY,
    BINARY_COMPOSITE,
    UNARY_COMPOSITE,
    FbTable,
    need,
    part,
    refuse,
)


class TensorConverter(Protocol):
    """The part of a converter that rules call."""

    def tensor(self, ref: FbTable) -> FbTable:
        """Return a `TensorRef` in the form of `REVISION`."""
        ...


FieldRule = Callable[[TensorConverter, FbTable], FbTable]
"""Removes fields from a table, and returns the fields of `REVISION` that have their meaning."""
MemberRule = Callable[[TensorConverter, FbTable], tuple[str, FbTable, FbTable]]
"""Returns the member of `REVISION` for a member of a union, the fields that are converted by name,
and the fields that are converted already.
"""

_CONV2D_CONFIG: Final = (
    "dtype",
    "input_channels_alignment",
    "preprocess_weights_on_device",
    "always_preprocess_weights",
    "enable_split_reader",
    "enable_subblock_padding",
    "in_place",
)
WITHOUT_EFFECT: Final = frozenset(
    (
        *(f"Conv2dConfig.{each}" for each in _CONV2D_CONFIG),
        "AllGatherOp.device",
        "BatchNormOp.momentum",
        "BreakpointOp.result",
        "ChipDesc.dst_register_size_tiles",
        "ChipDesc.physical_cores",
        "ChipDesc.physical_helper_cores",
        "EmptyOp.num_shards",
        "FullOp.num_shards",
        "GroupNormOp.core_grid",
        "MaxPool2dOp.device",
        "MaxPool2dWithIndicesOp.in_place_halo",
        "MemoryDesc.size",
        "MemorySnapshotOp.result",
        "OnesOp.num_shards",
        "PagedScaledDotProductAttentionDecodeOp.core_grid",
        "Pool2dOp.in_place_halo",
        "ReduceScatterOp.device",
        "ReductionArgMaxOp.use_multicore",
        "TensorRef.size",
        "ToLayoutOp.device",
        "ZerosOp.num_shards",
    )
)
"""Fields that only tell a device how to compute, or that repeat other fields."""


def _strategy(_: TensorConverter, table: FbTable) -> FbTable:
    """Drop a distribution over devices, unless the tensor is distributed."""
    strategy: FbTable = part(table, "strategy")
    table.pop("strategy", None)
    if (kind := strategy.get("strategy_type")) and kind != "NONE":
        raise refuse(f"a tensor on several devices ({kind})", REVISION)
    return {}


def _memory_desc(_: TensorConverter, table: FbTable) -> FbTable:
    storage = table.get("storage_type")
    if storage not in _STORAGES:
        return {}
    del table["storage_type"]
    return {"storage_type": _STORAGES[storage]}


_STORAGES: Final = {
    "Owned": "Host",
    "Borrowed": "Host",
    "MultiDeviceHost": "Host",
    "MultiDevice": "Device",
}


def _shard_spec(_: TensorConverter, table: FbTable) -> FbTable:
    mode = table.pop("mode", "Physical")
    table.pop("physical_shard_shape", None)
    if mode not in ("Physical", 0):
        raise refuse("a shard of logical shape", REVISION)
    if "grid" not in table:
        return {}
    ranges: list[FbTable] = []
    for each in table.pop("grid") or ():
        start, size = each["loc"], each["size"]
        end = {"x": start["x"] + size["x"] - 1, "y": start["y"] + size["y"] - 1}
        ranges.append({"start_coord": dict(start), "end_coord": end})
    return {
        "core_range_set": {"core_ranges": ranges},
        "shape": list(table.pop("shard_shape", ())),
        "orientation": "RowMajor",
    }


def _tensor_desc(_: TensorConverter, table: FbTable) -> FbTable:
    given = table.pop("runtime_tensor_sharding", None)
    return dict(given) if given else {}


def _constant(_: TensorConverter, table: FbTable) -> FbTable:
    """Return the data and their format, which was that of the result until 2025-11-24."""
    if "data" not in table:
        return {}
    data = table.pop("data") or b""
    desc = need(need(table, "out", "ConstantOp"), "desc", "ConstantOp")
    name = str(need(desc, "layout", "ConstantOp")["memory_desc"]["data_type"])
    size = _SIZES.get(name)
    if size is None or size * prod(desc["shape"]) != len(data):
        raise BinaryError(f"ConstantOp has {len(data)} bytes for {desc['shape']} of {name}")
    return {"input": data, "input_dtype": name}


_SIZES: Final = {
    "Float32": 4,
    "UInt32": 4,
    "Int32": 4,
    "BFloat16": 2,
    "Float16": 2,
    "UInt16": 2,
    "UInt8": 1,
}


def _slice(_: TensorConverter, table: FbTable) -> FbTable:
    if "begins" not in table:
        return {}
    bounds = {each: list(table.pop(each) or ()) for each in ("begins", "ends")}
    return {"type": "SliceStaticOp", "params": ("SliceStaticOpParams", bounds)}


def _full(converter: TensorConverter, table: FbTable) -> FbTable:
    """Return a number as a table, and the shape, which was that of the result until 2025-05-22."""
    _strategy(converter, table)
    if not isinstance(table.get("fill_value"), float):
        return {}
    shape = need(need(table, "out", "FullOp"), "desc", "FullOp")["shape"]
    return {"fill_value": ("FP", {"value": table.pop("fill_value")}), "shape": list(shape)}


def _clamp(_: TensorConverter, table: FbTable) -> FbTable:
    bounds = [each for each in ("min", "max") if isinstance(table.get(each), float)]
    return {each: ("FP", {"value": table.pop(each)}) for each in bounds}


def _prod(_: TensorConverter, table: FbTable) -> FbTable:
    if table.pop("all_dimensions", False):
        table.pop("dim_arg", None)
    return {}


def _conv2d_config(_: TensorConverter, table: FbTable) -> FbTable:
    if isinstance(table.get("core_grid"), bool):
        table.pop("core_grid")
    activation = table.get("activation")
    if not isinstance(activation, str):
        return {}
    table.pop("activation")
    if not activation:
        return {}
    return {"activation": {"op_type": activation.replace("_", " ").title().replace(" ", "")}}


def _pool(_: TensorConverter, table: FbTable) -> FbTable:
    """Return that an average counts padding, which no field could change until 2025-08-19."""
    if "extra_params" in table or table.get("type") != "AvgPool2d":
        return {}
    return {"extra_params": ("AvgPool2dExtraParams", {"count_include_pad": True})}


def _golden(_: TensorConverter, table: FbTable) -> FbTable:
    if not isinstance(table.get("value"), dict):
        return {}
    return {"value": [{"device": 0, "value": table.pop("value")}]}


def _debug_info(_: TensorConverter, table: FbTable) -> FbTable:
    table.pop("mlir", None)  # `_binary` has read it.
    return {}


def _binary(_: TensorConverter, table: FbTable) -> FbTable:
    """Return the text of the module, which was in each program until 2025-08-03."""
    for program in table.get("programs") or ():
        if text := part(program, "debug_info").get("mlir"):
            return {"mlir": text}
    return {}


def _system_desc(_: TensorConverter, table: FbTable) -> FbTable:
    flags: list[Any] = table.pop("chip_capabilities", None) or []
    kept = (str(each).split() for each in flags)
    return {"chip_capabilities": [" ".join(x for x in each if x == "HostMMIO") for each in kept]}


FIELDS: Mapping[str, FieldRule] = MappingProxyType(
    {
        "ClampScalarOpParams": _clamp,
        "ConstantOp": _constant,
        "Conv2dConfig": _conv2d_config,
        "DebugInfo": _debug_info,
        "EmptyOp": _strategy,
        "FullOp": _full,
        "GoldenKV": _golden,
        "LayoutDesc": _strategy,
        "MemoryDesc": _memory_desc,
        "Pool2dOp": _pool,
        "ReductionProdOp": _prod,
        "ShardSpec": _shard_spec,
        "SliceOp": _slice,
        "SystemDesc": _system_desc,
        "TTNNBinary": _binary,
        "TensorDesc": _tensor_desc,
    }
)
"""Maps names of tables to their rules."""


def _renamed(name: str) -> MemberRule:
    return lambda _, table: (name, table, {})


def _named_full(kind: str) -> MemberRule:
    def convert(converter: TensorConverter, table: FbTable) -> tuple[str, FbTable, FbTable]:
        _strategy(converter, table)
        return "NamedFullOp", table, {"type": kind}

    return convert


def _batch_norm(_: TensorConverter, table: FbTable) -> tuple[str, FbTable, FbTable]:
    if table.pop("training", False):
        raise refuse("BatchNormOp that trains", REVISION)
    return "BatchNormInferenceOp", table, {}


def _max_pool(_: TensorConverter, table: FbTable) -> tuple[str, FbTable, FbTable]:
    given: FbTable = {"type": "MaxPool2d"}
    for name in ("kernel", "stride", "padding", "dilation"):
        if f"{name}_height" in table:
            sides = [table.pop(f"{name}_{each}") for each in ("height", "width")]
            given["kernel_size" if name == "kernel" else name] = sides
    return "Pool2dOp", table, given


_FUNCTIONS: Final = {"Div": "Divide", "Power": "Pow", "Clamp": "ClampScalar"}
_BINARY_COMPOSITE: Final = BINARY_COMPOSITE | {"Atan2"}
_UNARY_COMPOSITE: Final = UNARY_COMPOSITE | {"ClampScalar", "ClampTensor"}
_OTHER: Final = frozenset(["Typecast", "Scatter", "Quantize", "Dequantize", "Requantize"])


def _elementwise(converter: TensorConverter, table: FbTable) -> tuple[str, FbTable, FbTable]:
    """Return the operation for an `EltwiseOp`, which was one table until 2025-04-08."""
    function = str(table.pop("type"))
    function = _FUNCTIONS.get(function, function)
    ins = [converter.tensor(each) for each in table.pop("ins") or ()]
    out = converter.tensor(table.pop("out"))
    made: FbTable = {"type": function, "out": out}
    kind, params = table.pop("params_type", "NONE"), table.pop("params", None)
    if function == "Where" and len(ins) == 3:
        operands = dict(zip(("first", "second", "third"), ins, strict=True))
        return "EltwiseTernaryWhereOp", {}, {"out": out, **operands}
    if function in _OTHER or len(ins) != 1 + (function in BINARY | _BINARY_COMPOSITE):
        raise refuse(f"EltwiseOp({function}) of {len(ins)} tensors", REVISION)
    if len(ins) == 2:
        made |= {"lhs": ins[0], "rhs": ins[1]}
        plain = function in BINARY
        return "EltwiseBinaryOp" if plain else "EltwiseBinaryCompositeOp", {}, made
    made["in"] = ins[0]
    if params is not None:
        made["params"] = _params(converter, str(kind), dict(params))
    plain = function not in _UNARY_COMPOSITE
    return "EltwiseUnaryOp" if plain else "EltwiseUnaryCompositeOp", {}, made


def _params(converter: TensorConverter, kind: str, params: FbTable) -> tuple[str, FbTable]:
    if kind in ("ClampOpParams", "ClampScalarOpParams"):
        return "ClampScalarOpParams", {
            each: ("FP", {"value": params[each]}) for each in ("min", "max")
        }
    if kind == "ClampTensorOpParams":
        return kind, {each: converter.tensor(params[each]) for each in ("min", "max")}
    return kind, params


MEMBERS: Mapping[str, MemberRule] = MappingProxyType(
    {
        "BatchNormOp": _batch_norm,
        "EltwiseOp": _elementwise,
        "MaxPool2dOp": _max_pool,
        "MorehCumSumOp": _renamed("CumSumOp"),
        "OnesOp": _named_full("Ones"),
        "ToDTypeOp": _renamed("TypecastOp"),
        "UI32": _renamed("I32"),
        "ZerosOp": _named_full("Zeros"),
    }
)
"""Maps members of unions that `REVISION` does not have to their rules."""
