"""Compare `sccp` with Debian's mlir-opt on random and hand-written programs: texts must be
equal.
"""

import random
import shutil
import subprocess

import pytest
from tiers import example_count

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import print_operation
from ttmlir_py.passes.running.manager import PassManager

pytestmark = pytest.mark.slow

MLIR_OPT = shutil.which("mlir-opt-19")
needs_mlir_opt = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")

BINARY = (
    *("addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrui", "shrsi"),
    *("divui", "divsi", "remui", "remsi", "minsi", "maxsi", "minui", "maxui"),
    *("floordivsi", "ceildivsi", "ceildivui"),
)
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


class Writer:
    """Writes a function body. `ints` and `bits` are the values of type i32 and i1 in scope."""

    def __init__(self, rng: random.Random, functions: int):
        self.rng = rng
        self.functions = functions
        self.count = 0
        self.lines: list[str] = []

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def define(self, text: str) -> str:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def constant(self) -> str:
        return self.define(f"arith.constant {self.rng.choice([0, 1, 2, 3, -1, 7])} : i32")

    def step(self, ints: list[str], depth: int) -> None:
        rng = self.rng
        a, b = rng.choice(ints[-6:]), rng.choice(ints[-6:])
        kind = rng.random()
        if kind < 0.15:
            ints.append(self.constant())
        elif kind < 0.6:
            ints.append(self.define(f"arith.{rng.choice(BINARY)} {a}, {b} : i32"))
        elif kind < 0.75:
            bit = self.compare(a, b)
            ints.append(self.define(f"arith.select {bit}, {a}, {b} : i32"))
        elif kind < 0.85:
            target = rng.randrange(self.functions)
            ints.append(self.define(f"func.call @f{target}({a}, {b}) : (i32, i32) -> i32"))
        elif depth:
            self.structured(a, b, ints, depth)

    def compare(self, a: str, b: str) -> str:
        return self.define(f"arith.cmpi {self.rng.choice(PREDICATES)}, {a}, {b} : i32")

    def structured(self, a: str, b: str, ints: list[str], depth: int) -> None:
        kind = self.rng.randrange(3)
        if kind == 0:
            bit, name = self.compare(a, b), self.name()
            self.lines.append(f"{name} = scf.if {bit} -> (i32) {{")
            self.block([*ints], depth, "scf.yield {} : i32")
            self.lines.append("} else {")
            self.block([*ints], depth, "scf.yield {} : i32")
        elif kind == 1:
            index = self.define("arith.constant 4 : index")
            name, i, carried = self.name(), self.name(), self.name()
            self.lines.append(
                f"{name} = scf.for {i} = {index} to {index} step {index} iter_args({carried} = {a}) -> (i32) {{"
            )
            self.block([*ints, carried], depth, "scf.yield {} : i32")
        else:
            name, carried, passed = self.name(), self.name(), self.name()
            self.lines.append(f"{name} = scf.while ({carried} = {a}) : (i32) -> i32 {{")
            inner = [*ints, carried]
            self.step(inner, 0)
            bit = self.compare(carried, inner[-1])
            self.lines.append(f"scf.condition({bit}) {inner[-1]} : i32")
            self.lines += ["} do {", f"^bb0({passed}: i32):"]
            self.block([*ints, passed], depth, "scf.yield {} : i32")
        self.lines.append("}")
        ints.append(name)

    def block(self, ints: list[str], depth: int, end: str) -> None:
        for _ in range(self.rng.randint(0, 3)):
            self.step(ints, depth - 1)
        self.lines.append(end.format(ints[-1]))

    def branches(self) -> None:
        """Write a body of several blocks. Each block has an argument and branches to any block but
        the entry.
        """
        count = self.rng.randint(2, 4)
        scope = ["%a", "%b", self.constant()]
        for number in range(count + 1):
            if number:
                self.lines.append(f"^bb{number}(%x{number}: i32):")
            ints = [*scope, *([f"%x{number}"] if number else [])]
            for _ in range(self.rng.randint(0, 3)):
                self.step(ints, 1)
            if number == count:
                self.lines.append(f"return {ints[-1]} : i32")
                return
            ways = [f"^bb{self.rng.randint(1, count)}({self.rng.choice(ints)} : i32)" for _ in "ab"]
            if self.rng.random() < 0.3:
                self.lines.append(f"cf.br {ways[0]}")
            elif self.rng.random() < 0.3:
                self.lines.append(
                    f"cf.switch {ints[-1]} : i32, [default: {ways[0]}, 2: {ways[1]}, 7: {ways[0]}]"
                )
            else:
                bit = self.compare(self.rng.choice(ints), self.rng.choice(ints))
                self.lines.append(f"cf.cond_br {bit}, {ways[0]}, {ways[1]}")
            if not number:
                scope = ints


def random_program(seed: int) -> str:
    rng = random.Random(seed)
    functions = rng.randint(1, 4)
    lines = ["module {"]
    for number in range(functions):
        private = "private " if number and rng.random() < 0.8 else ""
        lines.append(f"func.func {private}@f{number}(%a: i32, %b: i32) -> i32 {{")
        writer = Writer(rng, functions)
        if rng.random() < 0.4:
            writer.branches()
        else:
            ints = ["%a", "%b"]
            for _ in range(rng.randint(1, 8)):
                writer.step(ints, 2)
            writer.lines.append(f"return {ints[-1]} : i32")
        lines += [*writer.lines, "}"]
    return "\n".join([*lines, "}", ""])


def optimized(program: str, pipeline: str) -> str:
    context = create_context()
    module = parse_module(program, context=context)
    PassManager(pipeline, context=context).run(module)
    return print_operation(module).strip()


def reference(program: str, pipeline: str) -> str:
    assert MLIR_OPT is not None
    command = [MLIR_OPT, f"--pass-pipeline={pipeline}", "-"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@needs_mlir_opt
@pytest.mark.parametrize("pipeline", ["builtin.module(sccp)", "builtin.module(func.func(sccp))"])
def test_sccp_on_random_programs_prints_as_mlir_opt(pipeline: str):
    for seed in range(example_count(10)):
        program = random_program(seed)
        assert optimized(program, pipeline) == reference(program, pipeline), program


def test_sccp_propagates_constant_through_loop_and_call():
    text = optimized(
        """
func.func @main(%c: i1) -> i32 {
  %0 = arith.constant 5 : i32
  %1 = func.call @callee(%0) : (i32) -> i32
  cf.br ^loop(%1 : i32)
^loop(%x: i32):
  %one = arith.constant 1 : i32
  %y = arith.muli %x, %one : i32
  cf.cond_br %c, ^loop(%y : i32), ^end
^end:
  return %y : i32
}
func.func private @callee(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
""",
        "builtin.module(sccp)",
    )
    assert "return %c10_i32 : i32" in text
    assert "arith.muli" not in text
    assert "arith.addi" not in text


def test_sccp_ignores_branch_that_is_not_taken():
    text = optimized(
        """
func.func @main(%x: i32) -> i32 {
  %true = arith.constant true
  %c = arith.constant 3 : i32
  %0 = scf.if %true -> (i32) {
    scf.yield %c : i32
  } else {
    scf.yield %x : i32
  }
  return %0 : i32
}
""",
        "builtin.module(sccp)",
    )
    assert "return %c3_i32 : i32" in text
