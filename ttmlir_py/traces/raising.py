"""Conversion of programs in the ttnn dialect to TTIR, the inverse of the compiler's conversion."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import IntegerType, NameLoc
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.building import func, module
from ttmlir_py.building.operations import OpFunction
from ttmlir_py.dialects import registry, ttir, ttnn
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tensor_types import (
    RankedTensor,
    integers,
    ranked_tensor,
    shape_of,
    tensor_type,
)
from ttmlir_py.dialects.tt.device import DeviceAttr, DeviceType
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.dialects.tt.tile import SI32, element_type_to_data_type
from ttmlir_py.dialects.ttnn.attributes import ShapeAttr, TTNNLayoutAttr
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.passes.running.manager import PassManager
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import RENAMED, WITHOUT_OUTPUT
from ttmlir_py.traces.errors import TraceError

Raise = Callable[[Any, Sequence[SSAValue], RankedTensor], SSAValue]
"""Builds the TTIR operation for a TTNN operation.

The arguments are the TTNN operation, its tensors without layout except the destination, and the
type of its result.
"""

_SAME: Mapping[type[Operation], type[Operation]] = {
    new: old for table in (RENAMED, WITHOUT_OUTPUT) for old, new in table.items()
}
"""Maps TTNN operations to the TTIR operations that become them with the same attributes."""


def ttnn_to_ttir(source: ModuleOp) -> ModuleOp:
    """Return a TTIR module that compiles to `source`, a module of functions in the ttnn dialect.

    The placement of tensors may differ, because layouts, memories, deallocations and destinations
    for results are dropped. A layout that changes the format of the elements becomes a
    `ttir.typecast`. `source` is not modified. Raises `TraceError`, which names the operation, for
    an operation without a TTIR counterpart, or whose counterpart does not lower back to it.
    """
    _check_formats(source)
    functions = [_function(each) for each in source.body.block.ops if isinstance(each, FuncOp)]
    return module(*functions, attributes=_system(source))


def _system(source: ModuleOp) -> Mapping[str, Attribute]:
    """Return the attributes of `source` that describe the target.

    The default system with one device is omitted, because TTIR is compiled for it by default.
    """
    system = SystemDescAttr.get_default()
    usual = {SystemDescAttr.name: system, DeviceAttr.name: DeviceAttr.get(system)}
    return {name: each for name, each in source.attributes.items() if usual.get(name) != each}


def _check_formats(source: ModuleOp) -> None:
    """Raise an error for operations that the compiler replaces, or computes in another format.

    Such an operation shows that the program was not made by the compiler, so raising it would
    change its results.
    """
    compiled, context = source.clone(), MlirContext(registry())
    with context.diagnostics.collect():
        PassManager("builtin.module(ttnn-workaround)", context=context).run(compiled)
    kept = Counter(map(_formats, compiled.walk()))
    for op in filter(_computes, _needed([*source.walk()])):
        kept[_formats(op)] -= 1
        if kept[_formats(op)] < 0:
            raise _refusal(op, "the compiler replaces it, or computes it in another format")


def _computes(op: Operation) -> bool:
    """Whether an operation does more than move elements: it calculates them, or changes their
    format.
    """
    is_moving = isinstance(op, (*_RELAYING, ttnn.ReshapeOp))
    return bool(op.results) and not (is_moving and len(set(_formats(op)[1:])) == 1)


def _formats(op: Operation) -> tuple[object, ...]:
    """Return the name of an operation and the formats of its tensors, for comparison with the
    program that TTIR compiles to.
    """
    tensors = (each.type for each in (*op.operands, *op.results) if is_tensor_type(each.type))
    return op.name, *(each.element_type for each in tensors)


def _function(source: FuncOp) -> FuncOp:
    block = source.body.block
    try:
        types = list(map(_plain_type, block.args))
    except ValueError as error:
        raise TraceError(f"an argument has no form in TTIR: {error}") from None

    def body(*input_: SSAValue) -> list[SSAValue]:
        return _operations(block.ops, dict(zip(block.args, input_, strict=True)))

    return func(*types, name=source.sym_name.data)(body)


def _operations(
    operations: Iterable[Operation], values: dict[SSAValue, SSAValue]
) -> list[SSAValue]:
    """Build the TTIR operations for TTNN operations, and return the results of the last one.

    `values` maps TTNN values to TTIR values.
    """
    for op in _needed(list(operations)):
        try:
            if isinstance(op, ReturnOp):
                return _tensors(op.operands, values)
            _operation(op, values)
        except (TypeError, ValueError) as error:
            raise _refusal(op, str(error)) from None
    return []


def _needed(operations: Sequence[Operation]) -> list[Operation]:
    """Return the operations on which results depend, without those that only prepare a destination.

    Raises `TraceError` for a write on which no result depends.
    """
    wanted: set[SSAValue] = set()
    needed: list[Operation] = []
    for op in reversed(operations):
        is_last, is_write = isinstance(op, ReturnOp), isinstance(op, _IN_PLACE)
        if is_write and op.operands[0] not in wanted:
            raise _refusal(op, "nothing reads what it writes, which TTIR would leave out")
        if is_last or is_write or not wanted.isdisjoint(op.results):
            wanted.update(op.operands if is_last else _sources(op))
            needed.append(op)
    return [op for op in reversed(needed) if not isinstance(op, ttnn.EmptyOp)]


def _refusal(op: Operation, reason: str) -> TraceError:
    return TraceError(f"'{_name(op)}' has no form in TTIR: {' '.join(reason.split())}")


_IN_PLACE = (ttnn.UpdateCacheOp, ttnn.FillCacheOp)
"""Operations that write into their first operand, and have no result."""


def _operation(op: Operation, values: dict[SSAValue, SSAValue]) -> None:
    build = _RAISED.get(type(op)) or (_same if type(op) in _SAME else None)
    if build is None:
        raise ValueError(f"no operation of TTIR is compiled to '{op.name}'")
    written = op.operands[0] if isinstance(op, _IN_PLACE) else op.results[0]
    values[written] = build(op, _tensors(_sources(op), values), _plain_type(written))


@cache
def _builder(cls: type[Operation]) -> OpFunction:
    return OpFunction(cast(type[OdsOperation], cls))


def _sources(op: Operation) -> list[SSAValue]:
    """Return the tensors that an operation reads, without its destination."""
    destination = _builder(type(op)).fields.destination
    field: Any = () if destination is None else getattr(op, destination) or ()
    into: list[Any] = [field] if isinstance(field, SSAValue) else list(field)
    return [each for each in op.operands if each not in into and is_tensor_type(each.type)]


def _tensors(operands: Iterable[SSAValue], values: Mapping[SSAValue, SSAValue]) -> list[SSAValue]:
    found = [values.get(each) for each in operands]
    known = [each for each in found if each is not None]
    if len(known) < len(found):
        raise ValueError("it reads an empty tensor, whose elements are unknown")
    return known


def _plain_type(value: SSAValue) -> RankedTensor:
    """Return the type of a tensor without its layout.

    Raises ValueError for formats that the IR supports in layouts only.
    """
    type_ = tensor_type(value)
    layout = type_.encoding
    element = type_.element_type
    if isinstance(layout, TTNNLayoutAttr):
        held = layout.get_data_type()
        if held is not element_type_to_data_type(element):
            raise ValueError(f"it has a tensor of {held.keyword}, which TTIR lacks")
    return ranked_tensor(element, type_.get_shape())


def _name(op: Operation) -> str:
    location: Any = getattr(op, "location", None)
    return location.desc.data if isinstance(location, NameLoc) else op.name


def _make(
    cls: type[Operation], op: Operation, *operands: Any, type_: RankedTensor | None, **fields: Any
) -> SSAValue:
    """Return the result of a new TTIR operation with the location of `op`."""
    build = _builder(cls)
    result = {} if type_ is None else {"result_type": type_}
    return build(*operands, **result, **fields, location=_name(op))


# ---- ops with the same attributes in TTNN and TTIR -----------------------------------------------


def _properties(op: Operation) -> dict[str, Attribute]:
    return {name: each for name, each in op.properties.items() if name != "operandSegmentSizes"}


def _number(op: Operation, name: str) -> int:
    return cast(Any, op.properties[name]).value.data


def _same(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    """Build the TTIR operation with the same attributes.

    TTIR has no attributes for the placement of the result and for the padding of its tiles.
    """
    cls = _SAME[type(op)]
    names = {each.name for each in _builder(cls).fields.properties}
    fields = {name: each for name, each in _properties(op).items() if name in names}
    return _make(cls, op, *sources, type_=type_, **fields)


def _subtract(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    if len(set(map(shape_of, sources))) > 1:
        raise ValueError("a difference of tensors of two shapes would be compiled to a sum")
    return _make(ttir.SubtractOp, op, *sources, type_=type_)


def _remainder(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    if type_.element_type == SI32:
        raise ValueError("a remainder of si32 would get the sign of the dividend")
    return _make(ttir.RemainderOp, op, *sources, type_=type_)


# ---- ops that move elements ----------------------------------------------------------------------


def _relaid(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    """Return the operand of a layout change, or a typecast of it if the change affects the format
    of the elements.
    """
    (source,) = sources
    if tensor_type(source) == type_:
        return source
    return _make(ttir.TypecastOp, op, source, type_=type_)


def _repeat(op: ttnn.RepeatOp, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    dims = op.properties["repeat_dims"]
    assert isinstance(dims, ShapeAttr)
    return _make(ttir.RepeatOp, op, *sources, type_=type_, repeat_dimensions=list(dims.shape))


def _concat(op: ttnn.ConcatOp, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    dim = _number(op, "dim")
    return _make(ttir.ConcatOp, op, list(sources), type_=type_, dim=dim)


def _pad(op: ttnn.PadOp, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    same = {name: op.properties[name] for name in ("padding", "value")}
    return _make(ttir.PadOp, op, *sources, type_=type_, **same)


def _prod(op: ttnn.ProdOp, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    dims = None
    if not _number(op, "all_dimensions"):
        dims = [_number(op, "dim_arg")]
    keep = op.properties["keep_dim"]
    return _make(ttir.ProdOp, op, *sources, type_=type_, keep_dim=keep, dim_arg=dims)


def _all_gather(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    """Build the all-gather, or one all-reduce if the operand comes from a reduce-scatter."""
    scattering, dim = op.operands[0].owner, _number(op, "dim")
    if not isinstance(scattering, ttnn.ReduceScatterOp):
        return _make(ttir.AllGatherOp, op, *sources, type_=type_, dim=op.properties["dim"])
    mesh = _mesh(scattering)
    groups = np.arange(np.prod(mesh)).reshape(mesh)
    reduce_type = scattering.properties["math_op"]
    fields = {"dim": dim, "reduce_type": reduce_type, "replica_groups": groups}
    return _make(ttir.AllReduceOp, op, list(sources), type_=type_, **fields)


def _mesh(op: Operation) -> tuple[int, ...]:
    """Return the rows and columns of the device mesh that an operation names."""
    device = op.operands[-1].type
    assert isinstance(device, DeviceType)
    return tuple(device.desc.meshShape)


def _reduce_scatter(op: Operation, sources: Sequence[SSAValue], _: RankedTensor) -> SSAValue:
    """Return the operand, because TTIR has a reduce-scatter only as part of an all-reduce.

    `_all_gather` then builds one operation for the reduce-scatter and the all-gather.
    """
    uses = [use.operation for use in op.results[0].uses]
    takers = [each for each in uses if not isinstance(each, ttnn.DeallocateOp)]
    dim, mesh = _number(op, "scatter_split_dim"), _mesh(op)
    (source,) = (shape_of(each) for each in sources)
    parts = mesh[dim % len(mesh)]
    is_whole = source[dim] == shape_of(op.results[0])[dim] * parts
    gatherings = [each for each in takers if isinstance(each, ttnn.AllGatherOp)]
    if len(takers) != 1 or not gatherings or _number(gatherings[0], "dim") != dim or not is_whole:
        raise ValueError(
            "'ttnn.reduce_scatter' is compiled only together with an all_gather that follows it"
        )
    return sources[0]


def _mesh_shard(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    return _make(ttir.MeshShardOp, op, *sources, type_=type_, **_properties(op))


# ---- ops that make tensors -----------------------------------------------------------------------


def _filled(cls: type[Operation]) -> Raise:
    def build(op: Operation, _: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
        return _make(cls, op, type_=type_, shape=list(type_.get_shape()))

    return build


def _full(op: ttnn.FullOp, _: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    number: float = cast(Any, op.properties["fillValue"]).value.data
    if not isinstance(type_.element_type, IntegerType):
        return _make(ttir.ConstantOp, op, number, type_=type_)
    if not number.is_integer():
        raise ValueError(f"an integer tensor cannot be filled with {number}")
    return _make(ttir.ConstantOp, op, int(number), type_=type_)


def _constant(op: Operation, _: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    return _make(ttir.ConstantOp, op, op.properties["value"], type_=type_)


def _arange(op: Operation, _: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    counted = {name: _number(op, name) for name in ("start", "end", "step")}
    last = len(type_.get_shape()) - 1
    return _make(ttir.ArangeOp, op, type_=type_, **counted, arange_dimension=last)


# ---- embeddings and caches -----------------------------------------------------------------------


def _reshape(op: Operation, source: SSAValue, shape: Sequence[int]) -> SSAValue:
    type_ = ranked_tensor(tensor_type(source).element_type, tuple(shape))
    if type_ == source.type:
        return source
    return _make(ttir.ReshapeOp, op, source, type_=type_, shape=list(shape))


def _embedding_backward(
    op: Operation, sources: Sequence[SSAValue], type_: RankedTensor
) -> SSAValue:
    indices, weight, gradient = sources
    gradient = _reshape(op, gradient, (*shape_of(indices), shape_of(weight)[-1]))
    return _make(ttir.EmbeddingBackwardOp, op, indices, weight, gradient, type_=type_)


def _in_place(cls: type[Operation]) -> Raise:
    def build(op: Operation, sources: Sequence[SSAValue], _: RankedTensor) -> SSAValue:
        return _make(cls, op, *sources, type_=None, **_properties(op))

    return build


# ---- images, which TTNN has flattened ------------------------------------------------------------


def _numbers(op: Operation, *names: str) -> list[int]:
    return [_number(op, name) for name in names]


def _image(op: Operation, source: SSAValue, channels: str) -> SSAValue:
    names = ("batch_size", "input_height", "input_width", channels)
    return _reshape(op, source, _numbers(op, *names))


def _even_padding(op: Operation) -> dict[str, int]:
    rows, columns = _numbers(op, "padding_height", "padding_width")
    return {
        **dict.fromkeys(("padding_top", "padding_bottom"), rows),
        **dict.fromkeys(("padding_left", "padding_right"), columns),
    }


def _sides(op: Operation, *names: str) -> dict[str, int]:
    return {
        f"{name}_{side}": _number(op, f"{name}_{side}")
        for name in names
        for side in ("height", "width")
    }


def _flattened(
    cls: type[Operation], op: Operation, operands: Sequence[Any], flat: RankedTensor, **fields: Any
) -> SSAValue:
    """Build an operation on images, whose shape follows from its attributes, and flatten its
    result.
    """
    image = _make(cls, op, *operands, type_=None, dtype=flat.element_type, **fields)
    return _reshape(op, image, flat.get_shape())


def _conv2d(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    source, *rest = sources
    operands = (_image(op, source, "in_channels"), *rest)
    fields = _sides(op, "stride", "dilation") | _even_padding(op)
    (groups,) = _numbers(op, "groups")
    return _flattened(ttir.Conv2dOp, op, operands, type_, **fields, groups=groups)


def _conv_transpose2d(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    names = ("stride", "output_padding", "dilation")
    fields = {name: list(integers(cast(Any, op.properties[name]))) for name in names}
    rows, columns = integers(cast(Any, op.properties["padding"]))
    padding = [rows, rows, columns, columns]
    (groups,) = _numbers(op, "groups")
    cls = ttir.ConvTranspose2dOp
    return _flattened(cls, op, sources, type_, **fields, padding=padding, groups=groups)


def _max_pool2d(op: Operation, sources: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
    fields = _sides(op, "kernel", "stride", "dilation") | _even_padding(op)
    mode = op.properties["ceil_mode"]
    operands = (_image(op, sources[0], "channels"),)
    return _flattened(ttir.MaxPool2dOp, op, operands, type_, **fields, ceil_mode=mode)


_RELAYING = (
    *(ttnn.ToLayoutOp, ttnn.ToMemoryConfigOp, ttnn.ToDeviceOp, ttnn.FromDeviceOp),
    *(ttnn.TypecastOp, ttnn.ToDTypeOp),
)
"""Operations that change the placement, layout or format of a tensor."""

_RAISED: Mapping[type[Operation], Raise] = {
    ttnn.SubtractOp: _subtract,
    ttnn.RemainderOp: _remainder,
    **dict.fromkeys(_RELAYING, _relaid),
    ttnn.RepeatOp: _repeat,
    ttnn.ConcatOp: _concat,
    ttnn.PadOp: _pad,
    ttnn.ProdOp: _prod,
    ttnn.AllGatherOp: _all_gather,
    ttnn.ReduceScatterOp: _reduce_scatter,
    ttnn.MeshShardOp: _mesh_shard,
    ttnn.ZerosOp: _filled(ttir.ZerosOp),
    ttnn.OnesOp: _filled(ttir.OnesOp),
    ttnn.FullOp: _full,
    ttnn.ConstantOp: _constant,
    ttnn.ArangeOp: _arange,
    ttnn.EmbeddingBackwardOp: _embedding_backward,
    ttnn.UpdateCacheOp: _in_place(ttir.UpdateCacheOp),
    ttnn.FillCacheOp: _in_place(ttir.FillCacheOp),
    ttnn.Conv2dOp: _conv2d,
    ttnn.ConvTranspose2dOp: _conv_transpose2d,
    ttnn.MaxPool2dOp: _max_pool2d,
}
"""Maps TTNN operations to functions that build TTIR operations with other attributes or
operands.
"""
