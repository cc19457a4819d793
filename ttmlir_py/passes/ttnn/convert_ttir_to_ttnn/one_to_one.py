"""Lowering of ops whose TTNN counterpart differs only in its name, or in returning the result.

A module lists them in two tables from TTIR op to TTNN op. `RENAMED` has ops with the same operands
and properties. `WITHOUT_OUTPUT` has ops with the same properties, and the same operands except the
last one, `output`.
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
