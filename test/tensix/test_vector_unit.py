"""Compare functions of the vector unit, and the ttkernel ops that call them, with numpy."""

import re

import numpy as np
import pytest
from metal_builders import FLOAT, Kernel, Tensor, floats, over, ports, run

from ttmlir_py.dialects.ttkernel.vector_unit import TILE_FUNCTIONS, VECTOR_UNIT_OPS
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc import LOWERED_KERNEL_OPS
from ttmlir_py.runtime.formats import FORMATS, Array
from ttmlir_py.target.cpp.kernels import _TENSIX_INCLUDES, HEADERS
from ttmlir_py.tensix.compute import MathThread
from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.operations import OPERATIONS

SECTION = "tile_regs_acquire();\n{}\ntile_regs_commit(); tile_regs_wait();\npack_tile(0, out0, 0);\ntile_regs_release();"


def compute(body: str, *operands: Array, types: tuple[str, str] = (FLOAT, FLOAT)) -> Array:
    """Return what is packed from DST[0] after `body`, with the operands in DST[0], DST[1] and so
    on.
    """
    inputs = [
        Tensor(i + 1, (32, 32), 1 << 14 + i, data_type=types[0]) for i in range(len(operands))
    ]
    out = Tensor(9, (32, 32), 1 << 18, data_type=types[1])
    copies = [f"copy_tile(in{i}, 0, {i});" for i in range(len(operands))]
    bound = [over(i, each) for i, each in enumerate(inputs)] + [over(16, out)]
    kernel = Kernel("tensix", ports(SECTION.format("".join((*copies, body)))), ports=bound)
    (got,) = run(list(zip(inputs, operands, strict=True)), [out], kernel)
    return got


def integers(seed: int, format_: str) -> Array:
    limits = FORMATS[format_].smallest, FORMATS[format_].largest
    values = np.random.default_rng(seed).integers(*limits, (32, 32), endpoint=True)
    return values.astype(FORMATS[format_].values)


@pytest.mark.parametrize("op", VECTOR_UNIT_OPS, ids=lambda op: op.name)
def test_every_vector_op_has_simulated_kernel_function(op):
    name = op.name.removeprefix("ttkernel.")
    assert op.name in LOWERED_KERNEL_OPS
    function = OPERATIONS[name]
    if not name.endswith("_init"):
        assert hasattr(MathThread, function.method or name)
        operands = sum(each.endswith("_index") for each in op.__annotations__)
        assert len(function.arguments) >= operands


@pytest.mark.parametrize("name", TILE_FUNCTIONS)
def test_every_vector_unit_function_has_header(name):
    """Functions without a separate header are in `compute_kernel_api.h`, which is always
    included.
    """
    stem = name.removesuffix("_int32")
    general = {f"{each}_tile" for each in ("abs", "sign", "sigmoid", "tanh", "log", "expm1")}
    found = [header for header, functions in HEADERS.items() if re.fullmatch(functions, stem)]
    assert len(found) == (stem not in general)
    assert not set(found) & set(_TENSIX_INCLUDES)


COMPARISONS = {
    "eq": np.equal,
    "ne": np.not_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lt": np.less,
    "le": np.less_equal,
    "power": lambda a, b: a**b,
}


@pytest.mark.parametrize("name", COMPARISONS)
def test_vector_unit_binary_float_function_matches_numpy(name):
    a, b = np.abs(floats(1, 32, 32)) + np.float32(0.5), np.round(floats(2, 32, 32))
    b[::2] = a[::2]
    got = compute(f"{name}_binary_tile_init(); {name}_binary_tile(0, 1, 0);", a, b)
    np.testing.assert_allclose(got, COMPARISONS[name](a, b).astype(np.float32), rtol=1e-5)


PAIRS = {
    "add_int": np.add,
    "sub_int": np.subtract,
    "mul_int": np.multiply,
    "bitwise_and_binary": np.bitwise_and,
    "bitwise_or_binary": np.bitwise_or,
    "bitwise_xor_binary": np.bitwise_xor,
}


