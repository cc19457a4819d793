"""Colours for MLIR text in code blocks."""

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class MlirLexer(RegexLexer):
    """The tokens of MLIR: values, symbols, blocks, aliases, types and names of operations."""

    name = "MLIR"
    aliases: ClassVar = ["mlir"]
    filenames: ClassVar = ["*.mlir"]
    tokens: ClassVar = {
        "root": [
            (r"\s+", Text),
            (r"//[^\n]*", Comment.Single),
            (r'"(?:[^"\\]|\\.)*"', String),
            (r"%[\w$.-]+(?:#\d+)?|%", Name.Variable),
            (r"@(?:[\w$.-]+|\"[^\"]*\")", Name.Function),
            (r"\^\w*", Name.Label),
            (r"[#!][\w$.]*", Name.Decorator),
            (
                words(("module", "attributes", "func", "return", "loc", "dense"), r"\b", r"\b"),
                Keyword,
            ),
            (r"(?:tensor|memref|vector|tuple|index|none|[su]?i\d+|bf16|f\d+\w*)\b", Keyword.Type),
            (r"-?(?:0x[0-9a-fA-F]+|\d+\.\d*(?:[eE][-+]?\d+)?|\d+)(?=\b|x|$|\W)", Number),
            (r"[a-zA-Z_][\w$]*(?:\.[\w$]+)*", Name),
            (r"->|=|::|[-+*?]", Operator),
            (r"[^\s]", Punctuation),
        ]
    }
