"""The registry of kernels, and functions that kernels share.

A kernel is a pure function of numpy arrays. It takes the operands' values and the operation's
attributes as keywords, and returns the result before rounding. Values are float32 for all
floating-point formats and integers otherwise. Goldens are computed in float64, so kernels keep to
their operands' type. The executor rounds the result once, to the format of the result's descriptor.
This is ideal arithmetic: the device also rounds intermediate sums, unless its destination register
has 32 bits. A kernel that sums therefore takes an `arithmetic` argument, ideal or the device's
(`matrix_unit`).

The rules for shapes and formats, and the shape of the result, are separate from the computation
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
"""Name of the argument with which kernels that sum receive their `Arithmetic`."""


@dataclass(frozen=True, slots=True)
class PerElement:
    """The cost of an element-wise function on the device."""

    instructions: int = 0
    """Vector unit instructions per 32 elements, or 0 if the matrix unit computes the function."""
    takes_passes: bool = False
    """Whether the matrix unit makes one pass per fidelity phase. Otherwise it makes one."""


Work = (
    PerElement
    | Literal["none", "product", "convolution", "transposed convolution", "attention"]
    | Literal["reduction", "softmax", "max pooling"]
)
"""The kind of work of an operation on the device, which determines its time.

`none` is an operation that only moves or creates tensors.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """An operation of a composed kernel, which has a kernel of its own."""

    op_type: str
    function: str | None
    """The function of the operation, for operation types that have several."""
    inputs: tuple[int, ...]
    """Numbers of the inputs.

    Operands of the composed kernel are numbered first (absent ones not counted), then the results
    of earlier steps.
    """
    keywords: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Keyword arguments of the step's kernel."""


Steps = Callable[[Sequence[tuple[int, ...]], Mapping[str, Any]], Sequence[Step]]
"""Returns the steps for operands of these shapes, without absent ones, and these keyword arguments.

The result is empty if the kernel is a single operation.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceUse:
    """How an operation uses the host, the device and the device's memory."""

    operands_on_host: bool | None = None
    """Whether operands must be on the host (True) or on a device (False); None if both are
    allowed.
    """
    result_place: Literal["declared", "host", "operand"] = "declared"
    """Where the result is.

    `declared`: where the result's descriptor says. `host`: on the host. `operand`: on the host if
    the operand is there and the operation has no memory configuration, otherwise as declared.
    """
    may_be_view: bool = False
    """Whether the result may share the operand's buffer, if `memory.is_view` allows it."""
    joins: tuple[str, str] | None = None
    """Name and value of an attribute with which a collective operation gives all devices one
    tensor.
    """
    is_reduction: bool = False
    """Whether TTNN's function first converts its operand to four dimensions; see
    `runtime.calls`.
    """
    defines_contents: bool = True
    """Whether the result's elements are defined on the device. Those of `empty` are not."""
    defines_device: bool = False
    """Whether the operation defines a device, in its field `out`, for later operations."""
    frees: bool = False
    """Whether the operation frees its operands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Properties that determine the time of an operation, in addition to shapes and formats.

    `numerics` and `fusion` also read `work`, which determines the unit that computes the operation.
    """

    work: Work = "none"
    starts_program: bool = True
    """Whether an operation that creates a tensor starts a program on the device."""
    functions: tuple[PerElement, ...] = ()
    """Element-wise functions of each tile of the operand that a reduction also computes."""
    sorts: bool = False
    """Whether a reduction orders the elements along the attribute `dim`, of which it keeps `k`."""
    rounds_steps: bool = False
    """Whether a reduction writes each partial sum to a buffer in the result's format."""
    continues: str = ""
    """Name of an attribute that is not 0 if the operation before computes this one as well, in the
    same program on the device.
    """
    reads_in_part: bool = False
    """Whether the operation reads only as much of its largest operand as it writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """The definition of an operation of the FlatBuffer schema: its computation and properties.

    `device` groups the properties for placement and memory, and `cost` those for time.
    """

    compute: Callable[..., Array] | None = None
    """Computes the result. None for operations on devices and memory, which have no result."""
    infer_shape: Callable[..., tuple[int, ...]] | None = None
    """Returns the result's shape for the arguments of `compute`.

    It reads only shape and type of arrays, so those of `placeholder` are enough. Raises
    `KernelError` for arguments that do not fit together.
    """
    operands: tuple[str, ...] = ()
    """Names of table fields with tensors, in the order of the kernel's operands.

    `x?` may be absent, and `x*` is a vector of tensors.
    """
    attributes: dict[str, AttributePath] = field(default_factory=dict[str, AttributePath])
    """Maps keyword arguments of the kernel to paths of table fields.

    A tuple of paths gives a tuple of values.
    """
    result: str = "out"
    """Name of the table field with the result tensor."""
    holds_data: bool = False
    """Whether the operation's table holds the elements of its result, in the field `input`."""
    rows_of: tuple[str, str] | None = None
    """Names of an operand with indices, and of the operand whose rows they select.

    Rows are indexed by the second-to-last dimension.
    """
    takes_shape: bool = False
    """Whether the kernel takes the result's declared shape as the argument `result_shape`."""
    takes_arithmetic: bool = False
    """Whether `compute` takes the argument `arithmetic`, for its sums."""
    collective: bool = False
    """Whether the kernel takes the values of all devices, and `mesh`; see
    `kernels/collective.py`.
    """
    keeps_values: bool = False
    """Whether each result element is 0, 1, -1, or an operand's element, its negative or its
    magnitude.

    Such a result needs no rounding, if all operands have the result's floating-point format.
    """
    is_one_value: bool = False
    """Whether all elements of the result equal an attribute of the operation."""
    steps: Steps | None = None
    """The steps of a composed kernel, or None. Ideal arithmetic does not round between steps."""
    device: DeviceUse = DeviceUse()
    cost: Cost = Cost()

    @property
    def in_place(self) -> bool:
        """Whether the operation writes its result into an operand."""
        return self.result in self.operands


