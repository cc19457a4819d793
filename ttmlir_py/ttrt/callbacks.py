"""Upstream's callbacks, which run after every operation.

This is a facade over the simulator's run events, for compatibility with upstream.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, cast

from ttmlir_py import runtime

if TYPE_CHECKING:
    from ttmlir_py.runtime.operation import Operation
    from ttmlir_py.runtime.tensor import Tensor, TensorRef
    from ttmlir_py.runtime.ttnn_program import TTNNProgram
    from ttmlir_py.schemas import TableView
    from ttmlir_py.ttrt.binary import Binary
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer

    Callback = Callable[[Binary, "CallbackContext", "OpContext"], object]
    ProgramCallback = Callable[[Binary, "CallbackContext"], object]


class CallbackError(Exception):
    """An error that stands for an exception of a user's callback, which is the `__cause__` of the
    error.
    """

    def __init__(self, error: Exception) -> None:
        last = traceback.format_exception_only(error)[-1]
        super().__init__(" ".join(f"the callback raised {last}".split()))
        own = error.__traceback__ and error.__traceback__.tb_next
        self.traceback = "".join(traceback.format_exception(type(error), error, own))
        """The traceback of the callback's exception, without this module's frames."""


@dataclass(frozen=True, slots=True)
class OpContext:
    """The operation that has just run, as callbacks receive it."""

    operation: Operation
    result: Tensor | None
    text: str
    """The text of the binary's operation."""
    location: str
    inputs: tuple[TensorRef, ...]
    """The tensor operands of the binary's operation."""
    outputs: tuple[TensorRef, ...]
    """The results of the binary's operation."""


@dataclass(frozen=True, slots=True)
class CallbackContext:
    """The program that is running, as callbacks receive it."""

    program: TTNNProgram
    tensors: dict[int, Tensor]
    """The live tensors of the program, by id."""


class DebugHooks:
    """The registered callbacks. Like upstream's runtime, a process has at most one of each kind."""

    callback: ClassVar[Callback | None] = None
    """Called after each operation."""
    before: ClassVar[Callback | None] = None
    """Called before each operation."""
    begin: ClassVar[ProgramCallback | None] = None
    """Called before the first operation of a program."""
    end: ClassVar[ProgramCallback | None] = None
    """Called after the last operation of a program."""

    @staticmethod
    def get(callback: Callback) -> DebugHooks:
        """Register `callback(binary, program_context, op_context)`, and replace an earlier one.

        It is called after every operation. Raises TypeError if it cannot be called.
        """
        if not callable(callback):
            name = type(callback).__name__
            raise TypeError(f"DebugHooks.get: expected a function, got {name}")
        DebugHooks.callback = callback
        return DebugHooks()

    def __str__(self) -> str:
        return f"debug::Hooks{{\n\toperatorCallback: {int(DebugHooks.callback is not None)},\n}}"


def unregister_hooks() -> None:
    """Remove all callbacks."""
    DebugHooks.callback = DebugHooks.before = DebugHooks.begin = DebugHooks.end = None


def _expect(context: object, kind: type) -> None:
    """Raise TypeError for a context of another type."""
    if not isinstance(context, kind):
        found, expected = type(context).__name__, kind.__name__
        raise TypeError(
            f"the context has type {found}, expected the {expected} that a callback receives"
        )


def get_op_debug_str(op_context: OpContext) -> str:
    """Return the operation's IR text."""
    _expect(op_context, OpContext)
    return op_context.text


def get_op_loc_info(op_context: OpContext) -> str:
    """Return the operation's location, which is the key of its golden tensor."""
    _expect(op_context, OpContext)
    return op_context.location


def get_op_output_tensor(op_context: OpContext, program_context: CallbackContext) -> list[float]:
    """Return the values of the operation's result, row by row; empty for operations without a
    result.
    """
    _expect(op_context, OpContext)
    _expect(program_context, CallbackContext)
    result = op_context.result
    return [] if result is None else result.values.ravel().tolist()


@dataclass(frozen=True, slots=True)
class _Group:
    """The operations of the simulator that run one operation of a binary."""

    operations: tuple[Operation, ...]
    native: TableView
    """The operation in the binary."""
    inputs: tuple[TensorRef, ...]
    outputs: tuple[TensorRef, ...]


def _groups(binary: Flatbuffer, program: TTNNProgram) -> list[_Group]:
    """Return the group of each operation of a program.

    Most groups have one operation. The simulator splits some operations of later revisions, and
    inlines the programs that others call.
    """
    natives: list[TableView] = list(binary.native.programs[program.index].operations or ())
    owners = _owners(binary, natives, program)
    found: list[_Group] = []
    for owner, members in groupby(zip(owners, program.operations, strict=True), lambda e: e[0]):
        parts = tuple(operation for _, operation in members)
        native = natives[owner]
        operands, results = _operands_and_results(parts)
        if len(parts) == 1:
            found.append(_Group(parts, native, parts[0].refs, tuple(results)))
            continue
        order = list(_global_ids(native.as_dict()))
        visible = [each for each in results if each.global_id in order]
        for refs in (operands, visible):
            refs.sort(key=lambda ref: (*order, ref.global_id).index(ref.global_id))
        found += [_Group(parts, native, tuple(operands), tuple(visible))] * len(parts)
    return found


