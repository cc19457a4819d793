"""Tests `ttir-simplify` with random programs, whose results must not change."""

import re

from simplification_programs import STEPS, problem_of, program
from tiers import THOROUGH

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.passes.ttir.ttir_simplify import RULES

SEEDS = range(1500) if THOROUGH else range(24)


def test_random_programs_have_same_results_after_simplification():
    problems = {seed: problem_of(seed) for seed in SEEDS}
    assert not {seed: problem for seed, problem in problems.items() if problem}


def test_planted_fault_changes_results(monkeypatch):
    """A rule that is wrong, `x * 2 == x`, is found in the first programs with such a product."""
    from ttmlir_py.dialects import ttir
    from ttmlir_py.passes.ttir import ttir_simplify

    def wrong(op, builder):
        return op.operands[0] if op.operands[0].type == op.results[0].type else None

    monkeypatch.setattr(ttir_simplify, "RULES", ({ttir.MultiplyOp: (wrong,)}, *RULES))
    assert any(problem_of(seed) for seed in range(10))


def test_random_programs_have_ops_of_every_step():
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
