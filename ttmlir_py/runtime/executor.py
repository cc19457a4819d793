"""The executor of a program: it stores live tensors, calls kernels and rounds results.

Static checks were made when the program was decoded (`dataflow`).
"""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from time import perf_counter

import numpy as np

from ttmlir_py.runtime.errors import MemoryLimitError, SimulationError
from ttmlir_py.runtime.evaluation import Evaluation, Finish, as_it_is, as_on_device, evaluate, infer
from ttmlir_py.runtime.events import RunEvents, combine_hooks, watching
from ttmlir_py.runtime.fusion import Chain
from ttmlir_py.runtime.kept import Prepared, digest, unshared
from ttmlir_py.runtime.kernels.arithmetic import Arithmetic
from ttmlir_py.runtime.limits import mebibytes
from ttmlir_py.runtime.loops import ordered
from ttmlir_py.runtime.mesh import result_copies
from ttmlir_py.runtime.narrow import NarrowProducts, is_narrow, widened
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorRef
from ttmlir_py.runtime.time_outs import HangError, gives_up, hang_text, time_out
from ttmlir_py.runtime.ttnn_program import TTNNProgram


class TensorPool:
    """The live tensors of a run by id, and their total size, which a limit bounds."""

    def __init__(self, memory_limit: int) -> None:
        self.tensors: dict[int, Tensor] = {}
        self._limit = memory_limit
        self._bytes = 0

    def reserve(self, ref: TensorRef, needed: int) -> None:
        """Raise `MemoryLimitError` if `needed` bytes for the tensor `ref` would exceed the
        limit.
        """
        if self._bytes + needed > self._limit:
            raise MemoryLimitError(
                f"tensor {ref.global_id} ({ref.desc.type_text}): needs {mebibytes(needed)} with "
                f"{mebibytes(self._bytes)} in use, expected at most {mebibytes(self._limit)} in "
                "total; raise the memory limit"
            )

    def has_room(self, needed: int) -> bool:
        """Whether `needed` more bytes are within the limit."""
        return self._bytes + needed <= self._limit

    def put(self, global_id: int, tensor: Tensor) -> None:
        """Store a tensor under an id. A previous tensor with this id is replaced."""
        if global_id in self.tensors:
            self._bytes -= _owned_bytes(self.tensors[global_id])
        self._bytes += _owned_bytes(tensor)
        self.tensors[global_id] = tensor

    def deallocate(self, ref: TensorRef) -> None:
        """Remove a tensor from the pool."""
        self._bytes -= _owned_bytes(self.tensors.pop(ref.global_id))


def _owned_bytes(tensor: Tensor) -> int:
    """Return the bytes of a tensor's values. Narrow values count as widened.

    A tensor whose elements share one stored value takes no memory.
    """
    if not any(tensor.values.strides):
        return 0
    return tensor.values.nbytes * (2 if is_narrow(tensor) else 1)


def _placed(
    error: SimulationError | MemoryError, operation: Operation, program: TTNNProgram
) -> SimulationError:
    """Return a SimulationError with the message of `error` and the name of the operation.

    Memory-limit and time-out errors keep their type.
    """
    kinds = (MemoryLimitError, HangError)
    kind = next((each for each in kinds if isinstance(error, each)), SimulationError)
    text = str(error) if isinstance(error, SimulationError) else "out of memory"
    return kind(operation.placed(program, text))


