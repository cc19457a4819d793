"""Tests of pass contracts: a planted violation of each condition is reported with pass and
operation.
"""

import pytest

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.passes import contracts
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.registry import PASSES, get_pass
from ttmlir_py.passes.running.pass_manager import Condition, PassRunner

PLAIN = """
%0 = tensor.empty() : tensor<32x32xf32>
%1 = "ttir.relu"(%0, %0) <{operandSegmentSizes = array<i32: 1, 1>}>
  : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
"""
BLOCKS = """
func.func @f() {
  cf.br ^next
^next:
  return
}
"""
LAYOUT = "#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<system_memory>>>"
TO_LAYOUT = f"""
func.func @f(%0: tensor<32x32xf32, {LAYOUT}>) {{
  %1 = "ttnn.to_layout"(%0) <{{layout = #ttnn.layout<row_major>, dtype = #tt.supportedDataTypes<f32>}}>
    : (tensor<32x32xf32, {LAYOUT}>) -> tensor<32x32xf32, {LAYOUT}>
  return
}}
"""
TTNN = """
func.func @f(%0: tensor<32x32xf32>) {
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<32x32xf32>) -> ()
  return
}
"""
OPERATIONS = {
    "ttir.index": '%0 = "test.made"() : () -> tensor<4xf32>\n'
    '%1 = "ttir.index"(%0) <{begin = 0 : i32, dim = 0 : i32, end = 2 : i32, step = 1 : i32}>'
    " : (tensor<4xf32>) -> tensor<2xf32>",
    "tensor.empty": PLAIN,
}
DIALECTS = {
    "stablehlo": "%0 = stablehlo.constant dense<1.0> : tensor<f32>",
    "tosa": '%0 = "tosa.const"() <{value = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>',
    "ttir": PLAIN,
    "ttnn": TTNN,
    "ttkernel": 'func.func @f() { "ttkernel.noc_async_read_barrier"() : () -> () return }',
}
VIOLATIONS = {
    contracts.HAS_SYSTEM_DESC: "",
    contracts.HAS_DEVICE: "",
    contracts.TTIR_WITH_TTNN_LAYOUTS: PLAIN,
    contracts.TTIR_WITH_METAL_LAYOUTS: PLAIN,
    contracts.TTNN_WITH_LAYOUTS: TTNN,
    contracts.ONE_BLOCK: BLOCKS,
    contracts.NO_BRANCHES: BLOCKS,
    contracts.SIMPLE_TO_LAYOUTS: TO_LAYOUT,
}
CONTRACTS = [
    (flag, kind, condition)
    for flag in PASSES
    for kind in ("requires", "ensures")
    for condition in getattr(get_pass(flag), kind)
]


def violation_of(condition: Condition) -> str:
    """Return a module that violates a condition."""
    if condition in VIOLATIONS:
        return VIOLATIONS[condition]
    tables = DIALECTS if "dialect" in condition.text else OPERATIONS
    return next(text for name, text in tables.items() if name in condition.text)


def idle(pass_class: type[Pass]) -> Pass:
    """Return a pass that has the contract of another one and changes nothing."""

    class Idle(pass_class):
        def run(self, context, op):
            return False

        def run_nested(self, runner, op):
            return False

    return Idle()


@pytest.mark.parametrize(
    ("flag", "kind", "condition"), CONTRACTS, ids=[f"{f}-{k}-{c.text}" for f, k, c in CONTRACTS]
)
def test_violated_contract_names_its_pass(flag: str, kind: str, condition: Condition):
    context = compiler.create_context(allow_unregistered=True)
    module = ttmlir_py.parse(violation_of(condition), context=context)
    found: list[str] = []
    each = idle(get_pass(flag))
    others = {"requires": (), "ensures": ()} | {kind: (condition,)}
    type(each).requires, type(each).ensures = others["requires"], others["ensures"]
    keep = context.diagnostics.handler(lambda each: found.append(each.message))
    with keep, pytest.raises(CompilationError):
        PassRunner(context, verify_each=False).run_pass(each, module)
    assert any(f"pass '{flag}' {kind} that {condition.text}" in message for message in found)


@pytest.mark.parametrize(
    "pipeline", ["ttir-to-ttnn-backend-pipeline", "ttir-to-ttmetal-backend-pipeline"]
)
def test_pipeline_run_checks_contracts_of_its_passes(pipeline: str):
    text = """
    func.func @f(%0: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %1 = tensor.empty() : tensor<64x64xf32>
      %2 = "ttir.multiply"(%0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}>
        : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      return %2 : tensor<64x64xf32>
    }"""
    (checks,) = PassRunner(ttmlir_py.create_context()).instrumentations
    assert isinstance(checks, contracts.ContractChecks)
    module = ttmlir_py.parse(text)
    ttmlir_py.PassManager(f"builtin.module({pipeline})").run(module)


def test_pass_error_is_reported_instead_of_its_contract():
    with pytest.raises(CompilationError) as caught:
        ttmlir_py.PassManager("builtin.module(ttir-implicit-device)").run(ttmlir_py.parse(""))
    assert "requires attribute 'tt.system_desc' (see --ttir-load-system-desc)" in str(caught.value)
    assert "pass '" not in str(caught.value)
