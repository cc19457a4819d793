"""The written form and the meaning of the fields of operations, for documentation and editors.

`notation` gives an example of an attribute, and `glossary` the meaning of operands and attributes.
`examples.mlir` in a dialect's folder has an example of each operation.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from xdsl.irdl import (
    AttrConstraint,
    AttributeDef,
    AttrSizedOperandSegments,
    IRDLOperation,
    OpDef,
    OperandDef,
    OptionalDef,
    PropertyDef,
    RangeConstraint,
    ResultDef,
    VariadicDef,
)

from ttmlir_py.ir.definition import constraints
from ttmlir_py.ir.definition.constraints import Described, unwrapped

SEGMENTS = AttrSizedOperandSegments.attribute_name
"""Name of the property with the sizes of operand groups."""
_NOTATIONS = {
    constraints.SI32Attr: "1 : si32",
    constraints.SI64Attr: "1 : si64",
    constraints.UI32Attr: "1 : ui32",
    constraints.I32Attr: "1 : i32",
    constraints.I64Attr: "1 : i64",
    constraints.F32Attr: "1.0 : f32",
    constraints.BoolAttr: "true",
    constraints.StrAttr: '"..."',
    constraints.UnitAttrConstraint: "unit",
    constraints.FlatSymbolRefAttr: "@name",
    constraints.DenseI32ArrayAttr: "array<i32: 1, 2>",
    constraints.DenseI64ArrayAttr: "array<i64: 1, 2>",
    constraints.DenseBoolArrayAttr: "array<i1: true, false>",
    constraints.I32ArrayAttr: "[1 : i32, 2 : i32]",
    constraints.ElementsAttr: "dense<1.0> : tensor<2x2xf32>",
    constraints.I64ElementsAttr: "dense<[[0, 1]]> : tensor<1x2xi64>",
    constraints.AffineMapArrayAttr: "[affine_map<(d0) -> (d0)>]",
    constraints.DictAttr: '{key = "value"}',
}
NOTATIONS = {each.description: text for each, text in _NOTATIONS.items()} | {
    "8-bit signless integer attribute": "1 : i8",
    "Attribute for Conv type op quantization information.": (
        "#tosa.conv_quant<input_zp = 1, weight_zp = 0>"
    ),
    "Attribute for MatMulOp quantization information.": "#tosa.matmul_quant<a_zp = 1, b_zp = 0>",
    "Attribute for PadOp quantization information.": "#tosa.pad_quant<input_zp = 1>",
    "Attribute for UnaryOp quantization information.": (
        "#tosa.unary_quant<input_zp = 1, output_zp = 0>"
    ),
    "Supported resize/upsampling strategies": '"BILINEAR"',
    "any attribute": "dense<1.0> : tensor<2x2xf32>",
    "any type attribute": "tensor<2x2xf32>",
    "arbitrary float attribute": "1.0 : f32",
    "i64 dense array attribute with at least 4 elements": "array<i64: 1, 2, 2, 1>",
    "i64 dense array attribute with exactly 2 elements": "array<i64: 1, 2>",
    "i64 dense array attribute with exactly 3 elements": "array<i64: 1, 2, 2>",
    "i64 dense array attribute with exactly 4 elements": "array<i64: 1, 2, 2, 1>",
    "i64 dense array attribute with exactly 6 elements": "array<i64: 0, 1, 0, 1, 0, 1>",
    "i8 dense array attribute": "array<i8: 1, 2>",
    "type attribute of 32-bit signless integer": "f32",
    "TT DataTypes": "#tt.supportedDataTypes<bf16>",
    "TT MemorySpace": "#tt.memory_space<dram>",
    "TT MeshShardDirection": "#tt.shard_direction<full_to_shard>",
    "TT MeshShardType": "#tt.shard_type<devices>",
    "TT Reduce Type": "#tt.reduce_type<sum>",
    "TT grid attribute": "#tt.grid<1x1>",
    "TTIR PoolingMethod": "#ttir<pooling_method Max>",
    "Structure of dimension information for convolution op": "#ttir<convolution_layout "
    "input_batch = 0, "
    "input_feature = 3, input_spatial_dimensions = 1x2, kernel_output_feature = 0, "
    "kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, "
    "output_batch = 0, output_feature = 3, output_spatial_dimensions = 1x2>",
    "TTNN Buffer Type": "#ttnn.buffer_type<dram>",
    "TTNN Layout": "#ttnn.layout<tile>",
    "TTNN MemoryConfig attribute": (
        "#ttnn.memory_config<#ttnn.buffer_type<dram>, <<1x1>>, <interleaved>>"
    ),
    "TTNN Mesh Shape": "#ttnn<mesh_shape 1x1>",
    "TTNN Shape attribute": "#ttnn.shape<2x2>",
    "TTKernel Reduce Dimensions": "#ttkernel.reduce_dim<reduce_dim_row>",
    "TTKernel Broadcast Types": "#ttkernel.bcast_type<row>",
    "TTKernel Reduce Types": "#ttkernel.reduce_type<reduce_sum>",
    "Aliasing attribute for outputs and operands of CustomCall": "[#stablehlo.output_operand_alias<output_tuple_indices = [], "  # noqa: E501
    "operand_index = 0, operand_tuple_indices = []>]",
    "Array of layout (1D tensor of index type) attributes": "[dense<[1, 0]> : tensor<2xindex>]",
    "Attribute that models the algorithm constraints to use for computing dot.": "#stablehlo.dot_algorithm<lhs_precision_type = tf32, "  # noqa: E501
    "rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, "
    "rhs_component_count = 1, num_primitive_operations = 1, "
    "allow_imprecise_accumulation = false>",
    "Attribute that models the dimension information for dot.": "#stablehlo.dot<lhs_contracting_dimensions = [1], "  # noqa: E501
    "rhs_contracting_dimensions = [0]>",
    "Attribute that models the dimension information for gather": "#stablehlo.gather<offset_dims "
    "= [1], collapsed_slice_dims = "
    "[0], "
    "start_index_map = [0], index_vector_dim = 1>",
    "Attribute that models the dimension information for scatter": "#stablehlo.scatter<update_window_dims = [1], "  # noqa: E501
    "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>",
    "Custom call API version": "1 : i32",
    "Mesh of axes and a list of devices": '#sdy.mesh<["x"=2, "y"=4]>',
    "Precision Config attribute": "[#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]",
    "Structure of dimension information for conv op": (
        "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>"
    ),
    "Tensor sharding": '#sdy.sharding<@mesh, [{"x"}, {}]>',
    "Tensor sharding per operand/result of an op": '#sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>',  # noqa: E501
    "Transpose options": "#stablehlo<transpose NO_TRANSPOSE>",
    "Which comparison operation to perform.": "#stablehlo<comparison_direction LT>",
    "Which comparison type to use.": "#stablehlo<comparison_type FLOAT>",
    "XLA PRNG algorithm to be used.": "#stablehlo<rng_algorithm PHILOX>",
    "XLA PRNG distribution to be used.": "#stablehlo<rng_distribution NORMAL>",
    "XLA fast fourier transform type.": "#stablehlo<fft_type RFFT>",
    "TypedAttr instance": "1.0 : f32",
    "array attribute": "[[1, 0]]",
    "flat symbol ref array attribute": "[@name]",
    "propagation direction enum": "1 : i32",
    "two 64-bit integers 'handle' and 'type'": "#stablehlo.channel_handle<handle = 1, type = 0>",
    "chlo.comparison_direction": "#chlo<comparison_direction LT>",
    "chlo.comparison_type": "#chlo<comparison_type FLOAT>",
}
"""Maps kinds of attributes, as in error messages, or names of attributes to an example."""
FIELD_NOTATIONS = {
    "core_ranges": "[#ttmetal.core_range<0x0, 1x1>]",
    "data_type": "2 : i32",
    "data_type_a": "2 : i32",
    "data_type_b": "2 : i32",
    "iterator_types": "[#tt.iterator_type<parallel>]",
    "kernelConfigs": "[#ttkernel.noc_config<noc0>]",
    "manual_axes": '#sdy<manual_axes{"x"}>',
}
"""Maps names of attributes to an example, where the kind does not determine the syntax."""


@cache
def examples(dialect: str) -> dict[str, str]:
    """Return the example of each operation of a dialect, by the operation's name."""
    text = (files("ttmlir_py.dialects") / dialect / "examples.mlir").read_text()
    sections = [each.strip() for each in text.split("\n// -----\n")[1:]]
    titled = [section.partition("\n") for section in sections]
    return {title.removeprefix("// "): example for title, _, example in titled}


