"""StableHLO: ops that read or write slices at positions given by a tensor of indices."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute
from xdsl.irdl import (
    SameVariadicOperandSize,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyIntTensor,
    GatherDimensionNumbers,
    Int,
    IntTensor,
    ScatterDimensionNumbers,
    Tensor,
    static_of_rank,
)
from ttmlir_py.dialects.stablehlo.interfaces import FALSE, PureGenericOp, StableHLOOperation
from ttmlir_py.dialects.stablehlo.rules import indexing
from ttmlir_py.dialects.stablehlo.rules.common import (
    constant_integers,
    element_type,
    with_element,
)
from ttmlir_py.dialects.stablehlo.rules.reducers import accumulator_types
from ttmlir_py.dialects.stablehlo.rules.traits import Check, all_element_types_match
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.ir.definition.constraints import BoolAttr, DenseI64ArrayAttr, I64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class GatherOp(PureGenericOp):
    """Slices of `operand` at `start_indices`, which are clamped."""

    name = "stablehlo.gather"
    operand = operand_def(Tensor)
    start_indices = operand_def(IntTensor)
    result = result_def(Tensor)
    dimension_numbers = prop_def(GatherDimensionNumbers)
    slice_sizes = prop_def(DenseI64ArrayAttr)
    indices_are_sorted = opt_prop_def(BoolAttr, FALSE)
    CHECKS: ClassVar[tuple[Check, ...]] = (all_element_types_match("operand", "result"),)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.gather`: a type with one slice per index."""
        sizes, numbers = integers(self.slice_sizes), self.dimension_numbers
        operand, indices = tensor_type(self.operand), tensor_type(self.start_indices)
        indexing.check_gather(operand.get_shape(), indices.get_shape(), len(sizes), numbers)
        indexing.check_slice_sizes(operand.get_shape(), sizes, numbers)
        return [indexing.gather_type(operand, indices, lambda d: sizes[d], numbers)]


@op_definition
class DynamicGatherOp(PureGenericOp):
    """`gather` with slice sizes given by an operand."""

    name = "stablehlo.dynamic_gather"
    operand = operand_def(Tensor)
    start_indices = operand_def(IntTensor)
    slice_sizes = operand_def(static_of_rank(1, "integer tensor", Int))
    result = result_def(Tensor)
    dimension_numbers = prop_def(GatherDimensionNumbers)
    indices_are_sorted = opt_prop_def(BoolAttr, FALSE)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.dynamic_gather`: a type with one slice per index."""
        numbers, sizes = self.dimension_numbers, constant_integers(self.slice_sizes)
        operand, indices = tensor_type(self.operand), tensor_type(self.start_indices)
        count = shape_of(self.slice_sizes)[0]
        indexing.check_gather(operand.get_shape(), indices.get_shape(), count, numbers)
        if sizes is not None:
            indexing.check_slice_sizes(operand.get_shape(), sizes, numbers)
        known = [DYNAMIC_INDEX] * count if sizes is None else sizes
        return [indexing.gather_type(operand, indices, lambda d: known[d], numbers)]


@op_definition
class ScatterOp(StableHLOOperation):
    """`inputs` with `updates` combined into them at `scatter_indices` by `update_computation`."""

    name = "stablehlo.scatter"
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(RecursiveMemoryEffect())
    inputs = var_operand_def(Tensor)
    scatter_indices = operand_def(AnyIntTensor)
    updates = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    scatter_dimension_numbers = prop_def(ScatterDimensionNumbers)
    indices_are_sorted = opt_prop_def(BoolAttr, FALSE)
    unique_indices = opt_prop_def(BoolAttr, FALSE)
    update_computation = region_def("single_block")

    def check_rules(self) -> None:
        """Check `stablehlo.scatter`: each index has an update of the right shape."""
        indexing.check_scatter(self)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.scatter`: the input types with the element types
        that the region returns.
        """
        types = accumulator_types(self.update_computation)
        return [
            with_element(value.type, element_type(type_))
            for value, type_ in zip(self.inputs, types, strict=False)
        ]


@op_definition
class TorchIndexSelectOp(PureGenericOp):
    """The slices of `operand` along `dim` at the positions `index`."""

    name = "stablehlo.torch_index_select"
    operand = operand_def(Tensor)
    index = operand_def(Tensor)
    result = result_def(Tensor)
    dim = prop_def(I64Attr)
    batch_dims = prop_def(I64Attr)
