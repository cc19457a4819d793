"""The analysis of texts with mistakes, which finds several and never raises an exception."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

from ttmlir_py.editing import completion, formatting, hover, outline
from ttmlir_py.editing.analysis import Analysis, Lines, analyse, read_parts
from ttmlir_py.editing.lines import Line
from ttmlir_py.editing.reading import read_structure
from ttmlir_py.editing.structure import Name, Structure
from ttmlir_py.editing.tokens import Kind, tokens_of

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for path in (ROOT / "test").rglob("*.mlir")
    if path.stat().st_size < 20_000 and path.parts[-2] not in ("Inputs", "bindings")
)
PROGRAM = """\
module {
  func.func @f(%a: tensor<32x32xf32>, %c: i1) -> tensor<32x32xf32> {
    %0 = tensor.empty() : tensor<32x32xf32>
    %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
    %2 = scf.if %c -> tensor<32x32xf32> {
      scf.yield %1 : tensor<32x32xf32>
    } else {
      scf.yield %a : tensor<32x32xf32>
    }
    return %2 : tensor<32x32xf32>
  }
}
"""


def read(text: str) -> Analysis:
    return analyse(read_parts(Lines().read(text)))


def errors(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.message) for each in read(text).problems]


def test_program_without_mistakes_has_no_problems() -> None:
    assert errors(PROGRAM) == []


def test_each_of_several_mistakes_is_reported_at_its_line() -> None:
    text = PROGRAM.replace("tensor.empty()", "tensor.emty()").replace(
        "scf.yield %1", "scf.yield %9"
    )
    text = text.replace("return %2 :", "return %2 %2 :")
    found = errors(text)
    assert [line for line, _ in found] == [2, 5, 9]
    assert found[0][1].startswith("custom op 'tensor.emty' is unknown")
    assert found[1][1] == "use of undeclared SSA value name"


def test_use_of_result_of_wrong_operation_is_not_reported_as_error() -> None:
    text = PROGRAM.replace('"ttir.abs"(%a, %0)', '"ttir.abs"(%a, %0')
    assert [line for line, _ in errors(text)] == [3]


def test_body_of_function_with_mistake_in_header_is_still_checked() -> None:
    text = PROGRAM.replace("%c: i1)", "%c: i1").replace('"ttir.abs"', '"ttir.abz"')
    assert [line for line, _ in errors(text)] == [1]
    text = PROGRAM.replace("%c: i1)", "%c: i1").replace("tensor.empty", "tensor.emty")
    assert [line for line, _ in errors(text)] == [1, 2]


def test_missing_brace_is_reported_at_the_end() -> None:
    text = PROGRAM.rstrip().removesuffix("}").rstrip().removesuffix("}")
    assert [message for _, message in errors(text)] == ["expected '}' to end a region"]


def test_texts_of_a_split_file_have_their_own_problems() -> None:
    wrong = PROGRAM.replace("tensor.empty", "tensor.emty")
    text = f"{PROGRAM}// -----\n{wrong}// -----\n{PROGRAM}"
    assert [line for line, _ in errors(text)] == [PROGRAM.count("\n") + 3]


def test_hover_shows_type_of_argument_of_file_without_module() -> None:
    part = read("func.func @f(%a: tensor<2x3xf32>) {\n  return\n}\n").parts[0]
    assert hover.hover(part, 0, 14) == "```mlir\n%a : tensor<2x3xf32>\n```\n\n6 elements, 24 bytes"


def test_types_of_builtin_are_not_completed_with_prefix() -> None:
    lines = ["builtin.module {", '  %0 = "ttnn.get_device"() : () -> !']
    part = read("\n".join(lines)).parts[0]
    found = {each.text for each in completion.complete(part, 1, len(lines[1]))}
    assert "!tt.device" in found
    assert "!bf16" not in found


def test_names_bind_within_their_regions() -> None:
    structure = read(PROGRAM).parts[0].structure
    used = {
        (name.text, name.line): name.definition.line
        for names in structure.names.values()
        for name in names
        if name.kind is Kind.VALUE and name.definition is not None
    }
    assert used["%1", 5] == 3
    assert used["%a", 7] == 1
    assert used["%c", 4] == 1
    assert [each.name for each in structure.statements] == [
        "module", "func.func", "tensor.empty", "ttir.abs", "scf.if", "scf.yield", "scf.yield", "return",
    ]  # fmt: skip


def summary(structure: Structure) -> list[object]:
    """Return what a structure says about operations and names."""

    def written(name: Name | None) -> object:
        return name and (name.kind, name.text, name.line, name.start, name.end, name.index)

    return [
        *(
            (each.name, each.line, each.start, each.end_line, each.end, len(each.regions))
            for each in structure.statements
        ),
        *(
            (line, written(name), written(name.definition), [written(use) for use in name.uses])
            for line, names in structure.names.items()
            for name in names
        ),
    ]


def test_line_with_whole_operation_is_read_like_its_tokens() -> None:
    """The names of most lines are found without tokens, which is faster."""
    count = 0
    draw = random.Random(0)
    for path in FILES[::7]:
        text = path.read_text(errors="surrogateescape")
        short = text[:4000]
        broken = "".join(each for each in short if draw.random() > 0.01)
        for written in (text, broken):
            lines = [Line(each) for each in written.split("\n")]
            count += sum(line.is_whole for line in lines)
            found = summary(read_structure(lines))
            for line in lines:
                line.is_whole = False
            assert found == summary(read_structure(lines)), path
    assert count > 500


@pytest.mark.parametrize("path", FILES[:: max(len(FILES) // 40, 1)], ids=lambda path: path.stem)
def test_formatting_keeps_tokens_and_is_idempotent(path: Path) -> None:
    text = path.read_text(errors="surrogateescape")
    once = formatting.format_lines([Line(each) for each in text.split("\n")])
    assert formatting.format_lines([Line(each) for each in once]) == once
    before = [token.text.rstrip() for line in text.split("\n") for token in tokens_of(line)]
    assert [token.text.rstrip() for line in once for token in tokens_of(line)] == before


@pytest.mark.parametrize(
    "line",
    [
        '%0 = a.b %c, %d {x = 1 : i32, y = "a,  b"} : (i32) -> i32',
        "^bb0(%a: i32):",
        "} else {",
        "#map = affine_map<(d0) -> (d0)>",
        "// a  comment",
        "%0=a.b(%c,%d)->i32",
        "a.b ( %c ) , %d",
        "%0 =  a.b",
        "x->%a",
        "a ==  b",
        "a <= b",
        '"open',
    ],
)
def test_line_that_is_tidy_is_formatted_like_its_tokens(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most lines are formatted without tokens, which is faster."""
    lines = [Line(each) for each in ("{", line, "a.b", "}")]
    found = formatting.format_lines(lines)
    monkeypatch.setattr(formatting, "_TIDY", re.compile(r"(?!)"))
    assert formatting.format_lines(lines) == found


