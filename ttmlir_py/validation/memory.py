"""A cache shared by comparisons of one program after each of its passes.

Most operations are unchanged by a pass and get the identical arrays. Their results, and the
deviations from the source's semantics, are cached by the identity of arrays and attributes. The
cache keeps these objects alive.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

import numpy as np
from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.ir import Operation, SSAValue

from ttmlir_py import reference
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.reference.meanings import Mesh
from ttmlir_py.reference.programs import Lookup, Value
from ttmlir_py.runtime.evaluation import evaluate, in_float64
from ttmlir_py.runtime.operation import Operation as RuntimeOperation
from ttmlir_py.runtime.tensor import Tensor

T = TypeVar("T")


class Memory:
    """A cache of values that keeps entries from the current and the previous comparison."""

    def __init__(self) -> None:
        self._last: dict[Hashable, tuple[object, object]] = {}
        self._now: dict[Hashable, tuple[object, object]] = {}

    def next_round(self) -> None:
        """Begin another comparison, and drop entries that the last one did not use."""
        self._last, self._now = self._now, {}

    def get(self, key: Hashable, kept: object, compute: Callable[[], T]) -> T:
        """Return the value cached for `key`, or compute it.

        `kept` are the objects whose ids are in the key; the cache keeps them alive.
        """
        known = self._now.get(key) or self._last.get(key)
        if known is None:
            known = (kept, compute())
        self._now[key] = known
        return cast(T, known[1])

    def meaning(self, op: Operation, value_of: Lookup, mesh: Mesh) -> list[Value]:
        """Return the results of a source operation like `reference.compute`, with a cache.

        Raises OperationError.
        """

        def compute() -> list[Value]:
            return reference.compute(op, value_of, mesh)

        named = {**op.properties, **op.attributes}
        if not _says_all(op, named.values()):
            return compute()
        operands = read_operands(op)
        held = [value_of(each) for each in operands]
        types = tuple(
            (shape_of(each), tensor_type(each).element_type) for each in (*operands, *op.results)
        )
        key = (op.name, *named, *map(id, named.values()), types, mesh, *map(id, held))
        return self.get(key, (held, named), compute)


def _says_all(op: Operation, attributes: Any) -> bool:
    """Whether operands and attributes determine the results of `op`. They do if it has no region,
    and refers to no function or resource.
    """
    return (
        not op.regions
        and all(is_tensor_type(each.type) for each in (*op.operands, *op.results))
        and op.name.startswith(("ttir.", "stablehlo."))
        and op.name != "stablehlo.custom_call"
        and not any(isinstance(each, DenseResourceAttr) for each in attributes)
    )


class RememberedEvaluation:
    """An evaluator of TTNN operations in float64 that caches results."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def evaluate(
        self, operation: RuntimeOperation, operands: Sequence[Tensor], copies: int = 1
    ) -> Tensor:
        """Return the result of `operation`. Raises `KernelError`."""

        def compute() -> Tensor:
            return evaluate(operation, operands, in_float64, copies)

        keywords = exact(operation.keywords)
        if keywords is None or operation.result is None:
            return compute()
        desc = operation.result.desc
        arity = tuple(
            len(each) if isinstance(each, tuple) else each is None for each in operation.operands
        )
        values = [each.values for each in operands]
        held = tuple((id(each.values), each.per_device) for each in operands)
        which = operation.label, id(operation.kernel), operation.mesh, copies
        key = (*which, arity, keywords, desc.shape, desc.data_type.name, held)
        made = self._memory.get(key, (values, operation.kernel), compute)
        return made if made.desc == desc else Tensor(desc, made.values, per_device=made.per_device)


def exact(value: Any) -> Hashable:
    """Return a key that is equal only for equal objects: numbers, texts, arrays and containers of
    these. Return None for other objects.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return (type(value), repr(value))
    if isinstance(value, np.ndarray):
        array = cast("np.ndarray[Any, Any]", value)
        return (array.shape, array.dtype.str, array.tobytes())
    if isinstance(value, dict):
        value = tuple(cast("dict[str, Any]", value).items())
    if not isinstance(value, tuple):
        return None
    parts = tuple(map(exact, cast("tuple[Any, ...]", value)))
    return None if None in parts else parts


def written_operands(op: Operation) -> list[SSAValue]:
    """Return the destination operands of `op`."""
    return [*getattr(op, "outputs", ()), *filter(None, [getattr(op, "output", None)])]


def read_operands(op: Operation) -> list[SSAValue]:
    """Return the operands of `op` that are not destinations."""
    return list(op.operands[: len(op.operands) - len(written_operands(op))])


def needed_values(
    values: Iterable[SSAValue], is_needed: Callable[[SSAValue], bool]
) -> Iterator[tuple[SSAValue, Operation]]:
    """Yield the needed values on which `values` depend through needed values, with their owners.

    Operands are first, and each value is yielded once. This is not recursive, because chains of
    operations may be long.
    """
    done, pending = set[SSAValue](), list(values)[::-1]
    while pending:
        each = pending[-1]
        if each in done or not is_needed(each):
            pending.pop()
            continue
        owner = cast(Operation, each.owner)
        missing = [v for v in read_operands(owner) if v not in done and is_needed(v)]
        if missing:
            pending += missing[::-1]
            continue
        done.add(pending.pop())
        yield each, owner
