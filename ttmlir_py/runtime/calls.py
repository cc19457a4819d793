"""The TTNN functions that a composite operation calls, and their intermediate tensors.

The intermediate tensors need device memory. Versions of the TT-NN library differ in how they
compose functions; `Era` selects one. An operation that is not listed here runs as one device
operation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import prod
from typing import Any

from ttmlir_py.runtime.kernels import Elementwise, Kernel
from ttmlir_py.runtime.kernels.registry import normalized_dim
from ttmlir_py.runtime.memory import Allocation, is_view
from ttmlir_py.runtime.tensor import ROW_MAJOR, TensorDesc


class Era(Enum):
    """A version of the TT-NN library."""

    REPEAT = "repeat"
    """In this version, a binary function calls `repeat` on an operand that is broadcast along its
    outer dimensions.
    """
    BINARY_NG = "binary_ng"
    """In this version, a binary function is a single device operation, which broadcasts its
    operands itself.
    """


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a TTNN function by a composite operation. It returns one tensor."""

    function: str
    """Name of the TTNN function, or of the device operation if that is called directly."""
    inputs: tuple[int, ...]
    """Numbers of the input tensors.

    The operation's operands are numbered first, followed by the results of its calls.
    """
    result: TensorDesc
    is_view: bool = False
    """Whether the result shares the buffer of the first input."""
    is_primitive: bool = False
    """Whether `function` names a device operation."""
    arguments: tuple[object, ...] = ()
    """Arguments other than tensors."""


@dataclass(frozen=True, slots=True)
class Composition:
    """The calls of a composite operation. The last call returns the operation's result."""

    operands: int
    """Number of tensors among the operation's operands."""
    calls: tuple[Call, ...]

    @property
    def owners(self) -> list[int]:
        """Return the number of the tensor that owns the buffer of each operand and result.

        Tensors are numbered as in `Call.inputs`.
        """
        owners = list(range(self.operands))
        for index, call in enumerate(self.calls):
            owners.append(owners[call.inputs[0]] if call.is_view else self.operands + index)
        return owners

    def freed_after(self) -> list[list[int]]:
        """Return, for each call, the indices of the calls whose result buffers are freed after it.

        A buffer is freed after its last use. The buffer of the last result is not freed.
        """
        owners, first = self.owners, self.operands
        last = {index: index for index in range(len(self.calls))}
        for index, call in enumerate(self.calls):
            taken = (owners[each] - first for each in call.inputs)
            last |= {owner: index for owner in taken if owner >= 0}
        freed: list[list[int]] = [[] for _ in self.calls]
        for owner, index in last.items():
            if not self.calls[owner].is_view and owner != owners[-1] - first:
                freed[index].append(owner)
        return freed

    def place(self, allocate: Callable[[TensorDesc], Allocation | None]) -> list[Allocation | None]:
        """Allocate the results of all calls, and return their allocations; None for views.

        Afterwards only the last result is still allocated. If `allocate` raises, all allocated
        results are freed.
        """
        placed: list[Allocation | None] = []
        try:
            for call, freed in zip(self.calls, self.freed_after(), strict=True):
                placed.append(None if call.is_view else allocate(call.result))
                for index in freed:
                    _release(placed[index])
        except Exception:
            for each in placed:
                _release(each)
            raise
        return placed

    def result_of(self, placed: Sequence[Allocation | None]) -> Allocation | None:
        """Return the operation's result among `placed`, the allocations of all calls."""
        return placed[self.owners[-1] - self.operands]


def _release(allocation: Allocation | None) -> None:
    if allocation is not None:
        allocation.release()


def may_call(kernel: Kernel, era: Era) -> bool:
    """Whether an operation with this kernel may be composite. Whether the operation is composite
    depends on its tensors.
    """
    if era is Era.REPEAT and isinstance(kernel, Elementwise) and kernel.arity == 2:
        return True
    return kernel.device.is_reduction


def composition(
    kernel: Kernel,
    operands: Sequence[TensorDesc],
    keywords: Mapping[str, Any],
    result: TensorDesc,
    era: Era = Era.BINARY_NG,
) -> Composition | None:
    """Return the calls of an operation, or None if it is one device operation or runs on the
    host.
    """
    if not may_call(kernel, era):
        return None
    if any(each.on_host or each.layout.is_sharded for each in (*operands, result)):
        return None
    chain = _Chain(len(operands))
    if kernel.device.is_reduction:
        _reduce(chain, operands[0], keywords, result)
    else:
        _repeat(chain, operands, result)
    return Composition(len(operands), tuple(chain.calls)) if chain.calls else None