@cache
def glossary() -> dict[str, dict[str, str]]:
    """Return the explanations of `operands` and `attributes` in the glossary.

    The keys are names, or names qualified by dialect or operation.
    """
    return tomllib.loads((files("ttmlir_py.dialects") / "glossary.toml").read_text())


def glossary_key(kind: str, operation: str, name: str) -> str:
    """Return the glossary key for an operand or attribute of an operation.

    `kind` is `operands` or `attributes`. Raises KeyError if there is no such entry.
    """
    dialect = operation.partition(".")[0]
    for key in (f"{operation}.{name}", f"{dialect}.{name}", name):
        if key in glossary()[kind]:
            return key
    raise KeyError(f"{operation}.{name} is not in dialects/glossary.toml")


def plain_name(name: str) -> str:
    """Return a field's name without the final underscore, which avoids names that xDSL uses."""
    return name.rstrip("_")


def instances(
    cls: type[IRDLOperation], fields: Sequence[tuple[str, OperandDef | ResultDef]]
) -> list[list[str]]:
    """Return example values for each field: also for optional fields, and two for variadic ones."""
    inputs: tuple[str, ...] = getattr(cls, "INPUTS", ())
    destinations = getattr(cls, "DPS_INITS", None)
    found: list[list[str]] = []
    for name, field in fields:
        plain = plain_name(name)
        if not isinstance(field, VariadicDef) or isinstance(field, OptionalDef):
            found.append([f"%{plain}"])
        elif inputs and plain == "inputs":
            found.append([f"%{each}" for each in inputs])
        elif inputs or name == destinations:
            found.append([f"%{plain.removesuffix('s')}"])
        else:
            found.append([f"%{plain}_{index}" for index in range(2)])
    return found


