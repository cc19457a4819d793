"""TTNN programs: their operations, ready to run."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from ttmlir_py.runtime.dataflow import DataFlow
from ttmlir_py.runtime.decoding import decode, operation_label
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.fusion import Chain, plan
from ttmlir_py.runtime.kept import Kept, Prepared
from ttmlir_py.runtime.limits import DecodingBudget
from ttmlir_py.runtime.loops import Jumps, jumps
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.program import Program
from ttmlir_py.schemas import BinaryError, TableView


class TTNNProgram(Program):
    """A program of a `.ttnn` file. Its operations are decoded on first use.

    `const_eval` is the program that computes constants, which are the last inputs in the file. Its
    operations are the first ones here, so that these tensors are not inputs. It may read inputs of
    this program, which are parameters.
    """

    def __init__(
        self,
        index: int,
        view: TableView,
        budget: DecodingBudget,
        const_eval: TableView | None = None,
    ) -> None:
        budget.spend(len(view.operations or ()))
        super().__init__(index, view, budget)
        self._const_eval = const_eval
        self.kept = Kept()
        if const_eval is not None:
            computed = {ref.global_id for ref in const_eval.outputs or ()}
            self.inputs = [ref for ref in self.inputs if ref.global_id not in computed]

    def labels(self) -> Iterator[str]:
        """Yield the label of each operation."""
        yield from (operation_label(view) for view, _ in self._views())

    def _views(self) -> Iterator[tuple[TableView, bool]]:
        """Yield the table of each operation, and whether it computes constants."""
        if self._const_eval is not None:
            for view in self._const_eval.operations or ():
                yield view, True
        for view in self.view.operations or ():
            yield view, bool(getattr(view, "is_cached", False))

    @cached_property
    def operations(self) -> list[Operation]:
        """Return the decoded and checked operations.

        Raises `SimulationError` for the first one that cannot be simulated.
        """
        flow = DataFlow(self.inputs)
        constant = {ref.global_id for ref in self.inputs}
        operations: list[Operation] = []
        for index, (view, is_cached) in enumerate(self._views()):
            label = operation_label(view)
            try:
                operation = decode(index, label, view, flow)
                is_cached &= all(ref.global_id in constant for ref in operation.refs)
                if is_cached:
                    operation = replace(operation, is_cached=True)
                if operation.result is not None:
                    change = constant.add if is_cached else constant.discard
                    change(operation.result.global_id)
                flow.enter(operation)
                self._budget.spend(len(operation.refs))
            except (BinaryError, SimulationError) as error:
                place = f"{self}: operation {index} ({label})"
                raise SimulationError(f"{place}: {error}") from None
            operations.append(operation)
        for index, ref in enumerate(self.outputs):
            try:
                flow.use(ref)
            except SimulationError as error:
                raise SimulationError(f"{self}: output {index}: {error}") from None
        return operations

    @cached_property
    def jumps(self) -> Jumps:
        """Return the jumps of the program's loops. Raises `SimulationError`."""
        try:
            return jumps(self.operations)
        except SimulationError as error:
            raise SimulationError(f"{self}: {error}") from None

    @cached_property
    def plan(self) -> list[Operation | Chain]:
        """Return the operations and chains that a run without observers executes.

        Raises `SimulationError` like `operations`.
        """
        if self.jumps:
            return [*self.operations]  # a loop may read a tensor after its last reader in the list
        prepared = self.prepared
        if prepared is not None:
            return [*prepared.first, *prepared.rest]
        return plan(self.inputs, self.operations)

    @cached_property
    def prepared(self) -> Prepared | None:
        """Return the steps in two parts, or None if nothing can be computed once for all runs.

        Raises `SimulationError` like `operations`.
        """
        cached = [each for each in self.operations if each.is_cached]
        if not cached or self.jumps:
            return None
        others = [each for each in self.operations if not each.is_cached]
        read = {ref.global_id for each in others for ref in each.refs}
        read.update(ref.global_id for ref in self.outputs)
        results = [each.result for each in cached if each.result is not None]
        kept = [ref for ref in results if ref.global_id in read]
        given = {ref.global_id for each in cached for ref in each.refs}
        return Prepared(
            plan(self.inputs, cached),
            plan([*self.inputs, *kept], others),
            [ref for ref in self.inputs if ref.global_id in given],
            kept,
        )

    @cached_property
    def read_once(self) -> frozenset[int]:
        """Return the ids of inputs that exactly one operation or chain reads, as is true of most
        weights.
        """
        if self.jumps:
            return frozenset()
        reads = Counter(ref.global_id for ref in self.outputs)
        for each in self.plan:
            if isinstance(each, Chain):
                reads.update(taken.global_id for taken in each.inputs)
            elif not each.kernel.device.frees:
                reads.update(ref.global_id for ref in each.refs)
        return frozenset(ref.global_id for ref in self.inputs if reads[ref.global_id] == 1)
