"""StableHLO: products of tensors."""

from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyTensor,
    DotAlgorithm,
    DotDimensionNumbers,
    PrecisionConfigAttr,
    Tensor,
)
from ttmlir_py.dialects.stablehlo.interfaces import PureOp
from ttmlir_py.dialects.stablehlo.rules import products
from ttmlir_py.dialects.stablehlo.rules.common import Violation
from ttmlir_py.dialects.stablehlo.rules.quantization import check_dot_general
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.definition.constraints import StrAttr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class DotOp(PureOp):
    """Product of vectors or matrices."""

    name = "stablehlo.dot"
    FORM: ClassVar[str] = """$lhs `,` $rhs `` custom<PrecisionConfig>($precision_config)
        attr-dict `:` functional-type(operands, results)"""
    lhs = operand_def(Tensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    precision_config = opt_prop_def(PrecisionConfigAttr)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.dot`: the result has the shape of the product."""
        shape = products.dot_shape(shape_of(self.lhs), shape_of(self.rhs), self.precision_config)
        products.check_result_shape(shape, self.result.type)


@op_definition
class DotGeneralOp(PureOp):
    """Sums of products over the contracting dimensions, for each index of the batching
    dimensions.
    """

    name = "stablehlo.dot_general"
    FORM: ClassVar[str] = """$lhs `,` $rhs `,`
        custom<DotDimensionNumbers>($dot_dimension_numbers) ``
        custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm)
        attr-dict `:` functional-type(operands, results)"""
    lhs = operand_def(Tensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    dot_dimension_numbers = prop_def(DotDimensionNumbers)
    precision_config = opt_prop_def(PrecisionConfigAttr)
    algorithm = opt_prop_def(DotAlgorithm)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.dot_general`: the result has the shape of the product, and an algorithm
        comes with DEFAULT precision only.
        """
        config = self.precision_config
        shape = products.dot_general_shape(
            shape_of(self.lhs),
            shape_of(self.rhs),
            self.dot_dimension_numbers,
            config,
        )
        products.check_result_shape(shape, self.result.type)
        is_default = config is None or all(a.value.keyword == "DEFAULT" for a in config)
        if self.algorithm is not None and not is_default:
            raise Violation("must specify DEFAULT precision config when algorithm is set.")
        contracted = self.dot_dimension_numbers.rhsContractingDimensions
        check_dot_general(self.lhs.type, self.rhs.type, self.result.type, contracted)


@op_definition
class EinsumOp(PureOp):
    """Einstein sum of two tensors according to `einsum_config`."""

    name = "stablehlo.einsum"
    FORM: ClassVar[str] = """$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:`
        functional-type(operands, results)"""
    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    result = result_def(Tensor)
    einsum_config = prop_def(StrAttr)


@op_definition
class UnaryEinsumOp(PureOp):
    """Einstein sum of one tensor according to `einsum_config`."""

    name = "stablehlo.unary_einsum"
    FORM: ClassVar[str] = """$operand `,` `config` `=` $einsum_config attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    einsum_config = prop_def(StrAttr)
