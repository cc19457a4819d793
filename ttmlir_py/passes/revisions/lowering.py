"""What passes are run on: a program of 2026-08 in the form of 2025-02, with the element types that devices have."""

from collections.abc import Iterator
from dataclasses import fields, replace
from math import prod
from typing import Any, cast

from xdsl.ir import Operation

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects.revisions import IN_PLACE
from ttmlir_py.dialects.tt.presets import preset
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.revisions.attributes import SYSTEM_DESC
from ttmlir_py.passes.revisions.data_movement import readers
from ttmlir_py.passes.revisions.pinned import ToPinned
from ttmlir_py.passes.running.pass_manager import AnyPass, OpPassManager


def mesh_of(op: Operation) -> tuple[int, ...]:
    """The shape of the mesh that a module, or one in it, says it is for; none if it says nothing."""
    found: Any = op.attributes.get("ttcore.meshes") or op.attributes.get("tt.meshes")
    if found is not None and found.meshes:
        return tuple(found.meshes[0].shape)
    for region in op.regions:
        for block in region.blocks:
            for each in block.ops:
                if "module" in each.name and (mesh := mesh_of(each)):
                    return mesh
    return ()


def losses(root: Operation) -> Iterator[tuple[WarningKind, Operation, str]]:
    """What lowering leaves out of a program that changes what it does: kinds of warnings, places, and why."""
    for op in root.walk():
        if SYSTEM_DESC in op.attributes:
            yield (
                WarningKind.DROPPED_ATTRIBUTE,
                op,
                f"is not compiled for the system of its '{SYSTEM_DESC}', but for what options say",
            )
        if op.name in IN_PLACE and not readers(op):
            yield (
                WarningKind.LOST_WRITE,
                op,
                "writes a cache that nothing reads afterwards: the write is left out",
            )


def adapt(pipeline: OpPassManager, mesh: tuple[int, ...]) -> tuple[int, ...]:
    """Let passes of a pipeline store integers with their sign and know the mesh, unless they are told another; the mesh they know."""
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
"""The board that a mesh of so many chips is taken to be on, if nothing describes the system."""


def lower(op: Operation, mesh: tuple[int, ...]) -> None:
    """Convert and normalize; a mesh without a description of its system gets a board's. Raises OperationError for what has no counterpart."""
    ToPinned(normalize=True, mesh=mesh).convert(op)
    chips = prod(mesh)
    if chips > 1 and "tt.system_desc" not in op.attributes:
        boards = [name for count, name in sorted(_MESH_BOARDS.items()) if count >= chips]
        if not boards:
            raise OperationError(op, f"no board is known that has a mesh of {chips} chips")
        description = preset(boards[0])
        op.attributes[description.name] = description
