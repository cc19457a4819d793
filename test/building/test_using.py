"""Building ops: builders, Python values as arguments, errors, and locations."""

import inspect
import pydoc
import re
import subprocess
import sys
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from programs import build
from xdsl.builder import Builder, ImplicitBuilder
from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    TensorType,
    UnknownLoc,
    bf16,
    f32,
    f64,
    i1,
    i32,
)
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

import ttmlir_py
from ttmlir_py.building import element_type, func, module, tensor, ttir, ttnn
from ttmlir_py.building.elements import dense
from ttmlir_py.building.layouts import ttnn_tensor
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttir import AddOp
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
from ttmlir_py.ir.locations import file_location

TYPE = tensor([2, 4], "f32")


def names(block: Block) -> list[str]:
    return [op.name for op in block.ops]


# ---- builders ------------------------------------------------------------------------------------


def test_implicit_builder_inserts_ops():
    block = Block(arg_types=[TYPE])
    with ImplicitBuilder(block):
        total = ttir.add(block.args[0], block.args[0])
    assert names(block) == ["tensor.empty", "ttir.add"]
    assert total.owner is block.last_op


def test_explicit_builder_inserts_destination_before_op():
    block = Block(arg_types=[TYPE])
    builder = Builder(InsertPoint.at_end(block))
    total = ttir.add(block.args[0], block.args[0], builder=builder)
    before = Builder(InsertPoint.before(total.owner))
    ttir.exp(block.args[0], builder=before)
    assert names(block) == ["tensor.empty", "tensor.empty", "ttir.exp", "ttir.add"]


def test_op_without_builder_is_detached():
    argument = Block(arg_types=[TYPE]).args[0]
    total = ttir.add(argument, argument)
    op = total.owner
    assert isinstance(op, AddOp)
    (empty,) = op.dps_inits
    assert op.parent is None
    assert empty.owner.parent is None
    block = Block()
    block.add_ops([empty.owner, op])  # type: ignore[list-item]
    assert names(block) == ["tensor.empty", "ttir.add"]


def test_explicit_builder_inside_implicit_builder_of_another_block_is_refused():
    block, other = Block(arg_types=[TYPE]), Block()
    with ImplicitBuilder(block), pytest.raises(ValueError, match="implicit builder"):
        ttir.add(*[block.args[0]] * 2, builder=Builder(InsertPoint.at_end(other)))
    assert not names(block) + names(other)


def test_failed_op_build_inserts_nothing():
    block = Block(arg_types=[TYPE])
    with ImplicitBuilder(block), pytest.raises(ValueError, match="within the bounds"):
        ttir.softmax(block.args[0], 2)
    assert not names(block)
    assert block.args[0].first_use is None


def test_builder_function_accepts_op_as_operand_for_its_result():
    block = Block(arg_types=[TYPE])
    with ImplicitBuilder(block):
        total = ttir.add(block.args[0], block.args[0])
        assert ttir.exp(total.owner).owner.operands[0] is total


def test_builder_function_returns_values_or_op():
    results: list[Any] = []
    build(
        lambda p: results.extend(
            [
                ttir.abs(p.tensor(2)),
                ttir.dealloc(p.tensor(2)),
                ttir.pooling([p.tensor(2)] * 2, "Max", [1], [1], [1], [1], [0, 0]),
            ]
        )
    )
    assert isinstance(results[0], SSAValue)
    assert isinstance(results[1], Operation)
    assert [value.type for value in results[2]] == [tensor([2], "f32")] * 2


# ---- equality ------------------------------------------------------------------------------------

