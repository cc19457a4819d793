"""The registry of kernels, and what kernels share.

A kernel is a pure function of numpy arrays: it gets the operands' values (float32 for all floating-point
formats, integers otherwise; float64 where goldens are computed, so that kernels keep to their
operands' type) and the op's attributes as keywords, and returns the result before rounding. The executor
rounds the result once, into the format of the result's descriptor. That is ideal: the device, unless its
destination register has 32 bits, rounds sums on the way too. A kernel that sums therefore takes the
`arithmetic` in which it does: ideal, or the device's (`matrix_unit`).

What an op asks of shapes and formats, and which shape its result has, its row says apart from computing
(`infer_shape`), so that a program can be followed without values. A kernel is only called when that has been
checked: intermediate sizes are bounded by operand and result sizes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import signature
from typing import Any, Literal

import numpy as np

from ttmlir_py.runtime.errors import KernelError, shape_text
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.arithmetic import Arithmetic

AttributePath = str | tuple[str, ...]

_ARITHMETIC = "arithmetic"
"""The parameter of kernels that sum."""


@dataclass(frozen=True, slots=True)
class PerElement:
    """The work of an element-wise function."""

    instructions: int = 0
    """Of the vector unit, for each 32 elements; 0 if the matrix unit computes the function."""
    takes_passes: bool = False
    """Whether the matrix unit takes a pass for each step of fidelity."""


Work = (
    PerElement
    | Literal["none", "product", "convolution", "transposed convolution"]
    | Literal["reduction", "softmax", "max pooling"]
)
"""What an op computes on the device, as far as its time depends on it; `none` if it moves or makes tensors."""


@dataclass(frozen=True, slots=True)
class Step:
    """A function that a kernel computes on its way, as one of the ops that have a kernel of their own."""

    op_type: str
    function: str | None
    """Which of the functions of its type, for those that have several."""
    inputs: tuple[int, ...]
    """Operands by number, absent ones not counted, and after them the results of the steps before."""
    keywords: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What its kernel gets beside the operands."""


Steps = Callable[[Sequence[tuple[int, ...]], Mapping[str, Any]], Sequence[Step]]
"""The steps for operands of these shapes, absent ones left out, and these keywords; none if the kernel is one step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """An op of the FlatBuffer schema: how it is computed, and what else is to know of it."""

    compute: Callable[..., Array] | None = None
    """None for ops that act on devices and memory, and make no tensor."""
    infer_shape: Callable[..., tuple[int, ...]] | None = None
    """The shape of what `compute` gives for the same arguments, of whose arrays only shape and type are looked at: those of
    `placeholder` do. Raises `KernelError` for arguments that do not go together."""
    operands: tuple[str, ...] = ()
    """Fields that hold tensors, in the kernel's order; `x?` may be absent, `x*` is a vector of tensors."""
    attributes: dict[str, AttributePath] = field(default_factory=dict[str, AttributePath])
    """Keyword of the kernel: path of the field in the table, or a tuple of paths for a tuple of values."""
    result: str = "out"
    """Field of the tensor that is written."""
    takes_shape: bool = False
    """Whether the result's declared shape is among the arguments, as `result_shape`."""
    collective: bool = False
    """Whether the kernel gets the values of all devices, and the `mesh`: see `kernels/collective.py`."""
    joins: tuple[str, str] | None = None
    """The attribute, and its value, with which a collective op gives all devices one tensor."""
    work: Work = "none"
    operands_on_host: bool | None = None
    """Whether operands must be on the host or must be on a device; None if they may be anywhere."""
    result_place: Literal["declared", "host", "operand"] = "declared"
    """Where the result is, whatever its descriptor says: `operand` is beside the operand, if that is on the host and the
    op has no memory configuration."""
    defines_contents: bool = True
    """Whether the op gives its result elements that are defined on the device."""
    defines_device: bool = False
    """Whether the op names a device, in its field `out`, that later ops use."""
    frees: bool = False
    """Whether the operands are gone afterwards."""
    starts_program: bool = True
    """Whether the op that makes a tensor starts a program on the device."""
    reads_in_part: bool = False
    """Whether the op reads as much of its largest operand as it writes."""
    may_be_view: bool = False
    """Whether the result stands in the operand's buffer where `memory.is_view` says that it can."""
    rows_of: tuple[str, str] | None = None
    """The operand that holds indices, and the one whose rows, the next to last dimension, they count."""
    holds_data: bool = False
    """Whether the op's own table holds the elements of its result, in its field `input`."""
    is_reduction: bool = False
    """Whether TTNN's function prepares a tensor of four dimensions and reduces that: see `calls`."""
    takes_arithmetic: bool = False
    """Whether `compute` may be told the `arithmetic` in which it sums."""
    keeps_values: bool = False
    """Whether each element of the result is one of an operand, its negative or magnitude, or 0, 1 or -1: of operands in the
    result's floating-point format, it needs no rounding."""
    is_one_value: bool = False
    """Whether all elements of the result are one number, which the op says."""
    steps: Steps | None = None
    """What a kernel that is composed of others computes; between steps nothing is rounded."""

    @property
    def in_place(self) -> bool:
        """Whether the op writes into one of its operands."""
        return self.result in self.operands


KERNELS: dict[str, Kernel] = {}
"""Kernels by case of the FlatBuffer union `OpType`; the element-wise ones are in `ELEMENTWISE`."""


