"""Attributes of the tosa dialect."""

from ttmlir_py.ir.definition.attribute_format import FormatAttribute


class ConvOpQuantizationAttr(FormatAttribute):
    """The zero points of a convolution's input and weight."""

    name = "tosa.conv_quant"
    ods_name = "Tosa_ConvOpQuantizationAttr"
    assembly_format = "`<` struct(params) `>`"
    input_zp: int
    weight_zp: int


class MatMulOpQuantizationAttr(FormatAttribute):
    """The zero points of a product's operands."""

    name = "tosa.matmul_quant"
    ods_name = "Tosa_MatMulOpQuantizationAttr"
    assembly_format = "`<` struct(params) `>`"
    a_zp: int
    b_zp: int


class PadOpQuantizationAttr(FormatAttribute):
    """The zero point of the padded tensor."""

    name = "tosa.pad_quant"
    ods_name = "Tosa_PadOpQuantizationAttr"
    assembly_format = "`<` struct(params) `>`"
    input_zp: int


class UnaryOpQuantizationAttr(FormatAttribute):
    """The zero points of an op's input and output."""

    name = "tosa.unary_quant"
    ods_name = "Tosa_UnaryOpQuantizationAttr"
    assembly_format = "`<` struct(params) `>`"
    input_zp: int
    output_zp: int
