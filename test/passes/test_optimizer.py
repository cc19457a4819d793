"""Tests of parts of the optimizer that programs cannot show: orders, combinations, the interface to
the op model.
"""

import json
import re
from itertools import chain, combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects import test
from xdsl.ir import Block, Operation

import ttmlir_py
from ttmlir_py import compiler, runtime
from ttmlir_py.compiler import create_context
from ttmlir_py.dialects import func, ttnn
from ttmlir_py.ir.context import ProgramEstimate
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.running.manager import PassManager
from ttmlir_py.passes.ttnn.optimizer.greedy_l1_interleaved_policy import L1Usage, best_in_l1
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import sort_as_libstdcxx
from ttmlir_py.passes.ttnn.optimizer.op_model import OpConstraints, OpModelError
from ttmlir_py.passes.ttnn.optimizer.overrides import parse_output_layouts
from ttmlir_py.passes.ttnn.optimizer.schedule import apply_schedule
from ttmlir_py.runtime.inputs import generate_inputs

pytestmark = pytest.mark.slow

POLICIES = ["DFSharding", "GreedyL1Interleaved", "BFInterleaved"]
ANALYSIS = "enable-optimizer=true memory-layout-analysis-enabled=true"


@given(st.lists(st.integers(0, 5), max_size=60))
def test_optimizer_sort_by_preference_is_stable_for_few_items(keys: list[int]):
    items = list(enumerate(keys))
    result = sort_as_libstdcxx(items, lambda item: item[1])
    assert sorted(result) == items
    assert [key for _, key in result] == sorted(keys, reverse=True)
    if len(keys) <= 16:
        assert result == sorted(items, key=lambda item: -item[1])


USAGES = st.lists(st.builds(L1Usage, st.integers(1, 6), st.integers(0, 12)), min_size=1, max_size=4)


def peak(usages: list[L1Usage]) -> int:
    needed = used = 0
    for usage in usages:
        needed, used = max(needed, used + usage.required), used + usage.output
    return needed


@given(USAGES, st.integers(1, 20))
def test_optimizer_l1_selection_keeps_most_bytes_with_lowest_peak(
    usages: list[L1Usage], capacity: int
):
    ops: list[Operation] = [test.TestOp() for _ in usages]
    base, table = ops[0], dict(zip(ops, usages, strict=True))
    position = {op: number for number, op in enumerate(ops)}
    in_l1, order = best_in_l1(table, base, capacity, position)
    assert sorted(order, key=position.__getitem__) == ops[1:]

    def lowest(members: tuple[Operation, ...]) -> int:
        return min(peak([table[op] for op in each]) for each in permutations(members))

    def fits(members: tuple[Operation, ...]) -> bool:
        rest = tuple(op for op in members if op is not base)
        return sum(table[op].output for op in members) <= capacity and lowest(rest) < capacity

    every = chain.from_iterable(combinations(ops, count) for count in range(len(ops) + 1))
    most = max(sum(table[op].output for op in each) for each in every if not each or fits(each))
    assert sum(table[op].output for op in in_l1) == most
    computed = tuple(op for op in order if op in in_l1)
    if in_l1:
        assert peak([table[op] for op in computed]) == lowest(computed)


def function_body(text: str) -> tuple[ModuleOp, Block]:
    module = parse_module(text, context=create_context())
    return module, next(op for op in module.walk() if isinstance(op, func.FuncOp)).body.block


CACHE = """
func.func @f(%cache: tensor<1x1x32x32xf32>, %a: tensor<1x1x32x32xf32>) -> (tensor<1x1x32x32xf32>, tensor<1x1x32x32xf32>) {
  %0 = "ttnn.reshape"(%cache) <{shape = [1 : i32, 1 : i32, 32 : i32, 32 : i32]}> : (tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xf32>
  "ttnn.fill_cache"(%cache, %a) <{batch_offset = 0 : i32}> : (tensor<1x1x32x32xf32>, tensor<1x1x32x32xf32>) -> ()
  %1 = "ttnn.reshape"(%cache) <{shape = [1 : i32, 1 : i32, 32 : i32, 32 : i32]}> : (tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xf32>
  return %0, %1 : tensor<1x1x32x32xf32>, tensor<1x1x32x32xf32>
}
"""


def test_optimizer_schedule_moves_no_read_across_a_write():
    _, block = function_body(CACHE)
    before, write, after, end = block.ops
    apply_schedule(block, [after, before])
    assert list(block.ops) == [before, write, after, end]


