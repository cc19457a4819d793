"""Compare the generic passes with Debian's mlir-opt on random programs: texts must be equal,
including locations.
"""

import random
import shutil
import subprocess

import pytest

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.manager import PassManager

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = [
    pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed"),
    pytest.mark.slow,
]

Signature = tuple[int, int]
"""Numbers of arguments and results, which are all of type i32."""


def types(count: int) -> str:
    return ", ".join(["i32"] * count)


def random_function(rng: random.Random, index: int, signatures: list[Signature]) -> list[str]:
    """Return a function that computes, has effects, and calls other functions or itself. The first
    function is public.
    """
    arguments, results = signatures[index]
    private = "private " if index and rng.random() < 0.7 else ""
    names = [f"%a{i}" for i in range(arguments)]
    header = ", ".join(f"{name}: i32" for name in names)
    lines = [f"  func.func {private}@f{index}({header}) -> ({types(results)}) {{"]
    lines.append('    %z = "foo.source"() : () -> i32')
    names.append("%z")
    for i in range(rng.randint(0, 6)):
        choice = rng.random()
        if choice < 0.6:
            op = rng.choice(["addi", "muli"])
            lines.append(f"    %v{i} = arith.{op} {rng.choice(names)}, {rng.choice(names)} : i32")
            names.append(f"%v{i}")
        elif choice < 0.75:
            lines.append(f'    "foo.effect"({rng.choice(names)}) : (i32) -> ()')
        else:
            target = rng.randrange(len(signatures))
            inputs, outputs = signatures[target]
            operands = ", ".join(rng.choice(names) for _ in range(inputs))
            bound = f"%c{i}:{outputs} = " if outputs else ""
            call = f"call @f{target}({operands}) : ({types(inputs)}) -> ({types(outputs)})"
            lines.append(f"    {bound}{call}")
            names += [f"%c{i}#{j}" for j in range(outputs)]
    returned = ", ".join(rng.choice(names) for _ in range(results))
    lines += [f"    return {returned} : {types(results)}" if results else "    return", "  }"]
    return lines


def random_program(seed: int) -> str:
    rng = random.Random(seed)
    signatures = [(rng.randint(0, 3), rng.randint(0, 2)) for _ in range(rng.randint(1, 5))]
    functions = [random_function(rng, i, signatures) for i in range(len(signatures))]
    return "\n".join(["module {", *(line for lines in functions for line in lines), "}", ""])