class Executor:
    """One run of a program.

    `finish` converts a kernel's result to the values to store. `numerics`, if given, evaluate
    operations instead.
    """

    def __init__(
        self,
        program: TTNNProgram,
        hooks: RunEvents,
        memory_limit: int,
        finish: Finish = as_on_device,
        numerics: Evaluation | None = None,
    ) -> None:
        self._program = program
        self._hooks = hooks
        self._pool = TensorPool(memory_limit)
        self._limit = time_out()
        self._finish = finish
        self._finish_exact = as_it_is if finish is as_on_device else finish
        self._numerics = numerics
        self._narrow: frozenset[int] = frozenset()
        """Ids of the inputs in 16-bit formats, which are widened only when an operation reads
        them.
        """
        self._products = NarrowProducts()

    def run(self, inputs: Sequence[Tensor]) -> list[Tensor]:
        """Run on inputs that match their descriptors, and return the outputs.

        Inputs in bfloat16 or float16 may be stored in these types. Such an input is widened to
        float32 when the only operation that reads it runs, so that weights are not all widened in
        memory at once. If an observer is present, inputs are widened first, because it receives
        float32. Raises `SimulationError`, which names the operation.
        """
        try:
            if watching.watcher is None:
                return self._run_all(inputs)
            with watching.watcher.watch_run(self._program) as watched:
                self._hooks = combine_hooks(self._hooks, watched)
                return self._run_all(inputs)
        finally:
            self._products.end()

    def _run_all(self, inputs: Sequence[Tensor]) -> list[Tensor]:
        program, pool = self._program, self._pool
        operations = program.operations  # reading the property checks all operations
        seen = self._is_watched or self._hooks.begin or self._hooks.end
        self._narrow = frozenset() if seen else program.read_once
        held: list[Tensor] = []
        for ref, tensor in zip(program.inputs, inputs, strict=True):
            try:
                pool.reserve(ref, _owned_bytes(tensor))
            except MemoryLimitError as error:
                raise MemoryLimitError(f"{program}: input {error}") from None
            held.append(tensor if ref.global_id in self._narrow else widened(tensor))
            pool.put(ref.global_id, held[-1])
        if self._hooks.begin:
            self._hooks.begin(program, held)
        prepared = None if self._is_watched else program.prepared
        with np.errstate(all="ignore"):
            if prepared is not None:
                self._put_constants(prepared)
            self._execute(self._steps(operations) if prepared is None else prepared.rest)
        outputs = [pool.tensors[ref.global_id] for ref in program.outputs]
        if prepared is not None:
            outputs = list(map(unshared, outputs))
        if self._hooks.end:
            self._hooks.end(program, outputs, pool.tensors)
        return outputs

    def _execute(self, steps: Iterable[Operation | Chain]) -> None:
        due, now = self._hooks.due, perf_counter
        for each in steps:
            if isinstance(each, Chain):
                self._run_chain(each)
                continue
            if due and each.refs:
                due(now())
            self._run_placed(each)

    def _put_constants(self, prepared: Prepared) -> None:
        """Compute what depends on constants and parameters, unless an earlier run did so for the
        same parameters.
        """
        kept, pool = self._program.kept, self._pool
        key = digest(pool.tensors[ref.global_id] for ref in prepared.parameters)
        results = kept.get(key)
        if results is None:
            self._execute(prepared.first)
            made = {ref.global_id: pool.tensors[ref.global_id] for ref in prepared.results}
            results = kept.put(key, made)
        for ref in prepared.results:
            tensor = results[ref.global_id]
            if ref.global_id not in pool.tensors:
                try:
                    pool.reserve(ref, _owned_bytes(tensor))
                except MemoryLimitError as error:
                    raise MemoryLimitError(f"{self._program}: constant {error}") from None
            pool.put(ref.global_id, tensor)

    def _steps(self, operations: Sequence[Operation]) -> Iterable[Operation | Chain]:
        """Return the operations, or chains of them, in the order in which they run."""
        if self._program.jumps:
            return ordered(operations, self._program.jumps, self._holds)
        return operations if self._is_watched else self._program.plan

    def _holds(self, operation: Operation) -> bool | None:
        """Return the condition of an operation that may leave a loop, or None if no values are
        computed.
        """
        if not self._hooks.computes:
            return None
        (ref,) = operation.refs
        return bool(np.any(self._pool.tensors[ref.global_id].values))

    @property
    def _is_watched(self) -> bool:
        """Whether an observer needs to see single operations, or chains cannot run for another
        reason.
        """
        hooks = self._hooks
        looks = hooks.before or hooks.after or hooks.freed or hooks.due or not hooks.computes
        plain = self._finish is as_on_device and self._numerics is None and self._limit == math.inf
        return bool(looks) or not plain

    def _run_chain(self, chain: Chain) -> None:
        """Run a chain of operations at once, or one by one if its operands or memory require
        that.
        """
        try:
            made = chain.run(self._pool.tensors) if self._pool.has_room(chain.needed) else None
        except MemoryError:
            made = None
        if made is None:
            for operation in chain.operations:
                self._run_placed(operation)
            return
        for ref in chain.freed:  # freed first, because a result may have the id of a freed tensor
            self._pool.deallocate(ref)
        for global_id, tensor in made:
            self._pool.put(global_id, tensor)

    def _run_placed(self, operation: Operation) -> None:
        """Run an operation. A `SimulationError` gets the name of the operation in its message."""
        try:
            self._run(operation)
        except (SimulationError, MemoryError) as error:
            placed = _placed(error, operation, self._program)
            self._tell(placed)
            raise placed from None
        except Exception as error:
            self._tell(error)
            raise

    def _tell(self, error: Exception) -> None:
        if self._hooks.failed:
            self._hooks.failed(error)

    def _run(self, operation: Operation) -> None:
        pool, hooks = self._pool, self._hooks
        tensors = pool.tensors
        operands = [tensors[ref.global_id] for ref in operation.refs]
        arithmetic = None
        if self._narrow and not operation.kernel.device.frees:
            if operation.kernel.cost.work == "product":
                operands[1], arithmetic = self._products.factor(operands[1])
            operands = list(map(widened, operands))
        if hooks.before:
            hooks.before(operation, operands)
        result = None
        if operation.result is not None:
            result = self._compute(operation, operands, arithmetic)
            pool.put(operation.result.global_id, result)
        for ref in operation.freed:
            pool.deallocate(ref)
            if hooks.freed:
                hooks.freed(ref)
        if hooks.after:
            hooks.after(operation, operands, result)

    def _finish_of(self, operation: Operation) -> Finish:
        return self._finish_exact if operation.is_exact else self._finish

    def _compute(
        self,
        operation: Operation,
        operands: Sequence[Tensor],
        arithmetic: Arithmetic | None,
    ) -> Tensor:
        assert operation.result is not None
        copies, collective = 1, operation.kernel.collective
        if collective or True in [each.per_device for each in operands]:
            mesh = operation.mesh if collective else None
            copies = result_copies(operands, mesh, joins=operation.joins_devices)
        if not self._hooks.computes:
            return infer(operation, operands, copies)
        self._pool.reserve(operation.result, operation.result_bytes * copies)
        if self._numerics is not None:
            call = partial(self._numerics.evaluate, operation, operands, copies)
        elif self._limit == math.inf:
            compute = None
            if arithmetic is not None:
                compute = partial(operation.compute, arithmetic=arithmetic)
            return evaluate(operation, operands, self._finish_of(operation), copies, compute)
        else:
            call = partial(evaluate, operation, operands, self._finish_of(operation), copies)
        if self._limit == math.inf:
            return call()
        made = gives_up(call, self._limit)
        if made is None:
            raise HangError(hang_text(operation.label, self._limit))
        return made[0]