SAMPLE = {
    '"ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> '
    ": (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>": ttir.add,
    '"ttir.matmul"(%arg0, %arg1, %0) : (tensor<2x4xf32>, tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>': ttir.matmul,
    '"ttir.sum"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> '
    ": (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>": lambda x: ttir.sum(
        x, dim_arg=[1], keep_dim=True
    ),
    '"ttir.softmax"(%arg0, %0) <{dimension = -1 : si32}> '
    ": (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>": lambda x: ttir.softmax(x, -1),
    '"ttir.reshape"(%arg0, %0) <{shape = [4 : i32, -1 : i32]}> '
    ": (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>": lambda x: ttir.reshape(x, (4, -1)),
    '"ttir.permute"(%arg0, %0) <{permutation = array<i64: 1, 0>}> '
    ": (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>": lambda x: ttir.permute(x, [1, 0]),
    '"ttir.slice"(%arg0, %0) <{begins = [0 : i32, 1 : i32], ends = [2 : i32, 4 : i32], step = [1 : i32, 2 : i32]}> '
    ": (tensor<2x4xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>": lambda x: ttir.slice(
        x, [0, 1], [2, 4], [1, 2]
    ),
    '"ttir.clamp"(%arg0, %0) <{max = 1.000000e+00 : f32, min = 0.000000e+00 : f32}> '
    ": (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>": lambda x: ttir.clamp(x, 0, 1),
    '"ttir.typecast"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> '
    ": (tensor<2x4xf32>, tensor<2x4xbf16>) -> tensor<2x4xbf16>": lambda x: ttir.typecast(
        x, dtype=ml_dtypes.bfloat16
    ),
    '"ttir.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xbf16>}> '
    ": () -> tensor<2xbf16>": lambda: ttir.constant([1, 2], dtype="bf16"),
    '"ttir.arange"() <{arange_dimension = 0 : i64, end = 4 : si64, start = 0 : si64, step = 1 : si64}> '
    ": () -> tensor<4xi32>": lambda: ttir.arange(0, 4, dtype=int),
    '"ttir.zeros"() <{shape = array<i32: 2, 3>}> : () -> tensor<2x3xf32>': lambda: ttir.zeros(
        np.array([2, 3]), dtype=float
    ),
}


@pytest.mark.parametrize("text", SAMPLE)
def test_built_op_equals_parsed_op(text: str):
    operands = text.rpartition(" : ")[2].rpartition(" -> ")[0][1:-1].split(", ")
    result = text.rpartition(" -> ")[2]
    types = [type_ for i, type_ in enumerate(operands) if f"%arg{i}," in text]
    arguments = ", ".join(f"%arg{i}: {type_}" for i, type_ in enumerate(types))
    empty = f"%0 = tensor.empty() : {result}" if "%0" in text else ""
    written = (
        f"func.func @f({arguments}) -> {result} {{\n{empty}\n%1 = {text}\nreturn %1 : {result}\n}}"
    )
    read = ttmlir_py.parse(written)
    function = next(op for op in read.walk() if isinstance(op, FuncOp))
    built = module(func(*function.function_type.inputs.data, name="f")(SAMPLE[text]))
    assert str(built) == str(read)
    assert built.is_structurally_equivalent(read)


# ---- types, elements -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        ("f32", f32),
        ("bf16", bf16),
        ("i1", i1),
        ("si32", IntegerType(32, Signedness.SIGNED)),
        ("ui8", IntegerType(8, Signedness.UNSIGNED)),
        ("u16", IntegerType(16, Signedness.UNSIGNED)),
        ("bfp_bf8", bf16),
        ("float64", f64),
        (np.int32, i32),
        (np.dtype("float32"), f32),
        (np.uint8, IntegerType(8, Signedness.UNSIGNED)),
        (np.bool_, i1),
        (ml_dtypes.bfloat16, bf16),
        (float, f32),
        (int, i32),
        (bool, i1),
        (DataType.BFloat16, bf16),
        (DataTypeAttr(DataType.Float32), f32),
        (i32, i32),
    ],
)
def test_builder_function_accepts_element_type_names(dtype: Any, expected: Any):
    assert element_type(dtype) == expected
    assert tensor((2, np.int64(3)), dtype) == TensorType(expected, [2, 3])


@pytest.mark.parametrize("dtype", ["f33", "", "i0", None, 3, object, np.complex64, StringAttr("x")])
def test_builder_function_with_unknown_element_type_is_refused(dtype: Any):
    with pytest.raises(TypeError, match=r"no element type: .*; expected 'f32'"):
        element_type(dtype)