class BranchingFunction:
    """A function with arguments of i1 and i32 and one result. Its blocks are in any order, with
    loops and unreachable blocks.
    """

    def __init__(self, rng: random.Random, index: int, arguments: list[int]):
        self._rng = rng
        self._arguments = arguments
        self._blocks = [rng.randint(0, 2) if i else 0 for i in range(rng.randint(1, 6))]
        self._count = 0
        private = "private " if index and rng.random() < 0.6 else ""
        self._ints = [f"%a{i}" for i in range(arguments[index])]
        self._bools = ["%c"]
        header = ", ".join(f"{name}: i32" for name in self._ints)
        self.lines = [f"  func.func {private}@f{index}(%c: i1, {header}) -> i32 {{"]
        for number, count in enumerate(self._blocks):
            parameters = [f"%p{number}_{i}" for i in range(count)]
            if number:
                header = ", ".join(f"{name}: i32" for name in parameters)
                self.lines.append(f"  ^b{number}({header}):" if header else f"  ^b{number}:")
            self._add_block(number, [*self._ints, *parameters], list(self._bools))
        self.lines.append("  }")

    def _add_block(self, number: int, ints: list[str], bools: list[str]) -> None:
        for _ in range(self._rng.randint(0, 4)):
            self._add_op(ints, bools)
        if number == 0:
            self._ints, self._bools = ints, bools
        choice = self._rng.random()
        if len(self._blocks) == 1 or choice < 0.2:
            self.lines.append(f"    return {self._rng.choice(ints)} : i32")
        elif choice < 0.5:
            self.lines.append(f"    cf.br {self._way(ints)}")
        elif choice < 0.8:
            condition = self._rng.choice(bools)
            self.lines.append(f"    cf.cond_br {condition}, {self._way(ints)}, {self._way(ints)}")
        else:
            values = self._rng.sample(range(-1, 5), self._rng.randint(1, 3))
            ways = [f"default: {self._way(ints)}", *(f"{x}: {self._way(ints)}" for x in values)]
            self.lines.append(f"    cf.switch {self._rng.choice(ints)} : i32, [{', '.join(ways)}]")

    def _add_op(self, ints: list[str], bools: list[str]) -> None:
        self._count += 1
        name, one, two = f"%v{self._count}", self._rng.choice(ints), self._rng.choice(ints)
        choice = self._rng.randrange(8)
        if choice == 0:
            self.lines.append(f'    "foo.effect"({one}) : (i32) -> ()')
        elif choice == 1:
            self.lines.append(f'    "foo.condition"({self._rng.choice(bools)}) : (i1) -> ()')
        elif choice == 2:
            predicate = self._rng.choice(["eq", "slt", "ne"])
            self.lines.append(f"    {name} = arith.cmpi {predicate}, {one}, {two} : i32")
            bools.append(name)
        elif choice == 3:
            target = self._rng.randrange(len(self._arguments))
            inputs = self._arguments[target]
            operands = ", ".join([self._rng.choice(bools), *self._rng.choices(ints, k=inputs)])
            call = f"call @f{target}({operands}) : (i1, {types(inputs)}) -> i32"
            self.lines.append(f"    {name} = {call}")
            ints.append(name)
        else:
            op = self._rng.choice(["addi", "muli"])
            computed = [
                f"arith.constant {self._rng.randint(0, 2)} : i32",
                f"arith.{op} {one}, {two} : i32",
                '"foo.source"() : () -> i32',
            ][choice % 3]
            self.lines.append(f"    {name} = {computed}")
            ints.append(name)

    def _way(self, ints: list[str]) -> str:
        """Return a random block other than the first, with the values that are passed to it."""
        number = self._rng.randrange(1, len(self._blocks))
        count = self._blocks[number]
        passed = ", ".join(self._rng.choices(ints, k=count))
        return f"^b{number}({passed} : {types(count)})" if count else f"^b{number}"


def random_control_flow(seed: int) -> str:
    rng = random.Random(seed)
    arguments = [rng.randint(1, 3) for _ in range(rng.randint(1, 3))]
    functions = [BranchingFunction(rng, i, arguments) for i in range(len(arguments))]
    return "\n".join(["module {", *(line for each in functions for line in each.lines), "}", ""])


def expect_same(program: str, pipeline: str) -> None:
    assert MLIR_OPT is not None
    command = [MLIR_OPT, "--allow-unregistered-dialect", "--mlir-print-debuginfo"]
    expected = subprocess.run(
        [*command, f"--pass-pipeline={pipeline}", "-"],
        input=program,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    context = create_context(allow_unregistered=True)
    module = parse_module(program, context=context, file_name="<stdin>")
    PassManager(pipeline, context=context).run(module)
    assert print_operation(module, PrintOptions(debug_info=True)).strip() == expected.strip()


@pytest.mark.parametrize("pipeline", ["canonicalize", "cse", "inline", "symbol-dce", "inline,cse"])
def test_generic_passes_on_random_programs_print_as_mlir_opt(pipeline: str):
    for seed in range(8):
        expect_same(random_program(seed), f"builtin.module({pipeline})")


@pytest.mark.parametrize(
    "pipeline",
    [
        "canonicalize",
        "func.func(canonicalize)",
        "func.func(cse)",
        "inline",
        "inline{default-pipeline=}",
        "sccp,canonicalize",
    ],
)
def test_generic_passes_on_random_control_flow_print_as_mlir_opt(pipeline: str):
    for seed in range(8):
        expect_same(random_control_flow(seed), f"builtin.module({pipeline})")
