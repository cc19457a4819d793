"""Lowering of TTIR ops that become a single TTNN op with the same properties.

A module lists these ops in two tables from TTIR op to TTNN op. For ops in `RENAMED` the operands
are the same, too. Ops in `WITHOUT_OUTPUT` lose their last operand, `output`.
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
    """Map the TTIR ops of `module` to TTNN ops with the same operands."""
    return getattr(module, "RENAMED", {})


def without_output(module: ModuleType) -> Counterparts:
    """Map the TTIR ops of `module` to TTNN ops without the operand `output`."""
    return getattr(module, "WITHOUT_OUTPUT", {})


@cache
def lowerings(module: ModuleType) -> dict[type[Operation], Lowering]:
    """Return the lowerings that `module` defines: its two tables, and its `LOWERINGS`."""
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
