"""The backend of torch.compile, against PyTorch itself."""

import copy
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
from ttmlir_py.frontends import torch_dynamo  # noqa: E402

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


def test_forward():
    model, x = network().eval(), torch.randn(5, 4)
    with torch.no_grad():
        torch.testing.assert_close(compiled(model, system="n300")(x), model(x))


def test_training_step_with_gradients_and_buffers():
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


def test_each_shape_is_compiled():
    model = network().eval()
    function = compiled(model)
    with torch.no_grad():
        for rows in (2, 3, 5, 3):
            x = torch.randn(rows, 4)
            torch.testing.assert_close(function(x), model(x))


def test_graphs_break_where_pytorch_decides():
    def function(x):
        y = x * 2
        if y.sum() > 0:
            return y + 1
        return y - 1

    for sign in (1, -1):
        x = sign * torch.ones(3)
        torch.testing.assert_close(compiled(function)(x), function(x))


def test_what_cannot_be_compiled_is_an_error_with_the_place():
    def spectrum(x):
        return torch.fft.rfft(x).abs()

    line = spectrum.__code__.co_firstlineno + 1
    failed = torch._dynamo.exc.BackendCompilerFailed
    with pytest.raises(failed, match=rf"{__file__}:{line}:0: error: torch-mlir does not lower"):
        compiled(spectrum)(torch.ones(3))
    torch._dynamo.reset()
    with pytest.warns(UserWarning, match="PyTorch runs a graph that ttmlir cannot compile"):
        found = compiled(spectrum, fallback=True)(torch.ones(3))
    torch.testing.assert_close(found, spectrum(torch.ones(3)))


def test_options_are_checked():
    failed = torch._dynamo.exc.BackendCompilerFailed
    with pytest.raises(failed, match="there is no option 'nonsense'"):
        compiled(torch.neg, nonsense=True)(torch.ones(3))


def test_the_name_is_found_where_the_package_is_installed():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if "ttmlir" not in torch._dynamo.list_backends():
            pytest.skip("the package is installed without its entry points")
    subprocess.run([sys.executable, EXAMPLE], check=True, capture_output=True)
