"""`ttmlir.ttir_builder`, `ttmlir.test_utils`: every method, and binaries whose goldens agree."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from ttmlir_py.bindings import test_utils  # noqa: E402
from ttmlir_py.bindings.ttir_builder import TTIRBuilder  # noqa: E402

pytestmark = pytest.mark.slow

SPECIAL: dict[str, dict[str, Any]] = {
    "clamp": {"min_arg": 0.0, "max_arg": 1.0},
    "reshape": {"shape": (32, 128)},
    "squeeze": {"dim": 0},
}
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


@pytest.mark.parametrize("target", ["ttnn", "ttmetal"])
def test_binary_built_with_ttir_builder_passes_its_goldens(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)

    @test_utils.compile_to_flatbuffer([(32, 32), (32, 32)], targets=[target])
    def program(in0: Any, in1: Any, builder: TTIRBuilder) -> Any:
        return builder.multiply(builder.exp(in0), in1)

    program()
    binary = "program.ttnn" if target == "ttnn" else "program.ttm"
    command = [sys.executable, "-m", "ttmlir_py.tools.ttrt", "run", binary]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ttir_builder_and_its_compile_functions_refuse_wrong_arguments():
    with pytest.raises(ValueError, match="unknown target 'cuda': expected ttmetal or ttnn"):
        test_utils.compile_to_flatbuffer([(32, 32)], targets=["cuda"])
    with pytest.raises(ValueError, match="1 types are given for 2 inputs"):
        test_utils.compile_as_mlir_module(lambda: None, [(1,), (1,)], [torch.float32])
    with pytest.raises(TypeError, match=r"Invalid Type torch\.bool"):
        built("where")
