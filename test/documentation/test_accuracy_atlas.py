"""The accuracy atlas: its errors agree with exact fractions; its page, plots and tables."""

import csv
import math
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from ttmlir_py.documentation import accuracy_atlas
from ttmlir_py.validation import accuracy

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "accuracy" / "README.md"


@pytest.fixture(scope="module")
def reciprocal():
    return accuracy.measure_unary("reciprocal", "bf16")


def test_atlas_operands_cover_every_bf16_number(reciprocal):
    (operands,) = reciprocal.operands
    assert operands.size == 1 << 16
    assert np.isnan(operands).sum() == 2 * 127
    assert len(np.unique(operands[np.isfinite(operands)])) == 2 * 255 * 128 - 1


def test_atlas_reciprocal_errors_match_exact_fractions(reciprocal):
    """A bf16 number has 8 significant bits, so an error unit of 1 / x is 2^-7 times the largest
    power of two that is at most 1 / x.
    """
    units = {way: reciprocal.units(way).ravel() for way in accuracy.WAYS}
    for index in np.random.default_rng(0).integers(0x0080, 0x7D00, 50).tolist():
        exact = 1 / Fraction(float(reciprocal.operands[0].ravel()[index]))
        power = Fraction(1)
        while power > exact:
            power /= 2
        while 2 * power <= exact:
            power *= 2
        for way, found in units.items():
            got = Fraction(float(reciprocal.results[way].ravel()[index]))
            assert found[index] == pytest.approx(float(abs(got - exact) / (power / 128)))


def test_atlas_reciprocal_error_is_within_bounds(reciprocal):
    ideal, device = (reciprocal.error(way) for way in accuracy.WAYS)
    assert ideal.largest <= 0.5 < device.largest < 1
    assert (ideal.nearest, ideal.others) == (1, 0)
    assert 0.4 < device.nearest < 0.7
    # inputs with an error above the bound: subnormal operands and infinite results
    assert device.others > 254
    (place,) = device.place
    assert reciprocal.units("device")[reciprocal.operands[0] == place] == device.largest


@pytest.mark.parametrize("element", accuracy.TYPES)
def test_atlas_error_of_relu_and_sign_is_zero(element):
    for name in ("relu", "sign"):
        for way in accuracy.WAYS:
            assert accuracy.measure_unary(name, element).error(way).largest == 0


def test_atlas_matmul_error_on_device_exceeds_ideal_error():
    short, _, long = (each for each in accuracy.SUMS if each.name == "matmul")
    errors = {
        case.title: [accuracy.measure_sum(case, "bf16").error(way).largest for way in accuracy.WAYS]
        for case in (short, long)
    }
    assert all(ideal <= 0.5 for ideal, _ in errors.values())
    assert 2 < errors[short.title][1] < errors[long.title][1]


@pytest.mark.parametrize(("name", "bits"), [("bfp_bf8", 7), ("bfp_bf4", 3)])
def test_atlas_block_format_errors_are_in_units_of_block(name, bits):
    """The unit is the last bit of the block's largest number. The device truncates bfp4 where ideal
    numerics round.
    """
    measured = accuracy.measure_block(name)
    largest = np.abs(measured.operands[0]).reshape(-1, 16).max(axis=1)
    shares = largest / measured.unit.reshape(-1, 16)[:, 0]
    assert (shares >= 2 ** (bits - 1)).all()
    assert (shares < 2**bits).all()
    ideal, device = (measured.units(way) for way in accuracy.WAYS)
    saturated = np.abs(measured.operands[0]) > (2**bits - 1) * measured.unit
    assert ideal[~saturated].max() <= 0.5
    assert ideal.max() < 1
    assert (device.max() > 0.5) == (name == "bfp_bf4")


def test_atlas_functions_with_parameters_have_bounded_error():
    """The test checks `leaky_relu` with a slope of 0.1 in f32, and `clamp` with limits that bf16
    holds exactly.
    """
    slope = accuracy.measure_unary("leaky_relu", "f32")
    (operands,) = slope.operands
    chosen = np.isfinite(operands) & (operands < 0)
    exact = [float(Fraction(x) * Fraction(float(np.float32(0.1)))) for x in operands[chosen][:50]]
    np.testing.assert_allclose(slope.exact[chosen][:50], exact, rtol=1e-15)
    for way in accuracy.WAYS:
        assert slope.error(way).largest <= 0.5
        assert accuracy.measure_unary("clamp", "bf16").error(way).largest == 0


def test_atlas_selections_and_conversions_have_only_rounding_errors():
    for way in accuracy.WAYS:
        assert accuracy.measure_where("f32").error(way).largest == 0
        assert accuracy.measure_cast("bf16", "f32").error(way).largest == 0
        assert 0.4 < accuracy.measure_cast("f32", "bf16").error(way).largest <= 0.5


def test_atlas_command_writes_stored_page(tmp_path, monkeypatch):
    monkeypatch.setattr(accuracy_atlas, "unary_functions", lambda: {"sqrt": None})
    monkeypatch.setattr(accuracy_atlas, "binary_functions", lambda: {"multiply": None})
    monkeypatch.setattr(accuracy_atlas, "SUMS", accuracy.SUMS[:1])
    assert accuracy_atlas.main([str(tmp_path / "atlas")]) == 0
    lines = (tmp_path / "atlas" / "README.md").read_text().splitlines()
    (row,) = (line for line in lines if line.startswith("| `sqrt`") and "sqrt.svg" in line)
    assert row in PAGE.read_text()
    picture = ElementTree.parse(tmp_path / "atlas" / "sqrt.svg").getroot()
    ideal, device = picture.iter("{http://www.w3.org/2000/svg}polyline")
    heights = [
        [float(point.split(",")[1]) for point in each.get("points").split()]
        for each in (ideal, device)
    ]
    assert [len(each) for each in heights] == [256, 256]
    # pixel rows are counted from the top: a larger error is higher
    assert min(heights[1]) < min(heights[0])


def test_atlas_page_lists_every_function():
    text = PAGE.read_text()
    for name in accuracy.unary_functions():
        assert f"| `{name}` |" in text
        assert (PAGE.parent / f"{name}.svg").exists()
    for name in ("`where`, bf16", "`typecast`, f32 to bf16", *accuracy.BLOCKS):
        assert f"| {name} |" in text
    for case in accuracy.SUMS:
        assert text.count(f"| {case.title} |") == len(accuracy.TYPES)
    for name in accuracy.binary_functions():
        assert text.count(f"| `{name}` |") == len(accuracy.TYPES)


def test_atlas_table_option_writes_every_number(tmp_path):
    path = tmp_path / "sqrt.csv"
    assert accuracy_atlas.main(["--table", "sqrt", str(path)]) == 0
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 1 << 16
    two = rows[0x4000]
    assert (two["bits"], float(two["operand"])) == ("0x4000", 2.0)
    assert float(two["exact"]) == math.sqrt(2)
    assert float(two["ideal"]) == 1.4140625
    error = (1.4140625 - math.sqrt(2)) * 128
    assert float(two["ideal ulp"]) == pytest.approx(abs(error))
    assert rows[0xBF80]["ideal ulp"] == ""  # the row of the operand -1 has no ideal error


def test_atlas_output_folder_that_is_a_file_is_refused(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert accuracy_atlas.main([str(tmp_path / "file")]) == 1
    assert "error: File exists" in capsys.readouterr().err
