"""An operation of a TTNN program, decoded from the FlatBuffer and bound to its kernel."""

from dataclasses import dataclass, field
from typing import Any

from ttmlir_py.runtime.architectures import PASSES
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels import Kernel
from ttmlir_py.runtime.kernels.registry import placeholder
from ttmlir_py.runtime.memory import is_view
from ttmlir_py.runtime.mesh import Mesh
from ttmlir_py.runtime.tensor import TensorRef
from ttmlir_py.schemas import TableView

Operand = TensorRef | tuple[TensorRef, ...] | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Operation:
    """An operation of a program, decoded and checked."""

    index: int
    op_type: str
    label: str
    """The operation's type, followed by its function in parentheses if it has one:
    `EltwiseOp(Add)`.
    """
    view: TableView = field(repr=False)
    """The operation's table in the binary, with debug information, location and all fields."""
    kernel: Kernel = field(repr=False)
    """The definition of the operation: its computation and properties."""
    operands: tuple[Operand, ...] = ()
    keywords: dict[str, Any] = field(default_factory=dict[str, Any])
    """Keyword arguments of the kernel: attributes, and the result's shape if the kernel takes
    it.
    """
    result: TensorRef | None = None
    device: int | None = None
    """Number of the device that the operation uses, or that a `GetDeviceOp` defines; else None."""
    mesh: Mesh | None = None
    """The mesh of `device`, or None."""
    refs: tuple[TensorRef, ...] = ()
    """The tensor operands, without absent ones."""
    result_bytes: int = 0
    """Largest number of bytes of the result's values, per device."""
    is_exact: bool = False
    """Whether the kernel's results need no rounding, because the result's format holds them."""
    is_cached: bool = False
    """Whether the operation computes constants, whose values are kept for all runs."""
    freed: tuple[TensorRef, ...] = ()
    """Tensors that the operation frees."""

    @property
    def passes(self) -> int | None:
        """Return the number of multiplier passes of the operation's math fidelity, if it has
        one.
        """
        return PASSES.get(getattr(self.view, "math_fidelity", None) or "")

    @property
    def accumulates_wide(self) -> bool | None:
        """Return whether the operation accumulates in f32, or None if the runtime decides."""
        return getattr(self.view, "fp32_dest_acc_en", None)

    @property
    def text(self) -> str:
        """Return the operation in MLIR syntax, from the binary's debug information."""
        return self.view.debug_info or ""

    @property
    def location(self) -> str:
        """Return the operation's location in MLIR syntax, which is the key of goldens."""
        return self.view.loc_info or ""

    @property
    def joins_devices(self) -> bool:
        """Whether all devices of the mesh get the same result from the operation."""
        joins = self.kernel.device.joins
        return joins is not None and self.keywords[joins[0]] == joins[1]

    @property
    def viewed(self) -> TensorRef | None:
        """Return the operand whose buffer also holds the result, or None if the result has its
        own.
        """
        if not self.kernel.device.may_be_view or self.result is None:
            return None
        (operand,) = self.refs
        return operand if is_view(operand.desc, self.result.desc) else None

    def placed(self, program: object, message: str) -> str:
        """Return `message` with the program and the operation in front."""
        return f"{program}: operation {self.index} ({self.label}): {message}"

    def compute(self, operands: tuple[Any, ...], **context: Any) -> Array:
        """Run the kernel on operand values, without rounding. `context` has `mesh` for collective
        kernels.
        """
        assert self.kernel.compute is not None
        return self.kernel.compute(*operands, **self.keywords, **context)

    def infer(self, operands: tuple[Any, ...], **context: Any) -> Array:
        """Return zeros with the shape of the kernel's result, which take no memory."""
        assert self.kernel.infer_shape is not None
        assert self.result is not None
        shape = self.kernel.infer_shape(*operands, **self.keywords, **context)
        return placeholder(shape, self.result.desc.data_type.values)
