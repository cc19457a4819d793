"""`ttmlir_py.ir.writing.users`: the users of each value in random programs are those that mlir-opt
prints.
"""

import random
import shutil
import subprocess

import pytest

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.manager import PassManager

pytestmark = pytest.mark.slow

MLIR_OPT = shutil.which("mlir-opt-19")


def random_region(rng: random.Random, known: list[str], depth: int, indent: str) -> list[str]:
    """Return lines of random operations with several results, operands (some repeated) and
    regions.
    """
    lines: list[str] = []
    values = list(known)
    for _ in range(rng.randint(1, 6)):
        operands = rng.choices(values, k=rng.randint(0, 3)) if values else []
        count = rng.randint(0, 3)
        name = f"%v{rng.getrandbits(40)}"
        bound = f"{name}:{count} = " if count else ""
        types = ", ".join(["i32"] * len(operands)), ", ".join(["i32"] * count)
        signature = f"({types[0]}) -> ({types[1]})"
        line = f'{indent}{bound}"t.op"({", ".join(operands)})'
        if depth and rng.random() < 0.4:
            arguments = [f"%b{rng.getrandbits(40)}" for _ in range(rng.randint(1, 2))]
            header = ", ".join(f"{argument}: i32" for argument in arguments)
            inner = random_region(rng, values + arguments, depth - 1, indent + "  ")
            lines += [
                f"{line} ({{",
                f"{indent}^bb0({header}):",
                *inner,
                f"{indent}}}) : {signature}",
            ]
        else:
            lines.append(f"{line} : {signature}")
        values += [f"{name}#{i}" for i in range(count)]
    return lines


def random_program(seed: int) -> str:
    body = random_region(random.Random(seed), ["%a", "%b"], 2, "  ")
    return "\n".join(["func.func @f(%a: i32, %b: i32) {", *body, "  return", "}", ""])


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")
@pytest.mark.parametrize(
    ("flags", "options"),
    [
        ([], PrintOptions(value_users=True)),
        (["--mlir-print-op-generic"], PrintOptions(value_users=True, generic=True)),
        (["--mlir-print-unique-ssa-ids"], PrintOptions(value_users=True, unique_ssa_ids=True)),
        (["--mlir-print-debuginfo", "--cse"], PrintOptions(value_users=True, debug_info=True)),
    ],
    ids=lambda value: "".join(value) if isinstance(value, list) else "",
)
def test_value_users_print_as_mlir_opt(flags: list[str], options: PrintOptions):
    assert MLIR_OPT is not None
    programs = [random_program(seed) for seed in range(12)]
    for program in programs:
        expected = subprocess.run(
            [MLIR_OPT, "--allow-unregistered-dialect", "--mlir-print-value-users", *flags],
            input=program,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        context = create_context(allow_unregistered=True)
        module = parse_module(program, context, file_name="<stdin>")
        passes = "cse" if "--cse" in flags else ""
        PassManager(f"builtin.module({passes})", context=context).run(module)
        assert print_operation(module, options).strip() == expected.strip()
