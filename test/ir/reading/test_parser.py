"""The parser: accepted texts, the parsed IR, and diagnostics, compared with MLIR's."""

import shutil
import subprocess
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from invalid_texts import INVALID_TEXTS
from tiers import example_count

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.diagnostics import CompilationError, DiagnosticEngine
from ttmlir_py.ir.reading.known_lines import OperationMemo
from ttmlir_py.ir.reading.parser import MlirParser, parse_module, parse_operation_text
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

pytestmark = pytest.mark.slow

MODULES = [
    """
#map = affine_map<(d0, d1) -> (d0 * 2 + d1)>
!type = tensor<4x?xf32, "encoding">
module @top attributes {a.b = #map, "quoted key"} {
  func.func private @callee(i32, memref<4x8xf32, #map, 1>) -> (i32, f64)
  func.func @main(%a: i32 {x.arg}, %b: index) -> i32 attributes {k = [1, 2 : i8, dense<[1.0, -2.5e3]> : tensor<2xf32>]} {
    %0:2 = "x.two"(%a, %b) {s = @top::@main, f = 1.0 : bf16, u} : (i32, index) -> (i32, !type)
    %1 = "x.region"(%0#1) <{p = array<i64: 1, -2>, q = !x.y<"z" <[]>>}> ({
    ^bb0(%c: i32, %d: f32):
      "x.br"(%c)[^bb1, ^bb0] : (i32) -> ()
    ^bb1:
      "x.end"(%2) : (i32) -> ()
    }) {loc = loc(fused<1>["f":1:2, callsite("a" at "b")])} : (!type) -> i32 loc(#later)
    %2 = "x.def"() : () -> i32
    return %0#0 : i32
  } loc("g"("h"))
}
#later = loc("later")
{-# external_resources: { tool: { key: "value" } } #-}
""",
    """
func.func @chain(%arg0: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %2 = tensor.empty() : tensor<64x128xf32>
  %3 = "ttir.add"(%1, %arg0, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> loc("here")
  return %3 : tensor<64x128xf32>
}
""",
]


def parse(text: str, *, allow_unregistered: bool = True):
    context = create_context(allow_unregistered=allow_unregistered)
    return parse_module(text, context=context, file_name="t.mlir")


def diagnostics_of(text: str, *, allow_unregistered: bool = True) -> list[str]:
    """Return the diagnostics of `text` as `line:column: severity: message`, without lists of
    registered dialects.
    """
    context = create_context(allow_unregistered=allow_unregistered)
    with context.diagnostics.collect() as found:
        try:
            parse_module(text, context=context, file_name="t.mlir")
        except CompilationError:
            assert found
        else:
            assert not found
    rendered = "".join(map(context.diagnostics.render, found))
    lines = [line for line in rendered.split("\n") if line.startswith("t.mlir:")]
    own = ("Registered dialects", "note: did you mean")  # MLIR has no such notes, or a longer list
    return [line.removeprefix("t.mlir:") for line in lines if not any(map(line.count, own))]


