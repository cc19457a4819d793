"""`gather` and `scatter`."""

from collections.abc import Sequence

from xdsl.ir import Block, Region

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import (
    GatherDimensionNumbersAttr,
    ScatterDimensionNumbersAttr,
)
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir.generic import YieldOp
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.types import convert_type
from ttmlir_py.rewriting.attributes import (
    bool_attr,
    dense_i32_array,
    dense_i64_array,
    i32,
    si64,
)
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import UnsupportedError


def lower_gather(op: stablehlo.GatherOp, conversion: Conversion) -> None:
    """`gather`; whether the indices are sorted changes nothing."""
    numbers: GatherDimensionNumbersAttr = op.dimension_numbers
    value = ConversionBuilder(op).into(
        ttir.GatherOp,
        (op.operand, op.start_indices),
        result_type(op),
        offset_dims=dense_i64_array(numbers.offsetDims),
        collapsed_slice_dims=dense_i64_array(numbers.collapsedSliceDims),
        operand_batching_dims=dense_i64_array(numbers.operandBatchingDims),
        start_indices_batching_dims=dense_i64_array(numbers.startIndicesBatchingDims),
        start_index_map=dense_i64_array(numbers.startIndexMap),
        index_vector_dim=si64(numbers.indexVectorDim),
        slice_sizes=op.slice_sizes,
        indices_are_sorted=bool_attr(False),
    )
    conversion.replace(op, value)


def returned_argument(block: Block) -> int | None:
    """Which of its arguments a region gives, if it does nothing else."""
    terminator = block.first_op
    if not isinstance(terminator, stablehlo.ReturnOp) or len(terminator.operands) != 1:
        return None
    arguments: Sequence[object] = block.args
    return next((i for i, each in enumerate(arguments) if each is terminator.operands[0]), None)


def lower_scatter(op: stablehlo.ScatterOp, conversion: Conversion) -> None:
    """`scatter` that writes the updates over what was there."""
    if len(op.inputs) != 1:
        raise UnsupportedError("it has several inputs")
    block = op.update_computation.block
    if returned_argument(block) != 1:
        raise UnsupportedError("its region must give the update")
    numbers: ScatterDimensionNumbersAttr = op.scatter_dimension_numbers
    builder, type_ = ConversionBuilder(op), result_type(op)
    output = builder.value(EmptyOp, (), type_)
    scatter = builder.op(
        ttir.ScatterOp,
        (*op.operands, output),
        (type_,),
        update_window_dims=dense_i32_array(numbers.updateWindowDims),
        inserted_window_dims=dense_i32_array(numbers.insertedWindowDims),
        input_batching_dims=dense_i32_array(numbers.inputBatchingDims),
        scatter_indices_batching_dims=dense_i32_array(numbers.scatterIndicesBatchingDims),
        scatter_dims_to_operand_dims=dense_i32_array(numbers.scatterDimsToOperandDims),
        index_vector_dim=i32(numbers.indexVectorDim),
        indices_are_sorted=op.indices_are_sorted or bool_attr(False),
        unique_indices=op.unique_indices or bool_attr(False),
    )
    scatter.add_region(_region_that_gives_updates(block))
    conversion.replace(op, scatter.results[0])


def _region_that_gives_updates(source: Block) -> Region:
    types = [convert_type(tensor_type(each)) for each in source.args]
    block = Block(arg_types=types)
    for argument, old in zip(block.args, source.args, strict=True):
        argument.location = old.location
    terminator = source.first_op
    assert terminator is not None
    Builder.at_end(block, terminator.location).op(YieldOp, (block.args[1],))
    return Region(block)


LOWERINGS: Lowerings = {stablehlo.GatherOp: lower_gather, stablehlo.ScatterOp: lower_scatter}
