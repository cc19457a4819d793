"""Programs of revisions 2025-03 to 2025-11, in which `ttir.empty` makes the destinations:
recognition, and warnings.
"""

import re
from pathlib import Path

import pytest

import ttmlir_py
from ttmlir_py.compiler import create_context
from ttmlir_py.dialects.revisions.definitions import first_operations
from ttmlir_py.dialects.revisions.destinations import destination_class
from ttmlir_py.dialects.revisions.detection import MixedRevisionsError, find_revision
from ttmlir_py.dialects.revisions.operand_forms import may_lack_destination
from ttmlir_py.dialects.revisions.table import likenesses
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.revisions.misreadings import OPTIONAL_LAST, doubtful_destinations

pytestmark = pytest.mark.slow

EMPTY = "%e = ttir.empty() : t\n"
LINEAR = '%r = "ttir.linear"(%a, %b, %e) : (t, t, t) -> t\n'


@pytest.mark.parametrize("revision", ["2025-06", "2025-07", "2025-11"])
def test_operation_of_either_revision_table_has_class(revision: str):
    for name in likenesses(revision):
        cls = destination_class(revision, name)
        assert cls is not None, name
        assert cls.name == name


@pytest.mark.parametrize(
    ("text", "revision"),
    [
        (EMPTY + LINEAR, "2025-11"),
        (EMPTY + LINEAR.replace("linear", "matmul"), "2025-11"),
        (EMPTY.replace("ttir", "tensor") + LINEAR, "2025-02"),
        ("#a = #tt.arch<blackhole>\n" + EMPTY + LINEAR, "2025-06"),
        ("#a = #tt.arch<blackhole>\n" + EMPTY.replace("ttir", "tensor") + LINEAR, "2025-02"),
        ("#a = #ttcore.arch<blackhole>\n" + EMPTY + LINEAR, "2025-11"),
        ("#a = #ttcore.arch<blackhole>\n" + EMPTY.replace("ttir", "tensor") + LINEAR, "2025-11"),
        (EMPTY.replace("ttir.empty()", '"ttir.empty"()') + LINEAR, "2025-11"),
        (EMPTY + '%r = "ttir.power"(%a, %b, %e) : (t, t, t) -> t', "2025-06"),
        (EMPTY + '%r = "ttir.concat"(%a, %b, %e) <{dim = 0 : si32}> : (t, u, v) -> v', "2025-11"),
        (EMPTY + '%r = "ttir.concat"(%a, %b, %e) <{dim = 0 : si32}> : (t, u, v) -> w', "2026-08"),
        (EMPTY + '%r = "ttir.conv2d"(%a, %b, %e) <{stride = 1 : i32}> : (t, t, t) -> t', "2025-11"),
        (EMPTY + '%r = "ttir.rms_norm"(%a, %e) : (t, t) -> t', "2025-11"),
        (EMPTY + '%r = "ttir.to_layout"(%a, %e) : (t, t) -> t', "2026-08"),
        (EMPTY + '%r = "ttir.linear"(%a, %b, %c) : (t, t, t) -> t', "2026-08"),
        (EMPTY + '%r = "ttir.linear"(%a, %b, %e) : (t, t, u) -> t', "2026-08"),
        (EMPTY + "func.func @g(%e: t) {\n" + LINEAR, "2026-08"),
        (EMPTY + "// " + LINEAR, "2026-08"),
        (
            EMPTY + '%p:2 = "ttir.max_pool2d_with_indices"(%a, %e, %e) : (t, t, t) -> (t, t)',
            "2026-08",
        ),
        (EMPTY + '%r:2 = "ttir.sort"(%a, %e, %e) : (t, t, t) -> (t, t)', "2025-11"),
    ],
)
def test_find_revision_of_text_with_empty_tensors_depends_on_their_users(text: str, revision: str):
    assert find_revision(text) == revision


def test_find_revision_of_text_mixing_destinations_is_refused():
    text = EMPTY + LINEAR + '%s = "ttir.add"(%a, %b) : (t, t) -> t'
    with pytest.raises(MixedRevisionsError, match=r"%e is empty.*2026-10; --tt-mlir"):
        find_revision(text)


