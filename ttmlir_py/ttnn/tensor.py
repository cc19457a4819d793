"""Tensors of the simulated TTNN library, and the one way in which an operation makes them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from importlib import import_module
from typing import Any, ParamSpec, Protocol, TypeVar

import ml_dtypes
import numpy as np

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import Array, round_to, to_external
from ttmlir_py.runtime.kernels.registry import UNDECLARED, require_shape, shape_text
from ttmlir_py.ttnn.types import DRAM_MEMORY_CONFIG, DataType, Device, Layout, MemoryConfig


class TtnnError(SimulationError):
    """A call that the library refuses; the message names the function."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Buffer:
    """The memory of a tensor, which the tensors that an output tensor is known by share."""

    values: Array | None
    """The simulator's values (see `runtime.formats`); None when deallocated."""


@dataclass(frozen=True, slots=True, eq=False)
class Tensor:
    """A tensor: description and shared memory."""

    buffer: Buffer = field(repr=False)
    shape: tuple[int, ...]
    dtype: DataType
    layout: Layout
    on_device: Device | None = None
    config: MemoryConfig | None = None

    @property
    def values(self) -> Array:
        """The simulator's values; TtnnError if the tensor has been deallocated."""
        if self.buffer.values is None:
            raise TtnnError(f"a tensor {self.type_text} is used after it was deallocated")
        return self.buffer.values

    @property
    def type_text(self) -> str:
        """Shape and format as in an MLIR tensor type: `64x128xbf16`."""
        return "x".join([*map(str, self.shape), str(self.dtype.format)])

    def device(self) -> Device | None:
        """The device that holds the tensor; None for the host."""
        return self.on_device

    def memory_config(self) -> MemoryConfig | None:
        """Where on the device the tensor lives."""
        return self.config

    def is_allocated(self) -> bool:
        """Whether the tensor has not been deallocated."""
        return self.buffer.values is not None

    def to_numpy(self) -> Array:
        """A copy of the values in the format's own type: float32 for block formats."""
        return to_external(self.values, self.dtype.format)

    def __repr__(self) -> str:
        return f"ttnn.Tensor({self.to_numpy()}, {self.type_text}, {self.layout})"


def make(
    values: Array,
    dtype: DataType,
    layout: Layout,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """A new tensor with these values, rounded into its format."""
    config = memory_config or (DRAM_MEMORY_CONFIG if device is not None else None)
    rounded = Buffer(round_to(values, dtype.format))
    return Tensor(rounded, values.shape, dtype, layout, device, config)


_NUMPY_TYPES = {
    **{np.dtype(each.format.external): each for each in DataType if each.format.kind != "block"},
    np.dtype(np.float64): DataType.FLOAT32,
}


def from_torch(
    tensor: Any,
    dtype: DataType | None = None,
    *,
    layout: Layout = Layout.ROW_MAJOR,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """A tensor from a numpy array, a torch tensor or nested lists, in the array's own format unless one is given."""
    if str(getattr(tensor, "dtype", "")) == "torch.bfloat16":
        tensor, dtype = tensor.float(), dtype or DataType.BFLOAT16
    array = np.asarray(tensor)
    dtype = dtype or _NUMPY_TYPES.get(array.dtype)
    if dtype is None:
        raise TtnnError(f"ttnn.from_torch: no format holds {array.dtype}: give dtype=")
    if array.dtype.kind == "i" and dtype.format.is_integer:
        array = array.astype(dtype.format.values)
    return make(array, dtype, layout, device, memory_config)


def to_torch(tensor: Tensor) -> Any:
    """The values as a torch tensor; needs torch."""
    torch: Any = import_module("torch")
    array = tensor.to_numpy()
    if array.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(array.astype(np.float32)).bfloat16()
    return torch.from_numpy(array)


Operand = Tensor | Sequence[Tensor] | None


class CallWatcher(Protocol):
    """Is told of the calls of the API."""

    def begin(self, name: str, operands: Sequence[object], attributes: Sequence[object]) -> None:
        """A function is called."""
        ...

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        """It returns."""
        ...

    def fail(self, error: BaseException) -> None:
        """It raises."""
        ...


watcher: CallWatcher | None = None
"""Who watches calls, while somebody does."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def _told(
    told: CallWatcher,
    name: str,
    operands: Sequence[object],
    attributes: Sequence[object],
    call: Callable[[], Result],
) -> Result:
    """What `call` returns; the watcher is told."""
    told.begin(name, operands, attributes)
    try:
        result = call()
        told.end(name, operands, result)
    except Exception as error:
        told.fail(error)
        raise
    return result


def watched(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """A function of the API that watchers are told of; its tensors come first among the parameters."""

    @wraps(function)
    def call(*arguments: Parameters.args, **keywords: Parameters.kwargs) -> Result:
        if watcher is None:
            return function(*arguments, **keywords)
        given = (*arguments, *keywords.values())
        operands = [each for each in given if isinstance(each, Tensor)]
        others = [each for each in given if not isinstance(each, Tensor)]
        run = partial(function, *arguments, **keywords)
        return _told(watcher, function.__name__, operands, others, run)

    return call


def compute(
    name: str,
    kernel: Callable[..., Any] | None,
    operands: Sequence[Operand],
    attributes: dict[str, Any],
    **placement: Any,
) -> Tensor:
    """Run a kernel; see `_compute` for how, and where the result goes."""
    if watcher is None:
        return _compute(name, kernel, operands, attributes, **placement)
    run = partial(_compute, name, kernel, operands, attributes, **placement)
    return _told(watcher, name, operands, list(attributes.values()), run)


def _compute(
    name: str,
    kernel: Callable[..., Any] | None,
    operands: Sequence[Operand],
    attributes: dict[str, Any],
    *,
    like: Tensor,
    takes_shape: bool = True,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
    output: Tensor | None = None,
) -> Tensor:
    """Run a kernel as the executor of binaries does: compute, check the shape, round once.

    The result is written into `output` if one is given. Else it is a new tensor placed as `like`, with its format
    unless `dtype` is given, and of the shape that the kernel computes. TtnnError if the kernel refuses.
    """
    declared = UNDECLARED if output is None else output.shape
    extra = {"result_shape": declared} if takes_shape else {}
    assert kernel is not None
    try:
        with np.errstate(all="ignore"):
            values = np.asarray(kernel(*map(_values, operands), **attributes, **extra))
        require_shape(values.shape, declared)
        if output is None:
            placed = (like.layout, like.on_device, memory_config or like.config)
            return make(values, dtype or like.dtype, *placed)
        output.buffer.values = round_to(values, output.dtype.format)
        return replace(output)
    except MemoryError:
        raise TtnnError(f"ttnn.{name}: out of memory") from None
    except (SimulationError, ValueError, TypeError, IndexError, ArithmeticError) as error:
        raise TtnnError(f"ttnn.{name}: {' '.join(str(error).split())}") from None


def _values(operand: Operand) -> Any:
    if operand is None:
        return None
    if isinstance(operand, Tensor):
        return operand.values
    return [each.values for each in operand]


def shape_of(sizes: Sequence[int]) -> tuple[int, ...]:
    """Check a shape; TtnnError for negative sizes."""
    shape = tuple(int(size) for size in sizes)
    if any(size < 0 for size in shape):
        raise TtnnError(f"invalid shape {shape_text(shape)}")
    return shape
