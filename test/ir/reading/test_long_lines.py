"""Long texts on one line: their parts are read once, and not again for each part."""

import pytest
from xdsl.ir import Block

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.lexer import MlirLexer
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.attributes import AttributePrinter


def parse(text: str) -> ModuleOp:
    context = create_context()
    context.allow_unregistered = True
    return parse_module(text, context)


@pytest.mark.parametrize("kind", ["tensor", "vector"])
def test_long_shape_is_lexed_in_few_tokens(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    lex = MlirLexer.lex

    def counting_lex(self: MlirLexer) -> object:
        nonlocal calls
        calls += 1
        return lex(self)

    monkeypatch.setattr(MlirLexer, "lex", counting_lex)
    text = f'"t.x"() {{a = {kind}<{"2x" * 1000}f32>}} : () -> ()'
    assert f"{kind}<{'2x' * 1000}f32>" in str(parse(text))
    assert calls < 100


@pytest.mark.parametrize(
    "type",
    [
        "tensor<0x10xf32>",
        "tensor<4x?x8xf32>",
        "tensor<?x4xf32>",
        "tensor<123456789012345678x2xi1>",
        "vector<4x[2]x8xf32>",
        "vector<[4]x2x[8]xi8>",
    ],
)
def test_shape_with_static_and_dynamic_dimensions_is_parsed(type: str) -> None:
    assert type in str(parse(f'"t.x"() {{a = {type}}} : () -> ()'))


def test_long_signature_is_parsed_without_copying_arguments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(Block, "insert_arg")  # copies all arguments at each call
    arguments = ", ".join(f"%arg{n}: i{n + 1}" for n in range(100))
    text = str(parse(f"func.func @f({arguments}) {{\n  return\n}}\n"))
    assert f"@f({arguments})" in text
    blocks = str(parse(f'"t.x"() ({{\n^bb0({arguments}):\n  "t.y"() : () -> ()\n}}) : () -> ()'))
    assert f"^bb0({arguments})" in blocks


def test_printer_caches_attribute_text_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttmlir_py.ir.writing.attributes._MAX_CACHE_SIZE", 2000)
    text = ", ".join(f"[{n} : i32]" for n in [*range(100), *range(100)])
    assert f"[{text}]" in str(parse(f'"t.x"() {{a = [{text}]}} : () -> ()'))
    printer = AttributePrinter()
    op = parse(f'"t.x"() {{a = [{text}]}} : () -> ()').body.ops.first
    assert op is not None
    printer.attribute_text(op.attributes["a"])
    assert len(printer._texts._known) < 10  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("literal", "type"),
    [
        ("[true, false, true]", "3xi1"),
        ("[[true], [false]]", "2x1xi1"),
        ("[1.000000e+00, 2.000000e+00]", "2xf32"),
        ("[(1,2), (3,4)]", "2xcomplex<i32>"),
        ('["a", "b"]', "2x!t.s"),
    ],
)
def test_dense_elements_of_every_type_round_trip(literal: str, type: str) -> None:
    text = f"dense<{literal}> : tensor<{type}>"
    assert text in str(parse(f'"t.x"() {{a = {text}}} : () -> ()'))


@pytest.mark.parametrize(("literal", "value"), [("[true, 0]", "[true, false]"), ("[1, 0]", None)])
def test_dense_booleans_and_one_bit_integers_print_alike(literal: str, value: str | None) -> None:
    text = str(parse(f'"t.x"() {{a = dense<{literal}> : tensor<2xi1>}} : () -> ()'))
    assert f"dense<{value or '[true, false]'}>" in text
