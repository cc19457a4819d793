"""Runs programs in C++, in Python, and of TTMetal on a source's inputs."""

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from xdsl.ir import Attribute

from ttmlir_py import ttnn
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.files import read_file, write_file
from ttmlir_py.identifiers import cpp_names, identifier
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.reference.numbers import Array, is_signed
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.runtime.evaluation import Finish, as_on_device, in_float64
from ttmlir_py.runtime.formats import DataFormat, to_external
from ttmlir_py.standalone.program import SharedProgram
from ttmlir_py.standalone.run import is_cpp, load_python
from ttmlir_py.standalone.toolchain import build_shared
from ttmlir_py.tensix.binary import MetalBinary
from ttmlir_py.ttnn.tensor import finished_by
from ttmlir_py.validation.execution import Execution, Step, stored

_LISTED = """
[[maybe_unused]] static std::vector<ttnn::Tensor> listed(ttnn::Tensor tensor) { return {tensor}; }
template <class... T> [[maybe_unused]] static std::vector<ttnn::Tensor> listed(std::tuple<T...> tensors) {
  return std::apply([](auto... each) { return std::vector<ttnn::Tensor>{each...}; }, tensors);
}
"""
_ENTRY = """
std::vector<ttnn::Tensor> verify_%(name)s(std::vector<ttnn::Tensor> inputs) {
  return listed(%(name)s(%(arguments)s));
}
"""


@dataclass
class Text:
    """A program in C++ or Python, from a file."""

    path: Path
    is_cpp: bool

    @classmethod
    def read(cls, path: Path) -> "Text":
        """A program in C++, if it includes headers, or else a script."""
        return cls(path, is_cpp(read_file(path).decode("utf-8", "replace")))

    def run(self, function: FuncOp, inputs: Sequence[Array], *, rounded: bool) -> Execution:
        """Run the function of the same name. Raises StandaloneError, a SimulationError, for what cannot be built or run."""
        execution = Execution()
        finish: Finish = as_on_device if rounded else in_float64

        def noted(values: Array, format_: DataFormat) -> Array:
            made = finish(values, format_)
            execution.steps.append(Step("", "ttnn", made, format_.keyword))
            return made

        with finished_by(finish):
            tensors = [
                _input(array, tensor_type(argument).element_type)
                for array, argument in zip(inputs, function.body.block.args, strict=True)
            ]
            with finished_by(noted):
                outputs = self._call(function.sym_name.data, tensors)
            execution.outputs = [each.values for each in outputs]
            execution.arguments = [
                each.values if each.is_allocated() else array
                for each, array in zip(tensors, inputs, strict=True)
            ]
        return execution

    def _call(self, name: str, tensors: Sequence[ttnn.Tensor]) -> Sequence[ttnn.Tensor]:
        if self.is_cpp:
            return self._call_cpp(name, tensors)
        defined = load_python(self.path)
        function = defined.get(name) or defined.get(identifier(name)) or defined.get(f"{name}_")
        if function is None:
            raise InputError(f"{self.path.name} has no function {name}")
        made: ttnn.Tensor | Sequence[ttnn.Tensor] = function(*tensors)
        return [made] if isinstance(made, ttnn.Tensor) else made

    def _call_cpp(self, name: str, tensors: Sequence[ttnn.Tensor]) -> Sequence[ttnn.Tensor]:
        """Call a function of a list of tensors; one of tensors alone through an entry that takes their list."""
        text = read_file(self.path).decode("utf-8", "surrogateescape")
        called = cpp_names([name])[name]
        takes_list = re.search(rf"^std::vector<ttnn::Tensor> {re.escape(called)}\(", text, re.M)
        alone = next(
            (each for each in (f"{called}_", called) if f" {each}(ttnn::Tensor" in text), None
        )
        if alone is not None and not takes_list:
            arguments = ", ".join(f"inputs[{i}]" for i in range(len(tensors)))
            text += _LISTED + _ENTRY % {"name": alone, "arguments": arguments}
            name = f"verify_{alone}"
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder, self.path.name), Path(folder, "program.so")
            write_file(source, text)
            build_shared(source, library)
            with SharedProgram(library, [name]) as program:
                return program.run(name, tensors)


def _input(values: Array, element: Attribute) -> ttnn.Tensor:
    """A tensor in the format that a type is stored in; scalars have one dimension."""
    format_ = _dtype(element)
    held = np.atleast_1d(stored(values, format_.format))
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
    """Run a program of a `.ttm` file on the simulated chip, which rounds. Raises SimulationError, BinaryError."""
    named = [each for each in binary.programs if each.name == name]
    programs = named or binary.programs
    if len(programs) != 1:
        raise InputError(f"the binary has {len(programs)} programs, and not one is called {name}")
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
    """Numbers of any format as float64, whole ones as they are."""
    return values if values.dtype.kind in "iub" else values.astype(np.float64)
