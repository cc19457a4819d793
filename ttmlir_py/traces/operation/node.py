"""The graph of collected records: variables, and the operations that take and make them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.record import Property, arguments

PLACEHOLDER, ARRAY, CONSTANT, VARIABLE = "PLACEHOLDER", "ARRAY", "CONSTANT", "VARIABLE"
"""SameDiff's kinds of variables: from outside, computed, with stored elements, foreign weights."""


@lru_cache(maxsize=1024)
def type_text(shape: tuple[int, ...], dtype: str) -> str:
    """Return shape and format as in an MLIR tensor type: `64x128xbf16`."""
    known = FORMATS.get(dtype)
    return "x".join([*map(str, shape), known.keyword if known else dtype])


@dataclass(slots=True)
class Variable:
    """A value of the graph."""

    name: str
    kind: str
    shape: tuple[int, ...]
    dtype: str
    """Name of the data format; ND4J's name if the hardware does not have it."""
    layout: Layout | None = None
    """Layout; None if not in the trace."""
    data: Any = field(default=None, repr=False)
    """Bytes of a constant."""
    data_type: str = ""
    """Name of the format of these bytes."""
    identity: int = 0
    """Identity of the tensor, counted from 1; 0 if not in the trace.

    Variables of one tensor share it: in-place results, and a result of both an operation and its
    part.
    """

    @property
    def type_text(self) -> str:
        """Return shape and format as in an MLIR tensor type: `64x128xbf16`."""
        return type_text(self.shape, self.dtype)

    @property
    def desc(self) -> TensorDesc:
        """Descriptor for the simulator. Raises `TraceError` if the trace has no layout."""
        if self.layout is None:
            raise TraceError(f"'{self.name}': the trace does not say where this tensor lives")
        return TensorDesc(self.shape, self.layout)


@dataclass(slots=True)
class OperationNode:
    """An operation of the graph."""

    name: str
    op_name: str
    op_type: str
    """FlatBuffer table with its function, `EltwiseOp(Add)`; empty for scopes and foreign
    operations.
    """
    inputs: tuple[str, ...] = ()
    """Names of variables in order, including repeated ones."""
    outputs: tuple[str, ...] = ()
    properties: tuple[Property, ...] = ()
    destination: str = ""
    """Variable that the result overwrites if it is not an input; empty if none."""
    scope: str = ""
    """Name of the containing node; empty if none."""

    @property
    def type_name(self) -> str:
        """FlatBuffer table without its function."""
        return self.op_type.partition("(")[0]

    @property
    def function(self) -> str | None:
        """Function within the table, or None."""
        return self.op_type.partition("(")[2].rstrip(")") or None

    def arguments(self, kind: Any) -> list[Any]:
        """Return the values of all attributes of a kind, in order; see `Property`."""
        return arguments(self.properties, kind)

    @property
    def attributes(self) -> Mapping[str, Any]:
        """Return values of the attributes by name."""
        return {each.name: each.value for each in self.properties}


@dataclass(slots=True)
class GraphData:
    """A collected trace, with operations ordered after the makers of their inputs."""

    variables: dict[str, Variable] = field(default_factory=dict[str, Variable])
    """Variables by name: placeholders, then the results of operations in order."""
    nodes: list[OperationNode] = field(default_factory=list[OperationNode])
    placeholders: list[str] = field(default_factory=list[str])
    """Names of outside variables: placeholders in order, then a foreign graph's own weights."""
    results: list[str] = field(default_factory=list[str])
    """Names of variables that the program returned, or that nothing took."""
