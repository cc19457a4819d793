"""Lowering of Shardy's ops.

On one device their results are their operands. A manual computation on several devices splits its
operands and joins its results. Ops that distribute a program automatically (constraints, shardings
of values) are kept as upstream keeps them. TTIR to TTNN rejects them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple, NoReturn, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import sdy, stablehlo
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.sdy.attributes import (
    AxisRefAttr,
    MeshAttr,
    TensorShardingAttr,
    TensorShardingPerValueAttr,
)
from ttmlir_py.dialects.tt.enums import MeshShardDirection, MeshShardType
from ttmlir_py.ir.diagnostics import DiagnosticEngine, note
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.sharding import MeshSharding
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import Conversion
from ttmlir_py.rewriting.control_flow import ops_in, ops_of
from ttmlir_py.rewriting.conversion import UnsupportedError, legalization_failure
from ttmlir_py.rewriting.mutation import (
    create,
    erase,
    insert_before,
    move_before,
    replace,
    supersede,
)

_SHARDING = "sdy.sharding"
_WRAPPING = (sdy.ShardingConstraintOp, sdy.ReshardOp, sdy.PropagationBarrierOp, sdy.DataFlowEdgeOp)
Meshes = Mapping[str, MeshAttr]


def resolve_shardings(
    root: Operation, conversion: Conversion, diagnostics: DiagnosticEngine
) -> None:
    """Replace Shardy's ops inside of `root`. Ops that distribute values over several devices are
    kept.

    Raises OperationError for a manual computation that TTIR does not support.
    """
    ops = list(ops_in(root.regions))
    meshes = {op.sym_name.data: cast(MeshAttr, op.mesh) for op in ops if isinstance(op, sdy.MeshOp)}
    is_for_each_device = False
    for op in ops:
        if isinstance(op, sdy.ConstantOp):
            supersede(op, stablehlo.ConstantOp, dict(op.properties))
        elif isinstance(op, sdy.ManualComputationOp):
            is_for_each_device |= _resolve_computation(op, meshes, conversion)
        elif isinstance(op, _WRAPPING) and _are_on_one_device(op, meshes):
            replace(op, op.operands)
        elif isinstance(op, sdy.NamedComputationOp):
            if not _are_on_one_device(op, meshes):
                _refuse(op, "it spreads its tensors over several devices by itself")
            replace(op, _inline(op, op.operands, op.body.block))
    if is_for_each_device:
        is_for_each_device = not any(
            op.name.startswith("sdy.") and not isinstance(op, sdy.MeshOp | sdy.ShardingGroupOp)
            for op in ops_in(root.regions)
        )
    if is_for_each_device:
        _warn_of_shardings(root, meshes, diagnostics)
    _forget_meshes(root, lambda mesh: is_for_each_device or _is_one_device(mesh), meshes)


def _warn_of_shardings(root: Operation, meshes: Meshes, diagnostics: DiagnosticEngine) -> None:
    """Warn about the first op, argument or result that is distributed over devices.

    Shardings of manual computations are not included.
    """
    for op in ops_in(root.regions):
        if any(not _is_one_device(_mesh(each, meshes)) for each in _of_values(op)):
            message = (
                f"its attribute '{_SHARDING}' is left out: tensors are whole but for computations "
                "for each device"
            )
            diagnostics.warn(WarningKind.DROPPED_ATTRIBUTE, op, message)
            return


def _in_attributes(attributes: Iterable[Attribute]) -> list[TensorShardingAttr]:
    """Return the shardings in `attributes`. An attribute may be a list with one sharding per
    value.
    """
    found: list[TensorShardingAttr] = []
    for each in attributes:
        if isinstance(each, TensorShardingAttr):
            found.append(each)
        elif isinstance(each, TensorShardingPerValueAttr):
            found += each.shardings
    return found


def _of_values(op: Operation) -> list[TensorShardingAttr]:
    """Return the shardings of the results of `op`; for a function, those of its arguments and
    results.
    """
    attributes = [op.attributes.get(_SHARDING)]
    for name in ("arg_attrs", "res_attrs") if isinstance(op, FuncOp) else ():
        dictionaries = cast("Iterable[DictionaryAttr]", op.properties.get(name, ()))
        attributes += [each.data.get(_SHARDING) for each in dictionaries]
    return _in_attributes(each for each in attributes if each is not None)


def _mesh(sharding: TensorShardingAttr, meshes: Meshes) -> MeshAttr:
    return sharding.mesh if isinstance(sharding.mesh, MeshAttr) else meshes[sharding.mesh]


def _is_one_device(mesh: MeshAttr) -> bool:
    """Whether `mesh` consists of the first device alone."""
    return prod(mesh.sizes.values()) == 1 and not any(mesh.device_ids)


def _are_on_one_device(op: Operation, meshes: Meshes) -> bool:
    """Whether all shardings in the attributes of `op` are on the first device."""
    return all(
        _is_one_device(_mesh(each, meshes)) for each in _in_attributes(op.properties.values())
    )


def _inline(op: Operation, values: Sequence[SSAValue], body: Block) -> Sequence[SSAValue]:
    """Move the ops of `body`, a block in a region of `op`, before `op`.

    `values` replace the arguments. Return the values that the block yields.
    """
    for argument, value in zip(body.args, values, strict=True):
        argument.replace_all_uses_with(value)
    *inner, end = ops_of(body)
    for each in inner:
        move_before(op, each)
    return end.operands


class Grid(NamedTuple):
    """A mesh in TTIR's form, with a row axis and a column axis."""

    sizes: tuple[int, int]
    places: Mapping[str, int]
    """Maps the name of an axis to 0 for the row axis or 1 for the column axis.

    Axes of size 1 may be missing.
    """