MISTAKES = (
    (r"(tensor|memref)<(\d+)x", r"\1<\g<2>y"),
    (r'"(\w+)\.(\w+)"\(', r'"\1.\2q"('),
    (r"%(\w+)([,)])", r"%zz\1\2"),
    (r"\) -> ", r") > "),
    (r": \(", ": "),
    (r' = "', ' "'),
    (r"<\{", "<{,"),
    (r"i32>", "i32"),
    (r"arith\.(\w+) ", r"arith.\1x "),
    (r"tensor\.empty\(\)", "tensor.empty("),
)


def with_mistakes(text: str, draw: random.Random) -> tuple[str, list[int]]:
    """Return a text with up to three mistakes, each an error on its own, and their lines."""
    lines = text.split("\n")
    broken, places = list(lines), list[int]()
    numbers = [
        number
        for number, line in enumerate(lines)
        if "%" in line and "func.func" not in line and not line.strip().startswith("//")
    ]
    for _ in range(30 if len(numbers) > 5 else 0):
        number = draw.choice(numbers)
        pattern, replacement = draw.choice(MISTAKES)
        wrong = re.sub(pattern, replacement, lines[number], count=1)
        alone = "\n".join([*lines[:number], wrong, *lines[number + 1 :]])
        if number not in places and wrong != lines[number] and errors(alone):
            broken[number] = wrong
            places.append(number)
            if len(places) == 3:
                break
    return "\n".join(broken), places


def test_at_least_two_of_three_mistakes_in_file_are_found_at_their_lines() -> None:
    draw = random.Random(7)
    found: list[int] = []
    for path in draw.sample(FILES, len(FILES)):
        text = path.read_text(errors="surrogateescape")
        if "-----" in text or "expected-error" in text or errors(text):
            continue
        text, places = with_mistakes(text, draw)
        if len(places) == 3:
            lines = {line for line, _ in errors(text)}
            found.append(len(lines.intersection(places)))
        if len(found) == example_count(10):
            break
    assert len([each for each in found if each >= 2]) >= 0.9 * len(found) > 8


@settings(max_examples=example_count(17), deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_random_edits_never_raise(seed: int, count: int) -> None:
    draw = random.Random(seed)
    text = draw.choice(FILES).read_text(errors="surrogateescape")[:6_000]
    for _ in range(count):
        start = draw.randrange(len(text) + 1)
        end = min(start + draw.choice((0, 1, 3, 40)), len(text))
        text = (
            text[:start]
            + draw.choice(("", "%", "{", "}", '"', "(", "\n", "ttir.", "<", "é\0"))
            + text[end:]
        )
    found = read(text)
    for part in found.parts:
        line = draw.randrange(len(part.lines))
        column = draw.randrange(len(part.lines[line].text) + 1)
        completion.complete(part, line, column)
        completion.signature(part, line, column)
        hover.hover(part, line, column)
        list(outline.hints(part, 0, len(part.lines)))
        list(outline.colors(part, 0, len(part.lines)))
        outline.outline(part)
        formatting.format_lines(part.lines)
