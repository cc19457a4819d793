"""Tests of programs of graph traces, and of `tttrace` on op-execution traces."""

import json
from pathlib import Path

import numpy as np
import pytest
from ttnn_builders import ProgramBuilder, binary_bytes

from ttmlir_py import runtime
from ttmlir_py.compiler import parse, translate
from ttmlir_py.tools import ttrt, tttrace
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.levelized import LevelizedGraph
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.traces.programs import to_mlir


def network(function="Relu", dtype="BFloat16", dimension=1):
    """Build relu(x @ w), written into an empty tensor, and its softmax. The graph has a fork and a
    join.
    """
    program = ProgramBuilder("network")
    device = {"global_id": 0}
    x, w = program.input((4, 8), dtype), program.input((8, 6), dtype)
    program.add("GetDeviceOp", mesh={"y": 1, "x": 1}, chip_ids=[0], out=device)
    product = program.add("MatmulOp", in0=x, in1=w, out=program.ref((4, 6), dtype))
    fields = {"shape": [4, 6], "dtype": dtype, "layout": "Tile", "device": device}
    room = program.add("EmptyOp", **fields, out=program.ref((4, 6), dtype))
    hidden = program.eltwise(function, [product], room)
    weights = program.add(
        "SoftmaxOp", **{"in": hidden}, dimension=dimension, out=program.ref((4, 6), dtype)
    )
    return program.output(
        program.eltwise("Multiply", [hidden, weights], program.ref((4, 6), dtype))
    )


def inputs():
    rng = np.random.default_rng(3)
    return [rng.normal(size=shape).astype(np.float32) for shape in ((4, 8), (8, 6))]


def graph_trace(program):
    binary = runtime.load(binary_bytes(program))
    tracer = ProgramTracer(binary.system_desc)
    with tracer.recording():
        outputs = binary.run(inputs(), hooks=tracer.hooks)
    return outputs, tracer.trace


@pytest.mark.parametrize("level", [1, 2, 3])
def test_program_from_graph_trace_computes_same_bits(level):
    outputs, trace = graph_trace(network())
    graph = LevelizedGraph(trace, 1)
    module = parse(str(to_mlir(graph, level)))
    (got,) = runtime.load(translate(module, "ttnn-to-flatbuffer")).run(inputs())
    assert got.tobytes() == outputs[0].tobytes()
    names = [graph.get_vertex(each).name for each in (*graph.forks(), *graph.joins())]
    assert names == ["ttnn::relu", "ttnn::matmul", "ttnn::multiply"]


def test_program_from_graph_trace_without_enough_information_is_refused():
    program = ProgramBuilder()
    x = program.input((4, 8))
    out = program.ref((4, 8), "UInt16")
    program.output(program.eltwise("Relu", [x], out))
    binary = runtime.load(binary_bytes(program))
    tracer = ProgramTracer(binary.system_desc)
    binary.run(inputs()[:1], hooks=tracer.hooks)
    with pytest.raises(
        TraceError, match="its result takes 2048 bytes, as 4x8xf32 it would take 4096"
    ):
        to_mlir(LevelizedGraph(tracer.trace))
    program = ProgramBuilder()
    program.output(program.add("OnesOp", shape=[3], out=program.ref((3,))))
    tracer = ProgramTracer({})
    runtime.load(binary_bytes(program)).run([], hooks=tracer.hooks)
    with pytest.raises(TraceError, match="has no description of its result"):
        to_mlir(LevelizedGraph(tracer.trace))


@pytest.fixture
def saved(tmp_path, monkeypatch, capsys):
    """Return op-execution traces of two programs that differ in a function and an attribute, and a
    graph trace.
    """
    monkeypatch.chdir(tmp_path)
    for name, program in (("a", network()), ("b", network("Exp", dimension=0))):
        Path(f"{name}.ttnn").write_bytes(binary_bytes(program))
        command = ["run", f"{name}.ttnn", "--op-trace", f"{name}.fb", "--result-file", ""]
        assert ttrt.main([*command, "--graph-trace", f"{name}.json"]) == 0
    capsys.readouterr()


