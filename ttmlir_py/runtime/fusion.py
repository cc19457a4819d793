"""Chains: successive element-wise operations that are computed together, part by part.

If operations run one at a time, each result is written to memory and read again, and rounding reads
and writes it twice more. A chain takes a part of its operands through all operations, with every
rounding, before it takes the next part. Intermediate values therefore stay in the cache, and
tensors that are freed within the chain are never stored whole.

Results are bit-identical, except for the signs of NaNs: each element goes through the same
functions. If the memory layout of operands might change how an operation computes, `Chain.run`
leaves its operations to be run one by one.

Small tensors are one part. Parts of bigger tensors are runs of elements, or runs of rows if an
operand has one row or one column.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast

import ml_dtypes
import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.evaluation import Finish, as_on_device, evaluate
from ttmlir_py.runtime.formats import Array, DataFormat, round_to
from ttmlir_py.runtime.kernels.elementwise import SIMPLE, Elementwise, divide, reciprocal, rsqrt
from ttmlir_py.runtime.kernels.registry import PerElement, placeholder
from ttmlir_py.runtime.narrow import is_narrow
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tables import tabulated
from ttmlir_py.runtime.tensor import Tensor, TensorRef

PART = 1 << 16
"""Number of elements in a part.

Operands and temporaries of a part are about a megabyte, which caches hold. With smaller parts, the
overhead of function calls exceeds the time saved.
"""
BFLOAT16_SIZE = 1 << 10
"""Largest number of elements for which bfloat16's own functions are faster.

