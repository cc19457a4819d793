"""Programs for upstream's package `ttrt` run unchanged: with the runtime by hand, with commands."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ttmlir_py

pytestmark = pytest.mark.slow

MODEL = """
func.func @main(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = tensor.empty() : tensor<32x64xf32>
  %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}>
    : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("sum")
  %2 = tensor.empty() : tensor<32x64xf32>
  %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}>
    : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("relu")
  return %3 : tensor<32x64xf32>
}
"""
A, B = (np.random.default_rng(seed).standard_normal((32, 64)).astype(np.float32) for seed in (0, 1))
GOLDENS = {"input_0": A, "input_1": B, 'loc("relu")': np.maximum(A + B, 0)}

BY_HAND = """\
import json
import sys

import numpy as np
import ttrt.binary
import ttrt.runtime
from ttrt.runtime._C import DataType


def tensor(array):
    shape, strides = list(array.shape), [each // array.itemsize for each in array.strides]
    pointer = array.ctypes.data
    return ttrt.runtime.create_tensor(pointer, shape, strides, array.itemsize, DataType.Float32)


fbb = ttrt.binary.load_binary_from_path(sys.argv[1])
system_desc, device_ids = ttrt.runtime.get_current_system_desc(ttrt.runtime.DispatchCoreType.ETH)
fbb_dict = ttrt.binary.as_dict(fbb)
assert fbb_dict["system_desc"] == json.loads(system_desc.as_json())["system_desc"]
print(fbb.version, fbb.file_identifier, type(fbb).__name__, device_ids)

inputs = []
for index in range(len(fbb_dict["programs"][0]["inputs"])):
    golden = fbb.get_debug_info_golden(f"input_{index}")
    assert golden.dtype == DataType.Float32
    inputs.append(np.frombuffer(golden, np.float32).reshape(golden.shape))
outputs = [np.zeros(each["desc"]["shape"], np.float32) for each in fbb_dict["programs"][0]["outputs"]]


def compare(binary, program_context, op_context):
    loc = ttrt.runtime.get_op_loc_info(op_context)
    golden = binary.get_debug_info_golden(loc)
    output = ttrt.runtime.get_op_output_tensor(op_context, program_context)
    if golden is None or len(output) == 0:
        return
    print(loc, np.abs(np.frombuffer(golden, np.float32) - np.array(output)).max())


ttrt.runtime.set_compatible_runtime(fbb)
device = ttrt.runtime.open_device(device_ids, enable_async_ttnn=False)
callback_env = ttrt.runtime.DebugHooks.get(compare)
try:
    results = ttrt.runtime.submit(device, fbb, 0, [tensor(each) for each in inputs])
    ttrt.runtime.wait(results)
    for result, output in zip(results, outputs):
        host = ttrt.runtime.to_host(result, untilize=True)
        ttrt.runtime.memcpy(tensor(output), host)
        ttrt.runtime.deallocate_tensor(result, force=True)
finally:
    ttrt.runtime.unregister_hooks()
    ttrt.runtime.close_device(device)
print(np.array_equal(outputs[0], np.maximum(inputs[0] + inputs[1], 0)))
"""

BY_COMMANDS = """\
import sys

import ttrt
from ttrt.common.api import API
from ttrt.common.callback import CallbackRuntimeConfig, get_callback_fn
from ttrt.common.util import *

API.initialize_apis()
logger = Logger("run.log")
artifacts = Artifacts(logger=logger, artifacts_folder_path=f"{os.getcwd()}/artifacts")
query = API.Query(args={"--quiet": True}, logger=logger, artifacts=artifacts)
print(query()[0], query.device_ids)
code, results = API.Run(args={"binary": sys.argv[1]}, logger=logger, artifacts=artifacts)()
print(code, [each["result"] for each in results])
binary = Binary(logger, FileManager(logger), sys.argv[1])
print(binary.check_version(), binary.check_system_desc(query), binary.get_num_programs())
print([each["op_name"] for each in ttrt.binary.stats.collect_op_stats(binary.fbb)])
artifacts.create_artifacts()
binary.save(artifacts, query)
print(sorted(os.listdir(artifacts.get_binary_folder_path(binary))))
"""


def run(tmp_path: Path, program: str) -> list[str]:
    """Return the lines that a program prints. Its argument is a binary with goldens."""
    (tmp_path / "model.ttnn").write_bytes(ttmlir_py.compile(MODEL, system="n150", goldens=GOLDENS))
    (tmp_path / "program.py").write_text(program)
    command = [sys.executable, "-m", "ttmlir_py.bindings", "program.py", "model.ttnn"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("program", "lines"),
    [
        (BY_HAND, ["0.0.769 TTNN Binary [0]", 'loc("relu") 0.0', "True"]),
        (
            BY_COMMANDS,
            [
                "0 [0]",
                "0 ['pass']",
                "True True 1",
                "['ttnn.get_device', 'ttnn.empty', 'ttnn.eltwise', 'ttnn.empty', 'ttnn.eltwise',"
                " 'ttnn.deallocate']",
                "['model.ttnn', 'perf', 'run', 'system_desc.ttsys']",
            ],
        ),
    ],
    ids=["by_hand", "by_commands"],
)
def test_program_for_upstream_ttrt_package_prints_same_lines(
    program: str, lines: list[str], tmp_path: Path
):
    assert run(tmp_path, program) == lines
