"""Modules, models and reports in notebooks and in the interpreter, and summaries of models."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import ttmlir_py
from ttmlir_py.common import html_parts
from ttmlir_py.frontends import model as models
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import InputError, SimulationError
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.ttrt.correlations import output_correlations

HOSTILE = "<script>alert(1)</script>"
PRODUCT = """
func.func @main(%a: tensor<32x64xbf16> loc("<b>a"), %b: tensor<64x32xbf16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<32x64xbf16>, tensor<64x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %2 = tensor.empty() : tensor<32x32xbf16>
  %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %3 : tensor<32x32xbf16>
}
"""
LARGE = """
func.func @main(%a: tensor<200000x200000xf32>) -> tensor<200000x200000xf32> {
  %0 = tensor.empty() : tensor<200000x200000xf32>
  %1 = "ttir.exp"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<200000x200000xf32>, tensor<200000x200000xf32>) -> tensor<200000x200000xf32>
  return %1 : tensor<200000x200000xf32>
}
"""


@pytest.fixture(scope="module")
def model() -> models.Model:
    return models.compile(PRODUCT)


@pytest.fixture(scope="module")
def inputs(model: models.Model) -> Sequence[Any]:
    made = generate_inputs(model.program, "randn", seed=1)
    return [each.astype(ml_dtypes.bfloat16) for each in made]


class Page(HTMLParser):
    """The tags and the text of a piece of HTML, whose tags must be balanced."""

    def __init__(self, html: str):
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any):
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag: str):
        assert self.open.pop() == tag

    def handle_data(self, data: str):
        self.text += data + "\n"


def test_module_shows_functions_and_escaped_text():
    text = f'func.func @"{HOSTILE}"(%a: tensor<2xf32>) -> tensor<2xf32> {{ return %a : tensor<2xf32> }}'
    module = ttmlir_py.parse(text)
    assert repr(module) == f"<ModuleOp: 2 operations, @{HOSTILE}>"
    page = Page(module._repr_html_())
    assert "script" not in page.tags
    assert str(module) in page.text


def test_long_texts_and_tables_are_cut():
    assert "... 5 characters more" in html_parts.source("x" * (html_parts.MAX_TEXT + 5))
    rows = [[str(number)] for number in range(html_parts.MAX_ROWS + 7)]
    assert "... 7 more rows" in html_parts.table(["#"], rows)


def test_model_and_its_reports_have_short_texts_and_pages(
    model: models.Model, inputs: Sequence[Any]
):
    shown = [model, model.summary(), model.perf(), model.memory(), model.check(*inputs)]
    for each in shown:
        assert len(repr(each).splitlines()) == 1
        assert len(repr(each)) < 200
        page = Page(each._repr_html_())
        assert "script" not in page.tags
    assert repr(model).startswith("<Model main(<b>a: bfloat16[32,64], arg1: bfloat16[64,32]) -> ")
    assert "&lt;b&gt;a: bfloat16[32,64]" in model._repr_html_()
    labels = [each.operation.label for each in model.perf().estimates]
    assert all(label in model.perf()._repr_html_() for label in labels)


def test_summary_states_time_memory_and_errors(model: models.Model, inputs: Sequence[Any]):
    summary = model.summary(inputs)
    text = str(summary)
    assert summary.fits
    assert f"operations: {len(model.program.operations)}; the slowest are 1 x " in text
    least, most = model.perf().range
    assert f"{least / 1000:.3f} to {most / 1000:.3f} us" in text
    assert all(line in text for line in model.memory().peak_lines())
    assert "peak of L1: 0 bytes, because no tensor is there" in text
    [errors] = summary.outputs
    exact = np.exp(inputs[0].astype(float) @ inputs[1].astype(float))
    result = model.run(inputs)[0].astype(float)
    error = np.sqrt(np.mean((result - exact) ** 2) / np.mean(exact**2))
    assert errors.ideal.relative == pytest.approx(error, rel=1e-6)
    assert errors.device.relative > errors.ideal.relative
    bounds = output_correlations(
        model.loaded, model.program, inputs, DeviceNumerics(), MEMORY_LIMIT
    )
    assert errors.device.pcc == pytest.approx(bounds[0].low, abs=1e-6)


def test_summary_of_model_that_does_not_fit_says_why():
    summary = models.compile(LARGE).summary()
    assert not summary.fits
    assert summary.outputs == ()
    assert re.search(r"problem: program 0 .main.: out of DRAM", str(summary))


def test_summary_with_wrong_inputs_raises(model: models.Model, inputs: Sequence[Any]):
    with pytest.raises(InputError, match="2 inputs"):
        model.summary(inputs[:1])


def test_check_with_device_numerics_is_less_exact(model: models.Model, inputs: Sequence[Any]):
    ideal, device = model.check(*inputs), model.check(*inputs, numerics="device")
    assert ideal.is_ideal
    assert not device.is_ideal
    assert device.rows[0].accumulated.relative > ideal.rows[0].accumulated.relative
    with pytest.raises(SimulationError, match="did you mean 'device'"):
        model.check(*inputs, numerics="devise")


def test_failed_check_is_marked(model: models.Model, inputs: Sequence[Any]):
    report = model.check(*inputs)
    report.threshold = 2.0
    report.rows = [
        row.__class__(row.operation, row.accumulated, None, False, False) for row in report.rows
    ]
    page = report._repr_html_()
    assert Page(page).text.count("FAILED") == len(report.rows) + 1
    assert "0 of" in repr(report)


def test_results_take_part_in_dlpack_and_array_protocol(inputs: Sequence[Any]):
    text = PRODUCT.replace("bf16", "f32")
    [result] = models.compile(text).run([each.astype(np.float32) for each in inputs])
    assert np.from_dlpack(result).tolist() == result.tolist()
    assert np.asarray(result).dtype == np.float32


def test_summary_of_large_model_does_not_run_it():
    text = (
        PRODUCT.replace("32x32", "2048x2048")
        .replace("32x64", "2048x64")
        .replace("64x32", "64x2048")
    )
    summary = models.compile(text).summary()
    assert summary.fits
    assert summary.outputs == ()
    assert "pass inputs" in str(summary)
