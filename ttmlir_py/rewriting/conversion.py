"""Dialect conversion as in MLIR: folding and lowering ops until only legal ops are left.

A full conversion ends with legal ops only; any other op is an error. A partial one keeps unknown
ops. A lowering is found by the class of an op, or by its name for dialects that are slow to import.
If types change on the way, `ConvertedValues` inserts casts between converted and unconverted ops.

MLIR folds an op before it looks for a lowering, and changes the program only at the end of the
conversion. Folders therefore see the original ops: in `negate(negate(negate x))` the second op
folds to `x`, and the third one to the result of the first. Here lowerings change the program at
once, so all ops are folded before the first one is lowered.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from xdsl.context import Context
from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.ir.diagnostics import Diagnostic, OperationError, note
from ttmlir_py.ir.external_models import Fold, FoldResult
from ttmlir_py.ir.locations import find_file_location
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.control_flow import ops_in, ops_of
from ttmlir_py.rewriting.effects import is_unused
from ttmlir_py.rewriting.folding import complete_folder_of, materialize_constant, tell_folding
from ttmlir_py.rewriting.mutation import erase, insert_before, replace_uses, visit_op

StateT = TypeVar("StateT")
Lowerings = Mapping[Any, Callable[[Any, StateT], bool | None]]
"""Maps the class or the name of an op to its lowering.

