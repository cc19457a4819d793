"""`check` against JAX and PyTorch: it accepts correct results and reports wrong ones."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from ttmlir_py.frontends.check import Library, Values
from ttmlir_py.runtime.comparison import compare
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.kernels import KERNELS

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
jax = pytest.importorskip("jax", reason="the extra jax is not installed")
jnp = jax.numpy
from ttmlir_py.frontends import jax as ttmlir_jax  # noqa: E402
from ttmlir_py.frontends import torch as ttmlir_torch  # noqa: E402
from ttmlir_py.frontends.torch_check import leaves_with_paths  # noqa: E402

functional = torch.nn.functional
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.slow]


def normal(*shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(len(shape)))


def torch_report(function, *arguments):
    model = ttmlir_torch.compile(function, arguments, warnings=["-w"])
    return model.check(*arguments)


def jax_report(function, *arguments):
    arguments = [jnp.asarray(each.numpy()) for each in arguments]
    return ttmlir_jax.compile(function, *arguments, warnings=["-w"]).check(*arguments)


def swapped_halves(x):
    a, b = x.chunk(2, 1)
    return torch.cat([b, a * 2], 1)


def swapped_thirds(x):
    a, b, c = x.split(2, 1)
    return torch.cat([c, a - 1, b.relu()], 1), b + c


def bottleneck(x):
    """Split and concatenate `x` as a block of YOLOv8 does."""
    parts = list(x.chunk(2, 1))
    parts.extend(parts[-1] * scale for scale in (2, 3))
    return torch.cat(parts, 1)


def gates(x):
    i, f, g, o = x.reshape(6, -1).chunk(4, 1)
    cell = i.sigmoid() * g.tanh() + f.sigmoid()
    return o.sigmoid() * cell.tanh(), cell


def several_results(x):
    values, places = x.topk(3, 1)
    largest, place = x.max(1)
    ordered, order = x.sort(1)
    variance, mean = torch.var_mean(x, 1)
    return values * 2, places, largest, place, ordered, order, variance - mean


def strides(x):
    return x[:, ::2] + x[:, 1::2], x.unbind(1)[3], x.flip(1) - x


@pytest.mark.parametrize(
    ("function", "count"),
    [
        (swapped_halves, 4),
        (swapped_thirds, 7),
        (bottleneck, 5),
        (gates, 12),
        (several_results, 6),
        (strides, 4),
    ],
)
def test_check_of_node_with_several_results_compares_each_result(function, count):
    report = torch_report(function, normal(1, 6 if function is swapped_thirds else 8, 3, 4))
    assert report.passed
    assert report.operations.failures == []
    assert len(report.operations.rows) >= count
    assert not any(row.is_rounding for row in report.operations.rows)


def test_check_compares_equations_of_several_operations_by_results():
    def function(x):
        a, b = jnp.split(x, 2, 1)
        values, places = jax.lax.top_k(x[0, 0, :, :], 2)
        scaled = jax.nn.silu(x) / (1 + jnp.exp(-x))
        return jnp.concatenate([b, a * 2], 1), values, places, scaled[:, ::-1].std(1)

    report = jax_report(function, normal(1, 8, 3, 4))
    assert report.passed
    assert report.operations.failures == []
    assert len(report.operations.rows) >= 12


def test_check_of_equal_nonfinite_values_passes():
    def function(x):
        return x * torch.inf, (x - x) / (x - x), torch.where(x > 0, x, torch.nan)

    report = torch_report(function, normal(2, 3))
    assert report.passed
    assert report.operations.failures == []


def test_check_does_not_compile_unused_equations():
    def function(x):
        jnp.fft.rfft(x)
        return x * 2

    assert jax_report(function, normal(4)).operations.failures == []


@dataclass
class Output:
    """An output type like those of diffusers: a pytree that does not name its keys."""

    sample: torch.Tensor
    others: dict


@dataclass
class Point:
    x: torch.Tensor


torch.utils._pytree.register_pytree_node(
    Output, lambda each: ([each.sample, each.others], None), lambda leaves, _: Output(*leaves)
)
torch.utils._pytree.register_dataclass(Point)


def test_check_output_paths_include_dataclass_fields():
    def function(x):
        return [Output(x * 2, {"a": Point(x + 1), "b": (x - 1, None)}), 3]

    report = torch_report(function, normal(2, 3))
    paths = [row.path for row in report.outputs]
    assert paths == ["[0][0]", "[0][1]['a'].x", "[0][1]['b'][0]"]
    assert report.passed


def test_check_output_paths_with_named_keys_match_pytorch():
    tree = {"a": [1, (2, Point(torch.ones(1)))], "b": None, "c": 4}
    pytree = torch.utils._pytree
    named, _ = pytree.tree_flatten_with_path(tree)
    expected = [(pytree.keystr(path), each) for path, each in named]
    assert list(leaves_with_paths(tree)) == expected
    assert list(leaves_with_paths(7)) == [("", 7)]


def attention(parameters, x):
    q, k, v = (x @ parameters[f"w{name}"] + parameters[f"b{name}"] for name in "qkv")
    weights = jax.nn.softmax(q @ k.T / 2, -1)
    return (jnp.tanh(weights @ v) ** 2).sum()


def adam(parameters, x):
    """Return the gradients and Adam's moments. The key bias shifts all scores of a row equally, so
    its exact gradient is zero.
    """
    gradients = jax.grad(attention)(parameters, x)
    means = jax.tree.map(lambda each: 0.1 * each, gradients)
    squares = jax.tree.map(lambda each: 0.001 * each * each, gradients)
    return means, squares


def parameters():
    generator = np.random.default_rng(0)
    shapes = {"wq": (6, 4), "wk": (6, 4), "wv": (6, 4), "bq": (4,), "bk": (4,), "bv": (4,)}
    found = {name: generator.normal(size=shape) for name, shape in shapes.items()}
    found = {name: jnp.asarray(each, jnp.float32) for name, each in found.items()}
    return found, jnp.asarray(generator.normal(size=(8, 6)), jnp.float32)


def compiled_adam():
    """Return the model of `adam`. A model is bound to the kernels of its first run, so it is not
    shared with tests that replace kernels.
    """
    return ttmlir_jax.compile(adam, *parameters())


@pytest.mark.parametrize("operations", [True, False])
def test_check_of_gradients_zero_up_to_rounding_passes(operations):
    model = compiled_adam()
    report = model.check(*parameters(), operations=operations)
    assert report.passed
    by_rounding = [row.path for row in report.outputs if row.is_rounding]
    assert by_rounding
    assert all("'bk'" in path for path in by_rounding)
    assert "  rounding" in str(report)
    if operations:
        assert report.operations.failures == []
        assert report.operations.first_jump is None


def gradient_of_a_bias(x, upstream):
    """Return values of a batch norm and its input's bias. The norm cancels the bias, so the exact
    gradient is zero.
    """
    dims = (0, 2, 3)
    deviation = (x.var(dims, keepdim=True, correction=0) + 1e-5).rsqrt()
    y = (x - x.mean(dims, keepdim=True)) * deviation
    means = upstream.mean(dims, keepdim=True), (upstream * y).mean(dims, keepdim=True)
    gradient = ((upstream - means[0] - y * means[1]) * deviation).sum(dims)
    return y, gradient, 0.1 * gradient, 0.001 * gradient**2


def test_check_of_bias_gradient_before_norm_passes():
    x = normal(2, 3, 6, 6)
    report = torch_report(gradient_of_a_bias, x, (x * 3).cos())
    assert report.passed
    assert report.operations.failures == []
    assert [row.is_rounding for row in report.outputs][:3] == [False, True, True]


def wrong(kernel, change):
    right = kernel.compute
    return replace(kernel, compute=lambda *args, **keywords: change(right(*args, **keywords)))


FAULTS = {
    "SliceOp": (lambda values: np.roll(values, 1, -1), 3),
    "ConcatOp": (lambda values: values[:, ::-1].copy(), 6),
    "PermuteOp": (lambda values: -values, 1),
}
"""Wrong kernels, and the number of the node of PyTorch's graph that is the first wrong one."""


