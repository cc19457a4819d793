"""Shape rules of reductions and of `softmax`."""

from collections.abc import Iterable

from xdsl.irdl import operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import output_shape, verify_dimension_in_bounds
from ttmlir_py.dialects.tensor_types import Shape, shape_of
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, BoolAttr, I32ArrayAttr, SI32Attr
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier


def verify_softmax(source: Shape, result: Shape, dimension: int) -> None:
    """Check that source and result of a `softmax` have the same shape, and that `dimension`
    exists.
    """
    if source != result:
        raise VerifyException("Input and output shapes must be the same")
    verify_dimension_in_bounds(
        dimension,
        len(source),
        "Dimension attribute must be within the bounds of the input tensor",
    )


def reduced_shape(source: Shape, dims: Iterable[int] | None, *, keep_dim: bool) -> Shape:
    """Return `source` without the dimensions `dims` (all if None), or with size 1 for each if
    `keep_dim`.

    A result of rank 0 gets the shape (1).
    """
    reduced = {
        dim % len(source) for dim in (range(len(source)) if dims is None else dims) if source
    }
    expected = tuple(
        1 if i in reduced else size for i, size in enumerate(source) if keep_dim or i not in reduced
    )
    return expected if expected or keep_dim else (1,)


class SoftmaxBase(OdsOperation):
    """The fields and rules of `softmax` in TTIR and TTNN."""

    input = operand_def(AnyRankedTensor)
    dimension = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_softmax`."""
        verify_softmax(shape_of(self.input), output_shape(self), self.dimension.value.data)


class ReductionBase(OdsOperation):
    """The fields of a reduction along `dim_arg`, or along all dimensions if `dim_arg` is absent."""

    input = operand_def(AnyRankedTensor)
    keep_dim = prop_def(BoolAttr)
    dim_arg = opt_prop_def(I32ArrayAttr)
