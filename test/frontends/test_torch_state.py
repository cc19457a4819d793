"""PyTorch modules that draw random numbers, or change their buffers or arguments."""

import copy

import pytest

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")

from ttmlir_py import CompilationError, CompilationWarning  # noqa: E402
from ttmlir_py.frontends import torch as ttmlir  # noqa: E402
from ttmlir_py.frontends.model import compile as compile_text  # noqa: E402
from ttmlir_py.runtime.errors import InputError  # noqa: E402

nn, functional = torch.nn, torch.nn.functional
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:.*random-arguments")]


def dropouts(x):
    moved = functional.dropout(x.transpose(0, 1), 0.4)
    return moved, functional.dropout2d(x[None], 0.5), functional.alpha_dropout(x, 0.3, True)


def bernoulli(x):
    mean = torch.normal(x, 2.0) + torch.normal(0.0, x.abs())
    return torch.bernoulli(x.sigmoid()), torch.empty(3, 4).bernoulli_(0.2), mean


def numbers(x):
    filled = [torch.empty(4).uniform_(-1, 2), torch.empty(4).exponential_(), x.clone().normal_(1)]
    whole = [torch.randint(0, 9, (4,)), torch.randperm(5), torch.randint_like(x, 7)]
    return *filled, *whole, torch.rand(3) + torch.rand(3), torch.rand_like(x) * torch.randn(4)


def attention(x):
    q = x[None, None]
    return functional.scaled_dot_product_attention(q, q, q, dropout_p=0.3)


@pytest.mark.parametrize("function", [dropouts, bernoulli, numbers, attention])
@pytest.mark.parametrize("door", ["compile", "torch.compile"])
def test_torch_random_numbers_equal_those_of_pytorch_with_one_seed(function, door):
    x = torch.randn(3, 4)
    if door == "compile":
        model = ttmlir.compile(function, x)
    else:
        model = torch.compile(function, backend="ttmlir")
    for seed in (1, 2):
        torch.manual_seed(seed)
        expected = function(x)
        torch.manual_seed(seed)
        torch.testing.assert_close(model(x), expected, rtol=1e-6, atol=1e-6)


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        y = x * 2
        return self.drop(y)


def test_torch_random_numbers_warn_at_their_line_and_are_arguments():
    model = ttmlir.compile(Noisy(), torch.ones(4))
    (warning,) = model.diagnostics
    assert "arguments of the binary: for inference, call .eval()" in str(warning.message)
    assert str(Noisy.forward.__code__.co_firstlineno + 2) in str(warning.location)
    assert [each.name for each in model.signature.arguments] == ["x", "bernoulli"]
    assert model.check(torch.ones(4)).passed
    assert not ttmlir.compile(Noisy().eval(), torch.ones(4)).diagnostics


def test_torch_random_numbers_that_depend_on_values_are_refused():
    def drawn(x):
        return torch.multinomial(x, 2)

    line = drawn.__code__.co_firstlineno + 1
    with pytest.raises(CompilationError, match=rf"{__file__}:{line}:0: error: .*draw them outside"):
        ttmlir.compile(drawn, torch.ones(4))


@pytest.mark.parametrize("state_as_arguments", [False, True])
def test_torch_training_mode_changes_buffers_as_pytorch_does(state_as_arguments):
    module = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Dropout(0.3)).train()
    ours, theirs = copy.deepcopy(module), copy.deepcopy(module)
    x = torch.randn(5, 4)
    model = ttmlir.compile(
        ours, x, state_as_arguments=state_as_arguments, warnings=["-Wno-wide-integers"]
    )
    assert model.check(x).passed
    assert ours[1].num_batches_tracked == 0
    for seed in range(2):
        torch.manual_seed(seed)
        expected = theirs(x)
        torch.manual_seed(seed)
        torch.testing.assert_close(model(x), expected.detach(), rtol=1e-5, atol=1e-5)
        for changed, buffer in zip(ours.buffers(), theirs.buffers(), strict=True):
            torch.testing.assert_close(changed, buffer, rtol=1e-5, atol=1e-6)
    if not state_as_arguments:
        with pytest.raises(ValueError, match="state is constant"):
            model.load_state_dict(module.state_dict())


def test_torch_arguments_that_the_function_changes_are_changed():
    def function(cache, x):
        cache[:, 1].add_(x)
        return cache.sum()

    cache = torch.zeros(2, 3)
    model = ttmlir.compile(function, (cache, torch.ones(2)))
    assert model.check(cache, torch.ones(2)).passed
    assert cache.sum() == 0
    assert [model(cache, torch.ones(2)).item() for _ in range(2)] == [2, 4]
    assert cache.tolist() == [[0, 2, 0]] * 2
    with pytest.raises(ttmlir.InputError, match="pass a tensor of PyTorch"):
        model(cache.numpy(), torch.ones(2))


def test_torch_large_weights_are_not_in_the_text_that_is_compiled():
    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.Linear(300, 300), nn.Linear(300, 300)
            self.second.weight = self.first.weight

        def forward(self, x):
            return self.second(self.first(x))

    network, x = Tied().eval(), torch.randn(2, 300)
    model = ttmlir.compile(network, x)
    torch.testing.assert_close(model(x), network(x).detach(), rtol=1e-4, atol=1e-4)
    assert [each.name for each in model.signature.arguments] == ["x"]
    assert len(model.source) < 20_000
    assert len(model.binary) < 1.1 * 4 * 300 * 300 + 100_000
    whole = compile_text(model.stablehlo)
    assert [each.shape for each in whole.signature.arguments] == [(2, 300)]
    assert (whole(x.numpy())[0] == model(x).numpy()).all()
    assert model.check(x).passed


class Strided(torch.nn.Module):
    """Pads by a number that depends on a buffer. `changes` the buffer before, if it is true."""

    def __init__(self, changes: bool) -> None:
        super().__init__()
        self.register_buffer("stride", torch.tensor(3))
        self.changes = changes

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.changes:
            self.stride.add_(1)
        missing = -x.shape[-1] % self.stride
        return torch.nn.functional.pad(x, (0, int(missing))) if missing > 0 else x


def test_python_value_of_unchanged_buffer_is_known():
    x = torch.arange(4.0)
    model = ttmlir.compile(Strided(changes=False), (x,))
    assert torch.equal(model(x), torch.tensor([0.0, 1, 2, 3, 0, 0]))


def test_python_value_of_example_is_required_of_calls():
    module, x = Strided(changes=True), torch.arange(4.0)
    with pytest.warns(CompilationWarning, match="py:155:0: warning: the value depends on data"):
        model = ttmlir.compile(module, (x,))
    assert model.check(x).passed
    assert (model(x) is not x, module.stride.item()) == (True, 4)
    with pytest.raises(InputError, match="py:155: the value is 1, but"):
        model(x)
    assert module.stride.item() == 4
