"""Programs: the properties that functions of TTNN and TTMetal binaries share."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property

from ttmlir_py.runtime.argument_names import argument_names
from ttmlir_py.runtime.limits import DecodingBudget
from ttmlir_py.runtime.tensor import read_tensor_ref
from ttmlir_py.schemas import BinaryError, TableView


class Program(ABC):
    """A function in a binary, with its name, inputs and outputs. Subclasses hold its contents."""

    def __init__(self, index: int, view: TableView, budget: DecodingBudget) -> None:
        self.index = index
        self.view = view
        self._budget = budget
        budget.spend(sum(len(each or ()) for each in (view.inputs, view.outputs)))
        self.name: str = view.name or f"program{index}"
        self.inputs = [read_tensor_ref(ref) for ref in view.inputs or ()]
        self.outputs = [read_tensor_ref(ref) for ref in view.outputs or ()]
        if len({ref.global_id for ref in self.inputs}) != len(self.inputs):
            raise BinaryError(f"{self}: two inputs are the same tensor")

    def __str__(self) -> str:
        return f"program {self.index} {self.name!r}"

    @property
    def input_names(self) -> list[str]:
        """Return the names for passing inputs: `arg0`, `arg1`, ..."""
        return [f"arg{index}" for index in range(len(self.inputs))]

    @cached_property
    def argument_names(self) -> list[str | None]:
        """Return the name of each input in the debug information, or None for an input without a
        name.
        """
        info = self.view.debug_info
        source = info.mlir.source if info is not None and info.mlir is not None else None
        names = argument_names(source or "", self.name, len(self.view.inputs or ()))
        return names[: len(self.inputs)]

    @abstractmethod
    def labels(self) -> Iterator[str]:
        """Yield a label for each operation or command, decoding as little as possible."""
