"""Mutations of tokens, lines and bytes that damage valid MLIR texts."""

import random
import re
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).parents[1]
_LARGEST = 6000
"""The largest number of characters of a text in the corpus."""
_TOKEN = re.compile(r"\s+|\"(?:[^\"\\\n]|\\.)*\"|[%#!@^]?[\w$.-]+|0x[0-9A-Fa-f]+|->|::|.", re.S)
_NUMBERS = (
    "0",
    "-1",
    "1",
    "7",
    "32",
    "255",
    "65536",
    "2147483647",
    "2147483648",
    "-9223372036854775808",
)
_NUMBERS += (
    "9223372036854775807",
    "18446744073709551616",
    "1" + "0" * 40,
    "1.0e400",
    "0x7FC00000",
    "nan",
)
_WORDS = (
    "i1",
    "si32",
    "ui8",
    "f16",
    "bf16",
    "f64",
    "index",
    "none",
    "i0",
    "i16777216",
    "complex<f32>",
    "?",
)
_WORDS += (
    "tensor<?xf32>",
    "tensor<*xf32>",
    "tensor<0xf32>",
    "!tt.device",
    "dense<>",
    "loc(unknown)",
    "unit",
)
_WORDS += (
    "memref<2xf32>",
    "vector<4xi8>",
    "()",
    "<>",
    "{}",
    "[]",
    "@",
    "%",
    "#",
    "^bb9",
    "affine_map<() -> ()>",
)
_ELEMENT_TYPES = (
    "f32",
    "bf16",
    "f16",
    "f64",
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "si32",
    "ui32",
    "ui8",
    "index",
)
_SIZES = (
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "31",
    "32",
    "33",
    "64",
    "100",
    "4096",
    "65537",
    "2147483648",
    "-1",
    "?",
)
_BYTES = (
    "\0",
    "\x1b[31m",
    "\x7f",
    "\udc80",
    "é",
    "\r",
    "\t",
    "\ufeff",
    "\\",
    '"',
    "//",
    "/*",
    "\u2028",
)


def corpus() -> list[str]:
    """Return the small texts of the project's lit tests, split where `--split-input-file`
    splits.
    """
    texts: list[str] = []
    for file in sorted(TESTS.rglob("*.mlir")):
        for part in re.split(r"^// -----.*$", file.read_text(errors="surrogateescape"), flags=re.M):
            lines = [line for line in part.splitlines() if not re.match(r"\s*//", line)]
            text = "\n".join(lines).strip() + "\n"
            if 1 < len(text) <= _LARGEST:
                texts.append(text)
    return texts


def _some(rng: random.Random, tokens: list[str]) -> tuple[int, int]:
    """Return the bounds of a short run of `tokens`."""
    start = rng.randrange(len(tokens))
    return start, min(len(tokens), start + rng.choice((1, 1, 1, 2, 3, 8, 30)))


def _drop(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    start, end = _some(rng, tokens)
    del tokens[start:end]


def _repeat(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    start, end = _some(rng, tokens)
    tokens[start:start] = tokens[start:end] * rng.choice((1, 1, 2, 50))


def _swap(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    a, b = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    tokens[a], tokens[b] = tokens[b], tokens[a]


def _splice(rng: random.Random, tokens: list[str], others: list[str]) -> None:
    start, end = _some(rng, others)
    at, until = _some(rng, tokens)
    tokens[at : rng.choice((at, until))] = others[start:end]


def _renumber(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    places = [i for i, token in enumerate(tokens) if re.search(r"\d", token)]
    if places:
        at = rng.choice(places)
        tokens[at] = re.sub(r"\d+", lambda _: rng.choice(_NUMBERS), tokens[at], count=1)


def _reword(rng: random.Random, tokens: list[str], others: list[str]) -> None:
    tokens[rng.randrange(len(tokens))] = rng.choice((*_WORDS, rng.choice(others)))


def _everywhere(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    """Replace a number, size or element type everywhere, so that types still agree."""
    places = [i for i, token in enumerate(tokens) if re.search(r"\d", token)]
    if not places:
        return
    part = rng.choice(re.findall(r"[a-z]*\d+", tokens[rng.choice(places)]))
    new = rng.choice(_ELEMENT_TYPES if part[0].isalpha() else _SIZES)
    for i in places:
        tokens[i] = re.sub(rf"(?<![a-z\d]){part}(?!\d)|(?<=x){part}(?!\d)", new, tokens[i])


def _alike(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    """Replace a token by another of its kind: an operand by an operand, a keyword by a keyword."""
    at = rng.randrange(len(tokens))
    kind = tokens[at][:1]
    same = [token for token in tokens if token[:1] == kind or (token.isalpha() and kind.isalpha())]
    tokens[at] = rng.choice(same)


def _bytes(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    at = rng.randrange(len(tokens))
    inside = rng.randint(0, len(tokens[at]))
    tokens[at] = tokens[at][:inside] + rng.choice(_BYTES) + tokens[at][inside:]


def _nest(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    at, depth = rng.randrange(len(tokens)), rng.choice((3, 60, 2000))
    opening, closing = rng.choice(("()", "[]", "<>", "{}", ("tensor<", ">"), ("tuple<", ">")))
    tokens[at] = opening * depth + tokens[at] + closing * rng.choice((depth, 0))


def _cut(rng: random.Random, tokens: list[str], _: list[str]) -> None:
    del tokens[rng.randrange(len(tokens)) :]


_MUTATIONS: dict[Callable[[random.Random, list[str], list[str]], None], int] = {
    **{_drop: 2, _repeat: 2, _swap: 2, _splice: 3, _renumber: 6, _everywhere: 14},
    **{_reword: 3, _alike: 10, _bytes: 1, _nest: 1, _cut: 1},
}


def damaged(rng: random.Random, text: str, other: str) -> str:
    """Return `text` after a few mutations, some of which take parts of `other`."""
    tokens, others = _TOKEN.findall(text), _TOKEN.findall(other)
    for mutate in rng.choices(
        list(_MUTATIONS), list(_MUTATIONS.values()), k=rng.choice((1, 1, 1, 2, 4))
    ):
        if tokens:
            mutate(rng, tokens, others)
    return "".join(tokens)