@pytest.mark.parametrize(
    ("value", "dtype", "text"),
    [
        (np.arange(4, dtype=np.float32), None, "dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>"),
        (np.float64(0.5), None, "dense<0.5> : tensor<f64>"),
        (np.full((2, 2), 7, np.uint16), None, "dense<7> : tensor<2x2xui16>"),
        ([[1, 2], [3, -4]], None, "dense<[[1, 2], [3, -4]]> : tensor<2x2xi32>"),
        ([True, False, True], None, "dense<[true, false, true]> : tensor<3xi1>"),
        ([1.5, 2.5], "bf16", "dense<[1.5, 2.5]> : tensor<2xbf16>"),
        (np.array([1, 2], ml_dtypes.bfloat16), None, "dense<[1.0, 2.0]> : tensor<2xbf16>"),
        ([1.0, -2.0], "i8", "dense<[1, -2]> : tensor<2xi8>"),
        ([255, 0], "i8", "dense<[-1, 0]> : tensor<2xi8>"),
        ([1, 7], "i4", "dense<[1, 7]> : tensor<2xi4>"),
        (np.zeros((0, 3), np.float32), None, "dense<> : tensor<0x3xf32>"),
        (np.asfortranarray([[1, 2], [3, 4]]), "i32", "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>"),
        (1, f32, "dense<1.0> : tensor<f32>"),
    ],
)
def test_dense_elements_equal_parsed_elements(value: Any, dtype: Any, text: str):
    attribute = dense(value, dtype)
    read = ttmlir_py.parse(f"module attributes {{t.x = {text}}} {{}}")
    assert attribute == read.attributes["t.x"]


def test_dense_of_one_number_fills_shape():
    assert dense(2, "f32", (2, 3)) == dense(np.full((2, 3), 2, np.float32))
    built: list[Any] = []
    build(lambda p: built.append(ttir.constant(3, result_type=tensor((2, 2), "bf16"))))
    assert built[0].owner.value == dense(np.full((2, 2), 3), "bf16")
    build(lambda p: built.append(ttir.fill(0, output=p.tensor(2, 2, dtype="i32"))))
    assert built[1].owner.value == dense(np.zeros((2, 2), np.int32))


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (ValueError, "256 is out of range for i8", (256, "i8")),
        (ValueError, "-1 is out of range for ui32", ([-1, 2], "ui32")),
        (ValueError, "i32 cannot hold numbers that are not whole", (1.5, "i32")),
        (ValueError, "i32 cannot hold numbers that are not whole", (float("nan"), "i32")),
        (
            ValueError,
            r"an array of shape \(2,\) does not fill a tensor of shape \(3,\)",
            ([1, 2], "f32", (3,)),
        ),
        (TypeError, "expected numbers, not 'x'", ("x",)),
        (TypeError, "no elements of type index can be made of numbers", (1, "index")),
    ],
)
def test_invalid_dense_elements_are_refused(error: type[Exception], message: str, arguments: Any):
    from xdsl.dialects.builtin import IndexType

    value, *rest = (IndexType() if each == "index" else each for each in arguments)
    with pytest.raises(error, match=message):
        dense(value, *rest)


# ---- errors --------------------------------------------------------------------------------------


