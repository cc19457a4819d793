"""What is recorded of an operation that was executed: what it is, its attributes, what its tensors are like; no elements."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from ttmlir_py.runtime.tensor import Layout, TensorDesc

Kind = Literal["int", "float", "bool", "dtype", "string"]


@dataclass(frozen=True, slots=True)
class Property:
    """An attribute of an operation."""

    name: str
    """Path of its field in the operation's FlatBuffer table: `keep_dim`, `params.min`."""
    kind: Kind
    """`dtype` is the name of a data format."""
    value: Any
    """A value, or a tuple of them."""

    @property
    def values(self) -> tuple[Any, ...]:
        """Its values, also if it is one."""
        return cast(tuple[Any, ...], self.value) if self.is_list else (self.value,)

    @property
    def is_list(self) -> bool:
        """Whether it holds any number of values."""
        return isinstance(self.value, tuple)

    def __str__(self) -> str:
        if not self.is_list:
            return f"{self.name}={self.value}"
        return f"{self.name}=[{', '.join(map(str, self.values))}]"


@dataclass(frozen=True, slots=True)
class Value:
    """A tensor that an operation takes or makes."""

    identity: int
    """The same for all uses of a tensor; what is written in place keeps it."""
    desc: TensorDesc

    @property
    def shape(self) -> tuple[int, ...]:
        """Logical shape."""
        return self.desc.shape

    @property
    def dtype(self) -> str:
        """Name of the data format."""
        return self.desc.data_type.name

    @property
    def layout(self) -> Layout:
        """Format and place."""
        return self.desc.layout

    @property
    def order(self) -> str:
        """`c`: rows, as all tensors here."""
        return "c"


@dataclass(slots=True, kw_only=True)
class Record:
    """An operation that finished."""

    seq: int = -1
    """Its place among those that finished: nested operations come before the one they are part of."""
    op_name: str
    """As the TTNN dialect calls it: `add`, `softmax`; the name of a scope."""
    op_type: str = ""
    """Its table in the FlatBuffer, with its function where the table has several: `EltwiseOp(Add)`; empty for a scope."""
    inputs: Sequence[Value] = ()
    outputs: Sequence[Value] = ()
    properties: tuple[Property, ...] = ()
    parent: int = -1
    """`seq` of the operation that it is a part of; -1 for none, also if that one failed."""
    depth: int = 0
    """How many operations it is nested in."""
    data: Any = field(default=None, repr=False)
    """Bytes of a constant, which are part of the program: the program's own, not a copy."""
    started: int = -1
    finished: int = -1
    """When, in starts and ends of operations since the trace is empty."""

    @property
    def in_ids(self) -> list[int]:
        """Identities of the inputs."""
        return [each.identity for each in self.inputs]

    @property
    def out_ids(self) -> list[int]:
        """Identities of the outputs."""
        return [each.identity for each in self.outputs]

    @property
    def iArgs(self) -> list[int]:
        """Integers among the attributes, in order."""
        return arguments(self.properties, "int")

    @property
    def tArgs(self) -> list[float]:
        """Floating-point numbers among the attributes, in order."""
        return arguments(self.properties, "float")

    @property
    def bArgs(self) -> list[bool]:
        """Truth values among the attributes, in order."""
        return arguments(self.properties, "bool")

    @property
    def dArgs(self) -> list[str]:
        """Data formats among the attributes, in order."""
        return arguments(self.properties, "dtype")

    @property
    def sArgs(self) -> list[str]:
        """Texts among the attributes, in order."""
        return arguments(self.properties, "string")

    def as_dict(self) -> dict[str, Any]:
        """The record for JSON."""
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
    """The values of all attributes of a kind, in order."""
    return [value for each in properties if each.kind == kind for value in each.values]
