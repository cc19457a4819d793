"""The lexer returns the tokens of xDSL's lexer, in linear time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind

from ttmlir_py.ir.reading.lexer import MlirLexer

PIECES = [
    "module", "func.func", "%0", "%arg0", "%a.b-c", "%0:2", "#map", "#map1", "!tt.tile", "^bb0", "@f", '@"a b"', "->", "-", "{-#",
    "#-}", "{", "}", "(", ")", "[", "]", "<", ">", "=", ":", ",", "::", "*", "+", "?", "...", "0x1F", "0xi32", "12", "1.5", "1.",
    "1.0e-5", "-1", '"text"', '"a\\22b"', '""', "loc", " ", "\n", "\t", "// comment\n", "4x4xf32", "i32", "_x", "|",
]  # fmt: skip


def tokens(lexer: MLIRLexer) -> list[tuple[MLIRTokenKind, int, int]]:
    found: list[tuple[MLIRTokenKind, int, int]] = []
    while not found or found[-1][0] is not MLIRTokenKind.EOF:
        token = lexer.lex()
        assert token.text == token.span.text
        found.append((token.kind, token.span.start, token.span.end))
    return found


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_lexer_gives_tokens_of_xdsl(pieces: list[str]):
    source = Input("".join(pieces), "input")
    try:
        expected = tokens(MLIRLexer(source))[:-1]
    except ParseError:
        with pytest.raises(ParseError):
            tokens(MlirLexer(source))
    else:
        assert tokens(MlirLexer(source))[:-1] == expected


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=40))
def test_lexer_on_random_text_gives_tokens_or_parse_error(text: str):
    complaint: ParseError | None = None
    try:
        tokens(MlirLexer(Input(text, "input")))
    except ParseError as error:
        complaint = error
    assert complaint is None or 0 <= complaint.span.start <= len(text)


@pytest.mark.parametrize("line", ["\n", "   \t\n", "// comment\n", "//\n", " // a /* b // c\n"])
@pytest.mark.parametrize("end", ["module {}\n", "", "//", '"unclosed', "~"])
def test_lexer_on_blank_lines_and_comments_takes_linear_time(line: str, end: str):
    text = line * 10_000 + end
    start = time.process_time()
    try:
        tokens(MlirLexer(Input(text, "input")))
    except ParseError:
        assert end[:1] in ('"', "~")
    assert time.process_time() - start < 1