@pytest.mark.parametrize("name", FAULTS)
def test_check_of_wrong_kernel_names_node_of_the_graph(name, monkeypatch):
    """Simplification exchanges the permutation and the slice of a node, so that the operation with
    the wrong value of the node is not the wrong operation.
    """
    change, number = FAULTS[name]

    def function(x):
        return swapped_halves(x.permute(0, 3, 1, 2))

    model = ttmlir_torch.compile(function, normal(1, 3, 4, 8))
    monkeypatch.setitem(KERNELS, name, wrong(KERNELS[name], change))
    report = model.check(normal(1, 3, 4, 8))
    assert not report.passed
    assert f'#{number}"' in report.operations.failures[0].operation.location
    assert not any(row.is_rounding for row in report.operations.rows)


@pytest.mark.parametrize("size", [1e-1, 1e-4])
def test_check_of_wrong_zero_gradient_fails(size, monkeypatch):
    """The error is small, but larger than rounding explains."""
    model = compiled_adam()

    def shifted(values):
        return values + size * (1 + np.arange(values.size).reshape(values.shape) % 3)

    name = "ReductionOp"
    monkeypatch.setitem(KERNELS, name, wrong(KERNELS[name], shifted))
    report = model.check(*parameters())
    failed = [row.path for row in report.outputs if not row.passed]
    assert {"[0]['bk']", "[1]['bk']"} <= set(failed)
    assert size > 1e-3 or len(failed) == 2
    assert any("ReductionOp" in str(row) for row in report.operations.failures)


