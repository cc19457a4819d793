"""Tests that scripts written by tt-mlir 2026-08 run on the module unchanged."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SCRIPT = """
import ttnn
import utils


def _main(inputs):
    left = inputs[0]
    right = inputs[1]
    device = utils.DeviceGetter.get_device((1, 1))
    config = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.DRAM, None)
    ttnn_full_0 = ttnn.full(
        shape=ttnn.Shape([32, 32]),
        fill_value=3.0,
        dtype=ttnn.DataType.FLOAT32,
        layout=ttnn.Layout.TILE,
        device=device,
        memory_config=config,
    )
    ttnn_matmul_0 = ttnn.matmul(
        left,
        right,
        transpose_a=False,
        transpose_b=True,
        memory_config=config,
        dtype=ttnn.DataType.FLOAT32,
        program_config=None,
        activation=None,
        compute_kernel_config=None,
    )
    ttnn.deallocate(left, False)
    ttnn_add_0 = ttnn.add(
        ttnn_matmul_0, ttnn_full_0, dtype=ttnn.DataType.FLOAT32, memory_config=config
    )
    ttnn_relu_0 = ttnn.relu(ttnn_add_0, memory_config=config)
    ttnn_sum_0 = ttnn.sum(
        ttnn_relu_0, [1], True, memory_config=config, compute_kernel_config=None
    )
    ttnn_reshape_0 = ttnn.reshape(ttnn_sum_0, [1, 32], memory_config=config)
    ttnn_softmax_0 = ttnn.softmax(
        ttnn_reshape_0, 1, memory_config=config, compute_kernel_config=None, numeric_stable=False
    )
    ttnn_slice_0 = ttnn.slice(ttnn_sum_0, [0, 0], [2, 1], [1, 1], memory_config=config)
    return [ttnn_softmax_0, ttnn_slice_0]


def create_inputs_for__main():
    device = utils.DeviceGetter.get_device((1, 1))
    config = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.DRAM, None)
    make = dict(dtype=ttnn.DataType.FLOAT32, layout=ttnn.Layout.TILE, device=device, memory_config=config)
    return [ttnn.ones(shape=ttnn.Shape([32, 64]), **make) for _ in range(2)]


def main():
    for each in _main(create_inputs_for__main()):
        print(each.shape, each.to_numpy().ravel()[:2].tolist())
    return 0


if __name__ == "__main__":
    main()
"""


def run(script: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ttmlir_py.ttnn", str(script)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_tt_mlir_script_runs_unmodified(tmp_path: Path):
    script = tmp_path / "main.py"
    script.write_text(SCRIPT)
    done = run(script)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines == ["Shape([1, 32]) [0.03125, 0.03125]", "Shape([2, 1]) [2144.0, 2144.0]"]


def test_utils_module_next_to_script_is_imported_by_script(tmp_path: Path):
    (tmp_path / "utils.py").write_text("import ttnn\n\nNAME = ttnn.DataType.FLOAT32.name\n")
    (tmp_path / "main.py").write_text("import utils\n\nprint(utils.NAME)\n")
    assert run(tmp_path / "main.py").stdout == "FLOAT32\n"


WINDOWS = """
import ttnn
import utils

device = utils.DeviceGetter.get_device((1, 1))
config = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.DRAM, None)
image = ttnn.Tensor(
    [float(i) for i in range(16)],
    [1, 1, 16, 1],
    ttnn.DataType.FLOAT32,
    ttnn.Layout.TILE,
    device,
    memory_config=config,
)
largest = ttnn.max_pool2d(
    image, 1, 4, 4, 1, [2, 2], [2, 2], [0, 0, 0, 0], [1, 1], ceil_mode=False, memory_config=config,
    applied_shard_scheme=None, reallocate_halo_output=True, config_tensor_in_dram=False,
)
weight = ttnn.Tensor([1.0] * 9, [1, 1, 3, 3], ttnn.DataType.FLOAT32, ttnn.Layout.ROW_MAJOR)
sums = ttnn.conv2d(
    input_tensor=image, weight_tensor=weight, device=device, in_channels=1, out_channels=1,
    batch_size=1, input_height=4, input_width=4, kernel_size=[3, 3], stride=[4, 4],
    padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, dtype=ttnn.DataType.FLOAT32, bias_tensor=None,
    conv_config=None, compute_config=None, slice_config=None, memory_config=config,
)
for each in (largest, sums):
    print(isinstance(each, ttnn.Tensor), each.memory_config().buffer_type.name, each.to_numpy().ravel().tolist())
