"""Drafts of tables for revisions that nobody has described: what is found, and what is survived."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import ttmlir_py
from ttmlir_py import revisions
from ttmlir_py.dialects.revisions.text_scan import end_of_group, operations, split
from ttmlir_py.revisions import Revision
from ttmlir_py.tools.driver import ToolError
from ttmlir_py.tools.revision_draft import draft

T = "tensor<4x8xf32>"
MUTATED = f"""#bound = #ttcore.bound<3>
module {{
  func.func @f(%arg0: {T}, %arg1: {T}) -> {T} {{
    %0 = "ttir.abs"(%arg0) <{{exactly = true}}> : ({T}) -> {T}
    %1 = "ttir.abs"(%0) <{{exactly = true}}> : ({T}) -> {T}
    %2 = "ttir.add"(%0, %1) <{{by = [], clamp = 2 : i32}}> : ({T}, {T}) -> {T}
    %3 = "ttir.add"(%2, %1) <{{by = [#ttcore.bound<4>]}}> : ({T}, {T}) -> {T}
    %4, %5 = "ttir.twist"(%3, %arg1) <{{how = "left", limit = #bound, operandSegmentSizes = array<i32: 1, 0, 1, 0>, turns = array<i64: 1, 2>}}> : ({T}, {T}) -> ({T}, {T}) loc("a":1:2)
    %6 = "ttir.concat"(%4, %5) <{{dim = 0 : si32}}> : ({T}, {T}) -> tensor<8x8xf32>
    %kept, %rest = "ttir.halve"(%6) : (tensor<8x8xf32>) -> ({T}, {T})
    %7 = "ttir.cumulative"(%kept) <{{dim = 1 : i64, reduction = #ttcore.reduce_type<median>, reverse = false}}> : ({T}) -> {T}
    return %7 : {T}
  }}
}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.mlir").write_text(MUTATED)
    (tmp_path / "notes.txt").write_text('"ttir.unread"(%a) : (t) -> t')
    return tmp_path


def test_revision_draft_of_mutated_text_lists_each_difference(folder: Path):
    text = draft([str(folder)], "2026-10")
    path = folder / "a.mlir"
    assert f"# 2 times, first in {path}:1\nattr ttcore.bound (value_0: int)" in text
    assert f"# 2 times, first in {path}:4 (ttir.abs)\n" in text
    assert "\nop ttir.abs {+exactly: BoolAttr}\n" in text
    assert "\nop ttir.add {+by: [#ttcore.bound] = [], +clamp: I32Attr?}\n" in text
    assert (
        "\nop ttir.twist (operand_0, operand_1?, operand_2, operand_3?) {how: StrAttr, limit: #ttcore.bound, turns:\n"
        "    DenseI64ArrayAttr} -> (result_0, result_1)\n"
    ) in text
    assert "\nop ttir.halve (input) -> (kept, rest)\n" in text
    assert "\nenum ttcore.ReduceType +Median=9:median" in text
    assert "ttir.concat" not in text
    assert "cumulative" not in text.replace("ttir.cumulative is", "")
    assert "unread" not in text


@pytest.fixture
def registered(folder: Path) -> Iterator[str]:
    """Register the draft of the mutated text as a revision."""
    table = folder / "draft.ods"
    table.write_text(draft([str(folder / "a.mlir")], "2026-10"))
    name = f"2099-01-{folder.name}"
    revisions.register(Revision(name, "2099-01-01", "2099-12-31", base="2026-10", table=str(table)))
    yield name
    revisions.unregister(name)


def test_revision_draft_is_a_table_that_parses_the_text(registered: str):
    context = ttmlir_py.create_context(revision=registered)
    module = ttmlir_py.parse(MUTATED, context=context)
    again = ttmlir_py.parse(str(module), context=ttmlir_py.create_context(revision=registered))
    assert str(again) == str(module)
    assert "median" in str(module)


def test_revision_draft_is_empty_for_text_of_supported_revision(tmp_path: Path):
    (tmp_path / "a.mlir").write_text(f'%0 = "ttir.add"(%a, %b) : ({T}, {T}) -> {T}')
    assert draft([str(tmp_path)], "2026-08").splitlines()[2:] == ["# Nothing differs."]


def test_revision_draft_lists_removed_property_and_changed_operands(tmp_path: Path):
    (tmp_path / "a.mlir").write_text(
        f'%0 = "ttir.concat"(%a, %b) : ({T}, {T}) -> {T}\n'
        f'%1 = "ttir.add"(%a, %b, %c) : ({T}, {T}, {T}) -> {T}'
    )
    text = draft([str(tmp_path)], "2026-08")
    assert "\nop ttir.concat {-dim}\n" in text
    assert "\nop ttir.add (operand_0, operand_1, operand_2)\n" in text


def test_revision_draft_of_folder_without_files_is_an_error(tmp_path: Path):
    with pytest.raises(ToolError, match=r"no .mlir or .ttnn files"):
        draft([str(tmp_path)], "2026-08")
    with pytest.raises(ToolError, match=r"no such file or folder"):
        draft([str(tmp_path / "missing")], "2026-08")


PROGRAM = f"""module {{
  func.func @f(%a: {T}, %b: {T}) -> {T} {{
    %0 = "ttir.add"(%a, %b) : ({T}, {T}) -> {T}
    %1 = "ttir.round"(%0) : ({T}) -> {T}
    return %1 : {T}
  }}
}}
"""


@pytest.fixture(scope="module")
def binary() -> bytes:
    """A binary of 2026-08 that the compiler wrote."""
    text = PROGRAM.replace("ttir.round", "ttir.exp")
    module = ttmlir_py.parse(text, context=ttmlir_py.create_context(revision="2026-08"))
    ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
    return ttmlir_py.translate(module, revision="2026-08")


def with_operation_number(data: bytes, old: int, new: int) -> bytes:
    """Return a binary whose operations with the number `old` in the union have the number `new`."""
    from ttmlir_py.schemas.draft import BinaryDraft

    numbers: list[int] = []
    draft_of = BinaryDraft("2026-08", lambda _: None, lambda _: True)
    draft_of.read(data, "x")
    assert old in draft_of.members
    for position in range(len(data)):
        if data[position] == old:
            changed = data[:position] + bytes([new]) + data[position + 1 :]
            again = BinaryDraft("2026-08", lambda _: None, lambda _: True)
            again.read(changed, "x")
            if new in again.members and old not in again.members:
                numbers.append(position)
    assert numbers
    return data[: numbers[0]] + bytes([new]) + data[numbers[0] + 1 :]


def test_revision_draft_of_known_binary_has_only_schema_hash(tmp_path: Path, binary: bytes):
    (tmp_path / "a.ttnn").write_bytes(binary)
    lines = draft([str(tmp_path)], "2026-08").splitlines()[2:]
    assert len(lines) == 1
    assert lines[0].startswith("# schema_hash ")


def test_revision_draft_of_renumbered_binary_lists_union_member(tmp_path: Path, binary: bytes):
    (tmp_path / "a.ttnn").write_bytes(with_operation_number(binary, 36, 150))
    text = draft([str(tmp_path)], "2026-08")
    assert "# OpType 150 (no member in 2026-08): ttnn.add, " in text
    assert "EltwiseBinaryOp is 36 in 2026-08" in text


@pytest.mark.parametrize("seed", range(4))
def test_revision_draft_of_damaged_files_exits_without_traceback(
    tmp_path: Path, binary: bytes, seed: int
):
    rng = random.Random(seed)
    for index in range(12):
        data = bytearray(binary)
        for _ in range(rng.choice([1, 8, 64])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        (tmp_path / f"{index}.ttnn").write_bytes(
            data[: rng.randrange(len(data))] if index % 3 else data
        )
        text = list(MUTATED)
        for _ in range(rng.choice([1, 8, 64])):
            text[rng.randrange(len(text))] = rng.choice('<>{}()[]"%#!=:,x0 ')
        (tmp_path / f"{index}.mlir").write_text("".join(text))
    (tmp_path / "empty.ttnn").write_bytes(b"")
    assert draft([str(tmp_path)], "2026-08").startswith("# A draft")


def test_revision_draft_scanner_splits_around_nested_brackets_and_strings():
    assert end_of_group('<"a>", (d0) -> (d0), <x>> y', 0) == 25
    assert end_of_group("<(>", 0) is None
    assert split('a = [1, 2], b = "x, y", c') == ["a = [1, 2]", 'b = "x, y"', "c"]
    (found,) = operations('%a:2 = "x.y"(%b, %c#1) <{p = 1 : i32, u}> {d.e} : (t, t) -> (t, t)')
    assert (found.operands, found.results, found.result_names) == (2, 2, ("a",))
    assert found.properties == {"p": "1 : i32", "u": ""}
    assert found.attributes == ("d.e",)