def program(body: str, arguments: str = "") -> str:
    more = f", {arguments}" if arguments else ""
    return f"""
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>{more}) -> tensor<4x6xf32> {{
{body}
  return %r : tensor<4x6xf32>
}}"""


T = "tensor<4x6xf32>"
USE = f'  %r = "ttir.linear"(%a, %b, %e) : (tensor<4x8xf32>, tensor<8x6xf32>, {T}) -> {T}'
FRESH = f"  %e = ttir.empty() : {T}\n"
LOOP = f"""  %z = ttir.empty() : {T}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%e = %z) -> ({T}) {{
    {USE.replace("%r", "%y")}
    scf.yield %y : {T}
  }}"""
BRANCH = f"""  %z = ttir.empty() : {T}
  cf.br ^next(%z : {T})
^next(%e: {T}):
{USE}"""


def messages(text: str, revision: str | None = None) -> list[str]:
    """Return the warnings of parsing `text`."""
    context = ttmlir_py.create_context(revision=revision)
    with context.diagnostics.collect() as diagnostics:
        ttmlir_py.parse(text, context=context)
    return [each.message for each in diagnostics]


@pytest.mark.parametrize(
    "body",
    [
        f"  %z = ttir.empty() : tensor<?x6xf32>\n  %e = tensor.cast %z : tensor<?x6xf32> to {T}\n{USE}",
        f'  %z = ttir.empty() : tensor<4x6xbf16>\n  %e = "ttir.typecast"(%z) : (tensor<4x6xbf16>) -> {T}\n{USE}',
        LOOP,
        BRANCH,
    ],
)
def test_parse_input_that_is_an_empty_tensor_warns(body: str):
    (message,) = messages(program(body))
    assert message.startswith("'ttir.linear' op reads operand #2, an empty tensor of 'ttir.empty'")
    assert "--tt-mlir=2025-11 [-Wuninitialized-operand]" in message


def test_parse_with_requested_latest_revision_warns_of_empty_bias():
    assert "reads operand #2" in messages(program(FRESH + USE), "2026-08")[0]
    assert messages(program(FRESH + USE)) == []


def test_parse_2025_02_with_empty_bias_warns():
    body = f"""  %z = tensor.empty() : {T}
  %e = tensor.empty() : {T}
  %r = "ttir.linear"(%a, %b, %z, %e) : (tensor<4x8xf32>, tensor<8x6xf32>, {T}, {T}) -> {T}"""
    (message,) = messages(program(body))
    assert "reads operand #2, an empty tensor of 'tensor.empty'" in message


def test_parse_of_cache_created_as_empty_tensor_does_not_warn():
    text = """func.func @f(%x: tensor<1x2x4x8xf32>) -> tensor<1x2x16x8xf32> {
  %c = ttir.empty() : tensor<1x2x16x8xf32>
  "ttir.fill_cache"(%c, %x) <{batch_offset = 0 : i32}> : (tensor<1x2x16x8xf32>, tensor<1x2x4x8xf32>) -> ()
  return %c : tensor<1x2x16x8xf32>
}"""
    assert messages(text) == []


@pytest.mark.parametrize("revision", [None, "2025-02"])
def test_parse_argument_as_destination_warns_unless_the_revision_is_chosen(revision: str | None):
    found = messages(program(USE, f"%e: {T}"), revision)
    if revision is None:
        (message,) = found
        assert "takes operand #2 for the destination, as in text of tt-mlir 2025-02" in message
        assert "--tt-mlir=2026-08 [-Wdoubtful-destination]" in message
    else:
        assert found == []


def test_parse_ttnn_with_a_bias_read_as_destination_warns():
    layout = "#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>"
    body = USE.replace("ttir.linear", "ttnn.linear")
    text = program(body, f"%e: {T}").replace("xf32>", "xf32, #l>")
    (message,) = messages(f"#l = {layout}\n{text}")
    assert "'ttnn.linear' op takes operand #2 for the destination" in message


def test_every_operation_with_optional_last_operand_is_listed():
    found = {
        name
        for dialect in ("ttir", "ttnn")
        for name, cls in first_operations(dialect).items()
        if "bias" in dict(cls.get_irdl_definition().operands)
        and any(may_lack_destination(name, count) for count in range(1, 10))
    }
    assert found == set(OPTIONAL_LAST)


