"""Verification results are reused only for operations whose verifiers read nothing outside of the
operation.

`reads_outside` finds attributes such as `owner` or `parent` in the code of a verification method
and of all functions of the project that it may call. It shares no code with the verifier, which
trusts the marks.
"""

import dis
from collections.abc import Callable, Iterable, Iterator
from functools import cache, wraps
from importlib import import_module
from types import CodeType, FunctionType, ModuleType
from typing import Any, ClassVar

import pytest
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.compiler import create_context
from ttmlir_py.dialects import all_dialects
from ttmlir_py.dialects.revisions.definitions import operation_class
from ttmlir_py.dialects.revisions.destinations import destination_class
from ttmlir_py.dialects.revisions.table import likenesses, names
from ttmlir_py.dialects.revisions.verifiers import Verifier, has_local_rules, operation_verifier
from ttmlir_py.ir.checking.verifier import ValidKinds, verify_operation
from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier, op_definition
from ttmlir_py.ir.diagnostics import DiagnosticEngine
from ttmlir_py.ir.external_models import models_of

pytestmark = pytest.mark.slow

METHODS = (
    "verify_",
    "verify_form",
    "verify_types",
    "verify_traits",
    "verify_op",
    "verify_with_regions",
)
OUTSIDE = frozenset(
    [
        "owner",
        "op",
        "parent",
        "parent_op",
        "parent_block",
        "parent_region",
        "get_toplevel_object",
        "is_ancestor",
        "next_op",
        "prev_op",
        "_next_op",
        "_prev_op",
        "uses",
        "_uses",
        "first_use",
        "has_one_use",
        "has_more_than_one_use",
        "get_unique_use",
        "get_user_of_unique_use",
        "lookup_symbol",
    ]
)
"""Attributes of values, blocks and operations through which code leaves an operation."""
INSIDE = frozenset(["block", "blocks", "body", "ops", "walk"])
"""Attributes that lead into regions. For a block argument, `block` leads out of an operation
without regions.
"""
SKIPPED = frozenset(["ttmlir_py.dialects.tosa.convolution._value_text"])
"""A function that describes the definition of a value after a check failed. Failures are never
reused.
"""


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _function(value: Any) -> FunctionType | None:
    """Return the project's function in a method, property, cached function or partial application,
    or None.
    """
    for name in ("__func__", "fget", "func", "__wrapped__"):
        if not isinstance(value, FunctionType):
            value = getattr(value, name, value)
    is_own = isinstance(value, FunctionType) and value.__module__.startswith(
        ("ttmlir_py", __name__)
    )
    return value if is_own else None


def _imported(code: CodeType) -> Iterator[Any]:
    """Yield the objects that the body of a function imports."""
    module = ""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "IMPORT_NAME":
            module = instruction.argval
        elif instruction.opname == "IMPORT_FROM":
            yield getattr(import_module(module), instruction.argval)


def _namespaces(value: Any) -> list[Any]:
    """Return the namespaces in which attributes of `value`, a class or module of the project, are
    looked up.
    """
    if isinstance(value, ModuleType) and value.__name__.startswith("ttmlir_py"):
        return [vars(value)]
    if isinstance(value, type) and value.__module__.startswith("ttmlir_py"):
        return [vars(base) for base in value.__mro__]
    return []


@cache
def _callees(function: FunctionType, op_class: type[Operation]) -> frozenset[FunctionType]:
    """Return the functions of the project that a method of `op_class` may call, possibly with
    others.
    """
    codes = list(_codes(function.__code__))
    called = {name for code in codes for name in code.co_names}
    values = [each for code in codes for each in _imported(code)]
    values += [function.__globals__[name] for name in called if name in function.__globals__]
    values += [cell.cell_contents for cell in function.__closure__ or ()]
    spaces = [space for value in values for space in _namespaces(value)]
    spaces += [vars(base) for base in op_class.__mro__]
    values += [space[name] for space in spaces for name in called if name in space]
    for value in [*values]:
        if isinstance(value, tuple | list):
            values += value
        elif isinstance(value, dict):
            values += value.values()
    return frozenset(found for value in values if (found := _function(value)) is not None)


def reads_outside(
    roots: Iterable[Callable[..., Any]], op_class: type[Operation], names: frozenset[str]
) -> dict[str, set[str]]:
    """Return, for each function that `roots` may call, those of `names` that it reads."""
    found: dict[str, set[str]] = {}
    pending = [each for root in roots if (each := _function(root)) is not None]
    seen: set[FunctionType] = set()
    while pending:
        function = pending.pop()
        title = f"{function.__module__}.{function.__qualname__}"
        if function in seen or title in SKIPPED:
            continue
        seen.add(function)
        read = {name for code in _codes(function.__code__) for name in code.co_names} & names
        if read:
            found[title] = read
        pending += _callees(function, op_class)
    return found


def violations(op_class: type[OdsOperation]) -> dict[str, set[str]]:
    """Return, by function, what the verification methods of `op_class` read outside of its
    operations, apart from methods that all operations share.
    """
    shared = {vars(OdsOperation)[name] for name in METHODS}
    roots = [
        vars(base)[name]
        for base in op_class.__mro__[: op_class.__mro__.index(OdsOperation)]
        for name in METHODS
        if name in vars(base) and vars(base)[name] not in shared
    ]
    has_regions = bool(op_class.get_irdl_definition().regions)
    return reads_outside(roots, op_class, OUTSIDE if has_regions else OUTSIDE | INSIDE)


