"""Distances between tensors and goldens: upstream's definitions, and properties of the errors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ttmlir_py.runtime.comparison import compare, pcc
from ttmlir_py.runtime.formats import FORMATS, round_to

NAN, INF = float("nan"), float("inf")
F32, BF16 = FORMATS["Float32"], FORMATS["BFloat16"]


def floats(*values):
    return np.array(values, np.float32)


@pytest.mark.parametrize(
    ("golden", "device", "expected"),
    [
        ([0, 0], [0, 1], 0.0),
        ([0, 0], [0, NAN], 0.0),
        ([0, 0], [0, 0], 1.0),
        ([1, NAN, 3], [1, 0, 3], 1.0),  # NaN counts as 0
        ([1, INF, 3], [1, -INF, 3], 1.0),  # and so do infinities
        ([5], [5], 1.0),
        ([5], [5.001], 0.0),
        ([5, 5], [5.00001, 5.00001], 1.0),
        ([5, 5], [5.1, 5.1], 0.0),
        ([1, 2, 3], [4, 4, 4], 1.0),  # the deviation is 0, so its division is masked
        ([1, 2, 3], [2, 4, 6], 1.0),
        ([1, 2, 3], [3, 2, 1], -1.0),
        ([1e38, -1e38, 2e38], [1e38, -1e38, 2.1e38], 0.999),
        ([], [], 1.0),
    ],
)
def test_pcc_matches_upstream_definition(golden, device, expected):
    assert pcc(floats(*golden), floats(*device)) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(
    ("golden", "device"),
    [([NAN, NAN], [NAN, NAN]), ([NAN, INF], [1, 2]), ([1, 2], [NAN, NAN]), ([INF], [INF])],
)
def test_pcc_without_finite_values_is_none(golden, device):
    assert pcc(floats(*golden), floats(*device)) is None
    assert pcc(floats(*golden, 1), floats(*device, 1)) is not None


@given(
    hnp.arrays(
        np.float32, st.integers(3, 50), elements=st.floats(-1e3, 1e3, width=32), unique=True
    ),
    st.integers(0, 2**31),
)
def test_pcc_matches_numpy(golden, seed):
    device = golden + np.random.default_rng(seed).standard_normal(golden.shape).astype(np.float32)
    expected = np.corrcoef(golden.astype(float), device.astype(float))[0, 1]
    assert pcc(golden, device) == pytest.approx(expected, abs=1e-6)


def test_error_measures_match_definitions():
    got = compare(floats(1, 2, 4), floats(1, 2.5, 3), F32)
    assert got.count == 3
    assert got.max_absolute == 1
    assert got.mean_absolute == pytest.approx(0.5)
    assert got.root_mean_square == pytest.approx(np.sqrt(1.25 / 3))
    assert got.relative == pytest.approx(np.sqrt(1.25 / 21))
    assert got.max_relative == 0.25
    assert got.cosine == pytest.approx(18 / np.sqrt(21 * 16.25))
    assert not got.allclose
    assert compare(floats(1, 2), floats(1, 2.5), F32, atol=0.1, rtol=0.2).allclose


def test_special_values_have_no_error_if_equal_and_infinite_error_if_not():
    same = compare(floats(NAN, INF, -INF, 1), floats(NAN, INF, -INF, 1), F32)
    assert (same.max_absolute, same.max_ulp, same.relative) == (0, 0, 0)
    assert (same.nan, same.inf) == (1, 2)
    assert not same.allclose  # as in PyTorch, NaN is close to nothing
    for golden, device in [(1, NAN), (NAN, 1), (INF, -INF), (1, INF)]:
        got = compare(floats(golden, 2), floats(device, 2), F32)
        assert (got.max_absolute, got.relative, got.max_ulp) == (INF, INF, INF)


def test_error_relative_to_golden_of_zeros_is_infinite():
    assert compare(floats(0, 0), floats(0, 1), F32).relative == INF
    assert compare(floats(0, 0), floats(0, 0), F32).relative == 0


@pytest.mark.parametrize("name", ["Float32", "Float16", "BFloat16"])
@given(st.floats(-1e4, 1e4, width=32).filter(lambda x: abs(x) > 1e-3))
def test_rounding_error_is_at_most_half_ulp(name, value):
    exact = np.array([value], np.float64) * 1.000123
    got = compare(exact, round_to(exact, FORMATS[name]), FORMATS[name])
    assert got.max_ulp <= 0.5


def test_ulp_at_powers_of_two_and_integers_is_step_of_format():
    assert compare(floats(1), floats(1 + 2.0**-7), BF16).max_ulp == 1
    assert compare(floats(2), floats(2 + 2.0**-6), BF16).max_ulp == 1
    assert compare(np.uint32([7]), np.uint32([9]), FORMATS["UInt32"]).max_ulp == 2


@pytest.mark.parametrize(
    ("golden", "device", "note"),
    [
        (
            np.ones(4),
            np.arange(4.0),
            "golden is constant: PCC confirms nothing; the largest difference is 2",
        ),
        (
            np.zeros(4),
            np.zeros(4),
            "golden and result are constant: PCC confirms nothing; all values are equal",
        ),
        (
            np.arange(4.0),
            np.ones(4),
            "result is constant: PCC confirms nothing; the largest difference is 2",
        ),
        (
            np.ones(1),
            np.full(1, 3.0),
            "golden and result are constant: PCC confirms nothing; the largest difference is 2",
        ),
        (np.arange(4.0), np.arange(4.0), ""),
    ],
)
def test_comparison_of_constants_notes_that_pcc_confirms_nothing(golden, device, note):
    assert compare(golden, device, F32).note == note