def kernel(
    op_type: str,
    *operands: str,
    infer_shape: Callable[..., tuple[int, ...]] | None = None,
    takes_shape: bool = False,
    columns: Kernel | None = None,
    shared: Mapping[str, AttributePath] | None = None,
    **attributes: AttributePath,
) -> Callable[[Callable[..., Array]], Callable[..., Array]]:
    """Register the decorated function as the kernel of an op type.

    It is called when `infer_shape` has found nothing wrong, with the inferred shape as `result_shape` if it has such a
    parameter. Without `infer_shape` it moves elements only, so that it costs nothing on placeholders and infers by itself.
    `columns` are those that are not said beside them, `shared` attributes that it has in common with others.
    """

    def register(compute: Callable[..., Array]) -> Callable[..., Array]:
        assert op_type not in KERNELS, f"{op_type} has two kernels"
        KERNELS[op_type] = replace(
            columns or Kernel(),
            compute=checked(compute, infer_shape) if infer_shape else compute,
            infer_shape=infer_shape or _shape_of(compute),
            operands=operands,
            attributes={**(shared or {}), **attributes},
            takes_shape=takes_shape,
            takes_arithmetic=_ARITHMETIC in signature(compute).parameters,
        )
        return compute

    return register


def checked(
    compute: Callable[..., Array], infer_shape: Callable[..., tuple[int, ...]]
) -> Callable[..., Array]:
    """`compute` as it is called: after `infer_shape`, and with its result if it wants that."""
    if "result_shape" not in signature(compute).parameters:

        @wraps(compute)
        def call(*operands: Any, arithmetic: Arithmetic | None = None, **attributes: Any) -> Array:
            infer_shape(*operands, **attributes)
            attributes.pop("result_shape", None)
            if arithmetic is not None:
                attributes[_ARITHMETIC] = arithmetic
            return compute(*operands, **attributes)

    else:

        @wraps(compute)
        def call(*operands: Any, arithmetic: Arithmetic | None = None, **attributes: Any) -> Array:
            attributes["result_shape"] = infer_shape(*operands, **attributes)
            if arithmetic is not None:
                attributes[_ARITHMETIC] = arithmetic
            return compute(*operands, **attributes)

    return call


def _shape_of(compute: Callable[..., Array]) -> Callable[..., tuple[int, ...]]:
    """The shape rule of a kernel that only moves elements."""
    return lambda *operands, **attributes: compute(*operands, **attributes).shape


def placeholder(shape: tuple[int, ...], dtype: Any) -> Array:
    """Zeros that take no memory, whatever their shape: what stands for values where nothing is computed."""
    return np.broadcast_to(np.zeros((), dtype), shape)


UNDECLARED: tuple[int, ...] = (-1,)
"""A declared shape that stands for whatever the kernel computes: calls outside of binaries declare none."""


def require_shape(computed: Iterable[int], declared: tuple[int, ...]) -> tuple[int, ...]:
    """The result's shape; fails unless it is the declared one, if there is one."""
    computed = tuple(computed)
    if computed != declared != UNDECLARED:
        raise KernelError(
            f"the result is {shape_text(computed)}, its descriptor says {shape_text(declared)}"
        )
    return computed


def as_declared(shape: tuple[int, ...], declared: tuple[int, ...]) -> tuple[int, ...]:
    """The declared shape, from which the result's may differ in dimensions of size 1; its own if none is declared."""
    if declared == UNDECLARED:
        return shape
    if [n for n in shape if n != 1] != [n for n in declared if n != 1]:
        require_shape(shape, declared)
    return declared


def normalized_dim(dim: int, rank: int) -> int:
    """Dimension `dim` counted from the front; negative ones count from the back."""
    if not -rank <= dim < rank:
        raise KernelError(f"dimension {dim} is out of range for a tensor of rank {rank}")
    return dim % rank


def is_integer(array: Array) -> bool:
    """Whether an operand's format is an integer format."""
    return array.dtype.kind in "iub"


def as_real(array: Array) -> Array:
    """Operand of a real function: integers become float32."""
    return array.astype(np.float32) if is_integer(array) else array


def promote(*arrays: Array) -> list[Array]:
    """Bring operands to one type: that of the floating-point ones if there are any, else the widest integer type.

    Floating point is float32, or float64 where goldens are computed; integers beside it become float32. Of two integer types
    of 32 bits the signed one is taken.
    """
    types = [array.dtype for array in arrays]
    if types.count(types[0]) == len(types):
        return list(arrays)
    if not all(is_integer(array) for array in arrays):
        arrays = tuple(as_real(array) for array in arrays)
    common = np.result_type(*arrays)
    if common.itemsize > max(array.itemsize for array in arrays) and common.kind == "i":
        common = np.dtype(np.int32)
    return [array.astype(common, copy=False) for array in arrays]


def require_integers(what: str, *arrays: Array) -> None:
    """Fail unless all operands have an integer format."""
    if not all(is_integer(array) for array in arrays):
        raise KernelError(f"{what} needs integer operands")


def broadcast_shape(shapes: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Shape to which operands broadcast; fails when they do not."""
    shapes = shapes if isinstance(shapes, list) else list(shapes)
    if shapes and shapes.count(shapes[0]) == len(shapes):
        return shapes[0]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        text = ", ".join(map(shape_text, shapes))
        raise KernelError(f"operands of shapes {text} do not broadcast") from None


def nth(values: Any, count: int, what: str) -> tuple[int, ...]:
    """Check that an attribute has `count` integers."""
    if values is None or len(values) != count:
        raise KernelError(f"'{what}' needs {count} values, got {values}")
    return tuple(values)


def require_counts(what: str, values: Sequence[int]) -> Sequence[int]:
    """The integers of an attribute; fails if one is negative."""
    if min(values, default=0) < 0:
        raise KernelError(f"'{what}' has a negative number: {list(values)}")
    return values
