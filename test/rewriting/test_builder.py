"""Tests that builders insert at their insertion point, in order, with their location."""

from xdsl.dialects.builtin import NameLoc, StringAttr, UnknownLoc, i32
from xdsl.dialects.test import TestOp
from xdsl.ir import Block, Operation

from ttmlir_py.rewriting.builder import Builder, location_of, with_name_suffix

HERE = NameLoc(StringAttr("here"), UnknownLoc())
THERE = NameLoc(StringAttr("there"), UnknownLoc())


def block_of_two() -> tuple[Block, Operation, Operation]:
    first, last = TestOp(result_types=[i32]), TestOp()
    first.location = last.location = HERE
    return Block([first, last], arg_types=[i32]), first, last


def build(builder: Builder) -> list[Operation]:
    """Return two ops, of which the second uses the first."""
    value = builder.value(TestOp, (), i32, a=StringAttr("x"))
    return [value.owner, builder.op(TestOp, (value,))]  # pyright: ignore[reportReturnType]


def test_builder_inserts_at_insertion_point():
    block, first, last = block_of_two()
    before, after = build(Builder(last)), build(Builder.after(last))
    start, end = build(Builder.at_start(block, THERE)), build(Builder.at_end(block, THERE))
    assert list(block.ops) == [*start, first, *before, last, *after, *end]
    assert all(op.location == HERE for op in (*before, *after))
    assert all(op.location == THERE for op in (*start, *end))
    assert start[0].properties == {"a": StringAttr("x")}


def test_builder_inserts_after_definition_of_value():
    block, first, last = block_of_two()
    after_op = build(Builder.after_definition(first.results[0]))
    at_start = build(Builder.after_definition(block.args[0]))
    assert list(block.ops) == [*at_start, first, *after_op, last]


def test_builder_gives_location_to_inserted_op():
    block, first, _ = block_of_two()
    op = Builder(first, THERE).insert(TestOp())
    assert op.location == THERE
    assert block.first_op is op


def test_builder_fills_empty_block_from_start():
    block = Block()
    assert build(Builder.at_start(block, HERE)) == list(block.ops)


def test_location_of_value_is_location_of_owner():
    block, first, _ = block_of_two()
    assert location_of(first.results[0]) == HERE
    assert location_of(block.args[0]) == block.args[0].location
    assert with_name_suffix(HERE, "_x") == NameLoc(StringAttr("here_x"), UnknownLoc())
    assert with_name_suffix(UnknownLoc(), "_x") == UnknownLoc()