"""


def test_tt_mlir_script_with_constants_and_pooling_runs(tmp_path: Path):
    (tmp_path / "main.py").write_text(WINDOWS)
    done = run(tmp_path / "main.py")
    assert done.stderr == ""
    assert done.stdout == "True DRAM [5.0, 7.0, 13.0, 15.0]\nTrue DRAM [10.0]\n"


CALLS = """
import ttnn
import utils

device = utils.DeviceGetter.get_device((1, 1))
config = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.DRAM, None)


def tensor(numbers, shape, dtype):
    return ttnn.Tensor(numbers, shape, dtype, ttnn.Layout.TILE, device, memory_config=config)


def show(result):
    print(list(result.shape), result.to_numpy().ravel().tolist())


x = tensor([1.0, 2.0, 4.0, 16.0], [2, 2], ttnn.DataType.FLOAT32)
show(ttnn.prod(x, 1, True, memory_config=config))
show(ttnn.prod(x, 0, False, memory_config=config))
show(ttnn.cumsum(x, 1, dtype=None, memory_config=config))
show(ttnn.sqrt(ttnn.multiply(x, x), fast_and_approximate_mode=False, memory_config=config))
zeros = ttnn.zeros(shape=ttnn.Shape([1, 2]), dtype=ttnn.DataType.FLOAT32, layout=ttnn.Layout.TILE)
show(ttnn.sigmoid(zeros, vector_mode=4, mode=ttnn.SigmoidMode.Accurate, memory_config=None))
index = tensor([1], [1], ttnn.DataType.UINT32)
rows = ttnn.embedding(
    index,
    x,
    padding_idx=None,
    layout=ttnn.Layout.ROW_MAJOR,
    dtype=ttnn.DataType.BFLOAT16,
    memory_config=config,
)
show(rows)
print(rows.layout.name, rows.dtype.name)
cache = ttnn.zeros([1, 1, 2, 1], ttnn.DataType.FLOAT32, ttnn.Layout.TILE, device, config)
row = ttnn.ones([1, 1, 1, 1], ttnn.DataType.FLOAT32, ttnn.Layout.TILE, device, config)
ttnn.update_cache(cache, row, utils.get_scalar_from_tensor(index), batch_offset=0)
show(cache)
"""


def test_tt_mlir_script_with_argument_order_of_emitter_runs(tmp_path: Path):
    (tmp_path / "main.py").write_text(CALLS)
    done = run(tmp_path / "main.py")
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "[2, 1] [2.0, 64.0]",
        "[2] [4.0, 32.0]",
        "[2, 2] [1.0, 3.0, 4.0, 20.0]",
        "[2, 2] [1.0, 2.0, 4.0, 16.0]",
        "[1, 2] [0.5, 0.5]",
        "[1, 2] [4.0, 16.0]",
        "ROW_MAJOR BFLOAT16",
        "[1, 1, 2, 1] [0.0, 1.0]",
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "import ttnn; ttnn.sigmoid(ttnn.ones([2]), vector_mode=1)",
            "ttnn.sigmoid: vector modes of parts of a tile are not simulated",
        ),
        (
            "utils.load_tensor('x.tensorbin', None, None, None, None)",
            "files of tensors are not read",
        ),
        (
            "import ttnn; ttnn.Tensor([1.0], [2, 2], ttnn.DataType.FLOAT32)",
            "ttnn.Tensor: a buffer of 1 elements for 2x2",
        ),
        (
            "import ttnn; t = ttnn.ones([1, 1, 4, 1]); ttnn.max_pool2d(t, 1, 2, 2, 1, [2, 2], [2, 2], [0, 1, 0, 0], [1, 1])",
            "ttnn.max_pool2d: padding that differs on opposite sides is not simulated",
        ),
    ],
)
def test_script_with_unsupported_call_is_refused(line: str, message: str, tmp_path: Path):
    (tmp_path / "main.py").write_text(f"import utils\n{line}\n")
    done = run(tmp_path / "main.py")
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_run_of_missing_script_is_reported(tmp_path: Path):
    assert run(tmp_path / "nothing.py").returncode == 1
    assert "cannot open" in run(tmp_path / "nothing.py").stderr
