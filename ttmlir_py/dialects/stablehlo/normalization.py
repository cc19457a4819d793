"""StableHLO: batch normalization."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, prop_def, result_def

from ttmlir_py.dialects.stablehlo.constraints import (
    Float,
    FloatOrQuantizedTensor,
    Quantized,
    of_rank,
)
from ttmlir_py.dialects.stablehlo.interfaces import PureGenericOp, names_of_results
from ttmlir_py.dialects.stablehlo.rules.normalization import batch_norm_types
from ttmlir_py.dialects.stablehlo.rules.traits import Check, compatible_element_types
from ttmlir_py.ir.definition.constraints import F32Attr, NonNegativeI64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.external_models import ResultNames

_FeatureVector = of_rank(1, Float, Quantized)


class BatchNormOp(PureGenericOp):
    """`operand` normalized for each index of dimension `feature_index`; `epsilon` is added to the
    variance.
    """

    epsilon = prop_def(F32Attr)
    feature_index = prop_def(NonNegativeI64Attr)
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)
    FEATURES: ClassVar[tuple[str, ...]]
    """Names of the operands that have one element per feature."""

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the inferred result types: the type of the operand, then a vector type for each
        other result.
        """
        whole = [value.type for name in ("operand", "grad_output") for value in self._operand(name)]
        features = [value.type for name in self.FEATURES for value in self._operand(name)]
        types = batch_norm_types(whole, features, self.feature_index.value.data)
        return types[: len(self.results)]

    def _operand(self, name: str) -> Sequence[SSAValue]:
        return [getattr(self, name)] if hasattr(self, name) else []


@op_definition
class BatchNormGradOp(BatchNormOp):
    """Gradients of `batch_norm_training` for `operand`, `scale` and `offset`."""

    name = "stablehlo.batch_norm_grad"
    RESULT_NAMES: ClassVar[ResultNames] = names_of_results(
        "grad_operand", "grad_scale", "grad_offset"
    )
    operand = operand_def(FloatOrQuantizedTensor)
    scale = operand_def(_FeatureVector)
    mean = operand_def(_FeatureVector)
    variance = operand_def(_FeatureVector)
    grad_output = operand_def(FloatOrQuantizedTensor)
    grad_operand = result_def(FloatOrQuantizedTensor)
    grad_scale = result_def(_FeatureVector)
    grad_offset = result_def(_FeatureVector)
    FEATURES: ClassVar[tuple[str, ...]] = ("scale", "mean", "variance")


@op_definition
class BatchNormInferenceOp(BatchNormOp):
    """`operand` normalized with given `mean` and `variance`."""

    name = "stablehlo.batch_norm_inference"
    operand = operand_def(FloatOrQuantizedTensor)
    scale = operand_def(_FeatureVector)
    offset = operand_def(_FeatureVector)
    mean = operand_def(_FeatureVector)
    variance = operand_def(_FeatureVector)
    result = result_def(FloatOrQuantizedTensor)
    FEATURES: ClassVar[tuple[str, ...]] = ("scale", "offset", "mean", "variance")


@op_definition
class BatchNormTrainingOp(BatchNormOp):
    """`operand` normalized with its own mean and variance, which are also results."""

    name = "stablehlo.batch_norm_training"
    RESULT_NAMES: ClassVar[ResultNames] = names_of_results("output", "batch_mean", "batch_var")
    operand = operand_def(FloatOrQuantizedTensor)
    scale = operand_def(_FeatureVector)
    offset = operand_def(_FeatureVector)
    output = result_def(FloatOrQuantizedTensor)
    batch_mean = result_def(_FeatureVector)
    batch_var = result_def(_FeatureVector)
    FEATURES: ClassVar[tuple[str, ...]] = ("scale", "offset")
