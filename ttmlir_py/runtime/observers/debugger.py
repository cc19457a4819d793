"""An interactive debugger for programs, which stops before operations and shows tensors."""

from collections.abc import Mapping, Sequence
from typing import TextIO

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.observers.console import Console
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram

_AROUND = 5
"""Number of operations that `list` shows before and after the current one."""


class Debugger(Console):
    """A debugger that stops a run before operations and reads commands. Pass `hooks` to the run.

    `breakpoints` are places, as the command `break` takes them. With `stop_at_start` it stops
    before the first operation. `quit` and the end of the input end the run with a
    `SimulationError`.
    """

    def __init__(
        self,
        *,
        input: TextIO | None = None,
        output: TextIO | None = None,
        breakpoints: Sequence[str] = (),
        stop_at_start: bool = True,
    ) -> None:
        super().__init__(input=input, output=output, breakpoints=breakpoints)
        self._stops: set[int] = set()
        self._stop_at_start = stop_at_start
        self._only_computing = False
        self._program: TTNNProgram | None = None
        self._operation: Operation | None = None
        self._operands: Sequence[Tensor] = ()
        self._result: Tensor | None = None
        self._live: dict[int, Tensor] = {}

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this debugger.

        Combine them last, so that other observers are up to date when it stops.
        """
        return RunEvents(self._begin, self._before, self._after, self._end, self._freed)

    def _begin(self, program: TTNNProgram, inputs: Sequence[Tensor]) -> None:
        self._program, self._result, self._operands = program, None, inputs
        self.steps, self.ended = int(self._stop_at_start), False
        refs = zip(program.inputs, inputs, strict=True)
        self._live = {ref.global_id: tensor for ref, tensor in refs}
        for place in self.places:
            if not self.matching(place):
                raise SimulationError(f"{program}: no operation matches the breakpoint '{place}'")
        self.places_changed()

    def places_changed(self) -> None:
        """Find the operations that the breakpoints match."""
        self._stops = {each.index for place in self.places for each in self.matching(place)}

    def _before(self, operation: Operation, operands: Sequence[Tensor]) -> None:
        self._operation, self._operands = operation, operands
        counts = operation.kernel.device.defines_contents or not self._only_computing
        if self.steps and counts:
            self.steps -= 1
            if not self.steps:
                self.stop()
                return
        if operation.index in self._stops:
            self.stop()

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        if result is not None and operation.result is not None:
            self._live[operation.result.global_id] = result
            if operation.kernel.device.defines_contents:
                self._result = result

    def _freed(self, ref: TensorRef) -> None:
        self._live.pop(ref.global_id, None)

    def _end(
        self, program: TTNNProgram, outputs: Sequence[Tensor], live: Mapping[int, Tensor]
    ) -> None:
        self.ended = True
        if self.steps:
            self._operands = outputs
            self.stop()

    def here(self) -> str:
        """Return a line that describes the next operation."""
        if self.ended or self._operation is None:
            return f"{self._program}: at its end"
        return f"> {_line(self._operation)}"

    def do_step(self, argument: str) -> bool:
        """step [N]: run the next operation, or the next N, and stop."""
        self.steps, self._only_computing = self.count(argument), False
        return self.steps > 0

    def do_next(self, argument: str) -> bool:
        """next: like step, but skip operations that compute nothing (empty, deallocate)."""
        self.steps, self._only_computing = 1, True
        return True

    def do_break(self, argument: str) -> None:
        """break [PLACE]: stop before operations at a place; without PLACE: list breakpoints.

        A place is an index, part of a kind (matmul), or part of the location of operations with a
        result.
        """
        super().do_break(argument)

    def do_op(self, argument: str) -> None:
        """op [N]: print operation N, or the next one: IR, location, operands, result."""
        operation = self._chosen(argument)
        if operation is None:
            return
        self.say(_line(operation))
        self.say(f"  {operation.text or 'no IR in the binary'}")
        self.say(f"  {operation.location or 'no location in the binary'}")
        for index, ref in enumerate(operation.refs):
            self.say(f"  in{index}: tensor {ref.global_id}  {ref.desc}")
        if operation.result is not None:
            self.say(f"  result: tensor {operation.result.global_id}  {operation.result.desc}")

    def do_list(self, argument: str) -> None:
        """list [all]: operations around the next one, or all."""
        assert self._program is not None
        operations = self._program.operations
        current = len(operations) if self.ended else self._operation.index if self._operation else 0
        for operation in operations:
            if argument == "all" or abs(operation.index - current) <= _AROUND:
                self.say(f"{'->' if operation.index == current else '  '} {_line(operation)}")

    def do_tensors(self, argument: str) -> None:
        """tensors: all tensors that are live."""
        for global_id, tensor in sorted(self._live.items()):
            self.say(f"{global_id:>4}  {tensor.desc}")

    def do_print(self, argument: str) -> None:
        """print TENSOR [INDEX]: elements, INDEX as in numpy: print in0 [0, :4]

        TENSOR is an id, in0, in1, ... (operands of the next operation), out (the last result) or
        arg0, ... (inputs).
        """
        tensor, rest = self._tensor(argument)
        if tensor is None:
            return
        self.show(tensor.values, rest, tensor.desc.type_text)

    def do_stats(self, argument: str) -> None:
        """stats TENSOR: smallest, largest and mean element, NaN, infinities. TENSOR as in print."""
        tensor, _ = self._tensor(argument)
        if tensor is not None:
            self.say(f"{tensor.desc}\n{tensor.stats()}  {tensor.stats().zeros} zeros")

    def _chosen(self, argument: str) -> Operation | None:
        assert self._program is not None
        operations = self._program.operations
        if not argument and not self.ended:
            return self._operation
        if argument.isdecimal() and int(argument) < len(operations):
            return operations[int(argument)]
        self.say(f"no operation '{argument}': there are 0 to {len(operations) - 1}")
        return None

    def _tensor(self, argument: str) -> tuple[Tensor | None, str]:
        """Return the tensor that a command's first argument names, or None, and the rest of the
        argument.
        """
        assert self._program is not None
        name, _, rest = argument.partition(" ")
        name, bracket, index = name.partition("[")
        named: dict[str, Tensor] = {str(key): tensor for key, tensor in self._live.items()}
        named |= {f"in{place}": tensor for place, tensor in enumerate(self._operands)}
        for argument_name, ref in zip(self._program.input_names, self._program.inputs, strict=True):
            if ref.global_id in self._live:
                named[argument_name] = self._live[ref.global_id]
        if self._result is not None:
            named["out"] = self._result
        if name not in named:
            self.say(f"no live tensor '{name}': tensors lists them")
        return named.get(name), f"{bracket}{index} {rest}".strip()

    def matching_lines(self, place: str) -> list[str]:
        """Return a line for each operation that the breakpoint `place` matches."""
        return list(map(_line, self.matching(place)))

    def matching(self, place: str) -> list[Operation]:
        """Return the operations that the breakpoint `place` matches."""
        assert self._program is not None
        operations = self._program.operations
        if place.isdecimal():
            return operations[int(place) : int(place) + 1]
        return [
            each
            for each in operations
            if place.lower() in each.label.lower()
            or (place in each.location and each.result is not None)
        ]


def _line(operation: Operation) -> str:
    result = operation.result
    made = "" if result is None else f" -> {result.global_id}: {result.desc.type_text}"
    operands = ", ".join(str(ref.global_id) for ref in operation.refs)
    return f"{operation.index}: {operation.label}({operands}){made}  {operation.location}".rstrip()