@pytest.mark.parametrize(("text", "expected"), INVALID_TEXTS)
def test_parse_invalid_text_reports_diagnostics_of_mlir(text: str, expected: list[str]):
    assert diagnostics_of(text) == expected


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="mlir-opt-19 is not installed")
def test_expected_parser_diagnostics_equal_those_of_mlir_opt(tmp_path: Path):
    chunks = tmp_path / "chunks.mlir"
    chunks.write_text("// -----\n".join(text for text, _ in INVALID_TEXTS))
    command = ["mlir-opt-19", "--allow-unregistered-dialect", "--split-input-file", str(chunks)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    messages = [
        line.split(": ", 1)[1]
        for line in said.split("\n")
        if line.startswith("within split at") and "Registered dialects" not in line
    ]
    expected = [line.split(": ", 1)[1] for _, lines in INVALID_TEXTS for line in lines]
    assert messages == expected


# Accepted texts


def text_of(text: str, **options: bool) -> str:
    return print_operation(parse(text), PrintOptions(**options))


@pytest.mark.parametrize("text", ["", "  \n\n", "// only a comment\n", "// one\n\n// two"])
def test_parse_empty_text_gives_empty_module(text: str):
    assert text_of(text, debug_info=True) == 'module {\n} loc(#loc)\n#loc = loc("t.mlir":0:0)\n'


def test_parse_single_module_adds_no_outer_module():
    assert str(parse("module @m {\n}")) == "module @m {\n}\n"
    assert str(parse("module @m {\n}\nmodule @n {\n}")).count("module") == 3


def test_parse_without_implicit_module_requires_one_operation():
    context = create_context(allow_unregistered=True)
    op = parse_operation_text('"a.b"() : () -> ()', context, "t.mlir", implicit_module=False)
    assert print_operation(op) == '"a.b"() : () -> ()\n'
    with context.diagnostics.collect() as found, pytest.raises(CompilationError):
        parse_operation_text("", context, "t.mlir", implicit_module=False)
    assert found[0].message == "source must contain a single top-level operation, found: 0"


def test_parse_drops_value_names():
    op = list(parse('%name = "a.b"() : () -> i32').walk())[1]
    assert op.results[0].name_hint is None


def test_parse_use_before_definition_resolves_value():
    module = parse('"a.u"(%x#1) : (i32) -> ()\n%x:2 = "a.d"() : () -> (f32, i32)\n')
    _, use, definition = module.walk()
    assert use.operands[0] is definition.results[1]
    assert definition.results[1].has_one_use()


def test_value_names_are_scoped_to_their_region():
    module = parse(
        '"a.b"() ({ %x = "a.c"() : () -> i32 }, { %x = "a.d"() : () -> f32 }) : () -> ()\n%x = "a.e"() : () -> f64'
    )
    assert [str(op.results[0].type) for op in module.walk() if op.results] == ["i32", "f32", "f64"]


def test_bare_operation_names_use_default_dialect():
    module = parse("module { func.func @f() { return } }")
    assert [op.name for op in module.walk()] == ["builtin.module", "func.func", "func.return"]
    (message,) = diagnostics_of('"func.func"() ({ return }) : () -> ()')
    assert message == "1:18: error: custom op 'return' is unknown (tried 'builtin.return' as well)"


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ("dense<0xFF800000> : tensor<2xf32>", "dense<0xFF800000> : tensor<2xf32>"),
        ("dense<[0x7F80, 1.0]> : tensor<2xbf16>", "dense<[0x7F80, 1.000000e+00]> : tensor<2xbf16>"),
        ("0x7FC00000 : f32", "0x7FC00000 : f32"),
        ("0xFFFFFFFFFFFFFFFF : i64", "-1 : i64"),
        ("255 : i8", "-1 : i8"),
        ("-128 : i8", "-128 : i8"),
        ("255 : ui8", "255 : ui8"),
        ("true", "true"),
        ("1 : i1", "true"),
        ("0.1 : f16", "9.997550e-02 : f16"),
        ("dense<true> : tensor<3xi1>", "dense<true> : tensor<3xi1>"),
        ('dense<"0x05"> : tensor<3xi1>', "dense<[true, false, true]> : tensor<3xi1>"),
        ('dense<"0xFF"> : tensor<3xi1>', "dense<true> : tensor<3xi1>"),
        ("dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>", "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>"),
        ("dense<[-1, 0xFF]> : tensor<2xi8>", "dense<-1> : tensor<2xi8>"),
        ("dense<> : tensor<0xi8>", "dense<> : tensor<0xi8>"),
        ("dense<(1.0, 2.0)> : tensor<complex<f32>>", "dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>"),
        ("array<i1: true, false>", "array<i1: true, false>"),
        ("array<f32: 1.0, 0x7F800000>", "array<f32: 1.000000e+00, 0x7F800000>"),
        ("memref<2x2xf32, affine_map<(d0, d1) -> (d0, d1)>, 2>", "memref<2x2xf32, 2>"),
        ("memref<4xf32, 0>", "memref<4xf32>"),
        ("memref<4xf32, 0 : i32>", "memref<4xf32>"),
        ("#x<y<1>>", "#x.y<1>"),
        ('#x<"raw">', '#x<"raw">'),
        ("memref<4xf32, strided<[2], offset: ?>, 3>", "memref<4xf32, strided<[2], offset: ?>, 3>"),
        ("affine_map<(i)[s] -> (i * 2 + s * 3 - i * 2)>", "affine_map<(d0)[s0] -> (d0 * 2 + s0 * 3 - d0 * 2)>"),
        ("affine_map<(i)[s] -> (i mod s, i * s)>", "affine_map<(d0)[s0] -> (d0 mod s0, d0 * s0)>"),
        ("!x<foo<1>>", "!x.foo<1>"),
        ("#x.y", "#x.y"),
        ("#x.y<>", "#x.y<>"),
        ('#x.y<a -> b, [({})], ">">', '#x.y<a -> b, [({})], ">">'),
        ("@a::@b::@\"c d\"", '@a::@b::@"c d"'),
        ("tensor<*xf32>", "tensor<*xf32>"),
        ("vector<4x[8]xf32>", "vector<4x[8]xf32>"),
        ("tensor<0x4xi32>", "tensor<0x4xi32>"),
        ("() -> ()", "() -> ()"),
        ("(i32) -> (() -> f32)", "(i32) -> (() -> f32)"),
        ('"a\\22\\5C\\n\\C3\\A9"', '"a\\22\\\\\\0A\\C3\\A9"'),
        ("[]", "[]"),
        ("{b, a = 1}", "{a = 1 : i64, b}"),
    ],
)  # fmt: skip
def test_parse_attributes_gives_attributes_of_mlir(attribute: str, expected: str):
    text = text_of(f'"x.y"() {{k = {attribute}}} : () -> ()', local_scope=True)
    assert text == f'module {{\n  "x.y"() {{k = {expected}}} : () -> ()\n}}'


