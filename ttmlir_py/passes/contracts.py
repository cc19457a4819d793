"""Contracts of passes: conditions that a pass requires of its input and ensures for its output.

`--verify-each` and all tests check them. If a requirement is missing and upstream's pass reports
it, the pass's own error is shown instead.
"""

from collections.abc import Callable, Iterator
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.running.pass_manager import AnyPass, Condition

_KERNELS = "ttir.generic"
"""The operation whose regions are kernels, which work on tiles and memrefs instead of tensors."""


def _first(find: Callable[[Operation], bool]) -> Callable[[Operation], Operation | None]:
    return lambda op: next((each for each in op.walk() if find(each)), None)


def _outside_kernels(op: Operation) -> Iterator[Operation]:
    yield op
    if operation_name(op) != _KERNELS:
        for region in op.regions:
            for block in region.blocks:
                for each in block.ops:
                    yield from _outside_kernels(each)


def _has_attribute(name: str) -> Condition:
    """Return the condition that a module, or a module around it, has the attribute `name`."""

    def violation(op: Operation) -> Operation | None:
        scope: Operation | None = op
        while scope is not None and name not in scope.attributes:
            scope = scope.parent_op()
        return op if scope is None else None

    return Condition(f"the module has attribute '{name}'", violation)


def _values(op: Operation) -> Iterator[SSAValue]:
    yield from op.operands
    yield from op.results


def _encoded(dialect: str, layout: str) -> Condition:
    """Return the condition that tensors in operations of `dialect` have a layout.

    `layout` is the name of the layout attribute.
    """

    def violates(op: Operation) -> bool:
        return operation_name(op).startswith(f"{dialect}.") and any(
            isinstance(type_ := value.type, TensorType)
            and cast("TensorType[Attribute]", type_).encoding.name != layout
            for value in _values(op)
        )

    def first(op: Operation) -> Operation | None:
        return next((each for each in _outside_kernels(op) if violates(each)), None)

    return Condition(f"tensors of {dialect} operations have the layout #{layout}", first)


def without_operations(*names: str) -> Condition:
    """Return the condition that no operation has one of the given names."""
    gone = frozenset(names)
    return Condition(
        f"no operation is {', '.join(names)}", _first(lambda op: operation_name(op) in gone)
    )


def without_dialects(*names: str) -> Condition:
    """Return the condition that no operation belongs to one of the given dialects."""
    gone = frozenset(names)
    return Condition(
        f"no operation is of the dialect {', '.join(names)}",
        _first(lambda op: operation_name(op).partition(".")[0] in gone),
    )


HAS_SYSTEM_DESC = _has_attribute("tt.system_desc")
HAS_DEVICE = _has_attribute("tt.device")
TTIR_WITH_TTNN_LAYOUTS = _encoded("ttir", "ttnn.ttnn_layout")
TTIR_WITH_METAL_LAYOUTS = _encoded("ttir", "tt.metal_layout")
TTNN_WITH_LAYOUTS = _encoded("ttnn", "ttnn.ttnn_layout")
ONE_BLOCK = Condition(
    "functions have at most one block",
    _first(lambda op: operation_name(op) == "func.func" and len(op.regions[0].blocks) > 1),
)
SIMPLE_TO_LAYOUTS = Condition(
    "each ttnn.to_layout changes nothing but the layout",
    _first(
        lambda op: (
            operation_name(op) == "ttnn.to_layout"
            and not {"dtype", "memory_config"}.isdisjoint(op.properties)
        )
    ),
)
NO_BRANCHES = Condition("operations have no successors", _first(lambda op: bool(op.successors)))


class ContractChecks:
    """An observer of passes that checks the contract of each pass.

    `after_pass` raises CompilationError after emitting a diagnostic that names the pass, the
    condition and the operation.
    """

    def __init__(self, context: MlirContext):
        self._context = context
        self._violations: list[tuple[Condition, Operation] | None] = []

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Record the first requirement of the pass `each` that `op` violates."""
        self._violations.append(_violated(each.requires, op))

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Report a violated requirement or guarantee, unless the pass itself has reported an
        error.
        """
        required = self._violations.pop()
        violated = required or (None if failed else _violated(each.ensures, op))
        if failed or violated is None:
            return
        condition, place = violated
        verb = "requires" if required else "ensures"
        if required:
            place = op  # The pass may have erased the violating operation.
        self._context.diagnostics.emit_error(
            place, f"pass '{each.name}' {verb} that {condition.text}"
        )
        raise CompilationError

    def before_pipeline(self, name: str | None) -> None:
        """Do nothing, because the passes of nested pipelines are observed one by one."""

    def after_pipeline(self, name: str | None) -> None:
        """Do nothing, because the passes of nested pipelines are observed one by one."""


def _violated(
    conditions: tuple[Condition, ...], op: Operation
) -> tuple[Condition, Operation] | None:
    for condition in conditions:
        if (violation := condition.violation(op)) is not None:
            return condition, violation
    return None
