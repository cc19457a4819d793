"""Tests that the fast rewriting helpers leave the same IR as xDSL's own: fields, use lists and
links.
"""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import ModuleOp, StringAttr, i32, i64
from xdsl.dialects.test import TestOp, TestPureOp
from xdsl.ir import Block, Operation, Region

from ttmlir_py.rewriting.mutation import (
    create,
    erase,
    for_each_op,
    insert_after,
    insert_before,
    move_before,
    replace,
    set_operand,
    supersede,
)

UNKNOWN = TestOp().location


def block_of(*ops: Operation) -> Block:
    block = Block()
    for op in ops:
        block.add_op(op)
    return block


def field_values(op: Operation) -> dict[str, object]:
    """Return the fields of an operation, stored in it or in its class, except those that are unique
    to an operation.
    """
    own = {"location", "results", "_operand_uses"}
    return {
        field.name: getattr(op, field.name) for field in fields(Operation) if field.name not in own
    }


def uses_by_walk(block: Block) -> set[tuple[int, int, int]]:
    return {
        (id(value), id(op), index) for op in block.ops for index, value in enumerate(op.operands)
    }


def uses_by_lists(block: Block) -> set[tuple[int, int, int]]:
    return {
        (id(result), id(use.operation), use.index)
        for op in block.ops
        for result in op.results
        for use in result.uses
    }


def check_links(block: Block) -> None:
    forward, backward = list(block.ops), list(reversed(block.ops))
    assert forward == backward[::-1]
    assert all(op.parent is block for op in forward)
    assert all(result.op is op for op in forward for result in op.results)


def test_rewriter_creates_op_with_fields_of_xdsl_op():
    source = TestOp(result_types=[i32])
    ours = create(TestOp, source.results, (i64,), {"p": StringAttr("x")}, UNKNOWN)
    theirs = TestOp.create(
        operands=source.results, result_types=[i64], properties={"p": StringAttr("x")}
    )
    assert field_values(ours) == field_values(theirs)
    assert ours.result_types == theirs.result_types
    assert len(ours._operand_uses) == len(theirs._operand_uses)
    assert [(each.index, each.op) for each in ours.results] == [(0, ours)]


def test_supersede_takes_over_position_operands_and_results():
    first, last = TestOp(result_types=[i32]), TestOp()
    old = TestOp([first.results[0]], [i32])
    user = TestOp([old.results[0], old.results[0]])
    block = block_of(first, old, user, last)
    result = old.results[0]
    new = supersede(old, TestPureOp, {})
    assert list(block.ops) == [first, new, user, last]
    assert new.results[0] is result
    assert result.op is new
    assert old.parent is None
    assert not old.results
    assert uses_by_lists(block) == uses_by_walk(block)
    check_links(block)
    new.detach()
    assert field_values(new) == field_values(TestPureOp()) | {"_operands": new._operands}


def test_supersede_of_first_or_last_op_keeps_block_order():
    only = TestOp(result_types=[i32])
    block = block_of(only)
    new = supersede(only, TestPureOp, {}, ())
    assert block.first_op is new
    assert block.last_op is new


OPERATIONS = st.sampled_from(
    ["set_operand", "supersede", "replace", "insert_before", "insert_after", "move"]
)


@given(st.lists(st.tuples(OPERATIONS, st.integers(0, 99), st.integers(0, 99)), max_size=30))
def test_random_rewrites_keep_uses_and_links_consistent(
    steps: list[tuple[str, int, int]],
):
    leaf = TestOp(result_types=[i32])
    ops: list[Operation] = [leaf]
    for number in range(5):
        values = [ops[number].results[0], leaf.results[0]]
        ops.append(TestOp(values, [i32]))
    block = block_of(*ops)
    for what, first, second in steps:
        inner = list(block.ops)
        op, other = inner[first % len(inner)], inner[second % len(inner)]
        if what == "set_operand" and op.operands:
            set_operand(op, first % len(op.operands), other.results[0])
        elif what == "supersede":
            kept = None if second % 2 else tuple(op.operands)[:1]
            supersede(op, TestPureOp, {}, kept)
        elif what == "replace" and op is not other and len(inner) > 2:
            users = {use.operation for use in op.results[0].uses}
            if op not in users:
                replace(op, other.results)
        elif what == "move" and op is not other:
            move_before(other, op)
        elif what.startswith("insert"):
            insert = insert_before if what == "insert_before" else insert_after
            insert(op, create(TestOp, other.results, (i32,), {}, UNKNOWN))
        assert uses_by_lists(block) == uses_by_walk(block)
        check_links(block)


def test_erase_of_op_with_uses_is_refused():
    op = TestOp(result_types=[i32])
    block_of(op, TestOp([op.results[0]]))
    with pytest.raises(AssertionError, match="has uses"):
        erase(op)


def test_walk_visits_outer_ops_first_and_skips_inserted_ops():
    inner = TestOp()
    outer = TestOp(regions=[Region(block_of(inner))])
    module = ModuleOp([outer])
    seen: list[Operation] = []

    def visit(op: Operation) -> None:
        seen.append(op)
        insert_after(op, create(TestOp, (), (), {}, UNKNOWN))

    for_each_op(module, visit)
    assert seen == [outer, inner]
