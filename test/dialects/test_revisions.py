"""Programs of tt-mlir 2026-08: recognition of their revision, its definitions, and conversion to it
and back.
"""

from pathlib import Path

import pytest

import ttmlir_py
from ttmlir_py.dialects.revisions.definitions import attribute_class, operation_class
from ttmlir_py.dialects.revisions.detection import MixedRevisionsError, find_revision
from ttmlir_py.dialects.revisions.table import names
from ttmlir_py.ir.definition.attribute_format import FormatAttribute, compiled_format
from ttmlir_py.ir.definition.operation_format import compiled_form
from ttmlir_py.ir.definition.operations import invariants_of

pytestmark = pytest.mark.slow

OLD_ADD = '"ttir.add"(%a, %a, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : (t, t, t) -> t'
NEW_ADD = '"ttir.add"(%a, %a) : (t, t) -> t'


def test_every_operation_in_table_of_2026_08_has_operation_class():
    for name in names("op", "2026-08"):
        cls = operation_class("2026-08", name)
        assert cls is not None, name
        assert cls.name == name
        invariants_of(cls)
        if getattr(cls, "FORM", ""):
            compiled_form(cls)


def test_every_attribute_in_table_of_2026_08_has_attribute_class():
    for name in (*names("attr", "2026-08"), *names("type", "2026-08")):
        cls = attribute_class("2026-08", name)
        assert cls.name == name
        if issubclass(cls, FormatAttribute):
            compiled_format(cls)


@pytest.mark.parametrize(
    ("text", "revision"),
    [
        ("func.func @f() { return }", "2025-02"),
        (OLD_ADD, "2025-02"),
        (NEW_ADD, "2026-08"),
        ("// ttcore.device\n" + OLD_ADD, "2025-02"),
        ('"ttir.rms_norm"(%a) : (t) -> t', "2026-08"),
        ('"ttir.slice"(%a, %b) : (t) -> t', "2025-02"),
        ("module attributes {a = #ttcore.arch<blackhole>} {}", "2026-08"),
        ('module attributes {tt.function_type = "x"} { %0 = ttir.empty() : t }', "2026-08"),
        ('"ttir.linear"(%a, %b, %c) <{transpose_a = true}> : (t) -> t', "2026-08"),
        ('"ttir.update_cache"(%a, %b, %c) : (t, t, t)\n -> ()', "2026-08"),
        ('"ttir.update_cache"(%a, %b, %c) : (t, t, t) -> t', "2025-02"),
        ('"ttir.concat"(%a, %b) <{dim = 0 : si32}> : (t, u) -> v loc(#loc)', "2026-08"),
        ('"ttir.concat"(%a, %b, %c) <{dim = 0 : si32}> : (t, u, v) -> v', "2025-02"),
        ('"ttir.linear"(%a, %b, %c) : (t, u, v) -> t', "2026-08"),
    ],
)
def test_find_revision_of_unambiguous_text_returns_its_revision(text: str, revision: str):
    assert find_revision(text) == revision


def test_find_revision_of_mixed_text_names_both_positions():
    text = (
        f"#a = #tt.arch<blackhole>\nmodule {{ {NEW_ADD} }} // ttcore\n#b = #ttcore.arch<blackhole>"
    )
    with pytest.raises(MixedRevisionsError) as caught:
        find_revision(text)
    assert text[caught.value.older.offset :].startswith("#tt.")
    assert text[caught.value.newer.offset :].startswith("#ttcore.")
    with pytest.raises(ttmlir_py.CompilationError, match=r"two revisions(.|\n)*note: the other"):
        ttmlir_py.parse(text)


def test_parse_with_unknown_revision_reports_choices():
    with pytest.raises(ValueError, match="unknown revision '2024': expected 2025-02, 2025-03"):
        ttmlir_py.create_context(revision="2024")
    with pytest.raises(ValueError, match="unknown revision '2024': expected 2025-02, 2025-03"):
        ttmlir_py.convert_revision(ttmlir_py.parse("module {}"), "2024")


THERE_AND_BACK = Path(__file__).parent / "revisions" / "there-and-back.mlir"


@pytest.mark.parametrize("text", THERE_AND_BACK.read_text().split("// -----\n"))
def test_convert_revision_and_back_is_identity(text: str):
    before = ttmlir_py.parse(text)
    current = str(ttmlir_py.convert_revision(ttmlir_py.parse(text), "2026-08"))
    assert "tensor.empty" not in current
    assert find_revision(current) == "2026-08"
    again = ttmlir_py.parse(current)
    assert str(again) == current
    assert str(ttmlir_py.convert_revision(again, "2025-02")) == str(before)


def test_convert_revision_keeps_empty_tensor_that_is_no_destination():
    text = "func.func @f() {\n  %e = tensor.empty() : tensor<4xf32>\n  return\n}"
    assert "tensor.empty" in str(ttmlir_py.convert_revision(ttmlir_py.parse(text), "2026-08"))


def test_convert_revision_of_op_without_counterpart_is_refused_at_op():
    new = 'func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {\n  %0 = "ttir.erf"(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>\n  return %0 : tensor<4x4xf32>\n}'
    old = 'func.func @f() -> tensor<4x4xf32> {\n  %e = tensor.empty() : tensor<4x4xf32>\n  %0 = "ttir.fill"(%e) <{value = dense<1.0> : tensor<4x4xf32>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>\n  return %0 : tensor<4x4xf32>\n}'
    with pytest.raises(
        ttmlir_py.CompilationError, match=r"3:8: error: 'ttir.fill' op of tt-mlir 2025-02 has no"
    ):
        ttmlir_py.convert_revision(ttmlir_py.parse(old), "2026-08")
    topk = new.replace("ttir.erf", "ttir.dropout")
    with pytest.raises(
        ttmlir_py.CompilationError, match=r"2:8: error: 'ttir.dropout' op of tt-mlir 2026-08 has no"
    ):
        ttmlir_py.convert_revision(ttmlir_py.parse(topk), "2025-02")
