"""StableHLO: random numbers."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyFloat
from xdsl.ir import Attribute
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
from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    compatible_shapes,
    constant_integers,
    element_type,
    tensor,
)
from ttmlir_py.dialects.stablehlo.rules.traits import Check, all_element_types_match
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.external_models import ResultNames
from ttmlir_py.ir.writing.attributes import quoted

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
    CHECKS: ClassVar[tuple[Check, ...]] = (all_element_types_match("a", "b", "result"),)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.rng`: a type with the shape `shape`."""
        elements = element_type(self.a.type), element_type(self.b.type)
        is_uniform = self.rng_distribution.value.keyword == "UNIFORM"
        if not is_uniform and not all(isinstance(e, AnyFloat) for e in elements):
            raise Violation("mu and sigma must be floats")
        shape = constant_integers(self.shape)
        if shape is None:
            shape = [DYNAMIC_INDEX] * shape_of(self.shape)[0]
        return [tensor(shape, elements[1])]


@op_definition
class RngBitGeneratorOp(PureOp):
    """Random bits, and the next state of the generator."""

    name = "stablehlo.rng_bit_generator"
    RESULT_NAMES: ClassVar[ResultNames] = names_of_results("output_state", "output")
    FORM: ClassVar[str] = """$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:`
        functional-type(operands, results)"""
    initial_state = operand_def(ranked(Int, Float))
    output_state = result_def(ranked(Int, Float))
    output = result_def(static(Int, Float))
    rng_algorithm = prop_def(RngAlgorithmAttr)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.rng_bit_generator`: the state keeps its shape."""
        if not compatible_shapes(shape_of(self.initial_state), shape_of(self.output_state)):
            raise Violation(
                "output state shape must be compatible with initial state shape. Got: "
                f"{quoted(self.initial_state.type)} and {quoted(self.output_state.type)}"
            )
