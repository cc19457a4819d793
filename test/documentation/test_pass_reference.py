"""The pass reference has a compiled example of every pass and pipeline, and is current."""

from pathlib import Path

import pytest

from ttmlir_py.documentation.pass_reference import UNCHANGED, compiled, entry_lines, examples
from ttmlir_py.passes.registry import PASSES, PIPELINES

PAGE = Path(__file__).parents[2] / "docs" / "pass_reference.md"
WITHOUT_EFFECT = {
    "generate-runtime-verification",
    "print-ir",
    "print-op-stats",
    "snapshot-op-locations",
    "strip-debuginfo",
    "ttnn-common-to-runtime-pipeline",
    "view-op-graph",
}
"""Passes that print or that change locations only, and the pipeline without passes."""


def test_pass_reference_has_an_example_of_every_pass():
    assert list(examples()) == [*PASSES, *PIPELINES]


@pytest.mark.parametrize("group", range(4))
def test_pass_reference_shows_what_passes_do(group: int):
    """The sections are compared one by one, so that a failure names the pass."""
    found, page = examples(), PAGE.read_text("utf-8")
    for flag in sorted(found)[group::4]:
        assert "\n".join(entry_lines(flag, found[flag])).strip() in page, f"{flag}: run `make docs`"


def test_pass_reference_examples_change_programs():
    page = PAGE.read_text("utf-8")
    sections = [each.partition("`")[0] for each in page.split("\n## `")[1:] if UNCHANGED in each]
    assert set(sections) == WITHOUT_EFFECT


def test_example_of_deallocation_frees_tensor_after_last_use():
    outcome = compiled(examples()["ttnn-deallocate"])
    assert "ttnn.deallocate" not in outcome.before
    assert "ttnn.deallocate" in outcome.after
