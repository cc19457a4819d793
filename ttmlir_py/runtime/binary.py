"""Loaded binaries. TTNN binaries can be run here, TTMetal binaries by the package `tensix`."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import Any, ClassVar, Generic, Self, TypeVar

from ttmlir_py.common.files import read_file
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.executor import Executor
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import Inputs, bind_inputs
from ttmlir_py.runtime.kernels.registry import placeholder
from ttmlir_py.runtime.limits import DecodingBudget
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.tensor import Tensor
from ttmlir_py.runtime.ttmetal_program import TTMetalProgram
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.schemas.revisions import read_internal, read_runnable
from ttmlir_py.schemas.revisions.rows import CONST_EVAL_ENDING

ProgramT_co = TypeVar("ProgramT_co", bound=Program, covariant=True)


class Binary(ABC, Generic[ProgramT_co]):
    """The programs of a binary, and the system that they were compiled for.

    Loading checks the header, the programs, and their inputs and outputs. Operations are checked on
    first use. Errors in the file are raised as `schemas.BinaryError`.
    """

    schema: ClassVar[str]

    def __init__(self, view: TableView) -> None:
        self.view = view
        programs, budget = view.programs or (), DecodingBudget(view.file_size)
        self.programs: Sequence[ProgramT_co] = [
            self._open(index, each, budget) for index, each in enumerate(programs)
        ]

    @abstractmethod
    def _open(self, index: int, view: TableView, budget: DecodingBudget) -> ProgramT_co: ...

    @classmethod
    def load(cls, source: str | PathLike[str] | bytes) -> Self:
        """Load a binary from a path or from the bytes of a file.

        A file of a later revision is converted to the schemas of 2025-02. Raises OSError and
        BinaryError.
        """
        data = source if isinstance(source, bytes) else read_file(source)
        return cls(cls._read(data))

    @classmethod
    def _read(cls, data: bytes) -> TableView:
        """Return the root table of a file."""
        return read_internal(cls.schema, data)

    @property
    def version(self) -> str:
        """Return the version of the compiler that wrote the binary: `major.minor.patch`."""
        version = self.view.version
        return f"{version.major}.{version.minor}.{version.patch}" if version else "unknown"

    @cached_property
    def system_desc(self) -> Mapping[str, Any]:
        """Return the system descriptor that the binary was compiled for, as plain Python
        objects.
        """
        desc = self.view.system_desc
        return {} if desc is None else desc.as_dict()

    def program(self, key: int | str = 0) -> ProgramT_co:
        """Return the program with this index or name. Raise `SimulationError` if it does not
        exist.
        """
        for program in self.programs:
            if key in (program.index, program.name):
                return program
        raise SimulationError(f"there is no program {key!r}: the binary has {self._listing()}")

    def _listing(self) -> str:
        return ", ".join(f"{p.index} {p.name!r}" for p in self.programs) or "none"


class TTNNBinary(Binary[TTNNProgram]):
    """A `.ttnn` file, whose programs the simulator can run."""

    schema = "TTNN/binary.fbs"

    @classmethod
    def _read(cls, data: bytes) -> TableView:
        return read_runnable(data)

    def _open(self, index: int, view: TableView, budget: DecodingBudget) -> TTNNProgram:
        return TTNNProgram(index, view, budget, self._const_eval_of(view))

    @cached_property
    def _const_evals(self) -> dict[str, TableView]:
        """Maps programs to the program that computes their constants, by name."""
        found: dict[str, TableView] = {}
        for program in self.view.programs or ():
            name = program.name or ""
            if name.endswith(CONST_EVAL_ENDING):
                found.setdefault(name.removesuffix(CONST_EVAL_ENDING), program)
        return found

    def _const_eval_of(self, view: TableView) -> TableView | None:
        """Return the program that computes constants for the program `view`, or None.

        Its results have the numbers of inputs of `view`, and so do its inputs, which are
        parameters. Other programs share no tensors.
        """
        other = self._const_evals.get(view.name or "")
        if other is None:
            return None
        outputs = {ref.global_id for ref in other.outputs or ()}
        inputs = {ref.global_id for ref in view.inputs or ()}
        read = {ref.global_id for ref in other.inputs or ()}
        return other if outputs and outputs <= inputs and read <= inputs - outputs else None

    def run(
        self,
        inputs: Inputs | None,
        program: int | str = 0,
        *,
        hooks: RunEvents | None = None,
        memory_limit: int = MEMORY_LIMIT,
        numerics: DeviceNumerics | None = None,
    ) -> list[Array]:
        """Run a program and return its outputs.

        `inputs` is a list of arrays, a mapping from `arg0`, `arg1`, ... to arrays, or None for
        zeros. Outputs have the format's own type: float32, float16, `ml_dtypes.bfloat16`, uint32,
        ...; block formats give float32. If the hooks turn computing off, outputs are zeros that
        take no memory. Arithmetic is ideal unless `numerics` are given. Raises `InputError` and
        `SimulationError`.
        """
        chosen, hooks = self.program(program), hooks or RunEvents()
        descs = [ref.desc for ref in chosen.inputs]
        if inputs is None:
            values = [placeholder(desc.shape, desc.data_type.values) for desc in descs]
        else:
            values = bind_inputs(chosen, inputs, keep_narrow=True)
        executor = Executor(chosen, hooks, memory_limit, numerics=numerics)
        outputs = executor.run(list(map(Tensor, descs, values)))
        if hooks.computes:
            return [tensor.numpy() for tensor in outputs]
        return [placeholder(each.values.shape, each.desc.data_type.external) for each in outputs]


class TTMetalBinary(Binary[TTMetalProgram]):
    """A `.ttm` file, whose programs the package `tensix` can run."""

    schema = "TTMetal/binary.fbs"

    def _open(self, index: int, view: TableView, budget: DecodingBudget) -> TTMetalProgram:
        return TTMetalProgram(index, view, budget)


_KINDS = {each.__name__: each for each in (TTNNBinary, TTMetalBinary)}
"""Maps the name of a schema's root table to the class of binaries."""


def open_binary(root: TableView) -> Binary[Program]:
    """Return the binary with this root table. Raise `BinaryError` if its kind has no programs."""
    kind = _KINDS.get(root.table_name)
    if kind is None:
        raise BinaryError(f"a {root.table_name} has no programs")
    return kind(root)
