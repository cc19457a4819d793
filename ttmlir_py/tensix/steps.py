"""The executable form of kernels: a few kinds of steps, independent of the source language.

Scalars are integers of a fixed width. Everything except scalar arithmetic is a call of the kernel
interface, which `operations.py` lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Place(NamedTuple):
    """The position of a step in the kernel's text: line and column, counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Type:
    """A C++ scalar type."""

    name: str
    bits: int
    signed: bool


INT32, UINT32 = Type("int32_t", 32, True), Type("uint32_t", 32, False)
INT64, UINT64 = Type("int64_t", 64, True), Type("uint64_t", 64, False)
BOOL = Type("bool", 1, False)
PORT = Type("::tt::CB", 32, True)
"""The type of a circular buffer's index."""
L1_POINTER = Type("volatile tt_l1_ptr uint32_t*", 32, False)
"""The type of a pointer to a word in the core's own L1."""
TYPES = {
    **{each.name: each for each in (INT32, UINT32, INT64, UINT64, BOOL, PORT, L1_POINTER)},
    **{f"int{bits}_t": Type(f"int{bits}_t", bits, True) for bits in (8, 16)},
    **{f"uint{bits}_t": Type(f"uint{bits}_t", bits, False) for bits in (8, 16)},
    **{"int": INT32, "size_t": UINT32, "ptrdiff_t": INT32, "volatile tt_l1_ptr uint32_t": UINT32},
}
"""Maps spellings to types. Pointers, sizes and differences have 32 bits on the RISC-V cores."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number within the range of its type."""

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, as an expression for its value."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Cast:
    """A value reduced to the range of another type."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Binary:
    """`lhs operator rhs` as in C. Both operands have the same type, except in shifts."""

    operator: str
    lhs: Expression
    rhs: Expression
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Conditional:
    """`condition ? chosen : other` as in C."""

    condition: Expression
    chosen: Expression
    other: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a table."""

    table: str
    indices: tuple[Expression, ...]
    place: Place
    type: Type = INT32


Expression = Constant | Variable | Cast | Binary | Conditional | Element


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the kernel interface, with an optional variable for the result."""

    function: str
    template: tuple[str, ...]
    arguments: tuple[Expression, ...]
    place: Place
    result: Variable | None = None


@dataclass(frozen=True, slots=True)
class Assign:
    """An assignment to a variable."""

    variable: Variable
    value: Expression
    place: Place


@dataclass(frozen=True, slots=True)
class For:
    """`for (variable = begin; variable < end; variable += step)`. The body assigns neither
    `variable` nor the variables in `end` and `step`.
    """

    variable: Variable
    begin: Expression
    end: Expression
    step: Expression
    body: tuple[Step, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class If:
    """A step that runs one of two bodies, depending on a condition."""

    condition: Expression
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Return:
    """The end of the thread's execution."""

    place: Place


Step = Call | Assign | For | If | Return


@dataclass(frozen=True, slots=True)
class Table:
    """An array of constants with one or two dimensions."""

    shape: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kernel:
    """The steps and tables of a kernel."""

    body: tuple[Step, ...]
    tables: dict[str, Table]
