"""`ttmlir.ttir_builder`, `ttmlir.test_utils`: every method, and binaries whose goldens agree."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ttmlir_py.bindings import test_utils
from ttmlir_py.bindings.expected_values import NumpyLibrary, Values, golden_library
from ttmlir_py.bindings.ttir_builder import TTIRBuilder

pytestmark = pytest.mark.slow

torch = golden_library()
SPECIAL: dict[str, dict[str, Any]] = {
    "clamp": {"min_arg": 0.0, "max_arg": 1.0},
    "reshape": {"shape": (32, 128)},
    "squeeze": {"dim": 0},
}
UNARY = (
    *("abs", "ceil", "cos", "exp", "expm1", "floor", "isfinite", "log", "log1p", "logical_not"),
    *("neg", "reciprocal", "relu", "rsqrt", "sigmoid", "sign", "sin", "sqrt", "tan", "tanh"),
)
METHODS = [
    name
    for name, method in vars(TTIRBuilder).items()
    if not name.startswith("_")
    and inspect.isfunction(method)
    and "in0" in inspect.signature(method).parameters
]


def built(name: str) -> Any:
    """Return the module with one operation, which the method of that name builds."""
    parameters = inspect.signature(getattr(TTIRBuilder, name)).parameters
    count = sum(1 for each in parameters if each in ("in0", "in1", "in2"))
    shape = (1, 64, 64) if name == "squeeze" else (64, 64)
    dtypes = [torch.int32 if name.startswith("bitwise") else torch.float32] * count
    if name == "where":
        dtypes[0] = torch.bool

    def program(*operands: Any, builder: TTIRBuilder) -> Any:
        return getattr(builder, name)(*operands, **SPECIAL.get(name, {}))

    return test_utils.compile_as_mlir_module(program, [shape] * count, dtypes)


def test_every_ttir_builder_method_builds_valid_operation_with_golden():
    assert len(METHODS) == 51
    for name in METHODS:
        if name == "where":  # needs a condition of booleans, which is no input type
            continue
        module, builder = built(name)
        assert module.operation.verify(), name
        operations = [op.name for op in module.body.operations[0].entry_block]
        assert len(operations) == 3, name
        assert operations[1].startswith("ttir."), name
        assert any("id(0)" in key for key in builder.get_golden_map()), name


def floats(in0: Any, in1: Any, builder: TTIRBuilder) -> Any:
    return builder.multiply(builder.exp(in0), in1)


def integers(in0: Any, in1: Any, builder: TTIRBuilder) -> Any:
    return builder.bitwise_xor(in0, in1)


@pytest.mark.parametrize(
    ("program", "dtype", "target"),
    [(floats, "float32", "ttmetal"), (integers, "int32", "ttnn")],
    ids=["floats", "integers"],
)
def test_binary_built_with_ttir_builder_passes_its_goldens(
    program: Any, dtype: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    types = [getattr(torch, dtype)] * 2
    test_utils.compile_to_flatbuffer([(32, 32)] * 2, types, "program", targets=[target])(program)()
    binary = "program.ttnn" if target == "ttnn" else "program.ttm"
    command = [sys.executable, "-m", "ttmlir_py.tools.ttrt", "run", binary]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ttir_builder_and_its_compile_functions_refuse_wrong_arguments():
    with pytest.raises(ValueError, match="unknown target 'cuda': expected ttmetal or ttnn"):
        test_utils.compile_to_flatbuffer([(32, 32)], targets=["cuda"])
    with pytest.raises(ValueError, match="1 types are given for 2 inputs"):
        test_utils.compile_as_mlir_module(lambda: None, [(1,), (1,)], [torch.float32])
    with pytest.raises(TypeError, match=r"Invalid Type (torch\.)?bool"):
        built("where")


def test_numpy_computes_what_pytorch_computes():
    torch = pytest.importorskip("torch")
    substitute = NumpyLibrary()
    values = torch.linspace(-3, 3, 12).reshape(3, 4)
    arrays = values.numpy().view(Values)
    keywords: dict[str, dict[str, Any]] = {
        "mean": {"dim": [1], "keepdim": True},
        "squeeze": {"dim": 0},
        "unsqueeze": {"dim": 1},
        "reshape": {"shape": [4, 3]},
        "clamp": {"min": -1.0, "max": None},
        "softmax": {"dim": 0},
    }
    binary = "add div eq ge gt le logical_and logical_or logical_xor lt maximum minimum multiply ne"
    for name in [*UNARY, *keywords, *binary.split(), "remainder", "subtract"]:
        count = 1 if name in keywords or name in UNARY else 2
        options = keywords.get(name, {})
        expected = getattr(torch, name)(*[values] * count, **options)
        found = getattr(substitute, name)(*[arrays] * count, **options)
        assert str(found.dtype) == str(expected.dtype).removeprefix("torch."), name
        np.testing.assert_allclose(found, expected.numpy(), 1e-5, 1e-6, err_msg=name)
    for name in ("gelu", "leaky_relu"):
        options = {} if name == "gelu" else {"negative_slope": 0.1}
        expected = getattr(torch.nn.functional, name)(values, **options)
        found = getattr(substitute.nn.functional, name)(arrays, **options)
        np.testing.assert_allclose(found, expected.numpy(), 1e-5, 1e-6, err_msg=name)
