"""An operation of a TTNN program, decoded from the FlatBuffer and bound to its kernel."""

from dataclasses import dataclass, field
from typing import Any

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
    """Op type, with the function's name for element-wise ops and reductions: `EltwiseOp(Add)`."""
    view: TableView = field(repr=False)
    """The operation's table in the binary: debug information, location and all fields."""
    kernel: Kernel = field(repr=False)
    """The entry of the op: how it is computed, and its properties."""
    operands: tuple[Operand, ...] = ()
    keywords: dict[str, Any] = field(default_factory=dict[str, Any])
    """Keyword arguments of the kernel: attributes, and the result's shape if the kernel takes
    it.
    """
    result: TensorRef | None = None
    device: int | None = None
    """The device that the operation names; for `GetDeviceOp` the one that it defines."""
    mesh: Mesh | None = None
    """The mesh of that device."""
    refs: tuple[TensorRef, ...] = ()
    """Operands one by one, without absent ones."""
    result_bytes: int = 0
    """Most bytes of the result's values on each device."""
    is_exact: bool = False
    """Whether the result's format holds the kernel's results for operands that are rounded into
    theirs.
    """
    freed: tuple[TensorRef, ...] = ()
    """Tensors that the operation frees."""

    @property
    def text(self) -> str:
        """Return the operation in MLIR's syntax, from the binary's debug information."""
        return self.view.debug_info or ""

    @property
    def location(self) -> str:
        """Return the operation's location in MLIR's syntax. It is the key of goldens."""
        return self.view.loc_info or ""

    @property
    def joins_devices(self) -> bool:
        """Whether the operation gives all devices of its mesh one tensor."""
        joins = self.kernel.device.joins
        return joins is not None and self.keywords[joins[0]] == joins[1]

    @property
    def viewed(self) -> TensorRef | None:
        """Return the operand whose buffer also holds the result, under another shape.

        The result is None if the result has its own buffer.
        """
        if not self.kernel.device.may_be_view or self.result is None:
            return None
        (operand,) = self.refs
        return operand if is_view(operand.desc, self.result.desc) else None

    def placed(self, program: object, message: str) -> str:
        """Return a message that includes the operation's place."""
        return f"{program}: operation {self.index} ({self.label}): {message}"

    def compute(self, operands: tuple[Any, ...], **context: Any) -> Array:
        """Run the kernel on operand values, without rounding the result. Collective kernels need
        the `mesh`.
        """
        assert self.kernel.compute is not None
        return self.kernel.compute(*operands, **self.keywords, **context)

    def infer(self, operands: tuple[Any, ...], **context: Any) -> Array:
        """Return zeros of the shape of `compute`'s result, as the kernel infers it. They take no
        memory.
        """
        assert self.kernel.infer_shape is not None
        assert self.result is not None
        shape = self.kernel.infer_shape(*operands, **self.keywords, **context)
        return placeholder(shape, self.result.desc.data_type.values)