def program(count: int, operand: str = "%x{}") -> str:
    """Return a function that is a chain of additions, with independent ops between them, and maybe
    their operands.
    """
    kind = "tensor<64x64xf32>"
    lines = [f"func.func @main(%a: {kind}, %b: {kind}) -> {kind} {{"]
    last = "%a"
    for number in range(count):
        lines += [
            f"  %e{number} = tensor.empty() : {kind}",
            f'  %x{number} = "ttir.exp"(%b, %e{number}) <{{operandSegmentSizes = array<i32: 1, 1>}}>'
            f" : ({kind}, {kind}) -> {kind}",
            f"  %f{number} = tensor.empty() : {kind}",
            f'  %s{number} = "ttir.add"({last}, {operand.format(number)}, %f{number})'
            f" <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({kind}, {kind}, {kind}) -> {kind}",
        ]
        last = f"%s{number}"
    return "\n".join([*lines, f"  return {last} : {kind}", "}"])


def compile_program(text: str, options: str) -> ModuleOp:
    module = parse_module(text, context=create_context())
    pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{{{options}}})"
    PassManager(pipeline, context=create_context()).run(module)
    return module


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("count", [1, 7, 40])
def test_optimizer_policies_give_valid_and_deterministic_programs(policy: str, count: int):
    options = f"{ANALYSIS} memory-layout-analysis-policy={policy}"
    first = compile_program(program(count), options)
    assert sum(isinstance(op, ttnn.AddOp) for op in first.walk()) == count
    assert str(first) == str(compile_program(program(count), options))


CONVOLUTION = """
func.func @f(%x: tensor<1x8x8x32xbf16>, %w: tensor<32x32x3x3xbf16>) -> tensor<1x8x8x32xbf16> {
  %0 = tensor.empty() : tensor<1x8x8x32xbf16>
  %1 = "ttir.conv2d"(%x, %w, %0) <{stride_height = 1 : si32, stride_width = 1 : si32, dilation_height = 1 : si32,
    dilation_width = 1 : si32, groups = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32,
    padding_bottom = 1 : si32}> : (tensor<1x8x8x32xbf16>, tensor<32x32x3x3xbf16>, tensor<1x8x8x32xbf16>) -> tensor<1x8x8x32xbf16>
  %2 = tensor.empty() : tensor<1x8x8x32xbf16>
  %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}>
    : (tensor<1x8x8x32xbf16>, tensor<1x8x8x32xbf16>) -> tensor<1x8x8x32xbf16>
  return RESULT : tensor<1x8x8x32xbf16>
}
"""
"""A convolution with results in rows, which the optimizer lays out in tiles."""

POOLING = """
func.func @f(%x: tensor<1x8x6x32xf32>) -> tensor<1x4x3x32xf32> {
  %0 = tensor.empty() : tensor<1x4x3x32xf32>
  %1 = "ttir.max_pool2d"(%x, %0) <{kernel_height = 2 : si32, kernel_width = 2 : si32, stride_height = 2 : si32,
    stride_width = 2 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, ceil_mode = false, padding_left = 0 : si32,
    padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}>
    : (tensor<1x8x6x32xf32>, tensor<1x4x3x32xf32>) -> tensor<1x4x3x32xf32>
  return %1 : tensor<1x4x3x32xf32>
}
"""
"""A pooling with results in bf16 rows, which are converted to f32."""

CHOICES = [
    "enable-optimizer=true",
    *(f"{ANALYSIS} memory-layout-analysis-policy={policy}" for policy in POLICIES),
]


@pytest.mark.parametrize(
    "text",
    [CONVOLUTION.replace("RESULT", "%3"), CONVOLUTION.replace("RESULT", "%1"), POOLING],
    ids=["relu", "convolution", "pooling"],
)
def test_optimizer_options_do_not_change_results(text: str):
    plain = runtime.load(ttmlir_py.compile(text))
    inputs = list(generate_inputs(plain.program(), "randn", 0, 1 << 24))
    (expected,) = plain.run(inputs)
    for choice, rows in product(CHOICES, ("false", "true")):
        options = f"{choice} row-major-enabled={rows}"
        binary = ttmlir_py.compile(text, f"ttir-to-ttnn-backend-pipeline{{{options}}}")
        (result,) = runtime.load(binary).run(inputs)
        np.testing.assert_array_equal(result, expected, options)


