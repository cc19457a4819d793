"""The graph of collected records: variables, and the operations that take and create them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.record import Property, arguments

PLACEHOLDER, ARRAY, CONSTANT, VARIABLE = "PLACEHOLDER", "ARRAY", "CONSTANT", "VARIABLE"
"""SameDiff's kinds of variables.

They are: given from outside, computed, with stored elements, and weights of graphs from elsewhere.
"""


@lru_cache(maxsize=1024)
def type_text(shape: tuple[int, ...], dtype: str) -> str:
    """Return shape and format as in an MLIR tensor type: `64x128xbf16`."""
    known = FORMATS.get(dtype)
    return "x".join([*map(str, shape), known.keyword if known else dtype])


@dataclass(slots=True)
class Variable:
    """A value in the graph."""

    name: str
    kind: str
    shape: tuple[int, ...]
    dtype: str
    """Name of the data format, or ND4J's name of a format that the hardware does not have."""
    layout: Layout | None = None
    """Layout of the tensor, or None if the trace lacks it."""
    data: Any = field(default=None, repr=False)
    """Bytes of a constant's elements, or None."""
    data_type: str = ""
    """Name of the format of the bytes in `data`."""
    identity: int = 0
    """Number that identifies the tensor, counted from 1, or 0 if the trace lacks it.

    Variables of the same tensor share it: in-place results, and the result of both an operation and
    its part.
    """

    @property
    def type_text(self) -> str:
        """Return shape and format as in an MLIR tensor type: `64x128xbf16`."""
        return type_text(self.shape, self.dtype)

    @property
    def desc(self) -> TensorDesc:
        """Return the descriptor for the simulator. Raises `TraceError` if the trace has no
        layout.
        """
        if self.layout is None:
            raise TraceError(f"'{self.name}': the trace does not say where this tensor lives")
        return TensorDesc(self.shape, self.layout)


@dataclass(slots=True)
class OperationNode:
    """An operation in the graph."""

    name: str
    op_name: str
    op_type: str
    """FlatBuffer table with its function, such as `EltwiseOp(Add)`.

    Empty for scopes, and for operations that TTNN does not have.
    """
    inputs: tuple[str, ...] = ()
    """Names of the input variables, in order and with repetitions."""
    outputs: tuple[str, ...] = ()
    properties: tuple[Property, ...] = ()
    destination: str = ""
    """Name of the variable that the result overwrites, if it is not an input; otherwise empty."""
    scope: str = ""
    """Name of the node that contains this operation; empty if it is not part of another."""

    @property
    def type_name(self) -> str:
        """Return the FlatBuffer table without its function."""
        return self.op_type.partition("(")[0]

    @property
    def function(self) -> str | None:
        """Return the function within the table, or None."""
        return self.op_type.partition("(")[2].rstrip(")") or None

    def arguments(self, kind: Any) -> list[Any]:
        """Return the values of all attributes of the kind `kind`, in order; see `Property`."""
        return arguments(self.properties, kind)

    @property
    def attributes(self) -> Mapping[str, Any]:
        """Return the values of the attributes by name."""
        return {each.name: each.value for each in self.properties}


@dataclass(slots=True)
class GraphData:
    """A collected trace, with operations ordered after the producers of their inputs."""

    variables: dict[str, Variable] = field(default_factory=dict[str, Variable])
    """Maps names to variables: placeholders, then the results of operations in order."""
    nodes: list[OperationNode] = field(default_factory=list[OperationNode])
    placeholders: list[str] = field(default_factory=list[str])
    """Names of variables from outside: placeholders in order, then weights of a graph from
    elsewhere.
    """
    results: list[str] = field(default_factory=list[str])
    """Names of variables that the program returned, or that no operation took."""
