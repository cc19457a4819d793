"""The Python side of the host library, which answers a program's calls over a socket.

Each call and each answer is a line. `python -m ttmlir_py.standalone.server N` serves the socket
with file descriptor N. With `$TTNN_HOST_TRACE` set, it writes a line per call to standard error.
"""

import itertools
import json
import os
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, ClassVar, cast

import numpy as np

from ttmlir_py import ttnn
from ttmlir_py.runtime.errors import SimulationError


class Session:
    """The tensors of one program, by the numbers that requests use."""

    _numbers: ClassVar = itertools.count(1)
    """Numbers for tensors, shared by all sessions.

    A tensor that a program keeps from an earlier run therefore never names a new one.
    """

    def __init__(
        self, inputs: Sequence[ttnn.Tensor] = (), trace: Callable[[str], None] | None = None
    ) -> None:
        self._tensors: dict[int, ttnn.Tensor] = {}
        self._inputs = inputs
        self._trace = trace
        self.line: int | None = None
        """The current line of the program, or None if it does not report lines."""
        self.outputs: list[ttnn.Tensor] = []
        self.failure: str | None = None

    def serve(self, connection: socket.socket) -> None:
        """Answer requests until the program closes the socket on its side."""
        with connection.makefile("rw", encoding="utf-8", newline="\n") as stream:
            for line in stream:
                try:
                    answer = self.answer(line)
                except SimulationError as error:
                    answer = f"error {' '.join(str(error).split())}"
                stream.write(f"{answer}\n")
                stream.flush()

    def answer(self, line: str) -> str:
        """Execute a request. Return the number of the tensor that it creates, or "".

        Raises SimulationError.
        """
        request = json.loads(line)
        name: str = request["function"]
        self.line = request.get("line")
        arguments = [self._value(each) for each in request["arguments"]]
        keywords = {key: self._value(value) for key, value in request["keywords"].items()}
        for number in request["released"]:
            self._tensors.pop(number, None)
        if name.startswith("host."):
            return getattr(self, name.removeprefix("host."))(*arguments)
        result = call(name, arguments, keywords, self._trace)
        return str(self._number(result)) if isinstance(result, ttnn.Tensor) else ""

    def _number(self, tensor: ttnn.Tensor) -> int:
        number = next(self._numbers)
        self._tensors[number] = tensor
        return number

    def _value(self, value: Any) -> Any:
        """Return the argument that a JSON value describes.

        It is plain JSON, or an object whose only key is the kind of argument.
        """
        if isinstance(value, list):
            return [self._value(each) for each in cast("list[Any]", value)]
        if not isinstance(value, dict):
            return value
        ((kind, content),) = cast("dict[str, Any]", value).items()
        match kind:
            case "tensor":
                if content not in self._tensors:
                    raise ttnn.TtnnError("a tensor of an earlier run is used")
                return self._tensors[content]
            case "device":
                return ttnn.open_device(content)
            case "memory_config":
                return _memory_config(*content)
            case _:
                members = list(getattr(ttnn, kind))
                if content >= len(members):
                    raise ttnn.TtnnError(f"ttnn.{kind}: not a format")
                return members[content]

    # ---- requests of the library itself: functions named host.*

    def inputs(self) -> str:
        """Return the numbers that identify the program's input tensors."""
        return " ".join(str(self._number(tensor)) for tensor in self._inputs)

    def returned(self, tensors: list[ttnn.Tensor]) -> str:
        """Store the program's results."""
        self.outputs = tensors
        return ""

    def failed(self, message: str) -> str:
        """Store the program's error message."""
        self.failure = message
        return ""

    def describe(self, tensor: ttnn.Tensor) -> str:
        """Return type and values of a tensor on one line."""
        return describe(tensor)


def _memory_config(layout: int, buffer: int) -> ttnn.MemoryConfig:
    return ttnn.MemoryConfig(list(ttnn.TensorMemoryLayout)[layout], list(ttnn.BufferType)[buffer])


def call(
    name: str,
    arguments: Sequence[Any],
    keywords: dict[str, Any],
    trace: Callable[[str], None] | None = None,
) -> Any:
    """Call the function `name` of `ttmlir_py.ttnn`, and report the call to `trace`."""
    result = getattr(ttnn, name)(*arguments, **keywords)
    if trace is not None:
        operands = (each.type_text for each in arguments if isinstance(each, ttnn.Tensor))
        text = f"ttnn.{name}({', '.join(operands)})"
        trace(f"{text} -> {describe(result)}" if isinstance(result, ttnn.Tensor) else text)
    return result


def describe(tensor: ttnn.Tensor) -> str:
    """Return type, first and last values of a tensor, such as `2x2xbf16 [1. 2. 3. 4.]`."""
    values = np.array2string(tensor.values.reshape(-1), threshold=6, precision=6)
    return f"{tensor.type_text} {' '.join(values.split())}"


def main(arguments: Sequence[str]) -> None:
    """Serve the socket whose file descriptor is the only argument."""

    def trace(text: str) -> None:
        print(text, file=sys.stderr)

    # A ConnectionError means that the program was interrupted and no longer waits for an answer.
    with suppress(ConnectionError), socket.socket(fileno=int(arguments[0])) as connection:
        session = Session(trace=trace if os.environ.get("TTNN_HOST_TRACE") else None)
        session.serve(connection)


if __name__ == "__main__":
    main(sys.argv[1:])
