"""Shardy's rules for shardings of values and for computations on devices."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.sdy.attributes import (
    AxisRefAttr,
    ManualAxesAttr,
    MeshAttr,
    TensorShardingAttr,
)
from ttmlir_py.ir.diagnostics import OperationError, note
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted


def _mesh_of(sharding: TensorShardingAttr, symbols: Mapping[str, Operation]) -> MeshAttr | None:
    if isinstance(sharding.mesh, MeshAttr):
        return sharding.mesh
    symbol = symbols.get(sharding.mesh)
    mesh = None if symbol is None else symbol.properties.get("mesh")
    return mesh if isinstance(mesh, MeshAttr) else None


def check_sharding(
    op: Operation,
    sharding: TensorShardingAttr,
    type_: Attribute,
    symbols: Mapping[str, Operation],
    prefix: str = "",
) -> None:
    """Check that `sharding` is valid for a value of type `type_`. Messages start with `prefix`."""
    mesh = _mesh_of(sharding, symbols)
    if mesh is None:
        raise VerifyException(f"{prefix}unknown mesh: @{sharding.mesh}")
    dimensions, replicated = sharding.dim_shardings, sharding.replicated_axes
    if mesh.is_maximal:
        if dimensions or replicated:
            raise VerifyException(
                f"{prefix}a maximal sharding must have no dimension shardings and no replicated "
                "axes."
            )
        return
    if not is_tensor_type(type_):
        raise VerifyException(
            f"{prefix}only ranked tensors can have a sharding. type: {quoted(type_)}"
        )
    rank = len(type_.get_shape())
    if len(dimensions) != rank:
        raise VerifyException(
            f"{prefix}sharding doesn't match tensor rank: {len(dimensions)} != {rank}"
        )
    _check_dimensions(sharding, type_, mesh, prefix)
    if bound := _bound_axes(op):
        used = (*(a for d in dimensions for a in d.axes), *replicated)
        _check_unbound(op, (axis.axis_name for axis in used), bound, prefix)


def check_value_sharding(
    op: Operation,
    attribute: Attribute,
    type_: Attribute,
    symbols: Mapping[str, Operation],
    prefix: str,
) -> None:
    """Check the attribute `sdy.sharding` of a function's argument or result of type `type_`."""
    if not isinstance(attribute, TensorShardingAttr):
        raise VerifyException(
            f"{prefix}should have a sharding attribute of type TensorShardingAttr"
        )
    check_sharding(op, attribute, type_, symbols, prefix)


def _bound_axes(op: Operation) -> dict[str, Operation]:
    """Map each manual axis of the computations that enclose `op` to the outermost computation that
    has this axis.
    """
    bound: dict[str, Operation] = {}
    parent = op.parent_op()
    while parent is not None:
        axes = parent.properties.get("manual_axes")
        if isinstance(axes, ManualAxesAttr):
            bound.update((name, parent) for name in axes.value)
        parent = parent.parent_op()
    return bound


def _check_unbound(
    op: Operation, names: Iterable[str], bound: Mapping[str, Operation], prefix: str
) -> None:
    """Check that no manual computation around `op` has one of the axes `names`."""
    for name in names:
        if name in bound:
            raise OperationError(
                op,
                f'{prefix}operates on axis "{name}" which is already bound by a parent '
                "sdy.manual_computation op",
                [note(bound[name].location, "parent bounding this axis as manual")],
            )


def _check_dimensions(
    sharding: TensorShardingAttr, type_: TensorType[Attribute], mesh: MeshAttr, prefix: str
) -> None:
    sizes, seen = mesh.sizes, set[AxisRefAttr]()
    for index, dimension in enumerate(sharding.dim_shardings):
        if dimension.priority is not None and dimension.is_closed and not dimension.axes:
            raise VerifyException(f"{prefix}dim {index} is empty and closed but has a priority")
        _check_axes(dimension.axes, sizes, seen, prefix)
        if type_.get_shape()[index] == 0 and any(sizes[a.axis_name] > 1 for a in dimension.axes):
            raise VerifyException(
                f"{prefix}dim {index} of size 0 is sharded on an axis of size > 1"
            )
    order = list(sizes)
    places = [
        (order.index(axis.axis_name), axis.sub_axis)
        for axis in sharding.replicated_axes
        if axis.axis_name in sizes
    ]
    if places != sorted(places):
        raise VerifyException(f"{prefix}replicated axes are not ordered w.r.t. mesh")
    _check_axes(sharding.replicated_axes, sizes, seen, prefix)
    for name, size in sizes.items():
        parts = sorted((axis for axis in seen if axis.axis_name == name), key=lambda a: a.sub_axis)
        _check_parts(parts, name, size, prefix)


def _check_axes(
    axes: Sequence[AxisRefAttr], sizes: Mapping[str, int], seen: set[AxisRefAttr], prefix: str
) -> None:
    """Check that axes exist and are used once, and that adjacent parts of an axis are merged."""
    before: AxisRefAttr | None = None
    for axis in axes:
        if axis.axis_name not in sizes:
            raise VerifyException(f'{prefix}unknown axis name: "{axis.axis_name}"')
        if axis in seen:
            raise VerifyException(f"{prefix}duplicate axis ref: {axis}")
        seen.add(axis)
        if before is not None and before.axis_name == axis.axis_name and _follow(before, axis):
            raise VerifyException(
                f"{prefix}two consecutive sub-axes can be merged: {before}, {axis}"
            )
        before = axis


