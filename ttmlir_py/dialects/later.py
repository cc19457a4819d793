"""The dialect `later`: operations of later TT-NN revisions that 2025-02 lacks.

Only programs for a later revision contain them (`tt.target_revision`). They have no destinations,
and are the same in TTIR and in TTNN.
"""

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Dialect
from xdsl.irdl import operand_def, opt_operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure

from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    BoolAttr,
    DenseI64ArrayAttr,
    F32Attr,
    I32Attr,
)
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    OdsOperation,
    op_definition,
)


class LaterOperation(OdsOperation):
    """Base class of the dialect's ops: they have no side effects."""

    traits = traits_def(Pure())


@op_definition
class UnaryOp(LaterOperation):
    """A function of each element. `function` names it, as in binaries."""

    name = "later.unary"
    input = operand_def(AnyRankedTensor)
    function = prop_def(StringAttr)
    result = result_def(AnyRankedTensor)


@op_definition
class BinaryOp(LaterOperation):
    """A function of elements at the same position. `function` names it, as in binaries."""

    name = "later.binary"
    lhs = operand_def(AnyRankedTensor)
    rhs = operand_def(AnyRankedTensor)
    function = prop_def(StringAttr)
    result = result_def(AnyRankedTensor)


@op_definition
class RMSNormOp(LaterOperation):
    """`x / sqrt(mean(x * x) + epsilon) * weight`, with the mean of the last dimension."""

    name = "later.rms_norm"
    input = operand_def(AnyRankedTensor)
    weight = opt_operand_def(AnyRankedTensor)
    epsilon = prop_def(F32Attr)
    result = result_def(AnyRankedTensor)


@op_definition
class LayerNormOp(LaterOperation):
    """`(x - mean(x)) / sqrt(variance(x) + epsilon) * weight + bias`, along the last dimension."""

    name = "later.layer_norm"
    irdl_options = SEGMENTED_OPERANDS
    input = operand_def(AnyRankedTensor)
    weight = opt_operand_def(AnyRankedTensor)
    bias = opt_operand_def(AnyRankedTensor)
    epsilon = prop_def(F32Attr)
    result = result_def(AnyRankedTensor)


@op_definition
class ScaledDotProductAttentionOp(LaterOperation):
    """`softmax(query @ key^T * scale + mask) @ value`, of [batch, heads, sequence, size of a head].

    If `is_causal`, a position attends to itself and to those before it.
    """

    name = "later.scaled_dot_product_attention"
    query = operand_def(AnyRankedTensor)
    key = operand_def(AnyRankedTensor)
    value = operand_def(AnyRankedTensor)
    mask = opt_operand_def(AnyRankedTensor)
    scale = prop_def(F32Attr)
    is_causal = prop_def(BoolAttr)
    result = result_def(AnyRankedTensor)


@op_definition
class ConcatenateHeadsOp(LaterOperation):
    """The heads [batch, heads, sequence, size] as [batch, sequence, heads * size]."""

    name = "later.concatenate_heads"
    input = operand_def(AnyRankedTensor)
    result = result_def(AnyRankedTensor)


@op_definition
class SplitHeadsOp(LaterOperation):
    """The heads [batch, heads, sequence, size] of query, key and value, which are next to each
    other in the last dimension of `input`.
    """

    name = "later.split_heads"
    input = operand_def(AnyRankedTensor)
    query = result_def(AnyRankedTensor)
    key = result_def(AnyRankedTensor)
    value = result_def(AnyRankedTensor)


@op_definition
class RotaryEmbeddingOp(LaterOperation):
    """`x * cosines + rotated(x) * sines`, where the halves (a, b) of the last dimension of `x` are
    rotated to (-b, a).
    """

    name = "later.rotary_embedding"
    input = operand_def(AnyRankedTensor)
    cosines = operand_def(AnyRankedTensor)
    sines = operand_def(AnyRankedTensor)
    result = result_def(AnyRankedTensor)


@op_definition
class SortOp(LaterOperation):
    """The elements in order along `dim`, and their positions. Equal elements keep their order."""

    name = "later.sort"
    input = operand_def(AnyRankedTensor)
    dim = prop_def(I32Attr)
    descending = prop_def(BoolAttr)
    values = result_def(AnyRankedTensor)
    places = result_def(AnyRankedTensor)


