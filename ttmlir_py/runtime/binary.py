"""A TTNN binary, opened for reading and running."""

from collections.abc import Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.events import DebugHooks
from ttmlir_py.runtime.executor import Executor
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import Inputs, bind_inputs
from ttmlir_py.runtime.limits import DecodingBudget
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.tensor import Tensor
from ttmlir_py.schemas import TableView, load_schema, read


class Binary:
    """The programs of a `.ttnn` file.

    Opening checks the frame, the programs and their inputs and outputs; operations are checked when a
    program first runs. Errors in the file are `schemas.BinaryError`.
    """

    def __init__(self, view: TableView) -> None:
        self.view = view
        programs, budget = view.programs or (), DecodingBudget(view.file_size)
        self.programs = [Program(index, each, budget) for index, each in enumerate(programs)]

    @classmethod
    def load(cls, source: str | PathLike[str] | bytes) -> "Binary":
        """Open a file or its bytes."""
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
        return cls(read(load_schema("TTNN/binary.fbs"), data))

    @property
    def version(self) -> str:
        """Version of the compiler that wrote the binary: `major.minor.patch`."""
        version = self.view.version
        return f"{version.major}.{version.minor}.{version.patch}" if version else "unknown"

    @cached_property
    def system_desc(self) -> Mapping[str, Any]:
        """The system that the binary was compiled for, as plain Python."""
        desc = self.view.system_desc
        return {} if desc is None else desc.as_dict()

    def program(self, key: int | str = 0) -> Program:
        """A program by index or name; `SimulationError` if there is none."""
        for program in self.programs:
            if key in (program.index, program.name):
                return program
        raise SimulationError(f"there is no program {key!r}: the binary has {self._listing()}")

    def _listing(self) -> str:
        return ", ".join(f"{p.index} {p.name!r}" for p in self.programs) or "none"

    def run(
        self,
        inputs: Inputs,
        program: int | str = 0,
        *,
        hooks: DebugHooks | None = None,
        memory_limit: int = MEMORY_LIMIT,
    ) -> list[Array]:
        """Run a program and return its outputs.

        `inputs` is a list of arrays, or a mapping from `arg0`, `arg1`, ... to arrays. Outputs are of the
        format's own type: float32, float16, `ml_dtypes.bfloat16`, uint32, ...; float32 for block formats.
        Raises `InputError` and `SimulationError`.
        """
        chosen = self.program(program)
        executor = Executor(chosen, hooks or DebugHooks(), memory_limit)
        bound = zip(chosen.inputs, bind_inputs(chosen, inputs), strict=True)
        outputs = executor.run([Tensor(ref.desc, values) for ref, values in bound])
        return [tensor.numpy() for tensor in outputs]