def shown(capsys, *arguments, code=0):
    assert tttrace.main([*arguments]) == code
    captured = capsys.readouterr()
    return captured.err if code and not captured.out else captured.out


@pytest.mark.usefixtures("saved")
def test_tttrace_shows_operation_traces(capsys):
    assert shown(capsys, "validate", "a.fb") == "11 operations are valid\n"
    assert shown(capsys, "tree", "a.fb").splitlines()[:6] == [
        *("get_device", "matmul", "empty", "relu", "softmax", "    max")
    ]
    assert "softmax: softmax(4x6xbf16) -> 4x6xbf16 dimension=1" in shown(capsys, "display", "a.fb")
    assert shown(capsys, "stats", "a.fb").splitlines()[:5] == [
        *("operations: 11", "variables: 12", "placeholders: 2", "results: 1", "divide: 1"),
    ]
    assert json.loads(shown(capsys, "stats", "a.fb", "--format", "json"))["operations"] == 11
    assert shown(capsys, "csv", "a.fb").startswith("name,op_name,op_type,inputs,outputs,")
    assert "Results:      multiply" in shown(capsys, "summary", "a.fb")
    lines = shown(capsys, "display", "a.fb", "--limit", "1", "--format", "json").splitlines()
    assert json.loads(lines[0])["op_type"] == "GetDeviceOp"
    for command in ("peak", "table", "parse"):
        found = f"a.fb: error: {command}: found an op-execution trace, "
        assert found in shown(capsys, command, "a.fb", code=1)
    found = "a.json: error: summary: found a graph trace, expected an op-execution trace"
    assert found in shown(capsys, "summary", "a.json", code=1)


@pytest.mark.usefixtures("saved")
def test_tttrace_diff_compares_operation_traces(capsys):
    assert shown(capsys, "diff", "a.fb", "a.fb") == ""
    assert shown(capsys, "diff", "a.fb", "b.fb", code=1).splitlines() == [
        "nodes 3 and 3: relu (depth 0) and exp (depth 0)",
        "softmax (depth 0): nodes 4 and 4: arguments[0]: dimension=1 and dimension=0",
        "max (depth 1): nodes 5 and 5: arguments[0]: dim_arg=[1] and dim_arg=[0]",
        "max (depth 1): nodes 5 and 5: outputs[0]: 4x1xf32 and 1x6xf32",
        "subtract (depth 1): nodes 6 and 6: inputs[1]: 4x1xf32 and 1x6xf32",
        "sum (depth 1): nodes 8 and 8: arguments[0]: dim_arg=[1] and dim_arg=[0]",
        "sum (depth 1): nodes 8 and 8: outputs[0]: 4x1xf32 and 1x6xf32",
        "divide (depth 1): nodes 9 and 9: inputs[1]: 4x1xf32 and 1x6xf32",
    ]


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    "arguments", [["a.fb"], ["a.fb", "--nested", "leaves"], ["a.json"], ["a.json", "--level", "2"]]
)
def test_tttrace_to_mlir_writes_program(arguments, capsys):
    text = shown(capsys, "to-mlir", *arguments)
    (got,) = runtime.load(translate(parse(text), "ttnn-to-flatbuffer")).run(inputs())
    (expected,) = runtime.load("a.ttnn").run(inputs())
    assert got.tobytes() == expected.tobytes()


@pytest.mark.usefixtures("saved")
def test_tttrace_to_mlir_without_program_reports_reason(capsys):
    data = bytearray(Path("a.fb").read_bytes())
    Path("cut.fb").write_bytes(data[:-100])
    assert "cut.fb: error: " in shown(capsys, "to-mlir", "cut.fb", code=1)
    assert "--system: unknown system 'x'" in shown(
        capsys, "to-mlir", "a.fb", "--system", "x", code=1
    )
    Path("records").write_bytes(bytes(256))
    assert "is a tensor-access trace, which is not a program" in shown(
        capsys, "to-mlir", "records", code=1
    )
