"""Tests of tensors without elements, whose shape contains a 0, through every front end and op that
accepts or returns them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from passes.shape_cases import FLOATS, TTIR_PIPELINE, compare_with_xla, run_ttir, tensor_type
from passes.stablehlo_rows import Row, Tensor
from tiers import share

import ttmlir_py
from ttmlir_py import CompilationError

pytestmark = pytest.mark.slow

# ---- StableHLO -----------------------------------------------------------------------------------

EMPTY, FULL = (0, 3), (2, 3)
BODIES = {
    "add": ("%r = stablehlo.add %a, %a : {a}", "0x3", (EMPTY,)),
    "negate": ("%r = stablehlo.negate %a : {a}", "0x3", (EMPTY,)),
    "select": ("%p = stablehlo.compare LT, %a, %a : ({a}, {a}) -> tensor<0x3xi1>\n%r = stablehlo.select %p, %a, %a : tensor<0x3xi1>, {a}", "0x3", (EMPTY,)),
    "clamp": ("%r = stablehlo.clamp %a, %a, %a : {a}", "0x3", (EMPTY,)),
    "constant": ("%r = stablehlo.constant dense<> : {r}", "0x3", ()),
    "transpose": ("%r = stablehlo.transpose %a, dims = [1, 0] : ({a}) -> {r}", "3x0", (EMPTY,)),
    "reshape": ("%r = stablehlo.reshape %a : ({a}) -> {r}", "7x0", (EMPTY,)),
    "reshape_flat": ("%r = stablehlo.reshape %a : ({a}) -> {r}", "0", (EMPTY,)),
    "broadcast_in_dim": ("%r = stablehlo.broadcast_in_dim %a, dims = [1, 2] : ({a}) -> {r}", "4x0x3", (EMPTY,)),
    "broadcast_to_nothing": ("%r = stablehlo.broadcast_in_dim %a, dims = [0, 1] : ({a}) -> {r}", "0x3", ((1, 3),)),
    "broadcast_of_scalar": ("%r = stablehlo.broadcast_in_dim %a, dims = [] : ({a}) -> {r}", "2x0", ((),)),
    "broadcast": ("%r = stablehlo.broadcast %a, sizes = [0, 2] : ({a}) -> {r}", "0x2x2x3", (FULL,)),
    "concatenate": ("%r = stablehlo.concatenate %a, %b, %a, dim = 0 : ({a}, {b}, {a}) -> {r}", "2x3", (EMPTY, FULL)),
    "concatenate_empty": ("%r = stablehlo.concatenate %a, %a, dim = 1 : ({a}, {a}) -> {r}", "0x6", (EMPTY,)),
    "slice_start": ("%r = stablehlo.slice %a [0:0, 0:3] : ({a}) -> {r}", "0x3", (FULL,)),
    "slice_middle": ("%r = stablehlo.slice %a [0:2, 1:1] : ({a}) -> {r}", "2x0", (FULL,)),
    "slice_end": ("%r = stablehlo.slice %a [2:2, 0:3] : ({a}) -> {r}", "0x3", (FULL,)),
    "slice_steps": ("%r = stablehlo.slice %a [0:0:2, 0:3:2] : ({a}) -> {r}", "0x2", (EMPTY,)),
    "slice_of_empty": ("%r = stablehlo.slice %a [0:0, 1:3] : ({a}) -> {r}", "0x2", (EMPTY,)),
    "dynamic_slice": ("%i = stablehlo.constant dense<1> : tensor<i32>\n%r = stablehlo.dynamic_slice %a, %i, %i, sizes = [0, 3] : ({a}, tensor<i32>, tensor<i32>) -> {r}", "0x3", (FULL,)),
    "dynamic_update_slice": ("%i = stablehlo.constant dense<1> : tensor<i32>\n%r = stablehlo.dynamic_update_slice %a, %b, %i, %i : ({a}, {b}, tensor<i32>, tensor<i32>) -> {r}", "2x3", (FULL, EMPTY)),
    "pad": ("%z = stablehlo.constant dense<{one}> : tensor<{e}>\n%r = stablehlo.pad %a, %z, low = [1, 0], high = [2, 1], interior = [0, 0] : ({a}, tensor<{e}>) -> {r}", "3x4", (EMPTY,)),
    "pad_empty": ("%z = stablehlo.constant dense<{one}> : tensor<{e}>\n%r = stablehlo.pad %a, %z, low = [0, 1], high = [0, 1], interior = [0, 1] : ({a}, tensor<{e}>) -> {r}", "0x7", (EMPTY,)),
    "pad_away": ("%z = stablehlo.constant dense<{one}> : tensor<{e}>\n%r = stablehlo.pad %a, %z, low = [-1, 0], high = [-1, 0], interior = [0, 0] : ({a}, tensor<{e}>) -> {r}", "0x3", (FULL,)),
    "reverse": ("%r = stablehlo.reverse %a, dims = [0, 1] : {a}", "0x3", (EMPTY,)),
    "iota": ("%r = stablehlo.iota dim = 0 : {r}", "0x3", ()),
    "iota_across": ("%r = stablehlo.iota dim = 1 : {r}", "0x3", ()),
    "gather": ('%i = stablehlo.constant dense<> : tensor<0x1xi32>\n%r = "stablehlo.gather"(%a, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}}> : ({a}, tensor<0x1xi32>) -> {r}', "0x3", (FULL,)),
    "sort": ('%r = "stablehlo.sort"(%a) <{{dimension = 0 : i64}}> ({{\n^bb0(%x: tensor<{e}>, %y: tensor<{e}>):\n%q = stablehlo.compare LT, %x, %y : (tensor<{e}>, tensor<{e}>) -> tensor<i1>\nstablehlo.return %q : tensor<i1>\n}}) : ({a}) -> {r}', "0x3", (EMPTY,)),
    "dot": ("%r = stablehlo.dot %a, %b : ({a}, {b}) -> {r}", "3x2", ((3, 0), (0, 2))),
    "scatter": ('%i = stablehlo.constant dense<> : tensor<0x1xi32>\n%r = "stablehlo.scatter"(%a, %i, %b) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n^bb0(%x: tensor<{e}>, %y: tensor<{e}>):\nstablehlo.return %y : tensor<{e}>\n}}) : ({a}, tensor<0x1xi32>, {b}) -> {r}', "2x3", (FULL, EMPTY)),
}  # fmt: skip
for op_ in ("add", "multiply", "maximum", "minimum"):
    for dims_, kept in (([0], "3"), ([0, 1], ""), ([1], "0")):
        BODIES[f"reduce_{op_}_{kept}"] = (
            f"%z = stablehlo.constant dense<{{one}}> : tensor<{{e}}>\n%r = stablehlo.reduce(%a init: %z) applies stablehlo.{op_} across dimensions = {dims_} : ({{a}}, tensor<{{e}}>) -> {{r}}",
            kept,
            (EMPTY,),
        )
ELEMENTS = ("f32", "bf16", "f16", "f64", "i32", "i64", "ui8", "ui16", "ui32", "i1")
WITHOUT_BOOLEANS = {"negate", "clamp", "iota", "iota_across"}
CASES = [
    (name, element)
    for name in BODIES
    for element in ELEMENTS
    if not (element == "i1" and name in WITHOUT_BOOLEANS)
    if not (name == "negate" and element.startswith("u"))
]


def row(name: str, element: str) -> Row:
    body, shape, arguments = BODIES[name]
    tensors = tuple(Tensor(np.ones(each), element) for each in arguments)
    result = f"tensor<{shape}{'x' if shape else ''}{element}>"
    one = "true" if element == "i1" else "1.0" if element in FLOATS else "1"
    names = {name: each.type for name, each in zip("ab", tensors, strict=False)}
    return Row(body.format(e=element, r=result, one=one, **names), result, tensors)


def test_stablehlo_op_on_empty_tensors_matches_xla():
    compare_with_xla([row(*each) for each in share(CASES, 60)])


WINDOWS = {
    "convolution": ("%r = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x2x4x4xf32>, tensor<3x2x3x3xf32>) -> tensor<0x3x4x4xf32>", "tensor<0x3x4x4xf32>", ((0, 2, 4, 4), (3, 2, 3, 3))),
    "convolution_of_no_channels": ("%r = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x4x4xf32>, tensor<3x0x3x3xf32>) -> tensor<1x3x4x4xf32>", "tensor<1x3x4x4xf32>", ((1, 0, 4, 4), (3, 0, 3, 3))),
    "reduce_window": ('%z = stablehlo.constant dense<0xFF800000> : tensor<f32>\n%r = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%m = stablehlo.maximum %x, %y : tensor<f32>\nstablehlo.return %m : tensor<f32>\n}) : (tensor<0x4xf32>, tensor<f32>) -> tensor<0x2xf32>', "tensor<0x2xf32>", ((0, 4),)),
    "reduce_window_of_padding": ('%z = stablehlo.constant dense<2.5> : tensor<f32>\n%r = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 1]]> : tensor<1x2xi64>}> ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%m = stablehlo.maximum %x, %y : tensor<f32>\nstablehlo.return %m : tensor<f32>\n}) : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>', "tensor<2xf32>", ((0,),)),
    "top_k": ("%r, %s = chlo.top_k(%a, k = 2) : tensor<0x3xf32> -> (tensor<0x2xf32>, tensor<0x2xi32>)", "tensor<0x2xf32>", (EMPTY,)),
    "bitcast": ("%r = stablehlo.bitcast_convert %a : (tensor<0x3xf32>) -> tensor<0x3xi32>", "tensor<0x3xi32>", (EMPTY,)),
    "exponential": ("%r = stablehlo.exponential %a : tensor<0x3xf32>", "tensor<0x3xf32>", (EMPTY,)),
    "power": ("%r = stablehlo.power %a, %a : tensor<0x3xf32>", "tensor<0x3xf32>", (EMPTY,)),
    "remainder": ("%r = stablehlo.remainder %a, %a : tensor<0x3xf32>", "tensor<0x3xf32>", (EMPTY,)),
    "convert": ("%r = stablehlo.convert %a : (tensor<0x3xf32>) -> tensor<0x3xi1>", "tensor<0x3xi1>", (EMPTY,)),
}  # fmt: skip


def test_stablehlo_window_op_on_empty_tensors_matches_xla():
    compare_with_xla(
        [
            Row(body, result, tuple(Tensor(np.ones(shape)) for shape in shapes))
            for body, result, shapes in WINDOWS.values()
        ]
    )


# ---- TTIR ----------------------------------------------------------------------------------------


def ttir(op: str, properties: str, operands: list[tuple[int, ...]], result: tuple[int, ...]) -> str:
    types = [tensor_type(shape, "f32") for shape in operands]
    out = tensor_type(result, "f32")
    arguments = [f"%a{i}" for i in range(len(types))]
    destination = [] if op == "pad" else [("%out", out)]
    signature = ", ".join(f"{a}: {t}" for a, t in zip(arguments, types, strict=True))
    written = f"<{{{properties}}}> " if properties else ""
    return f"""func.func @main({signature}) -> {out} {{
  %out = tensor.empty() : {out}
  %0 = "ttir.{op}"({", ".join([*arguments, *(name for name, _ in destination)])}) {written}: ({", ".join([*types, *(type_ for _, type_ in destination)])}) -> {out}
  return %0 : {out}
}}"""


TTIR: dict[str, tuple[str, str, list[tuple[int, ...]], tuple[int, ...], Callable[..., Any]]] = {
    "matmul": ("matmul", "", [(3, 0), (0, 2)], (3, 2), np.matmul),
    "matmul of no rows": ("matmul", "", [(0, 3), (3, 2)], (0, 2), np.matmul),
    "add": ("add", "operandSegmentSizes = array<i32: 2, 1>", [EMPTY, EMPTY], EMPTY, np.add),
    "exp": ("exp", "operandSegmentSizes = array<i32: 1, 1>", [EMPTY], EMPTY, np.exp),
    "broadcast": ("broadcast", "broadcast_dimensions = array<i64: 0, 1>", [(1, 3)], EMPTY, lambda x: x[:0]),
    "broadcast around": ("broadcast", "broadcast_dimensions = array<i64: 4, 1>", [(1, 0)], (4, 0), lambda x: np.ones((4, 0))),
    "reshape": ("reshape", "shape = [3 : i32, 0 : i32]", [EMPTY], (3, 0), lambda x: x.reshape(3, 0)),
    "permute": ("permute", "permutation = array<i64: 1, 0>", [EMPTY], (3, 0), np.transpose),
    "transpose": ("transpose", "dim0 = 0 : si32, dim1 = 1 : si32", [EMPTY], (3, 0), np.transpose),
    "concat": ("concat", "dim = 0 : si32", [EMPTY, FULL], FULL, lambda x, y: y),
    "slice": ("slice", "begins = [0 : i32, 0 : i32], ends = [0 : i32, 3 : i32], step = [1 : i32, 1 : i32]", [FULL], EMPTY, lambda x: x[:0]),
    "slice at the end": ("slice", "begins = [2 : i32, 0 : i32], ends = [2 : i32, 3 : i32], step = [1 : i32, 1 : i32]", [FULL], EMPTY, lambda x: x[2:]),
    "slice of nothing": ("slice", "begins = [0 : i32, 1 : i32], ends = [0 : i32, 3 : i32], step = [1 : i32, 1 : i32]", [EMPTY], (0, 2), lambda x: x[:, 1:]),
    "pad": ("pad", "padding = array<i32: 1, 1, 0, 0>, value = 5.0 : f32", [EMPTY], FULL, lambda x: np.full(FULL, 5.0)),
    "softmax": ("softmax", "dimension = 1 : si32", [EMPTY], EMPTY, lambda x: x),
    "reverse": ("reverse", "dimensions = array<i64: 0>", [EMPTY], EMPTY, lambda x: x),
    "cumsum": ("cumsum", "dim = 1 : i64", [EMPTY], EMPTY, lambda x: x),
    "sum": ("sum", "keep_dim = false, dim_arg = [0 : i32]", [EMPTY], (3,), lambda x: x.sum(0)),
    "sum of all": ("sum", "keep_dim = false", [EMPTY], (1,), np.sum),
    "sum beside": ("sum", "keep_dim = true, dim_arg = [1 : i32]", [EMPTY], (0, 1), lambda x: x.sum(1, keepdims=True)),
    "prod": ("prod", "keep_dim = false, dim_arg = [0 : i32]", [EMPTY], (3,), lambda x: x.prod(0)),
    "prod of all": ("prod", "keep_dim = true", [EMPTY], (1, 1), lambda x: x.prod(keepdims=True)),
    "max beside": ("max", "keep_dim = false, dim_arg = [1 : i32]", [EMPTY], (0,), lambda x: x.max(1)),
    "squeeze": ("squeeze", "dim = 1 : si32", [(0, 1)], (0,), lambda x: x[:, 0]),
    "unsqueeze": ("unsqueeze", "dim = 1 : si32", [(0,)], (0, 1), lambda x: x[:, None]),
    "wide": ("permute", "permutation = array<i64: 0, 2, 3, 1>", [(2, 0, 4, 5)], (2, 4, 5, 0), lambda x: x.transpose(0, 2, 3, 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", TTIR)
def test_ttir_op_on_empty_tensors_matches_numpy(name: str):
    op, properties, operands, result, meaning = TTIR[name]
    tensors = [Tensor(np.ones(shape)) for shape in operands]
    (found,) = run_ttir(ttir(op, properties, operands, result), tensors)
    wanted = np.asarray(meaning(*(each.array for each in tensors)))
    np.testing.assert_array_equal(found, wanted.reshape(result))


@pytest.mark.parametrize("name", ["max", "min"])
def test_ttir_max_or_min_of_empty_tensor_is_refused(name: str):
    text = ttir(name, "keep_dim = false, dim_arg = [0 : i32]", [EMPTY], (3,))
    with pytest.raises(CompilationError, match=rf"'ttir.{name}' op reduces no elements"):
        ttmlir_py.compile(text, TTIR_PIPELINE)


# ---- JAX and PyTorch -----------------------------------------------------------------------------


def jax_functions() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    jax = pytest.importorskip("jax", reason="the extra jax is not installed")
    jnp, lax = jax.numpy, jax.lax
    z, x = np.zeros((0, 3), np.float32), np.arange(6, dtype=np.float32).reshape(2, 3)
    no, ones = np.zeros(0, np.int32), np.ones((3, 2), np.float32)
    return {
        "softmax": (jax.nn.softmax, (z,)),
        "softmax of nothing": (lambda a: jax.nn.softmax(a, axis=0), (z,)),
        "logsumexp": (lambda a: jax.nn.logsumexp(a, axis=1), (z,)),
        "mean": (jnp.mean, (z,)),
        "all": (lambda a: ((a > 0).all(), (a > 0).any(0)), (z,)),
        "argmax": (lambda a: jnp.argmax(a, 1), (z,)),
        "norm": (jnp.linalg.norm, (z,)),
        "take": (lambda a, i: (jnp.take(a, i, axis=0), jnp.take(a, i, axis=1)), (x, no)),
        "index": (lambda a, i: (a[i], a[:0], a[2:], a[:, 1:1]), (x, no)),
        "set": (
            lambda a, i, v: (a.at[i].set(v), a.at[i].add(v), a.at[:0].set(1.0)),
            (jnp.asarray(x), no, z),
        ),
        "segments": (lambda a, i: jax.ops.segment_sum(a, i, 2), (np.zeros(0, np.float32), no)),
        "outer": (jnp.outer, (np.zeros(0, np.float32), np.ones(3, np.float32))),
        "dot": (lambda a, b: (a @ b, jnp.vdot(a, a), jnp.einsum("ij,jk->", a, b)), (z, ones)),
        "layer norm": (
            lambda a: (a - a.mean(-1, keepdims=True)) / jnp.sqrt(a.var(-1, keepdims=True) + 1e-5),
            (z,),
        ),
        "gradient": (jax.grad(lambda a: (jnp.tanh(a) ** 2).sum()), (z,)),
        "cumulative": (lambda a: (jnp.cumsum(a, 0), jnp.cumsum(a, 1), jnp.cumprod(a, 0)), (z,)),
        "sort": (lambda a: (jnp.sort(a, 0), jnp.sort(a, 1), lax.top_k(a, 2)), (z,)),
        "argsort": (jnp.argsort, (no,)),
        "one hot": (
            lambda i, k: (jax.nn.one_hot(i, 3), jax.nn.one_hot(k, 0)),
            (no, np.array([1, 2])),
        ),
        "scan": (lambda a: lax.scan(lambda c, v: (c + v.sum(), v * 2), 1.0, a), (z,)),
        "loop": (lambda a: lax.fori_loop(0, 3, lambda i, c: c + a.sum(), 0.0), (z,)),
        "condition": (
            lambda a, p: lax.cond(p, lambda v: v + 1, lambda v: v * 2, a),
            (z, np.bool_(True)),
        ),
        "tile": (
            lambda a: (jnp.tile(a, (2, 2)), jnp.repeat(a, 2, axis=0), jnp.roll(a, 1, 1)),
            (z,),
        ),
        "split": (lambda a: jnp.split(a, [0, 1]), (x,)),
        "diagonal": (jnp.diag, (np.zeros(0, np.float32),)),
        "numbers": (
            lambda a: (
                (a + 1) * a // 2 % 3,
                ~(a > 0) & (a < 3),
                jnp.clip(a, 0, 1),
                jnp.where(a > 0, a, 1),
            ),
            (no,),
        ),
        "rows": (lambda a: list(a.T), (z,)),
    }


JAX_FUNCTIONS = (
    *("softmax", "softmax of nothing", "logsumexp", "mean", "all", "argmax", "norm", "take"),
    *("index", "set", "segments", "outer", "dot", "layer norm", "gradient", "cumulative", "sort"),
    *("argsort", "one hot", "scan", "loop", "condition", "tile", "split", "diagonal", "numbers"),
    "rows",
)
"""The keys of `jax_functions()`, which needs JAX: without it, the other tests of this file run."""


@pytest.mark.parametrize("name", share(JAX_FUNCTIONS, 9))
def test_jax_function_on_empty_tensors_matches_jax(name: str):
    jax = pytest.importorskip("jax", reason="the extra jax is not installed")
    from ttmlir_py.frontends import jax as ttmlir

    functions = jax_functions()
    assert tuple(functions) == JAX_FUNCTIONS
    function, arguments = functions[name]
    found = jax.tree.leaves(ttmlir.compile(function, *arguments)(*arguments))
    for ours, theirs in zip(found, jax.tree.leaves(jax.jit(function)(*arguments)), strict=True):
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        np.testing.assert_allclose(ours, np.asarray(theirs), rtol=1e-6, err_msg=name)


def torch_functions() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    torch = pytest.importorskip("torch", reason="the extra torch is not installed")
    nn = torch.nn.functional
    z, x, no = torch.zeros(0, 3), torch.ones(2, 3), torch.zeros(0, dtype=torch.int64)
    return {
        "slices": (lambda a: (a[:0], a[2:], a[:, 1:1], *torch.split(a, [0, 2])), (x,)),
        "rearranged": (
            lambda a: (
                a.T,
                a.reshape(3, 0),
                a.expand(4, 0, 3),
                a.repeat(2, 2),
                torch.stack([a, a]),
            ),
            (z,),
        ),
        "reductions": (
            lambda a: (a.sum(), a.sum(0), a.prod(), a.mean(), a.amax(1), a.argmax(1), a.cumsum(0)),
            (z,),
        ),
        "rows": (lambda a, i: (a[i], torch.cat([a[:0], a]), nn.embedding(i, a)), (x, no)),
        "elements": (
            lambda a: (torch.exp(a) * 2 + a.relu() - 1, torch.where(a > 0, a, 1.0), a.clamp(0, 1)),
            (z,),
        ),
        "layers": (
            lambda a, w: (
                nn.linear(a, w),
                a.softmax(-1),
                nn.layer_norm(a, (3,)),
                nn.pad(a, (0, 0, 1, 2), value=5.0),
            ),
            (z, x),
        ),
        "images": (
            lambda a, w: (nn.conv2d(a, w), nn.max_pool2d(a, 2)),
            (torch.ones(0, 2, 4, 4), torch.ones(3, 2, 3, 3)),
        ),
        "attention": (nn.scaled_dot_product_attention, (torch.zeros(1, 2, 0, 4),) * 3),
        "no features": (
            lambda a, w, b: nn.linear(a, w, b),
            (torch.ones(2, 0), torch.ones(3, 0), torch.ones(3)),
        ),
    }


TORCH_FUNCTIONS = (
    *("slices", "rearranged", "reductions", "rows", "elements", "layers", "images", "attention"),
    "no features",
)
"""The keys of `torch_functions()`, which needs PyTorch."""


@pytest.mark.parametrize("name", share(TORCH_FUNCTIONS, 3))
def test_torch_function_on_empty_tensors_matches_torch(name: str):
    torch = pytest.importorskip("torch", reason="the extra torch is not installed")
    pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
    from ttmlir_py.frontends import torch as ttmlir

    functions = torch_functions()
    assert tuple(functions) == TORCH_FUNCTIONS
    function, arguments = functions[name]
    found, wanted = ttmlir.compile(function, arguments)(*arguments), function(*arguments)
    if not isinstance(wanted, tuple):
        found, wanted = (found,), (wanted,)
    for ours, theirs in zip(found, wanted, strict=True):
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        torch.testing.assert_close(ours, theirs, rtol=1e-6, atol=0, equal_nan=True)
