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
    """An error for an exception that a callback raised, which is its `__cause__`."""

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
    return op_context.operation.text


def get_op_loc_info(op_context: OpContext) -> str:
    """Return the operation's location, which is the key of its golden tensor."""
    _expect(op_context, OpContext)
    return op_context.operation.location


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
    inputs: tuple[TensorRef, ...]
    outputs: tuple[TensorRef, ...]


def _groups(binary: Flatbuffer, program: TTNNProgram) -> list[_Group]:
    """Return the group of each operation of a program.

    Most groups have one operation. The simulator splits some operations of later revisions; their
    parts have the same text.
    """
    found: list[_Group] = []
    natives: dict[str, TableView] = {}
    for text, members in groupby(program.operations, lambda each: each.text):
        parts = tuple(members)
        if not text or len(parts) == 1:
            found += [_Group((each,), each.refs, _results((each,))) for each in parts]
            continue
        if not natives:
            operations = binary.native.programs[program.index].operations
            natives = {each.debug_info or "": each for each in operations}
        order = list(_global_ids(natives[text].as_dict())) if text in natives else []
        results = _results(parts)
        own = {each.global_id for each in results}
        used = {ref.global_id: ref for each in parts for ref in each.refs}
        operands = [ref for key, ref in used.items() if key not in own]
        visible = [each for each in results if each.global_id in order] or list(results[-1:])
        for refs in (operands, visible):
            refs.sort(key=lambda ref: (*order, ref.global_id).index(ref.global_id))
        found += [_Group(parts, tuple(operands), tuple(visible))] * len(parts)
    return found


def _results(operations: Sequence[Operation]) -> tuple[TensorRef, ...]:
    return tuple(each.result for each in operations if each.result is not None)


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
            seen = OpContext(operation, None, group.inputs, group.outputs)
            _call(preceding, shown, context, seen)

    def after(operation: Operation, _: Sequence[Tensor], result: Tensor | None) -> None:
        if result is not None and operation.result is not None:
            context.tensors[operation.result.global_id] = result
        group = groups[operation.index]
        if callback is not None and operation is group.operations[-1]:
            if len(group.outputs) > 1:
                result = context.tensors.get(group.outputs[0].global_id)
            seen = OpContext(operation, result, group.inputs, group.outputs)
            _call(callback, shown, context, seen)

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
