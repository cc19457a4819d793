"""Tests `ttir-simplify` with random programs, whose results must not change."""

import random
import re
from collections import Counter

import pytest
from simplification_programs import (
    LATER_PASSES,
    STEPS,
    Freedom,
    Writer,
    freedoms,
    problem_of,
    program,
    type_text,
)
from tiers import THOROUGH

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.ttir.interfaces import TTIROperation
from ttmlir_py.passes.ttir import rules, ttir_simplify
from ttmlir_py.passes.ttir.ttir_simplify import RULES

SEEDS = range(1500) if THOROUGH else range(24)


def test_random_programs_have_same_results_after_simplification():
    problems = {seed: problem_of(seed) for seed in SEEDS}
    assert not {seed: problem for seed, problem in problems.items() if problem}


def test_random_programs_that_found_mistakes_have_same_results():
    """A bias of higher rank than its product, and a sum of a value and its transpose that is
    needed elsewhere.
    """
    assert [problem_of(seed) for seed in (5044, 5941)] == ["", ""]


def test_random_programs_for_later_revision_have_same_results():
    formed = Counter[str]()
    seeds = SEEDS if THOROUGH else (7, 8, 32)
    problems = {seed: problem_of(seed, LATER_PASSES, formed) for seed in seeds}
    assert not {seed: problem for seed, problem in problems.items() if problem}
    names = "layer_norm rotary_embedding scaled_dot_product_attention split_heads unary"
    assert {f"later.{name}" for name in names.split()} <= set(formed)


def test_wrong_simplification_rule_is_found_by_random_programs(monkeypatch):
    """A rule that is wrong, `x * 2 == x`, is found in the first programs with such a product."""

    def wrong(op, builder):
        return op.operands[0] if op.operands[0].type == op.results[0].type else None

    monkeypatch.setattr(ttir_simplify, "RULES", ({ttir.MultiplyOp: (wrong,)}, *RULES))
    assert any(problem_of(seed) for seed in range(10))


def test_results_have_freedom_of_ops_that_they_depend_on():
    w = Writer(random.Random(0))
    argument = ("%x", (4, 8))
    exact = w.elementwise("exp", [argument], (4, 8))
    mean = w.reduction("mean", argument, 1, True)
    exponential = w.elementwise("exp", [mean], (4, 1))
    either = w.elementwise("maximum", [exact, argument], (4, 8))
    values = (exact, mean, exponential, either)
    names, types = (
        ", ".join(each) for each in zip(*((n, type_text(s)) for n, s in values), strict=True)
    )
    lines = "\n".join(w.lines)
    text = f"func.func @f(%x: {type_text((4, 8))}) -> ({types}) {{\n{lines}\nreturn {names} : {types}\n}}"
    assert freedoms(ttmlir_py.parse(text)) == [
        Freedom(),
        Freedom(rounded=True),
        Freedom(rounded=True, exponential=True),
        Freedom(either_zero=True),
    ]


def test_random_programs_contain_many_kinds_of_ops():
    text = "".join(program(seed) for seed in range(100))
    names = set(re.findall(r'"ttir\.(\w+)"', text))
    assert {"conv2d", "matmul", "permute", "prod", "slice", "typecast"} <= names
    assert len(names) > len(STEPS)


def test_backend_pipeline_simplifies_only_with_option():
    text = (
        "func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {\n"
        '  %c = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>\n'
        "  %e = tensor.empty() : tensor<4x8xf32>\n"
        '  %0 = "ttir.multiply"(%x, %c, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : '
        "(tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>\n"
        "  return %0 : tensor<4x8xf32>\n}\n"
    )
    counts = []
    for options in ("", "{simplify=true}"):
        module = ttmlir_py.parse(text)
        pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{options})"
        compiler.PassManager(pipeline).run(module)
        counts.append(str(module).count("ttnn.multiply"))
    assert counts == [1, 0]


def simplified(text: str) -> str:
    module = ttmlir_py.parse(text)
    compiler.PassManager("builtin.module(ttir-simplify,canonicalize)").run(module)
    return str(module)


def test_every_rule_states_its_law_and_why_it_ends():
    found = {rule for table in RULES for each in table.values() for rule in each}
    assert len(found) > 40
    for rule in found:
        assert re.search(r"Law: `.*\n\s+Ends: \w", rule.__doc__, re.DOTALL), rule.__name__


def test_random_programs_need_few_applications_of_rules(monkeypatch):
    budgets = []

    class Observed(rules.Budget):
        def __init__(self, limit):
            super().__init__(limit)
            budgets.append(self)

    monkeypatch.setattr(rules, "Budget", Observed)
    for seed in SEEDS:
        budgets.clear()
        simplified(program(seed))
        (budget,) = budgets
        assert budget.total <= budget.limit / 32


PERMUTED = """
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = "ttir.permute"(%x, %0) <{permutation = array<i64: 1, 0>}> :
      (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("turn")
  %2 = tensor.empty() : tensor<4x4xf32>
  %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> :
      (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("exp")
  return %3 : tensor<4x4xf32>
}
"""


def test_rules_without_end_are_an_error_with_the_names_of_the_rules(monkeypatch):
    def turn_around(op, builder):
        return builder.permute(builder.permute(builder.permute(op.input, (1, 0)), (1, 0)), (1, 0))

    monkeypatch.setattr(ttir_simplify, "RULES", ({ttir.PermuteOp: (turn_around,)},))
    with pytest.raises(ttmlir_py.CompilationError, match=r"often of turn_around \(\d+\)"):
        simplified(PERMUTED)


def located(text: str) -> list[tuple[str, str]]:
    """Return the name and the location of each TTIR op of a simplified program."""
    module = ttmlir_py.parse(text)
    compiler.PassManager("builtin.module(ttir-simplify)").run(module)
    return [(op.name, str(op.location)) for op in module.walk() if isinstance(op, TTIROperation)]


def test_moved_op_has_location_of_its_value_and_its_own():
    moved = 'loc(fused["exp", "turn"])'
    assert located(PERMUTED) == [("ttir.exp", 'loc("exp")'), ("ttir.permute", moved)]


def test_merged_op_has_locations_of_all_its_sources():
    text = """
    func.func @f(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %b: tensor<1x2xf32>) -> tensor<4x2xf32> {
      %0 = tensor.empty() : tensor<4x2xf32>
      %1 = "ttir.matmul"(%x, %w, %0) :
          (tensor<4x8xf32>, tensor<8x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32> loc("product")
      %2 = tensor.empty() : tensor<4x2xf32>
      %3 = "ttir.broadcast"(%b, %2) <{broadcast_dimensions = array<i64: 4, 1>}> :
          (tensor<1x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32> loc("bias")
      %4 = tensor.empty() : tensor<4x2xf32>
      %5 = "ttir.add"(%1, %3, %4) <{operandSegmentSizes = array<i32: 2, 1>}> :
          (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32> loc("sum")
      return %5 : tensor<4x2xf32>
    }
    """
    assert located(text) == [("ttir.linear", 'loc(fused["sum", "product", "bias"])')]
