"""Reports, comparisons and exchange formats of results."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ttmlir_py.sweep import exchange, reports
from ttmlir_py.sweep.cases import Case
from ttmlir_py.sweep.comparison import Thresholds, compare
from ttmlir_py.sweep.outcome import Cost, Finished, Result, Stage, Status
from ttmlir_py.sweep.reproducers import script
from ttmlir_py.sweep.results import Results
from ttmlir_py.sweep.simulation import simulate
from ttmlir_py.sweep.sources import ModelError
from ttmlir_py.tools import ttmlir_sweep

TEXT = "func.func @main(%x: tensor<2x3xbf16>) -> tensor<6xf32> {}"
PASSED = Result(Status.PASS, Stage.VALIDATE, "", "", "", 0.9999, 0.0, 100.0, 3)
FAILED = Result(Status.FAIL_ASSERT, Stage.VALIDATE, "ttir.abs: WRONG <&|>\x01", "ttir.abs m:1:2")
CASES = [
    Case(TEXT + str(i % 2), seed=i, board=board, name=("ttir.abs", "ttir.neg")[i % 2], models={"m": 2})
    for i, board in enumerate(["n150", "n150", "p150", "p150"])
]  # fmt: skip


def made(path, *given: Result, version: str = "1") -> Results:
    results = Results(path)
    results.add_cases(CASES)
    results.add(
        Finished(case.id(), version, result, Cost(2.0, 1 << 20, "w", 1e9))
        for case, result in zip(CASES, given, strict=False)
    )
    return results


@pytest.fixture
def mixed(tmp_path) -> Results:
    crash = Result(Status.FAIL_CRASH, Stage.START, "killed by SIGKILL")
    skipped = Result(Status.NOT_RUN, Stage.COMPILE, "needs 8 chips")
    return made(tmp_path / "r", PASSED, FAILED, crash, skipped)


def test_junit_counts_each_status(mixed):
    root = ElementTree.fromstring(reports.junit(mixed))
    suites = {each.get("name"): each for each in root}
    absolute, negative = suites["ttir.abs"], suites["ttir.neg"]
    assert [absolute.get(each) for each in ("tests", "failures", "errors", "skipped")] == [
        *("2", "0", "1", "0")
    ]
    assert [negative.get(each) for each in ("tests", "failures", "errors", "skipped")] == [
        *("2", "1", "0", "1")
    ]
    (failure,) = root.iter("failure")
    assert failure.get("message") == "ttir.abs: WRONG <&|>?"


def test_pivot_has_rate_time_and_correlation(mixed):
    pivot = reports.Pivot.of(list(mixed.rows()), "operation", "board")
    assert (pivot.rows, pivot.columns) == (["ttir.abs", "ttir.neg"], ["n150", "p150"])
    cell = pivot.cells["ttir.abs", "n150"]
    assert (cell.passed, cell.cases, cell.nanoseconds, cell.pcc) == (1, 1, 100.0, 0.9999)
    assert pivot.cells["ttir.abs", "p150"].rate == 0


def test_markdown_and_page_show_failures_escaped(mixed):
    text = reports.markdown(mixed)
    assert "| ttir.abs | 1/1 | 0/1 |" in text
    assert "WRONG <&\\|>" in text
    page = reports.page(mixed)
    assert "validate: ttir.abs: WRONG &lt;&amp;|&gt;" in page
    assert "<script" not in page
    assert "Trend over versions" not in page


def test_page_shows_trend_of_versions(mixed):
    mixed.add([Finished(CASES[0].id(), "2", PASSED, Cost(1.0, 1, "w", 2e9))])
    assert mixed.versions() == ["1", "2"]
    page = reports.page(mixed)
    assert "Trend over versions" in page
    assert "<title>1: 25.00%</title>" in page


CHANGES = {
    "fails": (FAILED, "pass rate 100.00% -> 75.00%"),
    "slower": (replace(PASSED, nanoseconds=116.0), "1 case slower"),
    "less precise": (replace(PASSED, pcc=0.99), "1 case less precise"),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_comparison_finds_regression_with_operation_and_models(kind, tmp_path):
    after, reason = CHANGES[kind]
    before = made(tmp_path / "a", *[PASSED] * 4)
    found = compare(before, made(tmp_path / "b", after, PASSED, PASSED, PASSED))
    assert found.is_worse
    (change,) = found.changes
    assert (change.kind, change.after.name, change.models) == (kind, "ttir.abs", ["m"])
    text = "\n".join(found.lines())
    assert text.startswith(f"WORSE: {reason}")
    assert f"| ttir.abs | 1 | {CASES[0].id()[:16]}" in text


def test_comparison_allows_changes_within_thresholds(tmp_path):
    before = made(tmp_path / "a", *[PASSED] * 4)
    near = replace(PASSED, nanoseconds=114.0, pcc=0.9995)
    assert not compare(before, made(tmp_path / "b", near, PASSED, PASSED, PASSED)).is_worse
    worse = made(tmp_path / "c", FAILED, PASSED, PASSED, PASSED)
    assert not compare(before, worse, Thresholds(pass_rate=0.25)).is_worse
    better = compare(worse, before)
    assert not better.is_worse
    assert [each.kind for each in better.changes] == ["passes"]


def test_missing_case_is_worse_and_new_one_is_not(tmp_path):
    few, many = made(tmp_path / "a", PASSED), made(tmp_path / "b", PASSED, PASSED)
    assert list(compare(many, few).reasons()) == ["1 cases have no result any more"]
    assert not compare(few, many).is_worse


def test_op_tests_round_trip(mixed, tmp_path):
    records = list(exchange.op_tests(mixed))
    assert len(records) == 4
    first = records[0]
    assert (first.op_name, first.success, first.model_name) == ("ttir.abs", True, "m")
    assert first.inputs == [exchange.TensorDesc([2, 3], "BFloat16")]
    assert first.outputs == [exchange.TensorDesc([6], "Float32")]
    assert [each.skipped for each in records].count(True) == 1
    path = tmp_path / "o.json"
    path.write_text(json.dumps([each.as_dict() for each in records]))
    assert exchange.read_op_tests(path) == records


def test_op_tests_of_pytest_report_are_read(tmp_path):
    """tt-xla records the texts of Python values as properties of a test."""
    values = {
        "test_start_ts": "2026-08-21T08:00:00+00:00",
        "test_end_ts": "2026-08-21T08:00:01+00:00",
        "success": "True",
        "skipped": "False",
        "error_message": "None",
        "op_name": "stablehlo.add",
        "inputs": "[TensorDesc(shape=[1, 2], data_type='f32', buffer_type=None, layout=None, "
        "grid_shape=None)]",
        "outputs": "[]",
        "model_name": "resnet",
    }
    report = {"tests": [{"user_properties": [{"OpTest model for: stablehlo.add": values}]}]}
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    (record,) = exchange.read_op_tests(path)
    assert (record.op_name, record.success, record.error_message) == ("stablehlo.add", True, None)
    assert record.inputs == [exchange.TensorDesc([1, 2], "f32")]
    values["inputs"] = "__import__('os').getcwd()"
    path.write_text(json.dumps(report))
    with pytest.raises(ModelError, match="not an OpTest record"):
        exchange.read_op_tests(path)


def test_sweep_vectors_and_results_round_trip(mixed, tmp_path):
    vectors = exchange.vectors_of(mixed)
    files = exchange.write_vectors(vectors)
    assert set(files) == {"ttir.abs.json", "ttir.neg.json"}
    path = tmp_path / "ttir.abs.json"
    path.write_text(files[path.name])
    read = exchange.read_vectors(path)
    assert {each.hash for each in read} == {CASES[0].id(), CASES[2].id()}
    assert json.loads(exchange.write_vectors(read)[path.name]) == json.loads(files[path.name])
    path.write_text(exchange.write_results(mixed)["ttir.abs.json"])
    assert exchange.read_results(path) == {
        CASES[0].id(): Status.PASS,
        CASES[2].id(): Status.FAIL_CRASH,
    }


def test_vector_of_tt_metal_has_its_hash(tmp_path):
    vector = {
        "input_shape": "[1, 1, 32, 32]",
        "input_layout": {"type": "ttnn.Layout", "data": {"x": "TILE"}},
        "suite_name": "nightly",
        "validity": "VectorValidity.VALID",
        "invalid_reason": "",
        "status": "VectorStatus.CURRENT",
        "sweep_name": "eltwise.unary.relu",
    }
    path = tmp_path / "eltwise.unary.relu.json"
    path.write_text(json.dumps({"nightly": {"abc": vector | {"input_hash": "abc"}}}))
    (read,) = exchange.read_vectors(path)
    assert (read.module, read.suite, read.hash) == ("eltwise.unary.relu", "nightly", "abc")
    # sha224 of the sorted JSON of the fields above, computed with sha224sum
    unnamed = exchange.Vector(read.module, read.suite, read.parameters)
    assert unnamed.hash == "0a333fff0547cbeba0084a6a0b05ffdd5fbfb570b3e83d9ff914a0a2"


def test_file_names_of_sweeps_stay_in_folder():
    assert exchange.file_of("../../etc/x y") == "_.._etc_x_y.json"


def test_card_statuses_of_later_revisions_are_read(tmp_path):
    path = tmp_path / "r.json"
    path.write_text('[{"vector_id": "a", "status": "TestStatus.XPASS"}]')
    assert exchange.read_results(path) == {"a": Status.PASS}
    path.write_text('[{"vector_id": "a", "status": "TestStatus.OTHER"}]')
    with pytest.raises(ModelError, match="not a file of sweep results"):
        exchange.read_results(path)


def test_reproducer_contains_case_and_result():
    text = script(replace(CASES[0], name='a"""'), FAILED)
    held: dict[str, object] = {"__name__": "script"}
    exec(compile(text, "script.py", "exec"), held)
    assert held["CASE"].id() == CASES[0].id()
    assert (held["STATUS"], held["MESSAGE"]) == ("FAIL_ASSERT_EXCEPTION", FAILED.message)


def test_simulation_names_bottleneck():
    costs = [0.1] * 1000
    one, hundred = simulate(costs, 1), simulate(costs, 100, client=0.01)
    assert (one.bottleneck, hundred.bottleneck) == ("workers", "client")
    assert 100 < one.seconds < 100.1
    # Each of the last cases is a task, and so are all cases of 100 workers but for some at first.
    assert 8 < hundred.seconds < 10.9
    assert simulate([0.01] * 10_000, 8).efficiency > 0.98
    assert simulate([0.6] * 10_000, 200).bottleneck == "scheduler"
    assert simulate([50.0, *costs], 100).bottleneck == "longest case"


def test_compare_empty_file_is_error_and_leaves_it_empty(tmp_path, capsys, monkeypatch):
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    monkeypatch.setattr("sys.argv", ["ttmlir-sweep", "compare", str(empty), str(empty)])
    assert ttmlir_sweep.main()
    assert "empty.sqlite: the file is empty, expected results" in capsys.readouterr().err
    assert not empty.stat().st_size
