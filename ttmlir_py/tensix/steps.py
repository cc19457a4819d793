"""Kernels in the form that the machine executes: few kinds of steps, whatever text or IR they came from.

Scalars are integers of a fixed width. Everything that is not arithmetic on them is a call of a function of the kernel
interface: `operations.py` says which there are.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Place(NamedTuple):
    """Where a step stands in the kernel's text, counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Type:
    """A type of C++ that scalars have."""

    name: str
    bits: int
    signed: bool


INT32, UINT32 = Type("int32_t", 32, True), Type("uint32_t", 32, False)
INT64, UINT64 = Type("int64_t", 64, True), Type("uint64_t", 64, False)
BOOL = Type("bool", 1, False)
PORT = Type("::tt::CB", 32, True)
"""The number of a circular buffer."""
L1_POINTER = Type("volatile tt_l1_ptr uint32_t*", 32, False)
"""The address of a word in the core's own L1."""
TYPES = {
    **{each.name: each for each in (INT32, UINT32, INT64, UINT64, BOOL, PORT, L1_POINTER)},
    **{f"int{bits}_t": Type(f"int{bits}_t", bits, True) for bits in (8, 16)},
    **{f"uint{bits}_t": Type(f"uint{bits}_t", bits, False) for bits in (8, 16)},
    **{"int": INT32, "size_t": UINT32, "ptrdiff_t": INT32, "volatile tt_l1_ptr uint32_t": UINT32},
}
"""Types by spelling; pointers, sizes and differences have 32 bits on the machine's RISC-V cores."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, in its type's range."""

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class Variable:
    """The value of a variable."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Cast:
    """A value, reduced to another type's range."""

    operand: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class Binary:
    """`lhs operator rhs` with C's operator; both sides have one type, but for shifts."""

    operator: str
    lhs: "Expression"
    rhs: "Expression"
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Conditional:
    """`condition ? chosen : other`."""

    condition: "Expression"
    chosen: "Expression"
    other: "Expression"
    type: Type


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a table of numbers."""

    table: str
    indices: tuple["Expression", ...]
    place: Place
    type: Type = INT32


Expression = Constant | Variable | Cast | Binary | Conditional | Element


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the kernel interface, and the variable that takes the result, if one does."""

    function: str
    template: tuple[str, ...]
    arguments: tuple[Expression, ...]
    place: Place
    result: Variable | None = None


@dataclass(frozen=True, slots=True)
class Assign:
    """A variable gets a value."""

    variable: Variable
    value: Expression
    place: Place


@dataclass(frozen=True, slots=True)
class For:
    """`for (variable = begin; variable < end; variable += step)`; nothing in the body changes these."""

    variable: Variable
    begin: Expression
    end: Expression
    step: Expression
    body: tuple["Step", ...]
    place: Place


@dataclass(frozen=True, slots=True)
class If:
    """One of two bodies."""

    condition: Expression
    then: tuple["Step", ...]
    otherwise: tuple["Step", ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Return:
    """The thread is done."""

    place: Place


Step = Call | Assign | For | If | Return


@dataclass(frozen=True, slots=True)
class Table:
    """An array of constants with one or two dimensions."""

    shape: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kernel:
    """What a thread of a kernel executes."""

    body: tuple[Step, ...]
    tables: dict[str, Table]