def test_parse_inherent_attributes_from_either_dictionary():
    text = '"func.func"() {} : () -> ()'
    one = '"func.func"() <{sym_name = "f", function_type = () -> ()}> ({}) {k = 1, sym_visibility = "private"} : () -> ()'
    two = '"func.func"() ({}) {function_type = () -> (), sym_visibility = "private", sym_name = "f", k = 1} : () -> ()'
    assert text_of(one) == text_of(two)
    assert "func.func private @f() attributes {k = 1 : i64}" in text_of(one)
    op = list(parse(two).walk())[1]
    assert sorted(op.properties) == ["function_type", "sym_name", "sym_visibility"]
    assert list(op.attributes) == ["k"]
    assert diagnostics_of(text) == []


def test_parse_operation_with_unknown_properties_drops_properties():
    text = '"func.func"() <{sym_name = "f", function_type = () -> (), sym_visibility = "private", nope = 1}> ({}) : () -> ()'
    assert "nope" not in text_of(text)


def test_parse_alias_as_property_of_unregistered_operation_keeps_property():
    assert "<{k = 1 : i64, l}>" in text_of('"x.y"() <{l, k = 1}> : () -> ()')


def test_parse_text_with_resources_keeps_resources():
    text = '"a.b"() {a = dense_resource<r> : tensor<1xi64>} : () -> ()\n{-# dialect_resources: {builtin: {r: "0x08000000010000000000000002000000"}}, external_resources: {t: {k: true}} #-}'
    module = parse(text)
    assert module.resources["external_resources"] == {"t": {"k": "true"}}
    assert module.resources["dialect_resources"]["builtin"] == {
        "r": '"0x08000000010000000000000002000000"'
    }
    assert "external_resources" in str(module)


def test_parse_unregistered_dialect_requires_permission():
    (message,) = diagnostics_of('"x.y"() : () -> ()', allow_unregistered=False)
    assert message == (
        "1:6: error: operation being parsed with an unregistered dialect. If this is intended, please use"
        " -allow-unregistered-dialect with the MLIR tool used"
    )
    (message,) = diagnostics_of("#a = #nope.foo<1>", allow_unregistered=False)
    assert message.startswith('1:12: error: #"nope"<"foo<1>"> : \'none\' attribute created with')
    (message,) = diagnostics_of("!a = !nope.foo", allow_unregistered=False)
    assert message.startswith('1:12: error: `!nope<"foo">` type created with unregistered dialect.')


def test_parse_unknown_dialect_in_custom_form_lists_known_dialects():
    context = create_context(allow_unregistered=True)
    with context.diagnostics.collect() as found, pytest.raises(CompilationError):
        parse_module("foo.bar", context=context)
    assert found[0].message == "Dialect `foo' not found for custom op 'foo.bar' "
    assert found[0].notes[0].message.startswith("Registered dialects: ")
    assert ", func, " in found[0].notes[0].message


# Reuse of parsed lines