@op_definition
class TopKOp(LaterOperation):
    """The `k` largest elements along `dim` in descending order, and their positions."""

    name = "later.topk"
    input = operand_def(AnyRankedTensor)
    k = prop_def(I32Attr)
    dim = prop_def(I32Attr)
    values = result_def(AnyRankedTensor)
    places = result_def(AnyRankedTensor)


@op_definition
class CumProdOp(LaterOperation):
    """The products of all elements up to each one along `dim`."""

    name = "later.cumprod"
    input = operand_def(AnyRankedTensor)
    dim = prop_def(I32Attr)
    result = result_def(AnyRankedTensor)


@op_definition
class CumulativeOp(LaterOperation):
    """The maxima or minima (`reduction`) of all elements up to each one along `dim`.

    With `reverse`, they are those of the elements from each one on.
    """

    name = "later.cumulative"
    input = operand_def(AnyRankedTensor)
    dim = prop_def(I32Attr)
    reduction = prop_def(StringAttr)
    reverse = prop_def(BoolAttr)
    result = result_def(AnyRankedTensor)


@op_definition
class GatherOp(LaterOperation):
    """The elements whose places along `dim` are in `index`. The other dimensions are the same."""

    name = "later.gather"
    input = operand_def(AnyRankedTensor)
    index = operand_def(AnyRankedTensor)
    dim = prop_def(I32Attr)
    result = result_def(AnyRankedTensor)


@op_definition
class ArgMaxOp(LaterOperation):
    """The place of the first maximum along `dim`, which is left out. NaN counts as the maximum."""

    name = "later.argmax"
    input = operand_def(AnyRankedTensor)
    dim = prop_def(I32Attr)
    result = result_def(AnyRankedTensor)


@op_definition
class RowsGatherOp(LaterOperation):
    """The rows of windows in `input` [1, rows, elements], one window after the other.

    The rows are those of a tensor of shape `sizes`, and each window has the shape `windows`.
    `indices` [1, dimensions, count] are the first places of the windows. Windows that do not fit
    are moved.
    """

    name = "later.rows_gather"
    input = operand_def(AnyRankedTensor)
    indices = operand_def(AnyRankedTensor)
    sizes = prop_def(DenseI64ArrayAttr)
    windows = prop_def(DenseI64ArrayAttr)
    result = result_def(AnyRankedTensor)


@op_definition
class RowsScatterOp(LaterOperation):
    """`input` with the rows of windows replaced by `updates`, or combined with them (`reduce`).

    Windows are those of `later.rows_gather`, but a window that does not fit is left out.
    """

    name = "later.rows_scatter"
    input = operand_def(AnyRankedTensor)
    indices = operand_def(AnyRankedTensor)
    updates = operand_def(AnyRankedTensor)
    sizes = prop_def(DenseI64ArrayAttr)
    windows = prop_def(DenseI64ArrayAttr)
    reduce = prop_def(StringAttr)
    result = result_def(AnyRankedTensor)


@op_definition
class AvgPool2dOp(LaterOperation):
    """The sums of windows of a flattened image [1, 1, rows * columns, channels], divided by
    `divisor`.

    `shape` has the batch, height, width and channels of the image, and `padding` the numbers of
    zeros at the top, left, bottom and right.
    """

    name = "later.avg_pool2d"
    input = operand_def(AnyRankedTensor)
    shape = prop_def(DenseI64ArrayAttr)
    kernel = prop_def(DenseI64ArrayAttr)
    stride = prop_def(DenseI64ArrayAttr)
    padding = prop_def(DenseI64ArrayAttr)
    divisor = prop_def(I32Attr)
    result = result_def(AnyRankedTensor)


LATER = Dialect(
    "later",
    [
        UnaryOp,
        BinaryOp,
        RMSNormOp,
        LayerNormOp,
        ScaledDotProductAttentionOp,
        ConcatenateHeadsOp,
        SplitHeadsOp,
        RotaryEmbeddingOp,
        SortOp,
        TopKOp,
        CumProdOp,
        CumulativeOp,
        GatherOp,
        ArgMaxOp,
        RowsGatherOp,
        RowsScatterOp,
        AvgPool2dOp,
    ],
)