A lowering is a function of the op and a state, and replaces the op. If it cannot, it returns False
or raises `UnsupportedError`, and must leave the op unchanged.
"""


class UnsupportedError(Exception):
    """An error for an op that a lowering cannot replace. Diagnostics show its text."""


class Report(Enum):
    """The number of unconvertible ops that a conversion reports: the first one, or all of them."""

    FIRST = "the first"
    ALL = "the first, and a note for each other kind, a kind being a name and a reason"
    TABLE = (
        "the first, and a table of all kinds: how many there are, where the first one is, and why"
    )


MOST_NOTES = 20
"""The maximum number of notes in an error about unconverted ops, one per kind of op."""


class ConversionTarget(NamedTuple):
    """The ops that are legal after a conversion, given by names of dialects and ops.

    An op is legal if its name is in `legal`, or if `legal_if` is true for it. Otherwise it is
    illegal if its name is in `illegal`.
    """

    legal: Collection[str] = ()
    illegal: Collection[str] = ()
    legal_if: Callable[[Operation], bool] | None = None

    def is_legal(self, op: Operation) -> bool:
        """Whether `op` may remain after the conversion."""
        return _is_named(op, self.legal) or (self.legal_if is not None and self.legal_if(op))


def _is_named(op: Operation, names: Collection[str]) -> bool:
    """Whether `names` contains the name of `op` or of its dialect."""
    name = operation_name(op)
    return name in names or name.partition(".")[0] in names


def require_legal(root: Operation, target: ConversionTarget) -> None:
    """Raise OperationError for the first illegal op among `root` and the ops inside of it."""
    for op in chain((root,), ops_in(root.regions)):
        if not target.is_legal(op):
            _fail(op)


def apply_full_conversion(
    root: Operation,
    target: ConversionTarget,
    lowerings: Lowerings[StateT],
    state: StateT,
    context: Context | None = None,
    *,
    report: Report = Report.FIRST,
) -> None:
    """Fold or lower each op that is not legal, among `root` and the ops inside of it.

    An illegal op that is not a constant is replaced by its folded value. Constants that this
    creates are lowered at once. They are created only if `context` is given, whose dialects build
    constants.

    Raises OperationError for the first op, in program order, that can be neither folded nor
    lowered. A note shows the reason given by an UnsupportedError, and `report` selects more notes.
    """
    conversion = _Conversion(target, lowerings, state, context)
    unsupported = _Unsupported()
    legal_if = target.legal_if
    conversion.fold(chain((root,), ops_in(root.regions)))
    for op in chain((root,), ops_in(root.regions)):
        kind = conversion.kind_of(op)
        if kind.legal or (legal_if is not None and legal_if(op)):
            continue
        if unsupported.holds(op):
            continue
        try:
            if conversion.replace_or_lower(op, kind):
                continue
            failure = legalization_failure(op)
        except UnsupportedError as error:
            failure = legalization_failure(op, notes=[note(op.location, str(error))])
        except OperationError as error:
            failure = error
        if report is Report.FIRST:
            raise failure
        unsupported.add(op, failure)
    unsupported.require_none(report)


class _Unsupported:
    """The ops that could not be converted, with the reasons."""

    def __init__(self) -> None:
        self._failure: OperationError | None = None
        self._first: dict[tuple[str, str], Operation] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self._inside: set[Operation] = set()

    def holds(self, op: Operation) -> bool:
        """Whether `op` is inside of an op that was recorded as unconvertible."""
        return bool(self._inside) and op in self._inside

    def add(self, op: Operation, failure: OperationError) -> None:
        """Record that `op`, with the ops inside of it, could not be converted."""
        if self._failure is None:
            self._failure = failure
        reason = failure.message.removeprefix(_message(op)).removeprefix(": ")
        reason = reason or "; ".join(each.message for each in failure.notes)
        key = operation_name(op), reason
        self._first.setdefault(key, op)
        self._counts[key] += 1
        self._inside.update(ops_in(op.regions))

    def require_none(self, report: Report) -> None:
        """Raise OperationError for the first op that could not be converted.

        The error has a table of all such kinds of ops, or a note for each other kind.
        """
        failure = self._failure
        if failure is None:
            return
        if report is Report.TABLE:
            first = next(iter(self._first.values()))
            table = "\n".join(_table_lines(self._rows()))
            total = self._counts.total()
            ops = "1 op" if total == 1 else f"{total} ops"
            text = f"{ops} cannot be converted:\n{table}"
            raise legalization_failure(first, notes=[note(first.location, text)])
        failure.notes = (*failure.notes, *self._other_notes())
        raise failure

    def _other_notes(self) -> Iterator[Diagnostic]:
        """Yield a note at the first op of each kind, except for the op that the error itself is
        about.
        """
        others = list(self._first.items())[1:]
        for (name, reason), op in others[:MOST_NOTES]:
            count = self._counts[name, reason]
            times = f" ({count} times)" if count > 1 else ""
            why = f": {reason}" if reason else ""
            yield note(op.location, f"'{name}' cannot be converted either{times}{why}")
        if len(others) > MOST_NOTES:
            more = len(others) - MOST_NOTES
            op = others[MOST_NOTES][1]
            yield note(op.location, f"there are {more} more kinds of such ops: a report shows all")

    def _rows(self) -> list[tuple[str, str, str, str]]:
        """Return the number, the name, the first location and the reason for each kind of op."""
        keys = sorted(self._first, key=lambda key: (-self._counts[key], key))
        return [
            (str(self._counts[name, why]), name, _place(self._first[name, why]), why)
            for name, why in keys
        ]


def _place(op: Operation) -> str:
    """Return the location of `op` as text."""
    found = find_file_location(op.location)
    if found is None:
        return "unknown"
    return f"{found.filename.data}:{found.line.data}:{found.column.data}"


def _table_lines(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[str]:
    """Yield the lines of a table with `rows` below the headings."""
    headings = ("count", "operation", "first at", "reason")
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        count, *texts = row
        padded = (text.ljust(width) for text, width in zip(texts, widths[1:], strict=True))
        yield f"  {count.rjust(widths[0])}  {'  '.join(padded)}".rstrip()


def apply_partial_conversion(
    root: Operation,
    target: ConversionTarget,
    lowerings: Lowerings[StateT],
    state: StateT,
    context: Context | None = None,
    *,
    inner_first: bool = False,
) -> bool:
    """Lower the ops that are illegal, or not legal and have a lowering, among `root` and the ops in
    it.

    Return whether there were any. If `context` is given, each op that is not legal is folded first,
    even if it is unknown, as in MLIR. Only ops that exist at the start of the conversion are
    lowered, outer before inner. With `inner_first`, inner ops come first, and may then be moved.

    Raises OperationError for the first illegal op that cannot be lowered.
    """
    conversion = _Conversion(target, lowerings, state, context)
    folded = context is not None and conversion.fold(chain((root,), ops_in(root.regions)))
    if inner_first:
        return conversion.lower_inner_first(root) or folded
    ops = conversion.concerned(chain((root,), ops_in(root.regions)))
    for op in ops:
        visit_op(op, conversion.lower_or_leave)
    return bool(ops) or folded


def _message(op: Operation, reason: str = "") -> str:
    return f"failed to legalize operation '{operation_name(op)}'{reason}"


def legalization_failure(
    op: Operation, reason: str = "", notes: Sequence[Diagnostic] = ()
) -> OperationError:
    """Return the error for `op`, which a conversion could not convert, with the reason in the
    text.
    """
    return OperationError(op, _message(op, reason), notes, op_prefix=False)


def _fail(op: Operation, reason: str = "") -> NoReturn:
    raise legalization_failure(op, reason)


class _Kind(NamedTuple):
    """The properties of an op class that a conversion looks up for each op of the class."""

    legal: bool
    illegal: bool
    fold: Fold | None
    lowering: Callable[[Any, Any], bool | None] | None


def _fold(op: Operation, fold: Fold) -> FoldResult | None:
    try:
        return fold(op)
    except ValueError as error:
        raise OperationError(op, str(error)) from error


class _Conversion(Generic[StateT]):
    """One run of a conversion, with a cache of the properties of each op class."""

    def __init__(
        self,
        target: ConversionTarget,
        lowerings: Lowerings[StateT],
        state: StateT,
        context: Context | None = None,
    ):
        self._target = target
        self._lowerings = lowerings
        self._state = state
        self._context = context
        self._kinds: dict[type[Operation], _Kind] = {}
        self._left: set[type[Operation]] = set()
        """The op classes that a partial conversion leaves unchanged."""
        self._values: dict[SSAValue, SSAValue] = {}
        """Maps a result that was folded to the value that replaces it."""
        self._constants: dict[Operation, dict[int, Attribute]] = {}
        """Maps an op that was folded to its constants, keyed by the index of the result."""

    def kind_of(self, op: Operation) -> _Kind:
        """Return the properties of the class of `op`."""
        return self._kinds.get(op.__class__) or self._describe(op)

    def _describe(self, op: Operation) -> _Kind:
        cls = op.__class__
        kind = self._kinds[cls] = _Kind(
            _is_named(op, self._target.legal),
            _is_named(op, self._target.illegal),
            complete_folder_of(cls),
            self._lowerings.get(cls) or self._lowerings.get(operation_name(op)),
        )
        if kind.legal or not (kind.illegal or kind.lowering):
            self._left.add(cls)
        return kind

    def concerned(self, ops: Iterable[Operation]) -> list[Operation]:
        """Return the ops in `ops` that a partial conversion has to lower."""
        left, constants = self._left, self._constants
        if constants:
            return [op for op in ops if op in constants or self._is_concerned(op)]
        return [op for op in ops if op.__class__ not in left and self._is_concerned(op)]

    def _is_concerned(self, op: Operation) -> bool:
        self.kind_of(op)
        legal_if = self._target.legal_if
        return op.__class__ not in self._left and (legal_if is None or not legal_if(op))

    def fold(self, ops: Iterable[Operation]) -> bool:
        """Fold the ops that are not legal, as if no op had been replaced yet.

        Return whether any op folded. An op is erased if all its results become other values. Ops
        that fold to constants remain for `replace_or_lower`.
        """
        folded: list[tuple[Operation, FoldResult]] = []
        changed = False
        legal_if = self._target.legal_if
        for op in ops:
            kind = self._kinds.get(op.__class__) or self._describe(op)
            if kind.fold is None or kind.legal or (legal_if is not None and legal_if(op)):
                continue
            result = _fold(op, kind.fold)
            while result is not None and not result:
                changed = True
                result = _fold(op, kind.fold)
            if result is not None:
                folded.append((op, result))
        for op, result in folded:
            self._replace_by_values(op, result)
        return changed or bool(folded)

    def _replace_by_values(self, op: Operation, folded: FoldResult) -> None:
        """Replace each result that folds to a value, and erase `op` if all results do.

        `folded` has the replacement of each result.
        """
        constants: dict[int, Attribute] = {}
        for index, (each, result) in enumerate(zip(folded, op.results, strict=True)):
            if isinstance(each, Attribute):
                constants[index] = each
            else:
                value = self._values[result] = self._values.get(each, each)
                replace_uses(result, value)
        if constants:
            self._constants[op] = constants
        else:
            tell_folding(self._context, op)
            erase(op)

    def replace_or_lower(self, op: Operation, kind: _Kind) -> bool:
        """Replace `op` by the constants that it folds to, or lower it; return whether that
        succeeded.
        """
        try:
            constants = self._constants.pop(op, None)
            if constants is not None and self._replace_by_constants(op, constants):
                return True
            return kind.lowering is not None and kind.lowering(op, self._state) is not False
        except ValueError as error:
            raise OperationError(op, str(error)) from error

    def _replace_by_constants(self, op: Operation, constants: Mapping[int, Attribute]) -> bool:
        if not all(
            self._replace_by_constant(op, op.results[index], value)
            for index, value in constants.items()
        ):
            return False
        tell_folding(self._context, op)
        erase(op)
        return True

    def _replace_by_constant(self, op: Operation, result: SSAValue, value: Attribute) -> bool:
        """Replace `result` by a constant op with `value`, inserted before `op` and lowered if
        necessary.

        Return False if the dialect cannot build a constant for `value`.
        """
        constant = self._context and materialize_constant(self._context, op, value, result.type)
        if not constant:
            return False
        made = insert_before(op, constant).results[0]
        replace_uses(result, made)
        kind = self.kind_of(constant)
        if self._target.is_legal(constant) or (
            kind.lowering is not None and kind.lowering(constant, self._state) is not False
        ):
            return True
        replace_uses(made, result)
        erase(constant)
        return False

    def lower_or_leave(self, op: Operation) -> None:
        """Lower `op`, or keep it if it has no lowering. Raises OperationError if it is illegal."""
        kind = self.kind_of(op)
        try:
            done = self.replace_or_lower(op, kind)
        except UnsupportedError:
            done = False
        if not done and kind.illegal:
            _fail(op, " that was explicitly marked illegal")

    def lower_inner_first(self, op: Operation) -> bool:
        """Lower the ops inside of `op`, then `op` itself; return whether any op was lowered."""
        changed = concerned = bool(self.concerned((op,)))
        if concerned and self.kind_of(op).lowering is None:
            self.lower_or_leave(op)
        for region in op.regions:
            for block in region.blocks:
                for inner in ops_of(block):
                    changed |= self.lower_inner_first(inner)
        if concerned:
            visit_op(op, self.lower_or_leave)
        return changed


class ConvertedValues:
    """Maps values to replacements of other types, and inserts casts where ops need the other type.

    `convert_type` returns the converted type, or None if there is no such type.
    """

    def __init__(self, convert_type: Callable[[Attribute], Attribute | None]):
        self._convert_type = convert_type
        self._known: dict[SSAValue, SSAValue] = {}
        self._replaced: list[Operation] = []

    def of(self, value: SSAValue) -> SSAValue:
        """Return the value with the converted type for `value`.

        It is the recorded replacement, the source of a cast, or a new cast right after the
        definition.
        """
        target = self._convert_type(value.type)
        if target is None or target == value.type:
            return value
        known = self._known.get(value)
        if known is None:
            known = cast_source(value, target) or insert_cast(
                Builder.after_definition(value), value, target
            )
            self._known[value] = known
        return known

    def all_of(self, values: Iterable[SSAValue]) -> list[SSAValue]:
        """Return the value with the converted type for each of `values`."""
        return [self.of(value) for value in values]

    def replace(self, op: Operation, values: Sequence[SSAValue]) -> None:
        """Record `values` as the replacements of the results of `op`; `finish` erases `op`."""
        for result, value in zip(op.results, values, strict=True):
            if result.type == value.type:
                replace_uses(result, value)
            else:
                self._known[result] = value
        self._replaced.append(op)

    def finish(self) -> None:
        """Erase the replaced ops. Ops that were not converted get casts back to the original
        types.
        """
        for op in reversed(self._replaced):
            op.operands = ()
        for op in self._replaced:
            for result in op.results:
                if result.first_use is not None:
                    value = self._known[result]
                    cast = insert_cast(Builder.after_definition(value), value, result.type)
                    replace_uses(result, cast)
            erase(op)


def cast_source(value: SSAValue, type: Attribute) -> SSAValue | None:
    """Return the value of type `type` whose cast `value` is, or None."""
    owner = value.owner
    if isinstance(owner, UnrealizedConversionCastOp) and owner.operand_types == (type,):
        return owner.operands[0]
    return None


def insert_cast(builder: Builder, value: SSAValue, type: Attribute) -> SSAValue:
    """Insert a cast of `value` to `type`, and return the result."""
    return builder.value(UnrealizedConversionCastOp, (value,), type)


def erase_unused_casts(root: Operation) -> None:
    """Erase the casts inside of `root` that have no uses."""
    for op in [op for op in root.walk() if isinstance(op, UnrealizedConversionCastOp)]:
        if is_unused(op):
            erase(op)