def _owners(binary: Flatbuffer, natives: Sequence[TableView], program: TTNNProgram) -> list[int]:
    """Return the index of the binary's operation to which each operation of a program belongs.

    An operation of the program has the text of the binary's operation, or of an operation in the
    program that the binary's operation calls.
    """
    pairs = [*zip(natives, program.operations, strict=False)]
    if len(natives) == len(program.operations) and all(
        operation.text in ("", native.debug_info or "") for native, operation in pairs
    ):
        return [*range(len(natives))]
    expected: list[tuple[str, int]] = []
    for index, each in enumerate(natives):
        called = _called_program(binary, each)
        texts = [each] if called is None else called.operations or ()
        expected += [(text.debug_info or "", index) for text in texts]
    owners: list[int] = []
    position = 0
    for text, members in groupby(program.operations, lambda each: each.text):
        count = sum(1 for _ in members)
        if not text:
            # An operation of the program without a text cannot be found by it: take the next
            # operation of the binary.
            owners += [min(len(owners) + each, len(natives) - 1) for each in range(count)]
            continue
        rest = range(position, len(expected))
        at = next((each for each in rest if expected[each][0] == text), None)
        position = position if at is None else at + 1
        owners += [expected[max(position - 1, 0)][1]] * count
    return owners


def _called_program(binary: Flatbuffer, native: TableView) -> TableView | None:
    """Return the program that an operation of a binary calls, or None."""
    if native.type_type != "LoadCachedOp":
        return None
    return binary.native.programs[native.type.program_idx]


def _context_of(group: _Group, operation: Operation, result: Tensor | None) -> OpContext:
    native = group.native
    return OpContext(
        operation,
        result,
        native.debug_info or "",
        native.loc_info or "",
        group.inputs,
        group.outputs,
    )


def _operands_and_results(
    parts: Sequence[Operation],
) -> tuple[list[TensorRef], list[TensorRef]]:
    """Return the tensors that come from outside of a group of operations, and those that it makes.

    An operand that the group changes, such as the cache of `fill_cache`, is no result.
    """
    operands: dict[int, TensorRef] = {}
    results: dict[int, TensorRef] = {}
    for part in parts:
        operands |= {ref.global_id: ref for ref in part.refs if ref.global_id not in results}
        made = part.result
        if made is not None and made.global_id not in operands:
            results[made.global_id] = made
    return list(operands.values()), list(results.values())


def _global_ids(table: object) -> Iterator[int]:
    """Yield the ids of the tensors in a table of an operation, in order."""
    if isinstance(table, dict):
        fields = cast("dict[str, object]", table)
        found = fields.get("global_id")
        if isinstance(found, int):
            yield found
        for each in fields.values():
            yield from _global_ids(each)
    elif isinstance(table, list):
        for each in cast("list[object]", table):
            yield from _global_ids(each)


def registered_hooks(binary: Flatbuffer, program: TTNNProgram) -> runtime.RunEvents | None:
    """Return run events that call the registered callbacks, or None without a callback."""
    hooks = DebugHooks
    if not (hooks.callback or hooks.before or hooks.begin or hooks.end):
        return None

    from ttmlir_py.runtime import RunEvents
    from ttmlir_py.ttrt.binary import Binary

    shown = Binary(binary)
    context = CallbackContext(program, {})
    callback, preceding, begin_callback, end_callback = (
        *(hooks.callback, hooks.before),
        *(hooks.begin, hooks.end),
    )

    def begin(_: TTNNProgram, inputs: Sequence[Tensor]) -> None:
        context.tensors.clear()
        ids = (each.global_id for each in program.inputs)
        context.tensors.update(zip(ids, inputs, strict=True))
        if begin_callback is not None:
            _call(begin_callback, shown, context)

    groups = _groups(binary, program)

    def before(operation: Operation, _: Sequence[Tensor]) -> None:
        assert preceding is not None
        group = groups[operation.index]
        if operation is group.operations[0]:
            _call(preceding, shown, context, _context_of(group, operation, None))

    def after(operation: Operation, _: Sequence[Tensor], result: Tensor | None) -> None:
        if result is not None and operation.result is not None:
            context.tensors[operation.result.global_id] = result
        group = groups[operation.index]
        if callback is not None and operation is group.operations[-1]:
            if len(group.operations) > 1 and group.outputs:
                result = context.tensors.get(group.outputs[0].global_id)
            _call(callback, shown, context, _context_of(group, operation, result))

    def freed(ref: TensorRef) -> None:
        context.tensors.pop(ref.global_id, None)

    def end(*_: object) -> None:
        assert end_callback is not None
        _call(end_callback, shown, context)

    return RunEvents(
        begin=begin,
        before=before if preceding is not None else None,
        after=after,
        freed=freed,
        end=end if end_callback is not None else None,
    )


def _call(callback: Callable[..., object], *arguments: object) -> None:
    """Call a callback of the user. Raise `CallbackError` if it raises."""
    try:
        callback(*arguments)
    except Exception as error:
        raise CallbackError(error) from error
