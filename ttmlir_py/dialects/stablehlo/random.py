"""StableHLO: random numbers."""

from typing import ClassVar

from xdsl.irdl import operand_def, prop_def, result_def

from ttmlir_py.dialects.stablehlo.constraints import (
    DimensionTensor,
    Float,
    Int,
    Pred,
    RngAlgorithmAttr,
    RngDistributionAttr,
    of_rank,
    ranked,
    static,
)
from ttmlir_py.dialects.stablehlo.interfaces import FormattedOp, PureOp, names_of_results
from ttmlir_py.ir.definition.operations import op_definition
from ttmlir_py.ir.external_models import ResultNames

_Scalar = of_rank(0, Pred, Int, Float)


@op_definition
class RngOp(FormattedOp):
    """Random numbers between `a` and `b`, or with mean `a` and standard deviation `b`."""

    name = "stablehlo.rng"
    FORM: ClassVar[str] = """$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution
        attr-dict `:` functional-type(operands, results)"""
    a = operand_def(_Scalar)
    b = operand_def(_Scalar)
    shape = operand_def(DimensionTensor)
    result = result_def(ranked(Pred, Int, Float))
    rng_distribution = prop_def(RngDistributionAttr)


@op_definition
class RngBitGeneratorOp(PureOp):
    """Random bits, and the state from which the next follow."""

    name = "stablehlo.rng_bit_generator"
    RESULT_NAMES: ClassVar[ResultNames] = names_of_results("output_state", "output")
    FORM: ClassVar[str] = """$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:`
        functional-type(operands, results)"""
    initial_state = operand_def(ranked(Int, Float))
    output_state = result_def(ranked(Int, Float))
    output = result_def(static(Int, Float))
    rng_algorithm = prop_def(RngAlgorithmAttr)