def project_operations() -> list[type[OdsOperation]]:
    """Return all operation classes of the project's dialects in every revision."""
    found: list[Any] = [each for dialect in all_dialects() for each in dialect.operations]
    found += [operation_class("2026-08", name) for name in names("op", "2026-08")]
    for revision in ("2025-06", "2025-07", "2025-11"):
        found += [destination_class(revision, name) for name in likenesses(revision)]
    return [each for each in found if each is not None and issubclass(each, OdsOperation)]


def test_local_verifiers_of_project_read_nothing_outside_operation():
    classes = [each for each in project_operations() if each.has_local_verifier()]
    found = {each.name: read for each in classes if (read := violations(each))}
    assert not found
    assert len(classes) > 900


def test_local_revision_verifiers_read_nothing_outside_operation():
    found: dict[str, dict[str, set[str]]] = {}
    rules: dict[str, Verifier] = {}
    for name in names("op", "2026-08"):
        cls, verify = operation_class("2026-08", name), operation_verifier("2026-08", name)
        if cls is not None and verify is not None:
            found[name], rules[name] = reads_outside([verify], cls, OUTSIDE | INSIDE), verify
    reading = {name for name, read in found.items() if read}
    assert reading == {name for name in found if not has_local_rules(rules[name])} != set()


@pytest.mark.parametrize("dialect", ["arith", "math", "vector"])
def test_local_verifiers_of_mlir_dialects_read_nothing_outside_operation(dialect: str):
    models = models_of(dialect)
    assert models.verifiers_are_local
    roots = [*import_module(models.checks).CHECKS.values(), *models.verifiers.values()]
    assert roots
    assert not reads_outside(roots, Operation, OUTSIDE | INSIDE)


# ---- planted verifiers ---------------------------------------------------------------------------

_Any = Described("any type", lambda _: True)


class Planted(OdsOperation):
    """An operation with one operand and one result."""

    input = operand_def(_Any)
    result = result_def(_Any)

    @local_verifier
    def check_more(self) -> None:
        """Check what subclasses require."""


@op_definition
class LocalOp(Planted):
    """A marked operation that reads only types."""

    name = "planted.local"
    CALLS: ClassVar[list[str]] = []

    @local_verifier
    def verify_op(self) -> None:
        """Count the calls."""
        LocalOp.CALLS.append(self.name)


def _refuse_twice(op: Any) -> None:
    if isinstance(op.input.owner, type(op)):
        raise VerifyException("is applied twice")


@op_definition
class UnmarkedOp(Planted):
    """An unmarked operation that refuses an operand made by its own kind."""

    name = "planted.unmarked"

    def verify_op(self) -> None:
        """Refuse an operand of the same kind."""
        _refuse_twice(self)


@op_definition
class OverridesMarkedOp(Planted):
    """A class that overrides a marked method without marking its own."""

    name = "planted.overrides_marked"

    def check_more(self) -> None:
        """Refuse an operand of the same kind."""
        _refuse_twice(self)

    @local_verifier
    def verify_op(self) -> None:
        """Call an unmarked function."""
        self.check_more()


@wraps(LocalOp.verify_op)
def _wrapper(self: Any) -> None:
    _refuse_twice(self)


@op_definition
class WrapsMarkedOp(Planted):
    """A class with a method that wraps a marked method."""

    name = "planted.wraps_marked"
    verify_op = _wrapper


@op_definition
class WronglyMarkedOp(Planted):
    """A class that is marked although its verifier reads outside of the operation."""

    name = "planted.wrongly_marked"

    @local_verifier
    def verify_op(self) -> None:
        """Refuse, in a function, an operand made by the same kind of operation."""
        _refuse_twice(self)


def _chain(op_class: type[Planted], length: int) -> ModuleOp:
    """Return a module in which the operand of each operation is the result of the previous one."""
    block = Block(arg_types=[f32])
    value: SSAValue = block.args[0]
    for _ in range(length):
        op = op_class.create(operands=[value], result_types=[f32])
        block.add_op(op)
        value = op.results[0]
    block.add_op(LocalOp.create(operands=[value], result_types=[f32]))
    return ModuleOp(Region([block]))


def _errors(module: ModuleOp, known: ValidKinds | None = None) -> list[str]:
    engine = DiagnosticEngine()
    with engine.collect() as found:
        verify_operation(module, engine, create_context(), known)
    return [each.message for each in found]


@pytest.mark.parametrize("op_class", [UnmarkedOp, OverridesMarkedOp, WrapsMarkedOp])
def test_nonlocal_verifier_runs_again_if_definition_of_operand_changes(op_class: type[Planted]):
    assert not op_class.has_local_verifier()
    known = ValidKinds()
    assert not _errors(_chain(op_class, 1), known)
    expected = f"'{op_class.name}' op is applied twice"
    assert _errors(_chain(op_class, 2), known) == [expected]


def test_verify_equal_local_operations_runs_verifier_once():
    LocalOp.CALLS.clear()
    assert not _errors(_chain(LocalOp, 20))
    assert 1 <= len(LocalOp.CALLS) <= 2  # the last operation of a block is verified again


def test_analysis_of_wrongly_marked_verifier_names_function():
    assert WronglyMarkedOp.has_local_verifier()
    assert violations(WronglyMarkedOp) == {f"{__name__}._refuse_twice": {"owner"}}
    assert not violations(LocalOp)
