"""Tests of broadcasts lowered to linalg: MLIR's verifier accepts them, and their results are those
of NumPy.
"""

import random
import shutil
import subprocess

import numpy as np
import pytest
from xdsl.dialects.builtin import DenseArrayBase
from xdsl.dialects.linalg.ops import AddOp, BroadcastOp
from xdsl.ir import SSAValue

import ttmlir_py
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor.reshape import CollapseShapeOp
from ttmlir_py.dialects.tensor_types import shape_of

MLIR_OPT = shutil.which("mlir-opt-19")


def tensor(shape: tuple[int, ...]) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}f32>"


def random_program(seed: int, functions: int) -> str:
    rng = random.Random(seed)
    lines: list[str] = []
    for i in range(functions):
        shape = tuple(rng.randint(1, 4) for _ in range(rng.randint(0, 4)))
        sides = [
            tuple(size if rng.random() < 0.6 else 1 for size in shape)[rng.randint(0, len(shape)) :]
            for _ in range(2)
        ]
        result = np.broadcast_shapes(*sides)
        a, b, out = map(tensor, (*sides, result))
        lines.append(
            f"func.func @f{i}(%a: {a}, %b: {b}, %out: {out}) -> {out} {{\n"
            f'  %0 = "ttir.add"(%a, %b, %out) <{{operandSegmentSizes = array<i32: 2, 1>}}>'
            f" : ({a}, {b}, {out}) -> {out}\n  return %0 : {out}\n}}"
        )
    return "\n".join(lines)


def evaluate(value: SSAValue, inputs: dict[SSAValue, np.ndarray]) -> np.ndarray:
    """Evaluate the ops that the pass creates."""
    op = value.owner
    if value in inputs:
        return inputs[value]
    if isinstance(op, CollapseShapeOp):
        return evaluate(op.src, inputs).reshape(shape_of(value))
    if isinstance(op, BroadcastOp):
        assert isinstance(op.dimensions, DenseArrayBase)
        source = evaluate(op.operands[0], inputs)
        expanded = np.expand_dims(source, tuple(op.dimensions.get_values()))
        return np.broadcast_to(expanded, shape_of(value))
    assert isinstance(op, AddOp)
    left, right = (evaluate(operand, inputs) for operand in op.operands[:2])
    assert left.shape == right.shape
    return left + right


@pytest.mark.parametrize("seed", range(5))
def test_linalg_broadcast_matches_numpy(seed: int):
    module = ttmlir_py.parse(random_program(seed, 40))
    ttmlir_py.PassManager("builtin.module(convert-ttir-to-linalg)").run(module)
    rng = np.random.default_rng(seed)
    for function in module.ops:
        assert isinstance(function, FuncOp)
        returned = function.get_return_op()
        assert returned is not None
        inputs = {argument: rng.random(shape_of(argument)) for argument in function.args}
        left, right, _ = inputs.values()
        np.testing.assert_array_equal(evaluate(returned.operands[0], inputs), left + right)


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")
def test_linalg_output_is_accepted_by_mlir_opt():
    module = ttmlir_py.parse(random_program(99, 100))
    ttmlir_py.PassManager("builtin.module(convert-ttir-to-linalg)").run(module)
    text = str(module)
    done = subprocess.run([str(MLIR_OPT)], input=text, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.rstrip("\n")) == ("", text.rstrip("\n"))
