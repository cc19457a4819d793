"""Complex numbers and Fourier transforms of PyTorch, computed with real numbers."""

import pytest

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")

from ttmlir_py import CompilationError  # noqa: E402
from ttmlir_py.frontends import torch as ttmlir  # noqa: E402
from ttmlir_py.runtime.errors import InputError  # noqa: E402

fft = torch.fft
pytestmark = pytest.mark.slow


def same(ours, theirs, bound=1e-5):
    for our, their in zip(*map(torch.utils._pytree.tree_leaves, (ours, theirs)), strict=True):
        assert (our.dtype, our.shape) == (their.dtype, their.shape)
        if their.dtype == torch.bool:
            assert torch.equal(our, their)
            continue
        assert (our - their).abs().max() <= bound * their.abs().max()


def transforms(x):
    """One-dimensional transforms of even, odd, prime and composite sizes."""
    odd = x[..., :9]
    real = fft.rfft(x, norm="ortho"), fft.rfft(odd).abs(), fft.ihfft(odd)
    back = fft.irfft(fft.rfft(x), norm="forward"), fft.irfft(fft.rfft(odd), n=9), fft.hfft(x[0])
    return fft.fft(x), fft.ifft(odd).imag, fft.fftshift(fft.fft(x)), *real, *back


def planes(x):
    return fft.fft2(x).real, fft.irfft2(fft.rfft2(x)), fft.ifftn(fft.fftn(x, dim=(0, 1))).real


def long(x):
    """Transforms that are split into factors, and one of a prime size."""
    return fft.fft(x.repeat(1, 20)), fft.rfft(x.repeat(1, 30)[:, :251])


def rotary(x):
    angles = torch.outer(torch.arange(4.0), torch.tensor([1.0, 0.1, 0.01]))
    pairs = torch.view_as_complex(x[:, :6].reshape(-1, 3, 2))
    return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)[: len(x)])


def arithmetic(x):
    z = torch.complex(x, x.flip(0))
    functions = z.abs(), z.angle(), z.exp(), z.sqrt(), z**2, z**-0.5, z.tanh(), 1 / z
    sums = z.sum(0), z.mean(-1), z.cumsum(0), z.prod(0), z.cumprod(0), z.norm()
    return *functions, *sums, (2j * z + 1 - x) / z.conj(), z @ z.mH, -z.real + z.imag, z == 1j


def moves(x):
    z = fft.fft(x)
    joined = torch.cat([z, z])[1:, 2:4], torch.stack([z, z]), z.unbind(0)[1], z.roll(1, 0)
    chosen = torch.where(x > 0, z, torch.zeros((), dtype=z.dtype))
    written = torch.zeros(2, 11, dtype=z.dtype)
    written[:, :3] = z[:, :3] * 1j
    return *joined, z.T.reshape(-1, 2), chosen, fft.irfft(written, n=20)


FUNCTIONS = [transforms, planes, long, rotary, arithmetic, moves]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("door", ["compile", "torch.compile"])
def test_torch_complex_numbers_match_pytorch(function, door):
    x = torch.randn(2, 20)
    with torch.no_grad():
        if door == "compile":
            same(ttmlir.compile(function, x)(x), function(x))
        else:
            same(torch.compile(function, backend="ttmlir")(x), function(x))


def test_torch_complex_arguments_state_and_check_match_pytorch():
    class Filter(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.randn(8, dtype=torch.cfloat))

        def forward(self, z):
            return fft.ifft(fft.fft(z) * self.weight)

    module, z = Filter(), torch.randn(3, 8, dtype=torch.cfloat)
    for state_as_arguments in (False, True):
        model = ttmlir.compile(module, z, state_as_arguments=state_as_arguments)
        with torch.no_grad():
            same(model(z), module(z))
            assert model.check(z).passed
    with pytest.raises(InputError, match=r"\(z\) has type torch.float32, expected torch.complex64"):
        model(torch.randn(3, 8, 2))


def test_torch_gradients_through_fourier_transforms_match_pytorch():
    def loss(x):
        return (fft.rfft(x).abs() ** 2 * torch.arange(5)).sum() + fft.irfft(fft.rfft(x))[0, 1]

    x = torch.randn(2, 8, requires_grad=True)
    (expected,) = torch.autograd.grad(loss(x), x)
    (found,) = torch.autograd.grad(torch.compile(loss, backend="ttmlir")(x), x)
    same(found, expected)


def test_torch_complex_operator_without_real_form_is_refused_at_its_line():
    def function(x):
        return torch.linalg.eigvals(x).real

    line = function.__code__.co_firstlineno + 1
    with pytest.raises(CompilationError, match=rf"{__file__}:{line}:0: error: .*'aten.linalg_eig"):
        ttmlir.compile(function, torch.eye(3))