@pytest.mark.parametrize("format_", ["Int32", "UInt32", "UInt16"])
@pytest.mark.parametrize("name", PAIRS)
def test_vector_unit_binary_integer_function_wraps_around(name, format_):
    a, b = integers(1, format_), integers(2, format_)
    body = f"{name}_tile<DataFormat::{format_}>(0, 1, 0);"
    assert np.array_equal(compute(body, a, b, types=(format_, format_)), PAIRS[name](a, b))


SINGLE = {
    "negative": np.negative,
    "abs": np.abs,
    "relu": lambda x: np.maximum(x, 0),
    "eqz": lambda x: (x == 0).astype(np.int32),
    "nez": lambda x: (x != 0).astype(np.int32),
}


@pytest.mark.parametrize("name", SINGLE)
def test_vector_unit_unary_integer_function_matches_numpy(name):
    x = integers(3, "Int32") * (integers(4, "Int32") & 1)
    got = compute(f"{name}_tile_init(); {name}_tile_int32(0);", x, types=("Int32", "Int32"))
    assert np.array_equal(got, SINGLE[name](x))


@pytest.mark.parametrize(("name", "function"), [("max", np.maximum), ("min", np.minimum)])
def test_vector_unit_integer_maximum_and_minimum_are_signed(name, function):
    a, b = integers(5, "UInt32"), integers(6, "UInt32")
    body = f"binary_{name}_int32_tile_init(); binary_{name}_int32_tile(0, 1, 0);"
    got = compute(body, a, b, types=("UInt32", "UInt32"))
    assert np.array_equal(got, function(a.view(np.int32), b.view(np.int32)).view(np.uint32))


def test_vector_unit_integer_function_on_floats_is_reported():
    with pytest.raises(Fault, match=r"wants integers in DST\[0\], which has float32"):
        compute("add_int_tile<DataFormat::Int32>(0, 0, 0);", floats(1, 32, 32))
    with pytest.raises(Fault, match=r"wants integers in DST\[0\], which has uint16"):
        compute("negative_tile_int32(0);", integers(1, "UInt16"), types=("UInt16", "UInt16"))


def test_vector_unit_clamp_limits_are_bits_of_f32():
    x = floats(7, 32, 32)
    low, high = np.array([-0.25, 0.5], np.float32).view(np.int32).tolist()
    got = compute(f"clamp_tile_init(); clamp_tile(0, {low}, {high});", x)
    assert np.array_equal(got, np.clip(x, np.float32(-0.25), np.float32(0.5)))


def test_where_tile_call_matches_numpy():
    x = [floats(seed, 32, 32) for seed in (8, 9, 10)]
    x[0][::2] = 0
    got = compute("where_tile_init(); where_tile<DataFormat::Float32>(0, 1, 2, 0);", *x)
    assert np.array_equal(got, np.where(x[0] != 0, x[1], x[2]))


@pytest.mark.parametrize(
    ("kind", "part"), [("COL", np.s_[:, :1]), ("ROW", np.s_[:1]), ("SCALAR", np.s_[:1, :1])]
)
def test_unary_broadcast_of_row_column_or_scalar_matches_numpy(kind, part):
    x = floats(11, 32, 32)
    body = f"unary_bcast_init<BroadcastType::{kind}>(in0, out0); unary_bcast<BroadcastType::{kind}>(in0, 0, 0);"
    assert np.array_equal(compute(body, x), np.broadcast_to(x[part], x.shape))


def test_typecast_tile_call_names_formats_by_number():
    cast = "static_cast<std::underlying_type_t<DataFormat>>(DataFormat::{})".format
    x = floats(12, 32, 32) * np.float32(1000)
    body = f"typecast_tile<{cast('Float32')}, {cast('Int32')}>(0);"
    got = compute(body, x, types=(FLOAT, "Int32"))
    assert np.array_equal(got, x.astype(np.int32))
