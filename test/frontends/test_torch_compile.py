"""The backend of torch.compile gives what PyTorch gives."""

import copy
import runpy
import warnings
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
from ttmlir_py import CompilationError  # noqa: E402
from ttmlir_py.frontends import torch_dynamo  # noqa: E402

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "examples" / "torch" / "torch_compile.py"
nn = torch.nn


@pytest.fixture(autouse=True)
def _fresh():
    torch._dynamo.reset()


def compiled(function, **options):
    return torch.compile(function, backend=torch_dynamo.ttmlir, options=options)


def network():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.BatchNorm1d(8), nn.Linear(8, 3))


def test_torch_compile_forward_matches_torch():
    model, x = network().eval(), torch.randn(5, 4)
    with torch.no_grad():
        torch.testing.assert_close(compiled(model, system="n300")(x), model(x))


def test_training_step_with_gradients_and_buffers_matches_torch():
    ours, x = network().train(), torch.randn(16, 4)
    theirs = copy.deepcopy(ours)
    losses = [(model(x) ** 2).mean() for model in (compiled(ours), theirs)]
    for loss in losses:
        loss.backward()
    torch.testing.assert_close(*losses)
    for mine, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(mine.grad, other.grad, rtol=1e-4, atol=1e-5)
    for mine, other in zip(ours.buffers(), theirs.buffers(), strict=True):
        torch.testing.assert_close(mine, other)


def test_torch_compile_compiles_each_input_shape():
    model = network().eval()
    function = compiled(model)
    with torch.no_grad():
        for rows in (2, 3, 5, 3):
            x = torch.randn(rows, 4)
            torch.testing.assert_close(function(x), model(x))


def test_graph_break_at_data_dependent_branch_runs_both_graphs():
    def function(x):
        y = x * 2
        if y.sum() > 0:
            return y + 1
        return y - 1

    for sign in (1, -1):
        x = sign * torch.ones(3)
        torch.testing.assert_close(compiled(function)(x), function(x))


def test_torch_compile_of_unsupported_operator_is_refused_at_its_line():
    def bessel(x):
        return torch.special.i1(x)

    line = bessel.__code__.co_firstlineno + 1
    with pytest.raises(CompilationError) as caught:
        compiled(bessel)(torch.ones(3))
    text = str(caught.value)
    assert text.startswith(f"{__file__}:{line}:0: error: torch-mlir does not lower")
    assert "TORCHDYNAMO" not in text
    assert caught.value.diagnostics[0].message.startswith("torch-mlir does not lower")
    torch._dynamo.reset()
    with pytest.warns(UserWarning, match="PyTorch runs a graph that ttmlir cannot compile"):
        found = compiled(bessel, fallback=True)(torch.ones(3))
    torch.testing.assert_close(found, bessel(torch.ones(3)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"nonsense": True}, "unknown option 'nonsense'"),
        ({"system": "n1500"}, "n1500"),
        ({"warnings": ["-Wnonsense"]}, "Unknown flag '-Wnonsense'"),
    ],
)
def test_torch_compile_with_invalid_options_is_refused_despite_fallback(options, message):
    with pytest.raises(ValueError, match=message) as caught:
        compiled(torch.neg, fallback=True, **options)(torch.ones(3))
    assert "TORCHDYNAMO" not in str(caught.value)


CONSTANTS = {
    "f32": torch.tensor([[1.5, -2, 3, 4.25]] * 3),
    "scalar": torch.tensor(2.5),
    "one element": torch.tensor([2.5]),
    "f64": torch.arange(4.0, dtype=torch.float64),
    "f16": torch.tensor([1.5, 2, -3, 4], dtype=torch.float16),
    "bf16": torch.tensor([1.5, 2, -3, 4], dtype=torch.bfloat16),
    "i64": torch.tensor([1, -2, 3, 4]),
    "i32": torch.tensor([1, -2, 3, 4], dtype=torch.int32),
    "u8": torch.tensor([1, 2, 3, 200], dtype=torch.uint8),
    "mask": torch.tensor([True, False, True, True]),
    "true": torch.tensor(True),
    "transposed": torch.arange(12.0).reshape(4, 3).t(),
    "strided": torch.arange(24.0).reshape(3, 8)[:, ::2],
    "expanded": torch.arange(4.0).expand(3, 4),
    "offset": torch.arange(10.0)[3:7],
}


def combined(x, constants):
    results = [torch.where(c, x, -x) if c.dtype == torch.bool else x * 2 + c for c in constants]
    return tuple(each.float() for each in results)


class Holding(nn.Module):
    """A module that holds constants as buffers, as attributes or as parameters, each with an
    alias.
    """

    def __init__(self, kind):
        super().__init__()
        for index, constant in enumerate(CONSTANTS.values()):
            if kind == "buffer":
                self.register_buffer(f"c{index}", constant)
                self.register_buffer(f"alias{index}", constant.view(constant.shape))
            elif kind == "attribute":
                setattr(self, f"c{index}", constant)
            else:
                is_float = constant.is_floating_point()
                setattr(self, f"c{index}", nn.Parameter(constant.clone(), requires_grad=is_float))
        self.kind = kind

    def forward(self, x):
        constants = [getattr(self, f"c{index}") for index in range(len(CONSTANTS))]
        if self.kind == "buffer":
            constants += [getattr(self, f"alias{index}") for index in range(len(CONSTANTS))]
        return combined(x, constants)


def closure(x):
    return combined(x, CONSTANTS.values())


