"""An interactive debugger for programs, with the commands of pdb.

It stops before operations, shows the program around them and what tensors hold. Streams are given from
outside, so that scripts and tests can drive it.
"""

import cmd
import inspect
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

import numpy as np

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram

_INDEX = re.compile(r"\s*\[([-+\d:,\s]*)\]\s*")
_AROUND = 5
"""Operations that `list` shows before and after the current one."""
_SHOWN = 64
"""Elements from which on `print` leaves out the middle of a tensor."""


class Debugger(cmd.Cmd):
    """Stops a run before operations and takes commands; `hooks` connects it to a run.

    `breakpoints` are places as the command `break` takes them. With `stop_at_start` it stops before the first
    operation. `quit`, and the end of the input, end the run with a `SimulationError`.
    """

    prompt = "(ttrt) "
    use_rawinput = False
    doc_header = "Commands (help COMMAND explains one; s, n, c, p, o, l, t, b and q are short for the usual ones):"

    def __init__(
        self,
        *,
        input: TextIO | None = None,
        output: TextIO | None = None,
        breakpoints: Sequence[str] = (),
        stop_at_start: bool = True,
    ) -> None:
        super().__init__(stdin=input or sys.stdin, stdout=output or sys.stdout)
        self._places = list(breakpoints)
        self._stops: set[int] = set()
        self._stop_at_start = stop_at_start
        self._steps = 0
        """Operations until the next stop; 0 for running on."""
        self._only_computing = False
        self._ended = False
        self._quits = False
        self._program: TTNNProgram | None = None
        self._operation: Operation | None = None
        self._operands: Sequence[Tensor] = ()
        self._result: Tensor | None = None
        self._live: dict[int, Tensor] = {}

    @property
    def hooks(self) -> RunEvents:
        """Hooks that feed this debugger; give them last, so that other tools are up to date when it stops."""
        return RunEvents(self._begin, self._before, self._after, self._end, self._freed)

    def _begin(self, program: TTNNProgram, inputs: Sequence[Tensor]) -> None:
        self._program, self._result, self._operands = program, None, inputs
        self._steps, self._ended = int(self._stop_at_start), False
        refs = zip(program.inputs, inputs, strict=True)
        self._live = {ref.global_id: tensor for ref, tensor in refs}
        for place in self._places:
            if not self._matching(place):
                raise SimulationError(f"{program}: no operation matches the breakpoint '{place}'")
        self._find_stops()

    def _find_stops(self) -> None:
        self._stops = {each.index for place in self._places for each in self._matching(place)}

    def _before(self, operation: Operation, operands: Sequence[Tensor]) -> None:
        self._operation, self._operands = operation, operands
        counts = operation.kernel.defines_contents or not self._only_computing
        if self._steps and counts:
            self._steps -= 1
            if not self._steps:
                self._stop()
                return
        if operation.index in self._stops:
            self._stop()

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        if result is not None and operation.result is not None:
            self._live[operation.result.global_id] = result
            if operation.kernel.defines_contents:
                self._result = result

    def _freed(self, ref: TensorRef) -> None:
        self._live.pop(ref.global_id, None)

    def _end(
        self, program: TTNNProgram, outputs: Sequence[Tensor], live: Mapping[int, Tensor]
    ) -> None:
        self._ended = True
        if self._steps:
            self._operands = outputs
            self._stop()

    def _stop(self) -> None:
        self._say(self._here())
        self._quits = False
        self.cmdloop()
        if self._quits and not self._ended:
            raise SimulationError("stopped by the debugger")

    def _here(self) -> str:
        if self._ended or self._operation is None:
            return f"{self._program}: at its end"
        return f"> {_line(self._operation)}"

    def _say(self, text: str) -> None:
        self.stdout.write(text + "\n")

    def precmd(self, line: str) -> str:
        """Repeat commands that do not come from a terminal, so that the output reads as a session."""
        if not self.stdin.isatty():
            self._say("" if line == "EOF" else line)
        return line

    def emptyline(self) -> bool:
        """An empty line is a step, as repeating the last command would be after one."""
        return self.onecmd("step")

    def default(self, line: str) -> None:
        """Anything that is no command."""
        self._say(f"unknown command '{line.split()[0]}': help lists all")

    def onecmd(self, line: str) -> bool:
        """Run a command; its short form is another name for it."""
        name, _, rest = line.strip().partition(" ")
        return bool(super().onecmd(f"{_SHORT.get(name, name)} {rest}".strip()))

    def do_step(self, argument: str) -> bool:
        """step [N]: run the next operation, or the next N, and stop."""
        if argument and not (argument.isdecimal() and int(argument)):
            self._say(f"'{argument}' is no number of operations")
            return False
        self._steps, self._only_computing = int(argument or 1), False
        return True

    def do_next(self, argument: str) -> bool:
        """next: as step, but do not stop before operations that compute nothing (empty, deallocate)."""
        self._steps, self._only_computing = 1, True
        return True

    def do_continue(self, argument: str) -> bool:
        """continue: run to the next breakpoint, or to the end."""
        self._steps = 0
        return True

    def do_quit(self, argument: str) -> bool:
        """quit: end the run."""
        self._quits = True
        return True

    do_EOF = do_quit

    def do_help(self, arg: str) -> None:
        """help [COMMAND]: explain a command, or list all."""
        command = getattr(self, f"do_{_SHORT.get(arg, arg)}", None) if arg else None
        if command is None:
            super().do_help(arg)
        else:
            self._say(inspect.getdoc(command) or "")

    def do_break(self, argument: str) -> None:
        """break [PLACE]: stop before the operations at a place; without one: list the breakpoints.

        A place is an index, part of a kind (matmul), or part of the location of operations with a result."""
        if not argument:
            self._say("\n".join(self._places) or "no breakpoints")
            return
        found = self._matching(argument)
        if not found:
            self._say(f"no operation matches '{argument}'")
            return
        self._places.append(argument)
        self._find_stops()
        self._say("\n".join(map(_line, found)))

    def do_clear(self, argument: str) -> None:
        """clear [PLACE]: forget a breakpoint, or all."""
        if argument and argument not in self._places:
            self._say(f"no breakpoint '{argument}'")
            return
        self._places = [place for place in self._places if argument and place != argument]
        self._find_stops()

    def do_op(self, argument: str) -> None:
        """op [N]: the operation in full (number N, or the one that is next): IR, location, operands, result."""
        operation = self._chosen(argument)
        if operation is None:
            return
        self._say(_line(operation))
        self._say(f"  {operation.text or 'no IR in the binary'}")
        self._say(f"  {operation.location or 'no location in the binary'}")
        for index, ref in enumerate(operation.refs):
            self._say(f"  in{index}: tensor {ref.global_id}  {ref.desc}")
        if operation.result is not None:
            self._say(f"  result: tensor {operation.result.global_id}  {operation.result.desc}")

    def do_list(self, argument: str) -> None:
        """list [all]: operations around the next one, or all."""
        assert self._program is not None
        operations = self._program.operations
        current = (
            len(operations) if self._ended else self._operation.index if self._operation else 0
        )
        for operation in operations:
            if argument == "all" or abs(operation.index - current) <= _AROUND:
                self._say(f"{'->' if operation.index == current else '  '} {_line(operation)}")

    def do_tensors(self, argument: str) -> None:
        """tensors: all tensors that are live."""
        for global_id, tensor in sorted(self._live.items()):
            self._say(f"{global_id:>4}  {tensor.desc}")

    def do_print(self, argument: str) -> None:
        """print TENSOR [INDEX]: elements, INDEX as in numpy: print in0 [0, :4]

        TENSOR is an id, in0, in1, ... (operands of the next operation), out (the last result) or arg0, ...
        (inputs)."""
        tensor, rest = self._tensor(argument)
        if tensor is None:
            return
        values = tensor.values
        if rest:
            index = _INDEX.fullmatch(rest)
            try:
                values = values[tuple(map(_subscript, index[1].split(",")))] if index else None
            except (IndexError, ValueError):
                values = None
        if values is None:
            self._say(f"'{rest}' is no index into {tensor.desc.type_text}")
        else:
            self._say(np.array2string(np.asarray(values), threshold=_SHOWN, edgeitems=3))

    def do_stats(self, argument: str) -> None:
        """stats TENSOR: smallest, largest and mean element, NaN and infinities. TENSOR as in print."""
        tensor, _ = self._tensor(argument)
        if tensor is not None:
            self._say(f"{tensor.desc}\n{tensor.stats()}  {tensor.stats().zeros} zeros")

    def _chosen(self, argument: str) -> Operation | None:
        assert self._program is not None
        operations = self._program.operations
        if not argument and not self._ended:
            return self._operation
        if argument.isdecimal() and int(argument) < len(operations):
            return operations[int(argument)]
        self._say(f"no operation '{argument}': there are 0 to {len(operations) - 1}")
        return None

    def _tensor(self, argument: str) -> tuple[Tensor | None, str]:
        """The tensor that a command names first, and the rest of its argument."""
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
            self._say(f"no live tensor '{name}': tensors lists them")
        return named.get(name), f"{bracket}{index} {rest}".strip()

    def _matching(self, place: str) -> list[Operation]:
        """Operations that a breakpoint means."""
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


_SHORT = {
    "s": "step",
    "n": "next",
    "c": "continue",
    "q": "quit",
    "b": "break",
    "o": "op",
    "l": "list",
    "t": "tensors",
    "p": "print",
}


def _line(operation: Operation) -> str:
    result = operation.result
    made = "" if result is None else f" -> {result.global_id}: {result.desc.type_text}"
    operands = ", ".join(str(ref.global_id) for ref in operation.refs)
    return f"{operation.index}: {operation.label}({operands}){made}  {operation.location}".rstrip()


def _subscript(text: str) -> int | slice:
    """One dimension's index, as in numpy."""
    parts = [int(part) if part.strip() else None for part in text.split(":")]
    if len(parts) == 1:
        if parts[0] is None:
            raise ValueError
        return parts[0]
    return slice(*parts)