ERRORS = {
    "ttir.add: missing a required argument: 'rhs'": lambda p: ttir.add(p.tensor(2)),
    "ttir.add: got an unexpected keyword argument 'out'": lambda p: ttir.add(
        p.tensor(2), p.tensor(2), out=1
    ),
    "ttir.add: rhs must be a value, or an op with one result, not 1.0": lambda p: ttir.add(
        p.tensor(2), 1.0
    ),
    "ttir.add: lhs must be ranked tensor of any type values, but its type is 'i32'": lambda p: (
        ttir.add(p.value(i32), p.tensor(2))
    ),
    "ttir.concat: inputs must be a list of values, not 3": lambda p: ttir.concat(3, 0),
    "ttir.softmax: dimension must be an int (32-bit signed integer attribute), not 'x'": lambda p: (
        ttir.softmax(p.tensor(2), "x")
    ),
    "ttir.softmax: dimension must be an int (32-bit signed integer attribute), not True": lambda p: (
        ttir.softmax(p.tensor(2), True)
    ),
    "ttir.softmax: dimension must be an int (32-bit signed integer attribute), not the attribute 0 : i32": lambda p: (
        ttir.softmax(p.tensor(2), IntegerAttr(0, i32))
    ),
    "ttir.softmax: dimension must be given": lambda p: ttir.softmax(p.tensor(2), None),
    "ttir.clamp: min must be a float (32-bit float attribute), not '0'": lambda p: ttir.clamp(
        p.tensor(2), "0", 1
    ),
    "ttir.permute: permutation must be a list of ints (i64 dense array attribute), not [0.5]": lambda p: (
        ttir.permute(p.tensor(2), [0.5])
    ),
    "ttir.upsample2d: scale_factor must be an int or a list of ints (32-bit signed integer attribute "
    "or i32 dense array attribute), not 1.5": lambda p: ttir.upsample2d(p.tensor(1, 2, 2, 1), 1.5),
    "ttir.all_reduce: reduce_type must be a ReduceType (sum, mean, max, min, std, var) "
    "(TT Reduce Type), not 'plus'": lambda p: ttir.all_reduce([p.tensor(2)], [[0]], 0, "plus"),
    "ttir.linear: bias must be a value, or an op with one result, not [1]": lambda p: ttir.linear(
        p.tensor(2), p.tensor(2), [1]
    ),
    "ttir.abs: location must be a location or a name, not 3": lambda p: ttir.abs(
        p.tensor(2), location=3
    ),
    "ttir.abs: builder must be a Builder, not 3": lambda p: ttir.abs(p.tensor(2), builder=3),
    "ttir.abs: encoding must be an attribute, not 3": lambda p: ttir.abs(p.tensor(2), encoding=3),
    "ttir.alloc: result_type must be a type or a list of types, not 3": lambda p: ttir.alloc(
        1, 2, "l1", result_type=3
    ),
    "ttnn.abs: device must be TT device, but its type is 'i32'": lambda p: ttnn.abs(
        p.laid(2, 4), device=p.value(i32)
    ),
    "ttir.zeros: dtype= or result_type= must be given": lambda p: ttir.zeros([2]),
    "ttir.zeros: no element type: 'float33'; expected 'f32', np.float32 or the like": lambda p: (
        ttir.zeros([2], dtype="float33")
    ),
    "ttir.typecast: dtype= or result_type= must be given": lambda p: ttir.typecast(p.tensor(2)),
    "ttir.abs: outputs and dtype= both determine the type of the result: give only one": lambda p: (
        ttir.abs(p.tensor(2), outputs=p.tensor(2), dtype="f32")
    ),
    "ttir.abs: result_type= and dtype= both determine the type of the result: give only one": lambda p: (
        ttir.abs(p.tensor(2), result_type=TYPE, dtype="f32")
    ),
    "ttir.abs: result_type must be a type or a list of types, not 2": lambda p: ttir.abs(
        p.tensor(2), result_type=[2]
    ),
    "ttir.all_gather: result_type= must be given: how many devices there are is not an attribute": lambda p: (
        ttir.all_gather(p.tensor(2), 0)
    ),
    "ttir.generic: missing a required argument: 'region'": lambda p: ttir.generic(
        [], [], [1], [], []
    ),
    "ttnn.abs: device= or outputs= must be given: no ttnn.get_device is in the block of an operand": lambda p: (
        ttnn.abs(p.laid(2, 4))
    ),
}
"""Maps each expected TypeError message to a call that raises it."""

