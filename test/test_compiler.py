"""The functions `parse`, `compile` and `translate`: their results, and their error messages."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import compiler, runtime
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.passes.running.option_text import OptionError
from ttmlir_py.passes.running.pipeline_text import PipelineError
from ttmlir_py.schemas import load_schema, read
from ttmlir_py.target.flatbuffer.goldens import GoldenTensor

pytestmark = pytest.mark.slow

RELU = """
func.func @positive(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = tensor.empty() : tensor<32x64xf32>
  %1 = "ttir.relu"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}>
    : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("relu")
  return %1 : tensor<32x64xf32>
}
"""


def tools(source: Path) -> bytes:
    """Return the binary that the command-line tools write for the program in `source`."""
    run = [sys.executable, "-m"]
    lowered = subprocess.run(
        [*run, "ttmlir_py.tools.ttopt", "--ttir-to-ttnn-backend-pipeline", source],
        capture_output=True,
        check=True,
    ).stdout
    return subprocess.run(
        [*run, "ttmlir_py.tools.tttranslate", "--ttnn-to-flatbuffer"],
        input=lowered,
        capture_output=True,
        check=True,
    ).stdout


def root(data: bytes) -> Any:
    """Return the root table of a TTNN binary."""
    return read(load_schema("TTNN/binary.fbs"), data)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "relu.mlir"
    path.write_text(RELU)
    return path


def test_text_file_and_module_compile_to_same_program(source: Path):
    x = np.linspace(-1, 1, 32 * 64, dtype=np.float32).reshape(32, 64)
    for program in (RELU, source, ttmlir_py.parse(RELU)):
        (result,) = ttmlir_py.runtime.load(ttmlir_py.compile(program)).run([x])
        assert (result == np.maximum(x, 0)).all()


def test_compile_writes_same_bytes_as_tools(source: Path):
    # The tools parse the printed TTNN text, so the source locations are positions in that text.
    module = ttmlir_py.parse(RELU)
    ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
    again = ttmlir_py.parse(str(module) + "\n")
    assert ttmlir_py.translate(again) == tools(source)


def test_compile_with_pipeline_flag_equals_pipeline_text():
    flag = "ttir-to-ttnn-backend-pipeline{enable-optimizer=true}"
    assert ttmlir_py.compile(RELU, flag) == ttmlir_py.compile(RELU, f"builtin.module({flag})")


def test_compile_system_option_selects_board():
    system = root(ttmlir_py.compile(RELU, system="n300")).system_desc
    assert len(system.chip_desc_indices) == 2
    with pytest.raises(ValueError, match="n150"):
        ttmlir_py.compile(RELU, system="n9")


def test_compile_with_stages_stores_module_after_each_pass():
    info = root(ttmlir_py.compile(RELU, stages=True)).programs[0].debug_info
    stages = [(stage.name, stage.source) for stage in info.mlir_stages]
    names = [name for name, _ in stages]
    assert names[0] == "PRE-PIPELINE"
    assert stages[0][1].count("ttir.relu") == 1
    assert "loc(" in stages[0][1]
    assert (
        names.index("TTNNLayout") < names.index("ConvertTTIRToTTNN") < names.index("TTNNDeallocate")
    )
    texts = dict(stages)
    assert "ttir.relu" in texts["TTNNLayout"]
    assert "ttnn.relu" not in texts["TTNNLayout"]
    assert "ttnn.relu" in texts["ConvertTTIRToTTNN"]
    for text in texts.values():
        ttmlir_py.parse(text)


def test_compile_with_goldens_stores_goldens_in_binary():
    x = np.linspace(-1, 1, 32 * 64, dtype=np.float32).reshape(32, 64)
    expected = np.maximum(x, 0)
    golden = GoldenTensor("relu", x.shape, (64, 1), DataType.Float32, expected.tobytes())
    data = ttmlir_py.compile(RELU, goldens={'loc("relu")': golden})
    (entry,) = root(data).programs[0].debug_info.golden_info.golden_map
    assert (entry.key, bytes(entry.value.data)) == ('loc("relu")', expected.tobytes())


@pytest.mark.parametrize(
    ("values", "dtype", "data"),
    [
        (np.float32([1, 2]), "Float32", np.float32([1, 2])),
        (np.float64([0.1]), "Float32", np.float32([0.1])),
        (np.float16([[1], [2]]), "Float16", np.float16([1, 2])),
        (np.array([3], ml_dtypes.bfloat16), "BFloat16", np.array([3], ml_dtypes.bfloat16)),
        (np.uint16([[1, 2]]).T, "UInt16", np.uint16([1, 2])),
        (np.arange(6).reshape(2, 3).T, "UInt32", np.uint32([0, 3, 1, 4, 2, 5])),
        (np.array([True]), "UInt32", np.uint32([1])),
        ([1.5, 2], "Float32", np.float32([1.5, 2])),
        (np.float32(7), "Float32", np.float32(7)),
    ],
)
def test_golden_array_keeps_type_and_values(values, dtype, data):
    binary = ttmlir_py.compile(RELU, goldens={'loc("relu")': values})
    (entry,) = root(binary).programs[0].debug_info.golden_info.golden_map
    assert (entry.value.dtype, bytes(entry.value.data)) == (dtype, data.tobytes())
    found = runtime.embedded_goldens(runtime.load(binary))['loc("relu")']
    assert (found == np.asarray(values, found.dtype)).all()
    assert found.shape == np.shape(values)


@pytest.mark.parametrize("values", [np.array([-1]), np.array([1 << 32]), [1j], ["a"], [None]])
def test_golden_array_of_unsupported_type_is_refused(values):
    with pytest.raises(
        ValueError, match=r"golden 'loc\(\"relu\"\)': (no format holds|elements of type) "
    ):
        ttmlir_py.compile(RELU, goldens={'loc("relu")': values})


def test_golden_for_unknown_operation_warns(recwarn):
    value = np.float32([0])
    known = {'loc("relu")': value, "input_0": value, "output_0": value}
    ttmlir_py.compile(RELU, goldens=known)
    assert not recwarn.list
    ttmlir_py.compile(RELU, goldens={**known, "relu": value, "input_1": value})
    assert [str(each.message).partition("warning: ")[2] for each in recwarn] == [
        "no operation has the location of the golden 'relu'; did you mean 'loc(\"relu\")'?",
        "no operation has the location of the golden 'input_1'",
    ]


def test_compile_with_cpp_or_python_translation_returns_text():
    text = ttmlir_py.compile(RELU, "ttir-to-emitc-pipeline", "mlir-to-cpp").decode()
    assert "ttnn::relu(" in text
    script = ttmlir_py.compile(RELU, translation="ttnn-to-python").decode()
    assert "ttnn.relu(" in script
    with pytest.raises(ValueError, match="only what --ttnn-to-flatbuffer writes holds stages"):
        ttmlir_py.compile(RELU, translation="ttnn-to-python", stages=True)
    with pytest.raises(LookupError, match="unknown translation 'x': expected mlir-to-cpp, "):
        ttmlir_py.compile(RELU, translation="x")


def test_compile_error_names_file_line_and_column(tmp_path: Path):
    path = tmp_path / "broken.mlir"
    path.write_text("func.func @f() { %0 = }")
    with pytest.raises(ttmlir_py.CompilationError, match=r"expected operation name") as raised:
        ttmlir_py.compile(path)
    assert str(raised.value).startswith(f"{path}:1:22: error: ")
    with pytest.raises(ttmlir_py.CompilationError, match=r"has no 'tt\.system_desc'"):
        ttmlir_py.compile(RELU, "canonicalize")
    with pytest.raises(FileNotFoundError):
        ttmlir_py.compile(tmp_path / "missing.mlir")
    with pytest.raises(PipelineError, match="'canonicalise' does not refer to a reg") as unknown:
        ttmlir_py.compile(RELU, "canonicalise")
    (diagnostic,) = unknown.value.diagnostics
    assert diagnostic.message == str(unknown.value)
    assert [each.message for each in diagnostic.notes] == ["did you mean 'canonicalize'?"]
    with pytest.raises(OptionError, match="no such option top-town") as option:
        ttmlir_py.compile(RELU, "canonicalize{top-town=1}")
    (diagnostic,) = option.value.diagnostics
    assert "no such option top-town" in diagnostic.message
    assert diagnostic.notes[0].message == "did you mean 'top-down'?"


def test_compile_diagnostics_go_to_handler_of_context():
    context = ttmlir_py.create_context()
    with context.diagnostics.collect() as diagnostics, pytest.raises(ttmlir_py.CompilationError):
        ttmlir_py.compile("broken", context=context)
    assert [each.message for each in diagnostics] == [
        "custom op 'broken' is unknown (tried 'builtin.broken' as well)"
    ]


def test_package_lists_public_names():
    program = "import ttmlir_py; print(*[n for n in dir(ttmlir_py) if not n.startswith('_')])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    public = [name for name in ttmlir_py.__all__ if not name.startswith("_")]
    assert done.stdout.split() == sorted(public)
    for name in public:
        assert getattr(ttmlir_py, name) is not None
    assert ttmlir_py.compile is compiler.compile
