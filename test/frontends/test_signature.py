"""The arrays that a model takes and returns do not depend on the data formats on the device."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttmlir_py import compiler
from ttmlir_py.frontends.levels import entry_function
from ttmlir_py.frontends.signature import ArrayType, Signature, argument_names
from ttmlir_py.runtime.errors import InputError


def array_type(dtype, shape=()):
    return ArrayType(shape, np.dtype(dtype))


@given(st.integers(-(2**63), 2**64 - 1), st.sampled_from(["int8", "int32", "int64", "uint32"]))
def test_integer_argument_is_accepted_if_it_fits(value, dtype):
    limits = np.iinfo(dtype)
    if limits.min <= value <= limits.max:
        got = array_type(dtype).accept("x", value)
        assert (got, got.dtype) == (value, dtype)
    else:
        with pytest.raises(InputError, match=f"^x holds {value}, which {dtype} cannot represent"):
            array_type(dtype).accept("x", value)


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        *((1.5, dtype) for dtype in (np.float32, np.float16, ml_dtypes.bfloat16)),
        *((np.float64(1.5), np.float32), (True, np.bool_), (True, np.int32), (3, np.float32)),
        (np.float16(1.5), np.float32),
    ],
)
def test_number_argument_is_converted_to_declared_type(value, dtype):
    got = array_type(dtype).accept("x", value)
    assert (got, got.dtype) == (value, dtype)


@pytest.mark.parametrize(
    ("value", "dtype", "message"),
    [
        (1.5, np.int32, "x has type float64, expected int32"),
        (1.5, np.bool_, "x has type float64, expected bool"),
        (np.float32(1.5), np.float16, "x has type float32, expected float16"),
        (np.int32(1), np.float32, "x has type int32, expected float32"),
        (2, np.bool_, "x has type int64, expected bool"),
        ([1.0], np.float32, "x has shape 1, expected scalar"),
    ],
)
def test_argument_that_declared_type_cannot_hold_is_refused(value, dtype, message):
    with pytest.raises(InputError, match=message):
        array_type(dtype).accept("x", value)


@given(st.integers(-(2**31), 2**31 - 1))
def test_unsigned_device_integer_result_is_returned_as_signed_integer(value):
    on_device = np.array([value], np.int64).astype(np.uint32)
    for dtype in (np.int32, np.int64):
        got = array_type(dtype).restore(on_device)
        assert (got, got.dtype, got.shape) == (value, dtype, ())


def test_nonzero_device_boolean_result_is_returned_as_true():
    got = array_type(np.bool_, (3,)).restore(np.array([0, 1, 1], ml_dtypes.bfloat16))
    assert got.tolist() == [False, True, True]


def test_signature_lists_argument_names_and_types():
    text = """
func.func private @helper()
func.func @first(%a: tensor<2x3xbf16> loc("image"), %b: tensor<i64>) -> tensor<4xi1> { return }
"""
    function = entry_function(compiler.parse(text, verify=False))
    names = argument_names(function)
    signature = Signature.of(function.sym_name.data, function.function_type, names)
    assert signature.function == "first"
    assert [(str(each), each.name) for each in signature.arguments] == [
        ("bfloat16[2,3]", "image"),
        ("int64[]", None),
    ]
    assert [str(each) for each in signature.results] == ["bool[4]"]


def test_entry_function_of_several_is_main():
    text = "func.func @a() { return }\nfunc.func @main() { return }\n"
    assert entry_function(compiler.parse(text)).sym_name.data == "main"
    private = text.replace("@main", "private @main")
    assert entry_function(compiler.parse(private)).sym_name.data == "a"
    assert entry_function(compiler.parse("")) is None


@pytest.mark.parametrize("type_", ["complex<i32>", "!quant"])
def test_argument_type_without_array_type_is_refused(type_):
    text = f"func.func @main(%a: tensor<2x{type_}>) {{ return }}"
    if type_ == "!quant":
        text = "func.func @main(%a: f32) { return }"
    function = entry_function(compiler.parse(text))
    with pytest.raises(ValueError, match="arrays cannot have the type"):
        Signature.of("main", function.function_type, [None])
