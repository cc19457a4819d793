"""TOSA: reductions of one dimension, which is kept with size 1."""

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tosa.constraints import Tensor
from ttmlir_py.dialects.tosa.folding import fold_reduction, splat_of, static_type
from ttmlir_py.dialects.tosa.interfaces import PureOp, element_type_of, shape_of
from ttmlir_py.ir.definition.constraints import I32Attr
from ttmlir_py.ir.definition.inference import InfersTypes, compatible_shapes
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.external_models import FoldResult
from ttmlir_py.ir.narrowing import is_integer_type


class AxisOp(PureOp):
    """An op along one dimension of its input, with a result of the same rank."""

    input = operand_def(Tensor)
    axis = prop_def(I32Attr)
    output = result_def(Tensor)

    def verify_axis(self, words: str) -> None:
        """Check that the ranks of input and result are equal, and that the axis exists.

        The axis of a scalar is 0.
        """
        axis = self.axis.value.data
        before, after = shape_of(self.input), shape_of(self.output)
        if before is not None:
            _verify_rank("input", before, words, axis)
        if after is not None:
            if before is not None and len(before) != len(after):
                raise VerifyException("expect output tensor rank to be equal to input tensor rank")
            _verify_rank("output", after, words, axis)


def _verify_rank(which: str, shape: tuple[int, ...], words: str, axis: int) -> None:
    if axis >= max(len(shape), 1):
        raise VerifyException(
            f"expect {which} tensor rank ({len(shape)}) to be larger than {words} axis ({axis})"
        )


class ReduceOp(InfersTypes, AxisOp):
    """A reduction of the elements along `axis`."""

    @local_verifier
    def verify_op(self) -> None:
        """Check that the dimension exists and has size 1 in the result."""
        axis = self.axis.value.data
        if axis < 0:
            raise VerifyException("reduce axis must not be negative")
        self.verify_axis("reduce")
        shape = shape_of(self.output)
        if shape and not compatible_shapes(shape[axis : axis + 1], (1,)):
            raise VerifyException(f"expect reduced dimension size to be 1, got {shape[axis]}")

    def fold(self) -> FoldResult | None:
        """Return the folded value, computed by `fold_reduction`."""
        return fold_reduction(self, self.axis.value.data)

    @local_verifier
    def infer_types(self) -> list[Attribute]:
        """Return the inferred result type: the input's type with size 1 along the axis."""
        axis, shape = self.axis.value.data, shape_of(self.input)
        element = element_type_of(self.input)
        if shape is None or axis >= len(shape):
            return [UnrankedTensorType(element)]
        return [TensorType(element, (*shape[:axis], 1, *shape[axis + 1 :]))]


@op_definition
class ReduceAllOp(ReduceOp):
    """Logical and of the elements."""

    name = "tosa.reduce_all"


@op_definition
class ReduceAnyOp(ReduceOp):
    """Logical or of the elements."""

    name = "tosa.reduce_any"


@op_definition
class ReduceMaxOp(ReduceOp):
    """Maximum of the elements."""

    name = "tosa.reduce_max"


@op_definition
class ReduceMinOp(ReduceOp):
    """Minimum of the elements."""

    name = "tosa.reduce_min"


@op_definition
class ReduceProdOp(ReduceOp):
    """Product of the elements."""

    name = "tosa.reduce_prod"


@op_definition
class ReduceSumOp(ReduceOp):
    """Sum of the elements."""

    name = "tosa.reduce_sum"


@op_definition
class ArgMaxOp(PureOp):
    """The index of the maximum along `axis`, which is removed."""

    name = "tosa.argmax"
    input = operand_def(Tensor)
    axis = prop_def(I32Attr)
    output = result_def(Tensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `tosa.argmax`: indices are integers and the axis exists."""
        if not is_integer_type(element_type_of(self.output)):
            raise VerifyException("result tensor is not of integer type")
        shape = shape_of(self.input)
        if shape is not None and not 0 <= self.axis.value.data < len(shape):
            raise VerifyException("specified axis is outside the rank of the tensor")

    def fold(self) -> FoldResult | None:
        """Return 0 if the reduced dimension has size 1, otherwise None."""
        source, result = static_type(self.input), static_type(self.output)
        if source is None or result is None or source.get_shape()[self.axis.value.data] != 1:
            return None
        return [splat_of(0, result)]
