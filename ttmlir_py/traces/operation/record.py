"""The record of an executed operation: its name, attributes and tensors, without elements."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from ttmlir_py.runtime.tensor import Layout, TensorDesc

Kind = Literal["int", "float", "bool", "dtype", "string"]


@dataclass(frozen=True, slots=True)
class Property:
    """An attribute of an operation."""

    name: str
    """Path of the attribute's field in the operation's FlatBuffer table: `keep_dim`,
    `params.min`.
    """
    kind: Kind
    """Kind of the values. `dtype` is the name of a data format."""
    value: Any
    """The value, or a tuple of values for a list."""

    @property
    def values(self) -> tuple[Any, ...]:
        """Return the values as a tuple, which has one element if the attribute is not a list."""
        return cast(tuple[Any, ...], self.value) if self.is_list else (self.value,)

    @property
    def is_list(self) -> bool:
        """Return whether the attribute is a list."""
        return isinstance(self.value, tuple)

    def __str__(self) -> str:
        if not self.is_list:
            return f"{self.name}={self.value}"
        return f"{self.name}=[{', '.join(map(str, self.values))}]"


@dataclass(frozen=True, slots=True)
class Value:
    """A tensor that an operation takes or returns."""

    identity: int
    """Number that identifies the tensor in all its uses, including in-place results."""
    desc: TensorDesc

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the logical shape."""
        return self.desc.shape

    @property
    def dtype(self) -> str:
        """Return the name of the data format."""
        return self.desc.data_type.name

    @property
    def layout(self) -> Layout:
        """Return the format and placement."""
        return self.desc.layout

    @property
    def order(self) -> str:
        """Return `c`, because all tensors are row-major."""
        return "c"


@dataclass(slots=True, kw_only=True)
class Record:
    """A finished operation."""

    seq: int = -1
    """Index among finished operations. Nested operations precede the one that contains them."""
    op_name: str
    """Name in the TTNN dialect, such as `add`, or the name of a scope."""
    op_type: str = ""
    """FlatBuffer table with its function if it has several: `EltwiseOp(Add)`; empty for a scope."""
    inputs: Sequence[Value] = ()
    outputs: Sequence[Value] = ()
    properties: tuple[Property, ...] = ()
    parent: int = -1
    """`seq` of the operation that contains this one, or -1 if there is no such record."""
    depth: int = 0
    """Number of operations that contain this one."""
    data: Any = field(default=None, repr=False)
    """Bytes of a constant's elements, shared with the program; None for other operations."""
    started: int = -1
    finished: int = -1
    """Time of the end, counted in starts and ends of operations since the trace was empty."""

    @property
    def in_ids(self) -> list[int]:
        """Return the identities of the inputs."""
        return [each.identity for each in self.inputs]

    @property
    def out_ids(self) -> list[int]:
        """Return the identities of the outputs."""
        return [each.identity for each in self.outputs]

    @property
    def iArgs(self) -> list[int]:
        """Return the values of integer attributes, in order."""
        return arguments(self.properties, "int")

    @property
    def tArgs(self) -> list[float]:
        """Return the values of floating-point attributes, in order."""
        return arguments(self.properties, "float")

    @property
    def bArgs(self) -> list[bool]:
        """Return the values of boolean attributes, in order."""
        return arguments(self.properties, "bool")

    @property
    def dArgs(self) -> list[str]:
        """Return the values of data format attributes, in order."""
        return arguments(self.properties, "dtype")

    @property
    def sArgs(self) -> list[str]:
        """Return the values of text attributes, in order."""
        return arguments(self.properties, "string")

    def as_dict(self) -> dict[str, Any]:
        """Return the record as a dictionary for JSON."""
        plain = {name: getattr(self, name) for name in _PLAIN}
        tensors = {
            name: [
                {"shape": list(each.shape), "dtype": each.dtype, "order": each.order}
                for each in cast(Sequence[Value], getattr(self, name))
            ]
            for name in ("inputs", "outputs")
        }
        return plain | tensors


_PLAIN = (
    *("seq", "op_name", "op_type", "iArgs", "tArgs", "bArgs", "dArgs", "sArgs"),
    *("parent", "depth", "in_ids", "out_ids"),
)


def arguments(properties: Sequence[Property], kind: Kind) -> list[Any]:
    """Return the values of all attributes of the kind `kind`, in order."""
    return [value for each in properties if each.kind == kind for value in each.values]