@pytest.mark.parametrize("choice", CHOICES)
def test_optimizer_layouts_on_mesh_equal_layouts_on_one_chip(choice: str):
    text = program(2)
    pipeline = f"ttir-to-ttnn-backend-pipeline{{mesh-shape=1,2 {choice}}}"
    module = ttmlir_py.parse(text)
    ttmlir_py.compile(module, pipeline, system="n300")
    single = ttmlir_py.parse(text)
    ttmlir_py.compile(single, f"ttir-to-ttnn-backend-pipeline{{{choice}}}", system="n300")
    types = [
        [op.results[0].type for op in each.walk() if isinstance(op, ttnn.AddOp)]
        for each in (module, single)
    ]
    assert types[0] == types[1] != []


class NoSharding:
    """An op model that accepts no tensors in L1."""

    layout_dependent = True
    asked: list[str] = []

    def constraints(self, op: Operation, inputs: list[object], output: object) -> OpConstraints:
        """Report that no op runs."""
        NoSharding.asked.append(op.name)
        raise OpModelError("too hot")


def test_op_model_that_rejects_sharding_prevents_sharded_layouts():
    NoSharding.asked.clear()
    options = f"{ANALYSIS} optimizer-op-model={__name__}:NoSharding"
    text = program(3, "%b")
    assert "ttnn.to_memory_config" not in str(compile_program(text, ANALYSIS))
    compile_program(text, options)
    assert set(NoSharding.asked) == {"ttnn.add"}


@pytest.mark.parametrize(
    "reference", ["no.such.module:X", f"{__name__}:Nothing", "json:JSONDecoder"]
)
def test_invalid_op_model_reference_is_reported(reference: str):
    context = create_context()
    module = parse_module(program(1), context=context)
    pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{{{ANALYSIS} optimizer-op-model={reference}}})"
    with context.diagnostics.collect() as found, pytest.raises(CompilationError):
        PassManager(pipeline, context=context).run(module)
    assert reference in found[0].message


@given(
    st.lists(
        st.sampled_from(["4x2", "l1", "dram", "width_sharded", "tile", "bf16"]),
        min_size=1,
        max_size=5,
    )
)
def test_output_layout_overrides_round_trip(parts: list[str]):
    text = "op=" + ":".join(parts)
    kinds = [part if part != "dram" else "l1" for part in parts]
    if len(set(kinds)) < len(kinds):
        with pytest.raises(ValueError, match="Multiple"):
            parse_output_layouts(text)
    else:
        override = parse_output_layouts(text)["op"]
        assert parse_output_layouts(f"op={override}")["op"] == override


NAMED = """
func.func @main(%a: tensor<64x128xf32>, %b: tensor<128x96xf32>) -> (tensor<64x96xf32>, tensor<64x96xf32>) {
  %0 = tensor.empty() : tensor<64x96xf32>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<64x128xf32>, tensor<128x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32> loc("product")
  %2 = tensor.empty() : tensor<64x96xf32>
  %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32> loc("positive")
  %4 = tensor.empty() : tensor<64x96xf32>
  %5 = "ttir.add"(%3, %1, %4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x96xf32>, tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32> loc("sum")
  %6 = tensor.empty() : tensor<64x96xf32>
  %7 = "ttir.exp"(%5, %6) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32> loc("last")
  return %5, %7 : tensor<64x96xf32>, tensor<64x96xf32>
}
"""

REPORTED = [
    "enable-optimizer=true",
    ANALYSIS,
    f"{ANALYSIS} memory-layout-analysis-policy=GreedyL1Interleaved",
    f"{ANALYSIS} memory-layout-analysis-policy=BFInterleaved",
    f"{ANALYSIS} max-legal-layouts=0",
    f"{ANALYSIS} max-legal-layouts=3",
    f"{ANALYSIS} row-major-enabled=true",
    f"{ANALYSIS} override-output-layout=sum=1x1:dram:interleaved:row_major:f32",
    f"{ANALYSIS} override-output-layout=sum=l1,product=row_major row-major-enabled=true",
    f"{ANALYSIS} insert-memreconfig=sum=0:1",
    f"{ANALYSIS} memreconfig-enabled=false insert-memreconfig=sum=0",
]


@pytest.mark.parametrize("options", REPORTED)
@pytest.mark.parametrize("text", [NAMED, program(4)], ids=["named", "chain"])
def test_optimizer_report_gives_reasons_for_every_choice(text: str, options: str, tmp_path: Path):
    file = tmp_path / "report.json"
    if text != NAMED:
        options = " ".join(each for each in options.split() if "sum=" not in each)
    module = compile_program(text, f"{options} optimizer-report={file}")
    report = json.loads(file.read_text())
    ops = [each["operation"] for each in report["functions"][0]["operations"]]
    reported = set(ops)
    assert ops == [op.name for op in module.walk() if op.name in reported]
    assert len(ops) == len(re.findall("ttir", text))
    for each in report["functions"][0]["operations"]:
        refused = [layout for group in each["refused"] for layout in group["layouts"]]
        assert all(group["reason"] for group in each["refused"])
        assert each["chosen"] in each["considered"]
        assert each["reason"]
        assert each["chosen"] not in refused
        assert set(each["considered"]) - set(refused) == {each["chosen"]}
    for each in report["overrides"]:
        assert len(each["operations"]) == 1