def test_parse_unknown_property_names_revision_and_why_it_was_chosen():
    body = (
        f'{FRESH}  %s = "ttir.relu"(%a, %e) <{{slope = 1 : i32}}> : (tensor<4x8xf32>, {T}) -> {T}'
    )
    with pytest.raises(ttmlir_py.CompilationError) as caught:
        ttmlir_py.parse(program(body), file_name="f.mlir")
    text = str(caught.value)
    assert (
        "f.mlir:4:8: error: 'ttir.relu' op has no property 'slope' in text of tt-mlir 2025-11"
        in text
    )
    assert re.search(
        r"f.mlir:4:8: note: the text is read as tt-mlir 2025-11 because of .*--tt-mlir", text
    )


def test_parse_destination_of_another_type_is_refused():
    body = USE.replace(f", {T})", ", tensor<6xf32>)")
    context = ttmlir_py.create_context(revision="2025-11")
    with context.diagnostics.collect() as found, pytest.raises(ttmlir_py.CompilationError):
        ttmlir_py.parse(program(body, "%e: tensor<6xf32>"), context=context)
    assert "in text of tt-mlir 2025-11 the last operand is the destination" in found[0].message


def test_lowering_of_program_with_sharded_encoding_is_refused():
    text = """module attributes {tt.meshes = #tt.meshes<[<"mesh" = 1x2>]>} {
  func.func @f(%x: tensor<4x6xf32, #tt.mesh_sharding<"mesh", [ 4(1),  1]>>) {
    %0 = ttir.empty() : tensor<4x6xf32>
    return
  }
}"""
    module = ttmlir_py.parse(text)
    with pytest.raises(ttmlir_py.CompilationError):
        ttmlir_py.PassManager("builtin.module(canonicalize)").run(module)


@pytest.mark.parametrize("revision", ["2025-06", "2025-11"])
def test_convert_to_read_only_revision_is_refused(revision: str):
    with pytest.raises(
        ValueError, match="is only read: expected 2025-02, 2026-08, 2026-09, 2026-10-19 or 2026-10"
    ):
        ttmlir_py.convert_revision(ttmlir_py.parse("module {}"), revision)


THERE_AND_BACK = Path(__file__).parent / "revisions" / "there-and-back.mlir"


@pytest.mark.parametrize("text", THERE_AND_BACK.read_text().split("// -----\n"))
def test_convert_2025_02_text_with_ttir_empty_equals_text_with_tensor_empty(text: str):
    if "tensor.empty" not in text or "ttir.conv2d" in text or "tensor<1xf32>)" in text:
        pytest.skip("no destination, or a form that 2025-03 changed")
    before = ttmlir_py.parse(text)
    between = ttmlir_py.parse(
        text.replace("tensor.empty", "ttir.empty"),
        context=ttmlir_py.create_context(revision="2025-06"),
    )
    assert str(ttmlir_py.convert_revision(between, "2025-02")) == str(before)


@pytest.mark.parametrize("sizes", ["2, 0", "1, 1"])
def test_parse_without_a_destination_names_the_missing_operand(sizes: str):
    text = f"""func.func @f(%a: {T}) -> {T} {{
  %0 = "ttir.add"(%a, %a) <{{operandSegmentSizes = array<i32: {sizes}>}}> : ({T}, {T}) -> {T}
  return %0 : {T}
}}"""
    with pytest.raises(ttmlir_py.CompilationError) as caught:
        ttmlir_py.parse(text)
    assert "2:8: error: 'ttir.add' op expected 3 operands, but found 2" in str(caught.value)
    assert "note: in text of tt-mlir 2025-02 the last operand is the destination" in str(
        caught.value
    )


def test_destination_from_cast_without_operand_is_doubtful():
    text = f"""func.func @f(%a: {T}) {{
  %e = "builtin.unrealized_conversion_cast"() : () -> {T}
  %r = "ttir.linear"(%a, %a, %e) : ({T}, {T}, {T}) -> {T}
}}"""
    module = parse_module(text, create_context())
    assert [op.name for op, _ in doubtful_destinations(module, "2025-02")] == ["ttir.linear"]
