"""Compare passes that MLIR registers in every tool with Debian's mlir-opt on random programs: text
and standard error must be equal.
"""

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from test_against_mlir_opt import random_control_flow, random_program
from tiers import share

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.manager import PassManager

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = [
    pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed"),
    pytest.mark.slow,
]

PASSES = [
    "strip-debuginfo",
    "print-op-stats",
    "print-op-stats{json=true}",
    "topological-sort",
    "control-flow-sink",
    "loop-invariant-code-motion",
    "generate-runtime-verification",
    "print-ir",
    "print-ir{label=here}",
    "func.func(print-ir)",
    "symbol-privatize",
    "symbol-privatize{exclude=f0,f2}",
    "view-op-graph",
    "view-op-graph{print-control-flow-edges=true max-label-len=7}",
    "view-op-graph{print-attrs=false print-result-types=false print-data-flow-edges=false}",
]
ATTRIBUTES = """
module attributes {"a.b" = "quoted \\22text\\0A\\E2\\82\\AC", a.c = [1, 2, 3]} {
  "foo.attributes"() {dense = dense<[1, 2]> : tensor<2xi32>, splat = dense<7> : tensor<99xi8>, long = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    large = dense<[[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 5, 6, 7, 8, 9]]> : tensor<2x9xi64>, unit, text = "a name that is too long for a label"} : () -> ()
  "foo.uses"(%later#1) : (i32) -> ()
  %later:2 = "foo.defines"() ({
    %inner = "foo.inner"(%last) : (i8) -> i1
    "foo.end"(%inner) : (i1) -> ()
  }) : () -> (i32, i32)
  %last = "foo.last"(%cycle) : (i16) -> i8
  %cycle = "foo.cycle"(%last) : (i8) -> i16
  "undotted"() : () -> ()
}
"""


class StructuredProgram:
    """A function of nested loops and branches that compute on values from outer scopes."""

    def __init__(self, seed: int):
        self._rng = random.Random(seed)
        self._count = 0
        self.lines = [f"func.func @f{seed}(%c: i1, %n: index, %a: i32, %b: i32) -> i32 {{"]
        self.lines.append("  %one = arith.constant 1 : index")
        self.lines.append("  %two = arith.constant 2 : i32")
        result = self._block(["%a", "%b", "%two"], ["%c"], 3)
        self.lines += [f"  return {result} : i32", "}"]

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _block(self, ints: list[str], bools: list[str], depth: int) -> str:
        """Add operations and return one of their results."""
        rng = self._rng
        ints, bools = list(ints), list(bools)
        for _ in range(rng.randint(1, 5)):
            choice = rng.random()
            if depth and choice < 0.35:
                ints.append(self._branch_or_loop(ints, bools, depth - 1))
            elif choice < 0.45:
                name = self._name()
                self.lines.append(
                    f"  {name} = arith.cmpi slt, {rng.choice(ints)}, {rng.choice(ints)} : i32"
                )
                bools.append(name)
            elif choice < 0.55:
                self.lines.append(f'  "foo.effect"({rng.choice(ints)}) : (i32) -> ()')
            else:
                name = self._name()
                op = rng.choice(["addi", "muli", "xori", "divsi", "divui", "remsi"])
                self.lines.append(
                    f"  {name} = arith.{op} {rng.choice(ints)}, {rng.choice(ints)} : i32"
                )
                ints.append(name)
        return rng.choice(ints)

    def _branch_or_loop(self, ints: list[str], bools: list[str], depth: int) -> str:
        rng, name = self._rng, self._name()
        kind = rng.randrange(4)
        if kind < 2:
            self.lines.append(f"  {name} = scf.if {rng.choice(bools)} -> i32 {{")
            self._end(self._block(ints, bools, depth))
            self.lines.append("  } else {")
            self._end(self._block(ints, bools, depth))
            self.lines.append("  }")
        elif kind == 2:
            step = rng.choice(["%one", "%n"])
            header = f"%i = %n to %n step {step} iter_args(%x{name[1:]} = {rng.choice(ints)})"
            self.lines.append(
                f"  {name} = scf.for {header} -> (i32) {{".replace("%i ", f"%i{name[1:]} ")
            )
            self._end(self._block([*ints, f"%x{name[1:]}"], bools, depth))
            self.lines.append("  }")
        else:
            carried, condition = f"%x{name[1:]}", rng.choice(bools)
            self.lines.append(
                f"  {name} = scf.while ({carried} = {rng.choice(ints)}) : (i32) -> i32 {{"
            )
            passed = self._block([*ints, carried], bools, depth)
            self.lines.append(f"  scf.condition({condition}) {passed} : i32")
            self.lines.append("  } do {")
            self.lines.append(f"  ^bb0(%y{name[1:]}: i32):")
            self._end(self._block([*ints, f"%y{name[1:]}"], bools, depth))
            self.lines.append("  }")
        return name

    def _end(self, value: str) -> None:
        self.lines.append(f"  scf.yield {value} : i32")


