"""TTNN: pooling and upsampling."""

from typing import ClassVar

from xdsl.irdl import operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TT_Device
from ttmlir_py.dialects.shape_rules.images import (
    is_static,
    verify_images,
    verify_positive,
    verify_windows,
    windowed_size,
)
from ttmlir_py.dialects.shape_rules.windows import (
    UpsampleBase,
    verify_window,
    window_of,
)
from ttmlir_py.dialects.tensor_types import joined, shape_of
from ttmlir_py.dialects.ttnn.interfaces import ResultOp, WithMemoryConfig
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    BoolAttr,
    SI32Attr,
)
from ttmlir_py.ir.definition.operations import DestinationStyle, local_verifier, op_definition


@op_definition
class MaxPool2dOp(DestinationStyle, ResultOp):
    """Maximum over sliding windows of an input flattened to (1, 1, N*H*W, C)."""

    name = "ttnn.max_pool2d"
    DPS_INITS: ClassVar[str] = "output"
    input = operand_def(AnyRankedTensor)
    output = operand_def(AnyRankedTensor)
    device = operand_def(TT_Device)
    batch_size = prop_def(SI32Attr)
    input_height = prop_def(SI32Attr)
    input_width = prop_def(SI32Attr)
    channels = prop_def(SI32Attr)
    kernel_height = prop_def(SI32Attr)
    kernel_width = prop_def(SI32Attr)
    stride_height = prop_def(SI32Attr)
    stride_width = prop_def(SI32Attr)
    dilation_height = prop_def(SI32Attr)
    dilation_width = prop_def(SI32Attr)
    ceil_mode = prop_def(BoolAttr)
    padding_height = prop_def(SI32Attr)
    padding_width = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.max_pool2d`: the window fits and the flattened shape matches the
        attributes.
        """
        shape = shape_of(self.input)
        height, width = self.input_height.value.data, self.input_width.value.data
        verify_window("height", self.kernel_height.value.data, height)
        verify_window("width", self.kernel_width.value.data, width)
        text = joined(shape, ", ")
        if len(shape) != 4:
            raise VerifyException(
                f"Input tensor rank must be 4. Received input with rank {len(shape)}. Shape: "
                f"({text})."
            )
        if shape[:2] != (1, 1):
            raise VerifyException(
                f"Maxpool input must be in the form (1, 1, N*H*W, C). Received shape ({text})."
            )
        batch, channels = self.batch_size.value.data, self.channels.value.data
        if shape[2] != batch * height * width:
            raise VerifyException(
                f"Maxpool shape ({text}) at dim -2 must be equal to N*H*W. However the attributes "
                f"given are N={batch}, H={height}, W={width}. {batch}*{height}*{width} != "
                f"{shape[2]}."
            )
        if shape[3] != channels:
            raise VerifyException(
                f"Maxpool shape ({text}) at dim -3 must be equal to C. However the attribute given "
                f"is C={channels}. {shape[3]} != {channels}"
            )
        self._verify_windows()

    def _verify_windows(self) -> None:
        """Check the attributes of the windows, and the shape of the output. Upstream does not check
        these.
        """
        kernel = (self.kernel_height.value.data, self.kernel_width.value.data)
        window = window_of(self)
        verify_positive("Kernel", kernel)
        verify_windows(window)
        size = windowed_size(
            (self.input_height.value.data, self.input_width.value.data),
            kernel,
            window,
            ceil_mode=bool(self.ceil_mode.value.data),
        )
        output = shape_of(self.output)
        if is_static(output):
            images = (self.batch_size.value.data, *size, self.channels.value.data)
            verify_images("Output", output, images)


@op_definition
class UpsampleOp(UpsampleBase, WithMemoryConfig):
    """Enlarge H and W of an NHWC input by `scale_factor`."""

    name = "ttnn.upsample"
