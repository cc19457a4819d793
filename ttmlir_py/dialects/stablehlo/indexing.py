"""StableHLO: reading and writing slices at places that a tensor of indices gives."""

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
from ttmlir_py.ir.definition.constraints import BoolAttr, DenseI64ArrayAttr, I64Attr
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class GatherOp(PureGenericOp):
    """Slices of `operand` from `start_indices` on, which are clamped."""

    name = "stablehlo.gather"
    operand = operand_def(Tensor)
    start_indices = operand_def(IntTensor)
    result = result_def(Tensor)
    dimension_numbers = prop_def(GatherDimensionNumbers)
    slice_sizes = prop_def(DenseI64ArrayAttr)
    indices_are_sorted = opt_prop_def(BoolAttr, FALSE)


@op_definition
class DynamicGatherOp(PureGenericOp):
    """`gather` with sizes of slices that an operand gives."""

    name = "stablehlo.dynamic_gather"
    operand = operand_def(Tensor)
    start_indices = operand_def(IntTensor)
    slice_sizes = operand_def(static_of_rank(1, "integer tensor", Int))
    result = result_def(Tensor)
    dimension_numbers = prop_def(GatherDimensionNumbers)
    indices_are_sorted = opt_prop_def(BoolAttr, FALSE)


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


@op_definition
class TorchIndexSelectOp(PureGenericOp):
    """The slices of `operand` along `dim` that `index` names."""

    name = "stablehlo.torch_index_select"
    operand = operand_def(Tensor)
    index = operand_def(Tensor)
    result = result_def(Tensor)
    dim = prop_def(I64Attr)
    batch_dims = prop_def(I64Attr)