def structured_program(first: int) -> str:
    return "\n".join(
        line for seed in range(first, first + 5) for line in StructuredProgram(seed).lines
    )


def random_graph(seed: int) -> str:
    """Return a module of operations in any order, often with cycles."""
    rng = random.Random(seed)
    count = rng.randint(1, 14)
    lines: list[str] = []
    for index in range(count):
        operands = [f"%v{rng.randrange(count)}" for _ in range(rng.choice([0, 1, 1, 2]))]
        types = ", ".join(["i32"] * len(operands))
        lines.append(f'  %v{index} = "foo.op"({", ".join(operands)}) : ({types}) -> i32')
    return "\n".join(["module {", *lines, "}"])


def expected_output(program: str, pipeline: str) -> tuple[str, str]:
    assert MLIR_OPT is not None
    command = [
        MLIR_OPT,
        "--allow-unregistered-dialect",
        "--mlir-print-debuginfo",
        "--mlir-disable-threading",
    ]
    run = subprocess.run(
        [*command, f"--pass-pipeline={pipeline}", "-"],
        input=program,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip(), run.stderr


def output(program: str, pipeline: str) -> str:
    context = create_context(allow_unregistered=True)
    context.diagnostics.print_options = PrintOptions(debug_info=True)
    module = parse_module(program, context=context, file_name="<stdin>")
    PassManager(pipeline, context=context).run(module)
    return print_operation(module, PrintOptions(debug_info=True)).strip()


def memory_function(seed: int) -> list[str]:
    """Return a function of blocks in any order that load and store slots. Some slots escape, are
    too large, or are used in loops.
    """
    rng = random.Random(seed)
    slots = {f"%s{i}": rng.choice(["i32", "i32", "1xi32", "2xi32"]) for i in range(3)}
    lines = [f"func.func @f{seed}(%c: i1, %a: i32, %b: i32) -> i32 {{"]
    lines.append("  %zero = arith.constant 0 : index")
    lines += [f"  {name} = memref.alloca() : memref<{shape}>" for name, shape in slots.items()]
    count, blocks = 0, rng.randint(1, 6)
    for number in range(blocks):
        values = ["%a", "%b"]
        if number:
            lines.append(f"^b{number}:")
        for _ in range(rng.randint(0, 5)):
            slot = rng.choice(list(slots))
            index, type_ = "%zero" if "x" in slots[slot] else "", f"memref<{slots[slot]}>"
            count += 1
            choice = rng.random()
            if choice < 0.45:
                lines.append(f"  memref.store {rng.choice(values)}, {slot}[{index}] : {type_}")
            elif choice < 0.93:
                lines.append(f"  %v{count} = memref.load {slot}[{index}] : {type_}")
                values.append(f"%v{count}")
            elif choice < 0.97:
                lines.append(f"  scf.if %c {{ memref.store %a, {slot}[{index}] : {type_} }}")
            else:
                lines.append(f'  "foo.escape"({slot}) : ({type_}) -> ()')
        ways = [f"^b{rng.randrange(1, blocks)}" for _ in range(2)] if blocks > 1 else []
        choice = rng.random()
        if not ways or choice < 0.25:
            lines.append(f"  return {rng.choice(values)} : i32")
        elif choice < 0.5:
            lines.append(f"  cf.br {ways[0]}")
        elif choice < 0.8:
            lines.append(f"  cf.cond_br %c, {ways[0]}, {ways[1]}")
        else:
            value = rng.choice(values)
            lines.append(f"  cf.switch {value} : i32, [default: {ways[0]}, 7: {ways[1]}]")
    return [*lines, "}"]


def memory_program(first: int) -> str:
    return "\n".join(line for seed in range(first, first + 10) for line in memory_function(seed))


SYMBOLS = """
module {
  func.func nested @f0() { return }
  func.func public @f1() { return }
  module @f3 { func.func @x() { return } }
  "foo.symbol"() {sym_name = "f4"} : () -> ()
}
"""
PROGRAMS = [
    ATTRIBUTES,
    SYMBOLS,
    *(random_program(seed) for seed in range(30)),
    *(random_control_flow(seed) for seed in range(30)),
    *(structured_program(5 * seed) for seed in range(60)),
]


@pytest.mark.parametrize("pass_", PASSES)
def test_small_pass_on_random_programs_prints_as_mlir_opt(
    pass_: str, capfd: pytest.CaptureFixture[str]
):
    pipeline = f"builtin.module({pass_})"
    for program in share(PROGRAMS, 3):
        text, error = expected_output(program, pipeline)
        assert output(program, pipeline) == text
        assert capfd.readouterr().err == error


def test_topological_sort_of_graph_region_prints_as_mlir_opt():
    for seed in share(range(40), 4):
        program, pipeline = random_graph(seed), "builtin.module(topological-sort)"
        text, _ = expected_output(program, pipeline)
        assert output(program, pipeline) == text


@pytest.mark.parametrize("pass_", ["mem2reg", "mem2reg{region-simplify=false}"])
def test_memory_slot_promotion_prints_as_mlir_opt(pass_: str):
    for first in share(range(0, 600, 10), 5):
        program = memory_program(first)
        text, _ = expected_output(program, f"builtin.module({pass_})")
        assert output(program, f"builtin.module({pass_})") == text


def _aggregate_program(seed: int) -> str:
    """Return a function with accesses to a buffer, at constant indices and at an argument."""
    rng = random.Random(seed)
    shape = rng.choice([(2,), (2, 2), (4, 4), (3, 6), (1,), (1, 2)])
    type_ = f"memref<{'x'.join(map(str, shape))}xf32>"
    lines = [f"%c{n} = arith.constant {n} : index" for n in range(4)]
    lines.append(f"%a = memref.alloca() : {type_}")
    place, stored = rng.choice([1, 2, 3, 4]), set[str]()
    for number in range(rng.randint(1, 6)):
        places = [f"%c{rng.randrange(min(size, place))}" for size in shape]
        if rng.random() < 0.04:
            places[0] = "%i"
        index = ", ".join(places)
        if index in stored and rng.random() < 0.7:
            lines.append(f"%r{number} = memref.load %a[{index}] : {type_}")
            lines.append(f"memref.store %r{number}, %o[] : memref<f32>")
        else:
            stored.add(index)
            lines.append(f"memref.store %x, %a[{index}] : {type_}")
    body = "\n  ".join(lines)
    return f"func.func @f(%x: f32, %i: index, %o: memref<f32>) {{\n  {body}\n  return\n}}\n"


def test_scalar_replacement_of_aggregates_prints_as_mlir_opt():
    # MLIR creates the slots in the order of addresses. With mem2reg no slot is left, and elements
    # are read after they are written, so that the order does not show.
    for seed in share(range(200), 12):
        program, pipeline = _aggregate_program(seed), "builtin.module(func.func(sroa,mem2reg))"
        text, _ = expected_output(program, pipeline)
        assert output(program, pipeline) == text


@pytest.mark.parametrize("anchor", ["{}", "func.func({})"])
@pytest.mark.parametrize("tag", ["", " tag=snapshot"])
def test_location_snapshot_prints_as_mlir_opt(anchor: str, tag: str, tmp_path: Path):
    path = tmp_path / "snapshot.mlir"
    pipeline = f"builtin.module({anchor.format(f'snapshot-op-locations{{filename={path}{tag}}}')})"
    for program in share(PROGRAMS[1:], 5):
        text, _ = expected_output(program, pipeline)
        snapshot = path.read_text()
        assert output(program, pipeline) == text
        assert path.read_text() == snapshot
