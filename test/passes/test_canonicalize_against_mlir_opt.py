"""What `canonicalize` makes of random functions of MLIR's dialects, against Debian's mlir-opt: the text must be the same."""

import random
import shutil
import subprocess
from collections.abc import Callable

import pytest

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.manager import PassManager

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")

PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
ORDERED = ["oeq", "ogt", "oge", "olt", "ole", "one", "ord"]
UNORDERED = ["ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true", "false"]
DIVISIONS = ["divui", "divsi", "remui", "remsi", "ceildivsi", "ceildivui", "floordivsi"]
BITS = ["andi", "ori", "xori", "shli", "shrui", "shrsi"]
EXTREMES = ["minsi", "maxsi", "minui", "maxui"]
FLOATS = ["addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf"]
WIDTHS = {"i1": 1, "i8": 8, "i32": 32, "i64": 64}
INTEGER_TYPES = ["i8", "i32", "i64", "index"]
FLOAT_TYPES = ["f16", "bf16", "f32", "f64"]
NUMBERS = {
    "i1": ["true", "false"],
    **{type_: ["0", "1", "-1", "2", "7", "-8", "-128", "127"] for type_ in INTEGER_TYPES},
    **{type_: ["0.0", "-0.0", "1.0", "-1.5", "0.1", "3.0e4"] for type_ in FLOAT_TYPES},
}


class Arithmetic:
    """A function of one value of each type that computes, mostly with few different values, and uses the last of each type."""

    def __init__(self, rng: random.Random, name: str):
        self._rng = rng
        self._values = {type_: [f"%{type_}"] for type_ in NUMBERS}
        self._count = 0
        header = ", ".join(f"%{type_}: {type_}" for type_ in NUMBERS)
        self.lines = [f"func.func @{name}({header}) {{"]
        steps = [self._constant, self._integers, self._casts, self._floats, self._choice]
        weights = [rng.random() for _ in steps]
        for step in rng.choices(steps, weights, k=rng.randint(4, 16)):
            step()
        for type_, values in self._values.items():
            self.lines += [f'  "foo.use"({value}) : ({type_}) -> ()' for value in values[-3:]]
        self.lines += ["  return", "}"]

    def _pick(self, type_: str) -> str:
        return self._rng.choice(self._values[type_][-4:])

    def _compute(self, type_: str, text: str) -> None:
        self._count += 1
        self.lines.append(f"  %v{self._count} = arith.{text}")
        self._values[type_].append(f"%v{self._count}")

    def _binary(self, type_: str, names: list[str]) -> None:
        operands = f"{self._pick(type_)}, {self._pick(type_)}"
        self._compute(type_, f"{self._rng.choice(names)} {operands} : {type_}")

    def _constant(self) -> None:
        type_ = self._rng.choice(list(NUMBERS))
        number = self._rng.choice(NUMBERS[type_])
        self._compute(type_, f"constant {number}" + (f" : {type_}" if type_ != "i1" else ""))

    def _integers(self) -> None:
        type_ = self._rng.choice(["i1", "i8", "i32", "i32", "i64", "index"])
        sums = ["addi", "subi", "muli"]
        self._binary(type_, self._rng.choice([sums, sums, DIVISIONS, BITS, EXTREMES]))

    def _casts(self) -> None:
        narrow, wide = sorted(self._rng.sample(list(WIDTHS), 2), key=WIDTHS.__getitem__)
        if self._rng.random() < 0.5:
            name = self._rng.choice(["extsi", "extui"])
            self._compute(wide, f"{name} {self._pick(narrow)} : {narrow} to {wide}")
        elif self._rng.random() < 0.5:
            self._compute(narrow, f"trunci {self._pick(wide)} : {wide} to {narrow}")
        else:
            source, target = self._rng.choice([("index", wide), (narrow, "index")])
            cast = f"index_cast {self._pick(source)} : {source} to {target}"
            self._compute(target, cast)

    def _floats(self) -> None:
        type_ = self._rng.choice(FLOAT_TYPES)
        choice = self._rng.randrange(6)
        if choice < 3:
            self._binary(type_, FLOATS)
        elif choice == 3:
            self._compute(type_, f"negf {self._pick(type_)} : {type_}")
        elif choice == 4:
            self._compute("f64", f"extf {self._pick('f32')} : f32 to f64")
            self._compute("f16", f"truncf {self._pick('f32')} : f32 to f16")
        else:
            self._compute("f32", f"sitofp {self._pick('i32')} : i32 to f32")
            self._compute("i8", f"fptoui {self._pick('f32')} : f32 to i8")

    def _choice(self) -> None:
        if self._rng.random() < 0.4:
            type_ = self._rng.choice(["i1", "i8", "i32", "index"])
            operands = f"{self._pick(type_)}, {self._pick(type_)}"
            self._compute("i1", f"cmpi {self._rng.choice(PREDICATES)}, {operands} : {type_}")
        elif self._rng.random() < 0.3:
            predicate = self._rng.choice(ORDERED + UNORDERED)
            self._compute("i1", f"cmpf {predicate}, {self._pick('f32')}, {self._pick('f32')} : f32")
        else:
            type_ = self._rng.choice(["i1", "i32", "index", "f32"])
            operands = f"{self._pick('i1')}, {self._pick(type_)}, {self._pick(type_)}"
            self._compute(type_, f"select {operands} : {type_}")


def random_arithmetic(seed: int) -> list[str]:
    return Arithmetic(random.Random(seed), f"f{seed}").lines


def expect_same(functions: list[list[str]], *, locations: bool = False) -> None:
    """Canonicalize functions, all in one module, here and there."""
    assert MLIR_OPT is not None
    program = "\n".join(["module {", *(line for lines in functions for line in lines), "}", ""])
    flags = ["--mlir-print-debuginfo"] if locations else []
    expected = subprocess.run(
        [MLIR_OPT, "--allow-unregistered-dialect", "--canonicalize", *flags, "-"],
        input=program,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    context = create_context(allow_unregistered=True)
    module = parse_module(program, context=context, file_name="<stdin>")
    PassManager("builtin.module(canonicalize)", context=context).run(module)
    printed = print_operation(module, PrintOptions(debug_info=locations))
    assert printed.strip() == expected.strip()


@pytest.mark.parametrize("generate", [random_arithmetic], ids=lambda each: each.__name__)
def test_random_functions(generate: Callable[[int], list[str]]):
    expect_same([generate(seed) for seed in range(80)])
