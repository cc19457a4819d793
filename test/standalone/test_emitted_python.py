"""Emitted Python scripts compute what their binaries compute, bit for bit."""

import inspect
import subprocess
import sys

import numpy as np
import pytest
from emitted_programs import SCRIPTS, Compiled, random_inputs, run_passes

from ttmlir_py import ttnn
from ttmlir_py.compiler import create_context
from ttmlir_py.dialects.ttnn import TTNN
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.revisions import written
from ttmlir_py.standalone.program import input_tensor
from ttmlir_py.target.python.calls import CALLS
from ttmlir_py.target.python.emitpy_calls import EMITPY_CALLS
from ttmlir_py.target.python.script import translate
from ttmlir_py.ttnn import emitted_utils

pytestmark = pytest.mark.slow

# Ops for several chips, for the device, and for memory at fixed addresses.
WITHOUT_CALL = {"all_gather", "all_reduce", "alloc", "get_device", "mesh_shard", "reduce_scatter"}


@pytest.fixture(autouse=True)
def simulator(monkeypatch):
    """Make scripts run on the simulator, even if TTNN is installed."""
    monkeypatch.setitem(sys.modules, "ttnn", ttnn)
    monkeypatch.setitem(sys.modules, "utils", emitted_utils)


def load(script):
    namespace = {"__name__": "program"}
    exec(compile(script, "program.py", "exec"), namespace)
    return namespace


@pytest.mark.parametrize("revision", written())
@pytest.mark.parametrize("name", SCRIPTS)
def test_emitted_script_returns_same_as_binary(name, revision):
    compiled = Compiled(SCRIPTS[name])
    script = compiled.script_of(revision)
    assert revision == "2025-02" or "output_tensor" not in script
    functions = load(script)
    for program in compiled.binary.programs:
        inputs = random_inputs(program)
        (expected,) = compiled.binary.run(inputs, program.index)
        tensors = [input_tensor(*each) for each in zip(inputs, descs(program), strict=True)]
        function = functions[program.name]
        result = function(*tensors) if revision == "2025-02" else function(tensors)[0]
        result = result.to_numpy()
        assert expected.any()
        assert (result.shape, result.dtype) == (expected.shape, expected.dtype)
        assert result.tobytes() == expected.tobytes()


def descs(program):
    return [ref.desc for ref in program.inputs]


def test_every_ttnn_operation_has_call_or_is_listed():
    names = {op.name.removeprefix("ttnn.") for op in TTNN.operations}
    assert names - {op.name.removeprefix("ttnn.") for op in CALLS} == WITHOUT_CALL


@pytest.mark.parametrize("calls", [CALLS, EMITPY_CALLS], ids=["calls", "emitpy_calls"])
@pytest.mark.parametrize("op", CALLS, ids=lambda op: op.name)
def test_every_emitted_call_fits_its_function(op, calls):
    row = calls[op]
    if row.function == "Tensor":
        return  # whose constructor is a metaclass's: the programs above call it
    signature = inspect.signature(getattr(ttnn, row.function))
    operands = [name for name in OPERANDS if name in signature.parameters]
    count = sum(len(operands) if each == "inputs*" else 1 for each in row.arguments)
    signature.bind(*range(count), **row.keywords)


OPERANDS = (
    "input_tensor",
    "input_tensor_a",
    "input_tensor_b",
    "predicate",
    "true_value",
    "false_value",
)


def test_emitted_script_is_formatted(tmp_path):
    for name, text in SCRIPTS.items():
        (tmp_path / f"{name}.py").write_text(Compiled(text).script)
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["format", "--check"], ["check", "--select=E,F,W", "--ignore=F841"]):
        options = ["--isolated", "--line-length=100", str(tmp_path)]
        done = subprocess.run(
            [*ruff, *command, *options], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


def test_emitted_script_of_2026_08_runs_from_inputs_to_outputs():
    script = Compiled(SCRIPTS["numbers"]).script_of("2026-08")
    functions = load(script)
    (given,) = functions["create_inputs_for_numbers"]()
    assert (given.to_numpy() == 1).all()
    assert functions["main"]() == 0


def lowered(text, passes="ttir-to-ttnn-backend-pipeline"):
    context = create_context()
    module = parse_module(text, context=context, verify=True)
    run_passes(module, context, passes)
    return module


def test_emitted_names_are_valid_python():
    text = SCRIPTS["two"].replace("@first", "@class").replace("@second", '@"two words"')
    functions = load(translate(lowered(text)).decode())
    x = ttnn.from_torch(np.float32(np.linspace(-1, 1, 64 * 128).reshape(64, 128)))
    assert (functions["_class"](x).to_numpy() == np.maximum(x.to_numpy(), 0)).all()
    assert "two_words" in functions


def test_emitted_functions_with_tuple_and_device_arguments_run():
    passes = "ttir-to-ttnn-backend-pipeline,ttnn-modify-signatures-for-dylib"
    script = translate(lowered(SCRIPTS["two"], passes)).decode()
    assert "def second(inputs, device):\n" in script
    (result,) = load(script)["second"]([ttnn.ones((64, 128))] * 2, ttnn.open_device())
    assert (result.to_numpy() == 1).all()


def test_emission_of_operation_that_python_api_lacks_is_refused():
    with pytest.raises(OperationError, match="has no such function"):
        translate(lowered(SCRIPTS["two"], "canonicalize"))
    half = SCRIPTS["two"].replace("bf16", "f16")
    with pytest.raises(OperationError, match="TTNN has no data type"):
        translate(lowered(half))