They compute and round in one call, but take longer per element.
"""
_FLOAT32 = np.dtype(np.float32)
_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
_IN_BFLOAT16 = frozenset[Callable[..., Array]](
    (np.add, np.subtract, np.multiply, divide, np.negative, np.abs)
)
"""Functions that numpy has for bfloat16. They compute in float32 and round, like the simulator."""
_INSTRUCTIONS = frozenset[Callable[..., Array]]((np.sqrt, rsqrt, reciprocal))
"""Functions that are processor instructions, so that a look-up table would not be faster."""


class _Extent(Enum):
    """The part of the chain's shape that an operand covers before it is broadcast.

    The shape is treated as a matrix with rows as long as the last dimension.
    """

    FULL = "full"
    ROW = "row"
    COLUMN = "column"
    ONE = "one"


def _extent(shape: tuple[int, ...], whole: tuple[int, ...]) -> _Extent | None:
    """Return the extent of an operand that is broadcast to the shape `whole`, or None for extents
    that chains do not support.
    """
    if shape == whole:
        return _Extent.FULL
    if math.prod(shape) == 1:
        return _Extent.ONE
    if shape[-1:] == whole[-1:] and math.prod(shape) == shape[-1]:
        return _Extent.ROW
    return _Extent.COLUMN if shape == (*whole[:-1], 1) else None


@dataclass(frozen=True, slots=True)
class _Input:
    """A tensor that the chain reads but does not compute."""

    global_id: int
    data_type: DataFormat
    dtype: np.dtype[Any]
    """Type in which the values are stored for functions. Values of a 16-bit type may not have been
    widened to it yet.
    """
    extent: _Extent
    simple_only: bool
    """Whether only simple functions read the tensor.

    Simple functions are exact, so the operand's memory layout does not affect their results.
    """


@dataclass(frozen=True, slots=True)
class _Step:
    """One operation of a chain: a function of some slots, whose rounded result goes to another
    slot.
    """

    function: Callable[..., Array]
    sources: tuple[int, ...]
    keywords: Mapping[str, Any]
    rounds: bool
    """Whether float32 results are rounded. Results of other types are always rounded."""
    finish: Finish
    data_type: DataFormat
    target: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Operations that run as one: element-wise ones, and those that create constant tensors.

    Constant tensors are created before the chain runs.
    """

    operations: tuple[Operation, ...]
    shape: tuple[int, ...]
    inputs: tuple[_Input, ...]
    steps: tuple[_Step, ...]
    slots: int
    kept: tuple[tuple[TensorRef, int], ...]
    """Results that are live after the chain, each with its slot."""
    made: tuple[tuple[TensorRef, Array], ...]
    """Constant tensors that are live after the chain, each with its values."""
    freed: tuple[TensorRef, ...]
    """Tensors from outside of the chain that the chain frees."""
    needed: int
    """Peak bytes, in addition to live tensors, if the operations run one by one."""
    in_bfloat16: bool
    """Whether bfloat16's own functions compute the operations. Each of them rounds its result."""

    def run(self, tensors: Mapping[int, Tensor]) -> list[tuple[int, Tensor]] | None:
        """Run the chain, and return the tensors that are live after it, by id.

        The result is None if the operations have to be run one by one.
        """
        size = math.prod(self.shape)
        operands: list[Array] = []
        for each in self.inputs:
            tensor = tensors[each.global_id]
            if tensor.per_device or not (tensor.values.dtype is each.dtype or is_narrow(tensor)):
                return None
            operands.append(tensor.values)
        if self.in_bfloat16:
            values = self._computed_in_bfloat16(operands)
            results = [values[slot].astype(_FLOAT32) for _, slot in self.kept]
        elif size <= PART:
            values = self._computed(list(map(_as_float32, self.inputs, operands)))
            results = [values[slot] for _, slot in self.kept]
        else:
            parts = self._parts(operands)
            if parts is None:
                return None
            results = self._in_parts(size, parts)
        found = [
            (ref.global_id, Tensor(ref.desc, result))
            for (ref, _), result in zip(self.kept, results, strict=True)
        ]
        return found + [(ref.global_id, Tensor(ref.desc, values)) for ref, values in self.made]

    def _computed(self, operands: Sequence[Array]) -> list[Any]:
        """Return the contents of all slots after all steps."""
        values: list[Any] = [*operands, *[None] * (self.slots - len(operands))]
        for step in self.steps:
            result = step.function(*[values[i] for i in step.sources], **step.keywords)
            if step.rounds or result.dtype is not _FLOAT32:
                result = step.finish(result, step.data_type)
            values[step.target] = result
        return values

    def _computed_in_bfloat16(self, operands: Sequence[Array]) -> list[Any]:
        """Return the contents of all slots, computed in bfloat16. The operands must be bfloat16
        numbers.
        """
        values: list[Any] = [each.astype(_BFLOAT16, copy=False) for each in operands]
        values += [None] * (self.slots - len(operands))
        for step in self.steps:
            values[step.target] = step.function(*[values[i] for i in step.sources])
        return values

    def _in_parts(self, size: int, parts: Callable[[int, int], list[Array]]) -> list[Array]:
        """Return the results in `kept`, of `size` elements each, computed part by part."""
        length = self._rows_at_once * self.shape[-1] if self._by_rows else PART
        results = [np.empty(size, ref.desc.data_type.values) for ref, _ in self.kept]
        for start in range(0, size, length):
            stop = min(start + length, size)
            values = self._computed(parts(start, stop))
            for (_, slot), result in zip(self.kept, results, strict=True):
                result[start:stop] = values[slot].reshape(-1)
        return [result.reshape(self.shape) for result in results]

    @property
    def _by_rows(self) -> bool:
        """Whether parts consist of whole rows."""
        return any(each.extent in (_Extent.ROW, _Extent.COLUMN) for each in self.inputs)

    @property
    def _rows_at_once(self) -> int:
        return max(1, PART // self.shape[-1])

    def _parts(self, operands: Sequence[Array]) -> Callable[[int, int], list[Array]] | None:
        """Return a function that cuts the same part out of each operand. The part is given by its
        first element index and the index after its last element.

        The result is None if an operand's memory layout does not allow parts.
        """
        by_rows, width = self._by_rows, self.shape[-1]
        cuts: list[Callable[[int, int], Array]] = []
        for each, values in zip(self.inputs, operands, strict=True):
            cut = _cut(values, each, width if by_rows else 0)
            if cut is None:
                return None
            cuts.append(cut)
        return lambda start, stop: [cut(start, stop) for cut in cuts]


def _as_float32(given: _Input, values: Array) -> Array:
    """Return an operand in the type that functions take, float32 if it is still in a 16-bit
    type.
    """
    return values if values.dtype is given.dtype else round_to(values, given.data_type)


def _cut(values: Array, given: _Input, width: int) -> Callable[[int, int], Array] | None:
    """Return a function that cuts a part out of an operand: elements, or rows if `width` is not 0.

    The result is None if the operand's memory layout does not allow parts.
    """
    extent = given.extent
    if extent is not _Extent.ONE and not any(values.strides):
        extent = _Extent.ONE  # all elements share one stored value, whatever the shape
    if extent is not _Extent.FULL:
        values = _as_float32(given, values)
    if extent is _Extent.ONE:
        if not given.simple_only:
            return None
        one = values[(slice(0, 1),) * values.ndim].reshape(1)
        if width:
            return lambda start, stop: np.broadcast_to(one, ((stop - start) // width, width))
        return lambda start, stop: np.broadcast_to(one, (stop - start,))
    if not values.flags.c_contiguous:
        return None
    if extent is _Extent.FULL:
        flat, shape = values.reshape(-1), (-1, width) if width else -1
        return lambda start, stop: _as_float32(given, flat[start:stop].reshape(shape))
    if not given.simple_only:
        return None
    if extent is _Extent.ROW:
        row = values.reshape(1, width)
        return lambda start, stop: row
    column = values.reshape(-1, 1)
    return lambda start, stop: column[start // width : stop // width]


# ----------------------------------------------------------------------------------------- planning


def plan(inputs: Iterable[TensorRef], operations: Iterable[Operation]) -> list[Operation | Chain]:
    """Return the operations of a program in order, with chains in place of operations that run as
    one.
    """
    planned: list[Operation | Chain] = []
    live = {ref.global_id for ref in inputs}
    draft = _Draft()
    for operation in operations:
        if not draft.takes(operation, live):
            planned += draft.planned()
            draft = _Draft()
            if not draft.takes(operation, live):
                planned.append(operation)
        if operation.result is not None:
            live.add(operation.result.global_id)
        live.difference_update(ref.global_id for ref in operation.freed)
    return planned + draft.planned()


class _Draft:
    """A chain under construction, to which operations are added."""

    def __init__(self) -> None:
        self._operations: list[Operation] = []
        self._calls: list[tuple[Operation, tuple[int, ...]]] = []
        """The element-wise operations, each with the value numbers of its operands."""
        self._inputs: dict[int, tuple[int, TensorRef, bool]] = {}
        """Maps ids of tensors from outside to value number, tensor, and whether only simple
        functions read it.
        """
        self._results: dict[int, tuple[int, TensorRef]] = {}
        """Maps ids of live results to value number and tensor."""
        self._made: dict[int, tuple[TensorRef, Array]] = {}
        self._freed: list[TensorRef] = []
        self._replaced: set[int] = set()
        """Ids of outside tensors that results have replaced, because operations wrote into them."""
        self._count = 0
        """Number of value numbers in use."""
        self._bytes = self._needed = 0

    def takes(self, operation: Operation, live: set[int]) -> bool:
        """Add an operation if it fits into the chain, and return whether it does.

        `live` has the ids of the tensors that are live before the operation.
        """
        result = operation.result
        if result is None:
            added = bool(operation.freed)
            for ref in operation.freed:
                self._free(ref)
        else:
            add = self._make if operation.kernel.is_one_value else self._call
            is_own = result.global_id in self._results or result.global_id in self._made
            added = add(operation, result)
            if added and not is_own and result.global_id in live:
                self._replaced.add(result.global_id)
        if added:
            self._operations.append(operation)
        return added

    def _free(self, ref: TensorRef) -> None:
        is_own = self._forget(ref.global_id)
        if not is_own or ref.global_id in self._replaced:
            self._freed.append(ref)
            self._replaced.discard(ref.global_id)

    def _forget(self, global_id: int) -> bool:
        """Remove a result of the chain by id. Return whether it existed."""
        known = self._results.pop(global_id, None)
        if known is not None:
            self._bytes -= known[1].desc.value_bytes
        return self._made.pop(global_id, None) is not None or known is not None

    def _make(self, operation: Operation, result: TensorRef) -> bool:
        """Add an operation that creates a constant tensor. Return whether it fits into the
        chain.
        """
        try:
            tensor = evaluate(operation, (), as_on_device)
        except KernelError:
            return False
        self._forget(result.global_id)
        self._made[result.global_id] = (result, tensor.values)
        self._needed = max(self._needed, self._bytes + operation.result_bytes)
        return True

    def _call(self, operation: Operation, result: TensorRef) -> bool:
        """Add an element-wise operation. Return whether it fits into the chain."""
        whole = self._calls[0][0].result if self._calls else result
        assert whole is not None
        if result.desc.shape != whole.desc.shape or not _is_fusible(operation, result):
            return False
        if any(ref.global_id in self._made for ref in operation.refs):
            return False
        numbers = tuple([self._number(ref, _is_simple(operation)) for ref in operation.refs])
        self._calls.append((operation, numbers))
        self._forget(result.global_id)
        self._results[result.global_id] = (self._next_number(), result)
        self._bytes += operation.result_bytes
        self._needed = max(self._needed, self._bytes)
        return True

    def _number(self, ref: TensorRef, simple: bool) -> int:
        """Return the value number of an operand. `simple` says whether the function that reads it
        is simple.
        """
        if ref.global_id in self._results:
            return self._results[ref.global_id][0]
        known = self._inputs.get(ref.global_id)
        number = self._next_number() if known is None else known[0]
        self._inputs[ref.global_id] = (number, ref, simple and (known is None or known[2]))
        return number

    def _next_number(self) -> int:
        self._count += 1
        return self._count - 1

    def planned(self) -> list[Operation | Chain]:
        """Return the finished chain in a list, or the operations themselves if they compute
        nothing.
        """
        made = [each.result for each in self._operations if each.result is not None]
        if not made:
            return list(self._operations)
        first = (self._calls[0][0].result if self._calls else None) or made[0]
        slots = {number: i for i, (number, _, _) in enumerate(self._inputs.values())}
        steps, count = self._steps(slots)
        chain = Chain(
            tuple(self._operations),
            first.desc.shape,
            tuple([_input(ref, first, simple) for _, ref, simple in self._inputs.values()]),
            steps,
            count,
            tuple([(ref, slots[number]) for number, ref in self._results.values()]),
            tuple(self._made.values()),
            tuple(self._freed),
            self._needed,
            bool(self._calls) and _is_in_bfloat16([operation for operation, _ in self._calls]),
        )
        return [chain]

    def _steps(self, slots: dict[int, int]) -> tuple[tuple[_Step, ...], int]:
        """Return the steps and the number of slots. `slots` receives the slot of each value number.

        A slot is reused after the last use of its value.
        """
        inputs = set(slots)
        kept = {number for number, _ in self._results.values()}
        last = {number: i for i, (_, numbers) in enumerate(self._calls) for number in numbers}
        numbers = [number for number in range(self._count) if number not in inputs]
        free: list[int] = []
        steps: list[_Step] = []
        count = len(slots)
        for index, (target, (operation, sources)) in enumerate(
            zip(numbers, self._calls, strict=True)
        ):
            free += [
                slots[each]
                for each in dict.fromkeys(sources)
                if last[each] == index and each not in inputs and each not in kept
            ]
            if not free:
                free.append(count)
                count += 1
            slots[target] = free.pop()
            steps.append(_step(operation, [slots[each] for each in sources], slots[target]))
        return tuple(steps), count


def _input(ref: TensorRef, whole: TensorRef, simple: bool) -> _Input:
    extent = _extent(ref.desc.shape, whole.desc.shape) or _Extent.FULL
    data_type = ref.desc.data_type
    return _Input(ref.global_id, data_type, np.dtype(data_type.values), extent, simple)


def _step(operation: Operation, sources: Sequence[int], target: int) -> _Step:
    assert operation.result is not None
    keywords = {k: v for k, v in operation.keywords.items() if k != "result_shape"}
    data_type = operation.result.desc.data_type
    is_float32 = data_type.kind == "float" and data_type.external is np.float32
    function = cast(Elementwise, operation.kernel).function
    in_table = _is_in_table(operation)
    return _Step(
        tabulated(function) if in_table else function,
        tuple(sources),
        keywords,
        not (operation.is_exact or is_float32 or in_table),
        _round_float if data_type.kind == "float" else round_to,
        data_type,
        target,
    )


def _is_in_bfloat16(operations: Sequence[Operation]) -> bool:
    """Whether all operations are on small bfloat16 tensors, with functions that bfloat16 has."""
    refs = [ref for each in operations for ref in (each.result, *each.refs) if ref is not None]
    return all(
        ref.desc.data_type.name == "BFloat16" and math.prod(ref.desc.shape) <= BFLOAT16_SIZE
        for ref in refs
    ) and all(cast(Elementwise, each.kernel).function in _IN_BFLOAT16 for each in operations)


def _is_in_table(operation: Operation) -> bool:
    """Whether results are looked up in a table of all bfloat16 numbers.

    The table is used for slow functions of one operand, if a tensor has several parts. Each part
    then has as many elements as the table.
    """
    assert operation.result is not None
    refs = (*operation.refs, operation.result)
    return (
        len(operation.refs) == 1
        and not _is_simple(operation)
        and cast(Elementwise, operation.kernel).function not in _INSTRUCTIONS
        and math.prod(operation.result.desc.shape) > PART
        and all(ref.desc.data_type.name == "BFloat16" for ref in refs)
    )


def _round_float(values: Array, data_type: DataFormat) -> Array:
    """Round like `round_to`, with a shortcut for float32 values."""
    if values.dtype is _FLOAT32:
        return values.astype(data_type.external).astype(_FLOAT32)
    return round_to(values, data_type)


def _is_simple(operation: Operation) -> bool:
    """Whether an element-wise function is exact, so that the memory layout of operands does not
    matter.
    """
    work = operation.kernel.cost.work
    return isinstance(work, PerElement) and work.instructions <= SIMPLE.instructions


def _is_fusible(operation: Operation, result: TensorRef) -> bool:
    """Whether an operation may be a step of a chain.

    It must be element-wise on operands of one type, whose extents allow parts.
    """
    shape, refs = result.desc.shape, operation.refs
    if (
        not isinstance(operation.kernel, Elementwise)
        or not operation.kernel.is_fusible
        or not shape
    ):
        return False
    types = {ref.desc.data_type.values for ref in refs}
    if len(types) != 1 or (operation.kernel.domain == "real" and types != {np.float32}):
        return False
    in_parts = math.prod(shape) > PART
    if in_parts and result.desc.data_type.kind == "block":
        return False
    if in_parts and not all(_fits(ref.desc.shape, shape, _is_simple(operation)) for ref in refs):
        return False
    operands = [placeholder(ref.desc.shape, ref.desc.data_type.values) for ref in refs]
    try:
        operation.infer((operands,))
    except KernelError:
        return False
    return True


def _fits(shape: tuple[int, ...], whole: tuple[int, ...], simple: bool) -> bool:
    """Whether an operand of `shape`, broadcast to `whole`, can be cut into parts."""
    extent = _extent(shape, whole)
    return extent is _Extent.FULL or (simple and extent is not None)
