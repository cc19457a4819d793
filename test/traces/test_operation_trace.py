"""Tests of the op-execution trace: recording, collecting and saving; the program made from a trace
computes the same bits.
"""

import json
import shutil
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest
from fuzz_binaries import corpus, writable
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from ttnn_builders import SCHEMA, ProgramBuilder, binary_bytes

import ttmlir_py
from ttmlir_py import runtime, ttnn
from ttmlir_py.compiler import parse, translate
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS
from ttmlir_py.runtime.tensor import TILE, Layout, TensorDesc
from ttmlir_py.schemas import load_schema, read, write
from ttmlir_py.schemas.schema import FOLDER
from ttmlir_py.tools import ttrt, tttrace
from ttmlir_py.traces import operation as trace
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.collect import collect
from ttmlir_py.traces.operation.fields import OPERATIONS
from ttmlir_py.traces.operation.files import from_bytes, to_bytes
from ttmlir_py.traces.operation.graph import OperationGraph
from ttmlir_py.traces.operation.node import GraphData, OperationNode, Variable
from ttmlir_py.traces.operation.program_recorder import ProgramRecorder
from ttmlir_py.traces.operation.record import Property, Record, Value
from ttmlir_py.traces.operation.recorder import OperationRecorder

pytestmark = pytest.mark.slow

EXAMPLES = Path(ttmlir_py.__file__).parents[1] / "examples"


@pytest.fixture(autouse=True)
def _clean():
    yield
    trace.toggleTrace(False)
    trace.purgeTrace()


def softmax_program(dtype="BFloat16"):
    program = ProgramBuilder("softmax")
    x = program.input((4, 8), dtype)
    return program.output(
        program.add("SoftmaxOp", **{"in": x}, dimension=-1, out=program.ref((4, 8), dtype))
    )


def inputs_of(program, seed=1):
    rng = np.random.default_rng(seed)
    return [
        rng.integers(0, 4, ref.desc.shape).astype(np.uint32)
        if ref.desc.data_type.is_integer
        else rng.normal(size=ref.desc.shape).astype(np.float32)
        for ref in program.inputs
    ]


def traced(binary, inputs, program=0):
    """Return the outputs, and the graph of the executed operations."""
    recorder = OperationRecorder()
    with ProgramRecorder(recorder).watch_run(binary.program(program)) as hooks:
        outputs = binary.run(inputs, program, hooks=hooks)
    return outputs, recorder


def rerun(graph, inputs, nested):
    """Return the results of the program made from a graph, compiled from its text."""
    module = parse(str(graph.to_mlir(nested=nested)))
    return runtime.load(translate(module, "ttnn-to-flatbuffer")).run(inputs)


def same_bits(left, right):
    return [(a.dtype, a.shape, a.tobytes()) for a in left] == [
        (b.dtype, b.shape, b.tobytes()) for b in right
    ]


# ---- recording -----------------------------------------------------------------------------------


def test_operation_trace_of_run_records_operations():
    binary = runtime.load(binary_bytes(softmax_program()))
    x = np.zeros((4, 8), np.float32)
    binary.run([x])
    assert trace.listOpTraces() == []
    trace.toggleTrace(True)
    assert trace.isTraceEnabled()
    binary.run([x])
    trace.toggleTrace(False)
    binary.run([x])
    records = trace.listOpTraces()
    assert [each.op_name for each in records] == [
        *("max", "subtract", "exp", "sum", "divide"),
        "softmax",
    ]
    assert [(each.seq, each.parent, each.depth) for each in records] == [
        *((seq, 5, 1) for seq in range(5)),
        (5, -1, 0),
    ]
    softmax, largest = records[5], records[0]
    assert largest.in_ids == softmax.in_ids
    assert records[4].out_ids == softmax.out_ids
    assert (largest.iArgs, largest.bArgs, largest.tArgs) == ([-1], [True], [])
    assert json.loads(json.dumps(softmax.as_dict())) == {
        "seq": 5,
        "op_name": "softmax",
        "op_type": "SoftmaxOp",
        "iArgs": [-1],
        "tArgs": [],
        "bArgs": [],
        "dArgs": [],
        "sArgs": [],
        "parent": -1,
        "depth": 0,
        "in_ids": softmax.in_ids,
        "out_ids": softmax.out_ids,
        "inputs": [{"shape": [4, 8], "dtype": "BFloat16", "order": "c"}],
        "outputs": [{"shape": [4, 8], "dtype": "BFloat16", "order": "c"}],
    }
    trace.toggle_trace(True)
    binary.run([x])
    assert len(trace.list_op_traces()) == 12
    assert len(trace.collect_trace().placeholders) == 2
    trace.purge_trace()
    assert trace.listOpTraces() == []
    trace.purgeTrace()
    assert trace.collectTrace().ops() == []
    assert trace.is_trace_enabled()


