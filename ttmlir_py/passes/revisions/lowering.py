"""Conversion of programs of later revisions to 2025-02, before passes run on them.

Element types become those that devices support.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from math import prod
from typing import Any, cast

from xdsl.ir import Attribute, Operation

from ttmlir_py.common.warning_kinds import Kind, WarningKind
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tt.presets import preset
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.passes.revisions.attributes import is_later_system
from ttmlir_py.passes.revisions.data_movement import readers
from ttmlir_py.passes.revisions.element_types import is_truth
from ttmlir_py.passes.revisions.misreadings import CACHES
from ttmlir_py.passes.revisions.to_2025_02 import Converter
from ttmlir_py.passes.running.pass_manager import AnyPass, OpPassManager


def mesh_of(op: Operation) -> tuple[int, ...]:
    """Return the mesh shape declared by a module in `op`; () if no mesh is declared."""
    found: Any = op.attributes.get("ttcore.meshes") or op.attributes.get("tt.meshes")
    if found is not None and found.meshes:
        return tuple(found.meshes[0].shape)
    for region in op.regions:
        for block in region.blocks:
            for each in block.ops:
                if "module" in each.name and (mesh := mesh_of(each)):
                    return mesh
    return ()


def boolean_arguments(root: Operation) -> dict[str, list[int]]:
    """Map names of functions to the positions of their arguments that are tensors of i1."""
    functions = [op for op in root.walk() if isinstance(op, FuncOp)]
    return {each.sym_name.data: _booleans(each.function_type.inputs) for each in functions}


def boolean_results(root: Operation) -> dict[str, list[int]]:
    """Map names of functions to the positions of their results that are tensors of i1."""
    functions = [op for op in root.walk() if isinstance(op, FuncOp)]
    return {each.sym_name.data: _booleans(each.function_type.outputs) for each in functions}


def _booleans(types: Iterable[Attribute]) -> list[int]:
    return [i for i, type_ in enumerate(types) if _is_i1(type_)]


def _is_i1(type_: Attribute) -> bool:
    return is_tensor_type(type_) and is_truth(type_.element_type)


def losses(root: Operation) -> Iterator[tuple[Kind, Operation, str]]:
    """Yield attributes that lowering drops although they affect the program.

    Each is given by the kind of warning, the operation, and the reason.
    """
    for op in root.walk():
        for name, value in op.attributes.items():
            if is_later_system(name, value):
                yield (
                    WarningKind.DROPPED_ATTRIBUTE,
                    op,
                    f"is compiled for the system that options name, not for its '{name}'",
                )
        if op.name in CACHES and not op.results and not readers(op):
            yield (
                WarningKind.LOST_WRITE,
                op,
                "writes a cache that nothing reads afterwards: the write is left out",
            )


def adapt(pipeline: OpPassManager, mesh: tuple[int, ...]) -> tuple[int, ...]:
    """Set options of the passes in `pipeline`: keep the sign of integers, and use the mesh shape
    `mesh`.

    Options that the user gives are kept. Return the mesh shape that the passes use.
    """
    for index, each in enumerate(pipeline.passes):
        if isinstance(each, OpPassManager):
            mesh = adapt(each, mesh)
            continue
        pipeline.passes[index], mesh = _adapted(each, mesh)
    return mesh


def _adapted(each: AnyPass, mesh: tuple[int, ...]) -> tuple[AnyPass, tuple[int, ...]]:
    options = cast(Any, each)
    names = {field.name for field in fields(options)}
    changes: dict[str, Any] = {}
    changes.update(dict.fromkeys(names & {"signed_integers", "exact_integers"}, True))
    if "mesh_shape" in names:
        told = cast(tuple[int, ...], options.mesh_shape)
        if told:
            mesh = told
        elif any(size > 1 for size in mesh):
            changes["mesh_shape"] = mesh
    return replace(options, **changes) if changes else each, mesh


_MESH_BOARDS = {2: "n300", 8: "t3000", 32: "tg"}
"""Maps a number of chips to the board assumed for such a mesh without a system descriptor."""


def lower(op: Operation, mesh: tuple[int, ...], *, is_for_reference: bool = False) -> None:
    """Convert the program `op` to 2025-02 and to element types of devices.

    With `is_for_reference`, operations of StableHLO stand for those that 2025-02 lacks. A mesh
    without a system descriptor gets that of a board. Raises OperationError for operations that
    2025-02 cannot express.
    """
    Converter(normalize=True, mesh=mesh, is_for_reference=is_for_reference).convert(op)
    chips = prod(mesh)
    if chips > 1 and "tt.system_desc" not in op.attributes:
        boards = [name for count, name in sorted(_MESH_BOARDS.items()) if count >= chips]
        if not boards:
            raise OperationError(
                op.location,  # a note with the whole module would not help
                f"'{op.name}' op no board is known that has a mesh of {chips} chips",
            )
        description = preset(boards[0])
        op.attributes[description.name] = description