LINES = st.lists(
    st.sampled_from(
        [
            '%{n} = "x.a"() : () -> i32',
            '%{n} = "x.a"() {{k = 1}} : () -> i32',
            '%{n} = "x.b"(%{p}) : (i32) -> i32',
            '%{n} = "x.b"(%{p}) : (i32) -> i32 loc("a")',
            '%{n} = "x.b"(%{p}) : (i32) -> i32 loc(#l)',
            '%{n} = "x.b"(%{p}) : (i32) -> i32 loc("f":1:{n})',
            '%{n} = "x.b"(%{p}) : (i32) -> i32 // loc("c")',
            '%{n} = "x.b"(%{p})\n : (i32) -> i32',
            '%{n} = "x.b"(%{p}) : (i32) -> i32\n   loc("next")',
            '%{n} = "x.c"(%{p}, %0) : (i32, i32) -> i32',
            '%{n} = "x.c"(%{p}, %{p}) : (i32, i32) -> i32 loc(fused["a", "b"("c")])',
            '"x.d"(%{p}) {{s = "50% // loc"}} : (i32) -> () %{n} = "x.a"() : () -> i32',
            '%{n}:2 = "x.e"() : () -> (i32, i32)',
            '%{n} = arith.addi %{p}, %0 : i32',
            '%{n} = arith.subi %{p}, %0 : i32 loc(#l)',
            '%{n} = "x.g"() ({{ "x.b"(%{p}) : (i32) -> i32 }}) : () -> i32',
            '"x.b"(%{p}) : (i32) -> i32\n%{n} = arith.constant 5 : i32',
            '%t{n} = "x.t"() : () -> tensor<{n}x2xf32>\n%{n} = "x.v"(%t{n}, %{p}) {{k}} : (tensor<{n}x2xf32>, i32) -> (i32)',
            '%t{n} = tensor.empty() : tensor<{n}xi32>\n%{n} = "x.v"(%t{n}, %{p}) {{k}} : (tensor<{n}xi32>, i32) -> i32 loc(#l)',
            '%t{n} = tensor.empty() {{k}} : tensor<0{n}xf32>\n%{n} = "x.a"() : () -> i32',
            '%t{n} = "x.t"() : () -> tensor<2x{n}xf32, {n} : i32>\n%{n} = "x.a"() : () -> i32',
            '%t{n} = "x.t"() : () -> memref<{n}xf32>\n"x.y"(%t{n}) : (memref<{n}xf32>) -> ()\n%{n} = "x.a"() : () -> i32',
        ]
    ),
    max_size=12,
)  # fmt: skip


@settings(max_examples=example_count(17))
@given(LINES)
def test_line_memo_does_not_change_parsed_text(lines: list[str]):
    body = ['%0 = "x.a"() : () -> i32']
    body += [line.format(n=number, p=number - 1) for number, line in enumerate(lines, 1)]
    text = '"x.top"() ({\n' + "\n".join(body) + '\n}) : () -> ()\n#l = loc("l")\n'
    fast = text_of(text, debug_info=True)
    with patch.object(OperationMemo, "append_known", lambda self, parser, block: None):
        assert text_of(text, debug_info=True) == fast


def operations_parsed_one_by_one(text: str) -> int:
    """Return the number of operations of `text` that were not copied from an equal parsed line."""
    with patch.object(
        MlirParser, "parse_operation", autospec=True, side_effect=MlirParser.parse_operation
    ) as slow:
        parse(text)
    return slow.call_count


def test_line_memo_parses_repeated_lines_once():
    text = "\n".join(f'%{number} = "x.b"(%{number - 1}) : (i32) -> i32' for number in range(1, 50))
    text = f'"x.top"() ({{\n%0 = "x.a"() : () -> i32\n{text}\n}}) : () -> ()'
    assert (
        operations_parsed_one_by_one(text) == 4
    )  # the region, one of each line, and the last, which a `}` follows


def test_line_memo_reuses_lines_that_differ_only_in_types():
    pairs = "\n".join(
        f'%{n} = tensor.empty() : tensor<{n}x2xf32>\n"x.b"(%{n}) : (tensor<{n}x2xf32>) -> ()'
        for n in range(1, 50)
    )
    text = f'"x.top"() ({{\n{pairs}\n}}) : () -> ()'
    assert (
        operations_parsed_one_by_one(text) == 4
    )  # the region, one of each line, and the last, which a `}` follows


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('%1 = "x.b"(%0) : (i32) -> i32', "4:1: error: redefinition of SSA value '%1'"),
        ('%2 = "x.b"(%9) : (i32) -> i32', "4:12: error: use of undeclared SSA value name"),
        ('%2 = "x.b"(%f) : (i32) -> i32', "4:12: error: use of value '%f' expects different type than prior uses: 'i32' vs 'f32'"),
        ('%2 = "x.b"(%0) : (f32) -> i32', "4:12: error: use of value '%0' expects different type than prior uses: 'f32' vs 'i32'"),
        ('%2 = "x.b"(%0) : (f32, i32) -> i32', "4:18: error: expected 1 operand type but had 2"),
        ('%2 = "x.b"(%0) : (i32) -> (i32, f32)', "4:1: error: operation defines 2 results but was provided 1 to bind"),
        ('%2, %3 = "x.b"(%0) : (i32) -> i32', "4:1: error: operation defines 1 results but was provided 2 to bind"),
        ('%2:2 = "x.b"(%0) : (i32) -> i32', "4:1: error: operation defines 1 results but was provided 2 to bind"),
        ('%2 = "x.b"(%0#1) : (i32) -> i32', "4:12: error: reference to invalid result number"),
        ('%2 = "x.b"(%0, %0) : (i32) -> i32', "4:22: error: expected 2 operand types but had 1"),
        ('%2 = "x.b"(%0) : (i32) -> i32 loc(#a)', "4:35: error: operation location alias was never defined"),
    ],
)  # fmt: skip
def test_repeated_line_with_error_is_refused_each_time(line: str, expected: str):
    text = f'%0 = "x.a"() : () -> i32 %f = "x.f"() : () -> f32\n%1 = "x.b"(%0) : (i32) -> i32\n%8 = "x.b"(%0) : (i32) -> i32\n{line}\n'
    wrapped = f'"x.top"() ({{{text}}}) : () -> ()'
    for whole, shift in ((text, 0), (wrapped, 0)):
        assert diagnostics_of(whole)[0] == expected, shift


