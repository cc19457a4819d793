"""Validation of models by parts, with recorded inputs."""

from pathlib import Path

import numpy as np
import pytest

from ttmlir_py.sweep.cases import CaseError
from ttmlir_py.sweep.outcome import Status
from ttmlir_py.sweep.running import run_case
from ttmlir_py.sweep.whole_models import Recorder, model_cases

pytestmark = pytest.mark.slow


def layers(count: int, width: int = 64) -> str:
    """Return a stack of layers, each with a weight of its own and a bias that all share."""
    weights = ", ".join(f"%w{i}: tensor<{width}x{width}xbf16>" for i in range(count))
    vector = f"tensor<4x{width}xbf16>"
    lines = [f"func.func @main(%x0: {vector}, %b: {vector}, {weights}) -> {vector} {{"]
    for i in range(count):
        lines += [
            f"  %p{i} = stablehlo.dot_general %x{i}, %w{i}, contracting_dims = [1] x [0] : "
            f"({vector}, tensor<{width}x{width}xbf16>) -> {vector}",
            f"  %s{i} = stablehlo.add %p{i}, %b : {vector}",
            f"  %x{i + 1} = stablehlo.tanh %s{i} : {vector}",
        ]
    return "\n".join([*lines, f"  return %x{count} : {vector}", "}", ""])


PART = 40 * (64 * 64 + 5 * 4 * 64)
"""Memory for one layer, but not for two."""


def test_model_is_cut_into_parts_of_limited_memory(tmp_path):
    recorder = Recorder(layers(4), tmp_path, memory=PART)
    cases = list(recorder.cases("stack"))
    assert [case.name for case in cases] == [f"stack#{i}" for i in range(4)]
    assert recorder.largest <= PART
    # the value between layers, and the bias that several parts read
    assert [len(case.inputs) for case in cases] == [1, 2, 2, 2]
    assert cases[1].inputs.keys() & cases[2].inputs.keys()


def test_parts_are_equal_when_recorded_again(tmp_path):
    first, second = (
        [case.id() for case in model_cases(layers(3), tmp_path / name, memory=PART)]
        for name in "ab"
    )
    assert first == second


def test_recorded_values_are_numbers_of_their_type(tmp_path):
    cases = model_cases(layers(2), tmp_path, memory=PART)
    recorded = [np.load(path) for path in cases[1].inputs.values()]
    assert {array.shape for array in recorded} == {(4, 64)}
    assert min(np.abs(each).max() for each in recorded) <= 1  # a result of tanh
    assert {each.dtype for each in recorded} == {np.dtype(np.float32)}
    bits = np.concatenate([each.ravel() for each in recorded]).view(np.uint32)
    assert not np.any(bits & 0xFFFF)  # each number is one of bf16


def test_parts_pass_and_wrong_part_is_found(tmp_path):
    cases = model_cases(layers(2), tmp_path, memory=PART)
    assert [run_case(case).status for case in cases] == [Status.PASS] * 2
    path = Path(cases[1].inputs["0"])
    path.unlink()
    missing = run_case(cases[1])
    assert missing.status is Status.FAIL_ASSERT
    assert "No such file" in missing.message


def test_model_without_public_function_is_refused(tmp_path):
    with pytest.raises(CaseError, match="no public function"):
        Recorder("module {}", tmp_path, memory=PART)
