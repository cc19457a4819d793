"""Runs of C++, Python and TTMetal programs on a source's inputs."""

from __future__ import annotations

import inspect
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from weakref import finalize

import numpy as np
from xdsl.ir import Attribute

from ttmlir_py import ttnn
from ttmlir_py.common.files import read_file, write_file
from ttmlir_py.common.identifiers import cpp_names, identifier
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.reference.numbers import Array, is_signed
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.runtime.evaluation import Finish, as_on_device, in_float64
from ttmlir_py.runtime.formats import DataFormat, to_external
from ttmlir_py.standalone.lines import with_lines
from ttmlir_py.standalone.program import SharedProgram
from ttmlir_py.standalone.run import is_cpp, load_python, script_error
from ttmlir_py.standalone.toolchain import build_shared
from ttmlir_py.tensix.binary import MetalBinary
from ttmlir_py.ttnn.tensor import finished_by, observed_by, operand_tensors
from ttmlir_py.validation.execution import Execution, Step, stored

_LISTED = """
[[maybe_unused]] static std::vector<ttnn::Tensor> listed(ttnn::Tensor tensor) { return {tensor}; }
template <class... T> [[maybe_unused]] static std::vector<ttnn::Tensor> listed(std::tuple<T...> tensors) {
  return std::apply([](auto... each) { return std::vector<ttnn::Tensor>{each...}; }, tensors);
}
"""  # noqa: E501
_TAKES_TENSORS = re.compile(
    r"^(?:ttnn::Tensor|std::tuple<[\w:, ]+>) (\w+)\(((?:ttnn::Tensor \w+(?:, )?)*)\) ?\{",
    re.MULTILINE,
)
"""Matches C++ functions with only tensor parameters, which need a wrapper that takes a list."""
_ENTRY = """
std::vector<ttnn::Tensor> verify_%(name)s(std::vector<ttnn::Tensor> inputs) {
  return listed(%(name)s(%(arguments)s));
}
"""

Call = Callable[[Sequence[ttnn.Tensor]], Sequence[ttnn.Tensor]]


@dataclass
class Text:
    """A C++ or Python program in a file."""

    path: Path
    is_cpp: bool

    @classmethod
    def read(cls, path: Path) -> Text:
        """Return the program in the file `path`: C++ if the file includes headers, otherwise
        Python.
        """
        return cls(path, is_cpp(read_file(path).decode("utf-8", "replace")))

    def run(self, function: FuncOp, inputs: Sequence[Array], *, rounded: bool) -> Execution:
        """Run the function of the same name as `function`.

        Raises StandaloneError, a SimulationError, if it cannot be built or run.
        """
        execution = Execution()
        finish: Finish = as_on_device if rounded else in_float64
        call, line = self._function(function.sym_name.data)
        calls = _Calls(self.path.name, line)

        def noted(values: Array, format_: DataFormat) -> Array:
            made = finish(values, format_)
            index = len(execution.steps)
            execution.steps.append(
                Step("", calls.label, made, format_.keyword, index=index, read=calls.read)
            )
            return made

        with finished_by(finish):
            tensors = [
                _input(array, tensor_type(argument).element_type)
                for array, argument in zip(inputs, function.body.block.args, strict=True)
            ]
            with finished_by(noted), observed_by(calls):
                outputs = call(tensors)
            execution.outputs = [each.values for each in outputs]
            execution.arguments = [
                each.values if each.is_allocated() else array
                for each, array in zip(tensors, inputs, strict=True)
            ]
        return execution

    def _function(self, name: str) -> tuple[Call, Callable[[], int | None]]:
        """Return the function to run, and another function that returns the number of the line
        being executed.
        """
        if not self.is_cpp:
            return self._python_function(name), lambda: _line_in(str(self.path))
        program, names = self._program
        called = cpp_names([name])[name]
        entry = next((f"verify_{each}" for each in (f"{called}_", called) if each in names), called)
        return lambda tensors: program.run(entry, tensors), lambda: program.line

    def _python_function(self, name: str) -> Call:
        defined = load_python(self.path)
        # `main` is called `_main` in programs of 2026-08
        listed = f"_{name}" if name == "main" else name
        takes_list = f"create_inputs_for_{listed}" in defined
        names = (listed,) if takes_list else (name, identifier(name), f"{name}_")
        function = next((defined[each] for each in names if each in defined), None)
        if function is None:
            raise InputError(f"{self.path.name} has no function {name}")

        def call(tensors: Sequence[ttnn.Tensor]) -> Sequence[ttnn.Tensor]:
            given = [list(tensors)] if takes_list and tensors else tensors
            try:
                made: ttnn.Tensor | Sequence[ttnn.Tensor] = function(*given)
            except Exception as error:
                raise script_error(self.path, error) from None
            return [made] if isinstance(made, ttnn.Tensor) else made

        return call

    @cached_property
    def _program(self) -> tuple[SharedProgram, set[str]]:
        """The C++ program, loaded as long as this object lives, and the names of functions with a
        wrapper.
        """
        text = read_file(self.path).decode("utf-8", "surrogateescape")
        marked, names = with_lines(text) + _LISTED, set[str]()
        for name, parameters in _TAKES_TENSORS.findall(text):
            arguments = ", ".join(f"inputs[{i}]" for i in range(parameters.count("ttnn::Tensor")))
            marked += _ENTRY % {"name": name, "arguments": arguments}
            names.add(name)
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder, self.path.name), Path(folder, "program.so")
            write_file(source, marked)
            build_shared(source, library)
            program = SharedProgram(library, source=self.path.name)
        finalize(self, program.close)
        return program, names