TALL = "tensor<36864x32xbf16>"
CHAIN = f"""
func.func @main(%a: {TALL}, %b: {TALL}) -> {TALL} {{
  %0 = tensor.empty() : {TALL}
  %1 = "ttir.relu"(%a, %0) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({TALL}, {TALL}) -> {TALL}
  %2 = tensor.empty() : {TALL}
  %3 = "ttir.add"(%1, %b, %2) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({TALL}, {TALL}, {TALL}) -> {TALL}
  return %3 : {TALL}
}}
"""


@pytest.mark.parametrize(
    ("usable", "model", "sharded"),
    [
        (100_000, "", True),
        (100_000, "simulator", False),
        (110_591, "simulator", False),
        (110_592, "simulator", True),
    ],
)
def test_simulated_op_model_rejects_layouts_that_exceed_l1(usable: int, model: str, sharded: bool):
    """The op needs 110,592 bytes of a core: two shards of 18 tiles, two pages of the operand in
    DRAM, and 32 KiB for small buffers.
    """
    system = str(ttmlir_py.system_desc("n150"))
    small = system.replace("l1_size = 1499136", f"l1_size = {97248 + usable}")
    assert small != system
    context = create_context()
    text = f"module attributes {{tt.system_desc = {small}}} {{ {CHAIN} }}"
    module = parse_module(text, context=context)
    options = f"{ANALYSIS} optimizer-op-model={model}"
    pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{{{options}}})"
    PassManager(pipeline, context=context).run(module)
    assert ("height_sharded" in str(module)) is sharded
    assert "ttnn.to_memory_config" not in str(module)


def estimated(module: ModuleOp) -> float:
    return compiler.estimate(module).nanoseconds


@pytest.mark.parametrize("text", [NAMED, program(7), CHAIN], ids=["named", "chain", "tall"])
def test_policy_auto_takes_shortest_of_all_candidates(text: str, tmp_path: Path):
    file = tmp_path / "report.json"
    module = compile_program(text, f"optimization-level=2 optimizer-report={file}")
    report = json.loads(file.read_text())
    times = {each["policy"]: each["microseconds"] for each in report["candidates"]}
    assert list(times) == ["DRAM", "none", *POLICIES]
    (chosen,) = (each for each in report["candidates"] if each["chosen"])
    assert chosen["microseconds"] == min(times.values())
    assert report["policy"] == (chosen["policy"] if chosen["policy"] in POLICIES else None)
    assert estimated(module) / 1000 == pytest.approx(min(times.values()), abs=1e-3)
    plain = compile_program(text, "optimization-level=0")
    assert estimated(module) <= estimated(plain)
    assert estimated(plain) / 1000 == pytest.approx(times["none"], abs=1e-3)


def test_policy_auto_rejects_programs_that_do_not_fit(tmp_path: Path):
    file, context = tmp_path / "report.txt", create_context()

    def estimate(module: Operation) -> ProgramEstimate:
        return ProgramEstimate(1.0, "out of L1" if "height_sharded" in str(module) else "")

    context.estimate = estimate
    options = f"optimization-level=2 optimizer-report={file}"
    pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{{{options}}})"
    module = parse_module(CHAIN, context=context)
    PassManager(pipeline, context=context).run(module)
    assert "policy DFSharding: 0.0 us, out of L1" in file.read_text().splitlines()
    assert "height_sharded" not in str(module)


def test_optimization_level_2_with_a_policy_uses_this_policy():
    text = str(compile_program(NAMED, f"{ANALYSIS} memory-layout-analysis-policy=BFInterleaved"))
    options = "optimization-level=2 memory-layout-analysis-policy=BFInterleaved"
    assert str(compile_program(NAMED, options)) == text


def test_policy_auto_without_estimates_is_an_error():
    context = create_context()
    context.estimate = None
    module = parse_module(NAMED, context=context)
    manager = PassManager(
        "builtin.module(ttir-to-ttnn-backend-pipeline{optimization-level=2})", context=context
    )
    with pytest.raises(CompilationError, match="needs a context that estimates programs"):
        manager.run(module)