def test_operation_trace_has_no_record_of_failed_operation():
    program = ProgramBuilder()
    x, table, rows = program.input((4, 8)), program.input((4, 8)), program.input((2,), "UInt32")
    x = program.add("SoftmaxOp", **{"in": x}, dimension=1, out=program.ref((4, 8)))
    out = program.ref((2, 8))
    program.output(program.add("EmbeddingOp", input=rows, weight=table, out=out))
    binary = runtime.load(binary_bytes(program))
    values = np.zeros((4, 8), np.float32)
    trace.toggleTrace(True)
    with pytest.raises(SimulationError):
        binary.run([values, values, np.array([1, 9], np.uint32)])
    assert [each.op_name for each in trace.listOpTraces()][-1] == "softmax"
    graph = trace.collectTrace("top")
    assert [node.name for node in graph.ops()] == ["softmax"]
    assert graph.results == []


def test_operation_trace_assigns_records_in_failed_operation_to_parent():
    recorder = OperationRecorder()

    def fail():
        with recorder.scope("failing"):
            with recorder.scope("inner"):
                pass
            raise KeyError

    with recorder.scope("outer"), pytest.raises(KeyError):
        fail()
    assert [(each.op_name, each.parent) for each in recorder.records] == [
        ("inner", 1),
        ("outer", -1),
    ]


def test_operation_trace_of_run_in_another_thread_is_refused():
    binary = runtime.load(binary_bytes(softmax_program()))
    x, found = np.zeros((4, 8), np.float32), []

    def run():
        try:
            binary.run([x])
        except SimulationError as error:
            found.append(str(error))

    trace.toggleTrace(True)
    with trace.scope("here"):
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        with pytest.raises(SimulationError, match="cannot be purged"):
            trace.purgeTrace()
    assert found == ["another thread's operations are being recorded: trace one run at a time"]
    binary.run([x])
    assert len(trace.listOpTraces()) == 7


def test_operation_trace_records_api_calls_and_scopes_as_tree():
    device = ttnn.open_device()
    place = {"device": device, "layout": ttnn.TILE_LAYOUT}
    rng = np.random.default_rng(0)
    x = ttnn.from_torch(rng.normal(size=(2, 32, 64)).astype(np.float32), ttnn.bfloat16, **place)
    w = ttnn.from_torch(rng.normal(size=(64, 32)).astype(np.float32), ttnn.bfloat16, **place)
    trace.toggleTrace(True)
    with trace.scope("layer"):
        bias = ttnn.from_buffer(
            list(range(32)), (32,), ttnn.bfloat16, device, layout=ttnn.TILE_LAYOUT
        )
        hidden = ttnn.linear(x, w, bias=bias)
        weights = ttnn.softmax(hidden, -1)
    total = ttnn.clamp(ttnn.sum(weights, dim=1, keepdim=True), 0.1, 0.9)
    total = ttnn.add(total, ttnn.full((1, 32), 2.5, ttnn.bfloat16, ttnn.TILE_LAYOUT, device))
    total = ttnn.to_layout(
        ttnn.typecast(ttnn.reshape(total, (2, 32)), ttnn.float32), ttnn.ROW_MAJOR_LAYOUT
    )
    ttnn.deallocate(hidden)
    with pytest.raises(SimulationError):
        ttnn.add(x, hidden)
    trace.toggleTrace(False)
    top = trace.collectTrace("top")
    assert [node.name for node in top.ops()] == [
        *("layer", "sum", "clamp", "full", "add", "reshape", "typecast", "to_layout"),
        "deallocate",
    ]
    assert top.ops()[0].inputs == ("input_0", "input_1")
    assert top.results == ["to_layout"]
    for nested in ("top", "leaves"):
        got = rerun(trace.collectTrace(), [x.to_numpy(), w.to_numpy()], nested)
        assert same_bits(got, [total.to_numpy()])
    with pytest.raises(TraceError, match="no TTNN operation for 'layer', a scope"):
        top.to_mlir()


def test_program_from_operation_trace_of_call_with_number_is_refused():
    x = ttnn.ones((2, 3))
    trace.toggleTrace(True)
    ttnn.add(x, 2.0)
    trace.toggleTrace(False)
    with pytest.raises(TraceError, match="'add' has 1 inputs, expected 2: TTNN operations have no"):
        trace.collectTrace("top").to_mlir()