VALUE_ERRORS = {
    "ttir.softmax: dimension must be a 32-bit signed integer attribute, which 2147483648 does not fit": lambda p: (
        ttir.softmax(p.tensor(2), 2**31)
    ),
    "ttir.convolution: feature_group_count must be a 64-bit signless integer attribute whose value is "
    "positive, which 0 does not fit": lambda p: ttir.convolution(
        *[p.tensor(1)] * 2,
        window_strides=[],
        padding=[],
        input_dilation=[],
        weight_dilation=[],
        window_reversal=[],
        convolution_layout=ConvolutionLayoutAttr(0, 3, (), 2, 1, (), 0, 3, ()),
        feature_group_count=0,
    ),
    "ttir.constant: i32 cannot hold numbers that are not whole": lambda p: ttir.constant(
        0.5, dtype="i32"
    ),
    "'ttir.add' op Operands are not broadcast compatible": lambda p: ttir.add(
        p.tensor(2), p.tensor(3)
    ),
    "'ttir.matmul' op Input A[-1](3) and B[-2](4) must have matching inner dimensions": lambda p: (
        ttir.matmul(p.tensor(2, 3), p.tensor(4, 5))
    ),
    "'ttir.transpose' op Dimension 1 attribute must be within the bounds of the input tensor": lambda p: (
        ttir.transpose(p.tensor(2, 3), 0, 2)
    ),
    "'ttir.squeeze' op Dimension 0 in the input tensor must be 1.": lambda p: ttir.squeeze(
        p.tensor(2, 3), 0
    ),
    "'ttir.conv2d' op a window of 5 does not fit into a dimension of size 4": lambda p: ttir.conv2d(
        p.tensor(1, 4, 4, 1), p.tensor(1, 1, 5, 5), stride_height=1, stride_width=1
    ),
    "'ttir.conv2d' op Stride values must be greater than 0, got (0, 1)": lambda p: ttir.conv2d(
        p.tensor(1, 4, 4, 1), p.tensor(1, 1, 2, 2), stride_height=0, stride_width=1
    ),
    "ttir.mesh_shard: the shape of the result cannot be inferred: integer modulo by zero": lambda p: (
        ttir.mesh_shard(p.tensor(4), "devices", "full_to_shard", [0], [0])
    ),
    "'ttir.mesh_shard' op shards (3,) do not divide a tensor of (4,)": lambda p: ttir.mesh_shard(
        p.tensor(4), "devices", "full_to_shard", [3], [0]
    ),
    "'ttir.arange' op sizes of other dimensions than `arange_dimension` are unknown: pass result_type=": lambda p: (
        ttir.arange(0, 4, arange_dimension=1, dtype="i32")
    ),
    "'ttir.arange' op Step value cannot be zero": lambda p: ttir.arange(0, 4, step=0, dtype="i32"),
    "'ttir.concat' op Invalid dimension 0 for concatenation.": lambda p: ttir.concat([], 0),
    "'ttir.zeros' op Sizes of the shape attribute must not be negative, got (-1)": lambda p: (
        ttir.zeros([-1], dtype="f32")
    ),
    "'ttnn.zeros' op Sizes of the shape attribute must not be negative, got (-1)": lambda p: (
        ttnn.zeros([-1], dtype="f32")
    ),
    "'ttir.arange' op Invalid range: start=4, end=0, step=1": lambda p: ttir.arange(
        4, 0, dtype="i32"
    ),
    "'ttir.gather' op slice_sizes has not one size left for each of offset_dims": lambda p: (
        ttir.gather(p.tensor(9, 8), p.tensor(2), [1, 2], [0], [], [], [0], 1, [1, 8])
    ),
}
"""Maps each expected ValueError message to a call that raises it."""


@pytest.mark.parametrize("message", ERRORS)
def test_builder_function_with_wrong_argument_type_is_refused(message: str):
    with pytest.raises(TypeError) as raised:
        build(ERRORS[message])
    # The same message as Python 3.13's for arguments that must be given by name.
    assert (
        str(raised.value).replace("required keyword-only argument", "required argument") == message
    )


@pytest.mark.parametrize("message", VALUE_ERRORS)
def test_builder_function_with_wrong_argument_value_is_refused(message: str):
    with pytest.raises(ValueError) as raised:
        build(VALUE_ERRORS[message])
    assert str(raised.value) == message


