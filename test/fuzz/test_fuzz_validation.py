"""Some of the programs of `fuzz_validation.py` are validated."""

import fuzz_validation


def test_fuzzing_of_unchanged_compiler_reports_no_findings():
    report = fuzz_validation.validate(7, range(1, 9))
    assert report.failures == []
    assert report.right == 8
    assert report.compared > 20


def test_fuzzing_for_later_revision_compares_operations():
    options = "simplify=true target-revision=2026-10"
    report = fuzz_validation.validate(0, [82], options)
    assert report.failures == []
    assert report.compared == 5


def test_fuzzing_of_wrong_compilation_reports_failure(monkeypatch):
    """The test changes the compiler so that it compiles sums to differences."""
    from faults import FAULTS, PROGRAM, planted

    report = fuzz_validation.Report()
    with planted(FAULTS[0]):
        report.validate("m.mlir", PROGRAM, "randn:0")
    assert report.right == 0
    assert "ttir.maximum m.mlir:4:10" in report.failures[0]
