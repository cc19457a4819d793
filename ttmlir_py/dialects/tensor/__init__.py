"""The `tensor` dialect: the project's own ops, and xDSL's other operations on demand.

Almost every module has a `tensor.empty`, but few use another operation of the dialect, and
importing xDSL's takes longer than compiling a small file. `from ttmlir_py.dialects import tensor`
replaces xDSL's module and forwards to it for other names. `reshape` has `tensor.collapse_shape`
with its verifier.
"""

from typing import TYPE_CHECKING, Any

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Dialect, Operation

from ttmlir_py.dialects.tensor.empty import EmptyOp as EmptyOp

if TYPE_CHECKING:
    from xdsl.dialects.tensor import CastOp as CastOp
    from xdsl.dialects.tensor import DimOp as DimOp


class TensorDialect(Dialect):
    """The dialect as registered: `tensor.empty` is loaded at once, the others on demand."""

    def load_rest(self) -> list[type[Operation]]:
        """Return the op classes that are loaded at the first use of a name other than
        `tensor.empty`.
        """
        from xdsl.dialects import tensor

        from ttmlir_py.dialects.tensor import indexed, slices
        from ttmlir_py.dialects.tensor.reshape import CollapseShapeOp

        more = (CollapseShapeOp, *indexed.OPERATIONS, *slices.OPERATIONS)
        own = {EmptyOp.name, *(op.name for op in more)}
        return [*more, *(op for op in tensor.Tensor.operations if op.name not in own)]


class _Materialization(ConstantMaterializationInterface):
    """An interface that creates constants as `arith.constant`, because the dialect has no
    constants.
    """

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        """Return a constant op of type `type` for `value`, or None if that is impossible."""
        from xdsl.dialects.arith import Arith

        interface = Arith.get_interface(ConstantMaterializationInterface)
        return None if interface is None else interface.materialize_constant(value, type)


Tensor = TensorDialect("tensor", [EmptyOp], [], [_Materialization()])


if not TYPE_CHECKING:  # With this function, a type checker would accept any name as an attribute.

    def __getattr__(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from xdsl.dialects import tensor

        return getattr(tensor, name)