KERNELS: dict[str, Kernel] = {}
"""Maps members of the FlatBuffer union `OpType` to kernels.

Element-wise kernels are in `ELEMENTWISE`.
"""


def kernel(
    op_type: str,
    *operands: str,
    infer_shape: Callable[..., tuple[int, ...]] | None = None,
    takes_shape: bool = False,
    columns: Kernel | None = None,
    device: DeviceUse | None = None,
    cost: Cost | None = None,
    shared: Mapping[str, AttributePath] | None = None,
    table: dict[str, Kernel] = KERNELS,
    **attributes: AttributePath,
) -> Callable[[Callable[..., Array]], Callable[..., Array]]:
    """Register the decorated function as the kernel of an operation type.

    The function is called after `infer_shape` has raised no error. If it has a parameter
    `result_shape`, it gets the inferred shape. A kernel without `infer_shape` only moves elements,
    so it can run on placeholders to infer its shape. `columns` holds fields of `Kernel` that are
    not parameters here. `shared` holds attributes that several operations have in common.
    """

    def register(compute: Callable[..., Array]) -> Callable[..., Array]:
        assert op_type not in table, f"{op_type} has two kernels"
        row = columns or Kernel()
        table[op_type] = replace(
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
    """Return a function that calls `infer_shape` and then `compute`.

    `compute` receives the inferred shape if it has a parameter `result_shape`.
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
    """Return the shape function of a kernel that only moves elements: it runs the kernel itself."""
    return lambda *operands, **attributes: compute(*operands, **attributes).shape


def placeholder(shape: tuple[int, ...], dtype: Any) -> Array:
    """Return an array of zeros that takes no memory, whatever its shape. It is an operand of
    kernels that are called without values.
    """
    return np.broadcast_to(np.zeros((), dtype), shape)


UNDECLARED: tuple[int, ...] = (-1,)
"""A declared shape that matches every computed shape, for calls that declare no shape."""


def require_shape(computed: Iterable[int], declared: tuple[int, ...]) -> tuple[int, ...]:
    """Return the computed shape. Raise `KernelError` if it differs from a declared one."""
    computed = tuple(computed)
    if computed != declared != UNDECLARED:
        raise KernelError(
            f"the result is {shape_text(computed)}, its descriptor says {shape_text(declared)}"
        )
    return computed


def as_declared(shape: tuple[int, ...], declared: tuple[int, ...]) -> tuple[int, ...]:
    """Return the declared shape, or `shape` if no shape is declared.

    The two may differ in dimensions of size 1.
    """
    if declared == UNDECLARED:
        return shape
    if [n for n in shape if n != 1] != [n for n in declared if n != 1]:
        require_shape(shape, declared)
    return declared


def normalized_dim(dim: int, rank: int) -> int:
    """Return `dim` as a non-negative number. Negative dimensions count from the end.

    Raise `KernelError` if it is out of range for `rank` dimensions.
    """
    if not -rank <= dim < rank:
        raise KernelError(f"dimension {dim} is out of range for a tensor of rank {rank}")
    return dim % rank


def is_integer(array: Array) -> bool:
    """Whether the array has an integer or boolean type."""
    return array.dtype.kind in "iub"


def as_real(array: Array) -> Array:
    """Return the operand of a real function: integers are converted to float32."""
    return array.astype(np.float32) if is_integer(array) else array


def promote(*arrays: Array) -> list[Array]:
    """Return operands converted to one type: floating point if there is any, else the widest
    integer.

    Floating point is float32, or float64 where goldens are computed. Integers combined with it
    become float32. Of two 32-bit integer types the signed one is chosen.
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
    """Raise `KernelError` unless all arrays have an integer type. `what` names the operation."""
    if not all(is_integer(array) for array in arrays):
        raise KernelError(f"{what} needs integer operands")


def broadcast_shape(shapes: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the shape to which operands broadcast. Raise `KernelError` if they do not."""
    shapes = shapes if isinstance(shapes, list) else list(shapes)
    if shapes and shapes.count(shapes[0]) == len(shapes):
        return shapes[0]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        text = ", ".join(map(shape_text, shapes))
        raise KernelError(f"operands of shapes {text} do not broadcast") from None


def nth(values: Any, count: int, what: str) -> tuple[int, ...]:
    """Return the integers of the attribute `what`. Raise `KernelError` unless there are `count`."""
    if values is None or len(values) != count:
        raise KernelError(f"'{what}' needs {count} values, got {values}")
    return tuple(values)


def require_counts(what: str, values: Sequence[int]) -> Sequence[int]:
    """Return the integers of the attribute `what`. Raise `KernelError` if one is negative."""
    if min(values, default=0) < 0:
        raise KernelError(f"'{what}' has a negative number: {list(values)}")
    return values
