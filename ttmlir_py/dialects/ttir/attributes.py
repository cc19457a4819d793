"""Attributes of the ttir dialect."""

from xdsl.ir import OpaqueSyntaxAttribute

from ttmlir_py.dialects.tt.enums import TTEnumAttr
from ttmlir_py.dialects.ttir.enums import PoolingMethod
from ttmlir_py.ir.definition.attribute_format import FormatAttribute


class PoolingMethodAttr(TTEnumAttr, OpaqueSyntaxAttribute):
    """The reduction of the elements in a pooling window."""

    name = "ttir.pooling_method"
    assembly_format = "$value"
    value: PoolingMethod


class ConvolutionLayoutAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """The roles of the dimensions of a convolution's input, kernel and output."""

    name = "ttir.convolution_layout"
    assembly_format = """`input_batch` `=` $inputBatchDimension `,`
        `input_feature` `=` $inputFeatureDimension`,`
        `input_spatial_dimensions` `=` custom<DimensionList>($inputSpatialDimensions) `,`
        `kernel_output_feature` `=` $kernelOutputFeatureDimension `,`
        `kernel_input_feature` `=` $kernelInputFeatureDimension `,`
        `kernel_spatial_dimensions` `=` custom<DimensionList>($kernelSpatialDimensions) `,`
        `output_batch` `=` $outputBatchDimension `,` `output_feature` `=` $outputFeatureDimension `,`
        `output_spatial_dimensions` `=` custom<DimensionList>($outputSpatialDimensions)"""  # noqa: E501
    inputBatchDimension: int
    inputFeatureDimension: int
    inputSpatialDimensions: tuple[int, ...]
    kernelOutputFeatureDimension: int
    kernelInputFeatureDimension: int
    kernelSpatialDimensions: tuple[int, ...]
    outputBatchDimension: int
    outputFeatureDimension: int
    outputSpatialDimensions: tuple[int, ...]
