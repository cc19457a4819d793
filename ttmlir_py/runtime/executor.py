"""Runs a program: keeps the live tensors, calls kernels, rounds results, checks everything."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttmlir_py.runtime.errors import KernelError, SimulationError
from ttmlir_py.runtime.formats import Array, round_to
from ttmlir_py.runtime.kernels.registry import require_shape
from ttmlir_py.runtime.program import Operand, Operation, Program
from ttmlir_py.runtime.tensor import Tensor, TensorRef

DEFAULT_MEMORY_LIMIT = 8 << 30
"""Bytes that the values of all live tensors may take."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """Callbacks around every operation, for goldens, traces and debuggers.

    `before` gets the operation and its operands, `after` also the result (None for ops without one).
    """

    before: Callable[[Operation, Sequence[Tensor]], None] | None = None
    after: Callable[[Operation, Sequence[Tensor], Tensor | None], None] | None = None


class TensorPool:
    """Live tensors by global id, within a memory limit."""

    def __init__(self, memory_limit: int) -> None:
        self._tensors: dict[int, Tensor] = {}
        self._deallocated: set[int] = set()
        self._limit = memory_limit
        self._bytes = 0

    def reserve(self, ref: TensorRef) -> None:
        """Check that a tensor of this descriptor may be made."""
        needed = ref.desc.value_bytes
        if self._bytes + needed > self._limit:
            raise SimulationError(
                f"tensor {ref.global_id} ({ref.desc.type_text}) takes {mebibytes(needed)} beside "
                f"{mebibytes(self._bytes)} in use: more than the limit of {mebibytes(self._limit)}"
            )

    def put(self, global_id: int, tensor: Tensor) -> None:
        """Bind an id, which may have had another value."""
        old = self._tensors.get(global_id)
        self._bytes += _owned_bytes(tensor) - (_owned_bytes(old) if old else 0)
        self._tensors[global_id] = tensor
        self._deallocated.discard(global_id)

    def get(self, ref: TensorRef) -> Tensor:
        """The tensor that a reference means; checks that it is live and as described."""
        tensor = self._tensors.get(ref.global_id)
        if tensor is None:
            state = "deallocated" if ref.global_id in self._deallocated else "not defined"
            raise SimulationError(f"tensor {ref.global_id} is {state}")
        if not tensor.desc.agrees_with(ref.desc):
            raise SimulationError(
                f"tensor {ref.global_id} is {tensor.desc.type_text}, used as {ref.desc.type_text}"
            )
        return tensor

    def deallocate(self, ref: TensorRef) -> None:
        """Forget a live tensor."""
        self._bytes -= _owned_bytes(self.get(ref))
        del self._tensors[ref.global_id]
        self._deallocated.add(ref.global_id)


def _owned_bytes(tensor: Tensor) -> int:
    """Memory of a tensor's values; a constant is one value, whatever its shape."""
    return tensor.values.nbytes if any(tensor.values.strides) else 0


def mebibytes(count: int) -> str:
    """Write a number of bytes for people."""
    return f"{count / (1 << 20):,.1f} MiB"


class Executor:
    """One run of a program."""

    def __init__(self, program: Program, hooks: Hooks, memory_limit: int) -> None:
        self._program = program
        self._hooks = hooks
        self._pool = TensorPool(memory_limit)
        self._devices: set[int] = set()

    def run(self, inputs: Sequence[Array]) -> list[Tensor]:
        """Run on input values, already of the right shapes and formats; returns the outputs.

        Raises `SimulationError`, which names the operation.
        """
        for ref, values in zip(self._program.inputs, inputs, strict=True):
            self._pool.reserve(ref)
            self._pool.put(ref.global_id, Tensor(ref.desc, values))
        with np.errstate(all="ignore"):
            for operation in self._program.operations:
                self._run_placed(operation)
        return [self._output(index, ref) for index, ref in enumerate(self._program.outputs)]

    def _output(self, index: int, ref: TensorRef) -> Tensor:
        try:
            return self._pool.get(ref)
        except SimulationError as error:
            raise SimulationError(f"{self._program}: output {index}: {error}") from None

    def _run_placed(self, operation: Operation) -> None:
        """Run an operation; whatever goes wrong is told with the operation's place."""
        place = f"{self._program}: operation {operation.index} ({operation.label})"
        try:
            self._run(operation)
        except SimulationError as error:
            raise SimulationError(f"{place}: {error}") from None
        except MemoryError:
            raise SimulationError(f"{place}: out of memory") from None

    def _run(self, operation: Operation) -> None:
        operands = [self._pool.get(ref) for ref in operation.tensors()]
        if self._hooks.before:
            self._hooks.before(operation, operands)
        result = None
        if operation.op_type == "GetDeviceOp":
            assert operation.device is not None
            self._devices.add(operation.device)
        elif operation.op_type == "DeallocateOp":
            for ref in operation.tensors():
                self._pool.deallocate(ref)
        else:
            result = self._compute(operation)
        if self._hooks.after:
            self._hooks.after(operation, operands, result)

    def _compute(self, operation: Operation) -> Tensor:
        assert operation.result is not None
        desc = operation.result.desc
        if operation.device is not None and operation.device not in self._devices:
            raise SimulationError(f"device {operation.device} is not defined")
        self._check_placement(operation)
        self._pool.reserve(operation.result)
        try:
            computed = operation.compute(tuple(map(self._values, operation.operands)))
        except (ValueError, TypeError, IndexError, ArithmeticError) as error:
            raise KernelError(" ".join(str(error).split())) from None
        values = np.asarray(computed)
        require_shape(values.shape, desc.shape)
        tensor = Tensor(desc, round_to(values, desc.data_type))
        self._pool.put(operation.result.global_id, tensor)
        return tensor

    def _values(self, operand: Operand) -> Any:
        if isinstance(operand, tuple):
            return [self._pool.get(ref).values for ref in operand]
        return None if operand is None else self._pool.get(operand).values

    def _check_placement(self, operation: Operation) -> None:
        """Moves between host and device must start on the right side."""
        if operation.op_type not in ("ToDeviceOp", "FromDeviceOp"):
            return
        for ref in operation.tensors():
            wanted = operation.op_type == "ToDeviceOp"
            if self._pool.get(ref).desc.on_host != wanted:
                side = "on a device" if wanted else "on the host"
                raise SimulationError(f"tensor {ref.global_id} is already {side}")