def test_check_of_differences_within_rounding_uses_library_tolerance():
    rounded = [Values([np.float32([x])], []) for x in (1e-9, -2e-9, 0)]
    exact = Values([np.float32([0])], [])
    library = Library(exact.outputs, lambda number: exact if number is None else rounded[number])

    def is_rounding(value):
        seen = compare(exact.outputs[0], np.float32([value]), FORMATS["Float32"])
        return library.is_rounding_of_output(0, seen)

    assert [is_rounding(each) for each in (1e-9, 7e-9, 1e-8, np.inf, np.nan)] == [
        *(True, True, False, False, False)
    ]


def test_check_compares_whole_numbers_exactly():
    model = ttmlir_jax.compile(lambda x, n: (jnp.floor(x) + n, n * 2), jnp.ones(3), jnp.arange(3))
    assert model.check(jnp.float32([1, 2, 3]), jnp.arange(3)).passed
    from ttmlir_py.frontends.jax_check import _Rounding as JaxRounding
    from ttmlir_py.frontends.torch_check import _Rounding as TorchRounding

    signs = jnp.asarray([1, -1] * (JaxRounding.LENGTH // 2), jnp.int8)
    for dtype in ("float32", "bfloat16", "float16", "int32"):
        for rounding, value in (
            (TorchRounding(0), torch.tensor([3.0, -2.0, 0.0, 1e6]).to(getattr(torch, dtype))),
            (JaxRounding(signs), jnp.asarray([3.0, -2.0, 0.0, 1e6]).astype(dtype)),
        ):
            assert (rounding(value) == value).all()
    moved = TorchRounding(0)(torch.full((9,), 0.3))
    assert 0 < (moved - 0.3).abs().max() < 1e-7
    moved = JaxRounding(signs)(jnp.full(9, 0.3, jnp.bfloat16))
    assert 0 < jnp.abs(moved - jnp.bfloat16(0.3)).max() < 4e-3
    assert JaxRounding(signs)(jnp.full((2, JaxRounding.LENGTH), 0.3)).min() < 0.3