def _resolve_computation(
    op: sdy.ManualComputationOp, meshes: Meshes, conversion: Conversion
) -> bool:
    """Replace a manual computation by ops that split its operands and join its results.

    On one device, its body is only inlined. Return whether there are several devices. Raises
    OperationError for unsupported meshes.
    """
    if _are_on_one_device(op, meshes):
        replace(op, _inline(op, op.operands, op.body.block))
        return False
    ins, outs = (
        cast(TensorShardingPerValueAttr, each).shardings
        for each in (op.in_shardings, op.out_shardings)
    )
    try:
        grid = _grid(op, {_mesh(each, meshes) for each in (*ins, *outs)})
        lie_in, lie_out = ([_on_grid(each, grid) for each in side] for side in (ins, outs))
    except UnsupportedError as error:
        _refuse(op, str(error))

    def moved(
        value: SSAValue, type_: Attribute, sharding: MeshSharding, way: MeshShardDirection
    ) -> SSAValue:
        properties: dict[str, Attribute] = {"call_target_name": StringAttr("mesh_shard")}
        call = create(stablehlo.CustomCallOp, (value,), (type_,), properties, op.location)
        conversion.mesh_shards[call] = sharding, way
        return insert_before(op, call).results[0]

    block, way = op.body.block, MeshShardDirection.FullToShard
    parts = [
        moved(value, argument.type, sharding, way)
        for value, argument, sharding in zip(op.operands, block.args, lie_in, strict=True)
    ]
    given, way = _inline(op, parts, block), MeshShardDirection.ShardToFull
    joined = [
        moved(value, result.type, sharding, way)
        for value, result, sharding in zip(given, op.results, lie_out, strict=True)
    ]
    replace(op, joined)
    return True


def _refuse(op: Operation, reason: str) -> NoReturn:
    raise legalization_failure(op, notes=[note(op.location, reason)])


def _grid(op: sdy.ManualComputationOp, meshes: set[MeshAttr]) -> Grid:
    """Return the mesh of the computation `op` with two axes. Raises UnsupportedError for other
    meshes.
    """
    if len(meshes) != 1:
        raise UnsupportedError("its shardings refer to several meshes, or to none")
    (mesh,) = meshes
    if mesh.device_ids:
        raise UnsupportedError("the devices of its mesh are in another order")
    sizes = mesh.sizes
    if len(sizes) > 2:
        sizes = {name: size for name, size in sizes.items() if size > 1}
    if len(sizes) > 2:
        raise UnsupportedError("its mesh has more than two axes")
    manual = set(op.manual_axes.value)
    if free := [name for name, size in sizes.items() if size > 1 and name not in manual]:
        raise UnsupportedError(f"the axis '{free[0]}' of its mesh is left to the partitioner")
    names = list(sizes)
    rows = 2 - len(names)
    counts = (*[1] * rows, *sizes.values())
    return Grid((counts[0], counts[1]), {name: rows + i for i, name in enumerate(names)})


def _on_grid(sharding: TensorShardingAttr, grid: Grid) -> MeshSharding:
    """Return the sharding of a tensor on the mesh `grid`.

    Raises UnsupportedError if TTIR does not support it.
    """
    shape, dims = [1] * len(sharding.dim_shardings), [-1, -1]
    for dim, each in enumerate(sharding.dim_shardings):
        axes = [axis for axis in each.axes if _size(axis, grid) > 1]
        if len(axes) > 1:
            raise UnsupportedError(f"its dimension {dim} is split along several axes of the mesh")
        for axis in axes:
            place = grid.places[axis.axis_name]
            shape[dim], dims[place] = grid.sizes[place], dim
    if prod(shape) == 1:
        return MeshSharding(MeshShardType.Replicate, (1,), (-1,))
    return MeshSharding(MeshShardType.Devices, tuple(shape), (dims[0], dims[1]))


def _size(axis: AxisRefAttr, grid: Grid) -> int:
    if axis.sub_axis:
        raise UnsupportedError(f"its tensors are split along a part of the axis '{axis.axis_name}'")
    place = grid.places.get(axis.axis_name)
    return 1 if place is None else grid.sizes[place]


def _forget_meshes(root: Operation, goes: Callable[[MeshAttr], bool], meshes: Meshes) -> None:
    """Erase the meshes for which `goes` is true, and the shardings that refer only to such
    meshes.
    """

    def says_nothing(sharding: Attribute) -> bool:
        return all(goes(_mesh(each, meshes)) for each in _in_attributes([sharding]))

    for op in ops_in(root.regions):
        if _SHARDING in op.attributes and says_nothing(op.attributes[_SHARDING]):
            del op.attributes[_SHARDING]
        if isinstance(op, FuncOp):
            for name in ("arg_attrs", "res_attrs"):
                _forget_of_values(op, name, says_nothing)
        is_mesh = isinstance(op, sdy.MeshOp) and goes(cast(MeshAttr, op.mesh))
        if is_mesh or (isinstance(op, sdy.ShardingGroupOp) and all(map(goes, meshes.values()))):
            erase(op)


def _forget_of_values(op: FuncOp, name: str, says_nothing: Callable[[Attribute], bool]) -> None:
    """Remove some shardings from the attribute `name` of a function, those for which `says_nothing`
    is true.

    That attribute lists the attributes of the function's arguments or results.
    """
    if name not in op.properties:
        return
    dictionaries = [
        {
            key: value
            for key, value in each.data.items()
            if key != _SHARDING or not says_nothing(value)
        }
        for each in cast("ArrayAttr[DictionaryAttr]", op.properties[name])
    ]
    op.properties[name] = ArrayAttr(map(DictionaryAttr, dictionaries))
    if not any(dictionaries):
        del op.properties[name]