def literals(x):
    return combined(
        x,
        (
            torch.tensor([1.0, 2.0, 3.0, 4.0]),
            torch.arange(4.0),
            torch.ones(3, 4).triu(1).bool(),
            torch.full((3, 4), 2, dtype=torch.int32),
            torch.linspace(0, 1, 4, dtype=torch.float64),
            torch.eye(4)[:3].t().contiguous().t(),
        ),
    )


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("kind", ["buffer", "attribute", "parameter", "closure", "literals"])
@pytest.mark.filterwarnings("ignore")
def test_torch_compile_constants_of_every_kind_match_torch(kind, training):
    function = {"closure": closure, "literals": literals}.get(kind) or Holding(kind)
    leaves = [torch.linspace(-1, 1, 12).reshape(3, 4).requires_grad_(training) for _ in range(2)]
    expected, found = function(leaves[0]), compiled(function, warnings=["-w"])(leaves[1])
    torch.testing.assert_close(found, expected)
    if training:
        for results in (expected, found):
            sum(each.sum() for each in results).backward()
        torch.testing.assert_close(leaves[1].grad, leaves[0].grad)


class Masked(nn.Module):
    """A module with a causal attention mask, GroupNorm, Upsample and an index from a buffer."""

    def __init__(self):
        super().__init__()
        self.norm, self.up = nn.GroupNorm(2, 4), nn.Upsample(scale_factor=2)
        self.register_buffer("mask", torch.ones(8, 8).triu(1).bool())
        self.register_buffer("places", torch.tensor([2, 0, 1, 3]))

    def forward(self, x):
        x = self.up(self.norm(x))
        scores = (x @ x.transpose(1, 2)).new_zeros(1) + x.transpose(1, 2) @ x
        weights = scores.masked_fill(self.mask, float("-inf")).softmax(-1)
        return (x @ weights)[:, self.places]


def test_training_step_with_masks_norms_and_indices_matches_torch():
    torch.manual_seed(0)
    ours = Masked()
    theirs, x = copy.deepcopy(ours), torch.randn(2, 4, 4)
    ours, model = compiled(ours, warnings=["-w"]), ours
    found, expected = ours(x), theirs(x)
    torch.testing.assert_close(found, expected, rtol=0, atol=3e-2)
    for each in (found, expected):
        (each * each.detach().cos()).sum().backward()
    for mine, other in zip(model.parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(mine.grad, other.grad, rtol=5e-2, atol=5e-2)


def test_torch_compile_group_norm_is_exact_in_f32():
    torch.manual_seed(0)
    norm, x = nn.GroupNorm(2, 4), torch.randn(2, 4, 4)
    torch.testing.assert_close(compiled(norm)(x), norm(x))


def test_constants_on_both_sides_of_graph_break_match_torch():
    def function(x):
        y = x + torch.arange(4.0)
        torch._dynamo.graph_break()
        z = y * torch.tensor([1.0, 2.0, 3.0, 4.0])
        if z.sum() > 0:
            return z - torch.arange(4.0).flip(0)
        return z[torch.tensor([3, 1, 0, 2])]

    for sign in (1, -1):
        leaves = [(sign * 9 * torch.ones(4)).requires_grad_() for _ in range(2)]
        expected, found = function(leaves[0]), compiled(function, warnings=["-w"])(leaves[1])
        torch.testing.assert_close(found, expected)
        for each in (found, expected):
            each.sum().backward()
        torch.testing.assert_close(leaves[1].grad, leaves[0].grad)


def test_torch_compile_of_unsupported_operator_with_constants_names_operator():
    def function(x):
        y = x[torch.tensor([1, 0])] + torch.arange(3.0)
        return torch.linalg.svdvals(y * torch.tensor([1.0, 2.0, 3.0]))

    line = function.__code__.co_firstlineno + 2
    with pytest.raises(CompilationError) as caught:
        compiled(function)(torch.ones(2, 3, requires_grad=True))
    text = str(caught.value)
    assert f"{__file__}:{line}:0: error: torch-mlir does not lower 'aten._linalg_svd" in text
    assert text.count("does not lower") == 1


def test_torch_compile_fallback_runs_backward_graph_and_unsupported_types():
    def sample(x):
        grid = torch.linspace(-0.9, 0.9, 8).reshape(1, 2, 2, 2)
        return nn.functional.grid_sample(x, grid, align_corners=False)

    leaves = [torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_() for _ in range(2)]
    found, expected = compiled(sample, fallback=True)(leaves[0]), sample(leaves[1])
    torch.testing.assert_close(found, expected, rtol=1e-2, atol=1e-2)
    with pytest.warns(UserWarning, match=r"\.py:\d+:0: error: .*'aten.grid_sampler_2d_backward"):
        found.sum().backward()
    expected.sum().backward()
    torch.testing.assert_close(leaves[0].grad, leaves[1].grad)
    for function, x in [
        (lambda x: x.to(torch.float8_e4m3fn).float(), torch.ones(3)),
        (lambda x: x + torch.tensor([2**40, 1]), torch.ones(2, dtype=torch.int64)),
    ]:
        torch._dynamo.reset()
        with pytest.warns(UserWarning, match="PyTorch runs a graph that ttmlir cannot compile"):
            found = compiled(function, fallback=True)(x)
        torch.testing.assert_close(found, function(x))


def test_torch_compile_finds_backend_registered_by_installed_package():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if "ttmlir" not in torch._dynamo.list_backends():
            pytest.skip("the package is installed without its entry points")
    runpy.run_path(str(EXAMPLE), run_name="__main__")