def test_every_ttnn_api_function_has_traced_operation():
    names = {row.library_name for row in ELEMENTWISE.values()}
    names |= {"from_buffer", "full", "zeros", "ones", "empty", "arange", "to_device"}
    names |= {"from_device", "to_layout", "to_memory_config", "typecast", "deallocate"}
    names |= {"conv2d", "conv_transpose2d", "max_pool2d", "embedding_bw", "moreh_cumsum", "prod"}
    assert names <= set(OPERATIONS)


# ---- collecting ----------------------------------------------------------------------------------


def test_operation_trace_views_have_same_placeholders_and_results():
    _, recorder = traced(
        runtime.load(binary_bytes(softmax_program())), [np.ones((4, 8), np.float32)]
    )
    views = [collect(recorder.records, recorder.runs, each) for each in ("all", "leaves", "top")]
    assert [len(view.nodes) for view in views] == [6, 5, 1]
    assert {tuple(view.placeholders) for view in views} == {("input_0",)}
    results = [[view.variables[name] for name in view.results] for view in views]
    assert len({tuple(each.identity for each in found) for found in results}) == 1
    assert {tuple(each.type_text for each in found) for found in results} == {("4x8xbf16",)}
    everything, leaves, _ = views
    assert {node.scope for node in everything.nodes} == {"", "softmax"}
    assert [node.scope for node in leaves.nodes] == ["softmax"] * 5
    with pytest.raises(ValueError, match="nested must be"):
        OperationGraph.of(recorder, "some")


TREES = st.recursive(st.just([]), lambda inner: st.lists(inner, max_size=4), max_leaves=30)
LAYOUT = Layout(FORMATS["BFloat16"], TILE, "DeviceDRAM", "Interleaved")


def play(recorder, tree, values, choose, made):
    """Execute operations nested like the tree. Each takes existing values and makes one, which is
    that of its last part, if it has parts.
    """
    inputs = [values[choose(len(values))] for _ in range(choose(3))]
    record = Record(op_name=f"op{len(tree)}", op_type="EltwiseOp(Add)", inputs=inputs)
    recorder.start(record)
    results = [play(recorder, each, values, choose, made) for each in tree]
    result = results[-1] if results else Value(1000 + len(made), TensorDesc((1,), LAYOUT))
    made.append(result)
    recorder.finish([result])
    values.append(result)
    return result


@settings(max_examples=example_count(20))
@given(st.lists(TREES, max_size=5), st.randoms(use_true_random=False))
def test_operation_trace_of_random_call_tree_round_trips(trees, rng):
    recorder = OperationRecorder()
    values = [Value(each, TensorDesc((2, 3), LAYOUT)) for each in range(3)]
    for tree in trees:
        play(recorder, tree, values, rng.randrange, [])
        values = [*values[:3], Value(2000 + len(recorder.records), values[0].desc)]
    records = recorder.records
    assert [each.seq for each in records] == list(range(len(records)))
    for each in records:  # nested operations precede their parent
        assert each.parent == -1 or (
            each.parent > each.seq and records[each.parent].depth == each.depth - 1
        )
    graph = collect(records, [], "all")
    # Compute the producer of each input directly: it is the last record with this result that
    # finished before the current record started.
    ordered = sorted(records, key=lambda each: each.started)
    for node, record in zip(graph.nodes, ordered, strict=True):
        for name, identity in zip(node.inputs, record.in_ids, strict=True):
            before = [r for r in records if r.finished < record.started and identity in r.out_ids]
            if before:
                last = max(before, key=lambda each: each.finished)
                maker = graph.nodes[ordered.index(last)].name
            else:
                maker = None
                assert name in graph.placeholders
            assert maker is None or name == maker
    for view in ("leaves", "top"):
        assert collect(records, [], view).placeholders == graph.placeholders
        part = collect(records, [], view)
        results = [part.variables[name].identity for name in part.results]
        assert results == [graph.variables[name].identity for name in graph.results]
    data = to_bytes(graph)
    assert from_bytes(data) == graph
    assert to_bytes(from_bytes(data)) == data


# ---- files ---------------------------------------------------------------------------------------


def test_saved_operation_trace_loads_equal(tmp_path):
    for index, data in enumerate(corpus()):
        binary = runtime.load(data)
        _, recorder = traced(binary, inputs_of(binary.program(0)))
        graph = OperationGraph.of(recorder)
        first, second = tmp_path / f"{index}.fb", tmp_path / "again.fb"
        graph.save(first)
        loaded = trace.load(first)
        loaded.save(second)
        assert first.read_bytes() == second.read_bytes()
        assert loaded.data == graph.data
        assert loaded.summary() == graph.summary()