@dataclass
class _Calls:
    """A record of the calls that a program makes; see `ttnn.observers.CallWatcher`."""

    file: str
    line: Callable[[], int | None]
    label: str = ""
    """The location and the function of the call, such as `m.py:7 ttnn.relu`."""
    read: Sequence[Array] = ()
    """The contents of the call's operands."""
    _depth: int = 0

    def begin(
        self, name: str, operands: Sequence[object], attributes: Mapping[str, object]
    ) -> None:
        """Record the start of a call. Nested calls belong to it."""
        if not self._depth:
            line = self.line()
            place = f"{self.file}:{line}" if line else self.file
            self.label = f"{place} ttnn.{name}"
            held = operand_tensors([*operands, *attributes.values()])
            self.read = [each.values for each in held if each.is_allocated()]
        self._depth += 1

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        """Record the return of a call."""
        self._depth -= 1

    def fail(self, error: BaseException) -> None:
        """Forget a call that raised an exception."""
        self._depth -= 1


def _line_in(file: str) -> int | None:
    """Return the number of the line of `file` that is being executed, or None."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_filename != file:
        frame = frame.f_back
    return None if frame is None else frame.f_lineno


def _input(values: Array, element: Attribute) -> ttnn.Tensor:
    """Return `values` as a tensor in the storage format of `element`; a scalar has one
    dimension.
    """
    format_ = _dtype(element)
    held = np.atleast_1d(stored(values, format_.format)).copy()
    return ttnn.from_torch(held, format_, layout=ttnn.Layout.TILE, device=ttnn.open_device())


def _dtype(element: Attribute) -> ttnn.DataType:
    if not is_integer_type(element):
        return ttnn.DataType.BFLOAT16 if "bf16" in str(element) else ttnn.DataType.FLOAT32
    if element.bitwidth == 1:
        return ttnn.DataType.BFLOAT16
    by_bits: Mapping[int, ttnn.DataType] = {8: ttnn.DataType.UINT8, 16: ttnn.DataType.UINT16}
    wide = ttnn.DataType.INT32 if is_signed(element) else ttnn.DataType.UINT32
    return by_bits.get(element.bitwidth, wide)


def run_metal(binary: MetalBinary, name: str, inputs: Sequence[Array]) -> Execution:
    """Run a program of a `.ttm` file on the simulated chip, which rounds.

    Raises SimulationError and BinaryError.
    """
    named = [each for each in binary.programs if each.name == name]
    programs = named or binary.programs
    if len(programs) != 1:
        raise InputError(f"the binary has {len(programs)} programs, but no program called {name}")
    program = programs[0]
    if len(program.inputs) != len(inputs):
        raise InputError(f"{program} takes {len(program.inputs)} inputs, the source {len(inputs)}")
    given: list[Array] = []
    for array, ref in zip(inputs, program.inputs, strict=True):
        format_ = ref.desc.data_type
        held = as_on_device(stored(array, format_).reshape(ref.desc.shape), format_)
        given.append(to_external(held, format_))
    outputs = binary.run(given, program.index)
    return Execution(outputs=[_plain(each) for each in outputs], arguments=list(inputs))


def _plain(values: Array) -> Array:
    """Return floats as float64, and integers and booleans unchanged."""
    return values if values.dtype.kind in "iub" else values.astype(np.float64)
