"""Compare the passes from linalg to LLVM with Debian's mlir-opt, pass by pass on random programs:
texts must be equal.
"""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise

import pytest
from tiers import share

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.running.manager import PassManager

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = [
    pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed"),
    pytest.mark.slow,
]

STEPS = [
    "canonicalize",
    "one-shot-bufferize{bufferize-function-boundaries=true}",
    "buffer-deallocation-pipeline{private-function-dynamic-ownership=false}",
    "convert-bufferization-to-memref",
    "convert-linalg-to-loops",
    "expand-strided-metadata",
    "convert-scf-to-cf",
    "convert-cf-to-llvm",
    "convert-arith-to-llvm",
    "convert-func-to-llvm",
    "finalize-memref-to-llvm",
    "reconcile-unrealized-casts",
    "canonicalize",
    "sccp",
    "cse",
    "symbol-dce",
]
# MLIR's pipeline for deallocation consists of several passes. It dumps the module this often before
# the dump of its last pass.
WITHIN_DEALLOCATION = 7
# After these passes, the module has unused casts. Their number depends on the version of MLIR.
WITH_CASTS = ("convert-func-to-llvm", "finalize-memref-to-llvm")

Shape = tuple[int, ...]


class RandomFunction:
    """A function of ops that `convert-ttir-to-linalg` creates: element-wise ops, and broadcasts
    where shapes differ.
    """

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.shape = tuple(self.rng.randint(1, 4) for _ in range(self.rng.randint(0, 3)))
        self.element = self.rng.choice(["f32", "bf16", "f16", "i32", "i8"])
        self.lines: list[str] = []
        self.values: list[tuple[str, Shape]] = []
        self.count = 0

    def type(self, shape: Shape) -> str:
        return f"tensor<{''.join(f'{size}x' for size in shape)}{self.element}>"

    def emit(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def smaller_shape(self) -> Shape:
        kept = tuple(size if self.rng.random() < 0.6 else 1 for size in self.shape)
        return kept[self.rng.choice([0, 0, self.rng.randint(0, len(kept))]) :]

    def stretched(self, value: str, shape: Shape) -> str:
        missing = len(self.shape) - len(shape)
        padded = (0,) * missing + shape
        added = [i for i, size in enumerate(self.shape) if padded[i] != size]
        if not added:
            return value
        groups: list[list[int]] = []
        pending: list[int] = []
        for i, size in enumerate(shape):
            pending.append(i)
            if size == self.shape[missing + i]:
                groups.append(pending)
                pending = []
        if groups:
            groups[-1] += pending
        if len(groups) < len(shape):
            collapsed = tuple(size for i, size in enumerate(self.shape) if i not in added)
            types = f"{self.type(shape)} into {self.type(collapsed)}"
            value, shape = self.emit(f"tensor.collapse_shape {value} {groups} : {types}"), collapsed
        empty = self.empty()
        operands = f"ins({value} : {self.type(shape)}) outs({empty} : {self.type(self.shape)})"
        return self.emit(f"linalg.broadcast {operands} dimensions = {added}")

    def empty(self) -> str:
        return self.emit(f"tensor.empty() : {self.type(self.shape)}")

    def elementwise(self) -> None:
        left, right = (self.stretched(*self.rng.choice(self.values)) for _ in range(2))
        targets = [value for value, shape in self.values if shape == self.shape]
        reuse = targets and self.rng.random() < 0.6
        target = self.rng.choice(targets) if reuse else self.empty()
        type_ = self.type(self.shape)
        op = self.rng.choice(["add", "mul", "sub"])
        operands = f"ins({left}, {right} : {type_}, {type_}) outs({target} : {type_})"
        self.values.append((self.emit(f"linalg.{op} {operands} -> {type_}"), self.shape))

    def text(self) -> str:
        for i in range(self.rng.randint(1, 3)):
            shape = self.shape if self.rng.random() < 0.6 else self.smaller_shape()
            self.values.append((f"%a{i}", shape))
        header = ", ".join(f"{name}: {self.type(shape)}" for name, shape in self.values)
        if self.rng.random() < 0.3:
            shape, number = self.smaller_shape(), "5" if self.element[0] == "i" else "5.5"
            constant = self.emit(f"arith.constant dense<{number}> : {self.type(shape)}")
            self.values.append((constant, shape))
        for _ in range(self.rng.randint(1, 4)):
            self.elementwise()
        returned = [self.values[-1], *self.rng.choices(self.values, k=self.rng.choice([0, 0, 1]))]
        types = ", ".join(self.type(shape) for _, shape in returned)
        last = f"  return {', '.join(value for value, _ in returned)} : {types}"
        return "\n".join([f"func.func @f({header}) -> ({types}) {{", *self.lines, last, "}"])


DYNAMIC = """
func.func @f(%a: memref<?x?x3xf32>, %b: memref<4x?xf32, strided<[7, 1], offset: 5>>, %i: index) -> f32 {
  %0 = memref.load %a[%i, %i, %i] : memref<?x?x3xf32>
  %1 = memref.load %b[%i, %i] : memref<4x?xf32, strided<[7, 1], offset: 5>>
  memref.store %0, %b[%i, %i] : memref<4x?xf32, strided<[7, 1], offset: 5>>
  memref.copy %a, %a : memref<?x?x3xf32> to memref<?x?x3xf32>
  return %1 : f32
}
"""


def ours(program: str, *passes: str) -> str:
    context = create_context()
    module = parse_module(program, context=context)
    PassManager(f"builtin.module({','.join(passes)})", context=context).run(module)
    return str(module).strip()


def modules_of_mlir(program: str) -> Iterator[str]:
    """Return the module that mlir-opt prints after each pass."""
    assert MLIR_OPT is not None
    flags = ["--mlir-print-ir-after-all", "--mlir-disable-threading"]
    done = subprocess.run(
        [MLIR_OPT, *flags, f"--pass-pipeline=builtin.module({','.join(STEPS)})", "-"],
        input=program,
        capture_output=True,
        text=True,
        check=True,
    )
    dumps = re.split(r"// -----// IR Dump After .*\n", done.stderr)[1:]
    del dumps[2 : 2 + WITHIN_DEALLOCATION]
    assert len(dumps) == len(STEPS)
    return (dump.strip() for dump in dumps)


@pytest.mark.parametrize("seed", share(range(16), 4))
def test_linalg_to_llvm_steps_print_as_mlir_opt(seed: int):
    program = RandomFunction(seed).text()
    modules = [program, *modules_of_mlir(program)]
    for step, (before, after) in zip(STEPS, pairwise(modules), strict=True):
        actual, expected = ours(before, step), after
        if step in WITH_CASTS:
            actual, expected = (
                ours(each, "reconcile-unrealized-casts") for each in (actual, expected)
            )
        assert actual == expected, step
    assert ours(program, "linalg-to-llvm-pipeline") == modules[-1]


def test_lowering_of_dynamic_memrefs_prints_as_mlir_opt():
    assert MLIR_OPT is not None
    passes = ["convert-func-to-llvm", "finalize-memref-to-llvm", "reconcile-unrealized-casts"]
    command = [MLIR_OPT, f"--pass-pipeline=builtin.module({','.join(passes)})", "-"]
    done = subprocess.run(command, input=DYNAMIC, capture_output=True, text=True, check=True)
    assert ours(DYNAMIC, *passes) == done.stdout.strip()
