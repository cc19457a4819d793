"""StableHLO: calls of what is elsewhere."""

from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, i32
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
from ttmlir_py.dialects.stablehlo.interfaces import FALSE, FormattedOp
from ttmlir_py.ir.definition.constraints import (
    BoolAttr,
    DictAttr,
    FlatSymbolRefAttr,
    I32Attr,
    StrAttr,
)
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class CompositeOp(FormattedOp):
    """An op of another library, which the function `decomposition` computes with ops of this one."""

    name = "stablehlo.composite"
    FORM: ClassVar[str] = "$name $inputs attr-dict `:` functional-type(operands, results)"
    inputs = var_operand_def(TensorTokenOrTuple)
    results_ = var_result_def(TensorTokenOrTuple)
    name_ = prop_def(StrAttr, prop_name="name")
    composite_attributes = opt_prop_def(DictAttr, DictionaryAttr({}))
    decomposition = prop_def(FlatSymbolRefAttr)
    version = opt_prop_def(I32Attr, IntegerAttr(0, i32))


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
