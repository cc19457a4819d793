"""Error messages about unknown names suggest similar ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttmlir_py
from ttmlir_py.common.suggestions import (
    alternatives,
    edit_distance,
    nearest,
    suggestion,
    unknown_name,
)
from ttmlir_py.dialects.tt.presets import preset
from ttmlir_py.frontends.pipeline_options import option_texts


def test_unknown_name_message_lists_valid_names_and_suggests_nearest():
    assert unknown_name("board", "n15", ["n150", "p100"]) == (
        "unknown board 'n15': expected n150 or p100; did you mean 'n150'?"
    )
    assert unknown_name("board", "x", ["n150"]) == "unknown board 'x': expected n150"


def test_suggestion_without_near_name_is_empty():
    assert suggestion("zzz", ["n150", "p100"]) == ""
    assert suggestion("n150", []) == ""


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")],
)
def test_alternatives_text_joins_names_as_in_a_sentence(names, text):
    assert alternatives(names) == text


def test_unknown_board_message_suggests_nearest_board():
    with pytest.raises(ValueError, match=r"unknown system 't300': .* did you mean 't3000'\?"):
        preset("t300")


def test_unknown_translation_message_suggests_nearest_translation():
    with pytest.raises(LookupError, match=r"did you mean 'ttnn-to-flatbuffer'\?"):
        ttmlir_py.translate(ttmlir_py.parse("module {}"), "ttnn-to-flatbufer")


def test_unknown_pass_message_suggests_nearest_pass():
    with pytest.raises(ValueError, match="does not refer to a registered pass") as caught:
        ttmlir_py.PassManager("builtin.module(canonicalise)")
    assert caught.value.__notes__ == ["did you mean 'canonicalize'?"]
    with pytest.raises(ValueError, match="does not refer to a registered pass") as caught:
        ttmlir_py.PassManager("builtin.module(ttnn-emitc-pipeline)")
    assert caught.value.__notes__ == ["did you mean 'ttnn-common-to-emitc-pipeline'?"]
    with pytest.raises(ValueError, match="does not refer to a registered pass") as caught:
        ttmlir_py.PassManager("builtin.module(zzz)")
    assert not hasattr(caught.value, "__notes__")


@given(st.text(max_size=8), st.text(max_size=8))
def test_edit_distance_satisfies_laws_of_a_metric(left: str, right: str):
    distance = edit_distance(left, right)
    assert (distance == 0) == (left == right)
    assert distance == edit_distance(right, left)
    assert abs(len(left) - len(right)) <= distance <= max(len(left), len(right))


@pytest.mark.parametrize(
    ("name", "known", "found"),
    [
        ("optimizer", ["enable-optimizer", "mesh-shape"], ["enable-optimizer"]),
        ("DFsharding", ["DFSharding", "BFInterleaved"], ["DFSharding"]),
        ("subtrct", ["add", "subtract", "sub"], ["subtract", "sub"]),
        ("foo", ["add", "abs", "for", "food"], ["food", "for"]),
        ("x", ["y", "add"], []),
    ],
)
def test_nearest_names_differ_in_few_characters_only(name, known, found):
    assert nearest(name, known)[: len(found) + 1] == found


UNKNOWN = {
    "%0 = arith.adf %a, %a : f32": "did you mean 'arith.addf'?",
    '%0 = "ttir.sofmax"(%a) : (f32) -> f32': "did you mean 'ttir.softmax'?",
    '%0 = "ttnn.ful"(%a) : (f32) -> f32': "did you mean 'ttnn.full'?",
    "%0 = stablehlo.adds %a, %a : f32": "did you mean 'stablehlo.add'?",
    "%0 = ttir.emty() : f32 %1 = ttir.empty() : f32": "did you mean 'ttir.empty'?",
    "%0 = tensor.empty() : tensor<2xf32, #tt.metal_laout<1>>": "did you mean 'metal_layout'?",
    '%0 = "ttir.softmax"(%t, %t) {dim = 0 : si32} : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>'
    "": "did you mean 'dimension' instead of 'dim'?",
}


@pytest.mark.parametrize("line", UNKNOWN)
def test_unknown_name_in_ir_text_suggests_nearest_name(line):
    text = f"func.func @f(%a: f32, %t: tensor<1xf32>) {{\n{line}\nreturn\n}}"
    with pytest.raises(ttmlir_py.CompilationError) as raised:
        ttmlir_py.parse(text)
    notes = [each.message for each in raised.value.diagnostics[0].notes]
    assert UNKNOWN[line] in notes


def test_unknown_operation_without_similar_name_gets_no_suggestion():
    with pytest.raises(ttmlir_py.CompilationError) as raised:
        ttmlir_py.parse('"ttir.xyzxyzxyz"() : () -> ()')
    assert "did you mean" not in str(raised.value)


def test_unknown_compile_option_of_model_suggests_nearest_option():
    with pytest.raises(ValueError, match=r"did you mean 'enable-optimizer'\?"):
        option_texts({"optimizer": True})