def test_built_ttnn_op_takes_encoding_of_operand_or_requires_argument():
    encoding = StringAttr("some")
    type_ = TensorType(f32, [2, 4], encoding)
    types: list[Any] = []
    build(lambda p: types.append(ttir.softmax(p.value(type_), 0).type))
    build(lambda p: types.append(ttir.transpose(p.value(type_), 0, 1, encoding=encoding).type))
    assert types == [type_, TensorType(f32, [4, 2], encoding)]
    with pytest.raises(TypeError, match=r"ttir.transpose: encoding= or result_type= must be given"):
        build(lambda p: ttir.transpose(p.value(type_), 0, 1))


def test_builder_function_of_unknown_op_is_refused():
    with pytest.raises(
        AttributeError, match=r"'ttmlir_py.building.ttir' has no attribute 'frobnicate'"
    ):
        ttir.frobnicate  # noqa: B018


def test_builder_function_with_unknown_layout_word_lists_valid_words():
    with pytest.raises(
        ValueError, match="unknown value 'tiles': expected row_major, tile or invalid"
    ):
        ttnn_tensor([2], "f32", layout="tiles")


# ---- signatures and locations --------------------------------------------------------------------


def test_builder_signatures_list_operands_and_attributes():
    def parameters(function: Any) -> str:
        return ", ".join(
            f"{'*' * (p.kind is p.KEYWORD_ONLY)}{p.name}"
            + ("" if p.default in (p.empty, None) else f"={p.default}")
            for p in inspect.signature(function).parameters.values()
        )

    common = "*dtype, *encoding, *result_type, *location, *builder"
    assert parameters(ttir.add) == f"lhs, rhs, *outputs, {common}"
    assert parameters(ttir.linear) == f"a, b, bias, *output, {common}"
    assert parameters(ttir.sum) == f"input, *keep_dim=False, *dim_arg, *output, {common}"
    assert parameters(ttir.index) == f"input, dim, begin, end, *step=1, *output, {common}"
    assert parameters(ttir.dealloc) == "result, *location, *builder"
    assert parameters(ttir.update_cache) == (
        "cache, input, update_index, *batch_offset=0, *location, *builder"
    )
    assert parameters(ttnn.softmax) == f"input, dimension, {common}"
    assert parameters(ttnn.add) == f"lhs, rhs, *outputs, *device, {common}"
    assert parameters(ttnn.zeros) == (
        "shape, *dtype, *layout, *memory_config, *device, *encoding, *result_type, *location, *builder"
    )


def test_help_of_builder_function_shows_parameters_and_summary():
    text = pydoc.render_doc(ttir.softmax, renderer=pydoc.plaintext)
    # the signature may be printed on one line or on several
    assert re.search(r"softmax\(\s*input: ", text)
    assert "dimension: int" in text
    assert "`exp(x) / sum(exp(x))` along `dimension`." in text
    assert "dimension: 32-bit signed integer attribute" in text
    assert "shape of the result: The shape of `input`." in text
    assert ttir.softmax is ttir.softmax
    assert "relu" in dir(ttir)


@pytest.mark.parametrize("dialect", [ttir, ttnn])
def test_every_builder_function_has_documentation(dialect: Any):
    for name in dir(dialect):
        function = getattr(dialect, name)
        assert function.__doc__
        assert function.__module__ == dialect.__name__
        assert f"{function.__name__}(" in pydoc.render_doc(function, renderer=pydoc.plaintext)


def test_built_op_location_is_taken_from_context_or_argument():
    block = Block(arg_types=[TYPE])
    given = file_location(StringAttr("model.py"), 3, 4)
    with ImplicitBuilder(block):
        here, line = ttir.abs(block.args[0]), inspect.currentframe().f_lineno  # type: ignore[union-attr]
        named = ttir.abs(block.args[0], location="encoder")
        elsewhere = ttir.abs(block.args[0], location=given)
        nowhere = ttir.abs(block.args[0], location=UnknownLoc())
    assert str(named.owner.location) == 'loc("encoder")'
    assert elsewhere.owner.location == given
    assert nowhere.owner.location == UnknownLoc()
    location = here.owner.location
    assert isinstance(location, FileLineColLoc)
    assert location.filename.data.endswith("test_using.py")
    assert location.line.data == line
    assert all(op.operands[-1].owner.location == op.location for op in list(block.ops)[1::2])  # type: ignore[union-attr]


