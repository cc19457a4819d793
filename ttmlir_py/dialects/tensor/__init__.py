"""The `tensor` dialect: the project's own ops, and xDSL's other operations when one of them is needed.

Almost every module has a `tensor.empty`, hardly any another operation of the dialect, and importing xDSL's takes longer
than compiling a small file. `from ttmlir_py.dialects import tensor` stands in for xDSL's module: what it does not define
itself, it takes from there. `reshape` has `tensor.collapse_shape` with its verifier.
"""

from typing import TYPE_CHECKING, Any

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Dialect, Operation

from ttmlir_py.dialects.tensor.empty import EmptyOp as EmptyOp

if TYPE_CHECKING:
    from xdsl.dialects.tensor import CastOp as CastOp
    from xdsl.dialects.tensor import DimOp as DimOp


class TensorDialect(Dialect):
    """The dialect as it is registered: `tensor.empty` at once, the others on request."""

    def load_rest(self) -> list[type[Operation]]:
        """The operations that are loaded when a name other than `tensor.empty` is met."""
        from xdsl.dialects import tensor

        from ttmlir_py.dialects.tensor.indexed import OPERATIONS
        from ttmlir_py.dialects.tensor.reshape import CollapseShapeOp

        more = (CollapseShapeOp, *OPERATIONS)
        own = {EmptyOp.name, *(op.name for op in more)}
        return [*more, *(op for op in tensor.Tensor.operations if op.name not in own)]


class _Materialization(ConstantMaterializationInterface):
    """The op of a constant: `arith.constant`, as the dialect has none."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        """None if there is no such constant."""
        from xdsl.dialects.arith import Arith

        interface = Arith.get_interface(ConstantMaterializationInterface)
        return None if interface is None else interface.materialize_constant(value, type)


Tensor = TensorDialect("tensor", [EmptyOp], [], [_Materialization()])


if not TYPE_CHECKING:  # for a type checker, no unknown name is an attribute

    def __getattr__(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from xdsl.dialects import tensor

        return getattr(tensor, name)
