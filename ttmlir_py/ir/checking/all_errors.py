"""All errors of a module, for editors. Tools stop at the first one, as MLIR does (`verifier`)."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import LocationAttr, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.checking.verifier import (
    LocatedError,
    OperationVerifier,
    ValidKinds,
    VerifierFacts,
    VerifierScope,
)
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.memo import Kinds, OpKind
from ttmlir_py.ir.unregistered import operation_name


@dataclass(frozen=True)
class FoundError:
    """An error that the verifier found: its location, its text, and the text of its notes."""

    location: LocationAttr
    message: str
    notes: tuple[tuple[LocationAttr, str], ...] = ()


def find_errors(
    op: Operation,
    context: MlirContext,
    kinds: Kinds | None = None,
    *,
    incomplete: Collection[int] = (),
) -> list[FoundError]:
    """Return all errors in `op`, in the order of the walk.

    `incomplete` holds the ids of operations whose regions lack operations that could not be parsed.
    Errors about the contents of these regions are left out. `kinds` maps operations inside `op` to
    their kinds, as far as known.
    """
    verifier = _Collector(context, {} if kinds is None else kinds, incomplete)
    verifier.verify_isolated(op)
    return verifier.errors


class _ExceptInvalid(ValidKinds):
    """Kinds of operations that were found valid. An operation with an error adds none."""

    def __init__(self, invalid: set[int]) -> None:
        super().__init__()
        self._invalid = invalid

    def add(self, kind: OpKind, op: Operation, value: None) -> None:
        if id(op) not in self._invalid:
            super().add(kind, op, value)


class _Collector(OperationVerifier):
    """A verifier that records an error and continues with the next operation."""

    def __init__(self, context: MlirContext, kinds: Kinds, incomplete: Collection[int]) -> None:
        self._invalid: set[int] = set()
        super().__init__(context, _ExceptInvalid(self._invalid), kinds)
        self.errors: list[FoundError] = []
        self._incomplete = incomplete

    def _record(self, check: Callable[..., None], *arguments: Any) -> None:
        try:
            check(*arguments)
        except OperationError as error:
            self._add(error)
        except LocatedError as error:
            self.errors.append(FoundError(error.location, error.message))
        except VerifyException as error:
            self.errors.append(FoundError(_location_of(arguments[0]), str(error)))
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
            # A check may rely on an earlier check and crash if that one found an error.
            if not self.errors and not self._incomplete:
                raise

    def _add(self, error: OperationError) -> None:
        where: Operation | Attribute = error.op
        message = error.message
        if isinstance(where, Operation):
            self._invalid.add(id(where))
            if error.op_prefix:
                message = f"'{operation_name(where)}' op {message}"
            where = where.location
        assert isinstance(where, LocationAttr)
        notes = tuple((each.location, each.message) for each in error.notes)
        self.errors.append(FoundError(where, message, notes))

    def verify_isolated(self, op: Operation) -> None:
        self._record(super().verify_isolated, op)

    def verify_invariants(self, op: Operation, facts: VerifierFacts, has_valid_form: bool) -> None:
        self._record(super().verify_invariants, op, facts, has_valid_form)

    def verify_regions_of(self, op: Operation, scope: VerifierScope, facts: VerifierFacts) -> None:
        before = len(self.errors)
        self._record(super().verify_regions_of, op, scope, facts)
        if id(op) in self._incomplete:
            own = _location_of(op)
            self.errors[before:] = [each for each in self.errors[before:] if each.location != own]

    def verify_unregistered(self, op: UnregisteredOp) -> None:
        self._record(super().verify_unregistered, op)

    def verify_symbols(self, table: Operation, users: list[Operation]) -> None:
        self._record(super().verify_symbols, table, users)

    def verify_region(
        self,
        region: Region,
        scope: VerifierScope,
        facts: VerifierFacts,
        isolated: list[Operation],
    ) -> None:
        self._record(super().verify_region, region, scope, facts, isolated)

    def verify_block(self, block: Block, scope: VerifierScope, isolated: list[Operation]) -> None:
        self._record(super().verify_block, block, scope, isolated)

    def verify_end(self, block: Block, needs_no_terminator: bool) -> None:
        parent = block.parent_op()
        if parent is None or id(parent) not in self._incomplete:
            self._record(super().verify_end, block, needs_no_terminator)


def _location_of(where: Operation | Region | Block) -> LocationAttr:
    """Return the location of an operation, or of the one that owns a region or block."""
    op = where if isinstance(where, Operation) else where.parent_op()
    assert op is not None
    return op.location
