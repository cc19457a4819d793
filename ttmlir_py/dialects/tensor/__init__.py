"""The `tensor` dialect: the project's own ops, and xDSL's other operations when one of them is needed.

Almost every module has a `tensor.empty`, hardly any another operation of the dialect, and importing xDSL's takes longer
than compiling a small file. `from ttmlir_py.dialects import tensor` stands in for xDSL's module: what it does not define
itself, it takes from there. `reshape` has `tensor.collapse_shape` with its verifier.
"""

from collections.abc import Sequence
from typing import Any

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import result_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.constraints import AnyRankedTensor, Described
from ttmlir_py.ir.definition.custom_form import fail
from ttmlir_py.ir.definition.operations import OdsOperation, op_definition
from ttmlir_py.ir.narrowing import is_tensor_type

_Index: Described[IndexType] = Described("index", lambda type: isinstance(type, IndexType))


@op_definition
class EmptyOp(OdsOperation):
    """A tensor of unspecified contents; one operand for each dynamic dimension."""

    name = "tensor.empty"

    dynamic_sizes = var_operand_def(_Index)
    tensor = result_def(AnyRankedTensor)

    traits = traits_def(Pure())

    def __init__(self, dynamic_sizes: Sequence[SSAValue], tensor_type: Attribute):
        super().__init__(operands=[dynamic_sizes], result_types=[tensor_type])

    def verify_op(self) -> None:
        """There are as many sizes as dynamic dimensions."""
        type: Any = self.tensor.type
        dynamic = sum(size < 0 for size in type.get_shape())
        if len(self.operands) != dynamic:
            raise VerifyException(
                f"incorrect number of dynamic sizes, has {len(self.operands)}, expected {dynamic}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> "EmptyOp":
        """Parse `(%size, %size) {attributes} : type`."""
        sizes = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_type()
        if not is_tensor_type(type):
            fail(parser, cls.name, "invalid kind of type specified", position)
        operands = [parser.resolve_operand(size, IndexType()) for size in sizes]
        return cls.create(operands=operands, result_types=[type], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `(%size, %size) {attributes} : type`."""
        printer.print_operands(self.operands)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.tensor.type)


class TensorDialect(Dialect):
    """The dialect as it is registered: `tensor.empty` at once, the others on request."""

    def load_rest(self) -> list[type[Operation]]:
        """The operations that are loaded when a name other than `tensor.empty` is met."""
        from xdsl.dialects import tensor

        from ttmlir_py.dialects.tensor.reshape import CollapseShapeOp

        own = {EmptyOp.name, CollapseShapeOp.name}
        return [CollapseShapeOp, *(op for op in tensor.Tensor.operations if op.name not in own)]


class _Materialization(ConstantMaterializationInterface):
    """The op of a constant: `arith.constant`, as the dialect has none."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        """None if there is no such constant."""
        from xdsl.dialects.arith import Arith

        interface = Arith.get_interface(ConstantMaterializationInterface)
        return None if interface is None else interface.materialize_constant(value, type)


Tensor = TensorDialect("tensor", [EmptyOp], [], [_Materialization()])


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from xdsl.dialects import tensor

    return getattr(tensor, name)