@dataclass(slots=True)
class _Chain:
    """A list of calls under construction, in which each call takes the result of the previous
    one.
    """

    operands: int
    calls: list[Call] = field(default_factory=list[Call])

    def add(self, function: str, source: int, result: TensorDesc, **said: Any) -> int:
        """Append a call with the tensor number `source` as its input, and return its result's
        number.
        """
        self.calls.append(Call(function, (source,), result, **said))
        return self.operands + len(self.calls) - 1


def _repeat(chain: _Chain, operands: Sequence[TensorDesc], result: TensorDesc) -> None:
    """Add a `repeat` for each outer dimension in which one operand has size 1 and `result` has a
    larger size.
    """
    taken, rank = list(range(len(operands))), len(result.shape)
    for index, operand in enumerate(operands):
        sizes = [1] * (rank - len(operand.shape)) + list(operand.shape)
        for dim in range(rank - 2):
            if sizes[dim] == result.shape[dim]:
                continue
            counts = tuple(result.shape[dim] if each == dim else 1 for each in range(rank))
            sizes[dim] = result.shape[dim]
            made = replace(operand, shape=tuple(sizes))
            taken[index] = chain.add("repeat", taken[index], made, arguments=(counts,))
    if chain.calls:
        chain.calls.append(Call("binary", tuple(taken), result, is_primitive=True))


_FOUR = 4
"""Number of dimensions of tensors that the device can reduce."""


def _reduce(
    chain: _Chain, operand: TensorDesc, keywords: Mapping[str, Any], result: TensorDesc
) -> None:
    """Add the calls of a reduction: fill the padding, then reduce rows and columns in 4-D.

    Other dimensions are transposed with rows first.
    """
    rank = len(operand.shape)
    axes = sorted({normalized_dim(dim, rank) for dim in keywords.get("dims") or range(rank)})
    if not axes or not prod(operand.shape):
        return
    current, desc = 0, replace(result, shape=operand.shape)
    if operand.tile != ROW_MAJOR:
        current = chain.add("fill_implicit_tile_padding", 0, operand, is_view=True)
    if axes in ([rank - 1], [rank - 2], [rank - 2, rank - 1]):
        _reduced(chain, current, desc, axes, result.shape)
        return
    for axis in reversed(axes):
        row = max(axis, rank - 2)
        if row != axis:
            current, desc = _exchanged(chain, current, desc, axis)
        kept = [1 if dim == row else size for dim, size in enumerate(desc.shape)]
        current, desc = _reduced(chain, current, desc, [row], kept)
        if row != axis:
            current, desc = _exchanged(chain, current, desc, axis)
    if keywords.get("op") == "Mean" and len(axes) > 1:
        current = chain.add("unary", current, desc, is_primitive=True)
    _reshaped(chain, current, desc, result.shape)


def _exchanged(chain: _Chain, source: int, desc: TensorDesc, axis: int) -> tuple[int, TensorDesc]:
    shape = list(desc.shape)
    shape[axis], shape[-2] = shape[-2], shape[axis]
    made = replace(desc, shape=tuple(shape))
    return chain.add("transpose", source, made, arguments=(axis, -2)), made


def _reduced(
    chain: _Chain, source: int, desc: TensorDesc, axes: Sequence[int], shape: Sequence[int]
) -> tuple[int, TensorDesc]:
    """Add the reduction of `desc` along rows, columns or both, followed by a reshape to `shape`.

    Return the number and the descriptor of the result.
    """
    rank = len(desc.shape)
    if rank != _FOUR:
        outer, inner = desc.shape[: rank - _FOUR + 1], desc.shape[max(rank - _FOUR + 1, 0) :]
        four = (prod(outer), *inner) if rank > _FOUR else (1,) * (_FOUR - rank) + desc.shape
        source, desc = _reshaped(chain, source, desc, four)
    behind = {axis - rank for axis in axes}
    sizes = tuple(1 if dim - _FOUR in behind else n for dim, n in enumerate(desc.shape))
    desc = replace(desc, shape=sizes)
    source = chain.add("reduce", source, desc, is_primitive=True)
    return _reshaped(chain, source, desc, shape)


def _reshaped(
    chain: _Chain, source: int, desc: TensorDesc, shape: Sequence[int]
) -> tuple[int, TensorDesc]:
    made = replace(desc, shape=tuple(shape))
    same = made == desc or is_view(desc, made)
    return chain.add("reshape", source, made, is_view=same, arguments=(made.shape,)), made
