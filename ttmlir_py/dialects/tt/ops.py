"""Ops of the tt dialect: tuples of tensors, and modules for the device and the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, IntegerType, ModuleOp, TupleType
from xdsl.ir import Attribute, Block, Dialect, Region, SSAValue, TypeAttribute
from xdsl.irdl import operand_def, prop_def, region_def, result_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, NoTerminator, Pure, SymbolTable
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.constraints import AnyRankedTensor, Described, I32Attr
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier, op_definition
from ttmlir_py.ir.writing.attributes import quoted

_I32 = IntegerType(32)


def _is_tensor_tuple(attribute: Attribute) -> bool:
    """Whether `attribute` is a tuple type of ranked tensors, possibly nested."""
    return isinstance(attribute, TupleType) and all(
        AnyRankedTensor.predicate(member) or _is_tensor_tuple(member)
        for member in attribute.types.data
    )


TT_Tuple: Described[TupleType] = Described(
    f"nested tuple with any combination of {AnyRankedTensor.description} values", _is_tensor_tuple
)

_NonNegativeI32Attr: Described[IntegerAttr[Any]] = Described(
    f"{I32Attr.description} whose value is non-negative",
    lambda a: I32Attr.predicate(a) and cast(IntegerAttr[Any], a).value.data >= 0,
    I32Attr.storage,
)


def _verify_inferred_type(op: OdsOperation, inferred: Attribute) -> None:
    """Check that the result of `op` has the type `inferred` (MLIR's `InferTypeOpInterface`)."""
    actual = op.results[0].type
    if actual != inferred:
        raise VerifyException(
            f"inferred type(s) {quoted(inferred)} are incompatible with return type(s) of "
            f"operation {quoted(actual)}"
        )


@op_definition
class GetTupleElementOp(OdsOperation):
    """`tt.get_tuple_element %tuple[i]`: the member of a tuple at a constant position."""

    name = "tt.get_tuple_element"
    traits = traits_def(Pure())
    operand = operand_def(TT_Tuple)
    index = prop_def(_NonNegativeI32Attr)
    result = result_def(AnyRankedTensor)

    @local_verifier
    def verify_traits(self) -> None:
        """Check `tt.get_tuple_element`: the result has the type of the member."""
        members = cast(TupleType, self.operand.type).types.data
        index = self.index.value.data
        if index >= len(members):
            raise VerifyException(
                f"index {index} is out of bounds of operand with size {len(members)}"
            )
        _verify_inferred_type(self, members[index])

    @classmethod
    def parse(cls, parser: Parser) -> GetTupleElementOp:
        """Parse `%tuple[0] : (tuple<...>) -> tensor<...>`."""
        operand = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            start = parser.pos
            number = parser.parse_integer()
            if not -(1 << 31) <= number < 1 << 32:
                parser.raise_error("integer constant out of range for attribute", start)
            index = IntegerAttr(number, _I32)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        start = parser.pos
        type_ = parser.parse_function_type()
        operands = parser.resolve_operands([operand], type_.inputs.data, start)
        return cls.create(
            operands=operands,
            result_types=type_.outputs.data,
            properties={"index": index},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `tt.get_tuple_element` in the syntax that `parse` reads."""
        printer.print_string(" ")
        printer.print_ssa_value(self.operand)
        printer.print_string(f"[{self.index.value.data}]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_operation_type(self)


@op_definition
class TupleOp(OdsOperation):
    """`tt.tuple %a, %b`: the tuple of some tensors."""

    name = "tt.tuple"
    traits = traits_def(Pure())
    operands_ = var_operand_def(AnyRankedTensor)
    result = result_def(TT_Tuple)

    @local_verifier
    def verify_traits(self) -> None:
        """Check `tt.tuple`: the result's members have the operands' types."""
        _verify_inferred_type(
            self, TupleType(ArrayAttr(cast(Sequence[TypeAttribute], self.operand_types)))
        )

    @classmethod
    def parse(cls, parser: Parser) -> TupleOp:
        """Parse `%a, %b : tuple<...>`; the operands have the types of the members."""
        operands = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        start = parser.pos
        type_ = parser.parse_type()
        if not isinstance(type_, TupleType):
            parser.raise_error("expected tuple type", start)
        values: Sequence[SSAValue] = parser.resolve_operands(
            operands or [], type_.types.data, start
        )
        return cls.create(operands=values, result_types=[type_], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `tt.tuple` in the syntax that `parse` reads."""
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


class ModuleWrapper(OdsOperation):
    """Base class of ops that hold exactly one module, the code for one kind of processor."""

    traits = traits_def(IsolatedFromAbove(), NoTerminator(), SymbolTable())
    bodyRegion = region_def("single_block")

    def verify_traits(self) -> None:
        """Check that the region's block has no arguments."""
        if self.bodyRegion.block.args:
            raise VerifyException("region should have no arguments")

    def verify_op(self) -> None:
        """Check that the only op is a module."""
        ops = self.bodyRegion.block.ops
        if ops.first is None or ops.first is not ops.last:
            raise VerifyException("expected exactly one block")
        modules = sum(isinstance(op, ModuleOp) for op in ops)
        if modules != 1:
            raise VerifyException(f"expected exactly one ModuleOp but found {modules}")

    @classmethod
    def parse(cls, parser: Parser) -> ModuleWrapper:
        """Parse `attributes {...} { module ... }`."""
        dictionary = parser.parse_optional_attr_dict_with_keyword()
        region = parser.parse_region()
        if region.first_block is None:
            region.add_block(Block())
        return cls.create(
            regions=[region], attributes={} if dictionary is None else dict(dictionary.data)
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.bodyRegion, print_empty_block=False)

    @classmethod
    def around(cls, module: ModuleOp) -> ModuleWrapper:
        """Return an op that holds `module`, which must not be in a block."""
        return cls.create(regions=[Region(Block([module]))])


@op_definition
class DeviceModuleOp(ModuleWrapper):
    """The module whose functions run on the device."""

    name = "tt.device_module"


@op_definition
class CPUModuleOp(ModuleWrapper):
    """The module whose functions run on the host's CPU."""

    name = "tt.cpu_module"


TT = Dialect("tt", [GetTupleElementOp, TupleOp, DeviceModuleOp, CPUModuleOp])
