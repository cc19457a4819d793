"""The generic passes on random programs, against Debian's mlir-opt: the text must be the same, locations included."""

import random
import shutil
import subprocess

import pytest

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.manager import PassManager

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")

Signature = tuple[int, int]
"""Numbers of arguments and results; all are of type i32."""


def types(count: int) -> str:
    return ", ".join(["i32"] * count)


def random_function(rng: random.Random, index: int, signatures: list[Signature]) -> list[str]:
    """A function, public if it is the first, that computes, has effects, and calls others or itself."""
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


@pytest.mark.parametrize("pipeline", ["canonicalize", "cse", "inline", "symbol-dce", "inline,cse"])
def test_random_programs(pipeline: str):
    assert MLIR_OPT is not None
    text = f"builtin.module({pipeline})"
    command = [MLIR_OPT, "--allow-unregistered-dialect", "--mlir-print-debuginfo"]
    for seed in range(8):
        program = random_program(seed)
        expected = subprocess.run(
            [*command, f"--pass-pipeline={text}", "-"],
            input=program,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        context = create_context(allow_unregistered=True)
        module = parse_module(program, context=context, file_name="<stdin>")
        PassManager(text, context=context).run(module)
        assert print_operation(module, PrintOptions(debug_info=True)).strip() == expected.strip()
