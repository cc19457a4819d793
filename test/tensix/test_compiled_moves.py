"""Test that every TTIR op has a kernel, is expressed by ops that have one, or is refused; and
compare data movement with numpy bit for bit.
"""

from collections.abc import Callable, Sequence
from math import prod

import ml_dtypes
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tiers import example_count, share

import ttmlir_py
from ttmlir_py import runtime, tensix
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.diagnostics import CompilationError

pytestmark = pytest.mark.slow

TTMETAL = ("ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
TYPES = {
    "f32": np.float32,
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
    "si32": np.int32,
    "ui16": np.uint16,
    "ui8": np.uint8,
}


def type_of(shape, element="f32") -> str:
    return f"tensor<{'x'.join(map(str, (*shape, element)))}>"


def program(op, shapes, result, attributes="", element="f32", *, has_output=True) -> str:
    """Return a function of one op, which writes into a tensor if `has_output`."""
    arguments = ", ".join(f"%{i}: {type_of(each, element)}" for i, each in enumerate(shapes))
    names = [f"%{i}" for i in range(len(shapes))] + ["%e"] * has_output
    types = [type_of(each, element) for each in (*shapes, *[result] * has_output)]
    to = type_of(result, element)
    properties = f"<{{{attributes}}}>" if attributes else ""
    return (
        f"func.func @f({arguments}) -> {to} {{\n%e = tensor.empty() : {to}\n"
        f'%r = "ttir.{op}"({", ".join(names)}) {properties} : ({", ".join(types)}) -> {to}\nreturn %r : {to}\n}}'
    )


def i32s(*numbers) -> str:
    return f"[{', '.join(f'{each} : i32' for each in numbers)}]"


def i64s(*numbers) -> str:
    return f"array<i64: {', '.join(map(str, numbers))}>"


def on_chip(text, *arrays):
    """Run the program on the simulated chip with all checks, and return the result."""
    (got,) = tensix.load(ttmlir_py.compile(text, *TTMETAL)).run(arrays)
    return got


# ---- one example of each op


DOT = (
    f"batch_dims_lhs = {i64s(0)}, contract_dims_lhs = {i64s(1)}, "
    f"batch_dims_rhs = {i64s(0)}, contract_dims_rhs = {i64s(1)}"
)
ONE_STEP = "start = 1 : si64, end = 11 : si64, step = 1 : si64, arange_dimension = 1 : i64"
SOFTMAX = "dimension = 0 : si32"


def softmax(x):
    powers = np.exp(x - x.max(0, keepdims=True))
    return powers / powers.sum(0, keepdims=True)


COMPUTED: dict[str, tuple[str, Callable[..., np.ndarray]]] = {
    "get_dimension_size": (
        program("get_dimension_size", [(3, 5)], (1,), "dimension = 1 : i32", has_output=False)
        .replace("-> tensor<1xf32>", "-> tensor<1xui32>")
        .replace(": tensor<1xf32>\n", ": tensor<1xui32>\n"),
        lambda x: np.array([5], np.uint32),
    ),
    "arange": (
        program("arange", [], (3, 10), ONE_STEP, has_output=False),
        lambda: np.broadcast_to(np.arange(1, 11), (3, 10)),
    ),
    "zeros": (
        program("zeros", [], (33, 5), "shape = array<i32: 33, 5>", has_output=False),
        lambda: np.zeros((33, 5)),
    ),
    "ones": (
        program("ones", [], (33, 5), "shape = array<i32: 33, 5>", has_output=False),
        lambda: np.ones((33, 5)),
    ),
    "constant": (
        program("constant", [], (2, 3), "value = dense<2.5> : tensor<2x3xf32>", has_output=False),
        lambda: np.full((2, 3), 2.5),
    ),
    "transpose": (
        program("transpose", [(3, 5, 7)], (7, 5, 3), "dim0 = 0 : si32, dim1 = -1 : si32"),
        lambda x: x.swapaxes(0, 2),
    ),
    "concat": (
        program("concat", [(3, 5), (3, 40)], (3, 45), "dim = 1 : si32"),
        lambda x, y: np.concatenate([x, y], 1),
    ),
    "repeat": (
        program("repeat", [(3, 5)], (6, 15), f"repeat_dimensions = {i64s(2, 3)}"),
        lambda x: np.tile(x, (2, 3)),
    ),
    "repeat_interleave": (
        program("repeat_interleave", [(3, 5)], (3, 10), "repeats = 2 : ui32, dim = 1 : si32"),
        lambda x: np.repeat(x, 2, 1),
    ),
    "broadcast": (
        program("broadcast", [(1, 5)], (3, 5), f"broadcast_dimensions = {i64s(3, 1)}"),
        lambda x: np.broadcast_to(x, (3, 5)),
    ),
    "reshape": (
        program("reshape", [(6, 10)], (4, 15), f"shape = {i32s(4, 15)}"),
        lambda x: x.reshape(4, 15),
    ),
    "pad": (
        program(
            "pad",
            [(3, 5)],
            (6, 10),
            "padding = array<i32: 1, 2, 3, 2>, value = 1.5 : f32",
            has_output=False,
        ),
        lambda x: np.pad(x, ((1, 2), (3, 2)), constant_values=1.5),
    ),
    "slice": (
        program(
            "slice",
            [(9, 50)],
            (2, 12),
            f"begins = {i32s(-4, 1)}, ends = {i32s(9, 49)}, step = {i32s(2, 4)}",
        ),
        lambda x: x[-4:9:2, 1:49:4],
    ),
    "select": (
        program(
            "select",
            [(3, 8)],
            (3, 4),
            "dim = 1 : si32, begin = 0 : si32, length = 2 : si32, stride = 4 : si32",
        ),
        lambda x: x[:, [0, 1, 4, 5]],
    ),
    "index": (
        program(
            "index",
            [(3, 5)],
            (3, 2),
            "dim = 1 : i32, begin = 0 : i32, end = 4 : i32, step = 2 : i32",
        ),
        lambda x: x[:, 0:4:2],
    ),
    "squeeze": (program("squeeze", [(3, 7, 1)], (3, 7), "dim = -1 : si32"), lambda x: x[..., 0]),
    "unsqueeze": (
        program("unsqueeze", [(3, 7)], (3, 7, 1), "dim = 2 : si32"),
        lambda x: x[..., None],
    ),
    "reverse": (
        program("reverse", [(3, 5)], (3, 5), f"dimensions = {i64s(0, 1)}"),
        lambda x: x[::-1, ::-1],
    ),
    "permute": (
        program("permute", [(3, 5, 7)], (7, 3, 5), f"permutation = {i64s(2, 0, 1)}"),
        lambda x: x.transpose(2, 0, 1),
    ),
    "dot_general": (
        program("dot_general", [(2, 5, 3), (2, 5, 7)], (2, 3, 7), DOT, has_output=False),
        lambda x, y: np.einsum("bkm,bkn->bmn", x, y),
    ),
    "linear": (
        program("linear", [(33, 50), (50, 7), (7,)], (33, 7)),
        lambda x, y, bias: x @ y + bias,
    ),
    "matmul": (program("matmul", [(5,), (3, 5, 7)], (3, 7)), lambda x, y: x @ y),
    "softmax": (program("softmax", [(33, 50)], (33, 50), SOFTMAX), softmax),
    "clamp": (
        program("clamp", [(3, 5)], (3, 5), "min = -1.0 : f32, max = 1.0 : f32"),
        lambda x: np.clip(x, -1, 1),
    ),
    **{
        name: (
            program(name, [(3, 5)], (3, 1), f"dim_arg = {i32s(1)}, keep_dim = true"),
            lambda x, name=name: getattr(np, name)(x, 1, keepdims=True),
        )
        for name in ("sum", "mean", "max", "min", "prod")
    },
    "reduce_and": (
        program("reduce_and", [(3, 5)], (3, 1), f"dim_arg = {i32s(1)}, keep_dim = true"),
        lambda x: np.all(x, 1, keepdims=True),
    ),
}
REFUSED = {
    *("all_gather", "all_reduce", "mesh_shard"),  # kernels run on one chip
    *("conv2d", "conv_transpose2d", "convolution", "pooling", "max_pool2d", "upsample2d"),
    *("embedding", "embedding_backward", "gather", "scatter", "update_cache", "fill_cache"),
    "cumsum",
}
OF_PASSES = {"fill", "yield", "generic", "kernel", "to_layout", "alloc", "dealloc"}
"""Ops that only passes create."""


def test_every_ttir_op_is_listed_as_compiled_or_without_kernel():
    elementwise = {op.name for op in ttir.TTIR.operations if issubclass(op, ElementwiseOp)}
    others = {op.name for op in ttir.TTIR.operations} - elementwise
    listed = [*COMPUTED, *REFUSED, *OF_PASSES]
    assert sorted(others) == sorted(f"ttir.{name}" for name in listed)


@pytest.mark.parametrize("name", share([*COMPUTED], 6))
def test_ttir_op_listed_as_compiled_matches_reference(name):
    text, function = COMPUTED[name]
    types = text.partition(")")[0].split("tensor<")[1:]
    shapes = [tuple(map(int, each.partition("f32")[0].split("x")[:-1])) for each in types]
    random = np.random.default_rng(4)
    arrays = [random.uniform(-4, 4, shape).astype(np.float32) for shape in shapes]
    got, expected = on_chip(text, *arrays), function(*arrays)
    assert got.shape == expected.shape
    np.testing.assert_allclose(got, expected.astype(got.dtype), rtol=1e-5, atol=1e-5)


def test_ttir_op_without_tensix_kernel_is_refused_at_op():
    text = program("cumsum", [(3, 5)], (3, 5), "dim = 1 : i64")
    with pytest.raises(ttmlir_py.CompilationError, match=r"<stdin>:3:6: error: .*'ttir.cumsum'"):
        ttmlir_py.compile(text, *TTMETAL)


# ---- data movement with random shapes and types


def numbers(random, shape, element):
    """Return numbers of all bit patterns, for floats including NaN and infinities."""
    if element in ("si32", "ui16", "ui8"):
        ends = np.iinfo(TYPES[element])
        return random.integers(ends.min, ends.max, shape, TYPES[element], endpoint=True)
    special = random.choice(np.array([0, -0.0, np.inf, -np.inf, np.nan]), shape)
    values = np.where(random.random(shape) < 0.2, special, random.uniform(-4, 4, shape))
    return values.astype(TYPES[element])


SIZES = st.sampled_from([1, 2, 3, 5, 8, 16, 31, 32, 33, 40, 64, 96])


def divided(draw, count: int, rank: int) -> list[int]:
    """Return sizes whose product is `count`."""
    sizes = list[int]()
    for _ in range(rank - 1):
        sizes.append(draw(st.sampled_from([n for n in range(1, count + 1) if count % n == 0])))
        count //= sizes[-1]
    return [*sizes, count]


@st.composite
def moves(draw):
    """Return an op, the shapes of its inputs, its attributes, and the equivalent numpy function."""
    shape = draw(st.lists(SIZES, min_size=1, max_size=4).filter(lambda sizes: prod(sizes) <= 4000))
    rank, dim = len(shape), draw(st.integers(0, len(shape) - 1))
    op = draw(
        st.sampled_from(["permute", "reshape", "slice", "concat", "repeat", "reverse", "pad"])
    )
    match op:
        case "permute":
            order = draw(st.permutations(range(rank)))
            return op, [shape], f"permutation = {i64s(*order)}", lambda x: x.transpose(order)
        case "reshape":
            to = divided(draw, prod(shape), draw(st.integers(1, 4)))
            return op, [shape], f"shape = {i32s(*to)}", lambda x: x.reshape(to)
        case "slice":
            kept = [
                slice(
                    begin := draw(st.integers(0, size - 1)),
                    draw(st.integers(begin + 1, size)),
                    draw(st.integers(1, 3)),
                )
                for size in shape
            ]
            listed = [
                i32s(*(getattr(each, name) for each in kept)) for name in ("start", "stop", "step")
            ]
            text = "begins = {}, ends = {}, step = {}".format(*listed)
            return op, [shape], text, lambda x: x[tuple(kept)]
        case "concat":
            others = [
                [*shape[:dim], draw(SIZES), *shape[dim + 1 :]]
                for _ in range(draw(st.integers(0, 2)))
            ]
            return op, [shape, *others], f"dim = {dim} : si32", lambda *x: np.concatenate(x, dim)
        case "repeat":
            times = [draw(st.integers(1, 2)) for _ in shape]
            return op, [shape], f"repeat_dimensions = {i64s(*times)}", lambda x: np.tile(x, times)
        case "reverse":
            dims = draw(st.lists(st.integers(0, rank - 1), min_size=1, unique=True))
            return op, [shape], f"dimensions = {i64s(*dims)}", lambda x: np.flip(x, dims)
        case _:
            edges = [(draw(st.integers(0, 3)), draw(st.integers(0, 33))) for _ in shape]
            listed = ", ".join(map(str, sum(edges, ())))
            return (
                op,
                [shape],
                f"padding = array<i32: {listed}>, value = 7.0 : f32",
                lambda x: np.pad(x, edges, constant_values=7),
            )


@settings(max_examples=example_count(5))
@given(move=moves(), element=st.sampled_from(list(TYPES)), seed=st.integers(0, 1000))
def test_compiled_data_movement_op_matches_numpy(move, element, seed):
    op, shapes, attributes, function = move
    random = np.random.default_rng(seed)
    arrays = [numbers(random, shape, element) for shape in shapes]
    expected = function(*arrays)
    text = program(op, shapes, expected.shape, attributes, element, has_output=op != "pad")
    try:
        got = on_chip(text, *arrays)
    except CompilationError as error:  # a column of tiles lies on one line of cores
        assume("Out of memory" not in str(error))
        raise
    assert got.dtype == expected.dtype
    np.testing.assert_array_equal(got.astype(float), expected.astype(float))


def test_compiled_reshape_larger_than_core_memory_matches_numpy():
    array = np.random.default_rng(0).uniform(-4, 4, (16, 128, 192)).astype(np.float32)
    text = program("permute", [array.shape], (128, 16, 192), f"permutation = {i64s(1, 0, 2)}")
    np.testing.assert_array_equal(on_chip(text, array), array.transpose(1, 0, 2))
    text = program("reshape", [array.shape], (16, 128, 3, 64), f"shape = {i32s(16, 128, 3, 64)}")
    np.testing.assert_array_equal(on_chip(text, array), array.reshape(16, 128, 3, 64))


# ---- operands of several types


MIXED: Sequence[tuple[str, tuple[str, ...], str]] = [
    ("add", ("f32", "bf16"), "f32"),
    ("add", ("bf16", "bf16"), "f32"),
    ("multiply", ("f32", "bf16"), "bf16"),
    ("subtract", ("bf16", "f16"), "f16"),
    ("maximum", ("f32", "si32"), "f32"),
    ("add", ("si32", "si32"), "f32"),
    ("add", ("f32", "f32"), "si32"),
    ("gt", ("si32", "ui16"), "bf16"),
    ("eq", ("f32", "si32"), "ui8"),
    ("where", ("bf16", "f32", "f32"), "f32"),
    ("where", ("f32", "bf16", "f32"), "bf16"),
    ("where", ("f32", "si32", "si32"), "si32"),
    ("where", ("ui8", "f32", "bf16"), "f32"),
    ("exp", ("bf16",), "f32"),
]


@pytest.mark.parametrize(("op", "elements", "result"), MIXED)
def test_compiled_op_on_operands_of_several_types_matches_ttnn(op, elements, result):
    """The results equal those of TTNN's simulator bit for bit."""
    shape, random = (7, 40), np.random.default_rng(3)
    arrays = [(random.uniform(0, 9, shape)).astype(TYPES[each]) for each in elements]
    if op == "where":
        arrays[0][::2] = 0
    types = [type_of(shape, each) for each in (*elements, result)]
    arguments = ", ".join(f"%{i}: {each}" for i, each in enumerate(types[:-1]))
    names = ", ".join(f"%{i}" for i in range(len(elements)))
    text = (
        f"func.func @f({arguments}) -> {types[-1]} {{\n%e = tensor.empty() : {types[-1]}\n"
        f'%r = "ttir.{op}"({names}, %e) <{{operandSegmentSizes = array<i32: {len(elements)}, 1>}}> : '
        f"({', '.join(types)}) -> {types[-1]}\nreturn %r : {types[-1]}\n}}"
    )
    calls = ttmlir_py.compile(
        text, "ttir-to-ttnn-backend-pipeline{signed-integers=true}", "ttnn-to-flatbuffer"
    )
    (expected,) = runtime.load(calls).run(arrays)
    got = on_chip(text, *arrays)
    assert got.dtype == expected.dtype
    np.testing.assert_array_equal(got.astype(float), expected.astype(float))


def two(op, shapes, elements, result, attributes="") -> str:
    """Return a function of one op on two tensors with different element types."""
    types = [type_of(*each) for each in zip((*shapes, result), elements, strict=True)]
    return (
        f"func.func @f(%0: {types[0]}, %1: {types[1]}) -> {types[2]} {{\n%e = tensor.empty() : {types[2]}\n"
        f'%r = "ttir.{op}"(%0, %1, %e) {attributes} : ({", ".join(types)}) -> {types[2]}\nreturn %r : {types[2]}\n}}'
    )


def test_compiled_concat_of_several_types_matches_numpy():
    a, b = np.full((3, 5), 1.25, np.float32), np.full((3, 5), 2.5, ml_dtypes.bfloat16)
    text = two("concat", [(3, 5)] * 2, ("f32", "bf16", "f32"), (6, 5), "<{dim = 0 : si32}>")
    np.testing.assert_array_equal(on_chip(text, a, b), np.concatenate([a, b.astype(np.float32)]))


def test_compiled_matmul_of_several_types_matches_numpy():
    random = np.random.default_rng(0)
    a = random.integers(-8, 8, (33, 50)).astype(np.float32)
    b = random.integers(-8, 8, (50, 40)).astype(ml_dtypes.bfloat16)
    text = two("matmul", [a.shape, b.shape], ("f32", "bf16", "f32"), (33, 40))
    np.testing.assert_array_equal(on_chip(text, a, b), a @ b.astype(np.float32))


@pytest.mark.parametrize("element", ["i1", "i64", "f64", "index", "complex<f32>"])
@pytest.mark.parametrize("op", ["reverse", "abs"])
def test_element_type_without_tiles_is_refused_at_op(op, element):
    attributes = {
        "reverse": f"dimensions = {i64s(0)}",
        "abs": "operandSegmentSizes = array<i32: 1, 1>",
    }
    text = program(op, [(3, 5)], (3, 5), attributes[op], element)
    with pytest.raises(
        ttmlir_py.CompilationError, match=rf"<stdin>:3:6: error: 'ttir.{op}' op unsupported"
    ):
        ttmlir_py.compile(text, *TTMETAL)