def skeleton(cls: type[IRDLOperation]) -> str:
    """Return the generic form of an operation with all fields.

    It has `type` for types, and attributes of the right kind.
    """
    definition = cls.get_irdl_definition()
    operands = instances(cls, definition.operands)
    results = [value for each in instances(cls, definition.results) for value in each]
    fields = [_setting(name, field) for name, field in fields_of(definition).items()]
    if has_segments(definition):
        fields.append(f"{SEGMENTS} = {segments_notation(cls)}")
    properties = f" <{{{', '.join(fields)}}}>" if fields else ""
    regions = f" ({', '.join('{...}' for _ in definition.regions)})" if definition.regions else ""
    equals = f"{', '.join(results)} = " if results else ""
    values = [value for each in operands for value in each]
    kinds, made = (", ".join("type" for _ in each) for each in (values, results))
    returned = made if len(results) == 1 else f"({made})"
    return (
        f'{equals}"{definition.name}"({", ".join(values)}){properties}{regions} : ({kinds}) -> '
        f"{returned}"
    )


def _setting(name: str, field: AttributeDef | PropertyDef) -> str:
    text = notation(name, field)
    return name if text == "unit" else f"{name} = {text}"


def notation(name: str, field: AttributeDef | PropertyDef) -> str:
    """Return an example of an attribute for a field. Raises KeyError for an unknown kind."""
    if name in FIELD_NOTATIONS:
        return FIELD_NOTATIONS[name]
    kind = unwrapped(field.constr)
    if isinstance(kind, Described) and kind.mnemonic in NOTATIONS:
        return NOTATIONS[kind.mnemonic]
    return NOTATIONS[constraint_words(field.constr).partition(" or ")[0].partition(" whose ")[0]]


def segments_notation(cls: type[IRDLOperation]) -> str:
    """Return the sizes of the operand groups of an example, as an attribute."""
    groups = instances(cls, cls.get_irdl_definition().operands)
    return f"array<i32: {', '.join(str(len(each)) for each in groups)}>"


def fields_of(definition: OpDef) -> dict[str, AttributeDef | PropertyDef]:
    """Return the attributes and properties of an operation by name, without segment sizes."""
    fields = {**definition.attributes, **definition.properties}
    return {name: field for name, field in fields.items() if name != SEGMENTS}


def has_segments(definition: OpDef) -> bool:
    """Whether an operation has an attribute with the sizes of its groups of operands."""
    return any(isinstance(option, AttrSizedOperandSegments) for option in definition.options)


def constraint_words(constraint: AttrConstraint | RangeConstraint) -> str:
    """Return the description of a constraint, as error messages have it."""
    inner: AttrConstraint = unwrapped(constraint)
    if isinstance(inner, Described):
        return inner.description or "any attribute"
    return "any type"