# Robustness


@pytest.mark.parametrize("opening", ["[", "{a = ", "(", "tuple<", "!x<", '"a"(', "dense<["])
def test_parse_deep_nesting_is_refused_without_crash(opening: str):
    text = f'"x.y"() {{k = {opening * 20_000}}} : () -> ()'
    assert len(diagnostics_of(text)) == 1


def test_parse_deep_regions_is_refused_without_crash():
    text = '"x.y"() ({ ' * 5_000 + "}) : () -> () " * 5_000
    messages = diagnostics_of(text)
    assert [message.split(": ", 1)[1] for message in messages] == ["error: nested too deeply"]


@pytest.mark.parametrize("depth", [40, 80, 120, 160, 240, 320, 480, 800, 1600])
@pytest.mark.parametrize(
    "pieces",
    [
        ('"x.y"() {k = ', "[", "1", "]", "} : () -> ()"),
        ('"x.y"() {k = ', "{a = ", "1", "}", "} : () -> ()"),
        ('"x.y"() : () -> ', "tuple<", "i32", ">", ""),
        ('"x.y"() : () -> () loc(', '"a"(', '"b"', ")", ")"),
        ('"x.y"() {k = affine_map<(d0) -> (', "(", "d0", ")", ")>} : () -> ()"),
        ("", '"x.y"() ({ ', '"x.z"() : () -> ()', " }) : () -> ()", ""),
    ],
)
def test_parsed_module_verifies_and_prints(pieces: tuple[str, ...], depth: int):
    before, opening, middle, closing, after = pieces
    context = create_context(allow_unregistered=True)
    text = before + opening * depth + middle + closing * depth + after
    with context.diagnostics.collect() as found:
        try:
            module = parse_module(text, context=context, verify=True)
            assert print_operation(module, PrintOptions(debug_info=True))
            assert not found
        except CompilationError:
            assert [item.message for item in found] == ["nested too deeply"]
            assert depth > 80


FRAGMENTS = ["<", ">", "(", ")", "{", "}", "[", "]", "%0", "#map", "!t", '"a"', "-", "0x", "1.0", ":", "->", "loc", "dense",
             "tensor", "i32", "?", "x", "@f", "^bb0", "//", "\n", "\\", '"', "{-#", "#-}", "=", ",", "...", "\0", "é", "unit"]  # fmt: skip


@settings(max_examples=example_count(40), suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(MODULES), st.data())
def test_parse_mutated_text_succeeds_or_reports_error(text: str, data: st.DataObject):
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.sampled_from([0, 1, 3, 10, len(text)]))
        text = text[:start] + data.draw(st.sampled_from(["", *FRAGMENTS])) + text[start + length :]
    context = create_context(allow_unregistered=data.draw(st.booleans()))
    with context.diagnostics.collect() as found:
        try:
            module = parse_module(text, context=context, file_name="t.mlir")
            if verify_operation(module, context.diagnostics, context):
                print_operation(module)
                assert not found
            else:
                assert found
        except CompilationError:
            assert found
    for diagnostic in found:
        assert DiagnosticEngine().render(diagnostic)


@pytest.mark.parametrize("text", MODULES)
def test_print_and_parse_reaches_fixpoint(text: str):
    once = text_of(text, debug_info=True)
    assert text_of(once, debug_info=True) == once
    generic = text_of(text, generic=True)
    assert text_of(generic, generic=True) == generic
