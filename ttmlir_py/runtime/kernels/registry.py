"""The registry of kernels, and functions that kernels share.

A kernel is a pure function of numpy arrays. It takes the operands' values and the op's attributes
as keywords, and returns the result before rounding. Values are float32 for all floating-point
formats and integers otherwise. Goldens are computed in float64, so kernels keep to their operands'
type. The executor rounds the result once, into the format of the result's descriptor. This is ideal
arithmetic: the device also rounds intermediate sums, unless its destination register has 32 bits. A
kernel that sums therefore takes an `arithmetic`, ideal or the device's (`matrix_unit`).

An op's rules for shapes and formats, and the shape of its result, are apart from computing
(`infer_shape`). A program can therefore be checked without values. A kernel is only called after
that check, so operand and result sizes bound the intermediate sizes.
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
"""The keyword of kernels that sum."""


@dataclass(frozen=True, slots=True)
class PerElement:
    """The work of an element-wise function."""

    instructions: int = 0
    """Instructions of the vector unit per 32 elements; 0 if the matrix unit computes the
    function.
    """
    takes_passes: bool = False
    """Whether the matrix unit takes a pass for each step of fidelity."""


Work = (
    PerElement
    | Literal["none", "product", "convolution", "transposed convolution"]
    | Literal["reduction", "softmax", "max pooling"]
)
"""The work of an op on the device, as far as its time depends on it.

`none` means that it moves or makes tensors.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a composed kernel that is the function of an op with a kernel of its own."""

    op_type: str
    function: str | None
    """The function of the op type, for types that have several."""
    inputs: tuple[int, ...]
    """Numbers of the inputs: first the operands (absent ones not counted), then the results of
    earlier steps.
    """
    keywords: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Keywords of the step's kernel."""


Steps = Callable[[Sequence[tuple[int, ...]], Mapping[str, Any]], Sequence[Step]]
"""A function that returns the steps for operands of these shapes, without absent ones, and these
keywords.

The result is empty if the kernel is one step.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceUse:
    """How an op uses the host, the device and its memory."""

    operands_on_host: bool | None = None
    """Whether operands must be on the host (True) or on a device (False); None if both are
    allowed.
    """
    result_place: Literal["declared", "host", "operand"] = "declared"
    """Where the result is, whatever its descriptor says.

    `operand` means that the result is on the host if the operand is and the op has no memory
    configuration.
    """
    may_be_view: bool = False
    """Whether the result can be in the operand's buffer, where `memory.is_view` allows it."""
    joins: tuple[str, str] | None = None
    """The attribute, and its value, for which a collective op gives all devices one tensor."""
    is_reduction: bool = False
    """Whether TTNN's function prepares a tensor of four dimensions and reduces that: see
    `calls`.
    """
    defines_contents: bool = True
    """Whether the result's elements are defined on the device."""
    defines_device: bool = False
    """Whether the op defines a device, in its field `out`, that later ops use."""
    frees: bool = False
    """Whether the op frees its operands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The properties that determine the time of an op on the device, besides shapes and formats.

    `numerics` and `fusion` read `work` as well: it determines which unit computes the op.
    """

    work: Work = "none"
    starts_program: bool = True
    """Whether the op that makes a tensor starts a program on the device."""
    reads_in_part: bool = False
    """Whether the op reads only as much of its largest operand as it writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """An op of the FlatBuffer schema: how to compute it, and its properties.

    `device` groups the properties for places and memory, and `cost` those for time.
    """

    compute: Callable[..., Array] | None = None
    """The function that computes the result; None for ops that act on devices and memory, and make
    no tensor.
    """
    infer_shape: Callable[..., tuple[int, ...]] | None = None
    """A function that returns the result's shape for the same arguments as `compute`.

    It reads only shape and type of arrays, so those of `placeholder` are enough. Raises
    `KernelError` for arguments that do not fit together.
    """
    operands: tuple[str, ...] = ()
    """Fields that hold tensors, in the kernel's order. `x?` may be absent, `x*` is a vector of
    tensors.
    """
    attributes: dict[str, AttributePath] = field(default_factory=dict[str, AttributePath])
    """Paths of fields in the table, by keyword of the kernel; a tuple of paths gives a tuple of
    values.
    """
    result: str = "out"
    """Field of the result tensor."""
    holds_data: bool = False
    """Whether the op's own table holds the elements of its result, in its field `input`."""
    rows_of: tuple[str, str] | None = None
    """The operand that holds indices, and the operand whose rows (its second-to-last dimension)
    they select.
    """
    takes_shape: bool = False
    """Whether the kernel takes the result's declared shape, as `result_shape`."""
    takes_arithmetic: bool = False
    """Whether `compute` takes the `arithmetic` in which it sums."""
    collective: bool = False
    """Whether the kernel takes the values of all devices, and the `mesh`: see
    `kernels/collective.py`.
    """
    keeps_values: bool = False
    """Whether each element of the result is an operand's element, its negative or magnitude, or 0,
    1 or -1.

    For operands in the result's floating-point format, such a result needs no rounding.
    """
    is_one_value: bool = False
    """Whether all elements of the result are one number, which is an attribute of the op."""
    steps: Steps | None = None
    """The steps of a kernel that is composed of others. Ideal arithmetic does not round between
    steps.
    """
    device: DeviceUse = DeviceUse()
    cost: Cost = Cost()

    @property
    def in_place(self) -> bool:
        """Whether the op writes into one of its operands."""
        return self.result in self.operands


