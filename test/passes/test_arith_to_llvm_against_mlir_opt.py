"""Compare `convert-arith-to-llvm` with Debian's mlir-opt on random arithmetic that folds: texts
must be equal.
"""

import random
import shutil
import subprocess

import pytest
from tiers import share

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import print_operation
from ttmlir_py.passes.running.manager import PassManager

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")

INTEGERS = {"i1": ["true", "false"]} | {
    each: ["0", "1", "-1", "2", "7", "-8"] for each in ("i8", "i32", "i64", "index")
}
FLOATS = {each: ["0.0", "-0.0", "1.0", "-1.5", "2.5"] for each in ("f32", "f64")}
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]


def random_function(seed: int) -> list[str]:
    """Return a function that computes on few values, most of them constants."""
    rng = random.Random(seed)
    values = {type_: [f"%{type_}"] for type_ in (*INTEGERS, *FLOATS)}
    header = ", ".join(f"%{type_}: {type_}" for type_ in values)
    lines = [f"func.func @f{seed}({header}) {{"]
    for index in range(rng.randint(4, 20)):
        type_ = result = rng.choice(list(values))
        operands = ", ".join(rng.choice(values[type_][-3:]) for _ in range(2))
        name = f"%v{index}"
        if rng.random() < 0.3:
            number = rng.choice((INTEGERS | FLOATS)[type_])
            suffix = "" if type_ == "i1" else f" : {type_}"
            lines.append(f"  {name} = arith.constant {number}{suffix}")
        elif type_ in FLOATS:
            op = rng.choice(["addf", "subf", "mulf", "divf"])
            lines.append(f"  {name} = arith.{op} {operands} : {type_}")
        elif rng.random() < 0.3:
            lines.append(f"  {name} = arith.cmpi {rng.choice(PREDICATES)}, {operands} : {type_}")
            result = "i1"
        elif rng.random() < 0.2:
            chosen = rng.choice(values[type_][-3:])
            condition = rng.choice(values["i1"][-3:])
            lines.append(f"  {name} = arith.select {condition}, {chosen}, {chosen} : {type_}")
        else:
            op = rng.choice(["addi", "subi", "muli", "andi", "ori", "xori"])
            lines.append(f"  {name} = arith.{op} {operands} : {type_}")
        values[result].append(name)
    for type_, names in values.items():
        lines += [f'  "foo.use"({name}) : ({type_}) -> ()' for name in names[-3:]]
    return [*lines, "  return", "}"]


@pytest.mark.parametrize("index", share(range(100), 4))
def test_arith_to_llvm_on_foldable_arithmetic_prints_as_mlir_opt(index: int):
    assert MLIR_OPT is not None
    seeds = range(10 * index, 10 * index + 10)
    program = "\n".join(line for seed in seeds for line in random_function(seed))
    expected = subprocess.run(
        [MLIR_OPT, "--allow-unregistered-dialect", "--convert-arith-to-llvm", "-"],
        input=program,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    context = create_context(allow_unregistered=True)
    module = parse_module(program, context=context)
    PassManager("builtin.module(convert-arith-to-llvm)", context=context).run(module)
    # `llvm.or` has had a keyword, and one space instead of two, since LLVM 20.
    assert print_operation(module).split() == expected.split()