@pytest.mark.skipif(shutil.which("flatc") is None, reason="flatc is not installed")
def test_flatc_reads_operation_trace(tmp_path):
    _, recorder = traced(
        runtime.load(binary_bytes(softmax_program())), [np.ones((4, 8), np.float32)]
    )
    OperationGraph.of(recorder).save(tmp_path / "trace.bin")
    schema = Path(FOLDER, "SameDiff/graph.fbs")
    command = ["flatc", "--json", "--strict-json", "--raw-binary", str(schema), "--", "trace.bin"]
    subprocess.run(command, cwd=tmp_path, check=True)
    found = json.loads((tmp_path / "trace.json").read_text())
    assert found["placeholders"] == ["input_0"]
    softmax, largest = found["nodes"][:2]
    assert (softmax["opName"], softmax["opType"], softmax["device"]) == ("softmax", "CUSTOM", -1)
    assert softmax["extraInteger"] == [-1]
    assert (largest["scope_name"], largest["scope_id"]) == ("softmax", softmax["id"])
    assert largest["inputPaired"] == [{"first": 1}]
    assert found["outputs"] == [{"first": softmax["id"]}]
    kinds = {each["name"]: each["variabletype"] for each in found["variables"]}
    assert (kinds["input_0"], kinds["softmax"]) == ("PLACEHOLDER", "ARRAY")
    assert found["variables"][0]["dtype"] == "BFLOAT16"


def small_graph():
    variables = [
        Variable("input_0", "PLACEHOLDER", (2, 3), "BFloat16", LAYOUT),
        Variable("relu", "ARRAY", (2, 3), "BFloat16", LAYOUT),
    ]
    node = OperationNode("relu", "relu", "EltwiseOp(Relu)", ("input_0",), ("relu",))
    return GraphData({v.name: v for v in variables}, [node], ["input_0"], ["relu"])


def test_inconsistent_operation_trace_file_is_refused():
    def broken(change):
        graph = small_graph()
        change(graph)
        with pytest.raises(TraceError) as found:
            from_bytes(to_bytes(graph))
        return str(found.value)

    def take_itself(graph):
        graph.nodes[0].inputs = ("relu",)

    def be_negative(graph):
        graph.variables["relu"].shape = (-2, 3)

    def be_inside(graph):
        graph.nodes[0].scope = "relu"

    assert broken(take_itself) == "node 0 'relu' takes 'relu', which is created after it"
    assert broken(be_negative) == "variable 'relu' has the invalid shape -2x3"
    assert broken(be_inside) == "node 0 'relu' is part of 'relu', which follows it"
    for data in (b"", b"x" * 7, b"\xff" * 64, to_bytes(small_graph())[:-40]):
        with pytest.raises(TraceError):
            from_bytes(data)


def foreign(*variables, nodes=((1, "y", [2, 3], ["y"]),)):
    """Return a file as another program writes it: (id, name, kind) of variables, (id, name, inputs,
    outputs) of nodes.
    """
    table = {
        "variables": [
            {"id": {"first": id, "second": 0}, "name": name, "dtype": "FLOAT", "shape": [2, 2]}
            | {"variabletype": kind}
            for id, name, kind in variables
        ],
        "nodes": [
            {"id": id, "name": name, "opName": "matmul", "outputNames": outputs}
            | {"inputPaired": [{"first": each, "second": 0} for each in inputs]}
            for id, name, inputs, outputs in nodes
        ],
        "outputs": [{"first": 1, "second": 0}],
    }
    return write(load_schema("SameDiff/graph.fbs"), table, size_prefixed=False)


OF_OTHERS = (2, "x", "PLACEHOLDER"), (3, "w", "VARIABLE"), (1, "y", "ARRAY")


def test_weights_in_operation_trace_of_another_writer_become_placeholders(tmp_path, capsys):
    data = foreign(*OF_OTHERS, (4, "b", "VARIABLE"), (5, "c", "CONSTANT"))
    graph = from_bytes(data)
    assert graph.placeholders == ["x", "w", "b", "c"]
    saved = to_bytes(graph)
    again = from_bytes(saved)
    assert (again.placeholders, to_bytes(again)) == (graph.placeholders, saved)
    path = tmp_path / "foreign.fb"
    path.write_bytes(data)
    assert tttrace.main(["diff", str(path), str(path)]) == 0
    assert tttrace.main(["stats", str(path)]) == 0
    assert "placeholders: 4\n" in capsys.readouterr().out
    with pytest.raises(TraceError, match="variable 'lost' is made by no node"):
        from_bytes(foreign(*OF_OTHERS, (4, "b", "VARIABLE"), (5, "lost", "ARRAY")))


