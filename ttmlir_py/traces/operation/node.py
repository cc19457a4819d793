"""The graph that records are collected into: variables, and the operations that take and make them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.record import Property, arguments

PLACEHOLDER, ARRAY, CONSTANT, VARIABLE = "PLACEHOLDER", "ARRAY", "CONSTANT", "VARIABLE"
"""Kinds of variables, as SameDiff names them: what comes from outside, what an operation computes, what has its elements here."""


@lru_cache(maxsize=1024)
def type_text(shape: tuple[int, ...], dtype: str) -> str:
    """Shape and format as in an MLIR tensor type: `64x128xbf16`."""
    known = FORMATS.get(dtype)
    return "x".join([*map(str, shape), known.keyword if known else dtype])


@dataclass(slots=True)
class Variable:
    """A value of the graph."""

    name: str
    kind: str
    shape: tuple[int, ...]
    dtype: str
    """Name of the data format; ND4J's name for those that the hardware does not have."""
    layout: Layout | None = None
    """None if the trace does not say it."""
    data: Any = field(default=None, repr=False)
    """Bytes of a constant."""
    data_type: str = ""
    """Name of the format that they are in."""
    identity: int = 0
    """The same for all variables of one tensor, counted from 1: what an operation writes in place, and what an operation makes
    and one of its parts; 0 if the trace does not say it."""

    @property
    def type_text(self) -> str:
        """Shape and format as in an MLIR tensor type: `64x128xbf16`."""
        return type_text(self.shape, self.dtype)

    @property
    def desc(self) -> TensorDesc:
        """What the simulator knows of it. Raises `TraceError` if the trace does not say it."""
        if self.layout is None:
            raise TraceError(f"'{self.name}': the trace does not say where this tensor lives")
        return TensorDesc(self.shape, self.layout)


@dataclass(slots=True)
class OperationNode:
    """An operation of the graph."""

    name: str
    op_name: str
    op_type: str
    """Table of the FlatBuffer with its function, `EltwiseOp(Add)`; empty for scopes and foreign operations."""
    inputs: tuple[str, ...] = ()
    """Names of variables, in order, repeated ones included."""
    outputs: tuple[str, ...] = ()
    properties: tuple[Property, ...] = ()
    destination: str = ""
    """The variable whose memory the result is written into, where it is no input; empty for none."""
    scope: str = ""
    """Name of the node that it is a part of; empty for none."""

    @property
    def type_name(self) -> str:
        """The table of the FlatBuffer without its function."""
        return self.op_type.partition("(")[0]

    @property
    def function(self) -> str | None:
        """Which of its table's functions it computes."""
        return self.op_type.partition("(")[2].rstrip(")") or None

    def arguments(self, kind: Any) -> list[Any]:
        """The values of all attributes of a kind, in order; see `Property`."""
        return arguments(self.properties, kind)

    @property
    def attributes(self) -> Mapping[str, Any]:
        """Values of the attributes by name."""
        return {each.name: each.value for each in self.properties}


@dataclass(slots=True)
class GraphData:
    """A collected trace. Operations stand in an order in which all inputs are there before they are taken."""

    variables: dict[str, Variable] = field(default_factory=dict[str, Variable])
    """By name: placeholders, then the results of the operations in order."""
    nodes: list[OperationNode] = field(default_factory=list[OperationNode])
    placeholders: list[str] = field(default_factory=list[str])
    """Names of the variables that come from outside: placeholders in order, then a foreign graph's own weights."""
    results: list[str] = field(default_factory=list[str])
    """Names of the variables that the traced program returned, or that nothing took."""
