"""TTIR: pooling and upsampling."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.irdl import operand_def, prop_def, var_operand_def, var_result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TTIR_PoolingMethodAttr
from ttmlir_py.dialects.shape_rules.images import (
    is_static,
    verify_pool2d,
    verify_positive,
    verify_result,
    window_count,
)
from ttmlir_py.dialects.shape_rules.windows import (
    UpsampleBase,
    verify_window,
    window_of,
)
from ttmlir_py.dialects.tensor_types import Shape, integers, joined, shape_of
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp, TTIROperation
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    BoolAttr,
    DenseI64ArrayAttr,
    SI32Attr,
)
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    DestinationStyle,
    local_verifier,
    op_definition,
)


def pooling_shapes(
    inputs: Sequence[Shape],
    window_dimensions: Sequence[int],
    window_strides: Sequence[int],
    base_dilations: Sequence[int],
    window_dilations: Sequence[int],
    padding: Sequence[int],
) -> list[Shape]:
    """Return the shape of each result: the number of windows along each dimension."""
    totals = [low + high for low, high in zip(padding[::2], padding[1::2], strict=True)]
    windows = list(zip(window_dimensions, window_strides, window_dilations, totals, strict=True))
    return [
        tuple(
            window_count((size - 1) * base + 1, *window)
            for size, base, window in zip(shape, base_dilations, windows, strict=True)
        )
        for shape in inputs
    ]


@op_definition
class PoolingOp(DestinationStyle, TTIROperation):
    """Reduce sliding windows of each input by `pooling_method` (StableHLO's reduce_window)."""

    name = "ttir.pooling"
    DPS_INITS: ClassVar[str] = "outputs"
    irdl_options = SEGMENTED_OPERANDS
    inputs = var_operand_def(AnyRankedTensor)
    outputs = var_operand_def(AnyRankedTensor)
    pooling_method = prop_def(TTIR_PoolingMethodAttr)
    window_dimensions = prop_def(DenseI64ArrayAttr)
    window_strides = prop_def(DenseI64ArrayAttr)
    base_dilations = prop_def(DenseI64ArrayAttr)
    window_dilations = prop_def(DenseI64ArrayAttr)
    padding = prop_def(DenseI64ArrayAttr)
    results_ = var_result_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.pooling`: inputs have the same rank and each attribute has a number per
        dimension.
        """
        shapes = [shape_of(value) for value in self.inputs]
        rank = len(shapes[0]) if shapes else 0
        if any(len(shape) != rank for shape in shapes):
            raise VerifyException("All input tensors must have the same rank")
        for name, attribute in (
            ("Window strides", self.window_strides),
            ("Window dilations", self.window_dilations),
            ("Window dimensions", self.window_dimensions),
        ):
            if len(integers(attribute)) != rank:
                raise VerifyException(
                    f"{name} must have the same number of elements as the rank of the input tensor"
                )
        if len(integers(self.padding)) != 2 * rank:
            raise VerifyException(
                "Padding must have the same number of elements as twice the rank of the input "
                "tensor"
            )
        self._verify_shapes(shapes, rank)

    def _verify_shapes(self, shapes: list[Shape], rank: int) -> None:
        """Check rules that upstream does not check: attributes are positive, and the outputs have
        the right shapes.
        """
        dilations = integers(self.base_dilations)
        if len(dilations) != rank:
            raise VerifyException(f"Base dilations must have {rank} elements, got {len(dilations)}")
        for name, attribute in (
            ("Window dimension", self.window_dimensions),
            ("Window stride", self.window_strides),
            ("Base dilation", self.base_dilations),
            ("Window dilation", self.window_dilations),
        ):
            verify_positive(name, integers(attribute))
        results = [shape_of(value) for value in self.outputs]
        if not is_static(*shapes, *results):
            return
        expected = pooling_shapes(
            shapes,
            integers(self.window_dimensions),
            integers(self.window_strides),
            dilations,
            integers(self.window_dilations),
            integers(self.padding),
        )
        for have, want in zip(results, expected, strict=False):
            verify_result(have, want)


@op_definition
class MaxPool2dOp(DestinationStyleOp):
    """Maximum over sliding windows of an NHWC input."""

    name = "ttir.max_pool2d"
    input = operand_def(AnyRankedTensor)
    kernel_height = prop_def(SI32Attr)
    kernel_width = prop_def(SI32Attr)
    stride_height = prop_def(SI32Attr)
    stride_width = prop_def(SI32Attr)
    dilation_height = prop_def(SI32Attr)
    dilation_width = prop_def(SI32Attr)
    ceil_mode = prop_def(BoolAttr)
    padding_left = prop_def(SI32Attr)
    padding_right = prop_def(SI32Attr)
    padding_top = prop_def(SI32Attr)
    padding_bottom = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.max_pool2d`: the window fits into the input."""
        source = shape_of(self.input)
        if len(source) != 4:
            raise VerifyException(
                f"Input tensor rank must be 4. Recieved input with rank {len(source)}. "
                f"Shape: ({joined(source, ', ')})."
            )
        for name, kernel, size in (
            ("height", self.kernel_height, source[1]),
            ("width", self.kernel_width, source[2]),
        ):
            verify_window(name, kernel.value.data, size)
        verify_pool2d(
            source,
            shape_of(self.output),
            (self.kernel_height.value.data, self.kernel_width.value.data),
            window_of(self),
            ceil_mode=bool(self.ceil_mode.value.data),
        )


@op_definition
class Upsample2dOp(UpsampleBase, DestinationStyleOp):
    """Enlarge H and W of an NHWC input by `scale_factor`."""

    name = "ttir.upsample2d"
