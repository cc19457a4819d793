"""Conversion of TTNN binaries back to modules: `--flatbuffer-to-ttnn`."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from fuzz_binaries import Fuzzer
from test_ttnn import CASES
from ttnn_builders import ProgramBuilder
from ttnn_programs import IDENTITY, ttnn_module
from xdsl.dialects.builtin import UNKNOWN_LOC

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.compiler import create_context, parse
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.presets import preset
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.diagnostics import CompilationError, DiagnosticEngine
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.schemas import BinaryError, read, write
from ttmlir_py.target.flatbuffer.goldens import GoldenTensor
from ttmlir_py.target.flatbuffer.ops import SERIALIZERS, ttnn_schema
from ttmlir_py.target.flatbuffer.system_desc import system_desc
from ttmlir_py.target.flatbuffer.ttnn import translate
from ttmlir_py.target.flatbuffer.ttnn_import import import_binary
from ttmlir_py.tools.tttranslate import run

pytestmark = pytest.mark.slow

WEIGHTS = """
func.func @main(%x: tensor<32x64xf32> loc("activations")) -> tensor<32x64xf32> {
  %w = "ttir.constant"() <{value = dense<"0xBYTES"> : tensor<32x64xf32>}> : () -> tensor<32x64xf32>
  %e = tensor.empty() : tensor<32x64xf32>
  %y = "ttir.multiply"(%x, %w, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("scaled")
  return %y : tensor<32x64xf32>
}"""


@pytest.fixture(scope="module")
def weights():
    data = np.arange(32 * 64, dtype=np.float32)
    return ttmlir_py.compile(WEIGHTS.replace("BYTES", data.tobytes().hex()))


def without_text(data):
    """Return the binary with blanks for the IR text in its debug information."""
    source = read(ttnn_schema(), data).programs[0].debug_info.mlir.source.encode()
    assert source in data
    return data.replace(source, b" " * len(source))


def programs(data):
    """Return the programs of a binary without texts for debugging."""
    views = read(ttnn_schema(), data).programs
    return [
        {
            "name": view.name,
            "inputs": [ref.as_dict() for ref in view.inputs or ()],
            "outputs": [ref.as_dict() for ref in view.outputs or ()],
            "operations": [
                (op.type_type, op.type.as_dict(raw_bytes=True), op.loc_info)
                for op in view.operations or ()
            ],
        }
        for view in views
    ]


def imported(data):
    return import_binary(data, create_context()).module


def test_imported_program_translates_to_same_bytes():
    path = Path(ttmlir_py.__file__).parents[1] / "examples" / "attention_weights.mlir"
    data = ttmlir_py.compile(path)
    assert translate(imported(data)) == data
    stripped = without_text(data)
    assert programs(translate(imported(stripped))) == programs(stripped)


def test_import_reads_constants_elided_in_text_from_tables(weights):
    assert b"dense_resource<__elided__>" in weights
    assert translate(imported(weights)) == weights
    inputs = [np.full((32, 64), 2.0, np.float32)]
    for module in (imported(weights), imported(without_text(weights))):
        (result,) = runtime.load(translate(module)).run(inputs)
        np.testing.assert_array_equal(result.ravel(), 2 * np.arange(32 * 64))


def test_import_prefers_tables_to_contradicting_text(weights):
    """The tables are executed, so they have priority over a different text."""
    assert weights.count(b"ttnn.multiply") > 1
    lying = weights.replace(b'"ttnn.multiply"', b'"ttnn.subtract"')
    text = str(imported(lying))
    assert "ttnn.multiply" in text
    assert "ttnn.subtract" not in text


def examples():
    """Return the operations of the dialect's examples, in one module for each device."""
    modules = {}
    text = (files("ttmlir_py.dialects") / "ttnn" / "examples.mlir").read_text()
    for chunk in text.split("// -----")[1:]:
        example = parse(chunk)
        ops = list(example.walk())
        if any(isinstance(op, ttnn.AllocOp | ttnn.AllReduceOp) for op in ops):
            continue  # the format has no such tables
        opened = [op.device.type.desc for op in ops if isinstance(op, ttnn.GetDeviceOp)]
        device = opened[0] if opened else DeviceAttr.get(SystemDescAttr.get_default())
        module = modules.setdefault(device, ModuleOp([]))
        module.location = UNKNOWN_LOC
        system = preset("n300") if "n300" in chunk else SystemDescAttr.get_default()
        module.attributes |= {"tt.device": device, "tt.system_desc": system}
        for function in example.body.block.ops:
            function.detach()
            module.body.block.add_op(function)
    return modules.values()


def test_every_operation_is_imported_from_its_table():
    seen = set()
    for module in examples():
        data = translate(module)
        stripped = without_text(data)
        assert programs(translate(imported(stripped))) == programs(stripped)
        assert translate(imported(data)) == data
        seen |= {type(op) for op in module.walk()}
    assert set(SERIALIZERS) <= seen


def test_import_of_rare_attribute_values_round_trips():
    """The attributes are those that the examples lack: negative numbers, other data types,
    lists.
    """
    for text, _, _ in CASES:
        module = ttnn_module(f"%r = {text}")
        engine = DiagnosticEngine()
        with engine.collect():
            if not verify_operation(module, engine):
                continue
        data = without_text(translate(module))
        assert programs(translate(imported(data))) == programs(data), text


def test_import_of_goldens_and_stages_round_trips():
    module = ttnn_module(IDENTITY)
    goldens = {'loc("f")': np.arange(6, dtype=np.float32).reshape(2, 3)}
    data = translate(module, golden_map=goldens, stages=[("a-pass", "module {}")])
    source = import_binary(data, create_context())
    assert list(source.stages) == [("a-pass", "module {}")]
    assert source.golden_map['loc("f")'] == GoldenTensor.of('loc("f")', goldens['loc("f")'])
    assert translate(source.module, golden_map=source.golden_map, stages=source.stages) == data


def test_import_of_operation_that_dialect_cannot_express_names_operation():
    program = ProgramBuilder("odd")
    x = program.input((32, 32), "Float32")
    out = program.ref((4, 8), "Float32")
    program.output(program.add("SoftmaxOp", **{"in": x}, dimension=-1, out=out))
    system = system_desc(SystemDescAttr.get_default())
    data = write(ttnn_schema(), {"system_desc": system, "programs": [program.table()]})
    with pytest.raises(BinaryError, match=r"program 0 'odd': operation 0 \(SoftmaxOp\): "):
        imported(data)


def test_import_of_damaged_binary_is_refused_in_one_line(weights):
    fuzzer, messages = Fuzzer(5, [weights, without_text(weights)]), []
    for _ in range(100):
        try:
            imported(fuzzer.case())
        except ValueError as error:
            messages.append(str(error))
    assert len(messages) > 25
    assert not any("\n" in each for each in messages)


def test_flatbuffer_to_ttnn_command_prints_module(tmp_path, capfdbinary, weights):
    path = tmp_path / "w.ttnn"
    path.write_bytes(weights)
    assert run("tttranslate", ["--flatbuffer-to-ttnn", "--mlir-print-debuginfo", str(path)]) == 0
    text = capfdbinary.readouterr().out.decode()
    assert 'loc("activations")' in text
    assert translate(parse(text)) == weights
    assert run("tttranslate", ["--flatbuffer-to-ttnn", str(path)]) == 0
    assert b"loc(" not in capfdbinary.readouterr().out
    path.write_bytes(weights[:100])
    assert run("tttranslate", ["--flatbuffer-to-ttnn", str(path)]) == 1
    assert b"w.ttnn:0:0: error: truncated" in capfdbinary.readouterr().err


def test_import_of_mutated_binary_gives_module_or_error(weights):
    assert str(ttmlir_py.import_binary(weights)) == str(imported(weights))
    with pytest.raises(CompilationError, match="too few for a FlatBuffer"):
        ttmlir_py.import_binary(b"")
    with pytest.raises(LookupError, match="unknown translation 'x': expected flatbuffer-to-ttnn"):
        ttmlir_py.import_binary(weights, "x")


NANS = """
func.func @main(%x: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xbf16>, tensor<32x32xf32>) {
  %0 = "ttir.constant"() <{value = dense<0x7F800001> : tensor<32x32xf32>}> : () -> tensor<32x32xf32>
  %1 = "ttir.constant"() <{value = dense<0x7F81> : tensor<32x32xbf16>}> : () -> tensor<32x32xbf16>
  %2 = "ttir.constant"() <{value = dense<"0xBYTES"> : tensor<32x32xf32>}> : () -> tensor<32x32xf32>
  %e = tensor.empty() : tensor<32x32xf32>
  %3 = "ttir.clamp"(%x, %e) <{min = 0xFF800005 : f32, max = 0x7F800003 : f32, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0, %3, %1, %2 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xbf16>, tensor<32x32xf32>
}"""


def test_imported_nans_keep_bits():
    data = np.full(1024, 0x7F800009, np.uint32)
    data[1] = 0xFFC0000B
    binary = ttmlir_py.compile(NANS.replace("BYTES", data.tobytes().hex()))
    text = str(imported(binary))
    # A conversion from bf16 to f32 makes a signalling NaN quiet, as APFloat does.
    for bits in (0x7F800001, 0xFF800005, 0x7F800003, 0x7FC10000):
        assert bits.to_bytes(4, "little") in binary
        assert f"0x{bits:X} : f32" in text
    assert data.tobytes() in binary
    assert data.tobytes().hex().upper() in text