@pytest.mark.parametrize("kind", ["VARIABLE", "PLACEHOLDER"])
def test_operation_trace_node_that_redefines_value_is_refused(kind):
    nodes = (1, "y", [2, 3], ["y"]), (3, "later", [1], ["w"])
    with pytest.raises(TraceError, match="node 1 'later' creates 'w', which exists before it"):
        from_bytes(foreign(*OF_OTHERS[:1], (3, "w", kind), OF_OTHERS[2], nodes=nodes))


# ---- programs ------------------------------------------------------------------------------------


BEYOND = ("EmbeddingBackwardOp", "ArangeOp")
"""Operations with shapes in the corpus that the dialect refuses: it requires rows of tiles, and
four dimensions.
"""


def as_the_dialect_has_it(data):
    """Return the binary without the operations that the dialect refuses."""
    tree = writable(read(SCHEMA, data).as_dict())
    (program,) = tree["programs"]
    gone = [e for e in program["operations"] if e["type"][0] in BEYOND]
    ids = {each["type"][1]["out"]["global_id"] for each in gone}
    program["operations"] = [each for each in program["operations"] if each not in gone]
    program["outputs"] = [each for each in program["outputs"] if each["global_id"] not in ids]
    return write(SCHEMA, tree)


def test_program_from_operation_trace_that_fails_verification_is_reported():
    binary = runtime.load(corpus()[2])
    _, recorder = traced(binary, inputs_of(binary.program(0)))
    message = "operation 11 'embedding_backward': 'ttnn.embedding_bw' op Input's last dim must be"
    with pytest.raises(TraceError, match=message):
        OperationGraph.of(recorder).to_mlir()


def test_program_from_operation_trace_computes_same_bits(tmp_path):
    """The programs are binaries with a kernel of every kind, and the examples."""
    seen = set()
    example = ttmlir_py.compile((EXAMPLES / "attention_weights.mlir").read_text())
    for data in [*map(as_the_dialect_has_it, corpus()), example]:
        binary = runtime.load(data)
        inputs = inputs_of(binary.program(0))
        outputs, recorder = traced(binary, inputs)
        OperationGraph.of(recorder).save(tmp_path / "trace.fb")
        graph = trace.load(tmp_path / "trace.fb")
        again = [rerun(graph, inputs, nested) for nested in ("top", "leaves")]
        assert same_bits(again[0], outputs)
        assert same_bits(again[1], outputs)
        seen |= {node.type_name for node in graph.ops()}
    assert len(seen) > 28, "few kinds of kernels were compared"


def test_program_of_traced_kernel_steps_computes_same_values():
    """Integers are included. A kernel with `steps` but without a program here fails."""
    programs = [softmax_program(), softmax_program("Float32"), softmax_program("UInt8")]
    for format_ in ("Float32", "BFloat16", "UInt32"):
        program = ProgramBuilder()
        shapes = ((2, 4, 8), (8, 3), (3,))
        a, b, c = (program.input(shape, format_) for shape in shapes)
        out = program.ref((2, 4, 3), format_)
        programs.append(program.output(program.add("LinearOp", in0=a, in1=b, bias=c, out=out)))
    composed = {name for name, row in KERNELS.items() if row.steps}
    for program in programs:
        binary = runtime.load(binary_bytes(program))
        inputs = inputs_of(binary.program(0))
        outputs, recorder = traced(binary, inputs)
        assert len(recorder.records) in (3, 6) or "UInt8" in str(binary.program(0).inputs)
        got = rerun(OperationGraph.of(recorder), inputs, "leaves")
        assert same_bits(got, outputs)
        composed -= {each.op_type for each in recorder.records}
    assert not composed


def test_ttrt_op_trace_writes_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("s.ttnn").write_bytes(binary_bytes(softmax_program()))
    assert ttrt.main(["run", "s.ttnn", "--op-trace", "t.fb", "--loops", "3"]) == 0
    graph = trace.load("t.fb")
    assert [node.op_name for node in graph.ops()][:2] == ["softmax", "max"]
    assert len(graph.ops()) == 6
    assert ttrt.main(["run", "s.ttnn", "--op-trace", "no/t.fb"]) == 1
    assert "no/t.fb" in capsys.readouterr().err
    assert not trace.isTraceEnabled()


def test_operation_trace_attribute_prints_name_and_value():
    assert str(Property("shape", "int", (2, 3))) == "shape=[2, 3]"
    assert str(Property("keep_dim", "bool", True)) == "keep_dim=True"
