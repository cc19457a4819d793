"""Rewrite patterns that are Python functions. MLIR's bindings of LLVM 22 print the same modules."""

from collections.abc import Iterator
from typing import Any

import pytest

from ttmlir_py.bindings import ir, rewrite
from ttmlir_py.bindings.dialects import arith

PROGRAM = """
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %x = arith.addi %a, %b : i32
  %y = arith.addi %x, %c0 : i32
  %z = arith.muli %y, %b : i32
  %d = arith.xori %a, %b : i32
  return %z, %x : i32, i32
}
"""


@pytest.fixture
def module() -> Iterator[Any]:
    with ir.Context(), ir.Location.unknown():
        yield ir.Module.parse(PROGRAM)


def to_sub(op: Any, rewriter: rewrite.PatternRewriter) -> None:
    with rewriter.ip:
        new = arith.subi(op.lhs, op.rhs, loc=op.location)
    rewriter.replace_op(op, new.owner)


def to_left_operand(op: Any, rewriter: rewrite.PatternRewriter) -> None:
    rewriter.replace_op(op, [op.lhs])


def patterns() -> rewrite.FrozenRewritePatternSet:
    found = rewrite.RewritePatternSet()
    found.add(arith.AddIOp, to_sub)
    found.add(arith.AddIOp, lambda op, rewriter: True, benefit=5)  # never matches
    found.add("arith.muli", to_left_operand, benefit=2)
    return found.freeze()


def lines(module: Any) -> list[str]:
    return [line.strip() for line in str(module).splitlines()[2:-2]]


def test_greedy_application_folds_and_erases_between_patterns(module: Any):
    rewrite.apply_patterns_and_fold_greedily(module, patterns())
    assert lines(module) == [
        "%0 = arith.subi %arg0, %arg1 : i32",
        "return %0, %0 : i32, i32",
    ]


def test_walk_applies_patterns_once_and_leaves_other_operations(module: Any):
    rewrite.walk_and_apply_patterns(module.operation, patterns())
    assert lines(module) == [
        "%c0_i32 = arith.constant 0 : i32",
        "%0 = arith.subi %arg0, %arg1 : i32",
        "%1 = arith.subi %0, %c0_i32 : i32",
        "%2 = arith.xori %arg0, %arg1 : i32",
        "return %1, %0 : i32, i32",
    ]


def test_python_objects_of_replaced_operations_become_invalid(module: Any):
    operations = list(module.body.operations[0].entry_block.operations)
    rewrite.apply_patterns_and_fold_greedily(module, patterns())
    for erased in operations[:-1]:
        with pytest.raises(RuntimeError, match="the operation has been invalidated"):
            str(erased)
    assert str(operations[-1].operation.name) == "func.return"


def test_pattern_that_fails_or_misuses_rewriter_raises_python_error(module: Any):
    def erases_used(op: Any, rewriter: rewrite.PatternRewriter) -> None:
        rewriter.erase_op(op)

    def replaces_by_too_few(op: Any, rewriter: rewrite.PatternRewriter) -> None:
        rewriter.replace_op(op, [])

    for function, message in ((erases_used, "still has uses"), (replaces_by_too_few, "0 values")):
        found = rewrite.RewritePatternSet()
        found.add(arith.AddIOp, function)
        with pytest.raises(ValueError, match=message):
            rewrite.walk_and_apply_patterns(module.operation, found.freeze())
    assert module.operation.verify()


def test_pattern_set_refuses_unknown_operations_and_settings(module: Any):
    found = rewrite.RewritePatternSet()
    with pytest.raises(ValueError, match=r"operation 'nowhere\.op' is not registered"):
        found.add("nowhere.op", to_sub)
    with pytest.raises(TypeError, match="a class or a name of operations, and a function"):
        found.add(3, to_sub)
    config = rewrite.GreedyRewriteConfig(enable_folding=False)
    with pytest.raises(NotImplementedError, match="always folds"):
        rewrite.apply_patterns_and_fold_greedily(module, found.freeze(), config)
