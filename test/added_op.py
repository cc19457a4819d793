"""Checks of `ttir.softplus` in a copy of the package to which docs/adding_an_op.md has added it."""

import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np

import ttmlir_py
from ttmlir_py import reference, runtime, ttnn
from ttmlir_py.building import func, module, tensor, ttir
from ttmlir_py.standalone.program import SharedProgram, compare, input_tensor
from ttmlir_py.standalone.toolchain import build_shared

TYPE = tensor((32, 64), "f32")
VALUES = np.linspace(-100, 100, 32 * 64, dtype=np.float32).reshape(32, 64)


@func(TYPE)
def softplus(x):
    """A program with one `softplus` operation."""
    return ttir.softplus(x)


def check_text(program) -> None:
    """Check that the printed text of `program` parses to the same text."""
    text = str(program)
    assert '"ttir.softplus"(%arg0, %0)' in text
    assert str(ttmlir_py.parse(text)) == text


def check_simulator(program, binary) -> np.ndarray:
    """Check that the simulator's result of `binary` equals the reference to float32 precision;
    return it.
    """
    (expected,) = reference.run(next(iter(reference.functions(program))), [VALUES]).results
    (result,) = binary.run([VALUES])
    assert expected.dtype == np.float64
    np.testing.assert_allclose(result, expected, rtol=1e-6, atol=1e-38)
    assert not np.array_equal(result, VALUES)
    return result


def check_python(lowered, binary, result) -> None:
    """Check that the emitted Python script computes `result`, the result of `binary`."""
    script = ttmlir_py.translate(lowered, "ttnn-to-python").decode()
    assert "ttnn.softplus(" in script
    names: dict[str, object] = {"__name__": "script"}
    sys.modules["ttnn"] = ttnn  # the simulator, even where TTNN is installed
    exec(compile(script, "script.py", "exec"), names)
    (argument,) = binary.programs[0].inputs
    output = names["softplus"](input_tensor(VALUES, argument.desc))
    np.testing.assert_array_equal(output.to_numpy(), result)


def check_cpp(lowered, binary, result) -> None:
    """Check that the emitted C++ program compiles and computes `result`, the result of `binary`."""
    passes = "ttnn-modify-signatures-for-dylib,convert-ttnn-to-emitc"
    ttmlir_py.PassManager(f"builtin.module({passes})").run(lowered)
    text = ttmlir_py.translate(lowered, "mlir-to-cpp").decode()
    assert "ttnn::softplus(" in text
    if shutil.which("g++") is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "program.cpp"), Path(folder, "program.so")
        source.write_text(text)
        build_shared(source, library)
        with SharedProgram(library) as shared:
            assert compare(binary.programs[0], [VALUES], [result], shared) == []


def main() -> None:
    """Check the added operation in every stage, from its text to the emitted C++ program."""
    program = module(softplus)
    check_text(program)
    lowered = ttmlir_py.parse(str(program))
    ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(lowered)
    assert "ttnn.softplus" in {op.name for op in lowered.walk()}
    binary = runtime.load(ttmlir_py.translate(lowered, "ttnn-to-flatbuffer"))
    result = check_simulator(program, binary)
    check_python(lowered, binary, result)
    check_cpp(lowered, binary, result)


if __name__ == "__main__":
    main()
