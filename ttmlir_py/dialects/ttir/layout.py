"""TTIR: ops on layouts, devices and memory."""

from typing import ClassVar, NamedTuple, Self

from xdsl.irdl import operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TT_MemorySpaceAttr
from ttmlir_py.dialects.shape_rules.creation import verify_allocation
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp, ResultOp, TTIROperation
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, I64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


class LayoutChanges(NamedTuple):
    """The properties in which two layouts differ."""

    linear: bool
    grid: bool
    format: bool
    memory_space: bool
    memory_layout: bool

    @classmethod
    def between(cls, source: MetalLayoutAttr, target: MetalLayoutAttr) -> Self:
        """Return the properties that a `ttir.to_layout` from `source` to `target` changes."""
        return cls(
            linear=source.linear != target.linear,
            grid=source.grid != target.grid,
            format=source.get_element_type() != target.get_element_type(),
            memory_space=source.get_memory_space() != target.get_memory_space(),
            memory_layout=source.mem_layout != target.mem_layout,
        )

    @property
    def is_compound(self) -> bool:
        """Whether more than one property changes."""
        return sum(self) > 1

    @property
    def needs_several_programs(self) -> bool:
        """Whether the changes need several programs on the device; one program can change grid and
        memory.
        """
        return self.linear + (self.grid or self.memory_space) + self.format > 1


@op_definition
class ToLayoutOp(DestinationStyleOp):
    """Change layout, memory space, sharding or element format to those of the type of `output`."""

    name = "ttir.to_layout"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.to_layout`: the shape does not change."""
        if shape_of(self.input) != shape_of(self.output):
            raise VerifyException("Input and output shapes must be the same")


@op_definition
class AllocOp(ResultOp):
    """An allocation at a fixed address."""

    name = "ttir.alloc"
    address = prop_def(I64Attr)
    size = prop_def(I64Attr)
    memory_space = prop_def(TT_MemorySpaceAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.alloc`: size, memory and address match the layout."""
        layout = tensor_type(self.result).encoding
        if not isinstance(layout, MetalLayoutAttr):
            raise VerifyException("Result type missing layout attribute")
        verify_allocation(
            self.size.value.data,
            self.address.value.data,
            layout_agrees=layout.get_memory_space() == self.memory_space.value,
            on_host=layout.is_system_memory_space(),
        )


@op_definition
class DeallocOp(TTIROperation):
    """Free memory that `alloc` or another op allocated."""

    name = "ttir.dealloc"
    result = operand_def(AnyRankedTensor)
