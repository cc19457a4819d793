"""Ops that differ from their TTNN counterpart in name only, or in that TTNN returns the result instead of writing into `output`.

A module has them in two tables, op of TTIR to op of TTNN: `RENAMED`, with the same operands and properties, and
`WITHOUT_OUTPUT`, with the same properties, and the same operands but for the last, `output`.
"""

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from xdsl.ir import Operation

from ttmlir_py.ir.construction import operands_of
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.rewriting.mutation import supersede

Lowering = Callable[[Any, TTNNBuilder], bool | None]
Counterparts = dict[type[Operation], type[Operation]]


def renamed(module: ModuleType) -> Counterparts:
    """Return the ops of a module that are renamed."""
    return getattr(module, "RENAMED", {})


def without_output(module: ModuleType) -> Counterparts:
    """Return the ops of a module that lose their last operand."""
    return getattr(module, "WITHOUT_OUTPUT", {})


@cache
def lowerings(module: ModuleType) -> dict[type[Operation], Lowering]:
    """Return the lowerings of a module: its two tables, and its `LOWERINGS`."""
    return {
        **{old: _rename(new) for old, new in renamed(module).items()},
        **{old: _drop_output(new) for old, new in without_output(module).items()},
        **getattr(module, "LOWERINGS", {}),
    }


def _rename(cls: type[Operation]) -> Lowering:
    def lower(op: Operation, builder: TTNNBuilder) -> None:
        supersede(op, cls, op.properties)

    return lower


def _drop_output(cls: type[Operation]) -> Lowering:
    def lower(op: Operation, builder: TTNNBuilder) -> None:
        supersede(op, cls, op.properties, operands_of(op)[:-1])

    return lower
