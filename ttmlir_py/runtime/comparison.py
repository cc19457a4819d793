"""Comparison of a tensor with its golden: correlation, errors, units in the last place."""

from dataclasses import dataclass

import numpy as np

from ttmlir_py.runtime.defaults import ATOL, RTOL
from ttmlir_py.runtime.formats import Array, DataFormat


def pcc(golden: Array, device: Array) -> float | None:
    """Return Pearson's correlation coefficient, with the special cases of upstream's golden check.

    The result is None if one of the tensors has no finite value, even for two tensors of NaN. If
    only one tensor is all zeros, it is 0. Otherwise NaN and infinities count as 0. Equal tensors
    give 1, different single elements give 0. Two constants give 1 if they are close (relative 1e-5,
    absolute 1e-8) and 0 if not. If only one tensor is constant, the correlation is undefined.
    Upstream then reports 1, since it masks the division by a deviation of zero, and so does this
    function.
    """
    a, b = golden.astype(np.float64).ravel(), device.astype(np.float64).ravel()
    if a.size == 0:
        return 1.0
    if not (np.isfinite(a).any() and np.isfinite(b).any()):
        return None
    if bool(a.any()) != bool(b.any()):
        return 0.0
    a, b = np.where(np.isfinite(a), a, 0.0), np.where(np.isfinite(b), b, 0.0)
    if np.array_equal(a, b):
        return 1.0
    if a.size == 1:
        return 0.0
    if is_constant(a) and is_constant(b):
        return float(abs(a[0] - b[0]) <= 1e-8 + 1e-5 * abs(b[0]))
    if is_constant(a) or is_constant(b):
        return 1.0
    a, b = _centred(a), _centred(b)
    return float(np.clip(np.dot(a, b), -1.0, 1.0))


def is_constant(values: Array) -> bool:
    """Whether all elements are equal."""
    return values.size == 0 or bool(values.min() == values.max())


def _centred(values: Array) -> Array:
    """Return the deviations from the mean, divided by their norm.

    Values are scaled first, so that squares do not overflow.
    """
    deviations = values / np.abs(values).max()
    deviations = deviations - deviations.mean()
    return deviations / np.linalg.norm(deviations)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between a device tensor and its golden.

    Equal elements have no error, including two NaNs, or two infinities of the same sign. A NaN or
    an infinity compared with any other value has an infinite error.
    """

    count: int
    pcc: float | None
    """Pearson's correlation, or None if one of the tensors has no finite value."""
    relative: float
    """Root mean square of the error, divided by that of the golden."""
    max_absolute: float
    mean_absolute: float
    root_mean_square: float
    max_relative: float
    """Largest error of an element, relative to the golden element."""
    max_ulp: float
    """Largest error in units in the last place of the tensor's format."""
    cosine: float
    allclose: bool
    """Whether |golden - device| <= atol + rtol * |device| for all elements.

    This equals `torch.allclose(golden, device)`.
    """
    nan: int
    """Number of NaNs in the device tensor."""
    inf: int
    """Number of infinities in the device tensor."""
    constant: str = ""
    """The names of the constant tensors: `golden`, `result` or `golden and result`; empty if both
    vary.

    The correlation is undefined if a tensor is constant.
    """

    @property
    def note(self) -> str:
        """Return why the correlation is not meaningful; empty if it is meaningful."""
        if not self.constant:
            return ""
        is_plural = " and " in self.constant
        subject = f"{self.constant} {'are' if is_plural else 'is'} constant"
        distance = (
            "all values are equal"
            if not self.relative
            else f"the largest difference is {self.max_absolute:.3g}"
        )
        return f"{subject}: PCC confirms nothing; {distance}"


def confirms_by_correlation(seen: Comparison, threshold: float) -> bool:
    """Whether the correlation reaches `threshold`.

    If the correlation is undefined, only tensors without NaN and without error are confirmed.
    """
    return not seen.nan and not seen.relative if seen.pcc is None else seen.pcc >= threshold


def confirms(seen: Comparison, golden: Array, device: Array, threshold: float) -> bool:
    """Whether the comparison `seen` of `golden` and `device` confirms the device's result.

    A constant tensor has no meaningful correlation. It is confirmed if the relative error is at
    most 1 - `threshold`.
    """
    if is_constant(golden) or is_constant(device):
        return seen.relative <= 1 - threshold
    return confirms_by_correlation(seen, threshold)


@np.errstate(all="ignore")
def compare(
    golden: Array, device: Array, data_type: DataFormat, *, atol: float = ATOL, rtol: float = RTOL
) -> Comparison:
    """Compare two arrays of the same shape. `data_type` is the format of the device tensor."""
    correlation = pcc(golden, device)  # computed first, before other temporaries take memory
    g = golden.astype(np.float64, copy=False).ravel()
    d = device.astype(np.float64, copy=False).ravel()
    same = (g == d) | (np.isnan(g) & np.isnan(d))
    error = np.abs(d - g)
    error[same] = 0.0
    error[np.isnan(error)] = np.inf
    rms = _rms(error)
    signal = _rms(np.where(np.isfinite(g), g, 0.0))
    return Comparison(
        g.size,
        correlation,
        rms / signal if rms and signal else float("inf") if rms else 0.0,
        _largest(error),
        float(error.mean()) if g.size else 0.0,
        rms,
        _largest_ratio(error, np.abs(g), same),
        _largest_ratio(error, ulp(g, data_type), same),
        _cosine(g, d),
        bool((same & ~np.isnan(g) | (error <= atol + rtol * np.abs(d))).all()),
        int(np.isnan(d).sum()),
        int(np.isinf(d).sum()),
        " and ".join(name for name, each in (("golden", g), ("result", d)) if is_constant(each)),
    )


def _largest(values: Array) -> float:
    return float(values.max()) if values.size else 0.0


def _largest_ratio(error: Array, unit: Array, same: Array) -> float:
    """Return the largest ratio of an element of `error` to the same element of `unit`.

    Elements in `same`, which are equal, count as 0. An undefined ratio counts as infinity.
    """
    np.divide(error, unit, out=unit)
    unit[same] = 0.0
    unit[np.isnan(unit)] = np.inf
    return _largest(unit)


def _rms(values: Array) -> float:
    """Return the root mean square. Values are scaled, so that squares neither overflow nor
    underflow.
    """
    scale = _largest(np.abs(values))
    if scale == 0 or not np.isfinite(scale):
        return scale
    return float(scale * np.sqrt(np.mean(np.square(values / scale))))


def ulp(values: Array, data_type: DataFormat) -> Array:
    """Return the spacing of the format's numbers at each value; 1 for integers."""
    if data_type.is_integer:
        return np.ones_like(values)
    lowest = -14 if data_type.exponent_bits == 5 else -126
    finite = np.where(np.isfinite(values), values, 0.0)
    _, exponents = np.frexp(finite)
    exponents = np.maximum(np.where(finite == 0, lowest, exponents - 1), lowest)
    return np.ldexp(1.0, exponents - (data_type.precision - 1))


def _cosine(a: Array, b: Array) -> float:
    """Return the cosine of the angle between two tensors.

    NaN and infinities count as 0. Two zero tensors give 1.
    """
    a, b = np.where(np.isfinite(a), a, 0.0), np.where(np.isfinite(b), b, 0.0)
    lengths = np.linalg.norm(a), np.linalg.norm(b)
    if not all(lengths):
        return float(not any(lengths))
    return float(np.clip(np.dot(a / lengths[0], b / lengths[1]), -1.0, 1.0))
