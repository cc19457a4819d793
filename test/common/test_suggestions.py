"""Error messages about unknown names suggest similar ones."""

import pytest

import ttmlir_py
from ttmlir_py.common.suggestions import alternatives, suggestion, unknown_name
from ttmlir_py.dialects.tt.presets import preset


def test_unknown_name_message_lists_names_and_suggests_nearest():
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
def test_alternatives_are_joined_as_in_a_sentence(names, text):
    assert alternatives(names) == text


def test_unknown_board_suggests_the_nearest():
    with pytest.raises(ValueError, match=r"unknown system 't300': .* did you mean 't3000'\?"):
        preset("t300")


def test_unknown_translation_suggests_the_nearest():
    with pytest.raises(LookupError, match=r"did you mean 'ttnn-to-flatbuffer'\?"):
        ttmlir_py.translate(ttmlir_py.parse("module {}"), "ttnn-to-flatbufer")


def test_unknown_pass_of_a_pipeline_suggests_the_nearest():
    with pytest.raises(ValueError, match="does not refer to a registered pass") as caught:
        ttmlir_py.PassManager("builtin.module(canonicalise)")
    assert caught.value.__notes__ == ["did you mean 'canonicalize'?"]
    with pytest.raises(ValueError, match="does not refer to a registered pass") as caught:
        ttmlir_py.PassManager("builtin.module(zzz)")
    assert not hasattr(caught.value, "__notes__")