# ---- functions, programs -------------------------------------------------------------------------


def test_built_function_arguments_have_names_of_python_parameters():
    @func(TYPE, TYPE, visibility="private")
    def plus(a: Any, b: Any) -> Any:
        return ttir.add(a, b)

    assert plus.sym_name.data == "plus"
    assert plus.is_private
    assert [arg.name_hint for arg in plus.args] == ["a", "b"]
    assert [str(arg.location) for arg in plus.args] == ['loc("a")', 'loc("b")']
    assert isinstance(plus.location, FileLineColLoc)
    assert list(plus.function_type.outputs) == [TYPE]


def test_function_builder_accepts_many_arguments_and_results():
    @func(*[TYPE] * 3, name="f")
    def _(first: Any, *rest: Any) -> Any:
        return [ttir.add(first, each).owner for each in rest]

    assert [arg.name_hint for arg in _.args] == ["first", "rest0", "rest1"]
    assert list(_.function_type.outputs) == [TYPE, TYPE]
    assert isinstance(_.get_return_op(), ReturnOp)


def test_invalid_function_definition_is_refused():
    with pytest.raises(
        TypeError,
        match=r"func: expected argument types such as tensor\(shape, dtype\), not \(2, 3\)",
    ):
        func((2, 3))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="func f: missing a required argument: 'b'"):

        @func(TYPE)
        def f(a: Any, b: Any) -> None: ...

    with pytest.raises(TypeError, match="func g: expected it to return values, not 3"):

        @func(TYPE)
        def g(a: Any) -> int:
            return 3


def test_built_module_is_verified():
    @func(TYPE, name="f")
    def same(a: Any) -> Any:
        return a

    with pytest.raises(ttmlir_py.CompilationError, match="redefinition of symbol named 'f'"):
        module(same, same.clone())
    built = module(same.clone(), name="net", attributes={"tt.note": StringAttr("x")})
    assert str(built).startswith('module @net attributes {tt.note = "x"} {')


def test_built_functions_are_inserted_into_module_of_implicit_builder():
    built = module()
    with ImplicitBuilder(built.body):

        @func(TYPE)
        def f(a: Any) -> Any:
            return a

    assert f.parent_op() is built
    assert ttmlir_py.parse(str(built)).is_structurally_equivalent(built)


def test_built_program_on_simulator_matches_numpy():
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=s).astype(np.float32) for s in ((4, 32), (32, 64), (64,), (64, 10))]

    @func(*(tensor(array.shape, array.dtype) for array in arrays))
    def mlp(x: Any, w1: Any, b1: Any, w2: Any) -> Any:
        hidden = ttir.relu(ttir.linear(x, w1, b1))
        return ttir.softmax(ttir.matmul(hidden, w2), -1)

    binary = ttmlir_py.runtime.load(ttmlir_py.compile(module(mlp)))
    (result,) = binary.run(dict(zip(["x", "w1", "b1", "w2"], arrays, strict=True)))
    x, w1, b1, w2 = arrays
    logits = np.exp(np.maximum(x @ w1 + b1, 0) @ w2)
    np.testing.assert_allclose(result, logits / logits.sum(-1, keepdims=True), rtol=1e-3, atol=1e-6)


def test_ttnn_builder_finds_device_of_block():
    from programs import DEVICE

    type_ = ttnn_tensor([32, 64], "bf16")

    @func(type_)
    def f(x: Any) -> Any:
        ttnn.get_device(mesh_shape=[1, 1], result_type=DEVICE)
        return ttnn.add(x, x)

    names_ = [op.name for op in f.body.block.ops]
    assert names_ == ["ttnn.get_device", "ttnn.empty", "ttnn.add", "func.return"]
    assert list(f.function_type.outputs) == [type_]


def test_building_package_is_not_imported_by_other_packages():
    program = "import sys, ttmlir_py, ttmlir_py.tools.ttopt; print(any('building' in m for m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
