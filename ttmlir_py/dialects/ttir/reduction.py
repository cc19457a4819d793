"""TTIR: reductions and cumulative sums."""

from typing import ClassVar

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.irdl import operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.reduction import ReductionBase, reduced_shape
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.dialects.tt.enums import IteratorType
from ttmlir_py.dialects.ttir.generic_region import GenericReductionOp
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, I64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


class ReductionOp(ReductionBase, GenericReductionOp, DestinationStyleOp):
    """Reduce the elements along `dim_arg` (all dimensions if absent); `keep_dim` keeps them with
    size 1.
    """

    @local_verifier
    def verify_op(self) -> None:
        """Check that reduced dimensions exist and are distinct."""
        if self.dim_arg is None:
            return
        rank = len(shape_of(self.input))
        dims = integers(self.dim_arg)
        if any(not -rank <= dim < rank for dim in dims):
            raise VerifyException("Reduce dimensions are out of range")
        if len(set(dims)) != len(dims):
            raise VerifyException("Reduce dimensions are not unique")

    def doubt(self) -> str | None:
        """Return how the result's shape contradicts `dim_arg` and `keep_dim`, or None.

        Upstream's verifier accepts such shapes.
        """
        dims = None if self.dim_arg is None else integers(self.dim_arg)
        keep = bool(self.keep_dim.value.data)
        source, found = shape_of(self.input), shape_of(self.results[0])
        expected = reduced_shape(source, dims, keep_dim=keep)
        if found == expected or DYNAMIC_INDEX in found or (not found and expected == (1,)):
            return None
        along = "all dimensions" if dims is None else f"dim_arg = {list(dims)}"
        return (
            f"the result has shape {list(found)}, but with {along} and keep_dim ="
            f" {str(keep).lower()} it is {list(expected)}"
        )

    def iterator_types(self) -> list[IteratorType]:
        """Return reduction iterators for the dimensions in `dim_arg` and parallel ones for the
        others.
        """
        types = super().iterator_types()
        for dim in range(len(types)) if self.dim_arg is None else integers(self.dim_arg):
            types[dim] = IteratorType.Reduction
        return types


@op_definition
class SumOp(ReductionOp):
    """Sum of the elements along `dim_arg` (all dimensions if absent)."""

    name = "ttir.sum"


@op_definition
class MeanOp(ReductionOp):
    """Mean of the elements along `dim_arg`."""

    name = "ttir.mean"


@op_definition
class MaxOp(ReductionOp):
    """Maximum of the elements along `dim_arg`."""

    name = "ttir.max"
    CHOOSES_ELEMENTS: ClassVar[bool] = True


@op_definition
class MinOp(ReductionOp):
    """Minimum of the elements along `dim_arg`."""

    name = "ttir.min"
    CHOOSES_ELEMENTS: ClassVar[bool] = True


@op_definition
class ReduceAndOp(ReductionOp):
    """1 where all elements along `dim_arg` are nonzero, else 0."""

    name = "ttir.reduce_and"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class ProdOp(ReductionOp):
    """Product of the elements along `dim_arg`."""

    name = "ttir.prod"
    KEEPS_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class CumSumOp(DestinationStyleOp):
    """Cumulative sum along `dim`."""

    name = "ttir.cumsum"
    input = operand_def(AnyRankedTensor)
    dim = prop_def(I64Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.cumsum`: the dimension exists."""
        rank, dim = len(shape_of(self.input)), self.dim.value.data
        if not 0 <= dim < rank:
            raise VerifyException(
                f"specified dimension should be between 0 and {rank - 1}, but got: {dim}."
            )

    def doubt(self) -> str | None:
        """Return how the result's shape differs from the input's, or None.

        Upstream's verifier accepts such shapes.
        """
        source, found = shape_of(self.input), shape_of(self.results[0])
        if found == source or DYNAMIC_INDEX in found:
            return None
        return (
            f"the result has shape {list(found)}, but a cumulative sum has the input's, "
            f"{list(source)}"
        )
