"""The verifier: like MLIR, it checks an operation before its contents and stops at the first
failure.

Each operation's class checks the operation's own invariants (`verify_`). This module checks what
spans operations: terminators, successors, symbol tables, isolation, and that definitions come
before uses.

Two things make it fast. First, an operation whose verifier reads only its own types and attributes
is verified once per kind (`op_kind`). Second, one walk keeps the set of values defined so far.
Dominance is computed only if a use is not in that set, or a region has several blocks
(`dominance`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from xdsl.dialects.builtin import LocationAttr, StringAttr, SymbolRefAttr, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import IRDLOperation
from xdsl.traits import (
    HasAncestor,
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    NoTerminator,
    SymbolTable,
    SymbolUserOpInterface,
)
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.ir.checking.dominance import check_dominance, check_isolation, has_ssa_dominance
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.imported import verify_imported
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.diagnostics import (
    CompilationError,
    DiagnosticEngine,
    OperationError,
    note,
    operation_text,
)
from ttmlir_py.ir.external_models import models_for
from ttmlir_py.ir.memo import KindMap, Kinds, OpKind, kind_without_types, op_kind
from ttmlir_py.ir.unregistered import operation_name

# pyright: reportPrivateUsage=false

_NOT_ALLOWED = (
    "created with unregistered dialect. If this is intended, please call "
    "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the "
    "MLIR opt tool used"
)


class LocatedError(Exception):
    """An error at a location instead of an operation."""

    def __init__(self, location: LocationAttr, message: str):
        super().__init__(message)
        self.location = location
        self.message = message


@dataclass(frozen=True, eq=False, repr=False)
class VerifierFacts:
    """The properties of an operation class that the verifier uses."""

    is_isolated: bool
    is_terminator: bool
    needs_no_terminator: bool
    is_symbol_table: bool
    uses_symbols: bool
    is_context_free: bool
    is_imported: bool
    has_form: bool
    """Whether operations of the class can be verified in two parts: counts and attributes
    (`verify_form`), then types.
    """
    is_unregistered: bool
    may_be_doubtful: bool
    """Whether the verifier may emit a warning for a valid operation of this class."""


@dataclass(eq=False, repr=False)
class VerifierScope:
    """The state of the verification of one isolated operation.

    `defined` holds the ids of the values seen so far. `is_doubtful` means that only the exact
    analysis in `dominance` can decide.
    """

    defined: set[int] = field(default_factory=set[int])
    is_doubtful: bool = False


class ValidKinds(KindMap[None]):
    """A set of kinds of operations (`op_kind`) that were found valid, so that further operations of
    these kinds are not verified again.
    """

    def __init__(self) -> None:
        super().__init__()
        self.forms: set[OpKind] = set()
        """The kinds, without their types, for which counts and attributes were found valid."""


def verify_operation(
    op: Operation,
    diagnostics: DiagnosticEngine,
    context: MlirContext | None = None,
    known: ValidKinds | None = None,
    kinds: Kinds | None = None,
) -> bool:
    """Verify `op` and everything inside it, emit the first error, and return True if there was no
    error.

    With `context`, operations of unregistered dialects are errors unless the context allows them.
    `known` holds the results of earlier calls with the same context. `kinds` maps operations inside
    `op` to their kinds, as far as known; the call adds the others.
    """
    try:
        kinds = {} if kinds is None else kinds
        OperationVerifier(context, known or ValidKinds(), kinds).verify_isolated(op)
    except OperationError as error:
        error.emit(diagnostics)
    except LocatedError as error:
        diagnostics.emit_error(error.location, error.message)
    except RecursionError:
        diagnostics.emit_error(op.location, "nested too deeply")
    else:
        return True
    return False


def is_valid(op: Operation) -> bool:
    """Return True if `op` is valid. No diagnostic is emitted."""
    engine = DiagnosticEngine()
    with engine.collect():
        return verify_operation(op, engine)


def verify_or_raise(op: Operation, context: MlirContext, kinds: Kinds | None = None) -> None:
    """Verify `op`. If it is invalid, emit the error and raise CompilationError.

    `kinds` maps operations inside `op` to their kinds, as far as known.
    """
    with context.diagnostics.raising():
        if not verify_operation(op, context.diagnostics, context, kinds=kinds):
            raise CompilationError


class OperationVerifier:
    """The state of one call of `verify_operation`."""

    def __init__(self, context: MlirContext | None, known: ValidKinds, kinds: Kinds):
        self._context = context
        self._facts: dict[type[Operation], VerifierFacts] = {}
        self._known = known
        self._kinds = kinds
        self._symbol_users: list[list[Operation]] = []

    def verify_isolated(self, op: Operation) -> None:
        """Verify `op`, an operation that is isolated from above or the outermost one."""
        scope = VerifierScope()
        scope.defined.update(map(id, op.operands))
        self._verify(op, scope)
        if scope.is_doubtful:
            check_dominance(op)

    def facts(self, op: Operation) -> VerifierFacts:
        """Return the properties of the class of `op`."""
        known = self._facts.get(type(op))
        if known is None:
            known = self._facts[type(op)] = _class_facts(op)
        return known

    def _verify(self, op: Operation, scope: VerifierScope, *, has_valid_form: bool = False) -> None:
        """Verify `op`, then the contents of its regions, then its requirements on these
        contents.
        """
        facts = self.facts(op)
        self.verify_invariants(op, facts, has_valid_form)
        if facts.may_be_doubtful and self._context is not None:
            doubt = cast(OdsOperation, op).doubt()
            if doubt is not None:
                self._context.diagnostics.warn(WarningKind.RESULT_SHAPE, op, doubt)
        if facts.is_symbol_table:
            self._symbol_users.append([])
        elif facts.uses_symbols and self._symbol_users:
            self._symbol_users[-1].append(op)
        if op.regions:
            self.verify_regions_of(op, scope, facts)
        if facts.is_symbol_table:
            self.verify_symbols(op, self._symbol_users.pop())
        if facts.is_unregistered:
            self.verify_unregistered(cast(UnregisteredOp, op))

    def verify_invariants(self, op: Operation, facts: VerifierFacts, has_valid_form: bool) -> None:
        """Verify an operation without its regions. Raises OperationError."""
        try:
            if facts.is_imported:
                verify_imported(cast(IRDLOperation, op))
            elif has_valid_form and facts.has_form:
                cast(OdsOperation, op).verify_types()
            else:
                op.verify_()
        except OperationError:
            raise
        except VerifyException as error:
            message = str(error.args[0]) if error.args else str(error)
            message = message.removeprefix(f"'{op.name}' ")
            raise OperationError(op, message) from error

    def verify_unregistered(self, op: UnregisteredOp) -> None:
        """Refuse an unknown operation, unless the context allows it. Raises OperationError."""
        context = self._context
        if context is None:
            return
        name = operation_name(op)
        dialect = name.split(".", 1)[0]
        if not context.is_dialect_registered(dialect):
            if not context.allow_unregistered:
                raise OperationError(op, _NOT_ALLOWED)
        elif context.knows_all_operations(dialect) or not context.allow_unregistered:
            advice = context.similar_operation(name)
            raise OperationError(
                op,
                f"unregistered operation '{name}' found in dialect ('{dialect}') that does not "
                "allow unknown operations",
                [note(op.location, advice)] if advice else (),
                op_prefix=False,
            )

    def verify_regions_of(self, op: Operation, scope: VerifierScope, facts: VerifierFacts) -> None:
        """Verify the regions of an operation, and what the operation requires of them."""
        for region in op.regions:
            entry = region.first_block
            if entry is not None and entry.first_use is not None:
                raise LocatedError(op.location, "entry block of region may not have predecessors")
        isolated: list[Operation] = []
        for region in op.regions:
            self.verify_region(region, scope, facts, isolated)
            # The values of other regions are no longer visible. Nothing follows the last region of
            # an isolated operation, so its values need not be removed.
            if not facts.is_isolated or region is not op.regions[-1]:
                scope.defined.difference_update(_ids_defined_in(region))
        for nested in isolated:
            self.verify_isolated(nested)
        if facts.is_isolated and scope.is_doubtful:
            check_isolation(op)
        region_verifier = getattr(op, "verify_regions", None)
        if region_verifier is not None:
            try:
                region_verifier()
            except OperationError:
                raise
            except VerifyException as error:
                raise OperationError(op, str(error)) from error

    def verify_region(
        self, region: Region, scope: VerifierScope, facts: VerifierFacts, isolated: list[Operation]
    ) -> None:
        """Verify the blocks of a region. Isolated operations in it are added to `isolated`."""
        first = region.first_block
        if first is None:
            return
        has_one_block = first.next_block is None
        if not has_one_block:
            scope.is_doubtful = True
        ordered = has_ssa_dominance(region)
        block: Block | None = first
        while block is not None:
            if not ordered:
                scope.defined.update(id(result) for op in block.ops for result in op.results)
            self.verify_block(block, scope, isolated)
            self.verify_end(block, has_one_block and facts.needs_no_terminator)
            block = block.next_block

    def verify_block(self, block: Block, scope: VerifierScope, isolated: list[Operation]) -> None:
        """Verify the operations of a block, in order."""
        defined, kinds = scope.defined, self._kinds
        valid, forms = self._known.by_kind, self._known.forms
        for argument in block.args:
            defined.add(id(argument))
        op = block.first_op
        while op is not None:
            for operand in op._operands:
                if id(operand) not in defined:
                    scope.is_doubtful = True
            following = op._next_op
            if op._successors and following is not None:
                raise OperationError(
                    op,
                    "operation with block successors must terminate its parent block",
                    op_prefix=False,
                )
            if op.regions:
                if self.facts(op).is_isolated:
                    isolated.append(op)
                else:
                    self._verify(op, scope)
            else:
                kind = kinds.get(id(op))
                if kind is None:
                    kind = kinds[id(op)] = op_kind(op)
                if kind not in valid:
                    form = kind_without_types(kind, op)
                    is_known = form in forms
                    self._verify(op, scope, has_valid_form=is_known)
                    if following is not None and (is_known or self._is_as_its_kind(op)):
                        self._known.add(kind, op, None)
                        forms.add(form)
            for result in op.results:
                defined.add(id(result))
            op = following

    def _is_as_its_kind(self, op: Operation) -> bool:
        """Whether the verifier of `op` reads only the data that the kind of `op` (`op_kind`)
        includes.
        """
        values: list[Attribute] = [*op.properties.values(), *op.attributes.values()]
        return self.facts(op).is_context_free and not any(
            value.__class__ is SymbolRefAttr for value in values
        )

    def verify_end(self, block: Block, needs_no_terminator: bool) -> None:
        """Verify the last operation of `block`: its successors, and that it is a terminator if
        required.
        """
        last = block.last_op
        if last is None:
            if needs_no_terminator:
                return
            parent = block.parent_op()
            assert parent is not None
            raise LocatedError(parent.location, "empty block: expect at least a terminator")
        for successor in last.successors:
            if successor.parent is not block.parent:
                raise OperationError(last, "branching to block of a different region")
        if not needs_no_terminator and not self.facts(last).is_terminator:
            raise OperationError(
                last,
                f"block with no terminator, has {operation_text(last)}",
                op_prefix=False,
            )

    def verify_symbols(self, table: Operation, users: list[Operation]) -> None:
        """Verify that no symbol of `table` is defined twice, then the symbol references of
        `users`.
        """
        if len(table.regions) != 1:
            raise OperationError(
                table, "Operations with a 'SymbolTable' must have exactly one region"
            )
        if len(table.regions[0].blocks) != 1:
            raise OperationError(
                table, "Operations with a 'SymbolTable' must have exactly one block"
            )
        seen: dict[str, Operation] = {}
        for op in table.regions[0].block.ops:
            name = op.properties.get("sym_name") or op.attributes.get("sym_name")
            if not isinstance(name, StringAttr):
                continue
            first = seen.setdefault(name.data, op)
            if first is not op:
                raise OperationError(
                    op,
                    f"redefinition of symbol named '{name.data}'",
                    [note(first.location, "see existing symbol definition here")],
                    op_prefix=False,
                )
        if any(self._symbol_error(op, table, seen) for op in users):
            for op in _walk_symbol_table(table):
                error = self.facts(op).uses_symbols and self._symbol_error(op, table, seen)
                if error:
                    raise error

    def _symbol_error(
        self, op: Any, table: Operation, symbols: Mapping[str, Operation]
    ) -> OperationError | None:
        """Return the error in the symbol references of `op`, or None. `symbols` maps names to
        definitions.
        """
        parent: Operation | None = op.parent_op()
        while parent is not None and parent is not table:
            if isinstance(parent, UnregisteredOp) and len(parent.regions) == 1:
                # An unregistered operation may be a symbol table, whose contents are unknown.
                symbols = {}
            parent = parent.parent_op()
        try:
            op.verify_symbol_uses(symbols)
        except OperationError as error:
            return error
        except VerifyException as error:
            return OperationError(op, str(error))
        return None


def _walk_symbol_table(table: Operation) -> Iterator[Operation]:
    """Yield the operations whose nearest symbol table is `table`, in the order of MLIR's walk.

    Operations in a nested symbol table are not visited. Of the regions that wait, MLIR visits the
    one found last.
    """
    regions = list(table.regions)
    while regions:
        for block in regions.pop().blocks:
            for op in block.ops:
                yield op
                if not op.has_trait(SymbolTable, value_if_unregistered=False):
                    regions.extend(op.regions)


def _class_facts(op: Operation) -> VerifierFacts:
    """Return the properties of the class of `op`.

    An unregistered operation may have any trait except isolation.
    """
    op_class = type(op)
    if isinstance(op, OdsOperation):
        context_free = op.has_local_verifier()
    else:
        context_free = isinstance(op, UnregisteredOp) or models_for(op_class).verifiers_are_local
    looks_up = any(
        op_class.has_trait(trait, value_if_unregistered=False)
        for trait in (HasParent, HasAncestor, SymbolUserOpInterface)
    )
    return VerifierFacts(
        is_isolated=op_class.has_trait(IsolatedFromAbove, value_if_unregistered=False),
        is_terminator=op_class.has_trait(IsTerminator, value_if_unregistered=True),
        needs_no_terminator=op_class.has_trait(NoTerminator, value_if_unregistered=True),
        is_symbol_table=op_class.has_trait(SymbolTable, value_if_unregistered=False),
        uses_symbols=hasattr(op_class, "verify_symbol_uses"),
        is_context_free=context_free
        and not looks_up
        and not hasattr(op_class, "verify_symbol_uses"),
        is_imported=isinstance(op, IRDLOperation) and not isinstance(op, OdsOperation),
        has_form=getattr(op_class, "verify_", None) is OdsOperation.verify_,
        is_unregistered=isinstance(op, UnregisteredOp),
        may_be_doubtful=isinstance(op, OdsOperation) and type(op).doubt is not OdsOperation.doubt,
    )


def _ids_defined_in(region: Region) -> Iterator[int]:
    """Yield the ids of the values defined directly in `region`, not in nested regions."""
    for block in region.blocks:
        yield from map(id, block.args)
        for op in block.ops:
            yield from map(id, op.results)
