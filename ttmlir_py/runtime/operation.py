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
    """The row that says how the operation is computed and what else is to know of it."""
    operands: tuple[Operand, ...] = ()
    keywords: dict[str, Any] = field(default_factory=dict[str, Any])
    """What the kernel gets beside the operands: attributes, and the result's shape if it wants it."""
    result: TensorRef | None = None
    device: int | None = None
    """The device that the operation names, for `GetDeviceOp` the one that it defines."""
    mesh: Mesh | None = None
    """The mesh of that device."""
    refs: tuple[TensorRef, ...] = ()
    """Operands one by one, without the absent ones."""
    result_bytes: int = 0
    """Bytes that the result's values take at most, on each device."""
    is_exact: bool = False
    """Whether the result's format holds what the kernel gives for operands that are rounded into theirs."""
    freed: tuple[TensorRef, ...] = ()
    """Tensors that are gone after the operation."""

    @property
    def text(self) -> str:
        """The operation in MLIR's syntax, as the binary's debug information holds it."""
        return self.view.debug_info or ""

    @property
    def location(self) -> str:
        """The operation's location in MLIR's syntax; goldens are keyed by it."""
        return self.view.loc_info or ""

    @property
    def joins_devices(self) -> bool:
        """Whether the operation gives all devices of its mesh one tensor."""
        joins = self.kernel.joins
        return joins is not None and self.keywords[joins[0]] == joins[1]

    @property
    def viewed(self) -> TensorRef | None:
        """The operand in whose buffer the result stands, under another shape; None if it has one of its own."""
        if not self.kernel.may_be_view or self.result is None:
            return None
        (operand,) = self.refs
        return operand if is_view(operand.desc, self.result.desc) else None

    def placed(self, program: object, message: str) -> str:
        """A message with the place that it is about."""
        return f"{program}: operation {self.index} ({self.label}): {message}"

    def compute(self, operands: tuple[Any, ...], **context: Any) -> Array:
        """Run the kernel on operand values; the result is not rounded yet. Collective kernels need the `mesh`."""
        assert self.kernel.compute is not None
        return self.kernel.compute(*operands, **self.keywords, **context)

    def infer(self, operands: tuple[Any, ...], **context: Any) -> Array:
        """Zeros in the place of what `compute` gives, of the shape that the kernel's row infers, without memory."""
        assert self.kernel.infer_shape is not None
        assert self.result is not None
        shape = self.kernel.infer_shape(*operands, **self.keywords, **context)
        return placeholder(shape, self.result.desc.data_type.values)