KERNELS: dict[str, Kernel] = {}
"""Kernels by case of the FlatBuffer union `OpType`. The element-wise ones are in `ELEMENTWISE`."""


def kernel(
    op_type: str,
    *operands: str,
    infer_shape: Callable[..., tuple[int, ...]] | None = None,
    takes_shape: bool = False,
    columns: Kernel | None = None,
    device: DeviceUse | None = None,
    cost: Cost | None = None,
    shared: Mapping[str, AttributePath] | None = None,
    **attributes: AttributePath,
) -> Callable[[Callable[..., Array]], Callable[..., Array]]:
    """Register the decorated function as the kernel of an op type.

    It is called after `infer_shape` has raised no error. If it has a parameter `result_shape`, it
    gets the inferred shape. A kernel without `infer_shape` only moves elements. It costs nothing on
    placeholders and so infers its shape itself. `columns` are other fields of `Kernel` than the
    parameters; `shared` are attributes that several ops have in common.
    """

    def register(compute: Callable[..., Array]) -> Callable[..., Array]:
        assert op_type not in KERNELS, f"{op_type} has two kernels"
        row = columns or Kernel()
        KERNELS[op_type] = replace(
            row,
            device=device or row.device,
            cost=cost or row.cost,
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
    """Return a function that calls `infer_shape`, then `compute`, with the inferred shape if it
    takes that.
    """
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
    """Return the shape function of a kernel that only moves elements."""
    return lambda *operands, **attributes: compute(*operands, **attributes).shape


def placeholder(shape: tuple[int, ...], dtype: Any) -> Array:
    """Return zeros that take no memory, whatever their shape, for values that are not computed."""
    return np.broadcast_to(np.zeros((), dtype), shape)


UNDECLARED: tuple[int, ...] = (-1,)
"""A declared shape that accepts every computed shape. Calls outside of binaries declare no
shape.
"""


def require_shape(computed: Iterable[int], declared: tuple[int, ...]) -> tuple[int, ...]:
    """Return the result's shape. Raise an error unless it equals the declared one, if there is
    one.
    """
    computed = tuple(computed)
    if computed != declared != UNDECLARED:
        raise KernelError(
            f"the result is {shape_text(computed)}, its descriptor says {shape_text(declared)}"
        )
    return computed


def as_declared(shape: tuple[int, ...], declared: tuple[int, ...]) -> tuple[int, ...]:
    """Return the declared shape, or the computed one if no shape is declared.

    The two may differ in dimensions of size 1.
    """
    if declared == UNDECLARED:
        return shape
    if [n for n in shape if n != 1] != [n for n in declared if n != 1]:
        require_shape(shape, declared)
    return declared


def normalized_dim(dim: int, rank: int) -> int:
    """Return dimension `dim` counted from the front. Negative ones count from the back."""
    if not -rank <= dim < rank:
        raise KernelError(f"dimension {dim} is out of range for a tensor of rank {rank}")
    return dim % rank


def is_integer(array: Array) -> bool:
    """Whether an operand's format is an integer format."""
    return array.dtype.kind in "iub"


def as_real(array: Array) -> Array:
    """Return an operand of a real function: integers become float32."""
    return array.astype(np.float32) if is_integer(array) else array


def promote(*arrays: Array) -> list[Array]:
    """Convert operands to one type: the floating-point one if there is any, else the widest integer
    type.

    Floating point is float32, or float64 where goldens are computed. Integers next to it become
    float32. Of two 32-bit integer types the signed one is chosen.
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
    """Raise an error unless all operands have an integer format."""
    if not all(is_integer(array) for array in arrays):
        raise KernelError(f"{what} needs integer operands")


def broadcast_shape(shapes: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the shape to which operands broadcast. Raise an error if they do not."""
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
    """Return the integers of an attribute. Raise an error if one is negative."""
    if min(values, default=0) < 0:
        raise KernelError(f"'{what}' has a negative number: {list(values)}")
    return values
