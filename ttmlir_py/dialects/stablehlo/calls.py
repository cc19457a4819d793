"""StableHLO: calls of functions and of other libraries."""

from collections.abc import Mapping
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, i32
from xdsl.ir import Operation
from xdsl.irdl import opt_prop_def, prop_def, var_operand_def, var_result_def

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyTensorTokenOrTuple,
    ArrayOfLayoutAttr,
    CustomCallApiVersionAttr,
    FlatSymbolRefArrayAttr,
    OutputOperandAliases,
    StrOrDictAttr,
    TensorTokenOrTuple,
)
from ttmlir_py.dialects.stablehlo.interfaces import FALSE, FormattedOp, RuleError
from ttmlir_py.dialects.stablehlo.rules import calls
from ttmlir_py.dialects.stablehlo.rules.common import Violation
from ttmlir_py.ir.definition.constraints import (
    BoolAttr,
    DictAttr,
    FlatSymbolRefAttr,
    I32Attr,
    StrAttr,
)
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class CompositeOp(FormattedOp):
    """An op of another library. The function `decomposition` computes it with StableHLO ops."""

    name = "stablehlo.composite"
    FORM: ClassVar[str] = "$name $inputs attr-dict `:` functional-type(operands, results)"
    inputs = var_operand_def(TensorTokenOrTuple)
    results_ = var_result_def(TensorTokenOrTuple)
    name_ = prop_def(StrAttr, prop_name="name")
    composite_attributes = opt_prop_def(DictAttr, DictionaryAttr({}))
    decomposition = prop_def(FlatSymbolRefAttr)
    version = opt_prop_def(I32Attr, IntegerAttr(0, i32))

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `stablehlo.composite`: `decomposition` names a function of the same types."""
        try:
            calls.check_composite(self, symbols)
        except Violation as violation:
            raise RuleError(self, violation) from violation


@op_definition
class CustomCallOp(FormattedOp):
    """A call of a function outside the program."""

    name = "stablehlo.custom_call"
    FORM: ClassVar[str] = """custom<CustomCallTarget>($call_target_name) `(` $inputs `)`
        attr-dict `:` functional-type(operands, results)"""
    inputs = var_operand_def(AnyTensorTokenOrTuple)
    results_ = var_result_def(AnyTensorTokenOrTuple)
    call_target_name = prop_def(StrAttr)
    has_side_effect = opt_prop_def(BoolAttr, FALSE)
    backend_config = opt_prop_def(StrOrDictAttr)
    api_version = opt_prop_def(CustomCallApiVersionAttr, IntegerAttr(1, i32))
    called_computations = opt_prop_def(FlatSymbolRefArrayAttr, ArrayAttr([]))
    operand_layouts = opt_prop_def(ArrayOfLayoutAttr)
    result_layouts = opt_prop_def(ArrayOfLayoutAttr)
    output_operand_aliases = opt_prop_def(OutputOperandAliases, ArrayAttr([]))

    @local_verifier
    def verify_op(self) -> None:
        """Check `stablehlo.custom_call`: layouts and aliases fit the operands and results, and the
        configuration fits the version.
        """
        if self.operand_layouts is not None or self.result_layouts is not None:
            calls.check_layouts(self)
        for alias in self.output_operand_aliases:
            calls.check_alias(self, alias)
        calls.check_backend_config(self)