def _follow(first: AxisRefAttr, second: AxisRefAttr) -> bool:
    return bool(first.sub_axis and second.sub_axis) and (
        first.sub_axis[0] * first.sub_axis[1] == second.sub_axis[0]
    )


def _check_parts(parts: Sequence[AxisRefAttr], name: str, size: int, prefix: str) -> None:
    """Check that the parts of the axis `name` do not overlap, and that their sizes divide the size
    of the axis.
    """
    divided = [axis for axis in parts if axis.sub_axis]
    if divided and len(divided) < len(parts):
        raise VerifyException(
            f'{prefix}both sub-axis and full-axis are used for axis name: "{name}"'
        )
    end, last = 1, None
    for axis in divided:
        before, part = axis.sub_axis
        if before < 1:
            raise VerifyException(f"{prefix}sub-axis pre-size must be at least 1: {axis}")
        if part <= 1:
            raise VerifyException(f"{prefix}sub-axis sizes must be greater than 1: {axis}")
        if size % (before * part):
            raise VerifyException(
                f"{prefix}sub-axis next pre-size {before * part} doesn't divide the size of the "
                f"full axis {size}: {axis}"
            )
        if part == size:
            raise VerifyException(f"{prefix}sub-axis size is equal to the full axis size: {axis}")
        if end > before:
            raise VerifyException(f"{prefix}overlapping sub-axes: {last}, {axis}")
        end, last = before * part, axis


def _check_values(
    op: Any,
    kind: str,
    outer: Sequence[Attribute],
    inner: Sequence[Attribute],
    shardings: Sequence[TensorShardingAttr],
    symbols: Mapping[str, Operation],
) -> None:
    """Check that the values inside of the region are the shards of one device.

    `outer` are the types outside of the region, and `inner` those inside.
    """
    if len(shardings) != len(outer):
        raise VerifyException(
            f"{kind} shardings don't match number of values: {len(shardings)} shardings vs "
            f"{len(outer)} values"
        )
    for index, (type_, sharding) in enumerate(zip(outer, shardings, strict=True)):
        place = "- " if len(outer) == 1 else f"{index} - "
        check_sharding(op, sharding, type_, symbols, f"{kind} {place}")
    if len(outer) != len(inner):
        raise VerifyException(
            f"number of op {kind}s and region {kind}s must match. Op has {len(outer)} op {kind}s "
            f"and {len(inner)} region {kind}s"
        )
    manual = set(op.manual_axes.value)
    for index, (type_, local, sharding) in enumerate(zip(outer, inner, shardings, strict=True)):
        mesh = _mesh_of(sharding, symbols)
        assert mesh is not None
        if not is_tensor_type(type_) or mesh.is_maximal:
            continue
        expected = _local_type(type_, sharding, mesh.sizes, manual)
        if expected != local:
            raise VerifyException(
                f"{kind} shape, corresponding sharding, and region {kind} shape at index {index} "
                f"must match. Expected local shape {quoted(expected)}, actual local shape "
                f"{quoted(local)}"
            )


def _local_type(
    type_: TensorType[Attribute],
    sharding: TensorShardingAttr,
    sizes: Mapping[str, int],
    manual: set[str],
) -> Attribute:
    """Return the type of one device's shard of `type_` along the manual axes."""
    shape: list[int] = []
    for size, dimension in zip(type_.get_shape(), sharding.dim_shardings, strict=True):
        for axis in dimension.axes:
            if axis.axis_name in manual and size != DYNAMIC_INDEX:
                size //= sizes[axis.axis_name]
        shape.append(size)
    return TensorType(type_.element_type, shape)


def check_manual_computation(op: Any, symbols: Mapping[str, Operation]) -> None:
    """Check `sdy.manual_computation`: the manual axes exist and are used in the shardings."""
    inner = [argument.type for argument in op.body.block.args]
    last = op.body.block.last_op
    given = [] if last is None else list(last.operand_types)
    ins, outs = op.in_shardings.shardings, op.out_shardings.shardings
    _check_unbound(op, op.manual_axes.value, _bound_axes(op), "")
    if not ins and not outs and op.manual_axes.value:
        raise VerifyException("cannot have manual_axes when there are no input/output shardings.")
    _check_values(op, "operand", op.operand_types, inner, ins, symbols)
    _check_values(op, "result", op.result_types, given, outs, symbols)
    meshes = [mesh for sharding in (*ins, *outs) if (mesh := _mesh_of(sharding, symbols))]
    for axis in op.manual_axes.value:
        if not any(axis in mesh.sizes for mesh in meshes):
            raise VerifyException(f'unknown manual axis: "{axis}"')


def check_named_computation(op: Any) -> None:
    """Check `sdy.named_computation`: the region takes the operands and returns the results."""
    last = op.body.block.last_op
    given = [] if last is None else list(last.operand_types)
    arguments = [argument.type for argument in op.body.block.args]
    sides = (
        ("block argument", "operand", arguments, op.operand_types),
        ("returned value", "result", given, op.result_types),
    )
    for inner_name, outer_name, inner, outer in sides:
        if len(inner) != len(outer):
            raise OperationError(
                op,
                f"number of {inner_name}s must match the number of {outer_name}s: {len(inner)} != "
                f"{len(outer)}",
                op_prefix=False,
            )
        for index, (a, b) in enumerate(zip(inner, outer, strict=True)):
            if a != b:
                raise OperationError(
                    op,
                    f"expected the type of the {index}'th {inner_name} to match the type of the "
                    f"corresponding {outer_name}: {quoted(a)} vs {quoted(b)}",
                    op_prefix=False,
                )
