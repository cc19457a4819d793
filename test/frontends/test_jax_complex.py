"""Complex numbers and Fourier transforms of JAX, computed with real numbers: they equal XLA's."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="the extra jax is not installed")

from ttmlir_py import CompilationError  # noqa: E402
from ttmlir_py.frontends import jax as ttmlir  # noqa: E402
from ttmlir_py.runtime.errors import InputError  # noqa: E402

jnp, lax = jax.numpy, jax.lax
pytestmark = pytest.mark.slow

RANDOM = np.random.default_rng(7)
Z = (RANDOM.standard_normal((3, 6)) + 1j * RANDOM.standard_normal((3, 6))).astype(np.complex64)
X = RANDOM.standard_normal((3, 18)).astype(np.float32)


def functions(z):
    names = "abs angle cbrt conj cos cosh exp expm1 log log1p reciprocal sign sin sinh sqrt square"
    plain = [getattr(jnp, each)(z.real if each == "cbrt" else z) for each in names.split()]
    return *plain, jnp.tan(z), jnp.tanh(z), lax.rsqrt(z), lax.logistic(z), z ** (0.5 - 1j)


def arithmetic(z):
    w = z[::-1] * (2 - 1j)
    pairs = z * w, z / w, z == w, z != z[:1], 1 - z * w.real
    sums = z.sum(1), z.mean(), z.prod(0), jnp.prod(z), jnp.cumsum(z, 1)
    return *pairs, *sums, z @ w.T, jnp.vdot(z, w), z @ w.real.T


def moves(z):
    chosen = jnp.where(z.real > 0, z, z.conj()), jnp.sort(z, axis=1), z.at[1].add(2j)
    joined = jnp.concatenate([z, z])[1:, 2:], jnp.pad(z, 1), z.T.reshape(2, 9)
    return *chosen, *joined, z + np.arange(6) * 1j, z * lax.iota(np.complex64, 6)


def control(z):
    looped = lax.fori_loop(0, 3, lambda _, x: x * (0.5 + 1j), z)
    branch = lax.cond(z.real.sum() > 0, lambda x: x * 1j, lambda x: x, z)
    return looped, branch, lax.scan(lambda c, x: (c / 2 + x, c.real.sum()), z[0], z)


def transforms(x):
    z = x + 1j * x[::-1]
    real = jnp.fft.rfft(x), jnp.fft.rfft(x[:, :9]), jnp.fft.hfft(z[:, :5])
    back = jnp.fft.irfft(z[:, :9]), jnp.fft.irfft(z[:, :9], 17), jnp.fft.irfft2(z[:, :6])
    long = jnp.fft.fft(jnp.tile(z, 10)), jnp.fft.rfft(jnp.tile(x, 8)), jnp.fft.ifft(z[:, :13])
    plane = jnp.fft.fft2(z), jnp.fft.ifft2(z, norm="ortho"), jnp.fft.rfft2(x)
    return *real, *back, *long, *plane, jnp.fft.fft(x), jnp.fft.fft(z, axis=0)


@pytest.mark.parametrize(
    ("function", "value"),
    [(functions, Z), (arithmetic, Z), (moves, Z), (control, Z), (transforms, X)],
)
def test_complex_numbers_equal_xla(function, value):
    model = ttmlir.compile(function, value)
    found, expected = map(jax.tree.leaves, (model(value), jax.jit(function)(value)))
    for ours, theirs in zip(found, map(np.asarray, expected), strict=True):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        error = np.abs(np.asarray(ours, complex) - theirs).max()
        assert error <= 2e-6 * max(1, np.abs(theirs).max())


def test_quotients_and_moduli_do_not_overflow():
    z = np.array([3e30 + 4e30j, 3e-30 - 4e-30j, 0, complex(np.inf, np.inf)], np.complex64)
    model = ttmlir.compile(lambda z: (jnp.abs(z), 1 / z[:2], jnp.sqrt(z[:3])), z)
    size, inverse, root = map(np.asarray, model(z))
    assert np.allclose(size, [5e30, 5e-30, 0, np.inf], rtol=1e-6)
    assert np.allclose(inverse, 1 / z[:2], rtol=1e-6, atol=0)
    assert np.allclose(root, np.sqrt(z[:3]), rtol=1e-6, atol=0)


def test_check_compares_imaginary_parts():
    model = ttmlir.compile(lambda z: jnp.exp(z * 1j), Z)
    report = model.check(Z)
    report.check()
    assert "2 results compared" in str(report)
    conjugate = ttmlir.compile(lambda z: jnp.exp(z * 1j).conj(), Z)
    conjugate.function, conjugate.traced = model.function, model.traced
    assert not all(row.passed for row in conjugate.check(Z, operations=False).outputs)


def test_check_without_arguments_draws_them():
    def function(x, *, parts, key):
        return jnp.fft.fft(x) * parts["z"] + jax.random.uniform(key)

    given = {"parts": {"z": Z[0]}, "key": jax.random.key(3)}
    model = ttmlir.compile(function, X[:, :6], example_kwargs=given)
    report = model.check(numerics="device", operations=False)
    assert report.outputs[0].passed
    assert report.outputs[0].seen.max_absolute > 0


def test_real_argument_of_complex_model_is_refused():
    model = ttmlir.compile(lambda z: z * 2, Z)
    with pytest.raises(InputError, match=r"argument \(z\) has type float32, expected complex64"):
        model(Z.real)


def test_function_without_real_form_is_refused_at_its_line():
    with pytest.raises(CompilationError, match=r"test_jax_complex\.py:\d+:\d+: error: 'chlo.asin'"):
        ttmlir.compile(lambda z: jnp.arcsin(z), Z)
